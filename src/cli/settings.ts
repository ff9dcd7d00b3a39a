/** Decides each setting of a run from flags and the settings file, and remembers where it came from. */

import { dirname, join, relative, resolve } from 'node:path';
import { groupedBy } from '../base/grouped.ts';
import { isInside, placeAt } from '../base/paths.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { Names } from '../catalogue/names.ts';
import { defined, inside, nearest } from '../catalogue/shape.ts';
import type { TransformStep } from '../plan/definition.ts';
import { FolderNameProblem } from '../plan/plan-moves.ts';
import {
  IncompleteSelection,
  overlaid,
  type ProjectChoice,
  type ProjectChoices,
} from '../plan/selection.ts';
import { type ProjectRule, projectRules, type Settings, settingsFor } from '../plan/shapes.ts';
import type { Report, SettingsReport } from '../report/report.ts';
import { findProjects } from '../tree/discover.ts';
import { gitFolderAbove, slashed } from '../tree/git-ignore.ts';
import { isWithin } from '../tree/open-file.ts';
import type { Snapshot, TreePath } from '../tree/snapshot.ts';
import { type LoadedEdition, loadEdition, loadEditionNear } from './edition-command.ts';
import type { CommandFlags } from './flags.ts';
import { type Io, UsageError } from './io.ts';
import { correctSettings, readSettings, type SettingsFile } from './settings-file.ts';
import type { Target } from './target.ts';
import { loadTransforms } from './user-files.ts';

type RunSettings = Omit<Settings, '$schema' | 'projects'>;
type SettingsKey = keyof RunSettings;

/** The keys, in the order in which reports list them. */
export const settingsKeys = [
  'edition',
  'layout',
  'move',
  'stay',
  'keepDefaults',
  'tooling',
  'only',
  'skip',
  'transforms',
] satisfies readonly SettingsKey[];

/** The settings of a run: from flags, or from a settings file if no flag is set. */
export interface InForce {
  /** The values as they are written. */
  readonly values: RunSettings;
  readonly from: ReadonlyMap<SettingsKey, 'flag' | 'file'>;
  readonly file: SettingsFile | undefined;
  /** The settings of single projects in the file, without keys that are set by flags. */
  readonly rules: readonly ProjectRule[];
  /** The folder that rules are relative to: the file's folder if it is in the repository, else the root. */
  readonly base: string;
  /** Whether the user trusts code that files of the repository name. */
  readonly isTrusted: boolean;
  readonly folder: string;
  readonly near: string;
}

type SettingsPlace = Pick<Target, 'folder'> & Partial<Pick<Target, 'near'>>;

/** The settings of a run in a folder. Keys of the file that the command does not use are ignored. */
export async function settingsInForce(
  place: SettingsPlace,
  flags: CommandFlags,
  keys: readonly SettingsKey[],
  io: Io,
): Promise<InForce> {
  const file = await readSettings(place.near ?? place.folder, flags, io);
  return settingsFrom(file, flags, keys, place);
}

/** The settings of a file that was read, with those of flags. */
export function settingsFrom(
  file: SettingsFile | undefined,
  flags: CommandFlags,
  keys: readonly SettingsKey[],
  { folder, near = folder }: SettingsPlace,
): InForce {
  const flagValues = valuesOf(flags);
  if (flagValues.layout === 'keep' && flagValues.move)
    throw new UsageError(
      'With `--layout keep`, nothing moves. Leave out either --layout or --move.',
    );
  const used = keys.map((key) => [key, file?.value[key]] as const);
  const fileValues: RunSettings = defined(Object.fromEntries(used));
  const values = defined(overlaid(fileValues, flagValues));
  const chosen = settingsKeys.filter((key) => Object.hasOwn(values, key));
  const from = new Map(
    chosen.map((key) => [key, Object.hasOwn(flagValues, key) ? 'flag' : 'file'] as const),
  );
  const top = gitFolderAbove(folder) ?? folder;
  const home = file ? dirname(file.path) : top;
  const base = isWithin(near, home) && isWithin(home, top) ? home : top;
  const rules = (file ? projectRules(file.value) : []).map((rule) => {
    const settings = Object.entries(defined(overlaid(rule.settings, flagValues)));
    const isLeft = ([key]: [string, unknown]) => !Object.hasOwn(flagValues, key);
    return { ...rule, settings: Object.fromEntries(settings.filter(isLeft)) };
  });
  // An edition of the file is checked when it is loaded, with the editions that it extends.
  if (file && !file.isTrusted && from.get('transforms') === 'file' && values.transforms?.length)
    throw file.problem(
      'transforms',
      '`transforms` refers to code of the repository, which needs your permission to run.',
      'If you trust the repository, add --trust-config. To ignore the file, add --no-config.',
    );
  return { values, from, file, rules, base, isTrusted: flags.trustConfig ?? false, folder, near };
}

