/** The commands and edits that are known to answer follow-ups, and how they are carried out. */

import { join, relative } from 'node:path';
import { applyEdits } from '../base/edits.ts';
import { lazy } from '../base/memo.ts';
import { isInside, pathFrom, placeAt } from '../base/paths.ts';
import { offsetOf } from '../base/position.ts';
import { shellWord } from '../base/shell.ts';
import { followUpRow } from '../catalogue/follow-ups.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { aliasEdits } from '../paths/path-mentions/point-alias.ts';
import type { LinePlace } from '../plan/located.ts';
import { type KnownAnswer, type OpenItem, openItem } from '../report/open-items.ts';
import { patchText } from '../report/patch.ts';
import { plainLine } from '../report/printing.ts';
import type { FollowUpReport, Report } from '../report/report.ts';
import { pathArgument } from '../report/sentences.ts';
import { catalogueOf, placeNow, placesOf } from '../report/summary.ts';
import { uncommittedFiles } from '../tree/git.ts';
import { gitFolderAbove, slashed } from '../tree/git-ignore.ts';
import { memberOf, membersAt, parseJson, valueAt } from '../tree/json.ts';
import { loadEditionNear } from './edition-command.ts';
import type { CommandFlags } from './flags.ts';
import type { Io } from './io.ts';
import { textOnDisk } from './named-files.ts';
import { managerOf } from './next-steps.ts';
import { writeFiles } from './undo-command.ts';
import { v4Command } from './v4.ts';

/** An answer that is known, and how to carry it out here as a run, if that is possible. */
export interface KnownFix extends KnownAnswer {
  /** The edit as a patch. */
  readonly preview?: string;
  /** Carries it out; with `asks`, after showing what a whole run would change. Returns the exit code. */
  readonly make?: (io: Io, asks: boolean) => Promise<number>;
}

/** A follow-up with its answers, and the one that can be carried out. */
export interface Answered {
  readonly item: OpenItem;
  readonly fix: KnownFix | undefined;
}

/** Finds the answers to the follow-ups of a report. */
export function createAnswers(
  report: Report,
  cwd: string,
): (next: FollowUpReport) => Promise<Answered> {
  const isDirty = lazy(() => gitFolderAbove(cwd) !== undefined && uncommittedFiles(cwd).length > 0);
  return async (next) => {
    const catalogue = await catalogueFor(next, report, cwd);
    const fix = fixFor({ next, report, catalogue, isDirty }, cwd);
    return { item: openItem(next, report, catalogue, fix), fix };
  };
}

interface Asked {
  readonly next: FollowUpReport;
  readonly report: Report;
  readonly catalogue: Catalogue;
  readonly isDirty: () => boolean;
}

/** The catalogue that explains a follow-up; one from an earlier run may belong to another edition. */
async function catalogueFor(
  { file }: FollowUpReport,
  report: Report,
  cwd: string,
): Promise<Catalogue> {
  const isOfRun = report.projects.some(({ root }) => isInside(file, root));
  return isOfRun ? catalogueOf(report) : loadEditionNear(join(cwd, file)).catalogue;
}

