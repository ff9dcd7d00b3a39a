import type * as t from '@babel/types';
import {
  functionRoles,
  holdingClasses,
  type MethodRole,
  methodRoles,
  readingClasses,
  readingObjects,
  textTargets,
} from '../../catalogue/known-functions.ts';
import type { Names } from '../../catalogue/names.ts';
import { dottedName, isMember, type MemberAccess, valueChildren } from '../../config/syntax.ts';
import { type Call, isCall, memberName, propertyKey } from '../syntax/code.ts';
import { type Binding, bare, isFunction, type LinkedCode } from '../syntax/linked-code.ts';
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
  wholeData,
} from './data-value.ts';
import { templateCalls } from './template-script.ts';

/** Something that happens to data, at a place of its file. */
export interface DataEvent {
  readonly offset: number;
  /** Follows "the data" in a sentence. */
  readonly what: string;
}

export interface Comparison extends DataEvent {
  readonly of: 'data' | 'error';
}

/** What happens to the data of a call in its own file. */
export interface DataFlow {
  /** Where something inside the data is changed in place. */
  readonly mutation: DataEvent | undefined;
  /** Where the data goes on to something that this file does not show. */
  readonly escape: DataEvent | undefined;
  /** Where the data or the error is compared with `null` or `undefined`. */
  readonly comparisons: readonly Comparison[];
  /** The names of the script that have to do with the data: only where a template uses one of them, it matters. */
  readonly names: readonly string[];
}

/**
 * Follows the data of a call through its file: from the call to the names that its result is bound to, and on from each
 * place that refers to one of these names. Functions are not evaluated: their parameters and results are names and places
 * like any other. What no rule covers counts as leaving the file.
 */
export function followData(call: Call, code: LinkedCode, names: Names): DataFlow {
  const follower = new DataFollower(code, names);
  if (code.revealing) follower.escape(call, `is visible to \`${code.revealing}\``);
  follower.follow(call, callResult);
  follower.readHandlers(call);
  follower.finish();
  return follower.flow;
}

