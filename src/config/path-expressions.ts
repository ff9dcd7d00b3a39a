/**
 * The one evaluator of expressions that make a path, for the values of a config and for any other code:
 * `join(__dirname, 'assets')`.
 */

import type * as t from '@babel/types';
import { isInside, type PlacePath, pathFrom, placeAt } from '../base/paths.ts';
import type { Expr } from './source.ts';
import { dottedName, memberName, unwrapTypes } from './syntax.ts';

/** A literal with a text of a path. */
export type PathLiteral = t.StringLiteral | t.TemplateElement;

/** A piece of the text of a path, with its offsets in that text. */
export interface PathPiece {
  readonly start: number;
  readonly end: number;
  /** The literal that has the text, or an expression of which the text is known. */
  readonly node: t.Node;
}

/** A path that an expression evaluates to: a folder or file, and the text that the expression appends to it. */
export interface CodePath {
  /** What `base` is seen from: the file, the working folder, no folder, or an unknown one. */
  readonly start: 'file' | 'process' | 'absolute' | 'unknown';
  readonly base: PlacePath;
  readonly text: string;
  readonly pieces: readonly PathPiece[];
  /** Whether a computed part follows the text. */
  readonly isOpen: boolean;
  /** Whether it is a file of code itself, which paths are not below, but beside. */
  readonly isFile?: boolean;
  /** Whether a text with a sign may start with an alias, and whether the text is that of a URL. */
  readonly reads?: 'aliases' | 'url';
  /** The expression behind a name that `base` was read from, if any. */
  readonly behind?: Expr | undefined;
}

/** What is known about an operand: a text, or a path and whether it is behind a name. */
export type Operand =
  | { readonly text: string }
  | { readonly path: CodePath; readonly isNamed: boolean; readonly at?: Expr };

/** A value that a name is bound to, or a member of it. */
export interface BoundValue {
  readonly init: t.Node;
  readonly member?: string | undefined;
}

/** How the names and operands of an expression are resolved. */
export interface PathNames {
  /** The file that the expression is in. */
  readonly file: PlacePath;
  operand(node: t.Node): Operand | undefined;
  /** The name of a function where it is declared, and whether that is surely one of paths. */
  functionOf(callee: t.Node): { readonly name: string; readonly isSure: boolean } | undefined;
  valuesOf(name: string): readonly BoundValue[];
}

/** Whether a module is `node:path` or a compatible package. */
export const isPathModule = (source: string): boolean =>
  /^(?:node:)?path(?:\/posix)?$|^pathe$|^upath$/.test(source);

const absolutePath = /^(?:\/|[a-z]:[\\/])/i;
const absoluteUrl = /^(?:\/|[a-z][a-z\d+.-]+:)/i;

/**
 * The path of an expression such as `join(__dirname, 'x')`, `new URL('./x', import.meta.url)`, `__dirname + '/x'` or
 * `createResolver(import.meta.url).resolve('./x')`. Undefined for any other expression.
 */
export function pathOf(at: t.Node, names: PathNames): CodePath | undefined {
  const node = unwrapTypes(at);
  switch (node.type) {
    case 'Identifier':
      if (node.name === '__dirname') return parentOf(ownFile(names));
      return node.name === '__filename' ? ownFile(names) : undefined;
    case 'MemberExpression':
      return memberPath(node, names);
    case 'NewExpression':
      return dottedName(node.callee) === 'URL' ? urlPath(node.arguments, names) : undefined;
    case 'CallExpression':
      return callPath(node, names);
    case 'TemplateLiteral':
    case 'BinaryExpression':
      return sumPath(node, names);
    default:
      return undefined;
  }
}

/** The place of a path; undefined if a part is computed. */
export function placeOfPath({ base, text, isOpen }: CodePath): PlacePath | undefined {
  return isOpen ? undefined : placeAt('', `${base || '.'}/${text}`);
}

/** A folder or file without a text of its own. */
export function startingAt(start: CodePath['start'], base: PlacePath): CodePath {
  return { start, base, text: '', pieces: [], isOpen: false };
}

function ownFile({ file }: PathNames): CodePath {
  return { ...startingAt('file', file), isFile: true };
}

function parentOf(path: CodePath): CodePath {
  const { start, behind } = path;
  return { ...startingAt(start, placeAt(placeOfPath(path) ?? '', '..')), behind };
}

/** The parts of sums and templates, in order, with a list instead of recursion, because generated sums are long. */
export function leavesOf(root: t.Node): t.Node[] {
  const leaves: t.Node[] = [];
  const pending = [root];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const node = unwrapTypes(next);
    if (node.type === 'BinaryExpression' && node.operator === '+')
      pending.push(node.right, node.left);
    else if (node.type === 'TemplateLiteral') {
      const { quasis, expressions } = node;
      const parts = quasis.flatMap((quasi, index) => {
        const expression = expressions[index];
        const texts = quasi.value.cooked === '' ? [] : [quasi];
        return expression ? [...texts, expression] : texts;
      });
      pending.push(...parts.reverse());
    } else leaves.push(node);
  }
  return leaves;
}

