import type * as t from '@babel/types';
import { type SourceFile, type Span, spanOf } from '../source.ts';

/** Where a key stands; the brackets of a computed one are part of it. */
export function keySpan(file: SourceFile, { key, computed }: t.ObjectProperty | t.ObjectMethod): Span {
  const { start, end } = spanOf(key);
  if (!computed) return { start, end };
  return { start: file.text.lastIndexOf('[', start), end: file.text.indexOf(']', end) + 1 };
}
