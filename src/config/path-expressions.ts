import { posix } from 'node:path';
import type * as t from '@babel/types';
import { names } from '../catalogue/names.ts';
import { type Binding, findBinding, type Scope, wholeModule } from './bindings.ts';
import { evaluateOperand } from './evaluate.ts';
import { pathFrom, placeAt } from './places.ts';
import { dottedName } from './syntax.ts';
import type { Expr, Hop, PathPart, PathValue } from './value.ts';

/** The parts of a path expression: where it starts, the literals it appends, where it leads. */
type Path = Pick<PathValue, 'place' | 'base' | 'parts' | 'from'>;

const pathModules = /^(?:node:)?path(?:\/posix)?$|^pathe$|^upath$/;
const urlModules = /^(?:node:)?url$/;
const kitModules = new RegExp(`^(?:${names.kitModules.join('|')})$`);

/**
 * The place that a path expression names: `new URL('./x', import.meta.url)`, `resolve(__dirname, 'x')`,
 * `createResolver(import.meta.url).resolve('./x')` and their likes. Nothing for any other expression.
 */
export function readPath(at: Expr, via: readonly Hop[]): PathValue | undefined {
  const path = pathOf(at);
  return path && { kind: 'path', ...path, at, via };
}

function pathOf({ node, scope }: Expr): Path | undefined {
  switch (node.type) {
    case 'Identifier':
      if (findBinding(scope, node.name)) return undefined;
      if (node.name === '__dirname') return ownFolder(scope);
      return node.name === '__filename' ? ownFile(scope) : undefined;
    case 'MemberExpression':
      return memberPath(node, scope);
    case 'NewExpression':
      return urlPath(node, scope);
    case 'CallExpression':
      return callPath(node, scope);
    case 'TemplateLiteral':
      return templatePath(node, scope);
    case 'BinaryExpression':
      if (node.operator !== '+' || node.right.type !== 'StringLiteral') return undefined;
      return appended(pathValue(node.left, scope), node.right, node.right.value);
    default:
      return undefined;
  }
}

function ownFile({ file }: Scope): Path {
  const { config } = file.modules;
  const isConfig = file === config;
  const place = isConfig ? posix.basename(file.path) : posix.relative(posix.dirname(config.path), file.path);
  return { place, base: place, parts: [] };
}

function ownFolder(scope: Scope): Path {
  return parentOf(ownFile(scope));
}

function parentOf({ place }: Path): Path {
  const parent = placeAt('', posix.dirname(place));
  return { place: parent, base: parent, parts: [] };
}

/** The path of an operand, for an expression that starts from it. */
function pathValue(node: t.Node, scope: Scope): Path | undefined {
  const path = samePath(node, scope);
  return path && { ...path, from: evaluateOperand({ node, scope }).at };
}

/** The path of an expression in another form: it starts where the operand starts. */
function samePath(node: t.Node, scope: Scope): Path | undefined {
  const value = evaluateOperand({ node, scope });
  if (value.kind !== 'path') return undefined;
  const { place, base, parts, from } = value;
  return from ? { place, base, parts, from } : { place, base, parts };
}

function memberPath(node: t.MemberExpression, scope: Scope): Path | undefined {
  if (node.computed || node.property.type !== 'Identifier') return undefined;
  const { name } = node.property;
  if (node.object.type === 'MetaProperty') {
    if (name === 'dirname') return ownFolder(scope);
    return name === 'url' || name === 'filename' ? ownFile(scope) : undefined;
  }
  return name === 'pathname' || name === 'href' ? samePath(node.object, scope) : undefined;
}