function valuesOf(flags: CommandFlags): RunSettings {
  const { edition, layout, move, stay, tooling, only, skip, transform } = flags;
  const ids = (list: readonly string[] | undefined) =>
    // Ids may be separate arguments, or separated by commas.
    list?.flatMap((text) => text.split(',')).map((id) => id.trim());
  return defined({
    edition,
    move,
    stay,
    transforms: transform,
    layout,
    tooling,
    only: ids(only),
    skip: ids(skip),
    // All old defaults, or those of the named options.
    keepDefaults: flags.dropDefaults
      ? ('drop' as const)
      : (flags.keepDefaults ?? flags.keepDefault?.flatMap((text) => text.split(','))),
  });
}

/** Loads the edition that a flag or the settings file names; without a name, the configs near a path decide. */
export async function editionInForce(
  chosen: InForce,
  io: Io,
  near = chosen.near,
): Promise<LoadedEdition> {
  const { values, from, file } = chosen;
  const { edition } = values;
  const home = file && from.get('edition') === 'file' ? dirname(file.path) : undefined;
  const isTrusted = home === undefined ? chosen.isTrusted : file?.isTrusted === true;
  const within = isTrusted ? undefined : home && (gitFolderAbove(home) ?? home);
  const loaded =
    edition === undefined
      ? loadEditionNear(near)
      : await loadEdition(edition, io, { folder: home ?? io.cwd, within, isTrusted });
  refuseUnknownDefaults(chosen, loaded.catalogue);
  return loaded;
}

/** Refuses options whose default has not changed: keeping it would do nothing. */
function refuseUnknownDefaults(
  { values, from, file, rules }: InForce,
  { options }: Catalogue,
): void {
  const changed = [...options.values()]
    .filter(({ former }) => former !== undefined)
    .map(({ path }) => path);
  const lists = [values, ...rules.map((rule) => rule.settings)].map(
    ({ keepDefaults }) => keepDefaults,
  );
  for (const name of lists.flatMap((list) => (typeof list === 'object' ? list : []))) {
    if (changed.includes(name)) continue;
    const near = nearest(name, changed);
    const summary = `\`${name}\` is not an option whose default changed.`;
    const hint = near ? `Did you mean \`${near}\`?` : `These are: ${changed.join(', ')}.`;
    const isFlag = from.get('keepDefaults') === 'flag' || !file;
    throw isFlag
      ? new UsageError(`${summary} ${hint}`)
      : file.problem('keepDefaults', summary, hint);
  }
}

/** The catalogue for a command in a folder that needs no other settings. */
export async function catalogueInForce(
  folder: string,
  flags: CommandFlags,
  io: Io,
): Promise<Catalogue> {
  return (await editionInForce(await settingsInForce({ folder }, flags, ['edition'], io), io))
    .catalogue;
}

/** Loads the user's transforms, as named on the command line or in the file. */
export function ownTransforms(
  { values, from, file }: InForce,
  cwd: string,
): Promise<TransformStep[]> {
  const { transforms = [] } = values;
  const folder = file && from.get('transforms') === 'file' ? dirname(file.path) : cwd;
  const names =
    folder === cwd ? transforms : transforms.map((name) => relative(cwd, resolve(folder, name)));
  return loadTransforms(names, cwd);
}

/** The settings in the file for the project in a folder. */
export function settingsOfProject({ rules, base }: InForce, folder: string): ProjectChoice {
  return settingsFor(slashed(relative(base, folder)), rules);
}

