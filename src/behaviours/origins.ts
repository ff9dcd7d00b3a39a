/** Reads where the values in a file come from: a call that fetches data, or what other code returns or passes. */

import { posix } from 'node:path';
import type * as t from '@babel/types';
import type { Edit, Span } from '../base/edits.ts';
import { memo } from '../base/memo.ts';
import {
  callbackMethods,
  changingMethods,
  itemMethods,
  listMethods,
  passingFunctions,
} from '../catalogue/known-functions.ts';
import type { Names } from '../catalogue/names.ts';
import { nameOf } from '../config/scope-bindings.ts';
import {
  childrenOf,
  dottedName,
  isMember,
  memberKey,
  plainKey,
  unwrapTypes,
} from '../config/syntax.ts';
import { isFrom } from '../tree/syntax/bindings.ts';
import { bare, isFunction } from '../tree/syntax/code.ts';
import { camelCase } from '../tree/syntax/component.ts';
import type { SourceText } from '../tree/syntax/source-text.ts';
import { type CodePart, codeOf } from './file-code.ts';

export type Call = t.CallExpression | t.OptionalCallExpression;

/** Where a value comes from: the members that lead to it from a call, or from a name for values of other code. */
export interface ValueOrigin {
  /** A call that fetches data, `useCart()` for a result, `finish(0)` for an argument, or `setup()`. */
  readonly root: Call | string;
  readonly path: readonly string[];
}

type Read = (path: readonly string[]) => ValueOrigin | undefined;

/** Something that is done with a value: it is written to, compared with `null`, or read. */
export interface Use {
  readonly kind: 'write' | 'null' | 'read';
  readonly start: number;
  /** The value; of a write, the object around the member. */
  readonly origin: () => ValueOrigin | undefined;
  /** The edit that makes a comparison true for `undefined` as well. */
  readonly edit?: Edit | undefined;
}

/** The module of a name, empty if it is not declared and undefined if the file declares it, and its name there. */
export interface NameOrigin {
  readonly source?: string | undefined;
  readonly name: string;
}

interface Declaration extends Span {
  readonly read: Read;
  readonly imported?: NameOrigin;
}

/** Where a piece of code is: its scope, and the function around. */
interface Place {
  readonly scope: Span;
  readonly around: string;
}

/** The props and other members of the component that a file is. */
export const ownMembers = 'setup()';

/** The members of a new list of the same items: `data.value.filter(…)`. */
export const newList = '[…]';

const everywhere: Span = { start: -1, end: Number.POSITIVE_INFINITY };

const scopes = new Set('BlockStatement ForStatement ForOfStatement ForInStatement'.split(' '));

const nowhere: Read = () => undefined;

/** The origins of the values in a file, and what it does with them. */
export class FileOrigins {
  readonly uses: Use[] = [];
  readonly functions = new Set<string>();
  readonly parts: readonly CodePart[];
  readonly tags: ReturnType<typeof codeOf>['tags'];
  readonly source: SourceText;
  readonly #names: Names;
  readonly #values = new Map<string, Read[]>();
  readonly #declared = new Map<string, Declaration[]>();
  readonly #functionNames = new WeakMap<t.Node, string>();
  /** What a method of a list passes to a function. */
  readonly #items = new WeakMap<t.Node, Read>();
  /** Whether the code that is read, or asked about, is in the template. */
  #isTemplate = false;

