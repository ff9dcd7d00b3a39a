import type * as Vue from '@vue/compiler-dom';
import { positionOf } from '../../../config/problem.ts';
import { placesIn } from '../../syntax/entities.ts';
import { type Reference, type Sought, Unparsed } from '../reference.ts';
import { escapeBehind, escapedTwice } from './encoders.ts';

/** A component while it is searched. All offsets of the result refer to `text`. */
export interface Component {
  readonly path: string;
  readonly text: string;
  readonly sought: Sought;
  readonly references: Reference[];
}

/** A value as it is meant, with the way back to where each of its characters is written. */
export interface Value {
  readonly content: string;
  /** Where the value begins. */
  readonly start: number;
  readonly end: number;
  readonly place: (offset: number) => number;
  readonly encode: Reference['encode'];
}

/** The value of an attribute. */
export function attributeValue(component: Component, { content, loc }: Vue.TextNode): Value {
  // The place of a quoted value includes its quotes.
  const quotes = /^["']/.test(loc.source) ? 1 : 0;
  const [start, end] = [loc.start.offset + quotes, loc.end.offset - quotes];
  return valueAt(component, content, start, end, escapeBehind(component.text[start - 1]));
}

/** A value that stands between two places. */
export function valueAt(
  { path, text }: Component,
  content: string,
  start: number,
  end: number,
  encode: Reference['encode'],
): Value {
  const written = text.slice(start, end);
  const plain = written === content;
  let places: readonly number[] | undefined;
  const place = (offset: number) => {
    if (plain) return start + offset;
    places ??= placesIn(written, content);
    if (!places)
      throw new Unparsed('the template has an entity that is not understood', positionOf(path, text, start));
    return start + (places[offset] ?? written.length);
  };
  return { content, start, end, encode, place };
}

/** Adds what the code in a value names; `shift` is how far the code was moved before it was read. */
export function addCode(
  component: Component,
  found: readonly Reference[],
  shift: number,
  { place, encode }: Value,
): void {
  for (const reference of found) {
    const [start, end] = [place(reference.start - shift), place(reference.end - shift)];
    component.references.push({
      ...reference,
      start,
      end,
      encode: escapedTwice(reference.encode, encode),
    });
  }
}

/** Adds what a value names as a whole. */
export function addWhole({ references }: Component, kind: 'module' | 'asset', value: Value): void {
  const { content: specifier, start, end, encode } = value;
  if (specifier !== '') references.push({ kind, specifier, start, end, open: false, encode });
}