/** The value that a parent node has; undefined if it has nothing of the data. */
type Step = DataValue | undefined;

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
    const topLevel = [...this.#values.keys()].filter(({ isTopLevel }) => isTopLevel);
    const comparisons = [...this.#comparisons.values()].sort((a, b) => a.offset - b.offset);
    return {
      ...{ mutation: this.#mutation, escape: this.#escape, comparisons },
      names: topLevel.map(({ name }) => name),
    };
  }

  escape(node: t.Node, what: string): undefined {
    const offset = this.#code.offsetInFile(node);
    if (!this.#escape || offset < this.#escape.offset) this.#escape = { offset, what };
  }

  #mutate(node: t.Node, by: string): undefined {
    const offset = this.#code.offsetInFile(node);
    if (!this.#mutation || offset < this.#mutation.offset)
      this.#mutation = { offset, what: `is changed by ${by}` };
  }

  /** Goes on from names until each has the value that can do the most harm; a set also visits names added on the way. */
  finish(): void {
    for (const binding of this.#pending) {
      this.#pending.delete(binding);
      const value = this.#values.get(binding);
      if (!value) continue;
      for (const node of binding.references)
        this.follow(node, this.#code.isUnwrapped(node) && value.depth > 0 ? heldBy(value) : value);
    }
  }

  /** Follows a value from the expression that gives it. */
  follow(from: t.Node, given: DataValue): undefined {
    let [node, value] = [from, given as Step];
    while (value) {
      const parent = this.#code.parentOf(node);
      if (!parent) return this.escape(node, 'is used in code that cannot be analysed');
      value = value.role === 'error' ? this.#errorStep(node, parent, value) : this.#step(node, parent, value);
      node = parent;
    }
  }

  /** What the parent of an expression has of its value. */
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
        // In a pattern it is a place to write to.
        return this.#code.parentOf(parent)?.type === 'ObjectExpression' ? value : undefined;
      case 'TemplateLiteral':
        if (this.#code.parentOf(parent)?.type !== 'TaggedTemplateExpression') return undefined;
        return this.escape(node, 'is used in a tagged template');
      case 'AssignmentExpression':
        return this.#assignment(node, parent, value);
      case 'UpdateExpression':
        return this.#written(node, parent, value);
      default:
        return this.#statement(node, parent, value);
    }
  }

  /** The same for parents that have no value themselves. */
  #statement(node: t.Node, parent: t.Node, value: DataValue): undefined {
    switch (parent.type) {
      case 'VariableDeclarator':
        return this.#assign(parent.id, value);
      case 'AssignmentPattern':
        return bare(parent.right) === node ? this.#assign(parent.left, value) : undefined;
      case 'ForOfStatement':
        return bare(parent.right) === node ? this.#assign(loopTarget(parent.left), itemOf(value)) : undefined;
      case 'ReturnStatement':
        return this.#returned(this.#functionAround(parent) ?? parent, value);
      case 'ExportSpecifier':
      case 'ExportDefaultDeclaration':
        return this.escape(node, 'is exported');
      default:
        return readingParents.test(parent.type) ? undefined : this.escape(node, `is ${lossBy(parent)}`);
    }
  }

  /** Of the error only its names and comparisons matter. */
  #errorStep(node: t.Node, parent: t.Node, value: DataValue): Step {
    if (isMember(parent)) return memberOf(value, memberName(parent), this.#names.dataResult);
    const isNamed = parent.type === 'VariableDeclarator' || parent.type === 'BinaryExpression';
    return isNamed ? this.#step(node, parent, value) : undefined;
  }

  #compare(node: t.BinaryExpression, { role, isWhole }: DataValue): undefined {
    const empty = [node.left, node.right].map(emptyValue).find((text) => text !== undefined);
    if (!isWhole || empty === undefined || !/^[!=]==$/.test(node.operator)) return;
    const of = role === 'error' ? 'error' : 'data';
    const what = `is compared with \`${empty}\``;
    this.#comparisons.set(node, { offset: this.#code.offsetInFile(node), what, of });
  }

  #member(node: MemberAccess, value: DataValue): Step {
    const name = memberName(node) ?? literalKey(node);
    const member = memberOf(value, name, this.#names.dataResult);
    const user = this.#code.parentOf(node);
    if (user && isCall(user) && bare(user.callee) === node) return this.#method(user, name, value);
    if (!user || !this.#isTarget(node, user)) return member;
    if (value.role !== 'data') return undefined;
    if (value.depth === 0) return this.#mutate(node, changeBy(user));
    const { right = undefined, operator = '=' } = user.type === 'AssignmentExpression' ? user : {};
    if (value.isRef && value.isWhole) this.#replace(node, right);
    // `(groups[key] ??= []).push(item)` goes on with the member.
    return operator === '=' ? undefined : member;
  }

  /** Whether a node is what its parent writes to. */
  #isTarget(node: t.Node, parent: t.Node): boolean {
    if (parent.type === 'UnaryExpression') return parent.operator === 'delete';
    if (parent.type === 'ObjectProperty') return this.#code.parentOf(parent)?.type === 'ObjectPattern';
    if ('left' in parent && /^(?:Assignment|For[OI][fn]Statement)/.test(parent.type))
      return bare(parent.left) === node;
    return /^(?:UpdateExpression|ArrayPattern|RestElement)$/.test(parent.type);
  }

  /** A name that is written to as such. In a template, that writes to its ref. */
  #written(node: t.Node, parent: t.Node, value: DataValue): undefined {
    if (value.isRef && value.depth === 0) return this.#mutate(node, changeBy(parent));
    const isReplaced =
      value.isWhole && parent.type === 'AssignmentExpression' && this.#code.isUnwrapped(node);
    return isReplaced ? this.#replace(node, parent.right) : undefined;
  }

  #assignment(node: t.Node, parent: t.AssignmentExpression, value: DataValue): Step {
    if (bare(parent.left) === node) {
      this.#written(node, parent, value);
      return parent.operator === '=' ? undefined : value;
    }
    // `+=` and the like give a text or a number.
    if (!/^(?:=|\|\|=|&&=|\?\?=)$/.test(parent.operator)) return undefined;
    this.#assign(parent.left, value);
    return value;
  }

  /** Gives a value to a name, a pattern or a member. */
  #assign(target: t.Node, value: Step): undefined {
    if (!value) return;
    const left = bare(target);
    if (left.type === 'Identifier') return this.#bind(left, value);
    if (left.type === 'AssignmentPattern') return this.#assign(left.left, value);
    if (left.type === 'RestElement') return this.#assign(left.argument, copyOf(value));
    if (left.type === 'ObjectPattern' || left.type === 'ArrayPattern') {
      for (const part of 'properties' in left ? left.properties : left.elements)
        if (part) this.#assignPart(part, value);
    } else if (left.type !== 'MemberExpression')
      this.escape(left, 'is assigned in a way that cannot be analysed');
    else if (!textTargets.includes(this.#globalName(left) ?? '')) this.#store(left.object, value);
  }

  #assignPart(part: t.Node, value: DataValue): undefined {
    if (part.type === 'RestElement') return this.#assign(part, value);
    const key = part.type === 'ObjectProperty' ? propertyKey(part) : undefined;
    const member = memberOf(value, key, this.#names.dataResult);
    return this.#assign(part.type === 'ObjectProperty' ? part.value : part, member);
  }

  #bind(name: t.Identifier, value: DataValue): undefined {
    const binding = this.#code.bindingOf(name);
    if (!binding) return this.escape(name, `is stored in \`${name.name}\``);
    // A template writes to the ref that a name stands for.
    return this.#code.isUnwrapped(name) ? this.#store(name, value) : this.#hold(binding, value);
  }

  /** A name has a value from now on. */
  #hold(binding: Binding, value: DataValue): undefined {
    const known = this.#values.get(binding);
    const next = known ? joined(known, value) : value;
    if (known && isSameValue(known, next)) return;
    const { declaration, name } = binding;
    const around = this.#code.parentOf(declaration)?.type ?? '';
    const isParameter = isFunction(declaration) && binding.init !== declaration;
    if (/^Export/.test(around) && !isParameter && value.role !== 'error')
      this.escape(declaration, `is exported as \`${name}\``);
    this.#values.set(binding, next);
    this.#pending.add(binding);
  }

  /** Puts a value into an object or list: one that holds data already, or one that may belong to others. */
  #store(container: t.Node, value: DataValue): undefined {
    const { root, steps } = rootOf(container);
    const binding = this.#code.bindingOf(root);
    if (binding && this.#values.get(binding)?.role === 'data')
      return this.#hold(binding, { ...holding(value), depth: value.depth + 1 + steps });
    const name = dottedName(bare(container));
    return this.escape(
      container,
      `is stored in ${name ? `\`${name}\`` : 'something that cannot be analysed'}`,
    );
  }

  /** What replaces the data is the data from then on. */
  #replace(node: t.Node, by: t.Node | undefined): undefined {
    return by ? this.#absorb(by, 0) : this.escape(node, 'is replaced in a way that cannot be analysed');
  }

  /** Names in an expression that becomes the data hold it as well, as far inside of them as `depth`. */
  #absorb(at: t.Node, depth: number): undefined {
    const node = bare(at);
    if (isMember(node)) return this.#absorb(node.object, depth + 1);
    if (isCall(node)) {
      const callee = bare(node.callee);
      const role = isMember(callee) ? methodRoles.get(memberName(callee) ?? '') : undefined;
      return isMember(callee) && (role === 'item' || role === 'copy')
        ? this.#absorb(callee.object, depth + 1)
        : undefined;
    }
    const inner =
      node.type === 'SpreadElement'
        ? depth + 2
        : /^(?:Array|Object)Expression$/.test(node.type)
          ? depth - 1
          : depth;
    if (
      /^(?:Array|Object|Conditional|Logical|Assignment)Expression$|^ObjectProperty$|^SpreadElement$/.test(
        node.type,
      )
    )
      for (const child of valueChildren(node)) this.#absorb(child, Math.max(inner, 0));
    return this.#absorbName(node, depth);
  }

  #absorbName(node: t.Node, depth: number): undefined {
    const binding = this.#code.bindingOf(node);
    if (!binding) return;
    const { declaration, init, name } = binding;
    const isNamed = isFunction(declaration) && this.#nameOf(declaration) !== undefined;
    if (isNamed || declaration.type === 'ImportDeclaration')
      return this.escape(node, `is replaced with \`${name}\`, which other code has as well`);
    const isKnown = this.#values.has(binding);
    this.#hold(binding, { ...wholeData, depth, isRef: depth > 0 });
    if (init && !isKnown) this.#absorb(init, depth);
  }

  /** The functions that make the data may keep it, or give what others have. */
  readHandlers(call: Call): void {
    const given = call.arguments.flatMap((one): t.Node[] =>
      one.type === 'ObjectExpression' ? one.properties : [one],
    );
    const handlers = new Set(
      given.flatMap((one) => this.#functionAt(one.type === 'ObjectProperty' ? one.value : one) ?? []),
    );
    for (const handler of handlers) {
      const isOutside = (at: t.Node) => {
        const { declaration } = this.#code.bindingOf(rootOf(at).root) ?? {};
        return declaration !== undefined && declaration !== handler && !isWithin(declaration, handler);
      };
      for (const node of nodesIn(handler)) {
        const { returned, stored, called } = handlerParts(node, handler);
        if (stored && isOutside(stored)) this.escape(node, 'is also stored by the function that fetches it');
        if (returned && isOutside(returned)) this.#absorb(returned, 0);
        const local = called && this.#functionAt(called);
        if (local) handlers.add(local);
      }
    }
  }

  /** The name of a function. */
  #nameOf(fn: t.Node): Binding | undefined {
    const parent = this.#code.parentOf(fn);
    const id =
      fn.type === 'FunctionDeclaration'
        ? fn.id
        : parent?.type === 'VariableDeclarator'
          ? parent.id
          : undefined;
    return id ? this.#code.bindingOf(id) : undefined;
  }

  #functionAround(node: t.Node): t.Node | undefined {
    let at = this.#code.parentOf(node);
    while (at && !isFunction(at)) at = this.#code.parentOf(at);
    return at;
  }

  /** A function that returns data is followed like data: whoever calls it has that. */
  #returned(fn: t.Node, value: DataValue): undefined {
    if (!isFunction(fn) || fn.generator || /^Class/.test(fn.type) || value.role !== 'data')
      return this.escape(fn, 'is returned by a function');
    if (fn.type === 'ObjectMethod' && propertyKey(fn) === 'setup')
      return this.escape(fn, 'is returned from `setup()`');
    const getter: DataValue = { ...value, role: 'getter' };
    if (fn.type !== 'FunctionDeclaration')
      return this.follow(fn, fn.type === 'ObjectMethod' && fn.kind === 'get' ? value : getter);
    const name = this.#nameOf(fn);
    return name ? this.#hold(name, getter) : this.escape(fn, 'is exported');
  }

  #call(node: t.Node, call: Call | t.NewExpression, value: DataValue): Step {
    if (bare(call.callee) === node)
      return value.role === 'getter'
        ? heldBy(value)
        : this.escape(node, 'is used in a call, which is unknown');
    const isSpread = node.type === 'SpreadElement';
    const index = call.arguments.findIndex((argument) => bare(argument) === node);
    return call.type === 'NewExpression'
      ? this.#construct(call, value)
      : this.#pass(call, isSpread ? -1 : index, isSpread ? itemOf(value) : value);
  }

  #construct(call: t.NewExpression, value: DataValue): Step {
    const name = this.#globalName(call.callee) ?? '';
    if (readingClasses.includes(name)) return undefined;
    if (holdingClasses.includes(name))
      return name.endsWith('Map') ? functionResults.unpairs(value) : copyOf(value);
    return this.escape(call, `is passed to \`new ${dottedName(bare(call.callee)) || '…'}()\``);
  }

  /** A function by name that is none of the file's own: built in, imported, or there without an import. */
  #globalName(at: t.Node): string | undefined {
    const node = bare(at);
    let root = node;
    while (isMember(root)) root = bare(root.object);
    const { declaration } = this.#code.bindingOf(root) ?? {};
    const isForeign =
      !declaration ||
      (declaration.type === 'ImportDeclaration' && !/^[./~]|^@@?\//.test(declaration.source.value));
    return isForeign ? dottedName(node) || undefined : undefined;
  }

  /** What the function that a call calls does with its arguments, if it is well known. */
  #roleOf(call: t.Node | undefined): ReturnType<typeof functionRoles.get> {
    const name = call && isCall(call) ? this.#globalName(call.callee) : undefined;
    if (name === undefined) return undefined;
    const [object = ''] = name.split('.');
    const isReading = this.#names.readingFunctions.includes(name) || readingObjects.includes(object);
    return isReading || name === templateCalls.read
      ? 'read'
      : name === templateCalls.items
        ? 'same'
        : functionRoles.get(name);
  }

  /** A value is an argument of a call. */
  #pass(call: Call, index: number, value: DataValue): Step {
    const callee = bare(call.callee);
    const role = this.#roleOf(call);
    if (role === 'assign') return this.#objectAssign(call, index, value);
    if (role === 'watch' && index === 0) this.#callBack(call, 1, [watched(value), watched(value)]);
    if (role === 'values' && call.arguments.length > 1)
      return this.escape(call, 'is passed to `Array.from()`');
    if (role) return functionResults[role](value);
    const method = isMember(callee) ? this.#passToMethod(call, callee, value) : 'unknown';
    if (method !== 'unknown') return method;
    const fn = index === -1 ? undefined : this.#functionAt(callee);
    return fn
      ? this.#give(fn, index, value)
      : this.escape(call.arguments.at(-1) ?? call, `is passed to ${targetOf(call)}`);
  }

  /** The function of the file that an expression stands for. */
  #functionAt(at: t.Node): t.Function | undefined {
    const node = bare(at);
    const fn = isFunction(node) ? node : this.#code.bindingOf(node)?.init;
    return fn && isFunction(fn) ? fn : undefined;
  }

  /** Gives a value to a parameter of a function. */
  #give(fn: t.Function, index: number, value: DataValue): undefined {
    const last = fn.params.at(-1);
    if (last?.type === 'RestElement' && index >= fn.params.length - 1)
      return this.#assign(last.argument, holding(value));
    const parameter = fn.params[index];
    return parameter && this.#assign(parameter, value);
  }

  /** Gives values to the function that a call has as an argument. */
  #callBack(call: Call, index: number, values: readonly Step[]): undefined {
    const callback = call.arguments[index];
    const fn = callback && this.#functionAt(callback);
    const role = callback && functionRoles.get(this.#globalName(callback) ?? '');
    if (fn) for (const [at, value] of values.entries()) if (value) this.#give(fn, at, value);
    if (callback && !fn && role !== 'read')
      this.escape(callback, `is passed to \`${dottedName(bare(callback)) || '…'}()\``);
  }

  #objectAssign(call: Call, index: number, value: DataValue): Step {
    const [target] = call.arguments;
    if (index !== 0) {
      if (target && bare(target).type !== 'ObjectExpression') this.#store(target, itemOf(value));
      return copyOf(value);
    }
    if (value.depth === 0) this.#mutate(call, '`Object.assign()`');
    else if (value.isRef) this.#replace(call, undefined);
    return value;
  }

  /** A value is given to a method of something that the file itself has made, or of a list of items. */
  #passToMethod(call: Call, callee: MemberAccess, value: DataValue): Step | 'unknown' {
    const { object } = callee;
    const method = memberName(callee) ?? '';
    const role = methodRoles.get(method);
    // What a function makes of the items of any list is in the new one.
    if (value.role === 'getter' && role) return this.#madeBy(method, heldBy(value), call);
    const made = this.#code.bindingOf(bare(object))?.init ?? bare(object);
    if (made.type === 'NewExpression' && readingClasses.includes(this.#globalName(made.callee) ?? ''))
      return undefined;
    if (!role || !this.#isOwnList(object)) return 'unknown';
    if (role === 'store') this.#store(object, value);
    return role === 'copy' ? copyOf(value) : role === 'reduce' ? value : undefined;
  }

  /** What a method makes of the results of a function. */
  #madeBy(method: string, value: DataValue, call: Call): Step {
    if (method === 'map') return holding(value);
    if (method === 'flatMap') return copyOf(value);
    if (methodRoles.get(method) !== 'reduce') return undefined;
    this.#callBack(call, 0, [value]);
    return value;
  }

  #isOwnList(at: t.Node): boolean {
    const { root } = rootOf(at);
    if (/^(?:Array|Template|String)/.test(root.type) || this.#roleOf(root) === 'read') return true;
    if (isCall(root) && isMember(root.callee)) return this.#isOwnList(root.callee.object);
    const binding = this.#code.bindingOf(root);
    return binding !== undefined && this.#values.get(binding)?.role === 'data';
  }

  /** A method of the value itself is called. */
  #method(call: Call, name: string | undefined, value: DataValue): undefined {
    if (value.role === 'getter') return this.follow(call, heldBy(value));
    if (value.role !== 'data') return this.#resultMethod(call, name, value);
    const role = methodRoles.get(name ?? '');
    const written = dottedName(bare(call.callee)) || `….${name ?? '[…]'}`;
    if (!role) return this.escape(call, `is used in \`${written}()\`, which is unknown`);
    if (value.depth === 0 && (role === 'store' || role === 'take' || role === 'change'))
      return this.#mutate(call, `\`${written}()\``);
    this.#giveItems(call, role, name, value);
    const result = methodResults[role](value);
    if (result) this.follow(call, result);
  }

  /** Gives the items of a list to the function that its method is given. */
  #giveItems(call: Call, role: MethodRole, name: string | undefined, value: DataValue): undefined {
    const [callback] = call.arguments;
    const item = itemOf(value);
    if (role === 'reduce') {
      const first = call.arguments.length > 1 ? undefined : item;
      if (first) this.follow(call, first);
      return this.#callBack(call, 0, [first, item, undefined, value]);
    }
    if (/sort/i.test(name ?? '')) return this.#callBack(call, 0, [item, item]);
    const takesFunction = role === 'each' || role === 'map' || name === 'filter';
    if (takesFunction || (callback && this.#functionAt(callback)))
      this.#callBack(call, 0, [item, undefined, value]);
  }

  #resultMethod(call: Call, name: string | undefined, value: DataValue): undefined {
    if (name === 'then') this.#callBack(call, 0, [value]);
    if (name === 'then' || name === 'catch' || name === 'finally') this.follow(call, value);
    else if (name === undefined) this.escape(call, 'is used in a call, which is unknown');
  }
}

