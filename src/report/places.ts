import { isAboutFile } from '../catalogue/follow-ups.ts';
import { type Position, positionText } from '../config/problem.ts';
import type { LinePlace } from '../plan/located.ts';
import { plainLine } from './plain.ts';
import type { FollowUpReport, PlaceReport, Report } from './report.ts';

export { positionText };

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
