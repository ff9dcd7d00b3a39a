import type * as t from '@babel/types';
import {
  type FunctionRole,
  functionRoles,
  type MethodRole,
  methodRoles,
  readingObjects,
} from '../../catalogue/known-functions.ts';
import type { Names } from '../../catalogue/names.ts';
import { dottedName, isMember, type MemberAccess, valueChildren } from '../../config/syntax.ts';
import { bare, type Call, isCall, isFunction, memberName, propertyKey } from '../syntax/code.ts';
import type { Binding, LinkedCode } from '../syntax/linked-code.ts';
import {
  callResult,
  copyOf,
  type DataValue,
  functionResults,
  heldBy,
  holding,
  isSameValue,
  itemOf,
  joined,
  memberOf,
  methodResults,
  watched,
} from './data-value.ts';
import { templateCalls } from './template-script.ts';

/** A use of the data, and its place in the file. */
export interface DataEvent {
  readonly offset: number;
  /** The predicate of a sentence that starts with "the data". */
  readonly what: string;
}

export interface Comparison extends DataEvent {
  readonly of: 'data' | 'error';
}

/** The uses of a call's data in the same file that matter. */
export interface DataFlow {
  /** The first place where nested data is mutated. */
  readonly mutation?: DataEvent | undefined;
  /** The first place where the data leaves the file or the analysis. */
  readonly escape?: DataEvent | undefined;
  /** The places where the data or the error is compared with `null`. */
  readonly comparisons: readonly Comparison[];
}

/**
 * Follows the data of a call through its file: from the call to the names that its result is bound to, and on
 * from each reference to one of these names. Functions are not evaluated: their parameters and results are
 * treated like any other name. A use that no rule covers counts as leaving the file.
 */
export function followData(call: Call, code: LinkedCode, names: Names): DataFlow {
  const follower = new DataFollower(code, names);
  if (code.revealing) follower.escape(call, `is visible to \`${code.revealing}\``);
  follower.follow(call, callResult);
  follower.readHandlers(call);
  follower.finish();
  return follower.flow;
}

/** The value of a parent node; undefined if it has nothing to do with the data. */
type Step = DataValue | undefined;

type AnyCall = Call | t.NewExpression;

class DataFollower {
  readonly #code: LinkedCode;
  readonly #names: Names;
  readonly #values = new Map<Binding, DataValue>();
  readonly #pending = new Set<Binding>();
  #mutation: DataEvent | undefined;
  #escape: DataEvent | undefined;
  readonly #comparisons = new Map<t.Node, Comparison>();

  constructor(code: LinkedCode, names: Names) {
    this.#code = code;
    this.#names = names;
  }

  get flow(): DataFlow {
    const comparisons = [...this.#comparisons.values()].sort((a, b) => a.offset - b.offset);
    return { mutation: this.#mutation, escape: this.#escape, comparisons };
  }

  escape(node: t.Node, what: string): undefined {
    this.#escape = this.#earlier(this.#escape, node, what);
  }

  #mutate(node: t.Node, by: string): undefined {
    this.#mutation = this.#earlier(this.#mutation, node, `is changed by ${by}`);
  }

  #earlier(event: DataEvent | undefined, node: t.Node, what: string): DataEvent {
    const offset = this.#code.offsetInFile(node);
    return event && event.offset <= offset ? event : { offset, what };
  }

