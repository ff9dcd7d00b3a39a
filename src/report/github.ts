import { catalogueOf } from './catalogue-of.ts';
import { placesOf, positionText, repositoryPlace } from './places.ts';
import { visible, visibleLine } from './plain.ts';
import type { FollowUpReport, Report } from './report.ts';
import { countsLine, openFollowUps, originSentence } from './summary.ts';

/** The report as annotations of a GitHub workflow: one command a line, whatever the texts hold. */
export function githubOf(report: Report): string {
  const lines = openFollowUps(report)
    .flatMap((followUp) => annotationsOf(followUp, report))
    // GitHub shows only the first few of each kind: what sums up comes first, and further places of a finding last.
    .toSorted((a, b) => a.round - b.round)
    .map(({ line }) => line);
  const summed = [countsLine(report), originSentence(report)].filter((text) => text !== undefined).join(' ');
  return [command('notice', { title: 'fw-migrate' }, summed), ...lines].map((line) => `${line}\n`).join('');
}

interface Annotation {
  /** Which of its places it is for. */
  readonly round: number;
  readonly line: string;
}

// Nobody looks at more in a pull request.
const mostPlaces = 10;

function annotationsOf(followUp: FollowUpReport, report: Report): Annotation[] {
  const { kind, code, message } = followUp;
  const places = placesOf(followUp).map((place) => repositoryPlace(place, report));
  const title = catalogueOf(report).followUpText(code)?.title.replaceAll('`', '') ?? code;
  return places.slice(0, mostPlaces).map(({ file, line, column }, round) => {
    const properties = { file, line, col: column, title: `To ${kind}: ${title}` };
    const level = kind === 'decide' ? 'warning' : 'notice';
    const text = round === 0 ? message : `${title}: ${furtherText(places.map(positionText), round)}`;
    return { round, line: command(level, properties, text) };
  });
}

/** The message is about the first place, and may name what stands there. */
function furtherText(names: readonly string[], round: number): string {
  const rest = round === mostPlaces - 1 ? names.length - mostPlaces : 0;
  const more = rest > 0 ? ` ${rest === 1 ? '1 more place is' : `${rest} more places are`} not shown.` : '';
  return `one of ${names.length} places; see ${names[0]} for details.${more}`;
}

type Properties = { readonly [name: string]: string | number };

function command(level: 'warning' | 'notice', properties: Properties, message: string): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${propertyText(String(value))}`);
  return `::${level} ${list.join(',')}::${dataText(visibleLine(message))}`;
}

/** Escaped as the runner expects it. */
function dataText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function propertyText(text: string): string {
  return dataText(visible(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
