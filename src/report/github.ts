import { positionText } from '../config/problem.ts';
import { present, visible, visibleLine } from './plain.ts';
import type { FollowUpReport, Report } from './report.ts';
import { counted, countsLine, originSentence } from './sentences.ts';
import { catalogueOf, openFollowUps, placesOf, repositoryPlace } from './summary.ts';

/** The report as annotations of a GitHub workflow, one escaped command per line. */
export function githubOf(report: Report): string {
  const annotations = openFollowUps(report).flatMap((followUp) => annotationsOf(followUp, report));
  // GitHub shows only the first few of each kind, so further places of a follow-up come last.
  const lines = annotations.toSorted((a, b) => a.round - b.round).map(({ line }) => line);
  const summed = present([countsLine(report), originSentence(report)]).join(' ');
  return [command('notice', { title: 'fw-migrate' }, summed), ...lines].map((line) => `${line}\n`).join('');
}

// Nobody reads more places of one follow-up in a pull request.
const mostPlaces = 10;

/** One annotation for each place; `round` is the index of the place. */
function annotationsOf(followUp: FollowUpReport, report: Report) {
  const { kind, code, message } = followUp;
  const places = placesOf(followUp);
  const first = places[0] && positionText(repositoryPlace(places[0], report));
  const title = catalogueOf(report).followUpText(code)?.title.replaceAll('`', '') ?? code;
  const hidden = places.length - mostPlaces;
  return places.slice(0, mostPlaces).map((place, round) => {
    const { file, line, column } = repositoryPlace(place, report);
    const properties = { file, line, col: column, title: `To ${kind}: ${title}` };
    const level = kind === 'decide' ? 'warning' : 'notice';
    const text = present([
      message,
      place.reason !== undefined && `Here: ${place.reason}.`,
      round > 0 && `Place ${round + 1} of ${places.length}, the first is ${first}.`,
      round === mostPlaces - 1 &&
        hidden > 0 &&
        `${counted(hidden, 'more place is', 'more places are')} not shown.`,
    ]).join(' ');
    return { round, line: command(level, properties, text) };
  });
}

function command(level: 'warning' | 'notice', properties: object, message: string): string {
  const list = Object.entries(properties).map(([name, value]) => {
    const text = dataText(visible(String(value)));
    return `${name}=${text.replaceAll(':', '%3A').replaceAll(',', '%2C')}`;
  });
  return `::${level} ${list.join(',')}::${dataText(visibleLine(message))}`;
}

/** Escapes a text for the runner. */
function dataText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
