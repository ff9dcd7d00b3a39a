/** The sentences that several formats share, so that each fact is worded once. */

import { groupedBy } from '../base/grouped.ts';
import { placeAt } from '../base/paths.ts';
import { shellWord } from '../base/shell.ts';
import { listedTexts } from '../plan/follow-up.ts';
import { type Look, plainLine, present, shownPath } from './printing.ts';
import type {
  ProjectReport,
  Report,
  ReportPart,
  RunReport,
  StayingFolderReport,
} from './report.ts';
import { allFiles, catalogueOf, type RunKind, sum, writtenUses } from './summary.ts';

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
  const { projects, refused, moved, changed, decide, verify, done } = report.summary;
  const would = report.dryRun ? 'would be ' : '';
  const files = `${counted(moved, 'file')} ${would}moved, ${counted(changed, 'file')} ${would}changed`;
  const counts = present([
    counted(projects, 'project'),
    refused !== undefined && `${refused} of them not migrated`,
    moved + changed === 0 ? 'nothing to change' : files,
    `${decide} to decide`,
    `${verify} to verify`,
    done !== undefined && `${done} done`,
  ]);
  const sentences = [leftSentence(report), leftOutSentence(report), shardSentence(report)];
  return present([`${counts.join(', ')}.`, ...sentences]).join(' ');
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

/** The folders that stay: in one sentence those whose move would save updates, and then each of the others. */
export function stayingSentences(
  staying: readonly StayingFolderReport[],
  report: RunKind,
  look: Pick<Look, 'shown'> = {},
): string[] {
  const worth = staying.filter(({ saves }) => saves > 0);
  const others = staying.filter(({ saves }) => saves <= 0).map((entry) => [entry]);
  const groups = worth.length > 0 ? [worth, ...others] : others;
  return groups.map((group) => stayingSentence(group, report, look));
}

/** The facts about folders that stay, and the effect of `--move`. */
function stayingSentence(
  group: readonly StayingFolderReport[],
  { dryRun }: RunKind,
  look: Pick<Look, 'shown'>,
): string {
  const total = (key: 'files' | 'references' | 'saves') => sum(group.map((entry) => entry[key]));
  const saves = total('saves');
  const figures = `${counted(total('files'), 'file')}, ${counted(total('references'), 'reference')} to or from files that move`;
  const move = `\`--move ${group.map(({ name }) => shellWord(name)).join(' ')}\``;
  const folders = group.map(({ folder }) => `\`${shownPath(look, folder)}/\``);
  const verb = dryRun ? (group.length > 1 ? 'stay' : 'stays') : 'stayed';
  const count = counted(Math.abs(saves), 'update');
  const [save, take] = dryRun
    ? ['would save', 'would need']
    : ['would have saved', 'would have needed'];
  const effect =
    saves === 0
      ? `${save} no updates`
      : saves > 0
        ? `${save} about ${count}`
        : `${take} about ${count} more`;
  return `${listedTexts(folders)} ${verb} (${figures}): ${move} ${effect}`;
}

/** The result of a check in a sentence, and its details. */
export interface Verified {
  readonly sentence: string;
  readonly details: readonly string[];
}

/** What was verified about a project: its options and places, and its uses of changed defaults. */
export function verifiedProject(project: ProjectReport, report: Report): Verified[] {
  const { preserved, changed, unknown, beside } = project.proof;
  const options = present([
    counted(preserved, 'option keeps its effect', 'options keep their effect'),
    changed.length > 0 && changedText(project, report),
    unknown.length > 0 && `${unknown.length} cannot be determined without running the config`,
  ]);
  return present<Verified>([
    preserved + changed.length + unknown.length > 0 && {
      sentence: `Verified: ${options.join('; ')}`,
      details: [
        ...changed.map(({ option, why }) => `\`${option}\`: ${why}`),
        ...unknown.map(({ option, why }) => `\`${option}\`: unknown: it ${why}`),
        ...layoutSentences(project, report),
      ],
    },
    beside !== undefined && { sentence: beside, details: [] },
  ]);
}

/** The options that change, and how many of them in which way. */
function changedText({ proof: { changed }, options }: ProjectReport, { dryRun }: RunKind): string {
  const rows = new Map(options.map((row) => [row.option, row.change]));
  const ways = groupedBy(changed, ({ option, before, after }) => {
    const isDefault = [before, after].every((value) => 'from' in value && value.from === 'default');
    return isDefault
      ? 'with a new default'
      : (waysToChange[rows.get(option) ?? ''] ?? 'with a new value');
  });
  const list = [...ways].map(([way, { length }]) => `${length} ${way}`);
  const did = dryRun ? 'would change' : 'changed';
  return `${counted(changed.length, 'option')} ${did} as the migration wants: ${list.join(', ')}`;
}