export function isLiteral(node: t.Node): node is PathLiteral {
  return node.type === 'StringLiteral' || node.type === 'TemplateElement';
}

function textOf(leaf: t.Node, names: PathNames): string | undefined {
  if (leaf.type === 'StringLiteral') return leaf.value;
  if (leaf.type === 'TemplateElement') return leaf.value.cooked ?? undefined;
  const operand = names.operand(leaf);
  return operand && 'text' in operand ? operand.text : undefined;
}

/** The path of an expression that only converts its operand. */
function samePath(node: t.Node | undefined, names: PathNames): CodePath | undefined {
  const operand = node && names.operand(node);
  return operand && 'path' in operand ? operand.path : undefined;
}

/** The path that an expression extends. Behind a name, it is a folder or file whose text is that of another one. */
function extended(node: t.Node | undefined, names: PathNames): CodePath | undefined {
  const operand = node && names.operand(node);
  if (!operand || !('path' in operand)) return undefined;
  const { path, isNamed, at: behind } = operand;
  const place = placeOfPath(path);
  if (place === undefined) return startingAt('unknown', '');
  // A dot alone is the base of other paths.
  if (/^\.\/?$/.test(path.text)) return { ...path, text: '', pieces: [] };
  if (!isNamed) return path;
  const base = path.text.endsWith('/') ? `${place}/` : place;
  return { ...startingAt(path.start, base), isFile: path.isFile ?? false, behind };
}

/** A part of a text, and whether it starts an argument of `join`, which puts a slash before it. */
interface Leaf {
  readonly node: t.Node;
  readonly isArgument: boolean;
}

/**
 * A path with more text at its end, up to the first part that is computed: the folder and `a`, `x` → `a/` and open.
 */
function appended(
  path: CodePath,
  leaves: readonly Leaf[],
  names: PathNames,
  absolute?: RegExp,
): CodePath {
  let { text } = path;
  const pieces = [...path.pieces];
  for (const { node, isArgument } of leaves) {
    const own = textOf(node, names);
    if (own !== undefined && isArgument && absolute?.test(own)) return startingAt('absolute', own);
    const isApart = isArgument && text !== '' && own !== '';
    if (isApart && !text.endsWith('/') && !own?.startsWith('/')) text += '/';
    // Without a slash, the text continues the name of a folder that is not known here.
    const isBelow = isArgument || text !== '' || /^\/(?!\/)/.test(own ?? '');
    if (own === undefined || !isBelow) return { ...path, text, pieces, isOpen: true };
    pieces.push({ start: text.length, end: text.length + own.length, node });
    text += own;
  }
  return { ...path, text, pieces, isFile: false };
}

/** `x + '/y'` or `${x}/y`. */
function sumPath(node: t.Node, names: PathNames): CodePath | undefined {
  const [first, ...others] = leavesOf(node);
  const path = first && !isLiteral(first) ? extended(first, names) : undefined;
  const [next] = others;
  // A computed end may start with a slash: then the path before it is complete.
  if (path && next && textOf(next, names) === undefined)
    return { ...startingAt(path.start, ''), isOpen: true };
  const leaves = others.map((leaf) => ({ node: leaf, isArgument: false }));
  return path && appended(path, leaves, names);
}

/** A path with the arguments of `join` or `resolve`; if `absolute` matches one, it replaces everything before it. */
export function joined(
  path: CodePath | undefined,
  args: readonly t.Node[],
  names: PathNames,
  absolute?: RegExp,
): CodePath | undefined {
  const leaves = args.flatMap((arg) =>
    leavesOf(arg).map((node, index) => ({ node, isArgument: index === 0 })),
  );
  return path && appended(path, leaves, names, absolute);
}

function memberPath(node: t.MemberExpression, names: PathNames): CodePath | undefined {
  const name = memberName(node);
  if (unwrapTypes(node.object).type === 'MetaProperty') {
    if (name === 'dirname') return parentOf(ownFile(names));
    return name === 'url' || name === 'filename' ? ownFile(names) : undefined;
  }
  return name === 'pathname' || name === 'href' ? samePath(node.object, names) : undefined;
}

function urlPath([target, from]: readonly t.Node[], names: PathNames): CodePath | undefined {
  if (!target || !from) return samePath(target, names);
  const base = extended(from, names);
  if (!base) return undefined;
  // Relative URLs are resolved from the last slash, and `.` and `..` count as ending with a slash.
  const isFolder = !base.isFile && /(?:^|\/)\.{0,2}$/.test(base.text || base.base);
  const path = joined(isFolder ? base : parentOf(base), [target], names, absoluteUrl);
  return path && { ...path, reads: 'url' };
}

