import type * as t from '@babel/types';
import { folderOf, isInside, pathFrom, placeAt, withoutEnd } from '../base/paths.ts';
import { calledFunction, findBinding } from './scope-bindings.ts';
import type { Expr, Scope } from './source.ts';
import { dottedName, memberName } from './syntax.ts';
import type { Hop, PathLiteral, PathPart, PathValue, Value } from './value.ts';

/** The parts of a path expression: its base, the literals it appends, and the resulting place. */
type Path = Pick<PathValue, 'place' | 'base' | 'parts' | 'from'>;

/** Whether a module is `node:path` or a compatible package. */
export const isPathModule = (source: string): boolean =>
  /^(?:node:)?path(?:\/posix)?$|^pathe$|^upath$/.test(source);
const isUrlModule = (source: string) => /^(?:node:)?url$/.test(source);

/**
 * The place that a path expression stands for: `new URL('./x', import.meta.url)`, `resolve(__dirname, 'x')`,
 * `createResolver(import.meta.url).resolve('./x')` and the like. Undefined for any other expression.
 */
export function readPath(at: Expr, via: readonly Hop[], evaluate: Evaluate): PathValue | undefined {
  const path = pathOf(at.node, { ...at.scope, evaluate });
  if (!path) return undefined;
  // A file outside the folder of the config may lead back into it: `../../apps/a/x` is `x` then.
  const home = folderOf(at.scope.file.modules.config.path);
  return { kind: 'path', ...path, place: pathFrom(home, placeAt(home, path.place)), at, via };
}

/** Evaluates an operand of a path expression. */
type Evaluate = (operand: Expr) => Value;

/** The scope of a path expression, and the function that evaluates its operands. */
interface PathScope extends Scope {
  readonly evaluate: Evaluate;
}

function pathOf(node: t.Node, scope: PathScope): Path | undefined {
  switch (node.type) {
    case 'Identifier':
      if (findBinding(scope, node.name)) return undefined;
      if (node.name === '__dirname') return parentOf(ownFile(scope));
      return node.name === '__filename' ? ownFile(scope) : undefined;
    case 'MemberExpression':
      return memberPath(node, scope);
    case 'NewExpression':
      return urlPath(node, scope);
    case 'CallExpression':
      return callPath(node, scope);
    case 'TemplateLiteral': {
      const [before, after] = node.quasis;
      const [start] = node.expressions;
      if (node.expressions.length !== 1 || !start || before?.value.cooked !== '' || !after)
        return undefined;
      return withSuffix(start, literalPart(after), scope);
    }
    case 'BinaryExpression':
      if (node.operator !== '+' || node.right.type !== 'StringLiteral') return undefined;
      return withSuffix(node.left, literalPart(node.right), scope);
    default:
      return undefined;
  }
}

function startingAt(place: string): Path {
  return { place, base: place, parts: [] };
}

function ownFile({ file }: Scope): Path {
  return startingAt(pathFrom(folderOf(file.modules.config.path), placeAt('', file.path)));
}

function parentOf({ place }: Path): Path {
  return startingAt(folderOf(place));
}

/** The path of an expression that only converts its operand: it has the base and parts of the operand. */
function samePath(node: t.Node | undefined, scope: PathScope): Path | undefined {
  const value = node && scope.evaluate({ node, scope });
  if (value?.kind !== 'path') return undefined;
  const { place, base, parts, from } = value;
  return { place, base, parts, from };
}

/** The path of the operand that an expression extends; `from` is that operand. */
function pathFromOperand(node: t.Node | undefined, scope: PathScope): Path | undefined {
  const path = samePath(node, scope);
  return path && node && { ...path, from: scope.evaluate({ node, scope }).at };
}

