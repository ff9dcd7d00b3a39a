import { dirname, relative, resolve } from 'node:path';
import type { Names } from '../catalogue/names.ts';
import { nearest } from '../catalogue/nearest.ts';
import { inside } from '../catalogue/shape.ts';
import { isInside, type PlacePath, placeAt } from '../config/places.ts';
import { FolderNameProblem } from '../plan/plan-moves.ts';
import { IncompleteSelection, type ProjectChoice, type ProjectChoices } from '../plan/selection.ts';
import { type ProjectRule, projectRules, type Settings, settingsFor } from '../plan/settings.ts';
import type { Step } from '../plan/steps.ts';
import { findProjects } from '../project/discover.ts';
import { gitFolderAbove, slashed } from '../project/git-ignore.ts';
import { isWithin } from '../project/open-file.ts';
import type { Snapshot, TreePath } from '../project/snapshot.ts';
import type { SettingsReport } from '../report/report.ts';
import { isJsonFile } from './data-file.ts';
import { type EditionFlag, isFileName, type LoadedEdition, loadEdition } from './edition.ts';
import type { Io } from './io.ts';
import { layoutNamed, loadTransforms, toolingNamed } from './migrate-options.ts';
import { correctSettings, readSettings, type SettingsFile, type SettingsFlags } from './settings-file.ts';

/** What can be chosen on the command line as well as in a settings file. */
export interface ChoiceFlags extends SettingsFlags, EditionFlag {
  readonly layout?: string;
  readonly move?: readonly string[];
  readonly stay?: readonly string[];
  readonly keepDefaults?: boolean;
  readonly tooling?: string;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly transform?: readonly string[];
  readonly todos?: boolean;
}

/** The settings for a whole run. */
type RunSettings = Omit<Settings, '$schema' | 'projects'>;
type SettingsKey = keyof RunSettings;

/** In the order in which reports list them. */
export const settingsKeys = [
  ...([
    'edition',
    'layout',
    'move',
    'stay',
    'keepDefaults',
    'tooling',
    'only',
    'skip',
    'todos',
    'transforms',
  ] as const),
] satisfies readonly SettingsKey[];

/** What is in force in a run: flags, and for the rest what a settings file says. */
export interface InForce {
  /** As they are written. */
  readonly values: RunSettings;
  /** The path of the edition's file, or the name of its package, which is looked for from the settings file. */
  readonly edition: string | undefined;
  /** Where each of them was chosen. */
  readonly from: ReadonlyMap<SettingsKey, 'flag' | 'file'>;
  readonly file: SettingsFile | undefined;
  /** What the file says about single projects, without what a flag decides. */
  readonly rules: readonly ProjectRule[];
  /** The folder that the rules are read from: that of the file, or the root of the repository if it is not in there. */
  readonly base: string;
}

/** What is in force for a run in a folder. Of the file only the keys count that the command has a use for. */
export async function settingsInForce(
  folder: string,
  flags: ChoiceFlags,
  keys: readonly SettingsKey[],
  io: Io,
): Promise<InForce> {
  const asked = valuesOf(flags);
  const file = await readSettings(folder, flags, io);
  const used = keys.map((key) => [key, file?.settings[key]] as const);
  const said: RunSettings = unopposed(defined(Object.fromEntries(used)), asked);
  const values = { ...said, ...asked };
  const chosen = settingsKeys.filter((key) => Object.hasOwn(values, key));
  const from = new Map(chosen.map((key) => [key, Object.hasOwn(asked, key) ? 'flag' : 'file'] as const));
  const top = gitFolderAbove(folder) ?? folder;
  const home = file ? dirname(file.path) : top;
  const base = isWithin(folder, home) && isWithin(home, top) ? home : top;
  const rules = file ? rulesWithout(file.settings, asked) : [];
  const edition = from.get('edition') === 'file' ? placeOfEdition(values.edition, home) : values.edition;
  const inForce = { values, edition, from, file, rules, base };
  refuseUntrusted(inForce);
  return inForce;
}

