import type * as t from '@babel/types';
import { moduleScope } from './bindings.ts';
import { applyEdits, type MadeEdit } from './edits.ts';
import { type SourceFile, type Span, spanOf } from './source.ts';

/** A changed config without the values that no edit touches. */
export interface Abridged {
  readonly text: string;
  /** How many values were left out. */
  readonly count: number;
}

// Nothing can be appended to an arrow function with a body, and what an assignment results in is never known.
const mark = '__kept';
const placeholder = `${mark}=()=>{}`;

// Shorter values take no longer to parse than what would stand for them.
const shortest = 2 * placeholder.length;
// Each name is searched for in each value.
const mostNames = 30;

/**
 * The text of a config after some edits, in which a placeholder stands for each value of the object that no edit
 * touches. It is parsed and read in a fraction of the time. If it can be parsed, and every placeholder is a value of the
 * object there (see `placeholdersIn`), so can the text as a whole:
 *
 * - All edits are inside the object, and a value is only left out if all that is around it, up to the object, are object
 *   literals: it is in the same functions and classes as before, so that it is as valid there as it was.
 * - A placeholder that was read as a value is neither in a comment nor in a string, and is followed by a comma or a
 *   bracket, because nothing else can follow it. The value that it stands for was followed by one of these before, so
 *   that it ends at the same place, and what comes after it is read as it is behind the placeholder.
 *
 * And if an option has a value there, or none, it has in the whole: a placeholder is unknown to every lookup, keys and
 * spreads are all there, and so is every value with a name in it that the file declares, because it may be changed there.
 */
export function abridged(
  file: SourceFile,
  object: t.ObjectExpression,
  edits: readonly MadeEdit[],
): Abridged | undefined {
  const names = [...moduleScope(file).names.keys()];
  if (!isWithin(edits, object) || names.length > mostNames || file.text.includes(mark)) return undefined;
  const spans = untouchedValues(object, edits).filter(({ start, end }) => {
    const text = file.text.slice(start, end);
    return text.length >= shortest && !names.some((name) => text.includes(name));
  });
  const all = [...edits, ...spans.map(({ start, end }) => ({ start, end, text: placeholder }))];
  return { text: applyEdits(file.text, all), count: spans.length };
}

/** The values of an object that no edit touches, and those of objects in it that one does. */
function untouchedValues({ properties }: t.ObjectExpression, edits: readonly MadeEdit[]): Span[] {
  return properties.flatMap((property) => {
    if (property.type !== 'ObjectProperty' || property.shorthand) return [];
    const { value } = property;
    if (value.extra?.parenthesized) return [];
    const touching = touchingEdits(edits, property);
    if (touching.length === 0) return [spanOf(value)];
    const isOpened = value.type === 'ObjectExpression' && isWithin(touching, value);
    return isOpened ? untouchedValues(value, touching) : [];
  });
}

/** Whether all edits are between the brackets of an object. */
function isWithin(edits: readonly MadeEdit[], object: t.ObjectExpression): boolean {
  const { start, end } = spanOf(object);
  return edits.every((edit) => edit.start > start && edit.end < end);
}

/** The edits, of which there may be thousands in the order of the text, that a node has a place in common with. */
function touchingEdits(edits: readonly MadeEdit[], node: t.Node): readonly MadeEdit[] {
  const { start, end } = spanOf(node);
  let [low, high] = [0, edits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edits[middle]?.end ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  let last = low;
  while ((edits[last]?.start ?? Number.POSITIVE_INFINITY) <= end) last += 1;
  return edits.slice(low, last);
}

/** How many values of an object are placeholders. */
export function placeholdersIn({ properties }: t.ObjectExpression): number {
  let count = 0;
  for (const property of properties) {
    if (property.type !== 'ObjectProperty') continue;
    const { value } = property;
    if (value.type === 'ObjectExpression') count += placeholdersIn(value);
    else if (value.type === 'AssignmentExpression' && value.left.type === 'Identifier')
      count += Number(value.left.name === mark);
  }
  return count;
}
