import { groupedBy } from '../config/grouped.ts';
import { placeAt } from '../config/places.ts';
import { asWord } from '../project/layout.ts';
import type { Move } from '../project/moves.ts';
import { placeNow, positionText } from './places.ts';
import { present } from './plain.ts';
import type {
  FileReport,
  FollowUpReport,
  ProjectReport,
  Report,
  ReportPart,
  RunReport,
  SettledUseReport,
  StayingFolderReport,
  Summary,
} from './report.ts';

type Content = Pick<Report, 'projects' | 'elsewhere'>;

/** The parts of a report that hold files and follow-ups: its projects, and what belongs to none. */
export function partsOf({ projects, elsewhere }: Content): readonly ReportPart[] {
  return [...projects, elsewhere];
}

/** A report with other follow-ups in its parts. */
export function withFollowUps<R extends Content>(
  report: R,
  change: (followUps: readonly FollowUpReport[], part: ReportPart) => FollowUpReport[],
): R {
  const inPart = <Part extends ReportPart>(part: Part) => ({
    ...part,
    followUps: change(part.followUps, part),
  });
  return { ...report, projects: report.projects.map(inPart), elsewhere: inPart(report.elsewhere) };
}

export function allFollowUps(report: Content): FollowUpReport[] {
  return partsOf(report).flatMap(({ followUps }) => followUps);
}

/** What someone still has to do. */
export function openFollowUps(report: Content): FollowUpReport[] {
  return allFollowUps(report).filter(isOpen);
}

export function isOpen({ status }: FollowUpReport): boolean {
  return status !== 'done';
}

/** The group of a follow-up, in the order in which someone goes through them: what breaks silently comes first. */
export function groupOf({ status, breaksSilently, kind }: FollowUpReport): FollowUpGroup {
  if (status === 'done') return 'done';
  return breaksSilently ? 'first' : kind;
}

export type FollowUpGroup = 'first' | FollowUpReport['kind'] | 'done';

/** Every file, sorted by where it is before the run. */
export function allFiles(report: Content): FileReport[] {
  const files = partsOf(report).flatMap((part) => part.files);
  return files.toSorted((a, b) => ((a.from ?? a.path) < (b.from ?? b.path) ? -1 : 1));
}

/** Whether the text of a file changes, and not only its place. */
export function isEdited({ diff }: FileReport): boolean {
  return diff.includes('\n@@ ');
}

/** The uses of a project that need nothing at all. */
export function readUses({ settled = [] }: ProjectReport): readonly SettledUseReport[] {
  return settled.filter(({ transform }) => transform === undefined);
}

/** What was written into sources because of what they use, place by place. */
export function writtenUses({ settled = [] }: ProjectReport, report: Pick<Report, 'dryRun'>): string[] {
  return settled
    .filter(({ transform }) => transform !== undefined)
    .map((use) => `${usePlace(use, report)}: ${use.reason}`);
}

/** Where a use is now. */
export function usePlace(use: SettledUseReport, report: Pick<Report, 'dryRun'>): string {
  return positionText(placeNow(use, report));
}

/** The paths of files whose text changes for a reason, such as `references`. */
export function pathsChangedBy(reason: string, { files }: ReportPart): string[] {
  return files.filter(({ by }) => by.includes(reason)).map(({ path }) => path);
}

/** One message for each thing that is done to a config: a finding may take several changes. */
export function changeMessages(changes: ProjectReport['changes']): string[] {
  return [...new Set(changes.map(({ message, option, kind }) => message || `${kind} ${option}`))];
}

/** A move, and the files that it takes along: not those which a move inside it takes elsewhere. */
export interface MoveOfFiles extends Move {
  readonly files: readonly FileReport[];
  readonly isFolder: boolean;
}

export function movesOfFiles({ moves, files }: Pick<ProjectReport, 'moves' | 'files'>): MoveOfFiles[] {
  const starts = new Set(moves.map(({ from }) => from));
  const filesOf = groupedBy(files, ({ from = '' }) => innermost(from, starts));
  // All files of a folder may belong to moves inside it, which then say it all.
  const isEmptied = ({ from }: Move) =>
    !filesOf.has(from) && moves.some((other) => other.from.startsWith(`${from}/`));
  return moves
    .filter((move) => !isEmptied(move))
    .map((move) => {
      const taken = filesOf.get(move.from) ?? [];
      return { ...move, files: taken, isFolder: !taken.some(({ from }) => from === move.from) };
    });
}

/** The longest of some paths that is a path or a folder above it. */
function innermost(path: string, paths: ReadonlySet<string>): string | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
    if (paths.has(path.slice(0, end))) return path.slice(0, end);
  return undefined;
}