function valuesOf(asked: ChoiceFlags): RunSettings {
  const { layout, move, stay, keepDefaults, tooling, transform, ...flags } = asked;
  const ids = (list: readonly string[] | undefined) =>
    // They may be given one by one, or with commas between them.
    list?.flatMap((one) => one.split(',')).map((id) => id.trim());
  return defined({
    ...{ layout: layout === undefined ? undefined : layoutNamed(layout), move, stay, keepDefaults },
    tooling: tooling === undefined ? undefined : toolingNamed(tooling),
    ...{ only: ids(flags.only), skip: ids(flags.skip), transforms: transform, edition: flags.edition },
    todos: flags.todos,
  });
}

/** Without what is undefined. */
function defined<Values extends object>(
  values: Values,
): { [Key in keyof Values]?: NonNullable<Values[Key]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;
}

/** What a flag names, a file does not hold back: `--move stores` wins over `stay: ['stores']`. */
function unopposed<Values extends object>(said: Values, { move, stay, only }: RunSettings): Values {
  const opposed = new Map([
    ['move', stay],
    ['stay', move],
    ['skip', only],
  ]);
  const left = Object.entries(said).map(([key, value]) => {
    const names = opposed.get(key);
    return [key, names && Array.isArray(value) ? value.filter((name) => !names.includes(name)) : value];
  });
  return Object.fromEntries(left);
}

function rulesWithout(settings: Settings, asked: RunSettings): ProjectRule[] {
  return projectRules(settings).map((rule) => {
    const left = Object.entries(rule.settings).filter(([key]) => !Object.hasOwn(asked, key));
    return { ...rule, settings: unopposed(Object.fromEntries(left), asked) };
  });
}

const vouch = 'If you trust the repository, add --trust-config. To ignore the file, add --no-config.';

/** What names code is only followed if someone trusts it; the file itself is mere data. */
function refuseUntrusted({ values, from, file }: InForce): void {
  if (!file || file.isTrusted) return;
  if (from.get('transforms') === 'file' && values.transforms?.length)
    throw file.problem(
      'transforms',
      '`transforms` refers to code of the repository, which needs your permission to run.',
      vouch,
    );
  const { edition } = values;
  if (from.get('edition') !== 'file' || edition === undefined) return;
  if (!isFileName(edition) || !isJsonFile(edition))
    throw file.problem(
      'edition',
      '`edition` refers to code of the repository, which needs your permission to run. An edition in JSON does not.',
      vouch,
    );
  const folder = dirname(file.path);
  if (!isWithin(placeOfEdition(edition, folder) ?? '', gitFolderAbove(folder) ?? folder))
    throw file.problem('edition', '`edition` is outside the repository.', vouch);
}

/** A file is named from the folder of the settings; a package has its name. */
function placeOfEdition(edition: string | undefined, folder: string): string | undefined {
  return edition !== undefined && isFileName(edition) ? resolve(folder, edition) : edition;
}

/** Loads the edition that is in force; a package is looked for from the folder of whoever names it. */
export function editionInForce({ edition, from, file }: InForce, io: Io): Promise<LoadedEdition> {
  if (!file || from.get('edition') !== 'file') return loadEdition(edition, io);
  const folder = dirname(file.path);
  const within = file.isTrusted ? undefined : (gitFolderAbove(folder) ?? folder);
  return loadEdition(edition, io, { folder, within });
}

/** Loads the transforms of the user, by their names on the command line or in the file. */
export function ownTransforms({ values, from, file }: InForce, cwd: string): Promise<Step[]> {
  const { transforms = [] } = values;
  const folder = file && from.get('transforms') === 'file' ? dirname(file.path) : cwd;
  const names = folder === cwd ? transforms : transforms.map((name) => relative(cwd, resolve(folder, name)));
  return loadTransforms(names, cwd);
}

/** What the file says about one project, by the folder that it is in. */
export function settingsOfProject({ rules, base }: InForce, folder: string): ProjectChoice {
  return settingsFor(slashed(relative(base, folder)), rules);
}

