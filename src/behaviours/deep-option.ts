/** Reads the options of a call that fetches data, and writes the one that makes the data deeply reactive. */

import type { Edit } from '../base/edits.ts';
import type { Names } from '../catalogue/names.ts';
import { plainKey, unwrapTypes } from '../config/syntax.ts';
import { isFunction } from '../tree/syntax/code.ts';
import type { Call } from './origins.ts';

/** The object with the options of a call: its last argument. */
function optionsOf({ arguments: given }: Call) {
  const last = given.at(-1);
  const options = last && unwrapTypes(last);
  return given.length > 1 && options?.type === 'ObjectExpression' ? options : undefined;
}

/** Whether a call decides itself how its data is reactive. */
export function decidesDepth(call: Call, { deepOption }: Names): boolean {
  const properties = optionsOf(call)?.properties ?? [];
  return properties.some((part) => 'key' in part && plainKey(part.key) === deepOption);
}

/** The edit that makes the data of a call deeply reactive; undefined if its options cannot be edited. */
export function deepEdit(call: Call, name: string, names: Names, text: string): Edit | undefined {
  const [first, second, third] = call.arguments;
  const option = `${names.deepOption}: true`;
  const insertion = (at: number, inserted: string) => ({ start: at, end: at, text: inserted });
  const options = optionsOf(call);
  if (options) {
    const [property] = options.properties;
    if (options.properties.some((part) => 'computed' in part && part.computed)) return undefined;
    const start = property?.start ?? (options.start ?? 0) + 1;
    // The option comes first, so that an object spread after it still takes precedence.
    return insertion(start, property ? `${option},${spaceBefore(text, start)}` : ` ${option} `);
  }
  const last = second ?? first;
  const isKey = /^(?:String|Template)Literal$/.test(first?.type ?? '');
  // Anything else may be the options.
  const hasNone =
    !second || isFunction(second) || (isKey && !names.addressFunctions.includes(name));
  if (!last || third || !hasNone || last.type === 'SpreadElement' || last.extra?.parenthesized)
    return undefined;
  return insertion(last.end ?? 0, `,${spaceBefore(text, last.start ?? 0)}{ ${option} }`);
}

/** The space before an item of a list: a line break and an indent if it is on a line of its own. */
function spaceBefore(text: string, start: number): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const indent = text.slice(lineStart, start);
  const lineEnd = text[lineStart - 2] === '\r' ? '\r\n' : '\n';
  return indent.trim() === '' && lineStart > 0 ? `${lineEnd}${indent}` : ' ';
}
