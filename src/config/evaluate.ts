import type * as t from '@babel/types';
import { findBinding, moduleScope, type Scope, wholeModule } from './bindings.ts';
import { readMerge } from './merge-calls.ts';
import type { Modules } from './modules.ts';
import { readPath } from './path-expressions.ts';
import { ConfigProblem } from './problem.ts';
import { type Mutation, mutations } from './references.ts';
import { type SourceFile, textOf } from './source.ts';
import {
  type ArrayElement,
  type ArrayValue,
  type Expr,
  type Hop,
  likeObject,
  type Member,
  type ObjectValue,
  type Property,
  type Scalar,
  unknown,
  type Value,
} from './value.ts';

/** Reads expressions without running them: says what a value is, or why it is not known. */
export interface Evaluator {
  readonly modules: Modules;
  value(expr: Expr, via?: readonly Hop[]): Value;
  /** A part of an expression that is put together from several. */
  operand(expr: Expr): Value;
  /** What is spread into an object or an array. */
  spread(expr: Expr, via: readonly Hop[]): Value;
  members(object: ObjectValue): readonly Member[];
  /** The members by key; null where it matters in which order they come. */
  byKey(object: ObjectValue): ReadonlyMap<string, Property> | null;
  elements(array: ArrayValue): readonly ArrayElement[];
  property(member: Property): Value;
}

// Longer chains of names are cycles (`const a = b, b = a`) or as good as one.
const maximumHops = 50;
// What doubles with every name (`const b = a + a`) would not fit into memory. No option is as long as this.
const maximumSize = 20_000;

// What is named twice at every step (`const b = [a, a]`, `const c = [b, b]`) would never be read to its end.
const maximumSteps = 200_000;

export function createEvaluator(modules: Modules): Evaluator {
  let steps = 0;
  const step = (): void => {
    steps += 1;
    if (steps > maximumSteps) throw endless(modules.config);
  };
  // An operand is asked for twice, as a path and as text: without a memory, each `+` would double the work.
  const operands = new Map<t.Node, Value>();
  const spreads = new Map<t.Node, Value>();

  const evaluator: Evaluator = {
    modules,
    value(expr, via = []) {
      step();
      return evaluate(evaluator, expr, via);
    },
    operand: (expr) => remembered(operands, expr, () => evaluator.value(expr)),
    spread(expr, via) {
      step();
      return remembered(spreads, expr, () => evaluate(evaluator, expr, via));
    },
    members(object) {
      const { memo } = object;
      if (!memo.members) {
        memo.members = [{ kind: 'unknown', what: 'a spread of itself', at: object.at }];
        memo.members = listMembers(evaluator, object);
      }
      return memo.members;
    },
    byKey(object) {
      object.memo.byKey ??= plainMembers(evaluator.members(object));
      return object.memo.byKey;
    },
    elements(array) {
      const { memo } = array;
      if (!memo.elements) {
        const circle = unknown(array.at, 'is spread into itself', array.via);
        memo.elements = [{ value: circle, node: array.node, owner: array, memo: {} }];
        memo.elements = listElements(evaluator, array);
      }
      return memo.elements;
    },
    property(member) {
      member.memo.value ??= propertyValue(evaluator, member);
      return member.memo.value;
    },
  };
  return evaluator;
}

function endless({ path }: SourceFile): ConfigProblem {
  return new ConfigProblem(
    'The config holds the same values so many times over that it cannot be read.',
    { file: path, line: 1, column: 1 },
    'Write out what is put together in many steps from names.',
    '',
  );
}

/** Nothing where a key is in doubt or there twice: then it matters which member comes last. */
function plainMembers(members: readonly Member[]): Map<string, Property> | null {
  const keys = new Map<string, Property>();
  for (const member of members) {
    if (member.kind === 'unknown' || member.conditional || keys.has(member.key)) return null;
    keys.set(member.key, member);
  }
  return keys;
}

/** A node that is being read has no value yet: whoever asks for it meets a circle. */
function remembered(known: Map<t.Node, Value>, expr: Expr, read: () => Value): Value {
  let value = known.get(expr.node);
  if (!value) {
    known.set(expr.node, unknown(expr, 'refers to itself'));
    value = read();
    known.set(expr.node, value);
  }
  return value;
}

