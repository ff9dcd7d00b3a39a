import type * as t from '@babel/types';
import {
  callbackMethods,
  functionRoles,
  type MethodRole,
  methodRoles,
  readingObjects,
} from '../../catalogue/known-functions.ts';
import type { Names } from '../../catalogue/names.ts';
import { dottedName, isMember, type MemberAccess, valueChildren } from '../../config/syntax.ts';
import { bare, type Call, isCall, isFunction, memberName, methodOf, propertyKey } from '../syntax/code.ts';
import { type Binding, type LinkedCode, rootOf } from '../syntax/linked-code.ts';
import { keptOutside } from './data-calls.ts';
import { templateCalls } from './template-script.ts';

/** A use of the data that matters, and its place in the file. */
export interface DataEvent {
  /** Nested data may be mutated, the data leaves the file or the analysis, or is compared with `null`. */
  readonly kind: 'mutation' | 'escape' | 'empty-data' | 'empty-error';
  readonly offset: number;
  /** The predicate of a sentence that starts with "the data". */
  readonly what: string;
}

/** The uses of a call's data in the same file. */
export interface DataFlow {
  /** In the order of the file. */
  readonly events: readonly DataEvent[];
  /** The names that a template can refer to the data or the error by. */
  readonly names: readonly string[];
}

/**
 * What a value has to do with the data of a call:
 * - `result`: what the call returns
 * - `ref`: a ref with the data, which may be replaced; templates refer to its value
 * - `copy`: an object or list around the data, which may be changed itself
 * - `data`: the data or a part of it, which writing to a member mutates; also any value that may be one of several
 * - `error`: the error of the call, of which only comparisons matter
 */
type DataRole = 'result' | 'ref' | 'copy' | 'data' | 'error';

/** The role of a parent node; undefined if it has nothing to do with the data. */
type Step = DataRole | undefined;

type AnyCall = Call | t.NewExpression;

/**
 * Follows the data of a call through its file: from the call to the names that its result is bound to, and on
 * from each reference to one of these names. A use that no rule covers counts as leaving the file.
 */
export function followData(call: Call, code: LinkedCode, names: Names): DataFlow {
  const follower = new DataFollower(code, names);
  if (code.revealing) follower.escape(call, `is visible to \`${code.revealing}\``);
  for (const node of keptOutside(call, code))
    follower.escape(node, 'is also kept outside the function that fetches it');
  follower.follow(call, 'result');
  follower.finish();
  return follower.flow;
}

class DataFollower {
  readonly #code: LinkedCode;
  readonly #names: Names;
  readonly #roles = new Map<Binding, DataRole>();
  readonly #pending = new Set<Binding>();
  readonly #events = new Map<string, DataEvent>();

  constructor(code: LinkedCode, names: Names) {
    this.#code = code;
    this.#names = names;
  }

