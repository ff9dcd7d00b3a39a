import type { Names } from '../catalogue/names.ts';
import type { Json } from '../catalogue/option.ts';
import { type PathSegment, showPath } from '../config/change.ts';
import { columnsOf, padColumns } from '../config/columns.ts';
import { positionText } from '../config/problem.ts';
import type { EffectiveOption, EffectiveValue, ReadPlace } from '../plan/effective/effective-option.ts';
import type { EffectiveProject } from '../plan/effective/effective-options.ts';
import { plainLine, present, withoutCommands } from './plain.ts';
import { hanging, type Look } from './terminal.ts';

/** The options of every project, under the name of its config. */
export function effectiveProjectsText(
  projects: readonly EffectiveProject[],
  { variants }: Names,
  look: Look,
): string {
  const { colors, width, prefix = '' } = look;
  const mark = `  ${colors.yellow('note')}`;
  const blocks = projects.map(({ config, variant, options, notes }) => {
    const cells = options.flatMap((row) => cellsOf(row, prefix));
    const texts = notes.map(({ message, at }) => plainLine(`${message} (${prefix}${positionText(at)})`));
    return [
      `${colors.bold(plainLine(prefix + config))} ${colors.dim(`(${variants[variant]})`)}`,
      ...texts.map((text) => hanging(mark, 6, text, width)),
      ...rowLines(cells, look),
    ];
  });
  return blocksText(blocks);
}

function blocksText(blocks: readonly (readonly string[])[]): string {
  // Line breaks could put any text at the start of a line.
  return withoutCommands(blocks.map((lines) => `${lines.join('\n')}\n`).join('\n'));
}

/** A project as each variant reads it. */
interface EffectivePair {
  readonly b: EffectiveProject;
  readonly a: EffectiveProject;
}

/** Keeps only the rows that are known to differ between the variants. */
export function withoutSame({ a, b }: EffectivePair): EffectivePair {
  const [inA, inB] = [rowsByName(a), rowsByName(b)];
  const changed = ({ options }: EffectiveProject) =>
    options.filter(({ option }) => isChanged(inB.get(option), inA.get(option)));
  return { a: { ...a, options: changed(a) }, b: { ...b, options: changed(b) } };
}

function rowsByName({ options }: EffectiveProject): ReadonlyMap<string, EffectiveOption> {
  return new Map(options.map((row) => [row.option, row]));
}

function isChanged(b: EffectiveOption | undefined, a: EffectiveOption | undefined): boolean {
  const rows = [b, a].filter((row) => row !== undefined);
  // An unknown default may be the same.
  const isUnknown = rows.some(({ value }) => value.kind === 'unknown' && !value.at);
  const resolved = (row: EffectiveOption | undefined) =>
    [row, ...(row?.overrides ?? [])].map((part) => (part ? keyOf(part.value, part.places) : '')).join('\n');
  return !isUnknown && resolved(b) !== resolved(a);
}

/** The value as a key to compare, with each path as the place that it resolves to; empty if it is not set. */
function keyOf(value: EffectiveValue, places: readonly ReadPlace[]): string {
  if (value.kind === 'unknown') return value.text ?? value.why;
  if (value.kind !== 'value') return '';
  return jsonText(value.value, places, (leaf, place) => JSON.stringify(place ?? leaf));
}