/** The expression inside type annotations, which say nothing about the value. */
export function unwrapTypes(node: t.Node): t.Node {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
    case 'ParenthesizedExpression':
      return unwrapTypes(node.expression);
    default:
      return node;
  }
}

function evaluate(evaluator: Evaluator, expr: Expr, via: readonly Hop[]): Value {
  const node = unwrapTypes(expr.node);
  const at = { node, scope: expr.scope };
  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return { kind: 'scalar', value: node.value, composed: false, at, via };
    case 'NullLiteral':
      return { kind: 'scalar', value: null, composed: false, at, via };
    case 'RegExpLiteral':
      return { kind: 'regexp', pattern: node.pattern, flags: node.flags, at, via };
    case 'ObjectExpression':
      return { kind: 'object', form: { kind: 'literal', node }, changes: [], at, via, memo: {} };
    case 'ArrayExpression':
      return { kind: 'array', node, at, via, memo: {} };
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return { kind: 'function', at, via };
    case 'TemplateLiteral':
    case 'BinaryExpression':
    case 'UnaryExpression':
      return readPath(evaluator, at, via) ?? compose(evaluator, at, node, via);
    case 'Identifier':
      return followName(evaluator, at, node.name, via);
    case 'MemberExpression':
      return readPath(evaluator, at, via) ?? followMember(evaluator, at, node, via);
    case 'NewExpression':
    case 'CallExpression':
      return (
        readPath(evaluator, at, via) ??
        readMerge(evaluator, at, via) ??
        unknown(at, `is the result of ${shortText(at)}`, via)
      );
    default:
      return unknown(at, whyUnknown(at), via);
  }
}

function whyUnknown(at: Expr): string {
  switch (at.node.type) {
    case 'ConditionalExpression':
    case 'LogicalExpression':
      return `depends on a condition (${shortText(at)})`;
    case 'AwaitExpression':
      return `is awaited (${shortText(at)})`;
    default:
      return `is computed (${shortText(at)})`;
  }
}

/** An expression as a person recognises it in a message. */
export function shortText({ node, scope }: Expr): string {
  const text = textOf(scope.file, node).replace(/\s+/g, ' ');
  return `\`${text.length > 40 ? `${text.slice(0, 39)}…` : text}\``;
}

function compose(
  evaluator: Evaluator,
  at: Expr,
  node: t.TemplateLiteral | t.BinaryExpression | t.UnaryExpression,
  via: readonly Hop[],
): Value {
  const operands = scalarOperands(evaluator, at.scope, node);
  if (!operands) return unknown(at, `is computed (${shortText(at)})`, via);
  const value = computeScalar(node, operands);
  const tooLong = typeof value === 'string' && value.length > maximumSize;
  if (value === uncomputable || tooLong) return unknown(at, `is computed (${shortText(at)})`, via);
  const composed = node.type !== 'TemplateLiteral' || node.expressions.length > 0;
  return { kind: 'scalar', value, composed, at, via };
}

function scalarOperands(
  evaluator: Evaluator,
  scope: Scope,
  node: t.TemplateLiteral | t.BinaryExpression | t.UnaryExpression,
): Scalar[] | undefined {
  const operands = operandsOf(node).map((operand) => evaluator.operand({ node: operand, scope }));
  const scalars: Scalar[] = [];
  for (const operand of operands) {
    if (operand.kind !== 'scalar') return undefined;
    scalars.push(operand.value);
  }
  return scalars;
}

function operandsOf(node: t.TemplateLiteral | t.BinaryExpression | t.UnaryExpression): readonly t.Node[] {
  if (node.type === 'TemplateLiteral') return node.expressions;
  return node.type === 'BinaryExpression' ? [node.left, node.right] : [node.argument];
}

const uncomputable = Symbol('uncomputable');

