/**
 * Works out what an expression in a config evaluates to without running it: through names, imports, spreads and merge
 * calls.
 */

import type * as t from '@babel/types';
import { folderOf, pathFrom, placeAt } from '../base/paths.ts';
import { mutations } from './identifier-uses.ts';
import { isPathModule, type Operand, pathOf, placeOfPath } from './path-expressions.ts';
import { fileProblem } from './problem.ts';
import { calledFunction, findBinding, findExport, wholeModule } from './scope-bindings.ts';
import { type Expr, perFile, type Scope } from './source.ts';
import { branchesOf, dottedName, memberName, plainKey, unwrapTypes } from './syntax.ts';
import {
  type ArrayElement,
  type ArrayValue,
  type Guard,
  type Hop,
  type Member,
  type ObjectValue,
  objectValue,
  type Property,
  type Slot,
  scalar,
  shortText,
  unknown,
  type Value,
  valueNode,
  withChanges,
} from './value.ts';

// Longer chains of names are treated as cycles (`const a = b, b = a`).
const maximumHops = 50;

/** Strings and lists that double with every name (`const b = a + a`) would not fit into memory. No option is this long. */
const maximumSize = 20_000;

// Values that double at every step (`const b = [a, a]`, `const c = [b, b]`) would take forever to read.
const maximumSteps = 200_000;

/** Reads an expression without running it. Returns its value, or the reason why that is unknown. */
export function evaluate(expr: Expr, via: readonly Hop[] = []): Value {
  countStep(expr);
  return evaluateNode(expr, via);
}

// An operand is read twice, as a path and as a scalar: without a cache, each `+` would double the work.
const knownParts = perFile(() => new Map<t.Node, Value>());

/** Evaluates a part of a composed value: an operand, a branch, or a spread value. Results are cached. */
export function evaluatePart(expr: Expr, via: readonly Hop[] = []): Value {
  countStep(expr);
  const cache = knownParts(expr.scope.file);
  let value = cache.get(expr.node);
  if (!value) {
    // A node that is requested again while it is being read refers to itself.
    cache.set(expr.node, unknown(expr, 'refers to itself'));
    value = evaluateNode(expr, via);
    cache.set(expr.node, value);
  }
  return value;
}

/** The value that a property or an array element holds. */
export function slotValue(slot: Slot): Value {
  slot.memo.value ??= evaluateSlot(slot);
  return slot.memo.value;
}

function evaluateSlot(slot: Slot): Value {
  const { node, scope, via } = slot;
  const held = valueNode(slot);
  if (held) return evaluate({ node: held, scope }, via);
  const at = { node, scope };
  const isGetter = node.type === 'ObjectMethod' && node.kind === 'get';
  return isGetter ? unknown(at, 'is a getter', via) : { kind: 'function', at, via };
}

/** The text of the key of a property or member expression. Undefined if it is unknown. */
function evaluateKey(key: t.Node, computed: boolean, scope: Scope): string | undefined {
  if (!computed) return plainKey(key);
  const value = evaluatePart({ node: key, scope });
  if (value.kind !== 'scalar') return undefined;
  return typeof value.value === 'string' || typeof value.value === 'number'
    ? String(value.value)
    : undefined;
}

function countStep({ scope: { file } }: Expr): void {
  file.modules.steps += 1;
  if (file.modules.steps <= maximumSteps) return;
  throw fileProblem(
    file.modules.config.path,
    'The config repeats the same values too many times to be read.',
    'Replace values that are built up from many variables with literals.',
  );
}