  constructor(source: SourceText, names: Names) {
    [this.source, this.#names] = [source, names];
    const { parts, tags } = codeOf(source);
    [this.parts, this.tags] = [parts, tags];
    for (const { program, isTemplate = false, element = everywhere } of parts) {
      this.#isTemplate = isTemplate;
      this.#read(program, { scope: element, around: '' });
    }
  }

  /** The origin of a name, or of a function that is called. */
  nameOrigin(at: t.Node): NameOrigin {
    const node = unwrapTypes(at);
    if (node.type !== 'Identifier') return { name: isMember(node) ? (memberKey(node) ?? '') : '' };
    const declaration = this.#declarationOf(node);
    if (declaration) return declaration.imported ?? { name: node.name };
    return { source: '', name: node.name };
  }

  /** The module that a name is imported from. */
  moduleOf(name: string): string | undefined {
    return this.#declared.get(name)?.find(({ imported }) => imported)?.imported?.source;
  }

  /** Where the members come from of what the file returns from a function, or passes to it. */
  valuesOf(name: string, path: readonly string[]): ValueOrigin[] {
    return (this.#values.get(name) ?? []).flatMap((read) => read(path) ?? []);
  }

  /** Whether a call fetches data; a function that is not declared is an auto-import. */
  isFetching({ callee }: Call): boolean {
    const { virtual, package: main, scope, dataFunctions, cachedDataFunction } = this.#names;
    const { source, name } = this.nameOrigin(callee);
    const isNamed = [...dataFunctions, cachedDataFunction].includes(name);
    const packages = [virtual.imports, virtual.app, main, scope];
    return isNamed && source !== undefined && (source === '' || isFrom(source, packages));
  }

  #declarationOf({ name, start }: t.Identifier): Declaration | undefined {
    const all = this.#declared.get(name) ?? [];
    const around = all.filter((span) => span.start <= (start ?? 0) && (start ?? 0) < span.end);
    // In a template, it may be a name of `setup`.
    return around.sort((a, b) => b.start - a.start)[0] ?? (this.#isTemplate ? all[0] : undefined);
  }

  /** Reads the members of a value, as the code that is read now would. */
  #reader(value: t.Node): Read {
    const isTemplate = this.#isTemplate;
    let isBusy = false;
    return (path) => {
      // Names may refer to each other.
      if (isBusy) return undefined;
      const outer = this.#isTemplate;
      [isBusy, this.#isTemplate] = [true, isTemplate];
      const origin = this.#originOf(value, path);
      [isBusy, this.#isTemplate] = [false, outer];
      return origin;
    };
  }

  /** Where the value of an expression comes from, or a member of it. */
  #originOf(expression: t.Node, path: readonly string[]): ValueOrigin | undefined {
    const node = bare(expression);
    switch (node.type) {
      case 'Identifier': {
        const declaration = this.#declarationOf(node);
        if (declaration || !this.#isTemplate) return declaration?.read(path);
        return { root: ownMembers, path: [node.name, ...path] };
      }
      case 'ThisExpression':
        return { root: ownMembers, path };
      case 'MemberExpression':
      case 'OptionalMemberExpression': {
        const key = memberKey(node) ?? '*';
        const isOfRef = key === 'value' && !this.#isTemplate;
        return this.#originOf(node.object, isOfRef ? path : [key, ...path]);
      }
      case 'LogicalExpression':
        return this.#originOf(node.left, path) ?? this.#originOf(node.right, path);
      case 'ArrayExpression': {
        const spread = node.elements.find((item) => item?.type === 'SpreadElement');
        return spread && this.#originOf(spread.argument, [newList, ...path]);
      }
      case 'ObjectExpression': {
        const [key, ...inner] = path;
        const part = node.properties.find((one) => 'key' in one && plainKey(one.key) === key);
        return part?.type === 'ObjectProperty' ? this.#originOf(part.value, inner) : undefined;
      }
      case 'CallExpression':
      case 'OptionalCallExpression':
        return this.#resultOf(node, path);
      default:
        return undefined;
    }
  }

  #resultOf(node: Call, path: readonly string[]): ValueOrigin | undefined {
    const { callee } = node;
    const [first] = node.arguments;
    const { name } = this.nameOrigin(callee);
    if (this.isFetching(node)) return { root: node, path };
    if (isMember(callee) && itemMethods.has(name))
      return this.#originOf(callee.object, ['*', ...path]);
    if (isMember(callee) && listMethods.has(name))
      return this.#originOf(callee.object, [newList, ...path]);
    if (/^(?:defineProps|withDefaults)$/.test(name)) return { root: ownMembers, path };
    if (name === 'defineModel') return { root: ownMembers, path: ['modelValue', ...path] };
    if (!first || !passingFunctions.has(name)) return { root: `${name}()`, path };
    return isFunction(first)
      ? { root: `${this.#nameOf(first)}()`, path }
      : this.#originOf(first, path);
  }

  #addUse(kind: Use['kind'], { start }: t.Node, read: Read, edit?: Edit): void {
    this.uses.push({ kind, start: start ?? 0, origin: () => read([]), edit });
  }

  #addValue(name: string, read: Read): void {
    memo(this.#values, name, (): Read[] => []).push(read);
  }

  #addWrite(target: t.Node): void {
    const node = unwrapTypes(target);
    // `data.value = …` replaces the value of a ref.
    if (isMember(node) && (this.#isTemplate || memberKey(node) !== 'value'))
      this.#addUse('write', node, this.#reader(node.object));
  }

  /** Declares the names of a pattern, as members of a value. */
  #declare(pattern: t.Node, scope: Span, read: Read): void {
    if (pattern.type === 'Identifier')
      memo(this.#declared, pattern.name, (): Declaration[] => []).push({ ...scope, read });
    for (const { key, node } of membersIn(pattern)) {
      const member: Read = key === undefined ? read : (path) => read([key, ...path]);
      this.#declare(node, scope, member);
      if (key === this.#names.clearMethod) this.#addUse('read', node, member);
    }
  }

  #assign(pattern: t.Node, value: t.Node, scope: Span): void {
    const init = bare(value);
    if (pattern.type === 'Identifier') this.#nameFunction(init, pattern.name);
    const isAll = init.type === 'CallExpression' && dottedName(init.callee) === 'Promise.all';
    const all = isAll ? init.arguments[0] : undefined;
    if (pattern.type === 'ArrayPattern' && all?.type === 'ArrayExpression')
      for (const [index, item] of pattern.elements.entries()) {
        const part = all.elements[index];
        if (item && part) this.#assign(item, part, scope);
      }
    else this.#declare(pattern, scope, this.#reader(init));
  }

  /** The name of a function: that of what it is assigned to, also as the argument of another function. */
  #nameOf(fn: t.Function): string {
    const own = 'key' in fn ? plainKey(fn.key) : 'id' in fn ? fn.id?.name : undefined;
    return own ?? this.#functionNames.get(fn) ?? `@${fn.start}`;
  }

  #nameFunction(node: t.Node, name: string | undefined): void {
    for (const fn of node.type === 'CallExpression' ? node.arguments : [node])
      if (isFunction(fn) && name !== undefined) this.#functionNames.set(fn, name);
  }