function computeScalar(
  node: t.TemplateLiteral | t.BinaryExpression | t.UnaryExpression,
  operands: readonly Scalar[],
): Scalar | typeof uncomputable {
  if (node.type === 'TemplateLiteral') {
    return node.quasis
      .map(
        (quasi, index) =>
          (quasi.value.cooked ?? '') + (index < operands.length ? String(operands[index]) : ''),
      )
      .join('');
  }
  const [left, right] = operands;
  if (node.type === 'BinaryExpression') {
    if (node.operator !== '+') return uncomputable;
    if (typeof left === 'number' && typeof right === 'number') return left + right;
    return typeof left === 'string' || typeof right === 'string' ? `${left}${right}` : uncomputable;
  }
  if (node.operator === '-' && typeof left === 'number') return -left;
  if (node.operator === '!') return !left;
  return node.operator === 'void' ? undefined : uncomputable;
}

function followName(evaluator: Evaluator, at: Expr, name: string, via: readonly Hop[]): Value {
  const found = findBinding(at.scope, name);
  if (!found) {
    if (name === 'undefined') return { kind: 'scalar', value: undefined, composed: false, at, via };
    return (
      readPath(evaluator, at, via) ??
      unknown(at, `comes from \`${name}\`, which this file does not define`, via)
    );
  }
  if (via.length >= maximumHops)
    return unknown(at, `comes from \`${name}\`, which refers to itself or goes through too many names`, via);
  const { binding, scope } = found;
  const hop = [...via, { file: scope.file, name }];
  switch (binding.kind) {
    case 'const':
      return withChanges(
        evaluator.value({ node: binding.init, scope }, hop),
        mutations(scope.file, name),
        at,
        hop,
      );
    case 'member': {
      const whole = evaluator.value({ node: binding.init, scope }, hop);
      const member = memberOf(evaluator, whole, binding.key, at, hop);
      return withChanges(member, mutations(scope.file, name), at, hop);
    }
    case 'import':
      return withChanges(followImport(evaluator, at, binding, hop), mutations(scope.file, name), at, hop);
    case 'function':
      return { kind: 'function', at: { node: binding.node, scope }, via: hop };
    case 'opaque':
      return unknown(at, `comes from \`${name}\`, which ${binding.why}`, via);
  }
}

function withChanges(value: Value, changes: readonly Mutation[], at: Expr, via: readonly Hop[]): Value {
  if (changes.length === 0) return value;
  if (value.kind === 'object') return likeObject(value, { changes: [...value.changes, ...changes] });
  return value.kind === 'array' ? unknown(at, 'is changed after it was written', via) : value;
}

function followImport(
  evaluator: Evaluator,
  at: Expr,
  { source, name }: { source: string; name: string },
  via: readonly Hop[],
): Value {
  const exported = evaluator.modules.find(at.scope.file, source, name);
  if (typeof exported === 'string') return unknown(at, exported, via);
  const { file } = exported.expr.scope;
  const hop = [...via, { file, name: exported.local ?? `export ${name}`, imported: true }];
  if (hop.length >= maximumHops) return unknown(at, 'is imported in a circle', via);
  const value = evaluator.value(exported.expr, hop);
  return exported.local
    ? withChanges(value, mutations(exported.expr.scope.file, exported.local), at, hop)
    : value;
}

function followMember(evaluator: Evaluator, at: Expr, node: t.MemberExpression, via: readonly Hop[]): Value {
  const key = memberKey(evaluator, node, at.scope);
  if (key === undefined) return unknown(at, `is computed (${shortText(at)})`, via);
  if (node.object.type === 'Identifier') {
    const binding = findBinding(at.scope, node.object.name)?.binding;
    if (binding?.kind === 'import' && binding.name === wholeModule) {
      return followImport(evaluator, at, { source: binding.source, name: key }, [
        ...via,
        { file: at.scope.file, name: node.object.name },
      ]);
    }
  }
  return memberOf(evaluator, evaluator.value({ node: node.object, scope: at.scope }, via), key, at, via);
}

function memberKey(evaluator: Evaluator, node: t.MemberExpression, scope: Scope): string | undefined {
  if (!node.computed) return node.property.type === 'Identifier' ? node.property.name : undefined;
  const key = evaluator.operand({ node: node.property, scope });
  return key.kind === 'scalar' && (typeof key.value === 'string' || typeof key.value === 'number')
    ? String(key.value)
    : undefined;
}