  /** Follows names until no value changes; set iteration also visits names added during the loop. */
  finish(): void {
    for (const binding of this.#pending) {
      this.#pending.delete(binding);
      const value = this.#values.get(binding);
      if (!value) continue;
      for (const node of binding.references)
        this.follow(node, this.#code.isUnwrapped(node) && value.depth > 0 ? heldBy(value) : value);
    }
  }

  /** Follows a value from the expression that produces it. */
  follow(from: t.Node, given: DataValue): undefined {
    let [node, value] = [from, given as Step];
    while (value) {
      const parent = this.#code.parentOf(node);
      if (!parent) return this.escape(node, unanalysed);
      value =
        value.role === 'error' && !errorParents.test(parent.type)
          ? undefined
          : this.#step(node, parent, value);
      node = parent;
    }
  }

  /** The value that the parent of an expression gets from it. */
  #step(node: t.Node, parent: t.Node, value: DataValue): Step {
    if (isMember(parent)) return bare(parent.object) === node ? this.#member(parent, value) : undefined;
    if (isCall(parent) || parent.type === 'NewExpression') return this.#call(node, parent, value);
    if (isFunction(parent)) return bare(parent.body) === node ? this.#returned(parent, value) : undefined;
    switch (parent.type) {
      case 'SequenceExpression':
      case 'ConditionalExpression':
      case 'LogicalExpression':
        return isResult(node, parent) ? value : undefined;
      case 'BinaryExpression':
        return this.#compare(parent, value);
      case 'SpreadElement':
        return value;
      case 'ArrayExpression':
      case 'ObjectExpression':
        return node.type === 'SpreadElement' ? copyOf(value) : holding(value);
      case 'ObjectProperty':
        // A property of a pattern is a target, not a value.
        return this.#code.parentOf(parent)?.type === 'ObjectExpression' ? value : undefined;
      case 'TemplateLiteral':
        if (this.#code.parentOf(parent)?.type !== 'TaggedTemplateExpression') return undefined;
        return this.escape(node, 'is used in a tagged template');
      case 'AssignmentExpression':
        return this.#assignment(node, parent, value);
      default:
        return this.#statement(node, parent, value);
    }
  }

  /** Handles parents that have no value themselves. */
  #statement(node: t.Node, parent: t.Node, value: DataValue): undefined {
    switch (parent.type) {
      case 'VariableDeclarator':
        return this.#assign(parent.id, value);
      case 'ForOfStatement':
        return bare(parent.right) === node ? this.#assign(loopTarget(parent.left), itemOf(value)) : undefined;
      case 'ReturnStatement':
        return this.#returned(this.#functionAround(parent) ?? parent, value);
      case 'ExportSpecifier':
      case 'ExportDefaultDeclaration':
        return this.escape(node, 'is exported');
      default:
        return readingParents.test(parent.type) ? undefined : this.escape(node, unanalysed);
    }
  }