  get flow(): DataFlow {
    const events = [...this.#events.values()].sort((a, b) => a.offset - b.offset);
    const names = [...this.#roles.keys()].filter(({ isTopLevel }) => isTopLevel).map(({ name }) => name);
    return { events, names };
  }

  /** Records a use; a node is visited again when the role of its name changes. */
  #note(kind: DataEvent['kind'], node: t.Node, what: string): undefined {
    const offset = this.#code.offsetInFile(node);
    const key = `${kind} ${offset}`;
    if (!this.#events.has(key)) this.#events.set(key, { kind, offset, what });
  }

  escape(node: t.Node, what: string): undefined {
    return this.#note('escape', node, what);
  }

  #mutate(node: t.Node, by: string): undefined {
    return this.#note('mutation', node, `is changed by ${by}`);
  }

  /** Follows names until no role changes; set iteration also visits names added during the loop. */
  finish(): void {
    for (const binding of this.#pending) {
      this.#pending.delete(binding);
      const role = this.#roles.get(binding);
      if (!role) continue;
      for (const node of binding.references)
        this.follow(node, role === 'ref' && this.#code.isUnwrapped(node) ? 'data' : role);
    }
  }

  /** Follows the data from an expression that contains it. */
  follow(from: t.Node, given: DataRole): undefined {
    let [node, role] = [from, given as Step];
    while (role) {
      const parent = this.#code.parentOf(node);
      if (!parent) return this.escape(node, unanalysed);
      if (role === 'error' && !errorParents.test(parent.type)) return;
      role = this.#step(node, parent, role);
      node = parent;
    }
  }

  /** The role that the parent of an expression gets from it. */
  #step(node: t.Node, parent: t.Node, role: DataRole): Step {
    if (isMember(parent)) return bare(parent.object) === node ? this.#member(parent, role) : undefined;
    if (isFunction(parent) && bare(parent.body) === node) return this.#returned(parent);
    // In a template, a name may be a ref of a part of the data, as `toRef()` makes it.
    if (isTarget(node, parent) && this.#code.isUnwrapped(node) && this.#roleOf(node) === 'data')
      return this.#mutate(node, changeBy(parent));
    switch (parent.type) {
      case 'CallExpression':
      case 'OptionalCallExpression':
      case 'NewExpression':
        if (bare(parent.callee) !== node) return this.#argument(node, parent, role);
        return this.escape(node, 'is used in a call, which is unknown');
      case 'SequenceExpression':
      case 'ConditionalExpression':
      case 'LogicalExpression':
        return isResult(node, parent) ? role : undefined;
      case 'SpreadElement':
      case 'ObjectProperty':
        return role;
      case 'ArrayExpression':
      case 'ObjectExpression':
        return 'copy';
      case 'AssignmentExpression':
        return this.#assignment(node, parent, role);
      default:
        return this.#statement(node, parent, role);
    }
  }

  /** Handles parents that have no value themselves. */
  #statement(node: t.Node, parent: t.Node, role: DataRole): undefined {
    switch (parent.type) {
      case 'VariableDeclarator':
        return this.#declare(parent.id, role);
      case 'ForOfStatement': {
        const [declared] = parent.left.type === 'VariableDeclaration' ? parent.left.declarations : [];
        if (!declared || bare(parent.right) !== node) return this.escape(node, unanalysed);
        return this.#declare(declared.id, 'data');
      }
      case 'BinaryExpression':
        return this.#compare(node, parent, role);
      case 'ReturnStatement':
        return this.#returned(this.#functionAround(parent));
      case 'ExportSpecifier':
      case 'ExportDefaultDeclaration':
        return this.escape(node, 'is exported');
      case 'TemplateLiteral':
        if (this.#code.parentOf(parent)?.type !== 'TaggedTemplateExpression') return undefined;
        return this.escape(node, 'is used in a tagged template');
      default:
        return readingParents.test(parent.type) ? undefined : this.escape(node, unanalysed);
    }
  }

  /** Members of the data may be `null` in any case. */
  #compare(node: t.Node, parent: t.BinaryExpression, role: DataRole): undefined {
    const isNull = [parent.left, parent.right].some((side) => bare(side).type === 'NullLiteral');
    const isWhole = !isMember(node) || memberName(node) === 'value';
    if (!isNull || !isWhole || !/^[!=]==$/.test(parent.operator)) return;
    this.#note(role === 'error' ? 'empty-error' : 'empty-data', parent, 'is compared with `null`');
  }

  #member(node: MemberAccess, role: DataRole): Step {
    const name = memberName(node);
    const user = this.#code.parentOf(node);
    if (user && isCall(user) && bare(user.callee) === node) return this.#method(user, name, role);
    if (user && isTarget(node, user)) {
      if (role === 'data') return this.#mutate(node, changeBy(user));
      if (role === 'ref') this.#replace(node, user);
    }
    return this.#memberOf(role, name);
  }