function memberOf(evaluator: Evaluator, whole: Value, key: string, at: Expr, via: readonly Hop[]): Value {
  if (whole.kind === 'object') {
    const result = findMember(evaluator, whole, key);
    if (result.kind === 'found') return evaluator.property(result.member);
    return result.kind === 'absent'
      ? { kind: 'scalar', value: undefined, composed: true, at, via }
      : unknown(result.at, result.why, via);
  }
  if (whole.kind === 'array' && /^\d+$/.test(key)) {
    const elements = evaluator.elements(whole);
    const element = elements[Number(key)];
    if (element && !elements.slice(0, Number(key)).some((before) => before.value.kind === 'unknown'))
      return element.value;
  }
  return unknown(
    at,
    whole.kind === 'unknown' ? whole.why : `is a member of something else (${shortText(at)})`,
    via,
  );
}

/** Whether an object has a key: found (with what it hides), proven absent, or not to be known. */
export type MemberResult =
  | {
      readonly kind: 'found';
      readonly member: Property;
      readonly hidden: readonly Property[];
      /** What may hold the key too, and would count if the member were not there. */
      readonly below?: { readonly what: string; readonly at: Expr };
    }
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'unknown';
      readonly why: string;
      readonly at: Expr;
      /** The member that counts if nothing overrides it. */
      readonly written?: Property;
    };

/** Looks a key up in an object that is not merged from layers: the last member that has it counts. */
export function findMember(evaluator: Evaluator, object: ObjectValue, key: string): MemberResult {
  const plain = evaluator.byKey(object);
  if (plain) {
    const member = plain.get(key);
    return member ? { kind: 'found', member, hidden: [] } : { kind: 'absent' };
  }
  const members = evaluator.members(object);
  for (let index = members.length - 1; index >= 0; index -= 1) {
    const member = members[index];
    if (!member || (member.key !== undefined && member.key !== key)) continue;
    if (member.kind === 'unknown') {
      const written = members
        .slice(0, index)
        .findLast((other) => other.kind === 'property' && other.key === key);
      const why = `may be set by ${member.what}`;
      return written?.kind === 'property'
        ? { kind: 'unknown', why, at: member.at, written }
        : { kind: 'unknown', why, at: member.at };
    }
    if (member.conditional) {
      return {
        kind: 'unknown',
        why: 'is set only under a condition',
        at: { node: member.node, scope: member.scope },
      };
    }
    const earlier = members.slice(0, index).filter((other) => (other.key ?? key) === key);
    const hidden = earlier.filter((other) => other.kind === 'property');
    const below = earlier.findLast((other) => other.kind === 'unknown');
    return below ? { kind: 'found', member, hidden, below } : { kind: 'found', member, hidden };
  }
  return { kind: 'absent' };
}

function listMembers(evaluator: Evaluator, object: ObjectValue): Member[] {
  const members = writtenMembers(evaluator, object);
  return members.length > maximumSize
    ? [{ kind: 'unknown', what: 'more keys than can be read', at: object.at }]
    : members;
}

function writtenMembers(evaluator: Evaluator, object: ObjectValue): Member[] {
  const { form, at } = object;
  const members: Member[] = [];
  if (form.kind === 'literal') {
    for (const node of form.node.properties)
      members.push(...propertyMembers(evaluator, object, form.node, node));
  } else if (form.kind === 'assigned') {
    for (const source of form.sources) members.push(...spreadMembers(evaluator, source, false));
  } else {
    members.push({ kind: 'unknown', what: `the merge ${shortText(at)}`, at });
  }
  for (const { node, file, key } of object.changes) {
    const change = {
      kind: 'unknown',
      what: 'a change after it was written',
      at: { node, scope: moduleScope(file) },
    } as const;
    members.push(key === undefined ? change : { ...change, key });
  }
  return members;
}

function propertyMembers(
  evaluator: Evaluator,
  { at, via }: ObjectValue,
  owner: t.ObjectExpression,
  node: t.ObjectExpression['properties'][number],
): Member[] {
  const { scope } = at;
  if (node.type === 'SpreadElement')
    return spreadMembers(evaluator, evaluator.spread({ node: node.argument, scope }, via), false);
  const key = propertyKey(evaluator, node, scope);
  if (isPrototype(node)) {
    // Not an option, but whatever it has is read as if it were one.
    return [{ kind: 'unknown', what: 'a prototype (`__proto__`)', at: { node, scope } }];
  }
  if (key === undefined) {
    return [
      {
        kind: 'unknown',
        what: `the computed key ${shortText({ node: node.key, scope })}`,
        at: { node, scope },
      },
    ];
  }
  return [{ kind: 'property', key, node, owner, scope, via, conditional: false, memo: {} }];
}

