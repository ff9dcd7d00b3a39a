import { followUps as catalogue, isFollowUpCode } from '../catalogue/follow-ups.ts';
import type { LinePlace } from '../plan/located.ts';
import { placesOf, repositoryPlace } from './places.ts';
import { visible, visibleLine } from './plain.ts';
import { countsLine } from './pretty.ts';
import { type FollowUpReport, openFollowUps, type Report } from './report.ts';

/** The report as annotations of a GitHub workflow: one command a line, whatever the texts hold. */
export function githubOf(report: Report): string {
  const lines = openFollowUps(report)
    .flatMap((followUp) => annotationsOf(followUp, report))
    // GitHub shows only the first few of each kind: what sums up comes first, and further places of a finding last.
    .toSorted((a, b) => a.round - b.round)
    .map(({ line }) => line);
  return [command('notice', { title: 'fw-migrate' }, countsLine(report)), ...lines]
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
  const { kind, message } = followUp;
  const places = placesOf(followUp).map((place) => repositoryPlace(place, report));
  const title = titleOf(followUp);
  return places.slice(0, mostPlaces).map(({ file, line, column }, round) => {
    const properties = { file, line, col: column, title: `To ${kind}: ${title}` };
    const level = kind === 'decide' ? 'warning' : 'notice';
    const text = round === 0 ? message : `${title}: ${furtherText(places, round)}`;
    return { round, line: command(level, properties, text) };
  });
}

function titleOf({ code }: FollowUpReport): string {
  return isFollowUpCode(code) ? catalogue[code].title.replaceAll('`', '') : code;
}

/** The message is about the first place, and may name what stands there. */
function furtherText(places: readonly LinePlace[], round: number): string {
  const [first] = places;
  const rest = round === mostPlaces - 1 ? places.length - mostPlaces : 0;
  const more = rest > 0 ? ` ${rest === 1 ? '1 more place is' : `${rest} more places are`} not shown.` : '';
  return `one of ${places.length} places, of which ${first?.file}:${first?.line}:${first?.column} tells more.${more}`;
}

type Properties = { readonly [name: string]: string | number };

function command(level: 'warning' | 'notice', properties: Properties, message: string): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${propertyText(String(value))}`);
  return `::${level} ${list.join(',')}::${dataText(visibleLine(message))}`;
}

/** As the runner reads it back. */
function dataText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function propertyText(text: string): string {
  return dataText(visible(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