function fixFor(
  { next, report, catalogue: { names }, isDirty }: Asked,
  cwd: string,
): KnownFix | undefined {
  const { id, code, subject, option } = next;
  const fix = followUpRow(code)?.fix;
  if (fix === undefined) return undefined;
  const place = fix === 'move' ? (subject ?? next.file) : next.file;
  const home = report.projects.findLast(({ root }) => isInside(place, root))?.root ?? '';
  const manager = managerOf(join(cwd, home));
  const isOther = names.package !== catalogueOf(report).names.package;
  const run = (what: string, args: string, flags: CommandFlags): KnownFix => {
    const edition = isOther ? ` --edition ${names.package}` : '';
    // The projects that the run left stay.
    const only = report.left && home !== '' && gitFolderAbove(cwd) ? [home] : [];
    const words = only.map((folder) => `${shellWord(pathArgument(folder))} `).join('');
    const command = `fw-migrate v4 ${words}${args}${edition}${isDirty() ? ' --allow-dirty' : ''}`;
    const ofRun = {
      ...flags,
      ...(isOther && { edition: names.package }),
      allowDirty: true,
      quiet: true,
    };
    const make: KnownFix['make'] = (io, confirm) =>
      v4Command(only, { ...ofRun, confirm, keepRuns }, io);
    return { what, command, make };
  };
  const inFolder = (folder: string, command: string) =>
    folder === '' || folder.startsWith('..') ? command : `cd ${shellWord(folder)} && ${command}`;
  const install = inFolder(slashed(relative(cwd, manager.folder)), manager.install);
  if (fix === 'keep-default') {
    if (option === undefined) return undefined;
    const what = `Writes the old default of \`${option}\` into the config.`;
    return run(what, `--keep-default ${shellWord(option)}`, { keepDefault: [option] });
  }
  if (fix === 'install') return { what: 'Installs the dependencies.', command: install };
  if (subject === undefined) return undefined;
  if (fix === 'move') {
    // Something may be in the way there.
    if (!next.message.includes('--move')) return undefined;
    const name = pathFrom(home, subject);
    const what = `Moves \`${subject}\` and updates every reference to it.`;
    return run(what, `--move ${shellWord(name)}`, { move: [name] });
  }
  const own = `fw-migrate next ${id} --do`;
  if (fix === 'add-package') {
    const path = placeAt(home, 'package.json');
    const add = (text: string) => withPackage(text, subject, names.package);
    const what = `Adds \`${subject}\` to ${path}.`;
    const edit = editOf({ what, command: own, path, edit: add, cwd, afterwards: install });
    return edit ?? { what, command: inFolder(home, `${manager.add} ${shellWord(subject)}`) };
  }
  const places = placesOf(next).map((evidence) => placeNow(evidence, report));
  const [{ file: path } = next] = places;
  const what = `Points the aliases in ${path} to \`${subject}\`.`;
  return editOf({
    what,
    command: own,
    path,
    edit: (text) => withAliases(text, places, subject),
    cwd,
  });
}

// The migration can still be undone after many small edits.
const keepRuns = Number.POSITIVE_INFINITY;

interface FileEdit {
  readonly what: string;
  readonly command: string;
  readonly path: string;
  readonly edit: (text: string) => string | undefined;
  readonly cwd: string;
  /** The command to run after the edit. */
  readonly afterwards?: string;
}

/** The edit of a file; undefined if no edit is known. */
function editOf({ what, command, path, edit, cwd, afterwards }: FileEdit): KnownFix | undefined {
  const before = textOnDisk(join(cwd, path));
  const after = before === undefined ? undefined : edit(before);
  if (before === undefined || after === undefined) return undefined;
  const file = {
    from: path,
    to: path,
    kind: 'file',
    text: { before, after },
    by: ['next'],
  } as const;
  const preview = patchText(file, '');
  const make = async (io: Io, isShown: boolean) => {
    const exitCode = await writeFiles([file], io.cwd, { keepRuns }, io);
    if (!isShown) io.out(preview);
    if (afterwards !== undefined) io.out(`Then run: ${plainLine(afterwards)}\n`);
    return exitCode;
  };
  return { what, command, edit: { file: path, before, after }, preview, make };
}

/** Adds a package of the framework to a package.json, with the version range of the framework itself. */
function withPackage(text: string, name: string, framework: string): string | undefined {
  const root = parseJson(text);
  for (const group of ['dependencies', 'devDependencies']) {
    const range = memberOf(valueAt(root, group), framework)?.value;
    // If another file defines the version, that file must list the package too.
    if (range?.kind !== 'string' || !/^[\^~<>=v\d]/.test(range.text)) continue;
    const members = membersAt(root, group);
    const entry = `${JSON.stringify(name)}: ${JSON.stringify(range.text)}`;
    const next = members.find(({ key }) => key > name) ?? members.at(-1);
    if (!next) continue;
    const [between = ''] = /\s*$/.exec(text.slice(0, next.start)) ?? [];
    return next.key > name
      ? `${text.slice(0, next.start)}${entry},${between}${text.slice(next.start)}`
      : `${text.slice(0, next.end)},${between}${entry}${text.slice(next.end)}`;
  }
  return undefined;
}

/** Points the aliases at these places of a tool's config to the source directory; undefined if one cannot be. */
function withAliases(
  text: string,
  places: readonly LinePlace[],
  source: string,
): string | undefined {
  const edits = places.map((place) => aliasEdits(text, place.file, offsetOf(text, place), source));
  return edits.every((list) => list !== undefined) ? applyEdits(text, edits.flat()) : undefined;
}