  #compare(node: t.BinaryExpression, { role, isWhole }: DataValue): undefined {
    const isNull = [node.left, node.right].some((side) => bare(side).type === 'NullLiteral');
    if (!isWhole || !isNull || !/^[!=]==$/.test(node.operator)) return;
    const of = role === 'error' ? 'error' : 'data';
    const offset = this.#code.offsetInFile(node);
    this.#comparisons.set(node, { offset, what: 'is compared with `null`', of });
  }

  #member(node: MemberAccess, value: DataValue): Step {
    const name = memberName(node);
    const member = memberOf(value, name, this.#names.dataResult);
    const user = this.#code.parentOf(node);
    if (user && isCall(user) && bare(user.callee) === node) return this.#method(user, name, value);
    if (!user || !this.#isTarget(node, user)) return member;
    if (value.role !== 'data') return undefined;
    if (value.depth === 0) return this.#mutate(node, changeBy(user));
    if (value.isRef && value.isWhole)
      this.#replace(node, user.type === 'AssignmentExpression' ? user.right : undefined);
    // `(groups[key] ??= []).push(item)` continues with the member.
    return member;
  }

  /** Whether a parent node writes to its child. */
  #isTarget(node: t.Node, parent: t.Node): boolean {
    if (parent.type === 'UnaryExpression') return parent.operator === 'delete';
    if (parent.type === 'ObjectProperty') return this.#code.parentOf(parent)?.type === 'ObjectPattern';
    if ('left' in parent && /^(?:Assignment|For[OI][fn]Statement)/.test(parent.type))
      return bare(parent.left) === node;
    return /^(?:UpdateExpression|ArrayPattern|RestElement)$/.test(parent.type);
  }

  #assignment(node: t.Node, parent: t.AssignmentExpression, value: DataValue): Step {
    if (bare(parent.left) === node) {
      // In a template, an assignment to a name writes to its ref.
      if (value.isWhole && this.#code.isUnwrapped(node)) this.#replace(node, parent.right);
      return parent.operator === '=' ? undefined : value;
    }
    // `+=` and similar operators produce a string or a number.
    if (!/^(?:=|\|\|=|&&=|\?\?=)$/.test(parent.operator)) return undefined;
    this.#assign(parent.left, value);
    return value;
  }

  /** Assigns a value to a name, a pattern or a member. */
  #assign(target: t.Node, value: Step): undefined {
    if (!value) return;
    const pattern = bare(target);
    if (pattern.type === 'Identifier') return this.#bind(pattern, value);
    if (pattern.type === 'AssignmentPattern') return this.#assign(pattern.left, value);
    if (pattern.type === 'RestElement') return this.#assign(pattern.argument, copyOf(value));
    if (pattern.type === 'MemberExpression') return this.#store(pattern.object, value);
    if (pattern.type !== 'ObjectPattern' && pattern.type !== 'ArrayPattern')
      return this.escape(pattern, 'is assigned in a way that cannot be analysed');
    for (const part of 'properties' in pattern ? pattern.properties : pattern.elements) {
      const [key, inner] =
        part?.type === 'ObjectProperty' ? [propertyKey(part), part.value] : [undefined, part];
      const isRest = inner?.type === 'RestElement';
      if (inner) this.#assign(inner, isRest ? value : memberOf(value, key, this.#names.dataResult));
    }
  }

  #bind(name: t.Identifier, value: DataValue): undefined {
    const binding = this.#code.bindingOf(name);
    if (!binding) return this.escape(name, `is stored in \`${name.name}\``);
    // In a template, an assignment to a name writes to its ref.
    return this.#code.isUnwrapped(name) ? this.#store(name, value) : this.#hold(binding, value);
  }

  /** Records the value of a name. */
  #hold(binding: Binding, value: DataValue): undefined {
    const previous = this.#values.get(binding);
    const next = previous ? joined(previous, value) : value;
    if (previous && isSameValue(previous, next)) return;
    const { declaration, name } = binding;
    const around = this.#code.parentOf(declaration)?.type ?? '';
    const isParameter = isFunction(declaration) && binding.init !== declaration;
    if (/^Export/.test(around) && !isParameter && value.role !== 'error')
      this.escape(declaration, `is exported as \`${name}\``);
    this.#values.set(binding, next);
    this.#pending.add(binding);
  }

  /** Stores a value in an object or list, which already has data or may be shared with other code. */
  #store(container: t.Node, value: DataValue): undefined {
    const binding = this.#code.bindingOf(rootOf(container));
    if (binding && this.#values.get(binding)?.role === 'data') return this.#hold(binding, holding(value));
    const name = dottedName(bare(container));
    this.escape(container, `is stored in ${name ? `\`${name}\`` : 'something that cannot be analysed'}`);
  }

  /** A value that replaces the data becomes the data, so its names would have to be followed as well. */
  #replace(node: t.Node, by: t.Node | undefined): undefined {
    if (!by) return this.escape(node, 'is replaced in a way that cannot be analysed');
    for (const name of namesIn(by)) {
      const binding = this.#code.bindingOf(name);
      const current = binding && this.#values.get(binding);
      const isData = current?.role === 'data' && heldBy(current).depth === 0;
      if (binding && !isData) this.escape(name, `is replaced with \`${binding.name}\``);
    }
  }

  /** Functions in the arguments may keep the data, or return something that other code also uses. */
  readHandlers(call: Call): void {
    const given = call.arguments.flatMap((argument): t.Node[] =>
      argument.type === 'ObjectExpression' ? argument.properties : [argument],
    );
    const handlers = new Set(
      given.flatMap((node) => this.#functionAt(node.type === 'ObjectProperty' ? node.value : node) ?? []),
    );
    for (const handler of handlers) {
      for (const node of nodesIn(handler)) {
        const kept = keptBy(node, handler);
        const { declaration } = (kept && this.#code.bindingOf(rootOf(kept))) ?? {};
        if (declaration && declaration !== handler && !isWithin(declaration, handler))
          this.escape(node, 'is also kept outside the function that fetches it');
        const local = isCall(node) && this.#functionAt(node.callee);
        if (local) handlers.add(local);
      }
    }
  }

  #functionAround(node: t.Node): t.Node | undefined {
    let at = this.#code.parentOf(node);
    while (at && !isFunction(at)) at = this.#code.parentOf(at);
    return at;
  }

  /** A function that returns data is followed like data: its callers get the data. */
  #returned(fn: t.Node, value: DataValue): undefined {
    const isPlain =
      isFunction(fn) && !fn.generator && !/^Class/.test(fn.type) && !('kind' in fn && fn.kind === 'get');
    if (!isPlain || value.role !== 'data') return this.escape(fn, 'is returned by a function');
    if (fn.type === 'ObjectMethod' && propertyKey(fn) === 'setup')
      return this.escape(fn, 'is returned from `setup()`');
    const getter: DataValue = { ...value, role: 'getter' };
    if (fn.type !== 'FunctionDeclaration') return this.follow(fn, getter);
    const name = fn.id && this.#code.bindingOf(fn.id);
    return name ? this.#hold(name, getter) : this.escape(fn, 'is exported');
  }

  #call(node: t.Node, call: AnyCall, value: DataValue): Step {
    if (bare(call.callee) === node)
      return value.role === 'getter'
        ? heldBy(value)
        : this.escape(node, 'is used in a call, which is unknown');
    const isSpread = node.type === 'SpreadElement';
    const index = call.arguments.findIndex((argument) => bare(argument) === node);
    return this.#pass(call, isSpread ? -1 : index, isSpread ? itemOf(value) : value);
  }

  /** The name of a function that is built in, imported from a package, or auto-imported. */
  #globalName(at: t.Node): string | undefined {
    const node = bare(at);
    const { declaration } = this.#code.bindingOf(rootOf(node)) ?? {};
    const isForeign =
      !declaration ||
      (declaration.type === 'ImportDeclaration' && !/^[./~]|^@@?\//.test(declaration.source.value));
    return isForeign ? dottedName(node) || undefined : undefined;
  }

  /** The role of a well-known function or class that is called. */
  #roleOf(call: t.Node): FunctionRole | undefined {
    const isAny = isCall(call) || call.type === 'NewExpression';
    const name = isAny ? this.#globalName(call.callee) : undefined;
    if (name === undefined) return undefined;
    const [object = ''] = name.split('.');
    const isReading = this.#names.readingFunctions.includes(name) || readingObjects.includes(object);
    return isReading ? 'read' : (functionRoles.get(name) ?? templateRoles.get(name));
  }

  /** Handles a value that is an argument of a call. */
  #pass(call: AnyCall, index: number, value: DataValue): Step {
    const role = this.#roleOf(call);
    if (role === 'assign') return this.#objectAssign(call, index, value);
    if (role === 'watch' && index === 0) this.#callBack(call, 1, [watched(value), watched(value)]);
    if (role && !(role === 'values' && call.arguments.length > 1)) return functionResults[role](value);
    const callee = bare(call.callee);
    const method = isMember(callee) ? this.#passToMethod(callee, value) : 'unknown';
    if (method !== 'unknown') return method;
    const fn = index === -1 || call.type === 'NewExpression' ? undefined : this.#functionAt(callee);
    return fn
      ? this.#give(fn, index, value)
      : this.escape(call.arguments.at(-1) ?? call, `is passed to ${targetOf(call)}`);
  }

  /** The function in the file that an expression refers to. */
  #functionAt(at: t.Node): t.Function | undefined {
    const node = bare(at);
    const fn = isFunction(node) ? node : this.#code.bindingOf(node)?.init;
    return fn && isFunction(fn) ? fn : undefined;
  }

  /** Assigns a value to a parameter of a function. */
  #give(fn: t.Function, index: number, value: DataValue): undefined {
    const last = fn.params.at(-1);
    if (last?.type === 'RestElement' && index >= fn.params.length - 1)
      return this.#assign(last.argument, holding(value));
    const parameter = fn.params[index];
    return parameter && this.#assign(parameter, value);
  }

  /** Assigns values to the parameters of a callback. */
  #callBack(call: AnyCall, index: number, values: readonly Step[]): undefined {
    const callback = call.arguments[index];
    const fn = callback && this.#functionAt(callback);
    const role = callback && functionRoles.get(this.#globalName(callback) ?? '');
    if (fn) for (const [at, value] of values.entries()) if (value) this.#give(fn, at, value);
    if (callback && !fn && role !== 'read')
      this.escape(callback, `is passed to \`${dottedName(bare(callback)) || '…'}()\``);
  }

  #objectAssign(call: AnyCall, index: number, value: DataValue): Step {
    if (index === 0 && value.depth === 0) return this.#mutate(call, '`Object.assign()`');
    if (index === 0 && !value.isRef) return value;
    if (index > 0 && call.arguments[0]?.type === 'ObjectExpression') return copyOf(value);
    return this.escape(call, 'is passed to `Object.assign()`');
  }

  /** Handles a value that is passed to a method: a callback, or an argument that is only read. */
  #passToMethod(callee: MemberAccess, value: DataValue): Step | 'unknown' {
    const role = methodRole(callee);
    // The results of a callback are items of the new list.
    if (value.role === 'getter' && role === 'map')
      return memberName(callee) === 'map' ? holding(heldBy(value)) : copyOf(heldBy(value));
    const isRead =
      value.role === 'getter'
        ? /^(?:each|item|copy|change)$/.test(role ?? '')
        : role === 'read' && this.#isPlain(rootOf(callee));
    return isRead ? undefined : 'unknown';
  }

  /** Whether a value is a literal, or the result of a function that returns a plain value. */
  #isPlain(node: t.Node): boolean {
    const value = this.#code.bindingOf(node)?.init ?? node;
    return /^(?:Array|Template|String)/.test(value.type) || this.#roleOf(value) === 'read';
  }

  /** Handles a call of a method of the value. */
  #method(call: Call, name: string | undefined, value: DataValue): undefined {
    if (value.role === 'getter') return this.follow(call, heldBy(value));
    if (value.role !== 'data') return this.#resultMethod(call, name, value);
    const role = name === undefined ? undefined : methodRoles.get(name);
    const written = dottedName(bare(call.callee)) || `….${name ?? '[…]'}`;
    // Without a first value, the first item is the value.
    const isUnknown = !role || (role === 'reduce' && call.arguments.length === 1);
    if (name === undefined || isUnknown)
      return this.escape(call, `is used in \`${written}()\`, which is unknown`);
    if (value.depth === 0 && (role === 'store' || role === 'take' || role === 'change'))
      return this.#mutate(call, `\`${written}()\``);
    this.#giveItems(call, role, name, value);
    const result = methodResults[role](value);
    if (result) this.follow(call, result);
  }

  /** Assigns the items of a list to the parameters of a callback. */
  #giveItems(call: Call, role: MethodRole, name: string, value: DataValue): undefined {
    const item = itemOf(value);
    const isSort = /sort/i.test(name);
    if (role === 'reduce') this.#callBack(call, 0, [undefined, item, undefined, value]);
    else if (role === 'each' || role === 'map' || isSort || /^(?:filter|find|findLast)$/.test(name))
      this.#callBack(call, 0, [item, isSort ? item : undefined, value]);
  }

  #resultMethod(call: Call, name: string | undefined, value: DataValue): undefined {
    if (name === 'then') this.#callBack(call, 0, [value]);
    if (name === 'then' || name === 'catch' || name === 'finally') this.follow(call, value);
    else if (name === undefined) this.escape(call, 'is used in a call, which is unknown');
  }
}