  /** A member without a known name may be any. */
  #memberOf(role: DataRole, name: string | undefined): Step {
    const { data, error } = this.#names.dataResult;
    if (role === 'error') return name === 'value' ? role : undefined;
    if (role !== 'result' || name === undefined)
      return /^(?:length|size)$/.test(name ?? '') ? undefined : 'data';
    return name === data ? 'ref' : name === error ? 'error' : undefined;
  }

  #assignment(node: t.Node, parent: t.AssignmentExpression, role: DataRole): Step {
    const target = bare(parent.left);
    if (target === node) {
      // In a template, an assignment to a name writes to its ref.
      if (this.#code.isUnwrapped(node)) this.#replace(node, parent);
      return parent.operator === '=' ? undefined : role;
    }
    // `+=` and similar operators produce a string or a number.
    if (!/^(?:=|\|\|=|&&=|\?\?=)$/.test(parent.operator)) return undefined;
    const binding = this.#code.isUnwrapped(target) ? undefined : this.#code.bindingOf(target);
    if (binding) this.#hold(binding, role);
    else this.#store(target);
    return role;
  }

  /** Stores the data in a ref or object, which already has data or may be shared with other code. */
  #store(target: t.Node): undefined {
    const role = this.#roleOf(target);
    if (role === 'ref' || role === 'data' || (role === 'copy' && isMember(target))) return;
    const name = dottedName(isMember(target) ? bare(target.object) : target);
    this.escape(target, `is stored in ${name ? `\`${name}\`` : 'something that cannot be analysed'}`);
  }

  /** Declares the names of a pattern that gets the data. */
  #declare(pattern: t.Node, role: DataRole): undefined {
    const binding = this.#code.bindingOf(pattern);
    if (binding) return this.#hold(binding, role);
    if (pattern.type === 'AssignmentPattern') return this.#declare(pattern.left, role);
    if (pattern.type === 'RestElement') return this.#declare(pattern.argument, 'copy');
    if (pattern.type !== 'ObjectPattern' && pattern.type !== 'ArrayPattern')
      return this.escape(pattern, unanalysed);
    for (const part of 'properties' in pattern ? pattern.properties : pattern.elements) {
      const [key, inner] =
        part?.type === 'ObjectProperty' ? [propertyKey(part), part.value] : [undefined, part];
      const member = this.#memberOf(role, key);
      if (inner && member) this.#declare(inner, member);
    }
  }

  /** Records the role of a name. */
  #hold(binding: Binding, role: DataRole): undefined {
    const previous = this.#roles.get(binding);
    if (previous === role || previous === 'data') return;
    const { declaration, name } = binding;
    const isExported = /^Export/.test(this.#code.parentOf(declaration)?.type ?? '');
    if (isExported && !isFunction(declaration) && role !== 'error')
      this.escape(declaration, `is exported as \`${name}\``);
    this.#roles.set(binding, previous ? 'data' : role);
    this.#pending.add(binding);
  }

  #roleOf(node: t.Node): Step {
    const binding = this.#code.bindingOf(rootOf(node));
    return binding && this.#roles.get(binding);
  }

  /** A value that replaces the data becomes the data, so its names would have to be followed as well. */
  #replace(node: t.Node, by: t.Node): undefined {
    if (by.type !== 'AssignmentExpression')
      return this.escape(node, 'is replaced in a way that cannot be analysed');
    for (const name of namesIn(by.right))
      if (this.#code.bindingOf(name) && !this.#roleOf(name))
        this.escape(name, `is replaced with \`${name.name}\``);
  }

  #functionAround(node: t.Node): t.Node {
    let at = node;
    for (let up = this.#code.parentOf(at); up && !isFunction(at); up = this.#code.parentOf(at)) at = up;
    return at;
  }

  /** A function that returns data is only followed to a call that gets it, alone or in an object. */
  #returned(fn: t.Node): undefined {
    let [node, parent] = [fn, this.#code.parentOf(fn)];
    while (parent && /^(?:Object|Array)(?:Property|Expression)$/.test(parent.type))
      [node, parent] = [parent, this.#code.parentOf(parent)];
    const name = 'id' in fn && fn.id?.type === 'Identifier' ? `\`${fn.id.name}()\`` : 'a function';
    if (!parent || !isCall(parent) || bare(parent.callee) === node)
      return this.escape(fn, `is returned by ${name}`);
    const role = this.#argument(node, parent, 'copy');
    if (role) this.follow(parent, role);
  }

  /** The name of a function that is built in, imported from a package, or auto-imported. */
  #globalName(at: t.Node): string {
    const node = bare(at);
    const { declaration } = this.#code.bindingOf(rootOf(node)) ?? {};
    const isForeign =
      !declaration ||
      (declaration.type === 'ImportDeclaration' && !/^[./~]|^@@?\//.test(declaration.source.value));
    return isForeign ? dottedName(node) : '';
  }

  #isReader(name: string): boolean {
    const [object = ''] = name.split('.');
    return (
      functionRoles.get(name) === 'read' ||
      name === templateCalls.read ||
      this.#names.readingFunctions.includes(name) ||
      readingObjects.includes(object)
    );
  }

  /** Handles the data in an argument of a call. */
  #argument(node: t.Node, call: AnyCall, role: DataRole): Step {
    const name = this.#globalName(call.callee);
    const known = functionRoles.get(name);
    const isFirst = call.arguments[0] && bare(call.arguments[0]) === node;
    if (this.#isReader(name)) {
      // A function beside the data may get it, as the second argument of `JSON.stringify()` does.
      for (const other of call.arguments) if (this.#code.functionAt(other)) this.#callBack(other);
      return undefined;
    }
    if (name === templateCalls.items) return role;
    if (known === 'ref' || known === 'copy' || known === 'data') return known;
    // Refs in a reactive object are unwrapped.
    if (known === 'same') return role === 'result' ? 'copy' : role;
    if (known === 'watch') return isFirst ? this.#callBack(call.arguments[1]) : undefined;
    if (name === 'Object.assign' && isFirst && role === 'data') return this.#mutate(call, `\`${name}()\``);
    return this.#pass(node, call, role);
  }

  /** Passes the data to a method or a function of the file; any other function is unknown. */
  #pass(node: t.Node, call: AnyCall, role: DataRole): Step {
    const name = methodOf(call.callee);
    const method = methodRoles.get(name);
    // The data that a callback returns is only tested, in the list of all results, or the sum of all items.
    if (isFunction(node) && callbackMethods.has(name))
      return method === 'results' ? 'copy' : method ? undefined : 'data';
    // The data has no methods of its own.
    if (method === 'read' && this.#roleOf(call.callee) === 'data') return undefined;
    const fn = node.type === 'SpreadElement' ? undefined : this.#code.functionAt(call.callee);
    if (!fn) return this.escape(node, `is passed to ${targetOf(call)}`);
    const rest = fn.params.find(({ type }) => type === 'RestElement');
    const parameter = fn.params[call.arguments.findIndex((argument) => bare(argument) === node)] ?? rest;
    return parameter && this.#declare(parameter, role);
  }

  /** Declares the parameters of a callback, which all get data. */
  #callBack(callback: t.Node | undefined): undefined {
    const fn = callback && this.#code.functionAt(callback);
    if (fn) for (const parameter of fn.params) this.#declare(parameter, 'data');
    else if (callback && !this.#isReader(this.#globalName(callback)))
      this.escape(callback, `is passed to \`${dottedName(bare(callback)) || '…'}()\``);
  }

  /** Handles a call of a method of the value. */
  #method(call: Call, name: string | undefined, role: DataRole): undefined {
    const isPromise = /^(?:then|catch|finally)$/.test(name ?? 'then');
    // Other methods of the result load or clear the data.
    if (role === 'error' || (role === 'result' && !isPromise)) return;
    const method = role === 'result' ? undefined : methodRoles.get(name ?? '');
    const written = dottedName(bare(call.callee)) || `….${name ?? '[…]'}`;
    const isSum = /^reduce(?:Right)?$/.test(name ?? '') && isLiteral(call.arguments[1]);
    if (!method && !isSum) return this.escape(call, `is used in \`${written}()\`, which is unknown`);
    if (role === 'data' && method === 'change') return this.#mutate(call, `\`${written}()\``);
    if (callbackMethods.has(name ?? '')) this.#callBack(call.arguments[0]);
    const result = method && methodResults[method];
    if (result) this.follow(call, result);
  }
}

