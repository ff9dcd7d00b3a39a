/**
 * Counts, groups and picks out the parts of a report that formats ask for, such as open follow-ups and moves with their
 * files.
 */

import { groupedBy } from '../base/grouped.ts';
import { memo } from '../base/memo.ts';
import { columnInPart, type Position, positionText } from '../base/position.ts';
import { followUpRow } from '../catalogue/follow-ups.ts';
import { type Catalogue, createCatalogue, type Edition, fwCatalogue } from '../catalogue/index.ts';
import { defined } from '../catalogue/shape.ts';
import { excerptAround } from '../config/problem.ts';
import type { LinePlace } from '../plan/located.ts';
import { createOwnerFinder } from '../tree/discover.ts';
import type { Move } from '../tree/moves.ts';
import { plainLine } from './printing.ts';
import type {
  FileReport,
  FollowUpReport,
  PlaceReport,
  ProjectReport,
  Report,
  ReportPart,
  Summary,
} from './report.ts';

type Content = Pick<Report, 'projects' | 'elsewhere'>;

/** Whether a report is about a run or a dry run. */
export type RunKind = Pick<Report, 'dryRun'>;

/** The parts of a report with files and follow-ups: its projects, and the part outside all projects. */
function partsOf({ projects, elsewhere }: Content): readonly ReportPart[] {
  return [...projects, elsewhere];
}

/** Replaces the follow-ups of each project and those outside all projects, and counts them again. */
export function withFollowUps<R extends Content>(
  report: R,
  change: (
    followUps: readonly FollowUpReport[],
    project: ProjectReport | undefined,
  ) => FollowUpReport[],
): R & Pick<Report, 'summary'> {
  const projects = report.projects.map((project) => {
    return { ...project, followUps: change(project.followUps, project) };
  });
  const elsewhere = {
    ...report.elsewhere,
    followUps: change(report.elsewhere.followUps, undefined),
  };
  return { ...report, projects, elsewhere, summary: summaryOf({ projects, elsewhere }) };
}

export function allFollowUps(report: Content): FollowUpReport[] {
  return partsOf(report).flatMap(({ followUps }) => followUps);
}

/** The follow-ups that are not done. */
export function openFollowUps(report: Content): FollowUpReport[] {
  return allFollowUps(report).filter(isOpen);
}

export function isOpen({ status }: FollowUpReport): boolean {
  return status !== 'done';
}

/** The group of a follow-up; follow-ups that break silently come first. */
export function groupOf({ status, breaksSilently, kind }: FollowUpReport): FollowUpGroup {
  if (status === 'done') return 'done';
  return breaksSilently ? 'first' : kind;
}

export type FollowUpGroup = 'first' | FollowUpReport['kind'] | 'done';

/** Every file, sorted by its path before the run. */
export function allFiles(report: Content): FileReport[] {
  const files = partsOf(report).flatMap((part) => part.files);
  return files.toSorted((a, b) => ((a.from ?? a.path) < (b.from ?? b.path) ? -1 : 1));
}

/** Whether the text of a file changes, and not only its path. */
export function isEdited({ diff }: FileReport): boolean {
  return diff.includes('\n@@ ');
}

/** The edits of sources that use changed behaviour, place by place. */
export function writtenUses({ settled = [] }: ProjectReport, report: RunKind): string[] {
  const written = settled.filter(({ transform }) => transform !== undefined);
  return written.map((use) => `${positionText(placeNow(use, report))}: ${use.reason}`);
}

/** The messages of all changes, each once: changes of the same finding share a message. */
export function changeMessages(changes: ProjectReport['changes']): string[] {
  return [...new Set(changes.map(({ message }) => message))];
}

/** A move with its files, except for files that a move inside it takes elsewhere. */
export interface MoveOfFiles extends Move {
  readonly files: readonly FileReport[];
  readonly isFolder: boolean;
}

export function movesOfFiles({
  moves,
  files,
}: Pick<ProjectReport, 'moves' | 'files'>): MoveOfFiles[] {
  const moveOf = createOwnerFinder(moves.map(({ from }) => from));
  const filesOf = groupedBy(files, ({ from = '' }) => moveOf(from));
  // If all files of a folder belong to moves inside it, the folder itself is not listed.
  const isEmptied = ({ from }: Move) =>
    !filesOf.has(from) && moves.some((inner) => inner.from.startsWith(`${from}/`));
  return moves.flatMap((move) => {
    if (isEmptied(move)) return [];
    const taken = filesOf.get(move.from) ?? [];
    return { ...move, files: taken, isFolder: !taken.some(({ from }) => from === move.from) };
  });
}

export function summaryOf(report: Content): Summary {
  const files = allFiles(report);
  const all = allFollowUps(report);
  const remaining = all.filter(isOpen);
  const decide = remaining.filter(({ kind }) => kind === 'decide').length;
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
    decide,
    verify: remaining.length - decide,
    options: sum(Object.values(options)) === 0 ? undefined : options,
    done: all.some(({ status }) => status) ? all.length - remaining.length : undefined,
  });
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

const catalogues = new WeakMap<object, Catalogue>();

/** The catalogue for the texts of a report, made from the edition in the report. */
export function catalogueOf({ edition }: { readonly edition?: Report['edition'] }): Catalogue {
  if (!edition) return fwCatalogue;
  // The edition was checked when the report was made or read.
  return memo(catalogues, edition, () => createCatalogue(edition.overlay as Edition));
}

/** The places of a follow-up: those that it lists or, if it lists none, its own. */
export function placesOf(
  followUp: PlaceReport & Pick<FollowUpReport, 'evidence'>,
): readonly PlaceReport[] {
  return followUp.evidence.length > 0 ? followUp.evidence : [followUp];
}

/** Whether a follow-up with this code is about a file as a whole: its place is then the start of the file. */
export function isWholeFile(code: string, { line, column }: Position): boolean {
  return line === 1 && column === 1 && followUpRow(code)?.about === 'file';
}

/** The place in the current files: before the run if it is a dry run, else after the run. */
export function placeNow({ after, ...before }: PlaceReport, { dryRun }: RunKind): LinePlace {
  const { file, line, column, text, textColumn } = dryRun ? before : (after ?? before);
  return { file, line, column, text, ...(textColumn !== undefined && { textColumn }) };
}

/** Whether the line of a place was changed or removed. */
export function isRewritten(place: PlaceReport, report: RunKind): boolean {
  return placeNow(place, report).text.trim() !== place.text.trim();
}

/** The current place, with a path relative to the root of the git repository. */
export function repositoryPlace(
  place: PlaceReport,
  report: Pick<Report, 'dryRun' | 'base'>,
): LinePlace {
  const now = placeNow(place, report);
  return { ...now, file: report.base + now.file };
}

/** A line without its indentation; of a long line, only the part near the column. */
export function excerptOf(place: Omit<LinePlace, 'file' | 'line'>): string {
  const [text, column] = [place.text, columnInPart(place)];
  const indent = text.search(/\S|$/);
  const show = (part: string) => plainLine(part.replaceAll('\t', ' '));
  // A longer line is probably minified.
  return excerptAround(text.slice(indent).trimEnd(), Math.max(0, column - 1 - indent), 300, show)
    .text;
}