/** `__proto__: x` sets the prototype; in brackets, in short or as a method it is a key like any other. */
function isPrototype(node: t.ObjectProperty | t.ObjectMethod): boolean {
  if (node.type !== 'ObjectProperty' || node.computed || node.shorthand) return false;
  const { key } = node;
  return key.type === 'Identifier'
    ? key.name === '__proto__'
    : key.type === 'StringLiteral' && key.value === '__proto__';
}

/** The members that `...value` contributes. */
function spreadMembers(evaluator: Evaluator, value: Value, conditional: boolean): Member[] {
  const { node, scope } = value.at;
  switch (value.kind) {
    case 'object':
      return evaluator
        .members(value)
        .map((member) =>
          conditional && member.kind === 'property' ? { ...member, conditional: true } : member,
        );
    case 'scalar':
      return typeof value.value === 'string' ? [opaqueSpread(value)] : [];
    case 'unknown':
      // What is not taken contributes nothing: only the keys of the branches are in doubt.
      if (node.type === 'LogicalExpression') {
        return branchMembers(
          evaluator,
          node.operator === '&&' ? [node.right] : [node.left, node.right],
          value,
        );
      }
      if (node.type === 'ConditionalExpression')
        return branchMembers(evaluator, [node.consequent, node.alternate], value);
      return [{ kind: 'unknown', what: `a spread that ${value.why}`, at: { node, scope } }];
    default:
      return [opaqueSpread(value)];
  }
}

function branchMembers(evaluator: Evaluator, branches: readonly t.Node[], { at, via }: Value): Member[] {
  return branches.flatMap((node) =>
    spreadMembers(evaluator, evaluator.spread({ node, scope: at.scope }, via), true),
  );
}

function opaqueSpread({ at }: Value): Member {
  return { kind: 'unknown', what: `a spread of ${shortText(at)}`, at };
}

function propertyKey(
  evaluator: Evaluator,
  { key, computed }: t.ObjectProperty | t.ObjectMethod,
  scope: Scope,
): string | undefined {
  if (!computed) {
    if (key.type === 'Identifier') return key.name;
    return key.type === 'StringLiteral' || key.type === 'NumericLiteral' ? String(key.value) : undefined;
  }
  const value = evaluator.operand({ node: key, scope });
  return value.kind === 'scalar' && (typeof value.value === 'string' || typeof value.value === 'number')
    ? String(value.value)
    : undefined;
}

function propertyValue(evaluator: Evaluator, member: Property): Value {
  return member.node.type === 'ObjectMethod'
    ? methodValue(member)
    : evaluator.value({ node: member.node.value, scope: member.scope }, member.via);
}

function methodValue(member: Property): Value {
  const at = { node: member.node, scope: member.scope };
  return member.node.type === 'ObjectMethod' && member.node.kind === 'get'
    ? unknown(at, 'is a getter', member.via)
    : { kind: 'function', at, via: member.via };
}

function listElements(evaluator: Evaluator, array: ArrayValue): ArrayElement[] {
  const { node, at, via } = array;
  const elements = node.elements.flatMap((element): ArrayElement[] => {
    const one = (value: Value, written: t.Node) => [{ value, node: written, owner: array, memo: {} }];
    if (!element) return one(unknown(at, 'has a hole', via), node);
    if (element.type !== 'SpreadElement')
      return one(evaluator.value({ node: element, scope: at.scope }, via), element);
    const spread = evaluator.spread({ node: element.argument, scope: at.scope }, via);
    if (spread.kind === 'array') return [...evaluator.elements(spread)];
    const why =
      spread.kind === 'unknown' ? `is a spread that ${spread.why}` : `is a spread of ${shortText(spread.at)}`;
    return one(unknown({ node: element, scope: at.scope }, why, via), element);
  });
  if (elements.length <= maximumSize) return elements;
  return [{ value: unknown(at, 'has more items than can be read', via), node, owner: array, memo: {} }];
}