function evaluateNode(expr: Expr, via: readonly Hop[]): Value {
  const node = unwrapTypes(expr.node);
  const at = { node, scope: expr.scope };
  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return scalar(node.value, at, via);
    case 'NullLiteral':
      return scalar(null, at, via);
    case 'RegExpLiteral':
      return { kind: 'regexp', pattern: node.pattern, flags: node.flags, at, via };
    case 'ObjectExpression':
      return objectValue({ kind: 'literal', node }, at, via);
    case 'ArrayExpression':
      return { kind: 'array', node, at, via, memo: {} };
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return { kind: 'function', at, via };
    case 'TemplateLiteral':
    case 'BinaryExpression':
      return readPath(at, via) ?? compute(at, node, via);
    case 'UnaryExpression':
      return node.operator === '-' && node.argument.type === 'NumericLiteral'
        ? scalar(-node.argument.value, at, via, true)
        : computed(at, via);
    case 'Identifier':
      return followName(at, node.name, via);
    case 'MemberExpression':
      return readPath(at, via) ?? followMember(at, node, via);
    case 'NewExpression':
    case 'CallExpression':
      return (
        readPath(at, via) ??
        readMerge(at, via) ??
        readListCall(at, via) ??
        unknown(at, `is the result of ${shortText(at)}`, via)
      );
    case 'ConditionalExpression':
    case 'LogicalExpression':
      return {
        ...unknown(at, `depends on a condition (${shortText(at)})`, via),
        branches: branchesOf(at),
      };
    case 'AwaitExpression':
      return unknown(at, `is awaited (${shortText(at)})`, via);
    default:
      return computed(at, via);
  }
}

/** A value that is only known when the config runs. */
function computed(at: Expr, via: readonly Hop[]): Value {
  return unknown(at, `is computed (${shortText(at)})`, via);
}

