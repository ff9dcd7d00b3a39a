import { isAboutFile } from '../catalogue/follow-ups.ts';
import type { Position } from '../config/problem.ts';
import type { LinePlace } from '../plan/located.ts';
import { type FollowUpReport, type PlaceReport, placeNow, type Report } from './report.ts';

/** Every place that a follow-up is about, each once; the one that it is told at comes first. */
export function placesOf(followUp: FollowUpReport): readonly PlaceReport[] {
  const { file, line, column, text, after, evidence } = followUp;
  const own = { file, line, column, text, ...(after ? { after } : {}) };
  const places = new Map([own, ...evidence].map((place) => [keyOf(place), place]));
  return [...places.values()];
}

function keyOf({ file, line, column }: Position): string {
  return `${line}:${column}:${file}`;
}

/** Whether a follow-up of this code is about the file of a place as a whole: it stands at its very start then. */
export function isWholeFile(code: string, { line, column }: Position): boolean {
  return line === 1 && column === 1 && isAboutFile(code);
}

/** Whether the line of a place is another one now, or gone. */
export function isRewritten(place: PlaceReport, report: Pick<Report, 'dryRun'>): boolean {
  return placeNow(place, report).text.trim() !== place.text.trim();
}

/** A place as a person finds it now, in a file as the git repository names it. */
export function repositoryPlace(place: PlaceReport, report: Pick<Report, 'dryRun' | 'base'>): LinePlace {
  const { file, line, column, text } = placeNow(place, report);
  return { file: report.base + file, line, column, text };
}