const unanalysed = 'is used in code that cannot be analysed';

/** For the error, only names and comparisons matter. */
const errorParents = /^(?:Optional)?MemberExpression$|^VariableDeclarator$|^BinaryExpression$/;

/** Parents that only read the values of their children. */
const readingParents =
  /^(?:Expression|If|While|DoWhile|For|ForIn|Labeled|Switch)Statement$|^(?:UnaryExpression|UpdateExpression|SwitchCase|Program|ArrayPattern|RestElement)$/;

/** The roles of the functions in the script generated from a template. */
const templateRoles: ReadonlyMap<string, FunctionRole> = new Map([
  [templateCalls.read, 'read'],
  [templateCalls.items, 'same'],
]);

/** Whether an expression can have the value of its child: a condition is only tested. */
function isResult(
  node: t.Node,
  parent: t.SequenceExpression | t.ConditionalExpression | t.LogicalExpression,
): boolean {
  if (parent.type === 'SequenceExpression') return parent.expressions.slice(-1).map(bare)[0] === node;
  if (parent.type === 'ConditionalExpression') return bare(parent.test) !== node;
  return parent.operator !== '&&' || bare(parent.left) !== node;
}

function loopTarget(target: t.Node): t.Node {
  return target.type === 'VariableDeclaration' ? (target.declarations[0]?.id ?? target) : target;
}