/** What the file says about each project of a run. Refuses what should be one of them and is not. */
export function choicesByFile(
  { file, rules, base }: InForce,
  run: string,
  { files }: Pick<Snapshot, 'files'>,
  names: Names,
): ProjectChoices {
  if (rules.length === 0) return new Map();
  const projects = findProjects(files, names).map(({ folder }) => folder);
  const prefix = slashed(relative(base, run));
  const folders = projects.map((folder) => placeAt(prefix, folder));
  // One that many repositories share names projects of others.
  const isOwn = file && dirname(file.path) === base;
  for (const rule of rules) {
    if (!isOwn || !isExpected(rule, prefix) || folders.some(rule.matches)) continue;
    const near = nearest(rule.key, folders);
    const summary = `There is no project ${rule.folder === undefined ? 'that matches ' : ''}\`${rule.key}\`.`;
    const hint = near ? `Did you mean \`${near}\`? ` : '';
    throw file.problem(inside('projects', rule.key), summary, hint + correctSettings);
  }
  const chosen = projects.map((folder) => [folder, settingsFor(placeAt(prefix, folder), rules)] as const);
  return new Map(chosen.filter(([, choice]) => Object.keys(choice).length > 0));
}

/** A run in a part of the repository does not see the projects elsewhere. */
function isExpected({ folder }: ProjectRule, prefix: PlacePath): boolean {
  return folder === undefined ? prefix === '' : isInside(folder, prefix);
}

/** The folder names that the file has for projects which a run may not see. */
export function namesElsewhere({ values, from, file, rules }: InForce, run: string): string[] {
  if (!file || dirname(file.path) === run) return [];
  const lists = [
    ...(['move', 'stay'] as const).map((key) => (from.get(key) === 'file' ? values[key] : [])),
    ...rules.flatMap(({ settings: { move, stay } }) => [move, stay]),
  ];
  return lists.flatMap((list) => list ?? []);
}

/** An error about what the file says, with its place there; any other as it is. */
export function locatedInFile(error: unknown, { values, from, file, rules }: InForce): unknown {
  if (!file) return error;
  if (error instanceof IncompleteSelection) {
    const key = (['skip', 'only'] as const).find((one) => from.get(one) === 'file');
    return key ? file.problem(key, error.message, correctSettings) : error;
  }
  if (!(error instanceof FolderNameProblem)) return error;
  const inRun = (['move', 'stay'] as const).map((key) => {
    return { key, at: key, list: from.get(key) === 'file' ? values[key] : [] };
  });
  const inProjects = rules.flatMap((rule) =>
    (['move', 'stay'] as const).map((key) => {
      return { key, at: `${inside('projects', rule.key)}.${key}`, list: rule.settings[key] };
    }),
  );
  const found = [...inProjects, ...inRun].find(({ list }) => list?.includes(error.folder));
  if (!found) return error;
  return file.problem(found.at, `\`${found.key}\`: ${error.message}`, correctSettings);
}

/** What was in force and from where, for the report; undefined if nothing was chosen. */
export function settingsReport(
  { values, from, file }: InForce,
  run: string,
  byFile: ProjectChoices = new Map(),
  answers: ProjectChoices = new Map(),
): SettingsReport | undefined {
  const entries = (choices: ProjectChoices, source: 'file' | 'answer') =>
    [...choices].flatMap(([project, choice]) =>
      Object.entries(defined(choice)).map(([key, value]) => ({ key, value, from: source, project })),
    );
  const isAnswered = (project: TreePath, key: string) => Object.hasOwn(answers.get(project) ?? {}, key);
  const chosen = [
    ...[...from].map(([key, source]) => ({ key, value: values[key] ?? null, from: source })),
    ...entries(byFile, 'file').filter(({ project, key }) => !isAnswered(project, key)),
    ...entries(answers, 'answer'),
  ];
  const effective = chosen.filter(({ value }) => !Array.isArray(value) || value.length > 0);
  if (!file && effective.length === 0) return undefined;
  return { ...(file && { file: slashed(relative(run, file.path)) }), chosen: effective };
}
