import type * as t from '@babel/types';
import { spanOf } from '../../config/source.ts';
import { unwrapTypes } from '../../config/syntax.ts';
import { joiningCall, placeOf, plainText } from '../paths/places.ts';
import { type FileNames, namesIn } from '../syntax/bindings.ts';
import { childrenOf, isSum, languageOf, spelledOnly } from '../syntax/code.ts';
import { fileArguments } from '../syntax/file-calls.ts';
import type { SourceText } from '../syntax/source-text.ts';
import { type CodeString, quotedString, templateText } from './modules/code-strings.ts';
import type { Reference } from './reference.ts';
import { styleReferences } from './styles.ts';

/** A string in code, whatever its purpose. */
export interface AnyString extends CodeString {
  /** The offset of its expression, including the quote. */
  readonly at: number;
  /** The nearest key above the string; empty in a function, which may use it in any way. */
  readonly key: string;
  /** Whether the string follows a computed part, so that it is not a whole path. */
  readonly continues: boolean;
  /** The offsets of the calls and sums around the string, whose result may be the value of an option. */
  readonly parts: readonly number[];
  /** The path that the string starts, with the texts joined to it, if it is used as a place on disk. */
  readonly place?: string | undefined;
}

interface Visit extends Pick<AnyString, 'key' | 'continues' | 'open' | 'parts' | 'place'> {
  readonly node: t.Node;
}

/** All strings of a module that are values, in order. Throws what the parser throws. */
export function stringsIn(source: SourceText): AnyString[] {
  const { path, text } = source;
  const strings: AnyString[] = [];
  const { program } = source.parse(text, 0, languageOf(path));
  const names = namesIn([program]);
  const pending: Visit[] = [{ node: program, key: '', continues: false, open: false, parts: [] }];
  for (let visit = pending.pop(); visit; visit = pending.pop()) {
    const { node } = visit;
    if (node.type === 'StringLiteral') strings.push(literalString(text, node, visit));
    else if (node.type === 'TemplateLiteral') strings.push(...templateStrings(node, visit, names));
    else if (node.type !== 'TSLiteralType')
      for (const inner of visitsBelow(visit, names)) pending.push(inner);
    if (node.type === 'TemplateLiteral')
      for (const inner of node.expressions)
        pending.push({ ...visit, node: inner, continues: false, parts: [], place: undefined });
  }
  return strings.sort((a, b) => a.start - b.start);
}

function visitsBelow({ node, key, continues, open, parts }: Visit, fileNames: FileNames): Visit[] {
  const isPart = isSum(node) || node.type === 'CallExpression' || node.type === 'NewExpression';
  const { start } = spanOf(node);
  // A sum has the same start as the sum on its left.
  const wider = parts.at(-1) === start ? parts : [...parts, start];
  const within = isPart ? wider : unwrapTypes(node) === node ? [] : parts;
  const joined = node.type === 'CallExpression' ? pathArguments(node, fileNames) : [];
  const names = new Set(spelledOnly(node));
  const inner = /Function|Method/.test(node.type) ? '' : (keyOf(node) ?? key);
  return childrenOf(node)
    .filter((child) => !names.has(child))
    .map((child) => {
      const visit = { node: child, key: inner, parts: within };
      if (!isSum(node))
        return { ...visit, continues: false, open: false, place: placeFrom(joined, joined.indexOf(child)) };
      const isFirst = child === node.left;
      const place = !isFirst && !open && placeOf(node.left, fileNames) ? plainText(child) : undefined;
      return { ...visit, continues: continues || !isFirst, open: open || isFirst, place };
    });
}

/** The first of several arguments, joined with the literal arguments after it. */
function placeFrom(joined: readonly t.Node[], index: number): string | undefined {
  if (index !== 0) return undefined;
  const texts = joined.map(plainText);
  const end = texts.indexOf(undefined);
  const literals = end === -1 ? texts : texts.slice(0, end);
  return literals.length === 0 ? undefined : literals.join('/');
}

/** The arguments of a call that form one path on disk; none for other calls. */
function pathArguments(call: t.CallExpression, names: FileNames): readonly t.Node[] {
  const [first] = call.arguments;
  if (!first) return [];
  const joining = joiningCall(call, names);
  // A value from another file of the project may be a folder if a path is built from it.
  const isTaken = first.type === 'Identifier' && names.imports.get(first.name)?.source.startsWith('.');
  if (joining && (joining.base || isTaken)) return joining.parts;
  if (placeOf(call, names)?.from === 'unknown') return [first];
  return fileArguments(call, names).slice(0, 1);
}

function keyOf(node: t.Node): string | undefined {
  if (node.type !== 'ObjectProperty' || node.computed) return undefined;
  if (node.key.type === 'Identifier') return node.key.name;
  return node.key.type === 'StringLiteral' ? node.key.value : undefined;
}

function literalString(code: string, node: t.StringLiteral, visit: Visit): AnyString {
  const { start, end } = spanOf(node);
  const { node: _, ...facts } = visit;
  return { ...quotedString(code, node.value, start, end), at: start, ...facts };
}

function templateStrings(node: t.TemplateLiteral, visit: Visit, names: FileNames): AnyString[] {
  const { start: at } = spanOf(node);
  const { key, continues, open, parts } = visit;
  const [only, another] = node.expressions;
  const isBehindPlace = !open && !another && only !== undefined && placeOf(node, names) !== undefined;
  return node.quasis.map((quasi, index) => ({
    ...templateText(quasi, open || index < node.expressions.length),
    at,
    key,
    continues: continues || index > 0,
    parts: [...parts, at],
    place: only ? (isBehindPlace && index === 1 ? quasi.value.cooked : undefined) : visit.place,
  }));
}

const styleCode = /@(?:use|import|forward|reference|plugin)\s|\burl\(/;

/** The references in the style code of a string; undefined if there is no style code. */
export function styleIn(string: AnyString, code: string): Reference[] | undefined {
  const { specifier, start, end, encode } = string;
  if (!styleCode.test(specifier)) return undefined;
  const written = code.slice(start, end);
  return styleReferences(specifier, 'scss').flatMap((reference) => {
    const offset = offsetIn(written, specifier, reference);
    if (offset === undefined) return [];
    const from = start + offset;
    const length = reference.end - reference.start;
    // The specifier is encoded for the style code first, then for the string around it.
    const encodeBoth = (text: string) => encode(reference.encode(text));
    return [{ ...reference, start: from, end: from + length, encode: encodeBoth }];
  });
}

/** The offset of a piece of a string in its source; undefined if the piece has escapes. */
function offsetIn(written: string, text: string, { start, end }: Reference): number | undefined {
  if (written === text) return start;
  const piece = text.slice(start, end);
  let [inText, inCode] = [text.indexOf(piece), written.indexOf(piece)];
  while (inText < start && inCode !== -1) {
    inText = text.indexOf(piece, inText + 1);
    inCode = written.indexOf(piece, inCode + 1);
  }
  return inCode === -1 ? undefined : inCode;
}
