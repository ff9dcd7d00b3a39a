/** Reads the options of a call that fetches data, and writes the one that makes the data deeply reactive. */

import type { Edit } from '../base/edits.ts';
import type { Names } from '../catalogue/names.ts';
import { plainKey, unwrapTypes } from '../config/syntax.ts';
import { isFunction } from '../tree/syntax/code.ts';
import type { FetchCall } from './data-links.ts';

/** The object with the options of a call: its last argument. */
function optionsOf({ arguments: given }: FetchCall['node']) {
  const last = given.at(-1);
  const options = last && unwrapTypes(last);
  return given.length > 1 && options?.type === 'ObjectExpression' ? options : undefined;
}

/** Whether a call decides itself how its data is reactive. */
export function decidesDepth({ node }: FetchCall, { deepOption }: Names): boolean {
  const isDeep = (key: string | undefined) => key === deepOption;
  return (
    optionsOf(node)?.properties.some((part) => 'key' in part && isDeep(plainKey(part.key))) ?? false
  );
}

/** Edits that make the data of a call deeply reactive; undefined if its options cannot be edited. */
export function deepEdits(
  { name, node }: FetchCall,
  names: Names,
  text: string,
): Edit[] | undefined {
  const { arguments: given } = node;
  const option = `${names.deepOption}: true`;
  const insertion = (at: number, inserted: string) => [{ start: at, end: at, text: inserted }];
  const options = optionsOf(node);
  if (!options) {
    const [first, second] = given;
    const last = second ?? first;
    const isKeyed = second && /^(?:String|Template)Literal$/.test(first?.type ?? '');
    const hasNone =
      given.length === 1 ||
      (last && isFunction(last)) ||
      (isKeyed && !names.addressFunctions.includes(name));
    const isPlain = last?.type !== 'SpreadElement' && !last?.extra?.parenthesized;
    return last && given.length < 3 && hasNone && isPlain
      ? insertion(last.end ?? 0, `,${spaceBefore(text, last.start ?? 0)}{ ${option} }`)
      : undefined;
  }
  if (options.properties.some((part) => 'computed' in part && part.computed)) return undefined;
  // The option comes first, so that an object spread after it still takes precedence.
  const [property] = options.properties;
  const [start, end] = [options.start ?? 0, options.end ?? 0];
  if (property) {
    const at = property.start ?? 0;
    return insertion(at, `${option},${spaceBefore(text, at)}`);
  }
  const isEmpty = text.slice(start + 1, end - 1).trim() === '';
  return isEmpty ? [{ start, end, text: `{ ${option} }` }] : undefined;
}

/** The space before an item of a list: a line break and an indent if it is on a line of its own. */
function spaceBefore(text: string, start: number): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const indent = text.slice(lineStart, start);
  const lineEnd = text[lineStart - 2] === '\r' ? '\r\n' : '\n';
  return indent.trim() === '' && lineStart > 0 ? `${lineEnd}${indent}` : ' ';
}
