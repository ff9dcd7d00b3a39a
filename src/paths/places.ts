import type * as t from '@babel/types';
import { placeAt } from '../base/paths.ts';
import { isPathModule } from '../config/path-expressions.ts';
import { requiredModule } from '../config/scope-bindings.ts';
import { memberName, unwrapTypes } from '../config/syntax.ts';
import { type FileNames, importOf, onlyBinding } from '../tree/syntax/bindings.ts';
import { isFunction, isMeta, isNamed, isSum } from '../tree/syntax/code.ts';

/** A folder or file that an expression evaluates to. */
export interface CodePlace {
  /** The start of the path: the folder of the file, or the working folder. */
  readonly from: 'file' | 'process' | 'unknown';
  /** The path from there; undefined if a part is computed. */
  readonly steps: string | undefined;
}

// The file is one step below its folder; no real path has this name.
const ownFile = ':file';
const file: CodePlace = { from: 'file', steps: ownFile };
const folder: CodePlace = { ...file, steps: '' };
const workingFolder: CodePlace = { from: 'process', steps: '' };
const somewhere: CodePlace = { from: 'unknown', steps: undefined };

// Longer chains of names are considered cycles.
const maximumDepth = 20;

/**
 * Evaluates expressions such as `join(__dirname, 'x')`, `new URL('.', import.meta.url)`,
 * `createResolver(import.meta.url).resolve('x')` and `cwd()`. Undefined if the place is unknown.
 */
export function placeOf(
  at: t.Node | undefined,
  names: FileNames,
  depth = 0,
): CodePlace | undefined {
  if (!at || depth > maximumDepth) return undefined;
  const node = unwrapTypes(at);
  const next = (inner: t.Node | undefined) => placeOf(inner, names, depth + 1);
  switch (node.type) {
    case 'Identifier':
      return boundPlace(node.name, names, next);
    case 'MemberExpression':
      return memberPlace(node, next);
    case 'CallExpression':
      return callPlace(node, names, next);
    case 'NewExpression': {
      const [text, from] = isNamed(node.callee, 'URL') ? node.arguments : [];
      return text && from ? joined(folderOf(next(from)), [text]) : next(text);
    }
    case 'TemplateLiteral':
      return computed(node.quasis[0]?.value.cooked === '' ? next(node.expressions[0]) : undefined);
    default:
      return isSum(node) ? computed(next(node.left)) : undefined;
  }
}

/** Whether a place is the folder of its own file. */
export function isOwnFolder(place: CodePlace | undefined): boolean {
  return place?.from === 'file' && place.steps === '';
}

type Next = (node: t.Node | undefined) => CodePlace | undefined;

function boundPlace(name: string, names: FileNames, next: Next): CodePlace | undefined {
  if (!names.has(name))
    return name === '__dirname' ? folder : name === '__filename' ? file : undefined;
  const binding = onlyBinding(name, names);
  return binding?.member === undefined ? next(binding?.init) : undefined;
}

function memberPlace(node: t.MemberExpression, next: Next): CodePlace | undefined {
  if (isMeta(node, 'dirname')) return folder;
  if (isMeta(node, 'url') || isMeta(node, 'filename')) return file;
  return /^(?:pathname|href)$/.test(memberName(node) ?? '') ? next(node.object) : undefined;
}

function callPlace(call: t.CallExpression, names: FileNames, next: Next): CodePlace | undefined {
  const joining = joiningCall(call, names, next);
  if (joining) return joined(joining.base, joining.parts);
  const [first] = call.arguments;
  switch (functionName(call.callee, names)) {
    case 'cwd':
      return workingFolder;
    case 'fileURLToPath':
    case 'normalize':
      return next(first);
    case 'dirname': {
      const place = next(first);
      return place && { ...place, steps: place.steps && placeAt(place.steps, '..') };
    }
    default:
      return call.callee.type === 'Identifier' && next(resultOf(call.callee.name, names))
        ? somewhere
        : undefined;
  }
}

/** A call that appends paths to a folder. */
export interface JoiningCall {
  readonly by: 'join' | 'resolve' | 'resolver';
  /** The folder; undefined if it is unknown. */
  readonly base: CodePlace | undefined;
  readonly parts: readonly t.Node[];
}

