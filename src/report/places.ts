import type { Place } from '../plan/located.ts';
import { type FollowUpReport, type PlaceReport, placeNow, type Report } from './report.ts';

/** Every place that a follow-up is about, each once; the one that it is told at comes first. */
export function placesOf(followUp: FollowUpReport): readonly PlaceReport[] {
  const { file, line, column, text, after, evidence } = followUp;
  const own = { file, line, column, text, ...(after ? { after } : {}) };
  const places = new Map([own, ...evidence].map((place) => [keyOf(place), place]));
  return [...places.values()];
}

function keyOf({ file, line, column }: Place): string {
  return `${line}:${column}:${file}`;
}

/** What is about a file as a whole stands at its very start. */
export function isWholeFile({ line, column }: Place): boolean {
  return line === 1 && column === 1;
}

/** A place as a person finds it now, in a file as the git repository names it. */
export function repositoryPlace(place: PlaceReport, report: Pick<Report, 'dryRun' | 'base'>): Place {
  const { file, line, column, text } = placeNow(place, report);
  return { file: report.base + file, line, column, text };
}