/** The place that a path expression stands for. Undefined for any other expression. */
function readPath(at: Expr, via: readonly Hop[]): Value | undefined {
  const { scope } = at;
  const { modules, path: ownPath } = scope.file;
  // A file outside the folder of the config may lead back into it: `../../apps/a/x` is `x` then.
  const home = folderOf(modules.config.path);
  const path = pathOf(at.node, {
    file: pathFrom(home, placeAt('', ownPath)),
    operand: (node) => operandOf({ node, scope }),
    functionOf(callee) {
      const { name = '', source = '' } = calledFunction(callee, scope) ?? {};
      const isOfPaths = isPathModule(source) || /^(?:node:)?url$/.test(source);
      const isOfKit = source === '' || modules.catalogue.names.kitModules.includes(source);
      const isKnown = name === 'createResolver' ? isOfKit : isOfPaths;
      return isKnown ? { name, isSure: true } : undefined;
    },
    valuesOf(name) {
      const { init, member, imported, why } = findBinding(scope, name)?.binding ?? {};
      return init && !imported && why === undefined ? [{ init, member }] : [];
    },
  });
  const place = path?.start === 'file' ? placeOfPath(path) : undefined;
  if (!path || place === undefined) return undefined;
  // An encoded URL would have to be decoded to be compared, and encoded again to be written.
  const isElsewhere = path.reads && (path.reads === 'url' ? /[%?#:\\]/ : /^[~@#]/).test(path.text);
  if (isElsewhere) return undefined;
  const spelled = modules.spelled(pathFrom(home, placeAt(home, place)));
  return { kind: 'path', path, place: spelled, at, via };
}

/** What an operand of a path expression stands for. */
function operandOf(operand: Expr): Operand | undefined {
  const value = evaluatePart(operand);
  if (value.kind === 'scalar' && typeof value.value === 'string') return { text: value.value };
  if (value.kind !== 'path') return undefined;
  const isNamed = value.at.node !== unwrapTypes(operand.node);
  return { path: value.path, isNamed, at: value.at };
}

/** Joins a template or a concatenation to a string, if all parts are known: `'a/' + b` → `a/c`. */
function compute(
  at: Expr,
  node: t.TemplateLiteral | t.BinaryExpression,
  via: readonly Hop[],
): Value {
  const isTemplate = node.type === 'TemplateLiteral';
  const operands = isTemplate ? node.expressions : [node.left, node.right];
  const parts = operands.map((operand) => evaluatePart({ node: operand, scope: at.scope }));
  const texts = parts.flatMap((part) => (part.kind === 'scalar' ? [String(part.value)] : []));
  const isText = isTemplate || (node.operator === '+' && parts.some(isString));
  if (texts.length < parts.length || !isText) return computed(at, via);
  const pieces = isTemplate ? node.quasis.map(({ value }) => value.cooked ?? '') : ['', ''];
  const text = pieces.map((piece, index) => piece + (texts[index] ?? '')).join('');
  if (text.length > maximumSize) return computed(at, via);
  return scalar(text, at, via, !isTemplate || node.expressions.length > 0);
}

function isString(value: Value): boolean {
  return value.kind === 'scalar' && typeof value.value === 'string';
}

/** Resolves a name through constants, destructuring and imports. */
function followName(at: Expr, name: string, via: readonly Hop[]): Value {
  const declaration = findBinding(at.scope, name);
  if (!declaration) {
    if (name === 'undefined') return scalar(undefined, at, via);
    const why = `comes from \`${name}\`, which this file does not define`;
    return readPath(at, via) ?? unknown(at, why, via);
  }
  if (via.length >= maximumHops)
    return unknown(
      at,
      `comes from \`${name}\`, which refers to itself or to too many other names`,
      via,
    );
  const { binding, scope } = declaration;
  const hops = [...via, { file: scope.file, name, use: at }];
  const { init, member, imported, why } = binding;
  if (imported && why === undefined)
    return changedLater(followImport(at, imported.source, imported.name, hops), hops);
  if (!init || why !== undefined) return unknown(at, `comes from \`${name}\`, which ${why}`, via);
  const whole = evaluate({ node: init, scope }, hops);
  const value = member === undefined ? whole : memberOf(whole, member, at, hops);
  return changedLater(value, hops);
}

/** Resolves `x.y` or `x['y']`: a member of a value, or an export if `x` is a whole module. */
function followMember(at: Expr, node: t.MemberExpression, via: readonly Hop[]): Value {
  const { object, property } = node;
  const key = evaluateKey(property, node.computed, at.scope);
  if (key === undefined) return computed(at, via);
  const binding =
    object.type === 'Identifier' ? findBinding(at.scope, object.name)?.binding : undefined;
  const module = binding?.imported;
  if (module?.name === wholeModule && binding?.why === undefined) {
    const hop = {
      file: at.scope.file,
      name: dottedName(object),
      use: { node: object, scope: at.scope },
    };
    return followImport(at, module.source, key, [...via, hop]);
  }
  return memberOf(evaluate({ node: object, scope: at.scope }, via), key, at, via);
}

function followImport(at: Expr, source: string, name: string, via: readonly Hop[]): Value {
  const exported = findExport(at.scope.file, source, name);
  if (typeof exported === 'string') return unknown(at, exported, via);
  const { expr, local } = exported;
  const { file } = expr.scope;
  const hops = [...via, { file, name: local ?? `export ${name}`, imported: true, use: at }];
  if (hops.length >= maximumHops) return unknown(at, 'is part of a circular import', via);
  const value = evaluate(expr, hops);
  return local ? changedLater(value, hops) : value;
}

/** Makes the changed keys of a value unknown if code modifies it through the last of its names. */
function changedLater(value: Value, via: readonly Hop[]): Value {
  const hop = via.at(-1);
  const isChoice = value.kind === 'unknown' && value.branches !== undefined;
  if (!hop || (value.kind !== 'object' && value.kind !== 'array' && !isChoice)) return value;
  const changes = mutations(hop.file, hop.name);
  if (changes.length === 0) return value;
  // A copy or spread may have been made before the change: the order is only known for the config itself.
  if (value.kind === 'object') return withChanges(value, changes);
  return unknown(hop.use, 'is modified after it is defined', via);
}

function memberOf(whole: Value, key: string, at: Expr, via: readonly Hop[]): Value {
  if (whole.kind === 'object') {
    const member = findMember(whole, key);
    if (member.kind === 'found') return slotValue(member.property);
    return member.kind === 'absent'
      ? scalar(undefined, at, via, true)
      : unknown(member.at, member.why, via);
  }
  const why =
    whole.kind === 'unknown' ? whole.why : `is a member of something else (${shortText(at)})`;
  return unknown(at, why, via);
}

/** Functions that combine objects, and which of their arguments has precedence. */
const mergeFunctions: ReadonlyMap<string, 'first-wins' | 'last-wins' | 'assign'> = new Map([
  ['defu', 'first-wins'],
  ['mergeConfig', 'last-wins'],
  ['Object.assign', 'assign'],
]);

/** The object that a known merge call returns. Undefined for any other call. */
function readMerge(at: Expr, via: readonly Hop[]): Value | undefined {
  const { node, scope } = at;
  if (node.type !== 'CallExpression') return undefined;
  const { name = '', source } = calledFunction(node.callee, scope) ?? {};
  // A default export is known by the name of its package.
  const merge = mergeFunctions.get((name === 'default' && source) || name);
  if (!merge || node.arguments.some((argument) => argument.type === 'SpreadElement'))
    return undefined;
  const sources = node.arguments.map((argument) => evaluate({ node: argument, scope }, via));
  if (merge === 'assign') return objectValue({ kind: 'assigned', sources }, at, via);
  if (merge === 'last-wins') sources.reverse();
  return objectValue({ kind: 'merged', sources }, at, via);
}

/** The list that `[…].filter(Boolean)` makes. Undefined for any other call. */
function readListCall({ node, scope }: Expr, via: readonly Hop[]): Value | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  if (memberName(node.callee) !== 'filter') return undefined;
  const [test, extra] = node.arguments;
  const isBoolean =
    test?.type === 'Identifier' && test.name === 'Boolean' && !findBinding(scope, 'Boolean');
  if (!isBoolean || extra) return undefined;
  const list = evaluate({ node: node.callee.object, scope }, via);
  return list.kind === 'array' ? { ...list, filtered: true, memo: {} } : undefined;
}

/** All keys that an object is written with, including spreads, and any code that may set further keys. */
export function membersOf(object: ObjectValue): readonly Member[] {
  const { memo } = object;
  if (!memo.members) {
    memo.members = [{ kind: 'unknown', what: 'a spread of itself', at: object.at }];
    memo.members = listMembers(object);
  }
  return memo.members;
}

/** The members by key. Null if their order matters: a member is unknown, conditional or duplicated. */
function membersByKey(object: ObjectValue): ReadonlyMap<string, Property> | null {
  if (object.memo.byKey !== undefined) return object.memo.byKey;
  const keys = new Map<string, Property>();
  const isPlain = membersOf(object).every((member) => {
    if (member.kind === 'unknown' || member.guard || keys.has(member.key)) return false;
    keys.set(member.key, member);
    return true;
  });
  object.memo.byKey = isPlain ? keys : null;
  return object.memo.byKey;
}

/** The result of looking up a key in an object. Absence is certain. */
export type MemberSearch =
  | {
      readonly kind: 'found';
      readonly property: Property;
      /** The earlier member with the same key that takes effect without this one. */
      readonly below?: Member | undefined;
    }
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'unknown';
      readonly why: string;
      readonly at: Expr;
      /** Whether the code sets this key in particular. */
      readonly isNamed: boolean;
      /** The property that takes effect if nothing overrides it. */
      readonly written?: Property | undefined;
    };

