/** The text of `effective`: the value of each option and where it comes from. */

import { positionText } from '../base/position.ts';
import type { Names } from '../catalogue/names.ts';
import type { Json } from '../catalogue/option.ts';
import { type PathSegment, showPath } from '../config/change.ts';
import type { EffectiveOption, EffectiveProject } from '../effective/option-rows.ts';
import type { EffectiveValue, ReadPlace } from '../effective/option-value.ts';
import {
  blocksText,
  hanging,
  heading,
  type Look,
  plainLine,
  present,
  shownPath,
} from './printing.ts';

/** The options of every project, under the name of its config. */
export function effectiveProjectsText(
  projects: readonly EffectiveProject[],
  { variants }: Names,
  look: Look,
): string {
  const { colors, width } = look;
  const mark = `  ${colors.yellow('note')}`;
  const blocks = projects.map(({ config, variant, options, notes }) => {
    const cells = options.flatMap((row) =>
      valuesOf(row).map(({ name, value, text }): Cells => [name, text, sourceText(value, look)]),
    );
    const texts = notes.map(({ message, at }) =>
      plainLine(`${message} (${shownPath(look, positionText(at))})`),
    );
    return [
      heading(shownPath(look, config), variants[variant], look),
      ...texts.map((text) => hanging(mark, text, width)),
      ...rowLines(cells, look),
    ];
  });
  return blocksText(blocks);
}

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
  // An unknown default may be the same.
  const isUnknown = [b, a].some((row) => row?.value.kind === 'unknown' && !row.value.at);
  const resolved = (row: EffectiveOption | undefined) =>
    valuesOf(row)
      .flatMap(({ name, value, text }) =>
        value.kind === 'value' || value.kind === 'unknown' ? [name, text] : [],
      )
      .join('\n');
  return !isUnknown && resolved(b) !== resolved(a);
}

/** Options that the variants read differently, side by side. */
export function effectivePairsText(
  pairs: readonly EffectivePair[],
  { variants }: Names,
  look: Look,
): string {
  const blocks = pairs.map(({ a, b }) => {
    const [inA, inB] = [rowsByName(a), rowsByName(b)];
    const rows = [...new Set([...inB.keys(), ...inA.keys()])].flatMap((option): Cells[] => {
      const [ofB, ofA] = [textsOf(inB.get(option)), textsOf(inA.get(option))];
      const names = new Set([...ofB.keys(), ...ofA.keys()]);
      return [...names].map((name) => [
        name,
        ofB.get(name) ?? 'not set',
        ofA.get(name) ?? 'not set',
      ]);
    });
    const note =
      rows.length > 0 ? 'the config as it is, read by each variant' : 'same in both variants';
    const head: Cells[] = rows.length > 0 ? [['option', variants.b, variants.a]] : [];
    return [heading(shownPath(look, b.config), note, look), ...rowLines([...head, ...rows], look)];
  });
  return blocksText(blocks);
}

/** The value of an option and its values in override blocks, each with the name of its row. */
function valuesOf(row: EffectiveOption | undefined) {
  if (!row) return [];
  const values = [
    { ...row, name: row.option },
    ...row.overrides.map((override) => ({ ...override, name: `  ${override.block}` })),
  ];
  return values.map(({ name, value, places }) => ({ name, value, text: valueText(value, places) }));
}

function textsOf(row: EffectiveOption | undefined): ReadonlyMap<string, string> {
  return new Map(valuesOf(row).map(({ name, text }) => [name, text]));
}

type Cells = readonly [option: string, ...texts: string[]];

/** The name of each option with its texts beside it on a terminal, tab-separated in a pipe. */
function rowLines(rows: readonly Cells[], { width }: Look): string[] {
  const shown = rows.map((row) => row.map(plainLine));
  if (width === undefined) return shown.map((row) => row.join('\t'));
  // A longer name takes a line of its own.
  const column = Math.min(30, Math.max(8, ...shown.map(([option = '']) => option.length)));
  return shown.map(([option = '', ...texts]) => {
    const indent =
      option.length > column ? `${option}\n${' '.repeat(column)}` : option.padEnd(column);
    return hanging(indent, present(texts).join(' · '), width);
  });
}

/** The value of an option, in one line. */
export function valueText(value: EffectiveValue, places: readonly ReadPlace[] = []): string {
  if (value.kind === 'value') return jsonText(value.value, places);
  if (value.kind === 'unknown') return `unknown (${value.why})`;
  if (value.kind === 'unset') return value.why === undefined ? 'not set' : `not set (${value.why})`;
  return 'does not exist in this variant';
}

/** JSON with spaces to break lines at; paths with the place that they resolve to. */
function jsonText(
  value: Json,
  places: readonly ReadPlace[],
  at: readonly PathSegment[] = [],
): string {
  if (typeof value !== 'object' || value === null) {
    const name = showPath(at);
    const resolved = places.findLast((place) => showPath(place.at) === name);
    return leafText(value, resolved && (resolved.place || '.'));
  }
  const inside = (item: Json, segment: PathSegment) => jsonText(item, places, [...at, segment]);
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

function sourceText(value: EffectiveValue, look: Look): string {
  if (value.kind === 'value') {
    const { from } = value;
    if (from.kind === 'default') return from.implied ? 'default (implied)' : 'default';
    return `${from.kind === 'layer' ? 'layer ' : ''}${shownPath(look, positionText(from.at))}`;
  }
  return 'at' in value && value.at ? shownPath(look, positionText(value.at)) : '';
}