/** A path that continues another one with the text of literals. */
function continued({ place: base, from }: Path, parts: readonly PathPart[]): Path {
  return { place: placeAt(base, textOf(parts).replace(/^\//, '')), base, parts, from };
}

function textOf(parts: readonly PathPart[]): string {
  return parts.map(({ text }) => text).join('/');
}

function literalPart(literal: PathLiteral): PathPart {
  return {
    text: literal.type === 'StringLiteral' ? literal.value : (literal.value.cooked ?? ''),
    literal,
  };
}

/** `x + '/y'` or `${x}/y`. */
function withSuffix(start: t.Node, part: PathPart, scope: PathScope): Path | undefined {
  const base = pathFromOperand(start, scope);
  return base && part.text.startsWith('/') ? continued(base, [part]) : undefined;
}

/** `join(x, 'y')`, where a leading slash has no effect. */
function joined(
  base: Path | undefined,
  args: readonly t.Node[],
  scope: PathScope,
): Path | undefined {
  const parts = args.flatMap((arg) => partOf(arg, scope) ?? []);
  return base && parts.length === args.length ? continued(base, parts) : undefined;
}

/** `resolve(x, 'y')`, which ignores everything before an absolute path. */
function resolved(
  base: Path | undefined,
  args: readonly t.Node[],
  scope: PathScope,
): Path | undefined {
  const path = joined(base, args, scope);
  return path?.parts.some(({ text }) => text.startsWith('/')) ? undefined : path;
}

function partOf(node: t.Node, scope: PathScope): PathPart | undefined {
  const literal =
    node.type === 'TemplateLiteral' && node.expressions.length === 0 ? node.quasis[0] : node;
  if (literal?.type === 'StringLiteral' || literal?.type === 'TemplateElement')
    return literalPart(literal);
  const value = scope.evaluate({ node, scope });
  return value.kind === 'scalar' && typeof value.value === 'string'
    ? { text: value.value }
    : undefined;
}

function memberPath(node: t.MemberExpression, scope: PathScope): Path | undefined {
  const name = memberName(node);
  if (node.object.type === 'MetaProperty') {
    if (name === 'dirname') return parentOf(ownFile(scope));
    return name === 'url' || name === 'filename' ? ownFile(scope) : undefined;
  }
  return name === 'pathname' ? samePath(node.object, scope) : undefined;
}

function urlPath(node: t.NewExpression, scope: PathScope): Path | undefined {
  if (dottedName(node.callee) !== 'URL' || node.arguments.length !== 2) return undefined;
  const [target, from] = node.arguments;
  // An encoded URL would have to be decoded to be compared, and encoded again to be written.
  if (target?.type !== 'StringLiteral' || /^\/|[%?#:\\]/.test(target.value)) return undefined;
  const base = pathFromOperand(from, scope);
  if (!base) return undefined;
  // Relative URLs are resolved from the last slash, and `.` and `..` count as ending with a slash.
  const last = base.parts.at(-1);
  const isFolder = last !== undefined && /(?:^|\/)\.{0,2}$/.test(last.text);
  return continued(isFolder ? base : parentOf(base), [literalPart(target)]);
}

function callPath(
  { callee, arguments: args }: t.CallExpression,
  scope: PathScope,
): Path | undefined {
  const [first, ...others] = args;
  const resolver = resolverCall(callee, scope);
  if (resolver) {
    const file = pathFromOperand(resolver.arguments[0], scope);
    return file && resolved(parentOf(file), args, scope);
  }
  const { name, source = '' } = calledFunction(callee, scope) ?? {};
  if (isUrlModule(source)) return name === 'fileURLToPath' ? samePath(first, scope) : undefined;
  switch (isPathModule(source) ? name : undefined) {
    case 'resolve':
    case 'join': {
      if (others.length === 0) return samePath(first, scope);
      const base = pathFromOperand(first, scope);
      return name === 'join' ? joined(base, others, scope) : resolved(base, others, scope);
    }
    case 'dirname': {
      const path = pathFromOperand(first, scope);
      return path && parentOf(path);
    }
    default:
      return undefined;
  }
}

/** The `createResolver` call behind a call of `resolve`: through a variable, chained, or destructured. */
function resolverCall(callee: t.Node, scope: Scope): t.CallExpression | undefined {
  const isMethod = callee.type === 'MemberExpression';
  if (isMethod && memberName(callee) !== 'resolve') return undefined;
  const object = isMethod ? callee.object : callee;
  if (object.type !== 'Identifier') return creation(object, scope);
  const binding = findBinding(scope, object.name)?.binding;
  if (isMethod) return binding?.kind === 'const' ? creation(binding.init, scope) : undefined;
  return binding?.kind === 'member' && binding.key === 'resolve'
    ? creation(binding.init, scope)
    : undefined;
}

function creation(node: t.Node, scope: Scope): t.CallExpression | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return undefined;
  const { name, source } = calledFunction(node.callee, scope) ?? {};
  const isFromKit =
    source === undefined || scope.file.modules.catalogue.names.kitModules.includes(source);
  return isFromKit && name === 'createResolver' ? node : undefined;
}

/**
 * The literal to change so that a path expression points to another place, and its new text. It is the first
 * literal, because folders move with everything in them. Undefined if changing the first literal is not enough.
 * `base` and `place` are relative to `home`, the folder of the config.
 */
export function retarget(
  parts: readonly PathPart[],
  base: string,
  place: string,
  home: string,
): { literal: PathLiteral; text: string } | undefined {
  const [part, ...laterParts] = parts;
  const [from, to] = [placeAt(home, base), placeAt(home, place)];
  // From a folder above the migrated one, the names on the way back are unknown.
  if (!part?.literal || (!isInside(from, '') && !isInside(to, from))) return undefined;
  const path = withoutEnd(pathFrom(from, to), placeAt('', textOf(laterParts)));
  return path === undefined
    ? undefined
    : { literal: part.literal, text: inStyleOf(part.text, path) };
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
