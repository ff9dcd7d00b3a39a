import type { Names } from '../catalogue/names.ts';
import type { Json } from '../catalogue/option.ts';
import { type PathSegment, showPath } from '../config/change.ts';
import { columnsOf, padColumns } from '../config/columns.ts';
import type { EffectiveOption, EffectiveValue, ReadPlace } from '../plan/effective/option.ts';
import type { EffectiveProject } from '../plan/effective/project.ts';
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
  const blocks = projects.map(({ config, variant, options, notes }) => {
    const name = `(${variants[variant]})`;
    const cells = withoutSummaries(options).flatMap((row) => cellsOf(row, prefix));
    return [
      `${colors.bold(plainLine(prefix + config))} ${colors.dim(name)}`,
      ...notes.map(({ message, at }) => {
        const text = plainLine(`${message} (${prefix}${positionText(at)})`);
        return hanging(`  ${colors.yellow('note')}`, 6, text, width);
      }),
      ...tableLines(cells, look, { option: 0.4, last: 0.3 }, colors.dim),
    ];
  });
  return blocksText(blocks);
}

function blocksText(blocks: readonly (readonly string[])[]): string {
  // A line may be broken in front of any text.
  return withoutCommands(blocks.map((lines) => `${lines.join('\n')}\n`).join('\n'));
}

/** The projects as JSON: every row, with positions and places. */
export function effectiveJson(projects: readonly EffectiveProject[]): string {
  return jsonFileText({ schemaVersion: 1, projects });
}

/** A project as each variant reads it. */
export interface EffectivePair {
  readonly b: EffectiveProject;
  readonly a: EffectiveProject;
}

/** The rows of a project that the variants are known to read differently. */
export function withoutSame({ a, b }: EffectivePair): EffectivePair {
  const [inA, inB] = [rowsByName(a), rowsByName(b)];
  const differs = ({ option }: EffectiveOption) => isChanged(inB.get(option), inA.get(option));
  const changed = (project: EffectiveProject) => ({
    ...project,
    options: withoutSummaries(project.options).filter(differs),
  });
  return { a: changed(a), b: changed(b) };
}

function rowsByName({ options }: EffectiveProject): ReadonlyMap<string, EffectiveOption> {
  return new Map(options.map((row) => [row.option, row]));
}

function isChanged(b: EffectiveOption | undefined, a: EffectiveOption | undefined): boolean {
  const rows = [b, a].filter((row) => row !== undefined);
  // A default that is not known may be the same.
  const isUnknown = rows.some(({ value }) => value.kind === 'unknown' && !value.at);
  const meant = (row: EffectiveOption | undefined) =>
    [row, ...(row?.overrides ?? [])].map((one) => (one ? meaningOf(one.value, one.places) : '')).join('\n');
  return !isUnknown && meant(b) !== meant(a);
}

/** The resolved value, however it is written: the place of a path. Empty if there is none. */
function meaningOf(value: EffectiveValue, places: readonly ReadPlace[]): string {
  if (value.kind === 'unknown') return value.text ?? value.why;
  if (value.kind !== 'value') return '';
  const meant = new Map(places.map(({ at, place }) => [showPath(at), place]));
  return jsonText(value.value, (leaf, at) => placeText(meant.get(showPath(at))) ?? JSON.stringify(leaf), []);
}

/** Options that the variants read differently, side by side. */
export function effectivePairsText(pairs: readonly EffectivePair[], { variants }: Names, look: Look): string {
  const { colors, prefix = '' } = look;
  const blocks = pairs.map(({ a, b }) => {
    const [inA, inB] = [rowsByName(a), rowsByName(b)];
    const rows = [...new Set([...inB.keys(), ...inA.keys()])].flatMap((option): Cells[] => {
      const [ofB, ofA] = [partsOf(inB.get(option)), partsOf(inA.get(option))];
      return [...new Set([...ofB.keys(), ...ofA.keys()])].map((block) => {
        const [inOne, inOther] = apart(ofB.get(block), ofA.get(block));
        return [plainLine(block === '' ? option : `  ${block}`), plainLine(inOne), plainLine(inOther)];
      });
    });
    const note = rows.length > 0 ? '(the config as it is, read by each variant)' : '(same in both variants)';
    const head: Cells[] = rows.length > 0 ? [['option', variants.b, variants.a]] : [];
    return [
      `${colors.bold(plainLine(prefix + b.config))} ${colors.dim(note)}`,
      ...tableLines([...head, ...rows], look, { option: 0.35, last: 0.35 }),
    ];
  });
  return blocksText(blocks);
}

/** The text of a value, or those of its entries if it is a list. */
type ValueParts = string | readonly string[];

/** What an option is, and what it is in each override block. */
function partsOf(row: EffectiveOption | undefined): ReadonlyMap<string, ValueParts> {
  if (!row) return new Map();
  const parts = ({ value, places }: Pick<EffectiveOption, 'value' | 'places'>): ValueParts => {
    if (row.value.kind === 'missing') return 'does not exist';
    if (value.kind !== 'value' || !Array.isArray(value.value)) return valueText(value, places);
    return value.value.map((item: Json, index) => withPlaces(item, places, [index]));
  };
  return new Map([['', parts(row)], ...row.overrides.map((one) => [one.block, parts(one)] as const)]);
}

