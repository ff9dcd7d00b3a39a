import type { Language } from '../../syntax/code.ts';
import { staticSpecifiers } from '../../syntax/module-record.ts';
import type { Reference } from '../reference.ts';
import { inDouble, inSingle } from './encoders.ts';

/**
 * What the static imports and exports of code name, if that is all that is sought: then no tree is needed. Nothing
 * where something else is sought, or where the code has to be looked at more closely.
 */
export function staticReferences(
  code: string,
  language: Language,
  sought: readonly number[],
): Reference[] | undefined {
  const found = new Map<number, Reference>();
  for (const { value: specifier, start, end } of staticSpecifiers(code, language) ?? []) {
    const encode = code[start] === '"' ? inDouble : inSingle;
    found.set(start + 1, { kind: 'module', specifier, start: start + 1, end: end - 1, open: false, encode });
  }
  if (!sought.every((offset) => found.has(offset))) return undefined;
  return [...found.values()].sort((a, b) => a.start - b.start);
}
