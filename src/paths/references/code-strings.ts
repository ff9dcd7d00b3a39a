import type * as t from '@babel/types';
import { spanOf } from '../../config/source.ts';
import { childrenOf, memberName, plainKey, unwrapTypes } from '../../config/syntax.ts';
import { type FileNames, importOf } from '../../tree/syntax/bindings.ts';
import { calledName, isSum } from '../../tree/syntax/code.ts';
import { namesPaths } from '../path-mentions/words.ts';
import { joiningCall, placeOf } from '../places.ts';
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
export function templateText(element: t.TemplateElement, open: boolean): CodeString {
  const { cooked, raw } = element.value;
  return { specifier: cooked ?? '', ...spanOf(element), open, isPlain: cooked === raw };
}

/** The expressions that an expression may evaluate to: both sides of a conditional count. */
export function choicesOf(at: t.Node): readonly t.Node[] {
  const node = unwrapTypes(at);
  if (node.type !== 'ConditionalExpression') return [node];
  return [...choicesOf(node.consequent), ...choicesOf(node.alternate)];
}

/** The string that an expression is or starts with. Empty strings only count between other parts. */
export function stringOf(at: t.Node, emptyToo = false): CodeString | undefined {
  const node = unwrapTypes(at);
  const string = readString(node.type === 'TSLiteralType' ? node.literal : node);
  return string && (string.specifier !== '' || (emptyToo && !string.open)) ? string : undefined;
}

function readString(node: t.Node): CodeString | undefined {
  if (node.type === 'StringLiteral') {
    const { start, end } = spanOf(node);
    return quotedString(node.value, start, end);
  }
  if (node.type === 'TemplateLiteral') {
    const [head] = node.quasis;
    return head && templateText(head, node.expressions.length > 0);
  }
  const beginning = isSum(node) ? readString(unwrapTypes(innermostSum(node).left)) : undefined;
  return beginning && { ...beginning, open: true };
}

/** The sum with the beginning of the text. */
function innermostSum(sum: t.BinaryExpression): t.BinaryExpression {
  let innermost = sum;
  for (let left = unwrapTypes(sum.left); isSum(left); left = unwrapTypes(left.left))
    innermost = left;
  return innermost;
}

/** The first two parts of `first + 'text…'`, or of the equivalent template literal. */
export function beginningOf(
  node: t.Node,
): { readonly first: t.Node; readonly text: CodeString | undefined } | undefined {
  // Only the innermost sum has the beginning: outer sums append to it.
  if (isSum(node))
    return isSum(unwrapTypes(node.left))
      ? undefined
      : { first: node.left, text: stringOf(node.right) };
  if (node.type !== 'TemplateLiteral') return undefined;
  const [head, next] = node.quasis;
  const [first, second] = node.expressions;
  if (!first || head?.value.cooked !== '') return undefined;
  return { first, text: next && templateText(next, second !== undefined) };
}

/** The position of a string. */
interface StringPlace {
  /** The keys, variables and functions around it, outermost first. */
  readonly keys: readonly string[];
  /** A key, a whole value or item, the same of a constant, a part of an expression, or a text that follows others. */
  readonly role: 'key' | 'value' | 'constant' | 'part' | 'continuation';
  /** Whether other parts of a text follow. */
  readonly open?: boolean;
  /** Whether the code makes a path of it: it is joined to a folder, or passed to a function that reads files. */
  readonly isPath?: boolean;
  /** The offset of the outermost call or sum that it is a part of; undefined if there is none. */
  readonly valueAt?: number | undefined;
}

/** A string in code, whatever its purpose; `valueAt` is its own offset if it is a whole value. */
export type PlacedString = CodeString & Required<StringPlace> & { readonly valueAt: number };

type PlacedNode = readonly [t.Node, StringPlace];

/** All strings in some code or JSON, in order, except the types and the modules that it imports. */
export function stringsIn(root: t.Node, names: FileNames): PlacedString[] {
  const strings: PlacedString[] = [];
  const pending: PlacedNode[] = [[root, { keys: [], role: 'part' }]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [node, place] = next;
    if (node.type === 'StringLiteral') {
      const { start, end } = spanOf(node);
      strings.push(placed(quotedString(node.value, start, end), place, start));
    } else if (node.type === 'TemplateLiteral')
      strings.push(...templateStrings(node, place, names));
    for (const inner of placesBelow(node, place, names)) pending.push(inner);
  }
  return strings.sort((a, b) => a.start - b.start);
}

function placed(string: CodeString, place: StringPlace, start: number): PlacedString {
  const { open = false, isPath = false, valueAt = start } = place;
  return { ...string, ...place, open: string.open || open, isPath, valueAt };
}

function templateStrings(
  node: t.TemplateLiteral,
  place: StringPlace,
  names: FileNames,
): PlacedString[] {
  const [only, another] = node.expressions;
  const isBehindFolder =
    only && !another && node.quasis[0]?.value.cooked === '' && isFolder(only, names);
  return node.quasis.map((quasi, index) => {
    const string = templateText(quasi, index < node.expressions.length);
    const role = index > 0 ? 'continuation' : only ? 'part' : place.role;
    const isPath = only ? index === 1 && isBehindFolder : place.isPath;
    return placed(string, { ...place, role, isPath: Boolean(isPath) }, spanOf(node).start);
  });
}

/** The places of the children of a node that may have strings. */
function placesBelow(node: t.Node, place: StringPlace, names: FileNames): PlacedNode[] {
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
      return placesInCall(node, place, names);
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
      return isSum(node) ? placesInSum(node, place, names) : otherPlaces(node, place);
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
  names: FileNames,
): PlacedNode[] {
  const name = calledName(node.callee);
  if (node.callee.type === 'Import' || name === 'require') return [];
  const call = node.type === 'CallExpression' ? node : undefined;
  const key = readsFiles.test(name) ? 'path' : namesPaths(name) ? name : undefined;
  const path = call && pathArgument(call, names);
  const inner = { keys: key === undefined ? keys : [...keys, key], role: 'part', valueAt } as const;
  const callee = [node.callee, { keys, role: 'continuation', valueAt }] as const;
  return [
    callee,
    ...node.arguments.map((child) => [child, { ...inner, isPath: child === path }] as const),
  ];
}

function placesInSum(sum: t.BinaryExpression, place: StringPlace, names: FileNames): PlacedNode[] {
  const { keys, open = false, valueAt = spanOf(sum).start } = place;
  const role = place.role === 'continuation' ? place.role : 'part';
  const isPath = !open && isFolder(sum.left, names);
  return [
    [sum.left, { keys, role, open: true, valueAt }],
    [sum.right, { keys, role: 'continuation', open, isPath, valueAt }],
  ];
}

/** The argument of a call with which a path on disk continues or starts. */
function pathArgument(call: t.CallExpression, names: FileNames): t.Node | undefined {
  const [first] = call.arguments;
  const joining = joiningCall(call, names);
  if (joining && (joining.base || (first && isFolder(first, names)))) return joining.parts[0];
  const isPath =
    readsFiles.test(calledName(call.callee)) || placeOf(call, names)?.from === 'unknown';
  return isPath ? first : undefined;
}

/** Functions that read a file or folder, or match files. */
const readsFiles = /Sync$|^(?:readdir|readFile|glob|globby|fg)$/;

/** Whether an expression is a place, or a value from another file of the project, which may be one. */
function isFolder(node: t.Node, names: FileNames): boolean {
  const isTaken = node.type === 'Identifier' && importOf(node.name, names)?.source.startsWith('.');
  return isTaken || placeOf(node, names) !== undefined;
}

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