const absent: MemberSearch = { kind: 'absent' };

/**
 * Looks a key up in an object that is not merged from layers: the last member with the key takes effect. In
 * `{ a: 1, ...x, a: 2, ...y }`, `a` is unknown because of `y`, and `2` if `y` does not set it.
 */
export function findMember(object: ObjectValue, key: string): MemberSearch {
  const plain = membersByKey(object);
  if (plain) {
    const property = plain.get(key);
    return property ? { kind: 'found', property } : absent;
  }
  const candidates = membersOf(object).filter((member) => (member.key ?? key) === key);
  const last = candidates.pop();
  if (!last) return absent;
  if (last.kind === 'unknown')
    return {
      kind: 'unknown',
      why: `may be set by ${last.what}`,
      at: last.at,
      isNamed: last.key !== undefined,
      written: candidates.findLast((member) => member.kind === 'property'),
    };
  if (last.guard) {
    const at = { node: last.node, scope: last.scope };
    return {
      kind: 'unknown',
      why: 'is set only under a condition',
      at,
      isNamed: false,
      written: last,
    };
  }
  return { kind: 'found', property: last, below: candidates.at(-1) };
}

/** The items of an array, including those of spread arrays. */
export function elementsOf(array: ArrayValue): readonly ArrayElement[] {
  const { memo } = array;
  if (!memo.elements) {
    memo.elements = [unknownElement(array, 'is spread into itself')];
    memo.elements = listElements(array);
  }
  return memo.elements;
}

function listMembers(object: ObjectValue): Member[] {
  const members = [...writtenMembers(object), ...object.changes];
  return members.length > maximumSize
    ? [{ kind: 'unknown', what: 'too many keys', at: object.at }]
    : members;
}

