/**
 * Finds the strings in code with what surrounds them, such as keys and functions, and the text of a string that is put
 * together.
 */

import type * as t from '@babel/types';
import { isLiteral, leavesOf, type PathLiteral } from '../../config/path-expressions.ts';
import { spanOf } from '../../config/source.ts';
import { childrenOf, memberName, plainKey, unwrapTypes } from '../../config/syntax.ts';
import type { FileNames } from '../../tree/syntax/bindings.ts';
import { calledName, isSum, walk } from '../../tree/syntax/code.ts';
import { namesPaths } from '../path-mentions/words.ts';
import { codePath, mayMakePath } from '../places.ts';
import { type Reference, shifted } from './reference.ts';
import { styleReferences } from './styles.ts';

/** A string in code of which the text, or at least its beginning, is known. */
export type CodeString = Omit<Reference, 'kind'>;

/** A string between quotes at the given offsets. */
export function quotedString(specifier: string, start: number, end: number): CodeString {
  const isPlain = end - start === specifier.length + 2;
  return { specifier, start: start + 1, end: end - 1, open: false, isPlain };
}

/** A text of a template literal. */
function templateText(element: t.TemplateElement, open: boolean): CodeString {
  const { cooked, raw } = element.value;
  return { specifier: cooked ?? '', ...spanOf(element), open, isPlain: cooked === raw };
}

/** The expressions that an expression may evaluate to: both sides of a conditional count. */
export function choicesOf(at: t.Node): readonly t.Node[] {
  const node = unwrapTypes(at);
  if (node.type !== 'ConditionalExpression') return [node];
  return [...choicesOf(node.consequent), ...choicesOf(node.alternate)];
}

/** The string that an expression is or starts with; empty ones do not count. */
export function stringOf(at: t.Node): CodeString | undefined {
  const node = unwrapTypes(at);
  const [first, another] = leavesOf(node.type === 'TSLiteralType' ? node.literal : node);
  const string = first && isLiteral(first) ? literalString(first) : undefined;
  return string?.specifier ? { ...string, open: another !== undefined } : undefined;
}

/** The text of a literal. */
export function literalString(literal: PathLiteral): CodeString {
  if (literal.type === 'TemplateElement') return templateText(literal, false);
  const { start, end } = spanOf(literal);
  return quotedString(literal.value, start, end);
}

/** The position of a string. */
interface StringPlace {
  /** The keys, variables and functions around it, outermost first. */
  readonly keys: readonly string[];
  /** A key, a whole value or item, the same of a constant, a part of an expression, or a text that follows others. */
  readonly role: 'key' | 'value' | 'constant' | 'part' | 'continuation';
  /** Whether other parts of a text follow. */
  readonly open?: boolean;
  /** The offset of the outermost call or sum that it is a part of; undefined if there is none. */
  readonly valueAt?: number | undefined;
}

/** A string in code, whatever its purpose; `valueAt` is its own offset if it is a whole value. */
export interface PlacedString extends CodeString, StringPlace {
  readonly open: boolean;
  readonly valueAt: number;
  /** Whether the code makes a path of it: it is joined to a folder, or passed to a function that reads files. */
  readonly isPath: boolean;
  /** Whether it is a part of a path from the folder of the file, which is a reference. */
  readonly isOwn: boolean;
}

type PlacedNode = readonly [t.Node, StringPlace];

/** All strings in some code or JSON, in order, except the types and the modules that it imports. */
export function stringsIn(root: t.Node, names: FileNames): PlacedString[] {
  const strings: PlacedString[] = [];
  const paths = pathsIn(root, names);
  const pending: PlacedNode[] = [[root, { keys: [], role: 'part' }]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [node, place] = next;
    if (node.type === 'StringLiteral') {
      strings.push(placed(node, place, spanOf(node).start, paths));
    } else if (node.type === 'TemplateLiteral') {
      const { start } = spanOf(node);
      node.quasis.forEach((quasi, index) => {
        const isOnly = node.expressions.length === 0;
        const role = index > 0 ? 'continuation' : isOnly ? place.role : 'part';
        const open = place.open || index < node.expressions.length;
        strings.push(placed(quasi, { ...place, role, open }, start, paths));
      });
    }
    for (const inner of placesBelow(node, place)) pending.push(inner);
  }
  return strings.sort((a, b) => a.start - b.start);
}

function placed(
  literal: PathLiteral,
  place: StringPlace,
  at: number,
  paths: ReturnType<typeof pathsIn>,
): PlacedString {
  const { open = false, valueAt = at } = place;
  const known = paths.get(literal) ?? { isPath: false, isOwn: false };
  return { ...literalString(literal), ...place, ...known, open, valueAt };
}