export function summaryOf(report: Content): Summary {
  const files = allFiles(report);
  const all = allFollowUps(report);
  const open = all.filter(isOpen);
  const decide = open.filter(({ kind }) => kind === 'decide').length;
  const refused = report.projects.filter(({ isRefused }) => isRefused).length;
  return {
    projects: report.projects.length,
    ...(refused > 0 ? { refused } : {}),
    moved: files.filter(({ from }) => from !== undefined).length,
    changed: files.filter(isEdited).length,
    decide,
    verify: open.length - decide,
    ...optionCounts(report),
    ...(all.some(({ status }) => status) ? { done: all.length - open.length } : {}),
  };
}

function optionCounts({ projects }: Content): Pick<Summary, 'options'> {
  const proofs = projects.map(({ proof }) => proof);
  const preserved = sum(proofs.map((proof) => proof.preserved));
  const changed = sum(proofs.map((proof) => proof.changed.length));
  const unknown = sum(proofs.map((proof) => proof.unknown.length));
  return preserved + changed + unknown === 0 ? {} : { options: { preserved, changed, unknown } };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** A number with what it counts. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The first of some names, and how many more there are: `a, b and 3 more`. */
export function enumerated(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return names.slice(0, most).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** What is known about a folder that stays, and what `--move` would bring. */
export function stayingSentence(
  { folder, name, files, references, saves }: StayingFolderReport,
  { dryRun }: Pick<Report, 'dryRun'>,
): string {
  const figures = `${counted(files, 'file')}, ${counted(references, 'reference')} to or from files that move`;
  const move = `\`--move ${asWord(name)}\``;
  const count = counted(Math.abs(saves), 'update');
  const [save, take] = dryRun ? ['would save', 'would need'] : ['would have saved', 'would have needed'];
  const effect =
    saves === 0 ? `${save} no updates` : saves > 0 ? `${save} ${count}` : `${take} ${count} more`;
  return `\`${folder}/\` ${dryRun ? 'stays' : 'stayed'} (${figures}): ${move} ${effect}`;
}

/** Says that a report covers a part of the run only; undefined if it covers all of it. */
export function shardSentence({ shard }: Pick<Report, 'shard'>): string | undefined {
  return shard && `Shard ${shard.index} of ${shard.count}: a part of the projects.`;
}

/** The version and the commit that a report was made with, for people. */
export function originText({ version, commit }: RunReport): string {
  return `version ${version}${commit === undefined ? '' : `, commit ${commit.slice(0, 12)}`}`;
}

/** The command that a report was made with, and what else it takes to repeat it; undefined if that is unknown. */
export function originSentence({ run }: Pick<Report, 'run'>): string | undefined {
  return run && `Made with ${run.command} (${originText(run)}).`;
}

// Enough to see that single projects have settings of their own.
const mostProjects = 3;

/** Which settings file was read, and what of it was in force; undefined if none was. */
export function settingsSentence(settings: Report['settings'], prefix = ''): string | undefined {
  if (settings?.file === undefined) return undefined;
  const inFile = settings.chosen.filter(({ from }) => from === 'file');
  const byProject = [...groupedBy(inFile, ({ project }) => project)];
  const texts = byProject.map(([project, list]) => {
    const keys = list.map(({ key }) => key).join(', ');
    return project === undefined ? keys : `${project || '.'}: ${keys}`;
  });
  const most = mostProjects + (byProject.some(([project]) => project === undefined) ? 1 : 0);
  const rest = texts.length - most;
  const shown = [...texts.slice(0, most), ...(rest > 0 ? [counted(rest, 'more project')] : [])];
  const what = shown.length > 0 ? shown.join('; ') : 'nothing in force';
  return `Settings: ${placeAt('', prefix + settings.file)} (${what})`;
}

/** What a dry run found, before its edits are shown. */
export function dryRunLine({ summary: { moved, changed } }: Pick<Report, 'summary'>): string {
  const files = `${counted(moved, 'file')} would be moved, ${counted(changed, 'file')} changed`;
  return `Dry run: ${files}. Nothing is written.`;
}

/** The summary in one line. */
export function countsLine(report: Report): string {
  const { projects, refused, moved, changed, decide, verify, done } = report.summary;
  const would = report.dryRun ? 'would be ' : '';
  const counts = present([
    counted(projects, 'project'),
    refused !== undefined && `${refused} of them not migrated`,
    `${counted(moved, 'file')} ${would}moved`,
    `${counted(changed, 'file')} ${would}changed`,
    `${decide} to decide`,
    `${verify} to verify`,
    done !== undefined && `${done} done`,
  ]);
  return present([`${counts.join(', ')}.`, shardSentence(report)]).join(' ');
}
