import { isAboutFile } from '../catalogue/follow-ups.ts';
import { type Catalogue, createCatalogue, type Edition, fwCatalogue } from '../catalogue/index.ts';
import { defined } from '../catalogue/shape.ts';
import { groupedBy } from '../config/grouped.ts';
import { type Position, positionText } from '../config/problem.ts';
import type { LinePlace } from '../plan/located.ts';
import type { Move } from '../project/moves.ts';
import { plainLine } from './plain.ts';
import type {
  FileReport,
  FollowUpReport,
  PlaceReport,
  ProjectReport,
  Report,
  ReportPart,
  SettledUseReport,
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
  return [...new Set(changes.map(({ message }) => message))];
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
  const proofs = report.projects.map(({ proof }) => proof);
  const options = {
    preserved: sum(proofs.map((proof) => proof.preserved)),
    changed: sum(proofs.map((proof) => proof.changed.length)),
    unknown: sum(proofs.map((proof) => proof.unknown.length)),
  };
  return defined({
    projects: report.projects.length,
    refused: report.projects.filter(({ isRefused }) => isRefused).length || undefined,
    moved: files.filter(({ from }) => from !== undefined).length,
    changed: files.filter(isEdited).length,
    ...{ decide, verify: open.length - decide },
    options: sum(Object.values(options)) === 0 ? undefined : options,
    done: all.some(({ status }) => status) ? all.length - open.length : undefined,
  });
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

const known = new WeakMap<object, Catalogue>();

/** The catalogue that the texts of a report speak with: it carries the edition that it was made with. */
export function catalogueOf({ edition }: Pick<Report, 'edition'>): Catalogue {
  if (!edition) return fwCatalogue;
  // Whoever makes or reads a report has checked it.
  const found = known.get(edition) ?? createCatalogue(edition.overlay as Edition);
  known.set(edition, found);
  return found;
}

/** Every place that a follow-up is about, each once; its own place comes first. */
export function placesOf(followUp: FollowUpReport): readonly PlaceReport[] {
  const places = new Map(
    [ownPlace(followUp), ...followUp.evidence].map((place) => [positionText(place), place]),
  );
  return [...places.values()];
}

/** The places that a follow-up lists; its own if it lists none. */
export function evidenceOf(followUp: PlaceReport & Pick<FollowUpReport, 'evidence'>): readonly PlaceReport[] {
  return followUp.evidence.length > 0 ? followUp.evidence : [followUp];
}

/** The place that a follow-up is reported at. */
export function ownPlace({ file, line, column, text, after }: FollowUpReport): PlaceReport {
  return { file, line, column, text, ...(after ? { after } : {}) };
}

/** Whether a follow-up of this code is about the file of a place as a whole: it stands at its very start then. */
export function isWholeFile(code: string, { line, column }: Position): boolean {
  return line === 1 && column === 1 && isAboutFile(code);
}

/** Where someone finds a place now: as it is before the run after a dry one, else as it is afterwards. */
export function placeNow({ after, ...before }: PlaceReport, { dryRun }: Pick<Report, 'dryRun'>): LinePlace {
  return dryRun ? before : (after ?? before);
}

/** Whether the line of a place is another one now, or gone. */
export function isRewritten(place: PlaceReport, report: Pick<Report, 'dryRun'>): boolean {
  return placeNow(place, report).text.trim() !== place.text.trim();
}

/** A place as someone finds it now, in a file as the git repository names it. */
export function repositoryPlace(place: PlaceReport, report: Pick<Report, 'dryRun' | 'base'>): LinePlace {
  const { file, line, column, text } = placeNow(place, report);
  return { file: report.base + file, line, column, text };
}

// A minified line would bury the rest.
const widest = 300;

/** A line to show beside its place: without its indentation, and if it is long only the part near the column. */
export function excerptOf({ text, column }: Pick<LinePlace, 'text' | 'column'>): string {
  const line = text.trimEnd();
  const indent = line.length - line.trimStart().length;
  const start = line.length - indent <= widest ? indent : Math.max(indent, column - 1 - widest / 2);
  const shown = line.slice(start, start + widest);
  const rest = start + widest < line.length;
  return plainLine(`${start > indent ? '…' : ''}${shown.replaceAll('\t', ' ')}${rest ? '…' : ''}`);
}