/** Two values; of two lists, the entries that they do not share. */
function apart(one: ValueParts = 'not set', other: ValueParts = 'not set'): [string, string] {
  const [own, its] = [one, other].map((parts) => (typeof parts === 'string' ? [] : parts));
  const shared = (own ?? []).filter((part) => its?.includes(part));
  // Lists that differ in their order alone are shown in full.
  const isWhole = shared.length < 2 || (shared.length === own?.length && shared.length === its?.length);
  const text = (parts: ValueParts) => {
    if (typeof parts === 'string') return parts;
    const rest = isWhole ? parts : ['…', ...parts.filter((part) => !shared.includes(part))];
    return `[${rest.join(', ')}]`;
  };
  return [text(one), text(other)];
}

/** What only repeats other rows is shown where it is all that was asked for. */
function withoutSummaries(rows: readonly EffectiveOption[]): readonly EffectiveOption[] {
  return rows.length === 1 ? rows : rows.filter(({ summary }) => !summary);
}

/** A table on a terminal, tab-separated in a pipe. */
function tableLines(
  rows: readonly Cells[],
  { width }: Look,
  most: Shares,
  paintLast = (text: string) => text,
): string[] {
  if (width === undefined) return rows.map((row) => row.join('\t'));
  const columns = columnsFor(rows, width, most);
  return rows.flatMap((row) => {
    const lines = row.map((text, index) => brokenLines(text, columns[index] ?? 1));
    const height = Math.max(...lines.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) => {
      const [first = '', second = '', last = ''] = lines.map((cell) => cell[line] ?? '');
      const text = `${padColumns(first, columns[0])}  ${padColumns(second, columns[1])}  `;
      // Trailing blanks would only make lines longer.
      return last === '' ? text.trimEnd() : text + paintLast(last);
    });
  });
}

type Cells = readonly [option: string, value: string, last: string];

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

/** How much of the width a column may take. */
interface Shares {
  readonly option: number;
  readonly last: number;
}

/** The value gets what the other columns leave. */
function columnsFor(cells: readonly Cells[], width: number, most: Shares): readonly [number, number, number] {
  const widest = (index: 0 | 2) => Math.max(8, ...cells.map((row) => columnsOf(row[index])));
  const room = Math.max(30, width) - 4;
  const option = Math.min(widest(0), Math.floor(room * most.option));
  const last = Math.min(widest(2), Math.floor(room * most.last));
  return [option, room - option - last, last];
}

/** Lines of a cell; a word that is too long is broken behind a dot, slash or comma, or where it must be. */
function brokenLines(text: string, width: number): string[] {
  const indent = /^ */.exec(text)?.[0] ?? '';
  const room = Math.max(2, width - indent.length);
  const part = new RegExp(`.{1,${room}}$|.{1,${room - 1}}[./,]|.{1,${room}}`, 'gu');
  const fitting = text
    .trimStart()
    .split(' ')
    .flatMap((word) => word.match(part) ?? ['']);
  return wrapLines(fitting, room).map((line) => indent + line);
}

/** What an option is, in one line. */
export function valueText(value: EffectiveValue, places: readonly ReadPlace[] = []): string {
  switch (value.kind) {
    case 'value':
      return withPlaces(value.value, places);
    case 'unknown':
      return `unknown (${value.why})`;
    case 'unset':
      return value.why === undefined ? 'not set' : `not set (${value.why})`;
    case 'missing':
      return 'does not exist in this variant';
    case 'group':
      return 'contains other options';
  }
}

/** JSON with room to break lines, and behind each path the place that it means, where that is another text. */
function withPlaces(value: Json, places: readonly ReadPlace[], at: At = []): string {
  const found = new Map(places.map((one) => [showPath(one.at), one.place]));
  return jsonText(value, (leaf, path) => leafText(leaf, found.get(showPath(path))), at);
}

type At = readonly PathSegment[];

function jsonText(value: Json, show: (leaf: Json, at: At) => string, at: At): string {
  if (typeof value !== 'object' || value === null) return show(value, at);
  const parts = Array.isArray(value)
    ? value.map((item: Json, index) => jsonText(item, show, [...at, index]))
    : Object.entries(value).map(
        ([key, item]: [string, Json]) => `${JSON.stringify(key)}: ${jsonText(item, show, [...at, key])}`,
      );
  return Array.isArray(value) ? `[${parts.join(', ')}]` : `{${parts.join(', ')}}`;
}

function leafText(value: Json, place: string | undefined): string {
  const text = JSON.stringify(value);
  const meant = placeText(place);
  if (meant === undefined || meant === text) return text;
  // A default that the reference words as `<srcDir>/assets` adds nothing to the place.
  return typeof value === 'string' && value.startsWith('<') ? meant : `${text} → ${place || '.'}`;
}

function placeText(place: string | undefined): string | undefined {
  return place === undefined ? undefined : JSON.stringify(place || '.');
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