  #read(node: t.Node, outer: Place): void {
    const hasScope = scopes.has(node.type) || isFunction(node);
    const scope = hasScope ? { start: node.start ?? 0, end: node.end ?? 0 } : outer.scope;
    const around = isFunction(node) ? this.#nameOf(node) : outer.around;
    if (isFunction(node)) this.#readFunction(node, { scope, around });
    if (node.type === 'FunctionDeclaration' && node.id)
      this.#declare(node.id, outer.scope, nowhere);
    this.#readNode(node, { scope, around });
    for (const child of childrenOf(node)) this.#read(child, { scope, around });
  }

  /** Its parameters get its arguments. */
  #readFunction(fn: t.Function, { scope, around }: Place): void {
    this.functions.add(around);
    for (const [index, param] of fn.params.entries()) {
      const root = around === 'setup' ? ownMembers : `${around}(${index})`;
      const items = index === 0 ? this.#items.get(fn) : undefined;
      this.#declare(param, scope, items ?? ((path) => ({ root, path })));
    }
    if (fn.body.type !== 'BlockStatement') this.#addValue(`${around}()`, this.#reader(fn.body));
  }

  #readNode(node: t.Node, { scope, around }: Place): void {
    switch (node.type) {
      case 'VariableDeclarator':
        if (node.init) this.#assign(node.id, node.init, scope);
        else this.#declare(node.id, scope, nowhere);
        break;
      case 'ForOfStatement':
        if (node.left.type === 'VariableDeclaration') {
          const list = this.#reader(node.right);
          for (const { id } of node.left.declarations)
            this.#declare(id, scope, (path) => list(['*', ...path]));
        }
        break;
      case 'ImportDeclaration':
        for (const part of node.specifiers) {
          const { name: local } = part.local;
          const name = 'imported' in part ? nameOf(part.imported) : local;
          const imported = { source: node.source.value, name };
          this.#declared.set(local, [{ ...everywhere, read: nowhere, imported }]);
        }
        break;
      case 'ObjectProperty':
        this.#nameFunction(node.value, plainKey(node.key));
        break;
      case 'ExportDefaultDeclaration':
        this.#nameFunction(node.declaration, camelCase(posix.parse(this.source.path).name));
        break;
      case 'ReturnStatement':
        if (node.argument) this.#addValue(`${around}()`, this.#reader(node.argument));
        break;
      case 'AssignmentExpression':
        this.#addWrite(node.left);
        break;
      case 'UpdateExpression':
      case 'UnaryExpression':
        if (/^(?:\+\+|--|delete)$/.test(node.operator)) this.#addWrite(node.argument);
        break;
      case 'BinaryExpression':
        if (/^[!=]==$/.test(node.operator) && node.right.type === 'NullLiteral') {
          const start = this.source.text.lastIndexOf(node.operator, node.right.start ?? 0) + 2;
          const edit = { start, end: start + 1, text: '' };
          this.#addUse('null', node.left, this.#reader(node.left), edit);
        }
        break;
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        if (memberKey(node) === this.#names.clearMethod)
          this.#addUse('read', node.property, this.#reader(node));
        break;
      case 'CallExpression':
      case 'OptionalCallExpression':
        this.#readCall(node);
    }
  }

  #readCall({ callee, arguments: given }: Call): void {
    const [first] = given;
    const { name } = this.nameOrigin(callee);
    if (!isMember(callee))
      for (const [index, value] of given.entries())
        this.#addValue(`${name}(${index})`, this.#reader(value));
    else if (first && dottedName(callee) === 'Object.assign')
      this.#addUse('write', first, this.#reader(first));
    else {
      const object = this.#reader(callee.object);
      if (changingMethods.has(name)) this.#addUse('write', callee, object);
      if (first && callbackMethods.has(name))
        this.#items.set(first, (path) => object(['*', ...path]));
    }
  }
}

/** The patterns in a pattern, each with the member of the value that it gets. */
function membersIn(pattern: t.Node): { readonly key?: string; readonly node: t.Node }[] {
  switch (pattern.type) {
    case 'AssignmentPattern':
      return [{ node: pattern.left }];
    case 'ArrayPattern':
      return pattern.elements.flatMap((node) => (node ? { key: '*', node } : []));
    case 'RestElement':
      return [{ key: newList, node: pattern.argument }];
    case 'ObjectPattern':
      return pattern.properties.map((part) =>
        part.type === 'ObjectProperty'
          ? { key: plainKey(part.key) ?? '*', node: part.value }
          : { node: part },
      );
    case 'TSParameterProperty':
      return [{ node: pattern.parameter }];
    default:
      return [];
  }
}