/** The literals that make paths, whether a path starts with them, and whether its folder is that of the file. */
function pathsIn(root: t.Node, names: FileNames) {
  const paths = new Map<t.Node, Pick<PlacedString, 'isPath' | 'isOwn'>>();
  walk(root, (node) => {
    if (!mayMakePath(node)) return;
    const { start, pieces = [] } = codePath(node, names) ?? {};
    for (const [index, piece] of pieces.entries())
      if (!paths.has(piece.node))
        paths.set(piece.node, { isPath: index === 0, isOwn: start === 'file' });
    const isRead = 'arguments' in node && readsFiles.test(calledName(node.callee));
    const [first] = isRead ? node.arguments : [];
    const [read] = first ? leavesOf(first) : [];
    if (read && !paths.has(read)) paths.set(read, { isPath: true, isOwn: false });
  });
  return paths;
}

/** The places of the children of a node that may have strings. */
function placesBelow(node: t.Node, place: StringPlace): PlacedNode[] {
  const { keys, role } = place;
  const below = (name: string | undefined): readonly string[] =>
    name === undefined ? keys : [...keys, name];
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'TSLiteralType':
      return [];
    case 'ExportNamedDeclaration':
      return node.declaration ? [[node.declaration, { keys, role }]] : [];
    case 'CallExpression':
    case 'NewExpression':
      return placesInCall(node, place);
    case 'ObjectProperty':
      return [
        [node.key, { keys, role: 'key' }],
        [
          node.value,
          { keys: node.computed ? keys : below(plainKey(node.key) ?? ''), role: 'value' },
        ],
      ];
    case 'VariableDeclarator': {
      const name = node.id.type === 'Identifier' ? node.id.name : undefined;
      return node.init ? [[node.init, { keys: below(name), role: 'constant' }]] : [];
    }
    case 'AssignmentExpression': {
      const name = node.left.type === 'MemberExpression' ? memberName(node.left) : undefined;
      return [[node.right, { keys: below(name), role: 'part' }]];
    }
    default:
      return isSum(node) ? placesInSum(node, place) : otherPlaces(node, place);
  }
}

/** The items of a list are values, and children of other nodes are parts; types around a value do not matter. */
function otherPlaces(node: t.Node, { keys, role, valueAt }: StringPlace): PlacedNode[] {
  const inner = node.type === 'ArrayExpression' ? (role === 'constant' ? role : 'value') : 'part';
  const place: StringPlace = {
    keys,
    role: role === 'continuation' ? role : inner,
    valueAt: unwrapTypes(node) === node ? undefined : valueAt,
  };
  return childrenOf(node).map((child) => [child, place]);
}

/** The places in a call; the name of a function may say that its arguments are paths. */
function placesInCall(
  node: t.CallExpression | t.NewExpression,
  { keys, valueAt = spanOf(node).start }: StringPlace,
): PlacedNode[] {
  const name = calledName(node.callee);
  if (node.callee.type === 'Import' || name === 'require') return [];
  const key = readsFiles.test(name) ? 'path' : namesPaths(name) ? name : undefined;
  const inner = { keys: key === undefined ? keys : [...keys, key], role: 'part', valueAt } as const;
  const callee = [node.callee, { keys, role: 'continuation', valueAt }] as const;
  return [callee, ...node.arguments.map((child) => [child, inner] as const)];
}

function placesInSum(sum: t.BinaryExpression, place: StringPlace): PlacedNode[] {
  const { keys, open = false, valueAt = spanOf(sum).start } = place;
  const role = place.role === 'continuation' ? place.role : 'part';
  return [
    [sum.left, { keys, role, open: true, valueAt }],
    [sum.right, { keys, role: 'continuation', open, valueAt }],
  ];
}

/** Functions that read a file or folder, or match files. */
const readsFiles = /Sync$|^(?:readdir|readFile|glob|globby|fg)$/;

const styleCode = /@(?:use|import|forward|reference|plugin)\s|\burl\(/;

/** The references in the style code of a string; undefined if there is no style code. */
export function styleIn(
  { specifier, start, end }: CodeString,
  code: string,
): Reference[] | undefined {
  if (!styleCode.test(specifier)) return undefined;
  const written = code.slice(start, end).replace(/\\[nrt]/g, '  ');
  return shifted(styleReferences(withPlainQuotes(written)), start);
}

/** Escaped quotes become quotes with blanks, so that all offsets stay the same. */
export function withPlainQuotes(written: string): string {
  return written.replace(/\\(["'])(.*?)\\\1/g, ' $1$2$1 ');
}