/** Options that the variants read differently, side by side. */
export function effectivePairsText(pairs: readonly EffectivePair[], { variants }: Names, look: Look): string {
  const { colors, prefix = '' } = look;
  const blocks = pairs.map(({ a, b }) => {
    const [inA, inB] = [rowsByName(a), rowsByName(b)];
    const rows = [...new Set([...inB.keys(), ...inA.keys()])].flatMap((option): Cells[] => {
      const [ofB, ofA] = [textsOf(inB.get(option)), textsOf(inA.get(option))];
      return [...new Set([...ofB.keys(), ...ofA.keys()])].map((block) => {
        const [textB = 'not set', textA = 'not set'] = [ofB.get(block), ofA.get(block)];
        return [plainLine(block === '' ? option : `  ${block}`), plainLine(textB), plainLine(textA)];
      });
    });
    const note = rows.length > 0 ? '(the config as it is, read by each variant)' : '(same in both variants)';
    const head: Cells[] = rows.length > 0 ? [['option', variants.b, variants.a]] : [];
    return [
      `${colors.bold(plainLine(prefix + b.config))} ${colors.dim(note)}`,
      ...rowLines([...head, ...rows], look),
    ];
  });
  return blocksText(blocks);
}

/** The texts of an option's value, and of its value in each override block. */
function textsOf(row: EffectiveOption | undefined): ReadonlyMap<string, string> {
  if (!row) return new Map();
  const values = [{ ...row, block: '' }, ...row.overrides];
  return new Map(values.map(({ block, value, places }) => [block, valueText(value, places)]));
}

type Cells = readonly [option: string, ...texts: string[]];

// A longer name takes a line of its own.
const widestOption = 30;

/** The name of each option with its texts beside it on a terminal, tab-separated in a pipe. */
function rowLines(rows: readonly Cells[], { width }: Look): string[] {
  if (width === undefined) return rows.map((row) => row.join('\t'));
  const column = Math.min(widestOption, Math.max(8, ...rows.map(([option]) => columnsOf(option))));
  return rows.map(([option, ...texts]) => {
    const indent =
      columnsOf(option) > column ? `${option}\n${' '.repeat(column)}` : padColumns(option, column);
    return hanging(indent, column, present(texts).join(' · '), width);
  });
}

function cellsOf({ option, value, places, overrides }: EffectiveOption, prefix: string): Cells[] {
  const row = (name: string, cell: EffectiveValue, readPlaces: readonly ReadPlace[]): Cells => [
    plainLine(name),
    plainLine(valueText(cell, readPlaces)),
    plainLine(sourceText(cell, prefix)),
  ];
  return [
    row(option, value, places),
    ...overrides.map((override) => row(`  ${override.block}`, override.value, override.places)),
  ];
}

/** The value of an option, in one line. */
export function valueText(value: EffectiveValue, places: readonly ReadPlace[] = []): string {
  if (value.kind === 'value') return jsonText(value.value, places, leafText);
  if (value.kind === 'unknown') return `unknown (${value.why})`;
  if (value.kind === 'unset') return value.why === undefined ? 'not set' : `not set (${value.why})`;
  return 'does not exist in this variant';
}

/** JSON with spaces to break lines at. Paths are passed to `show` with the place that they resolve to. */
function jsonText(
  value: Json,
  places: readonly ReadPlace[],
  show: (leaf: Json, place: string | undefined) => string,
  at: readonly PathSegment[] = [],
): string {
  if (typeof value !== 'object' || value === null) {
    const name = showPath(at);
    const resolved = places.findLast((place) => showPath(place.at) === name);
    return show(value, resolved && (resolved.place || '.'));
  }
  const inside = (item: Json, segment: PathSegment) => jsonText(item, places, show, [...at, segment]);
  if (Array.isArray(value)) return `[${value.map(inside).join(', ')}]`;
  const member = ([key, item]: [string, Json]) => `${JSON.stringify(key)}: ${inside(item, key)}`;
  return `{${Object.entries<Json>(value).map(member).join(', ')}}`;
}

/** A value and, if it differs, the place that it resolves to. */
function leafText(value: Json, place: string | undefined): string {
  const text = JSON.stringify(value);
  if (place === undefined || place === value) return text;
  // Defaults such as `<srcDir>/assets` add nothing to the place.
  const isWorded = typeof value === 'string' && value.startsWith('<');
  return isWorded ? JSON.stringify(place) : `${text} → ${place}`;
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