/** The role of what a method returns, apart from the results of a callback. */
const methodResults: Readonly<Record<MethodRole, Step>> = {
  ...{ read: undefined, results: undefined, copy: 'copy', item: 'data', change: 'data' },
};

const unanalysed = 'is used in code that cannot be analysed';

/** For the error, only names and comparisons matter. */
const errorParents = /^(?:Optional)?MemberExpression$|^VariableDeclarator$|^BinaryExpression$/;

/** Parents that only read the values of their children. */
const readingParents =
  /^(?:Expression|If|While|DoWhile|For|ForIn|Labeled|Switch)Statement$|^(?:Unary|Update)Expression$|^(?:SwitchCase|Program)$/;

/** Whether an expression can have the value of its child: a condition is only tested. */
function isResult(
  node: t.Node,
  parent: t.SequenceExpression | t.ConditionalExpression | t.LogicalExpression,
): boolean {
  if (parent.type === 'SequenceExpression') return parent.expressions.slice(-1).map(bare)[0] === node;
  if (parent.type === 'ConditionalExpression') return bare(parent.test) !== node;
  return parent.operator !== '&&' || bare(parent.left) !== node;
}

/** Whether a parent node writes to its child. Patterns that do so are not analysed. */
function isTarget(node: t.Node, parent: t.Node): boolean {
  if (parent.type === 'AssignmentExpression') return bare(parent.left) === node;
  return (
    parent.type === 'UpdateExpression' || (parent.type === 'UnaryExpression' && parent.operator === 'delete')
  );
}

/** Whether a list is reduced to a number or a text, and not to an object of its items. */
function isLiteral(node: t.Node | undefined): boolean {
  return node !== undefined && /^(?:Numeric|String|Boolean)Literal$/.test(node.type);
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

/** The names whose values may be part of an expression's value. */
function namesIn(at: t.Node): t.Identifier[] {
  const node = bare(at);
  if (node.type === 'Identifier') return [node];
  if (isMember(node)) return namesIn(node.object);
  if (isCall(node))
    return /^(?:item|copy)$/.test(methodRoles.get(methodOf(node.callee)) ?? '') ? namesIn(node.callee) : [];
  return isFunction(node) ? [] : valueChildren(node).flatMap(namesIn);
}