/** The settings in the file for each project of a run. Refuses settings for projects that do not exist. */
export function choicesByFile(inForce: InForce, { files }: Pick<Snapshot, 'files'>, names: Names) {
  const { file, rules, base } = inForce;
  if (rules.length === 0) return new Map<string, ProjectChoice>();
  const projects = findProjects({ files }, names).map(({ folder }) => folder);
  const prefix = slashed(relative(base, inForce.folder));
  const folders = projects.map((folder) => slashed(relative(base, join(inForce.folder, folder))));
  // A file that many repositories share may name projects of other repositories.
  const isOwn = file && dirname(file.path) === base;
  for (const rule of rules) {
    // A run in a part of the repository does not see other projects.
    const isWhole = prefix === '' || prefix.startsWith('..');
    const isSeen = rule.folder === undefined ? isWhole : isInside(rule.folder, prefix);
    if (!isOwn || !isSeen || folders.some(rule.matches)) continue;
    const near = nearest(rule.key, folders);
    const summary = `There is no project ${rule.folder === undefined ? 'that matches ' : ''}\`${rule.key}\`.`;
    const hint = near ? `Did you mean \`${near}\`? ` : '';
    throw file.problem(inside('projects', rule.key), summary, hint + correctSettings);
  }
  const chosen = projects.map(
    (folder, index) => [folder, settingsFor(folders[index] ?? '', rules)] as const,
  );
  return new Map(chosen.filter(([, choice]) => Object.keys(choice).length > 0));
}

function folderLists({ values, from, rules }: InForce) {
  const keys = ['move', 'stay'] as const;
  const ofProject = ({ key: project, settings }: ProjectRule) => {
    const place = inside('projects', project);
    return keys.map((key) => ({ key, at: `${place}.${key}`, list: settings[key] ?? [] }));
  };
  const ofAll = keys.map((key) => ({
    key,
    at: key,
    list: (from.get(key) === 'file' && values[key]) || [],
  }));
  return [...rules.flatMap(ofProject), ...ofAll];
}

/** The folder names in the file, which may be for projects that a run does not see. */
export function namesElsewhere(inForce: InForce): string[] {
  const { file, near } = inForce;
  return !file || dirname(file.path) === near
    ? []
    : folderLists(inForce).flatMap(({ list }) => list);
}

/** Adds the place in the file to an error about a setting; returns other errors as they are. */
export function locatedInFile(error: unknown, inForce: InForce): unknown {
  const { file, from } = inForce;
  if (file && error instanceof IncompleteSelection) {
    const key = (['skip', 'only'] as const).find((name) => from.get(name) === 'file');
    return key ? file.problem(key, error.message, correctSettings) : error;
  }
  if (!file || !(error instanceof FolderNameProblem)) return error;
  const entry = folderLists(inForce).find(({ list }) => list.includes(error.folder));
  return entry
    ? file.problem(entry.at, `\`${entry.key}\`: ${error.message}`, correctSettings)
    : error;
}

/** The settings of a run and where they come from, for the report; undefined if nothing was chosen. */
export function settingsReport(
  { values, from, file, folder }: InForce,
  byFile: ProjectChoices,
  answers: ProjectChoices = new Map(),
): SettingsReport | undefined {
  const entries = (choices: ProjectChoices, source: 'file' | 'answer') =>
    [...choices].flatMap(([project, choice]) =>
      Object.entries(defined(choice)).map(([key, value]) => ({
        key,
        value,
        from: source,
        project,
      })),
    );
  const isAnswered = (project: TreePath, key: string) =>
    Object.hasOwn(answers.get(project) ?? {}, key);
  const chosen = [
    ...[...from].map(([key, source]) => ({ key, value: values[key] ?? null, from: source })),
    ...entries(byFile, 'file').filter(({ project, key }) => !isAnswered(project, key)),
    ...entries(answers, 'answer'),
  ];
  const effective = chosen.filter(({ value }) => !Array.isArray(value) || value.length > 0);
  if (!file && effective.length === 0) return undefined;
  return { ...(file && { file: slashed(relative(folder, file.path)) }), chosen: effective };
}

/** The start of the line in the message of a commit that has the settings of its run as JSON. */
export const settingsTrailer = 'fw-migrate-settings: ';

/** The settings of a reported run, as a settings file in the root of the repository has them. */
export function settingsOfReport({
  base,
  settings,
}: Pick<Report, 'base' | 'settings'>): Settings | undefined {
  const byProject = groupedBy(settings?.chosen ?? [], ({ project }) => project);
  if (byProject.size === 0) return undefined;
  const valuesIn = (rows: SettingsReport['chosen'] = []) =>
    Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  const projects = [...byProject].flatMap(([project, rows]) =>
    project === undefined ? [] : [[placeAt('', base + project) || '.', valuesIn(rows)]],
  );
  const ofAll = valuesIn(byProject.get(undefined));
  return { ...ofAll, ...(projects.length > 0 && { projects: Object.fromEntries(projects) }) };
}