/** Whether an expression can have the value of a part of it: not of a condition. */
function isResult(
  node: t.Node,
  parent: t.SequenceExpression | t.ConditionalExpression | t.LogicalExpression,
): boolean {
  if (parent.type === 'SequenceExpression') return parent.expressions.slice(-1).map(bare)[0] === node;
  if (parent.type === 'ConditionalExpression') return bare(parent.test) !== node;
  return parent.operator !== '&&' || bare(parent.left) !== node;
}

/** Parents that only read the values of their children. */
const readingParents =
  /^(?:Expression|If|While|DoWhile|For|ForIn|Labeled|Switch)Statement$|^(?:UnaryExpression|SwitchCase|Program|ArrayPattern|RestElement)$/;

function lossBy({ type }: t.Node): string {
  if (type.startsWith('JSX')) return 'used in JSX';
  return type === 'ThrowStatement' ? 'thrown' : 'used in code that cannot be analysed';
}

/** `null` or `undefined`, as it is written. */
function emptyValue(at: t.Node): string | undefined {
  const node = bare(at);
  if (node.type === 'NullLiteral') return 'null';
  return node.type === 'Identifier' && node.name === 'undefined' ? 'undefined' : undefined;
}

function literalKey({ property }: MemberAccess): string | undefined {
  return property.type === 'StringLiteral' ? property.value : undefined;
}

