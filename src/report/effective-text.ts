import type { Names } from '../catalogue/names.ts';
import type { Json } from '../catalogue/option.ts';
import { type PathSegment, showPath } from '../config/change.ts';
import type { EffectiveOption, EffectiveValue, ReadPlace } from '../plan/effective/option.ts';
import type { EffectiveProject } from '../plan/effective-options.ts';
import { positionText } from './places.ts';
import { jsonText as jsonFileText, plainLine, withoutCommands } from './plain.ts';
import { hanging, type Look, wrapLines } from './terminal.ts';

/** Every project under the name of its config. */
export function effectiveProjectsText(
  projects: readonly EffectiveProject[],
  { variants }: Names,
  look: Look,
): string {
  const { colors, width, prefix = '' } = look;
  const texts = projects.map(({ config, variant, options, notes }) => {
    const name = `(${variants[variant]})`;
    const lines = [
      `${colors.bold(plainLine(prefix + config))} ${colors.dim(name)}`,
      ...notes.map(({ message, at }) => {
        const text = plainLine(`${message} (${prefix}${positionText(at)})`);
        return hanging(`  ${colors.yellow('note')}`, 6, text, width);
      }),
      ...optionLines(options, look),
    ];
    return lines.map((line) => `${line}\n`).join('');
  });
  // A line may be broken in front of any text.
  return withoutCommands(texts.join('\n'));
}

/** The projects as JSON: every row, with positions and places. */
export function effectiveJson(projects: readonly EffectiveProject[]): string {
  return jsonFileText({ schemaVersion: 1, projects });
}

/** Options with their values and where those come from: a table on a terminal, tab-separated in a pipe. */
function optionLines(rows: readonly EffectiveOption[], { colors, width, prefix = '' }: Look): string[] {
  // What only repeats other rows is shown where it is all that was requested.
  const shown = rows.length === 1 ? rows : rows.filter(({ summary }) => !summary);
  const cells = shown.flatMap((row) => cellsOf(row, prefix));
  if (width === undefined) return cells.map((row) => row.join('\t'));
  const columns = columnsFor(cells, width);
  return cells.flatMap((row) => {
    const lines = row.map((text, index) => brokenLines(text, columns[index] ?? 1));
    const height = Math.max(...lines.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) => {
      const [option = '', value = '', from = ''] = lines.map((cell) => cell[line] ?? '');
      const text = `${option.padEnd(columns[0])}  ${value.padEnd(columns[1])}  `;
      // Trailing blanks would only make lines longer.
      return from === '' ? text.trimEnd() : `${text}${colors.dim(from)}`;
    });
  });
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

/** The value gets what the other columns leave. */
function columnsFor(cells: readonly Cells[], width: number): readonly [number, number, number] {
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
      return `unknown (${value.why})`;
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
  // A default that the reference words as `<srcDir>/assets` adds nothing to the place.
  return typeof value === 'string' && value.startsWith('<') ? JSON.stringify(folder) : `${text} → ${folder}`;
}

/** Where a value comes from. */
function sourceText(value: EffectiveValue, prefix: string): string {
  if (value.kind === 'value') {
    const { from } = value;
    if (from.kind === 'default') return from.implied ? 'default (implied)' : 'default';
    return `${from.kind === 'layer' ? 'layer ' : ''}${prefix}${positionText(from.at)}`;
  }
  return 'at' in value && value.at ? prefix + positionText(value.at) : '';
}
