import type { FollowUpKind } from '../catalogue/follow-ups.ts';
import type { Position } from '../config/problem.ts';
import type { Look } from './look.ts';
import { isWholeFile } from './places.ts';
import { plainLine } from './plain.ts';
import type { Status } from './report.ts';
import { hanging } from './wrap.ts';

/** A follow-up as it is told on a terminal. */
export interface ToldFollowUp {
  readonly kind: FollowUpKind;
  readonly code: string;
  readonly message: string;
  readonly status?: Status | undefined;
  /** At least one. */
  readonly places: readonly ToldPlace[];
}

interface ToldPlace extends Position {
  /** The line that stands there, where it is known. */
  readonly text?: string;
  /** What stood there, where a run has changed it. */
  readonly before?: LineAt;
}

interface LineAt {
  readonly column: number;
  readonly text: string;
}

/** The list of what a person must decide or look at. */
export function followUpLines(followUps: readonly ToldFollowUp[], look: Look): string[] {
  return followUps.flatMap((followUp) => {
    const { message, code, status, places } = followUp;
    const shown = places.slice(0, look.verbose ? places.length : mostPlaces);
    const rest = places.length - shown.length;
    const text = (status === 'new' ? 'new: ' : '') + plainLine(message);
    return [
      hanging(`  ${markOf(followUp, look)}`, 8, text, look.width),
      ...shown.flatMap((place, index) => placeLines(place, code, index === 0, look)),
      ...(rest > 0 ? [dimmed(`and ${rest} more; --verbose lists them`, look)] : []),
    ];
  });
}

// More would push what comes next out of sight.
const mostPlaces = 3;
const margin = ' '.repeat(9);

function markOf({ kind, status }: ToldFollowUp, { colors }: Look): string {
  if (status === 'done') return colors.green('done  ');
  const mark = kind === 'decide' ? colors.red('decide') : colors.yellow('verify');
  return status === 'new' ? colors.bold(mark) : mark;
}

/** A place, the code behind the first one, and the line that it is about. */
function placeLines(place: ToldPlace, code: string, isFirst: boolean, look: Look): string[] {
  const { file, line, column, text = '', before } = place;
  const name = `${plainLine(file)}:${line}:${column}`;
  const named = dimmed(isFirst ? [name, `· ${plainLine(code)}`] : [name], look);
  if (isWholeFile(code, place)) return [named];
  if (before)
    return [named, ...frameLines('was', before, look), ...frameLines(line, { column, text }, look, false)];
  return [named, ...frameLines(line, { column, text }, look)];
}

function dimmed(text: string | readonly string[], { colors, width }: Look): string {
  return colors.dim(hanging(margin.slice(1), margin.length - 1, text, width));
}

// Of a longer line only what is around the column helps; also where there is no edge to keep to.
const widestFrame = 100;

/** A line behind its number, with a mark under the column where it is the one in question. */
function frameLines(
  number: number | 'was',
  { column, text }: LineAt,
  { colors, width }: Look,
  isMarked = true,
): string[] {
  if (text.trim() === '') return [];
  const room = Math.max(20, Math.min(widestFrame, (width ?? widestFrame) - margin.length - 8));
  const indent = Math.min(text.search(/\S|$/), column - 1);
  const start = column - 1 - indent < room - 10 ? indent : column - 1 - Math.floor(room / 2);
  const shown = plainLine(text.slice(start, start + room).replaceAll('\t', ' '));
  const gutter = (name: string) => colors.dim(`${margin}${name.padStart(4)} │ `);
  const marked = `${gutter('')}${' '.repeat(Math.max(0, column - 1 - start))}${colors.bold('^')}`;
  return [`${gutter(String(number))}${shown}`, ...(isMarked ? [marked] : [])];
}