const waysToChange: { readonly [change: string]: string } = {
  moved: 'moved',
  renamed: 'moved',
  ended: 'removed',
};

const reasons = {
  told: 'see the follow-up',
  asked: 'as requested',
  before: 'and did not before',
} as const;

/** The places where the framework will find each kind of file, and the files that it no longer finds. */
function layoutSentences({ proof }: ProjectReport, report: Report): string[] {
  const { a } = catalogueOf(report).names.variants;
  const { places, orphans, appFolder } = proof;
  const existing = places.filter(({ exists, place }) => exists && place !== undefined);
  const list = existing.map(({ kind, place }) => `${kind} in \`${place}\``).join(', ');
  return present([
    existing.length > 0 && `${a} finds ${list}.`,
    ...orphans.map(
      ({ kind, left, why }) => `${a} does not look for ${kind} in \`${left}\` (${reasons[why]}).`,
    ),
    appFolder,
  ]);
}

/** What was verified about the files; nothing if none was checked. */
export function verifiedFiles(report: Report): Verified[] {
  const { references, texts } = report.proof;
  const parts = present([
    referencesSentence(references),
    texts > 0 && `no edits outside the planned changes in ${counted(texts, 'file')}`,
  ]);
  const { checked, ledNowhere = [], notCheckable = [] } = references;
  const how =
    'Every string, attribute and `url()` with a slash was checked as a path before and after. Comments, prose, content, public files and names without a slash were not.';
  const details = present([
    checked + notCheckable.length > 0 && how,
    ...ledNowhere.map(
      ({ file, line, text }) => `\`${text}\` (${file}:${line}) was already broken before.`,
    ),
    ...notCheckable.map(({ file, line, text }) => `\`${text}\` (${file}:${line}) was not checked.`),
  ]);
  const { moved, changed } = report.summary;
  return present<Verified>([
    parts.length > 0 && { sentence: `Verified: ${parts.join('; ')}`, details },
    moved + changed > 0 && { sentence: coverageSentence(report), details: [] },
  ]);
}

/** What "Verified" covers, what it does not cover, and the next command. */
function coverageSentence(report: Report): string {
  const covered =
    'Verified means that names reach the same files, options keep their effect, and auto-imported names stay the same';
  const isKnown = report.projects.some(({ found }) => found);
  const verify = `run \`fw-migrate verify${isKnown ? '' : ' --prepare'}\``;
  const next = catalogueOf(report).facts.generatedLists.length > 0 ? verify : 'build it';
  return `${covered}; not that the project builds: ${next} ${report.dryRun ? 'after the migration' : 'next'}.`;
}

function referencesSentence(references: Report['proof']['references']): string {
  const { same, followed, brokenBefore, notCheckable = [] } = references;
  const resolved = same + followed;
  const aliases = [...new Set(notCheckable.map(({ alias }) => `\`${alias}\``))];
  const kept = counted(
    resolved,
    'reference still resolves to the same file',
    'references still resolve to the same files',
  );
  const parts = [
    resolved > 0 && kept,
    followed > 0 && `${followed} rewritten`,
    brokenBefore > 0 && `${brokenBefore} already broken before`,
    aliases.length > 0 &&
      `${notCheckable.length} not checkable: ${listedTexts(aliases, 3)} ${aliases.length === 1 ? 'is' : 'are'} not defined in a way that can be read`,
  ];
  return present(parts).join(', ');
}

/** The files that change for other reasons than their config, each kind with a sentence for their names. */
export function fileUpdates({ files }: ReportPart, report: Report) {
  const { a } = catalogueOf(report).names.variants;
  const [update, updated] = report.dryRun
    ? ['Would update', 'would be updated']
    : ['Updated', 'updated'];
  const inFiles = (what: string) => (names: string, count: number) =>
    `${update} ${what} in ${counted(count, 'file')}${names && `: ${names}`}`;
  const forFramework = (names: string) => `${names} ${updated} for ${a}`;
  const kinds = [
    { reason: 'references', isLong: true, sentence: inFiles('references') },
    { reason: 'tooling', isLong: false, sentence: inFiles('paths of tools') },
    { reason: 'framework', isLong: false, sentence: forFramework },
  ];
  return kinds.flatMap(({ reason, ...kind }) => {
    const paths = files.filter(({ by }) => by.includes(reason)).map(({ path }) => path);
    return paths.length > 0 ? { ...kind, paths } : [];
  });
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