function urlPath(node: t.NewExpression, scope: Scope): Path | undefined {
  if (dottedName(node.callee) !== 'URL' || node.arguments.length !== 2) return undefined;
  const [target, from] = node.arguments;
  // An encoded URL would have to be decoded to be compared, and encoded again to be written.
  if (target?.type !== 'StringLiteral' || !from || /[%?#:\\]/.test(target.value)) return undefined;
  const base = pathValue(from, scope);
  if (!base || target.value.startsWith('/')) return undefined;
  return relativeTo(isFolderUrl(base) ? base : parentOf(base), [target]);
}

/** Relative URLs are read from the last slash on, and `.` and `..` end in one. */
function isFolderUrl({ parts }: Path): boolean {
  const last = parts.at(-1);
  return last !== undefined && /(?:^|\/)\.{0,2}$/.test(partText(last));
}

function callPath(node: t.CallExpression, scope: Scope): Path | undefined {
  const { callee, arguments: args } = node;
  const first = args[0];
  const resolver = resolverCall(callee, scope);
  if (resolver) return resolvePath(resolver, args, scope);
  switch (importedName(callee, scope, pathModules)) {
    case 'resolve':
    case 'join':
      return joinedPath(first && pathValue(first, scope), args.slice(1));
    case 'normalize':
      return first && samePath(first, scope);
    case 'dirname': {
      const path = first && pathValue(first, scope);
      return path && parentOf(path);
    }
    default:
      return importedName(callee, scope, urlModules) === 'fileURLToPath'
        ? first && samePath(first, scope)
        : undefined;
  }
}

/** The name a function has in the module it comes from, where that module is one of `modules`. */
function importedName(callee: t.Node, scope: Scope, modules: RegExp): string | undefined {
  if (callee.type === 'Identifier') {
    const binding = findBinding(scope, callee.name)?.binding;
    return binding?.kind === 'import' && modules.test(binding.source) ? binding.name : undefined;
  }
  if (callee.type !== 'MemberExpression') return undefined;
  const object = withoutFlavour(callee.object);
  if (object.type !== 'Identifier') return undefined;
  const binding = findBinding(scope, object.name)?.binding;
  const whole = binding?.kind === 'import' && (binding.name === wholeModule || binding.name === 'default');
  return whole && modules.test(binding.source) && callee.property.type === 'Identifier'
    ? callee.property.name
    : undefined;
}

/** `path` of `path.posix`, which only says whose separators are meant. */
function withoutFlavour(node: t.Node): t.Node {
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return node;
  return node.property.name === 'posix' ? node.object : node;
}

/** `resolver.resolve`, `createResolver(…).resolve`, or `resolve` taken out of one. */
function resolverCall(callee: t.Node, scope: Scope): t.CallExpression | undefined {
  if (callee.type === 'Identifier') {
    const binding = findBinding(scope, callee.name)?.binding;
    return binding?.kind === 'member' && binding.key === 'resolve'
      ? creation(binding.init, scope)
      : undefined;
  }
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
    return undefined;
  if (callee.property.name !== 'resolve') return undefined;
  if (callee.object.type !== 'Identifier') return creation(callee.object, scope);
  const binding: Binding | undefined = findBinding(scope, callee.object.name)?.binding;
  return binding?.kind === 'const' ? creation(binding.init, scope) : undefined;
}

function creation(node: t.Node, scope: Scope): t.CallExpression | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return undefined;
  const binding = findBinding(scope, node.callee.name)?.binding;
  const known = binding ? importedName(node.callee, scope, kitModules) : node.callee.name;
  return known === 'createResolver' ? node : undefined;
}

function resolvePath(
  resolver: t.CallExpression,
  args: t.CallExpression['arguments'],
  scope: Scope,
): Path | undefined {
  const from = resolver.arguments[0];
  const file = from && pathValue(from, scope);
  return file && joinedPath(parentOf(file), args);
}

function joinedPath(base: Path | undefined, args: t.CallExpression['arguments']): Path | undefined {
  if (!base) return undefined;
  const parts: t.StringLiteral[] = [];
  for (const argument of args) {
    if (argument.type !== 'StringLiteral' || argument.value.startsWith('/')) return undefined;
    parts.push(argument);
  }
  return relativeTo(base, parts);
}

function relativeTo(base: Path, parts: readonly t.StringLiteral[]): Path {
  return onto(base, parts, parts.map((part) => part.value).join('/'));
}

function onto({ place: base, from }: Path, parts: Path['parts'], path: string): Path {
  const place = placeAt(base, path);
  return from ? { place, base, parts, from } : { place, base, parts };
}

function templatePath(node: t.TemplateLiteral, scope: Scope): Path | undefined {
  const [before, after] = node.quasis;
  const [start] = node.expressions;
  if (node.expressions.length !== 1 || !start || before?.value.cooked !== '' || !after) return undefined;
  return appended(pathValue(start, scope), after, after.value.cooked ?? '');
}

function appended(base: Path | undefined, part: PathPart, text: string): Path | undefined {
  if (!base || !text.startsWith('/')) return undefined;
  return onto(base, [part], text.slice(1));
}

/** The text of a part as it is read. */
function partText(part: PathPart): string {
  return part.type === 'StringLiteral' ? part.value : (part.value.cooked ?? '');
}

/**
 * What the literals of a path expression must say to lead to another place: only the first one changes, because
 * folders move with all they hold. Nothing where that cannot be said by the first literal.
 */
export function retarget(
  parts: readonly PathPart[],
  base: string,
  place: string,
): { part: PathPart; text: string } | undefined {
  const [first, ...rest] = parts;
  if (!first) return undefined;
  const suffix = placeAt('', rest.map(partText).join('/'));
  const wanted = pathFrom(base, place);
  const prefix = withoutSuffix(wanted, suffix);
  if (prefix === undefined) return undefined;
  return { part: first, text: inStyleOf(partText(first), prefix) };
}

function withoutSuffix(path: string, suffix: string): string | undefined {
  if (suffix === '') return path;
  if (path === suffix) return '';
  return path.endsWith(`/${suffix}`) ? path.slice(0, -suffix.length - 1) : undefined;
}

/** Keeps the author's leading `./` or `/` and trailing slash. */
function inStyleOf(old: string, path: string): string {
  const lead = old.startsWith('/') ? '/' : old.startsWith('./') && !path.startsWith('../') ? './' : '';
  const tail = old.endsWith('/') && path !== '' ? '/' : '';
  return `${lead}${path}${tail}` || '.';
}
