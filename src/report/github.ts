import { followUps as catalogue, isFollowUpCode } from '../reference/follow-ups.ts';
import { placesOf, repositoryPlace } from './places.ts';
import { plain, plainLine } from './plain.ts';
import { countsLine } from './pretty.ts';
import { type FollowUpReport, openFollowUps, type Report } from './report.ts';

/** The report as annotations of a GitHub workflow: one command a line, whatever the texts hold. */
export function githubOf(report: Report): string {
  const lines = openFollowUps(report)
    .flatMap((followUp) => annotationsOf(followUp, report))
    // GitHub shows only the first few of each kind: every finding comes before the further places of one.
    .toSorted((a, b) => a.round - b.round)
    .map(({ line }) => line);
  return [...lines, command('notice', { title: 'fw-migrate' }, countsLine(report))]
    .map((line) => `${line}\n`)
    .join('');
}

interface Annotation {
  /** Which of its places it is for. */
  readonly round: number;
  readonly line: string;
}

// As many as anybody looks at in a pull request.
const mostPlaces = 10;

function annotationsOf(followUp: FollowUpReport, report: Report): Annotation[] {
  const { kind, code, message } = followUp;
  const places = placesOf(followUp);
  const rest = places.length - mostPlaces;
  const title = titleOf(kind, code);
  return places.slice(0, mostPlaces).map((place, round) => {
    const { file, line, column } = repositoryPlace(place, report);
    const more = round === mostPlaces - 1 && rest > 0 ? ` (and ${rest} more places)` : '';
    const properties = { file, line, col: column, title };
    const level = kind === 'decide' ? 'warning' : 'notice';
    return { round, line: command(level, properties, message + more) };
  });
}

function titleOf(kind: FollowUpReport['kind'], code: string): string {
  const title = isFollowUpCode(code) ? catalogue[code].title.replaceAll('`', '') : code;
  return `To ${kind}: ${title}`;
}

type Properties = { readonly [name: string]: string | number };

function command(level: 'warning' | 'notice', properties: Properties, message: string): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${propertyText(String(value))}`);
  return `::${level} ${list.join(',')}::${dataText(plainLine(message))}`;
}

/** As the runner reads it back. */
function dataText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function propertyText(text: string): string {
  return dataText(plain(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
