import type { Position } from '../config/problem.ts';
import type { FollowUpKind } from '../reference/follow-ups.ts';
import type { Look } from './look.ts';
import { plainLine } from './plain.ts';
import type { Status } from './report.ts';
import { hanging } from './wrap.ts';

/** A follow-up as it is told on a terminal. */
export interface ToldFollowUp {
  readonly kind: FollowUpKind;
  readonly code: string;
  readonly message: string;
  readonly status?: Status | undefined;
  /** At least one; the line that stands there is shown where it is known. */
  readonly places: readonly (Position & { readonly text?: string })[];
}

/** The list of what a person must decide or look at. */
export function followUpLines(followUps: readonly ToldFollowUp[], look: Look): string[] {
  return followUps.flatMap((followUp) => {
    const { colors, width } = look;
    const { message, code, places } = followUp;
    const mark = markOf(followUp, look);
    const [first, ...others] = places.slice(0, look.verbose ? places.length : mostPlaces);
    const rest = places.length - 1 - others.length;
    return [
      hanging(`  ${mark}`, 8, plainLine(message), width),
      ...(first ? placeLines(first, ` · ${plainLine(code)}`, look) : []),
      ...others.flatMap((place) => placeLines(place, '', look)),
      ...(rest > 0 ? [colors.dim(`${margin}and ${rest} more; --verbose lists them`)] : []),
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

function placeLines(place: ToldFollowUp['places'][number], note: string, look: Look): string[] {
  const { file, line, column, text = '' } = place;
  const { colors } = look;
  const name = colors.dim(`${margin}${plainLine(file)}:${line}:${column}${note}`);
  // What is about the file as a whole stands at its very start.
  const isWhole = line === 1 && column === 1;
  return isWhole || text.trim() === '' ? [name] : [name, ...frameLines({ line, column, text }, look)];
}

// Of a longer line only what is around the column helps; also where there is no edge to keep to.
const widestFrame = 100;

/** The line with a mark under the column. */
function frameLines(
  { line, column, text }: { readonly line: number; readonly column: number; readonly text: string },
  { colors, width }: Look,
): string[] {
  const number = String(line).padStart(4);
  const room = Math.max(20, Math.min(widestFrame, (width ?? widestFrame) - margin.length - 8));
  const indent = Math.min(text.search(/\S|$/), column - 1);
  const start = column - 1 - indent < room - 10 ? indent : column - 1 - Math.floor(room / 2);
  const shown = plainLine(text.slice(start, start + room).replaceAll('\t', ' '));
  const gutter = `${margin}${' '.repeat(4)} `;
  return [
    `${colors.dim(`${margin}${number} │ `)}${shown}`,
    `${colors.dim(`${gutter}│ `)}${' '.repeat(Math.max(0, column - 1 - start))}${colors.bold('^')}`,
  ];
}
