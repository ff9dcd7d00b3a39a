/** The error for a config that cannot be read or written, with its place, the lines around it and advice. */

import { linesOf, type Position, startOf } from '../base/position.ts';
import { Problem } from '../catalogue/shape.ts';

/** A config that cannot be read or written, with the position, the reason and what to do. */
export class ConfigProblem extends Problem {
  override readonly name = 'ConfigProblem';
  readonly summary: string;
  readonly at: Position;
  readonly advice: string;
  readonly frame: string;

  constructor(summary: string, at: Position, advice: string, frame: string) {
    super(
      `${at.file}:${at.line}:${at.column}: ${summary}${frame ? `\n\n${frame}\n` : ''}\n${advice}`,
    );
    this.summary = summary;
    this.at = at;
    this.advice = advice;
    this.frame = frame;
  }
}

// Together with line numbers, this fits a terminal.
const frameWidth = 72;

/** The lines around a position, with a mark under the column. */
export function codeFrame(text: string, { line, column }: Position): string {
  const lines = linesOf(text);
  const excerpt = excerptAround(lines[line - 1] ?? '', column - 1, frameWidth, printable);
  // If the start of the line is cut, its neighbours would not be aligned with it.
  const around = excerpt.isStartCut ? 0 : 1;
  const first = Math.max(1, line - 2 * around);
  const last = Math.min(lines.length, line + around);
  const gutter = String(last).length;
  const shown: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const content =
      number === line
        ? excerpt.text
        : excerptAround(lines[number - 1] ?? '', 0, frameWidth, printable).text;
    shown.push(
      `${number === line ? '>' : ' '} ${String(number).padStart(gutter)} | ${content}`.trimEnd(),
    );
    if (number === line) shown.push(`  ${' '.repeat(gutter)} | ${' '.repeat(excerpt.column)}^`);
  }
  return shown.join('\n');
}

/**
 * The part of a line around a position that fits into `room` columns, with `…` where it is cut, and the column of
 * the position in it, counted from 0. `show` makes text printable; its result for a character must not depend on
 * the position. Each character counts as one column.
 */
export function excerptAround(
  line: string,
  position: number,
  room: number,
  show: (text: string) => string,
) {
  // A minified line may be huge: only the part that could be shown is split.
  const near = room * 8;
  const before = [...show(line.slice(Math.max(0, position - near), position))];
  const after = [...show(line.slice(position, position + near))];
  const isStartCut = before.length > room - Math.min(after.length, room / 3);
  const kept = Math.max(Math.floor(room / 2), room - after.length);
  const start = isStartCut && before.length > kept ? ['…', ...before.slice(1 - kept)] : before;
  const whole = [...start, ...after];
  const shown = whole.length > room ? [...whole.slice(0, room - 1), '…'] : whole;
  return { text: shown.join(''), column: start.length, isStartCut };
}

/** Text without control characters that a terminal would obey. */
function printable(text: string): string {
  return text.replaceAll('\t', '  ').replace(/[\p{Cc}\p{Cf}]/gu, '�');
}

/** A problem with a file as a whole; the first lines of `shown` are shown with it. */
export function fileProblem(
  path: string,
  summary: string,
  advice: string,
  shown = '',
): ConfigProblem {
  const at = startOf(path);
  return new ConfigProblem(summary, at, advice, shown && codeFrame(shown, at));
}

/** The result of an action; undefined if it throws a problem with a config. */
export function ifReadable<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof ConfigProblem) return undefined;
    throw error;
  }
}

/** Runs an action; a stack overflow, which a deeply nested config can cause, becomes a problem with the config. */
export function guarded<T>(
  { path, text }: { readonly path: string; readonly text: string },
  action: () => T,
): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof RangeError) || !error.message.includes('call stack')) throw error;
    const advice = 'Move the deeply nested part into a separate file.';
    throw fileProblem(
      path,
      'The config is nested too deeply to be read.',
      advice,
      text.slice(0, 2000),
    );
  }
}