/** Describes what mutates nested data. */
function changeBy(node: t.Node): string {
  if (node.type === 'UnaryExpression') return '`delete`';
  const value = node.type === 'AssignmentExpression' ? node.right : node;
  return isCall(value) && dottedName(value.callee) === templateCalls.input ? '`v-model`' : 'an assignment';
}

/** Describes what gets the argument of a call. */
function targetOf(call: AnyCall): string {
  const name = dottedName(bare(call.callee));
  const [first] = call.arguments;
  const called = call.type === 'NewExpression' ? `new ${name}` : name;
  if (name !== templateCalls.pass) return name ? `\`${called}()\`` : 'a function that cannot be analysed';
  const target = first?.type === 'StringLiteral' ? first.value : '';
  if (target === 'slot') return 'a slot';
  return target.startsWith('v-') ? `\`${target}\`` : `\`<${target}>\``;
}

/** The start of a member chain: `a` of `a.b.c`, and of `(a.b ??= []).c`. */
function rootOf(at: t.Node): t.Node {
  const node = bare(at);
  if (node.type === 'AssignmentExpression' && node.operator !== '=') return rootOf(node.left);
  return isMember(node) ? rootOf(node.object) : node;
}

/** The names whose values may be part of an expression's value. */
function namesIn(at: t.Node): t.Identifier[] {
  const node = bare(at);
  if (node.type === 'Identifier') return [node];
  if (isMember(node)) return namesIn(node.object);
  if (isCall(node)) return /^(?:item|copy)$/.test(methodRole(node.callee) ?? '') ? namesIn(node.callee) : [];
  return isFunction(node) ? [] : valueChildren(node).flatMap(namesIn);
}

function methodRole(at: t.Node): MethodRole | undefined {
  const callee = bare(at);
  return isMember(callee) ? methodRoles.get(memberName(callee) ?? '') : undefined;
}

function isWithin(inner: t.Node, outer: t.Node): boolean {
  return (inner.start ?? 0) >= (outer.start ?? 0) && (inner.end ?? 0) <= (outer.end ?? 0);
}

function nodesIn(root: t.Node): t.Node[] {
  const nodes = [root];
  // An array also visits items added during the loop.
  for (const node of nodes) nodes.push(...valueChildren(node));
  return nodes;
}

/** The expression that a node in a handler returns or writes to. */
function keptBy(node: t.Node, handler: t.Function): t.Node | null | undefined {
  if (node.type === 'ReturnStatement') return node.argument;
  if (node === handler && node.body.type !== 'BlockStatement') return node.body;
  if (node.type === 'AssignmentExpression') return node.left;
  return isCall(node) && methodRole(node.callee) === 'store' ? node.callee : undefined;
}