/** Reads `join(folder, 'x')`, `resolve(folder, 'x')`, `resolve('x')` and `createResolver(folder).resolve('x')`. */
export function joiningCall(
  call: t.CallExpression,
  names: FileNames,
  evaluate: Next = (node) => placeOf(node, names),
): JoiningCall | undefined {
  const [first, ...others] = call.arguments;
  const base = resolverBase(call.callee, names);
  if (base) return { by: 'resolver', base: folderOf(evaluate(base)), parts: call.arguments };
  const by = functionName(call.callee, names);
  if (by !== 'join' && by !== 'resolve') return undefined;
  const startsAnywhere = by === 'resolve' && first?.type === 'StringLiteral';
  return startsAnywhere && isPathModule(calledModule(call.callee, names) ?? '')
    ? { by, base: workingFolder, parts: call.arguments }
    : { by, base: evaluate(first), parts: others };
}

/** The result of a function in the file that only returns a value. */
function resultOf(name: string, names: FileNames): t.Node | undefined {
  const init = onlyBinding(name, names)?.init;
  if (!init || !isFunction(init)) return undefined;
  const { body } = init;
  if (body.type !== 'BlockStatement') return body;
  const [only, second] = body.body;
  return only?.type === 'ReturnStatement' && !second ? (only.argument ?? undefined) : undefined;
}

/** The folder that relative paths are resolved from at a place. */
function folderOf(place: CodePlace | undefined): CodePlace | undefined {
  return place?.steps === ownFile ? folder : place;
}

function computed(place: CodePlace | undefined): CodePlace | undefined {
  return place && { ...place, steps: undefined };
}

function joined(place: CodePlace | undefined, parts: readonly t.Node[]): CodePlace | undefined {
  if (!place) return undefined;
  const texts = parts.map(plainText);
  const isKnown = place.steps !== undefined && !texts.includes(undefined);
  return isKnown
    ? { ...place, steps: placeAt(place.steps ?? '', texts.join('/')) }
    : computed(place);
}

/** The text of a string literal, or of a template literal without expressions. */
export function plainText(node: t.Node): string | undefined {
  if (node.type === 'StringLiteral') return node.value;
  return node.type === 'TemplateLiteral' && node.expressions.length === 0
    ? node.quasis[0]?.value.cooked
    : undefined;
}

/** The declared name of a function: an import may rename it, and a member has its own name. */
function functionName(callee: t.Node, names: FileNames): string | undefined {
  if (callee.type === 'Identifier') return importOf(callee.name, names)?.name || callee.name;
  return callee.type === 'MemberExpression' ? memberName(callee) : undefined;
}

const resolverMethod = /^resolve(?:Path)?$/;

/**
 * The base of a framework resolver of which a method is called, as a member or destructured, even if a promise
 * also has a `resolve`.
 */
function resolverBase(callee: t.Node, names: FileNames): t.Node | undefined {
  const node = unwrapTypes(callee);
  const isMethod = node.type === 'MemberExpression';
  if (isMethod && !resolverMethod.test(memberName(node) ?? '')) return undefined;
  const holder = isMethod ? unwrapTypes(node.object) : node;
  const bindings =
    holder.type === 'Identifier'
      ? (names.get(holder.name) ?? []).filter(({ init }) => init)
      : [{ init: holder, member: undefined }];
  const bases = bindings.map(({ init, member }) => {
    const isTaken = isMethod ? member === undefined : resolverMethod.test(member ?? '');
    const isCreated =
      init?.type === 'CallExpression' && functionName(init.callee, names) === 'createResolver';
    return isTaken && isCreated ? init.arguments[0] : undefined;
  });
  return bases.includes(undefined) ? undefined : bases[0];
}

/** The value of a name with a single binding; other expressions unchanged. */
export function boundTo(at: t.Node, names: FileNames): t.Node {
  const node = unwrapTypes(at);
  return (node.type === 'Identifier' ? onlyBinding(node.name, names)?.init : undefined) ?? node;
}

/** The module of a function, also if it is a member of the module object. */
function calledModule(callee: t.Node, names: FileNames): string | undefined {
  let node = unwrapTypes(callee);
  while (node.type === 'MemberExpression') node = unwrapTypes(node.object);
  return node.type === 'Identifier' ? importOf(node.name, names)?.source : requiredModule(node);
}
