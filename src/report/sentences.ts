/** The facts and commands that several formats word alike, such as counts, the origin and how to undo; outline.ts has the sections. */

import { groupedBy } from '../base/grouped.ts';
import { placeAt } from '../base/paths.ts';
import { shellWord } from '../base/shell.ts';
import { type Look, plainLine, present, shownPath } from './printing.ts';
import type { ProjectReport, Report, RunReport } from './report.ts';
import { allFiles, catalogueOf, writtenUses } from './summary.ts';

/** A number with its noun: `1 file`, `2 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The first of some names, and how many more there are: `a, b and 3 more`. */
export function enumerated(names: readonly string[], most: number): string {
  const hidden = names.length - most;
  return names.slice(0, most).join(', ') + (hidden > 0 ? ` and ${hidden} more` : '');
}

/** The summary in one line. */
export function countsLine(report: Report): string {
  const { moved, changed, decide, verify, done } = report.summary;
  const would = report.dryRun ? 'would be ' : '';
  const files = `${counted(moved, 'file')} ${would}moved, ${counted(changed, 'file')} ${would}changed`;
  return extentLine(report, [
    moved + changed === 0 ? 'nothing to change' : files,
    `${decide} to decide`,
    `${verify} to verify`,
    done !== undefined && `${done} done`,
  ]);
}

/** How many projects a report is about, and what it leaves out. */
export function extentLine(report: Report, counts: readonly (string | false)[] = []): string {
  const { projects, refused } = report.summary;
  const all = present([
    counted(projects, 'project'),
    refused !== undefined && `${refused} of them not migrated`,
    ...counts,
  ]);
  const sentences = [leftSentence(report), leftOutSentence(report), shardSentence(report)];
  return present([`${all.join(', ')}.`, ...sentences]).join(' ');
}

// Enough to see which ones they are.
const mostLeft = 6;

/** Names the projects that a run leaves; undefined if there are none. */
function leftSentence({ left = [] }: Report): string | undefined {
  const names = left.map((root) => `\`${plainLine(root) || '.'}\``);
  return left.length === 0
    ? undefined
    : `${counted(left.length, 'project')} left for later: ${enumerated(names, mostLeft)}.`;
}

/** How many files a run would move although the patch leaves them out; undefined if there are none. */
function leftOutSentence(report: Report): string | undefined {
  const count = report.dryRun ? allFiles(report).filter(({ patch }) => patch === '').length : 0;
  if (count === 0) return undefined;
  const left = counted(
    count,
    'file that would be moved is not in the patch: it is',
    'files that would be moved are not in the patch: they are',
  );
  return `${left} ignored by git, or untracked and binary.`;
}

/** Says that a report covers only a part of the run; undefined if it covers the whole run. */
export function shardSentence({ shard }: Pick<Report, 'shard'>): string | undefined {
  return shard && `Shard ${shard.index} of ${shard.count}: a part of the projects.`;
}

/** The version and the commit that a report was made with, for people. */
export function originText({ version, commit }: RunReport): string {
  return `version ${version}${commit === undefined ? '' : `, commit ${commit.slice(0, 12)}`}`;
}

/** The command, version and commit that a report was made with; undefined if they are unknown. */
export function originSentence({ run }: Pick<Report, 'run'>): string | undefined {
  return run && `Made with ${run.command} (${originText(run)}).`;
}

/** Shows paths as they are from the root of the git repository. */
export function fromRepository({ base }: Pick<Report, 'base'>): Pick<Look, 'shown'> {
  return { shown: (path) => placeAt('', base + path) };
}

// Enough to see that some projects have their own settings.
const mostSettings = 4;

/** Where the facts and the settings of a run come from, apart from its command. */
export function sourceSentences(
  { edition, settings }: Pick<Report, 'edition' | 'settings'>,
  look: Pick<Look, 'shown'>,
): string[] {
  const modules = (edition?.statedBy ?? []).map((name) => `\`${name}\``).join(', ');
  return present([
    settingsSentence(settings, look),
    modules && `Stated by the modules themselves, in \`fw-migrate.json\`: facts about ${modules}`,
  ]);
}

/** The settings file and its settings that were in force; undefined if none was read. */
function settingsSentence(
  settings: Report['settings'],
  look: Pick<Look, 'shown'>,
): string | undefined {
  if (settings?.file === undefined) return undefined;
  const inFile = settings.chosen.filter(({ from }) => from === 'file');
  const texts = [...groupedBy(inFile, ({ project }) => project)].map(([project, list]) => {
    const keys = list.map(({ key }) => key).join(', ');
    return project === undefined ? keys : `${project || '.'}: ${keys}`;
  });
  const hidden = texts.length - mostSettings;
  const shown = [...texts.slice(0, mostSettings), ...(hidden > 0 ? [`${hidden} more`] : [])];
  const what = shown.length > 0 ? shown.join('; ') : 'nothing in force';
  return `Settings: ${shownPath(look, settings.file)} (${what})`;
}

/** The variant of a project before and after the run, or its state. */
export function variantText(project: ProjectReport, report: Report): string {
  const { variant, isRefused, moves, changes } = project;
  const isChanged =
    moves.length > 0 || changes.length > 0 || writtenUses(project, report).length > 0;
  const { a, b } = catalogueOf(report).names.variants;
  const short = distinctPart(b, a);
  if (isRefused) return 'not migrated';
  if (variant === 'unknown') return changes.length > 0 ? 'paths not changed' : 'not changed';
  if (variant === 'a' && moves.length > 0) return `already ${a}, only its layout changes`;
  if (variant === 'a') return changes.length > 0 ? `runs as ${a}` : `already ${a}`;
  return isChanged ? `${b} → ${short}` : `${b}, also valid in ${short}`;
}

/** The second name without the words that it shares with the first: `A` for `Variant B → A`. */
function distinctPart(first: string, second: string): string {
  const firstWords = first.split(' ');
  const secondWords = second.split(' ');
  const end = secondWords.findIndex((word, index) => word !== firstWords[index]);
  return end === -1 ? second : secondWords.slice(end).join(' ');
}

/** A path that cannot be read as an option. */
export function pathArgument(path: string): string {
  return path.startsWith('-') ? `./${path}` : path;
}

/** The command that undoes a run in a folder. */
export function undoCommandIn(folder: string): string {
  const isHere = folder === '' || folder === '.';
  return isHere ? 'fw-migrate undo' : `fw-migrate undo ${shellWord(pathArgument(folder))}`;
}

/** The commands that repeat and undo the run of a report, and their folder if it is not the migrated one. */
export function commandsOf(report: Report) {
  const { base, run, target } = report;
  const migrate = run?.command ?? commandFor(report, target);
  const where = base === '' ? '' : ' in the root of the repository';
  return { migrate, undo: undoCommandIn(base.slice(0, -1)), where };
}

/** A command for the projects of a report, with its edition unless their settings file names it. */
export function commandFor(report: Pick<Report, 'edition' | 'settings'>, args: string): string {
  const { edition, settings } = report;
  const isSetting = settings?.chosen.some(({ key, from }) => key === 'edition' && from === 'file');
  const option =
    edition?.from && !isSetting ? ` --edition ${shellWord(pathArgument(edition.from))}` : '';
  return `fw-migrate ${args}${option}`;
}