function loopTarget(left: t.Node): t.Node {
  return left.type === 'VariableDeclaration' ? (left.declarations[0]?.id ?? left) : left;
}

/** What changes something inside the data. */
function changeBy(node: t.Node): string {
  if (node.type === 'UnaryExpression') return '`delete`';
  const value = node.type === 'AssignmentExpression' ? node.right : node;
  return isCall(value) && dottedName(value.callee) === templateCalls.input ? '`v-model`' : 'an assignment';
}

/** Who gets the argument of a call. */
function targetOf(call: Call): string {
  const name = dottedName(bare(call.callee));
  const [first] = call.arguments;
  if (name !== templateCalls.pass) return name ? `\`${name}()\`` : 'a function that cannot be analysed';
  const target = first?.type === 'StringLiteral' ? first.value : '';
  if (target === 'slot') return 'a slot';
  return target.startsWith('v-') ? `\`${target}\`` : `\`<${target}>\``;
}

/** The expression that members are taken of, and how many: `a` of `a.b.c`, and of `(a.b ??= []).c`. */
function rootOf(at: t.Node): { readonly root: t.Node; readonly steps: number } {
  const node = bare(at);
  if (node.type === 'AssignmentExpression' && node.operator !== '=') return rootOf(node.left);
  if (!isMember(node)) return { root: node, steps: 0 };
  const { root, steps } = rootOf(node.object);
  return { root, steps: steps + 1 };
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

/** What a node in a function that makes the data returns, writes to, or calls. */
function handlerParts(
  node: t.Node,
  handler: t.Function,
): { returned?: t.Node; stored?: t.Node; called?: t.Node } {
  if (node.type === 'ReturnStatement' && node.argument) return { returned: bare(node.argument) };
  if (node === handler && node.body.type !== 'BlockStatement') return { returned: bare(node.body) };
  if (node.type === 'AssignmentExpression') return { stored: node.left };
  if (!isCall(node)) return {};
  const callee = bare(node.callee);
  if (!isMember(callee)) return { called: callee };
  return methodRoles.get(memberName(callee) ?? '') === 'store' ? { stored: callee.object } : {};
}
