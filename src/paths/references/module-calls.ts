/**
 * Finds the references in calls: `require('./x')`, `vi.mock('./x')`, `import.meta.glob('./x/*')`. Other imports are
 * found in module-references.ts.
 */

import type * as t from '@babel/types';
import { isSigned, splitGlob } from '../../base/paths.ts';
import table from '../../catalogue/reference-words.json' with { type: 'json' };
import { type CodePath, isLiteral } from '../../config/path-expressions.ts';
import { spanOf } from '../../config/source.ts';
import { memberName, unwrapTypes } from '../../config/syntax.ts';
import type { FileNames } from '../../tree/syntax/bindings.ts';
import { isNamed, propertyOf } from '../../tree/syntax/code.ts';
import { type CodeString, choicesOf, literalString, stringOf } from './code-strings.ts';
import { type Reference, type ReferencePiece, shiftedBy } from './reference.ts';

/** A piece of code that is searched, and the names that it declares. */
export interface CodeScan {
  readonly code: string;
  readonly names: FileNames;
}

/** The references of the strings that an expression may evaluate to. */
export function referencesTo(kind: Reference['kind'], node: t.Node): Reference[] {
  return choicesOf(node).flatMap((choice) => {
    const text = stringOf(choice);
    return text ? { kind, ...text } : [];
  });
}

const mockMethods = new Map(Object.entries(table.mocks));

/** The references in a call of a function that takes a file. */
export function callReferences(scan: CodeScan, call: t.CallExpression): Reference[] {
  const callee = unwrapTypes(call.callee);
  const [first, second] = call.arguments;
  if (!first) return [];
  if (callee.type === 'Import' || isRequire(callee, scan)) return referencesTo('module', first);
  return callee.type === 'MemberExpression' ? inMethod(scan, callee, first, second) : [];
}

/** Whether a node is `require`, unless the file defines that name: then it may start in another folder. */
function isRequire(node: t.Node, { names }: CodeScan): boolean {
  return isNamed(node, 'require') && !names.has('require');
}

function inMethod(
  scan: CodeScan,
  callee: t.MemberExpression,
  first: t.Node,
  second?: t.Node,
): Reference[] {
  const method = memberName(callee) ?? '';
  const object = unwrapTypes(callee.object);
  const isOfMeta = object.type === 'MetaProperty';
  const isMock = object.type === 'Identifier' && mockMethods.get(object.name)?.includes(method);
  // With the option `paths` of `require.resolve`, the base is another folder.
  const isResolved = method === 'resolve' && (isOfMeta || (!second && isRequire(object, scan)));
  if (isOfMeta && method === 'glob') return inGlob(scan, first, second);
  return isMock || isResolved ? referencesTo('module', first) : [];
}

/** The patterns of `import.meta.glob`. */
function inGlob({ code }: CodeScan, patterns: t.Node, options: t.Node | undefined): Reference[] {
  const base = options && propertyOf(unwrapTypes(options), 'base');
  const list = unwrapTypes(patterns);
  const items = list.type === 'ArrayExpression' ? list.elements : [list];
  // A leading slash of the base means the project root, as in a pattern.
  const bases = (base ? referencesTo('path', base) : []).map(
    (found): Reference => (found.specifier.startsWith('/') ? { ...found, kind: 'glob' } : found),
  );
  const written = items.flatMap((item) => (item ? referencesTo('glob', item) : []));
  const globs = written.map((found): Reference => {
    // The `!` of a negated pattern is not part of the path.
    const sign = found.specifier.startsWith('!') && code[found.start] === '!' ? 1 : 0;
    return { ...found, specifier: found.specifier.slice(sign), start: found.start + sign };
  });
  // With a base, relative patterns are resolved from the base and not from this file.
  const isWanted = ({ specifier }: Reference) =>
    specifier !== '' && !(base && specifier.startsWith('.'));
  return [...bases, ...globs.filter(isWanted)];
}

/** Whether code may have a path that starts from the folder of its file. */
export const namesOwnFolder = /__dirname|__filename|import\.meta/;

/** The reference of a path that starts from the folder of its file; undefined for any other path. */
export function pathReference({ code }: CodeScan, path: CodePath): Reference | undefined {
  const { base, text, reads, isOpen: open } = path;
  const [first] = path.pieces;
  // A leading slash is kept where it is written.
  const written = text.replace(/^\/+/, '');
  // A dot alone is the base of other paths.
  const isNone = path.start !== 'file' || written === '' || (!open && /^\.\/?$/.test(written));
  if (isNone || !first) return undefined;
  const specifier = reads ? written : belowFolder(written);
  const pieces = piecesIn(path, specifier.length - text.length, code);
  const strings = pieces.map(({ string }) => string);
  const { start } = strings[0] ?? spanOf(first.node);
  const { end } = strings.at(-1) ?? spanOf(first.node);
  const isPlain = pieces.length === path.pieces.length && isOneText(strings, code);
  const own = pieces.map((piece) => ({ ...piece, string: shiftedBy(-start, piece.string) }));
  const isPattern = !open && reads !== 'url' && splitGlob(written).pattern !== '';
  // The framework's resolver also resolves aliases.
  const single = reads === 'aliases' && isSigned(written) ? 'module' : 'path';
  const kind = isPattern ? (written.startsWith('.') ? 'glob' : 'pattern') : single;
  const reference = { kind, specifier, start, end, open, pieces: own, isPlain } as const;
  // The own folder moves with the file, even if other files in it stay.
  return base === '' ? reference : { ...reference, base };
}

/** The literals in a path, and where their texts are in a specifier that starts elsewhere. */
function piecesIn({ pieces }: CodePath, by: number, code: string): ReferencePiece[] {
  return pieces.flatMap(({ start, end, node }) => {
    if (!isLiteral(node)) return [];
    const string = literalString(node);
    const omitted = Math.min(end - start, Math.max(0, -by - start));
    const isWritten = code.startsWith('/'.repeat(omitted), string.start);
    const own = {
      ...string,
      specifier: string.specifier.slice(omitted),
      start: string.start + omitted,
    };
    return {
      start: Math.max(0, start + by),
      end: Math.max(0, end + by),
      string: isWritten ? own : { ...string, isPlain: false },
    };
  });
}

/** Whether one string can replace several: plain ones with the same quotes and nothing but a sum or list between. */
function isOneText(strings: readonly CodeString[], code: string): boolean {
  return strings.every(({ start, isPlain }, index) => {
    const before = strings[index - 1];
    return isPlain && (!before || /^(["'`])\s*[,+]\s*\1$/.test(code.slice(before.end, start)));
  });
}

/** Marks a path that is joined to a folder as relative, even if it starts like an alias. */
export function belowFolder(specifier: string): string {
  return isSigned(specifier) ? `./${specifier}` : specifier;
}
