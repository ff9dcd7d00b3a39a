/** Finds the signs in code that a row of the catalogue has for a behaviour: calls, keys of arguments, and tags. */

import type * as t from '@babel/types';
import type { Edit } from '../base/edits.ts';
import type { BehaviourRow } from '../catalogue/behaviours.ts';
import { plainKey, visit } from '../config/syntax.ts';
import { kebabCase } from '../tree/syntax/component.ts';
import { wordTest } from '../tree/word-filter.ts';
import type { FileOrigins } from './origins.ts';

/** The signs of a row. */
type Signs = NonNullable<BehaviourRow['signs']>;

/** Where code shows a sign, and the edit of it if one text is right. */
interface FoundSign {
  readonly start: number;
  readonly edit?: Edit | undefined;
  readonly shares?: SharedKey;
}

/** The key of a call, which calls elsewhere may have as well, and its options that should be the same there. */
export interface SharedKey {
  readonly key: string;
  readonly how: string;
}

const keyIn = (sign: string) => sign.split(': ', 1)[0] ?? '';

/** Tests a text for the words of signs. */
export function createSignTest({ calls, tags, arguments: wanted, reads, shared }: Signs) {
  const called = [calls, shared ? [] : wanted.map(keyIn), reads]
    .filter(({ length }) => length > 0)
    .map(wordTest);
  const shown = wordTest([...tags, ...tags.map(kebabCase)]);
  return (text: string) => (calls.length > 0 && called.every((test) => test(text))) || shown(text);
}

/** The places in a file that show signs, with edits where one text is right. */
export function placesOfSigns(signs: Signs, file: FileOrigins): FoundSign[] {
  const { calls, tags, reads } = signs;
  const names = new Set<string>();
  const isShown = (name: string) =>
    tags.some((tag) => [tag, kebabCase(tag)].includes(name) && !isProjectPath(file.moduleOf(tag)));
  const signsAt = (node: t.Node): FoundSign[] => {
    if (node.type === 'JSXOpeningElement' && node.name.type === 'JSXIdentifier')
      return isShown(node.name.name) ? [{ start: node.name.start ?? 0 }] : [];
    if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') return [];
    const { name, source } = file.nameOrigin(node.callee);
    const isCalled = calls.includes(name) && source !== undefined && !isProjectPath(source);
    return isCalled ? signsOfCall(node, signs) : [];
  };
  const found: FoundSign[] = file.tags.filter(({ name }) => isShown(name));
  for (const { program } of file.parts)
    visit(program, (node) => {
      if (node.type === 'Identifier') names.add(node.name);
      found.push(...signsAt(node));
    });
  return reads.length === 0 || reads.some((name) => names.has(name)) ? found : [];
}

/** The call itself, or the keys in its arguments; `dedupe: true` is a key with a value. */
function signsOfCall(
  node: t.CallExpression | t.OptionalCallExpression,
  { arguments: wanted, writes, shared }: Signs,
): FoundSign[] {
  const start = node.callee.start ?? 0;
  if (shared) {
    const [first, options] = [node.arguments[0], node.arguments.at(-1)];
    if (first?.type !== 'StringLiteral') return [];
    const how =
      options?.type === 'ObjectExpression'
        ? options.properties.flatMap((option) => wantedSign(option, wanted) ?? [])
        : [];
    return [{ start, shares: { key: first.value, how: how.sort().join() } }];
  }
  if (wanted.length === 0) return [{ start }];
  const found: FoundSign[] = [];
  visit(node, (inner, parent) => {
    const sign = wantedSign(inner, wanted);
    if (sign === undefined || !('key' in inner)) return;
    const key = keyIn(sign);
    const text = writes[sign];
    const isPlain = inner.type === 'ObjectProperty' && !inner.shorthand && !inner.computed;
    const { start, end } = isPlain && !sign.includes(': ') ? inner.key : inner;
    const isSafe = isPlain && text && (keyIn(text) === key || isFree(parent, keyIn(text)));
    const edit = isSafe ? { start: start ?? 0, end: end ?? 0, text } : undefined;
    found.push({ start: inner.start ?? 0, edit });
  });
  return found;
}

/** The key, or the key with its value, that a part of an object has and that is looked for. */
function wantedSign(node: t.Node, wanted: readonly string[]): string | undefined {
  if (node.type !== 'ObjectProperty' && node.type !== 'ObjectMethod') return undefined;
  const key = plainKey(node.key) ?? '';
  const value = 'value' in node && 'value' in node.value ? `: ${node.value.value}` : '';
  return wanted.find((sign) => sign === key || sign === key + value);
}

/** Whether an object lacks a key. */
function isFree(object: t.Node | undefined, key: string): boolean {
  return (
    object?.type === 'ObjectExpression' &&
    object.properties.every((part) => !('key' in part) || plainKey(part.key) !== key)
  );
}

/** Whether an import looks like a file of the project. */
function isProjectPath(source = ''): boolean {
  return /^(?:\.|\/|~|@@?\/)/.test(source);
}