function callPath(call: t.CallExpression, names: PathNames): CodePath | undefined {
  const [first, ...others] = call.arguments;
  const resolver = resolverBase(call.callee, names);
  if (resolver) {
    const file = extended(resolver, names);
    const path = joined(file?.isFile ? parentOf(file) : file, call.arguments, names, absolutePath);
    return path && { ...path, reads: 'aliases' };
  }
  const { name, isSure } = names.functionOf(call.callee) ?? {};
  switch (name) {
    case 'cwd':
      return startingAt('process', '');
    case 'fileURLToPath':
    case 'normalize':
      return samePath(first, names);
    case 'dirname': {
      const path = extended(first, names);
      return path && parentOf(path);
    }
    case 'join':
      return others.length === 0
        ? samePath(first, names)
        : joined(extended(first, names), others, names);
    case 'resolve':
      if (others.length === 0 && first?.type !== 'StringLiteral') return samePath(first, names);
      return first?.type === 'StringLiteral'
        ? joined(
            isSure ? startingAt('process', '') : undefined,
            call.arguments,
            names,
            absolutePath,
          )
        : joined(extended(first, names), others, names, absolutePath);
    default:
      return undefined;
  }
}

const resolverMethod = /^resolve(?:Path)?$/;

/** The argument of the `createResolver` behind a call of its method: through a name, chained, or destructured. */
function resolverBase(callee: t.Node, names: PathNames): t.Node | undefined {
  const node = unwrapTypes(callee);
  const isMethod = node.type === 'MemberExpression';
  if (isMethod && !resolverMethod.test(memberName(node) ?? '')) return undefined;
  const holder = isMethod ? unwrapTypes(node.object) : node;
  const values: readonly BoundValue[] =
    holder.type === 'Identifier' ? names.valuesOf(holder.name) : [{ init: holder }];
  const bases = values.map(({ init, member }) => {
    const isTaken = isMethod ? member === undefined : resolverMethod.test(member ?? '');
    if (!isTaken || init.type !== 'CallExpression') return undefined;
    return names.functionOf(init.callee)?.name === 'createResolver' ? init.arguments[0] : undefined;
  });
  return bases.includes(undefined) ? undefined : bases[0];
}

const leadsUp = /^[./]*\.\./;

/**
 * The pieces of which one alone can be changed so that a path has another text, the best one first, and the new text of
 * each: of `src` and `/a.css`, `app` and `/a.css` for `app/a.css`. It is plain if no folder is left and entered again.
 */
export function piecesFor<P extends { readonly start: number; readonly end: number }>(
  text: string,
  pieces: readonly P[],
  newText: string,
) {
  // A text that becomes superfluous is written as a dot.
  return [newText, newText.replace(/^\/?/, '$&./')].flatMap((wanted) =>
    // The last one that suffices is the first choice, because the folders before it stay.
    pieces.toReversed().flatMap((piece) => {
      const [before, after] = [text.slice(0, piece.start), text.slice(piece.end)];
      const isFree = wanted.length > before.length + after.length || text === wanted;
      if (!isFree || !wanted.startsWith(before) || !wanted.endsWith(after)) return [];
      const own = wanted.slice(before.length, wanted.length - after.length);
      const leadsBack = leadsUp.test(own) && !leadsUp.test(text.slice(piece.start, piece.end));
      return { piece, text: own, isPlain: wanted === newText && !leadsBack };
    }),
  );
}

/**
 * The literal to change so that a path expression leads from a base to another place, and its new text: for
 * `join(__dirname, 'assets/a.css')` and `app/assets/a.css`, the second argument and that text. Undefined if there is
 * none. Both places are relative to `home`, the folder of the config.
 */
export function rewrittenPath(
  { text, pieces }: CodePath,
  base: PlacePath,
  place: PlacePath,
  home: PlacePath,
): { literal: PathLiteral; text: string } | undefined {
  const [from, to] = [placeAt(home, base), placeAt(home, place)];
  // From a folder above the migrated one, the names on the way back are unknown.
  if (!isInside(from, '') && !isInside(to, from)) return undefined;
  const path = inStyleOf(text, pathFrom(from, to));
  const literals = pieces.filter(({ node }) => isLiteral(node));
  const choices = piecesFor(text, literals, path);
  const found = choices.find(({ isPlain }) => isPlain) ?? choices[0];
  return found && isLiteral(found.piece.node)
    ? { literal: found.piece.node, text: found.text }
    : undefined;
}

/** Keeps the author's leading `./` or `/` and trailing slash. */
function inStyleOf(old: string, path: string): string {
  const lead = old.startsWith('/')
    ? '/'
    : old.startsWith('./') && !path.startsWith('../')
      ? './'
      : '';
  const tail = old.endsWith('/') && path !== '' ? '/' : '';
  return `${lead}${path}${tail}` || '.';
}