/** The members of an object as written, in order. */
function writtenMembers(object: ObjectValue): Member[] {
  const { form, at, via } = object;
  if (form.kind === 'literal')
    return form.node.properties.flatMap((node) =>
      node.type === 'SpreadElement'
        ? spreadMembers(evaluatePart({ node: node.argument, scope: at.scope }, via))
        : [propertyMember(object, form.node, node)],
    );
  if (form.kind === 'merged') return [{ kind: 'unknown', what: `the merge ${shortText(at)}`, at }];
  return form.sources.flatMap((source) => spreadMembers(source));
}

function propertyMember(
  { at: { scope }, via }: ObjectValue,
  owner: t.ObjectExpression,
  node: t.ObjectProperty | t.ObjectMethod,
): Member {
  const at = { node, scope };
  const key = evaluateKey(node.key, node.computed, scope);
  // `__proto__: x` sets the prototype, whose keys are read as well; in brackets it is an ordinary key.
  if (key === undefined || (key === '__proto__' && !node.computed))
    return {
      kind: 'unknown',
      what: `the computed key ${shortText({ node: node.key, scope })}`,
      at,
    };
  return { kind: 'property', key, node, owner, scope, via, memo: {} };
}

/** The members that `...value` contributes: of `...(x && { a: 1 })`, `a` under the condition `x`. */
export function spreadMembers(value: Value, conditions: readonly string[] = []): readonly Member[] {
  const { at, via } = value;
  if (value.kind === 'object')
    return guardedMembers(membersOf(value), { conditions, object: value });
  if (value.kind === 'scalar' && typeof value.value !== 'string') return [];
  if (value.kind !== 'unknown')
    return [{ kind: 'unknown', what: `a spread of ${shortText(at)}`, at }];
  if (!value.branches) return [{ kind: 'unknown', what: `a spread that ${value.why}`, at }];
  return value.branches.flatMap(({ condition, expr }) =>
    spreadMembers(evaluatePart(expr, via), [...conditions, condition]),
  );
}

/** Members with the conditions that they are under, in addition to their own. */
function guardedMembers(members: readonly Member[], guard: Guard): readonly Member[] {
  if (guard.conditions.length === 0) return members;
  return members.map((member) => {
    const { conditions = [], object = guard.object } = member.guard ?? {};
    return { ...member, guard: { conditions: [...guard.conditions, ...conditions], object } };
  });
}

function listElements(array: ArrayValue): ArrayElement[] {
  const { elements: nodes } = array.node;
  const written = nodes.flatMap((node) =>
    node
      ? elementsFrom(array, { node, scope: array.at.scope })
      : [unknownElement(array, 'has a hole')],
  );
  const elements = array.filtered
    ? written.filter((element) => !isFalsy(slotValue(element)))
    : written;
  // Only spread lists are limited: they may double with every name.
  return elements.length > maximumSize && elements.length > nodes.length
    ? [unknownElement(array, 'has too many items')]
    : elements;
}

/** The items that a node adds to a list: itself, or those of a list that it spreads. */
function elementsFrom(array: ArrayValue, { node, scope }: Expr): readonly ArrayElement[] {
  const { node: owner, via } = array;
  if (node.type !== 'SpreadElement')
    return [{ kind: 'element', node, owner, scope, via, memo: {} }];
  const spread = evaluatePart({ node: node.argument, scope }, via);
  if (spread.kind === 'array') return elementsOf(spread);
  const why =
    spread.kind === 'unknown'
      ? `is a spread that ${spread.why}`
      : `is a spread of ${shortText(spread.at)}`;
  return [unknownElement(array, why, node, spread)];
}

function isFalsy(value: Value): boolean {
  return value.kind === 'scalar' && !value.value;
}

/** The unknown items of an array. Without a node of their own, they have the position of the array. */
function unknownElement(
  array: ArrayValue,
  why: string,
  node: t.Node = array.node,
  spread?: ArrayElement['spread'],
): ArrayElement {
  const { node: owner, via } = array;
  const { scope } = array.at;
  const branches = spread?.kind === 'unknown' ? spread.branches : undefined;
  const value = { ...unknown({ node, scope }, why, via), branches };
  return { kind: 'element', node, owner, scope, via, spread, memo: { value } };
}
