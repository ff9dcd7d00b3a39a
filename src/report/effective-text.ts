import type { Json } from '../catalogue/option.ts';
import type { PathSegment } from '../config/change.ts';
import { showPath } from '../config/change.ts';
import type { Position } from '../config/problem.ts';
import type { EffectiveOption, EffectiveValue, ReadPlace, Variant } from '../plan/effective/option.ts';
import type { EffectiveProject } from '../plan/effective-options.ts';
import { jsonText as jsonFileText } from './json-text.ts';
import type { Look } from './look.ts';
import { plainLine, withoutCommands } from './plain.ts';
import { hanging, wrapLines } from './wrap.ts';

/** How the table is told. */
export interface EffectiveLook extends Look {
  /** What is put in front of every path, so that it can be opened from where the command was called. */
  readonly prefix?: string;
}

/** Every project under the name of its config. */
export function effectiveProjectsText(projects: readonly EffectiveProject[], look: EffectiveLook): string {
  const { colors, width, prefix = '' } = look;
  const texts = projects.map(({ config, variant, options, notes }) => {
    const title = `${colors.bold(plainLine(prefix + config))} ${colors.dim(`(${variantName(variant)})`)}\n`;
    const told = notes.map(({ message, at }) =>
      hanging(`  ${colors.yellow('note')}`, 6, plainLine(`${message} (${positionText(at, prefix)})`), width),
    );
    return [title, ...told.map((line) => `${line}\n`), effectiveText(options, look)].join('');
  });
  // A line may be broken in front of any text.
  return withoutCommands(texts.join('\n'));
}

/** The projects as JSON: every row, with positions and places. */
export function effectiveJson(projects: readonly EffectiveProject[]): string {
  return jsonFileText({ schemaVersion: 1, projects });
}

function variantName(variant: Variant): string {
  return variant === 'a' ? 'Variant A' : 'Variant B';
}

/** Options, what they are and who says so: a table on a terminal, and columns behind tabs in a pipe. */
function effectiveText(rows: readonly EffectiveOption[], look: EffectiveLook): string {
  const { colors, width, prefix = '' } = look;
  // What only repeats other rows is told where it is all that was asked for.
  const told = rows.length === 1 ? rows : rows.filter(({ summary }) => !summary);
  const cells = told.flatMap((row) => cellsOf(row, prefix));
  if (width === undefined) return cells.map((row) => `${row.join('\t')}\n`).join('');
  const columns = columnsFor(cells, width);
  return cells
    .map(([option, value, from]) => {
      const lines = [option, value, from].map((text, index) => brokenLines(text, columns[index] ?? 1));
      const height = Math.max(...lines.map(({ length }) => length));
      return Array.from({ length: height }, (_, line) => {
        const [first = '', second = '', third = ''] = lines.map((cell) => cell[line] ?? '');
        const text = `${first.padEnd(columns[0])}  ${second.padEnd(columns[1])}  `;
        // Trailing blanks would only make lines longer.
        return third === '' ? text.trimEnd() : `${text}${colors.dim(third)}`;
      })
        .map((line) => `${line}\n`)
        .join('');
    })
    .join('');
}

type Cells = readonly [option: string, value: string, from: string];

function cellsOf({ option, value, places, overrides }: EffectiveOption, prefix: string): Cells[] {
  const row = (name: string, one: EffectiveValue, its: readonly ReadPlace[]): Cells => [
    plainLine(name),
    plainLine(valueText(one, its)),
    plainLine(sourceText(one, prefix)),
  ];
  return [
    row(option, value, places),
    ...overrides.map((one) => row(`  ${one.block}`, one.value, one.places)),
  ];
}

type Widths = readonly [number, number, number];

/** The value gets what the other columns leave. */
function columnsFor(cells: readonly Cells[], width: number): Widths {
  const widest = (index: 0 | 2) => Math.max(8, ...cells.map((row) => row[index].length));
  const room = Math.max(30, width) - 4;
  const option = Math.min(widest(0), Math.floor(room * 0.4));
  const from = Math.min(widest(2), Math.floor(room * 0.3));
  return [option, room - option - from, from];
}

/** Lines of a cell; a word that is too long is broken where it must be. */
function brokenLines(text: string, width: number): string[] {
  const indent = /^ */.exec(text)?.[0] ?? '';
  const words = text.trimStart().split(' ');
  const fitting = words.flatMap(
    (word) => word.match(new RegExp(`.{1,${width - indent.length}}`, 'gu')) ?? [''],
  );
  return wrapLines(fitting.join(' '), width - indent.length).map((line) => indent + line);
}

/** What an option is, in one line. */
export function valueText(value: EffectiveValue, places: readonly ReadPlace[] = []): string {
  switch (value.kind) {
    case 'value':
      return jsonText(value.value, new Map(places.map(({ at, place }) => [showPath(at), place])), []);
    case 'unknown':
      return `not known (${value.why})`;
    case 'unset':
      return value.why === undefined ? 'not set' : `not set (${value.why})`;
    case 'missing':
      return 'does not exist in this variant';
    case 'group':
      return 'holds other options';
  }
}

/** JSON with room to break lines, and behind each path the place that it means, where that is another text. */
function jsonText(value: Json, places: ReadonlyMap<string, string>, at: readonly PathSegment[]): string {
  if (typeof value !== 'object' || value === null) return leafText(value, places.get(showPath(at)));
  const parts = Array.isArray(value)
    ? value.map((item: Json, index) => jsonText(item, places, [...at, index]))
    : Object.entries(value).map(
        ([key, item]: [string, Json]) => `${JSON.stringify(key)}: ${jsonText(item, places, [...at, key])}`,
      );
  return Array.isArray(value) ? `[${parts.join(', ')}]` : `{${parts.join(', ')}}`;
}

function leafText(value: Json, place: string | undefined): string {
  const text = JSON.stringify(value);
  if (place === undefined || place === value) return text;
  const folder = place || '.';
  // A default that the reference words as `<srcDir>/assets` tells nothing beside the place.
  return typeof value === 'string' && value.startsWith('<') ? JSON.stringify(folder) : `${text} → ${folder}`;
}

/** Who says so. */
function sourceText(value: EffectiveValue, prefix = ''): string {
  switch (value.kind) {
    case 'value':
      if (value.from.kind !== 'default') {
        const at = positionText(value.from.at, prefix);
        return value.from.kind === 'layer' ? `layer ${at}` : at;
      }
      return value.from.implied ? 'default (implied)' : 'default';
    case 'unknown':
    case 'missing':
      return value.at ? positionText(value.at, prefix) : '';
    default:
      return '';
  }
}

function positionText({ file, line, column }: Position, prefix: string): string {
  return `${prefix}${file}:${line}:${column}`;
}
