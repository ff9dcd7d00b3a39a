/** Reads which names of a file get which values, and what it does with them; which of them are data is not known here. */

import { posix } from 'node:path';
import type * as t from '@babel/types';
import type { Edit, Span } from '../base/edits.ts';
import { memo } from '../base/memo.ts';
import {
  callbackMethods,
  changingMethods,
  itemMethods,
  listFunctions,
  listMethods,
  passingFunctions,
} from '../catalogue/known-functions.ts';
import type { Names } from '../catalogue/names.ts';
import { identifiersDeclaredBy, nameOf } from '../config/scope-bindings.ts';
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
import { ifParsed, type SourceText } from '../tree/syntax/source-text.ts';
import { type CodePart, codeOf, type FileCode } from './code-parts.ts';

/**
 * A value: the members that lead to it from something with a key. Keys are the names of a file with their scopes, and
 * for all files: `useCart()` for what a function returns, `finish(…)` for its arguments, `<CartLine>` for the props of
 * a component, and `'cart'` for the data that calls share.
 */
export interface DataValue {
  readonly key: string;
  readonly path: readonly string[];
  /** Whether it is a new list or object, of which only the members are those of the original. */
  readonly isNew?: boolean;
}

/** A value that a key gets, or one of its members. */
export interface Link {
  readonly to: string;
  readonly path: readonly string[];
  readonly from: DataValue;
}

/** What is done with a value: it is written to, compared with `null`, or read. */
export interface DataUse {
  readonly kind: 'write' | 'null' | 'read';
  readonly value: DataValue;
  readonly start: number;
  /** What writes. */
  readonly by: string;
  /** Whether this replaces the value of a ref, if it is one. */
  readonly isOfRef: boolean;
  /** The edit that makes a comparison true for `null` and `undefined`. */
  readonly edit?: Edit;
}

/** A call of a function that fetches data. */
export interface FetchCall {
  readonly key: string;
  readonly name: string;
  readonly node: Call;
  readonly start: number;
}

export type Call = t.CallExpression | t.OptionalCallExpression;

/** Where a piece of code is: its scope, and the function around. */
interface Place {
  readonly scope: Span;
  readonly isTemplate: boolean;
  readonly around?: string;
}

/** Where a name or function comes from. */
export interface NameOrigin {
  /** The module; empty for a name that is not declared, and undefined for one of the file. */
  readonly source?: string | undefined;
  /** The name there. */
  readonly name: string;
}

/** The props and other members of the component that a file is. */
export const ownMembers = '<>';

const everywhere: Span = { start: -1, end: Number.POSITIVE_INFINITY };

const scopes = new Set('BlockStatement ForStatement ForOfStatement ForInStatement'.split(' '));

/** The links in a file; none if its code is nested too deeply. */
export function dataLinks(source: SourceText, names: Names): DataLinks {
  const nothing: FileCode = { parts: [], tags: [] };
  return (
    ifParsed(() => new DataLinks(source, names, codeOf(source, names))) ??
    new DataLinks(source, names, nothing)
  );
}

/** Whether a function is the framework's, by its module; a name that is not declared is an auto-import. */
export function isOfFramework({ source }: NameOrigin, names: Names): boolean {
  const { virtual, package: main, scope } = names;
  const packages = [virtual.imports, virtual.app, main, scope];
  return source === '' || (source !== undefined && isFrom(source, packages));
}

export class DataLinks {
  readonly links: Link[] = [];
  readonly uses: DataUse[] = [];
  readonly calls: FetchCall[] = [];
  /** The functions that the file declares. */
  readonly functions = new Set<string>();
  readonly code: FileCode;
  readonly #source: SourceText;
  readonly #names: Names;
  readonly #declared = new Map<string, (Span & { readonly origin: NameOrigin })[]>();
  readonly #functionNames = new WeakMap<t.Node, string>();

  constructor(source: SourceText, names: Names, code: FileCode) {
    [this.#source, this.#names, this.code] = [source, names, code];
    // Functions are used before they are declared.
    for (const part of code.parts) this.#declareIn(part.program, placeOfPart(part));
    for (const part of code.parts) {
      this.#read(part.program, placeOfPart(part));
      this.#readTemplateUse(part);
    }
  }

  /** The origin of a name, or of a function that is called. */
  originOf(at: t.Node): NameOrigin {
    const node = unwrapTypes(at);
    if (node.type !== 'Identifier') return { name: isMember(node) ? (memberKey(node) ?? '') : '' };
    return this.#declarationOf(node)?.origin ?? { source: '', name: node.name };
  }

  /** The module that a name is imported from. */
  moduleOf(name: string): string | undefined {
    return this.#declared.get(name)?.find(({ origin }) => origin.source)?.origin.source;
  }

  /** Whether the whole file has a declaration of a name. */
  isDeclared(name: string): boolean {
    return this.#declared.get(name)?.some(({ start }) => start < 0) ?? false;
  }

  #declare(pattern: t.Node, { start, end }: Span, imported?: NameOrigin): void {
    for (const { name } of identifiersDeclaredBy(pattern)) {
      const list = memo(this.#declared, name, (): (Span & { origin: NameOrigin })[] => []);
      list.push({ start, end, origin: imported ?? { name } });
    }
  }

  #declareIn(node: t.Node, place: Place): void {
    const inside = placeIn(node, place);
    if (node.type === 'VariableDeclarator') this.#declare(node.id, place.scope);
    else if (node.type === 'FunctionDeclaration' && node.id) this.#declare(node.id, place.scope);
    else if (node.type === 'ImportDeclaration')
      for (const specifier of node.specifiers) {
        const { local } = specifier;
        const name = 'imported' in specifier ? nameOf(specifier.imported) : local.name;
        this.#declare(local, everywhere, { source: node.source.value, name });
      }
    if (isFunction(node)) for (const param of node.params) this.#declare(param, inside.scope);
    for (const child of childrenOf(node)) this.#declareIn(child, inside);
  }

  /** The innermost declaration of a name. */
  #declarationOf({ name, start }: t.Identifier) {
    const holds = (span: Span) => span.start <= (start ?? 0) && (start ?? 0) < span.end;
    return this.#declared
      .get(name)
      ?.filter(holds)
      .sort((a, b) => b.start - a.start)[0];
  }

  #keyOf(node: t.Identifier): string | undefined {
    const declared = this.#declarationOf(node);
    return declared && `${node.name}@${declared.start}`;
  }

  #read(node: t.Node, outer: Place): void {
    const place = isFunction(node) ? this.#enter(node, outer) : placeIn(node, outer);
    this.#readNode(node, place);
    for (const child of childrenOf(node)) this.#read(child, place);
  }

  #readNode(node: t.Node, place: Place): void {
    switch (node.type) {
      case 'VariableDeclarator':
        if (node.init) this.#assign(node.id, node.init, place);
        break;
      case 'ForOfStatement':
        if (node.left.type === 'VariableDeclaration')
          for (const { id } of node.left.declarations)
            this.#bind(id, membersOf(this.#values(node.right, place)));
        break;
      case 'ObjectProperty':
        this.#nameFunctions(node.value, plainKey(node.key));
        break;
      case 'ExportDefaultDeclaration':
        this.#nameFunctions(node.declaration, camelCase(posix.parse(this.#source.path).name));
        break;
      case 'ReturnStatement':
        if (node.argument) this.#return(node.argument, place);
        break;
      case 'AssignmentExpression':
        this.#write(node.left, 'an assignment', place);
        break;
      case 'UpdateExpression':
        this.#write(node.argument, 'an assignment', place);
        break;
      case 'UnaryExpression':
        if (node.operator === 'delete') this.#write(node.argument, '`delete`', place);
        break;
      case 'BinaryExpression':
        if (/^[!=]==$/.test(node.operator) && node.right.type === 'NullLiteral') {
          const start = this.#source.text.lastIndexOf(node.operator, node.right.start ?? 0);
          const edit = { start: start + 2, end: start + 3, text: '' };
          this.#use('null', node.left, this.#values(node.left, place), { edit });
        }
        break;
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        this.#readMember(memberKey(node), node.property, this.#values(node, place));
        break;
      case 'CallExpression':
      case 'OptionalCallExpression':
        this.#call(node, place);
    }
  }

  #assign(pattern: t.Node, value: t.Node, place: Place): void {
    const init = bare(value);
    const key = pattern.type === 'Identifier' ? this.#keyOf(pattern) : undefined;
    if (pattern.type === 'Identifier') this.#nameFunctions(init, pattern.name);
    const [all] =
      init.type === 'CallExpression' && dottedName(init.callee) === 'Promise.all'
        ? init.arguments
        : [];
    if (key !== undefined) this.#store(key, [], init, place);
    else if (pattern.type === 'ArrayPattern' && all?.type === 'ArrayExpression')
      for (const [index, item] of pattern.elements.entries()) {
        const part = all.elements[index];
        if (item && part) this.#assign(item, part, place);
      }
    else this.#bind(pattern, this.#values(init, place));
  }

  /** The place inside a function, whose parameters get its arguments. */
  #enter(fn: t.Function, outer: Place): Place {
    const around = this.#nameOf(fn);
    this.functions.add(around);
    for (const [index, param] of fn.params.entries())
      this.#bind(param, [{ key: this.#parametersOf(fn), path: [`${index}`] }]);
    const [props] = fn.params;
    if (props && around === 'setup') this.#bind(props, [{ key: ownMembers, path: [] }]);
    const place = { ...placeIn(fn, outer), around };
    if (fn.body.type !== 'BlockStatement') this.#return(fn.body, place);
    return place;
  }

  #return(value: t.Node, place: Place): void {
    const { around } = place;
    this.#store(around === 'setup' ? ownMembers : `${around}()`, [], value, place);
  }

  /** The name of a function: that of what it is assigned to, also as the argument of another function. */
  #nameOf(fn: t.Function): string {
    const own = 'key' in fn ? plainKey(fn.key) : 'id' in fn ? fn.id?.name : undefined;
    return own ?? this.#functionNames.get(fn) ?? `@${fn.start}`;
  }

  #nameFunctions(node: t.Node, name: string | undefined): void {
    for (const fn of node.type === 'CallExpression' ? node.arguments : [node])
      if (isFunction(fn) && name !== undefined) this.#functionNames.set(fn, name);
  }

  #link(to: string, path: readonly string[], values: readonly DataValue[]): void {
    for (const from of values) this.links.push({ to, path, from });
  }

  /** Links a value, or the members of an object that is written there. */
  #store(to: string, path: readonly string[], value: t.Node, place: Place): void {
    const node = bare(value);
    if (node.type !== 'ObjectExpression') this.#link(to, path, this.#values(node, place));
    else
      for (const part of node.properties)
        if (part.type === 'ObjectProperty')
          this.#store(to, [...path, plainKey(part.key) ?? '*'], part.value, place);
        else if (part.type === 'SpreadElement')
          this.#link(to, path, newOf(this.#values(part.argument, place)));
  }

  /** Links values to the names of a pattern. */
  #bind(pattern: t.Node, values: readonly DataValue[]): void {
    switch (pattern.type) {
      case 'Identifier':
        this.#link(this.#keyOf(pattern) ?? '', [], values);
        break;
      case 'AssignmentPattern':
        this.#bind(pattern.left, values);
        break;
      case 'RestElement':
        this.#bind(pattern.argument, newOf(values));
        break;
      case 'ArrayPattern':
        for (const item of pattern.elements) if (item) this.#bind(item, membersOf(values));
        break;
      case 'ObjectPattern':
        for (const part of pattern.properties) {
          const key = part.type === 'ObjectProperty' ? plainKey(part.key) : undefined;
          const members = part.type === 'ObjectProperty' ? membersOf(values, key) : values;
          this.#readMember(key, part, members);
          this.#bind(part.type === 'ObjectProperty' ? part.value : part, members);
        }
    }
  }

  /** The values that an expression may have. */
  #values(expression: t.Node, place: Place): readonly DataValue[] {
    const node = bare(expression);
    switch (node.type) {
      case 'Identifier': {
        const key = this.#keyOf(node);
        if (key !== undefined) return [{ key, path: [] }];
        return place.isTemplate ? [{ key: ownMembers, path: [node.name] }] : [];
      }
      case 'ThisExpression':
        return [{ key: ownMembers, path: [] }];
      case 'MemberExpression':
      case 'OptionalMemberExpression': {
        const [key, values] = [memberKey(node), this.#values(node.object, place)];
        return key === 'value' && !place.isTemplate ? values : membersOf(values, key);
      }
      case 'LogicalExpression':
        return [node.left, node.right].flatMap((side) => this.#values(side, place));
      case 'ConditionalExpression':
        return [node.consequent, node.alternate].flatMap((side) => this.#values(side, place));
      case 'ArrayExpression':
        return node.elements.flatMap((item) =>
          item?.type === 'SpreadElement' ? newOf(this.#values(item.argument, place)) : [],
        );
      case 'CallExpression':
      case 'OptionalCallExpression':
        return this.#results(node, place);
      default:
        return [];
    }
  }

  /** What a call returns. */
  #results(node: Call, place: Place): readonly DataValue[] {
    const [first, second] = node.arguments;
    const { name } = this.originOf(node.callee);
    if (this.#isFetching(node)) return [callValue(node), ...this.#shared(node, name)];
    if (first && listFunctions.has(dottedName(node.callee)))
      return newOf(this.#values(first, place));
    if (isMember(node.callee)) {
      const { object } = node.callee;
      if (itemMethods.has(name)) return membersOf(this.#values(object, place));
      if (listMethods.has(name)) return newOf(this.#values(object, place));
    }
    if (name === 'defineProps') return [{ key: ownMembers, path: [] }];
    if (name === 'defineModel')
      return [{ key: ownMembers, path: [literalOf(first) ?? 'modelValue'] }];
    if (!first || !passingFunctions.has(name)) return [{ key: `${name}()`, path: [] }];
    const values = isFunction(first)
      ? [{ key: `${this.#nameOf(first)}()`, path: [] }]
      : this.#values(first, place);
    return literalOf(second) === undefined ? values : membersOf(values, literalOf(second));
  }

  #isFetching({ callee }: Call): boolean {
    const { dataFunctions, cachedDataFunction } = this.#names;
    const origin = this.originOf(callee);
    const isNamed = [...dataFunctions, cachedDataFunction].includes(origin.name);
    return isNamed && isOfFramework(origin, this.#names);
  }

  /** The data that a call shares with others by its key, if that is a literal: an argument or an option. */
  #shared({ arguments: [first, options] }: Call, name: string): DataValue[] {
    const properties = options?.type === 'ObjectExpression' ? options.properties : [];
    const option = properties.find((part) => 'key' in part && plainKey(part.key) === 'key');
    const isAddress = this.#names.addressFunctions.includes(name);
    const key = literalOf(isAddress ? option && 'value' in option && option.value : first);
    return key === undefined ? [] : [{ key: `'${key}'`, path: [] }];
  }

  /** Reads what a call writes to, and links its arguments to parameters. */
  #call(node: Call, place: Place): void {
    const { callee, arguments: given } = node;
    const [first] = given;
    const { name } = this.originOf(callee);
    if (this.#isFetching(node)) {
      const value = callValue(node);
      this.calls.push({ key: value.key, name, node, start: node.start ?? 0 });
      for (const { key } of this.#shared(node, name)) this.#link(key, [], [value]);
    } else if (!isMember(callee)) {
      for (const [index, argument] of given.entries())
        this.#store(`${name}(…)`, [`${index}`], argument, place);
    } else {
      const object = this.#values(callee.object, place);
      const written = this.#source.text.slice(callee.start ?? 0, callee.end ?? 0);
      if (changingMethods.has(name))
        this.#use('write', callee, object, { by: `\`${written.replace(/\s+/g, '')}()\`` });
      if (first && dottedName(callee) === 'Object.assign')
        this.#use('write', first, this.#values(first, place), { by: '`Object.assign()`' });
      const index = callbackMethods.get(name);
      if (first && index !== undefined)
        this.#link(this.#parametersOf(first), [`${index}`], membersOf(object));
    }
  }

  /** The key of the parameters of a function, or of one with a name. */
  #parametersOf(node: t.Node): string {
    return `${isFunction(node) ? this.#nameOf(node) : this.originOf(node).name}(…)`;
  }

  /** Writes to a member of an object. */
  #write(target: t.Node, by: string, place: Place): void {
    const node = unwrapTypes(target);
    if (!isMember(node)) return;
    const isOfRef = memberKey(node) === 'value' && !place.isTemplate;
    this.#use('write', node, this.#values(node.object, place), { by, isOfRef });
  }

  /** Reads a member with a name that matters. */
  #readMember(key: string | undefined, node: t.Node, members: readonly DataValue[]): void {
    if (key === this.#names.clearMethod) this.#use('read', node, members);
  }

  #use(
    kind: DataUse['kind'],
    node: t.Node,
    values: readonly DataValue[],
    { by = '', isOfRef = false, edit }: Partial<Pick<DataUse, 'by' | 'isOfRef' | 'edit'>> = {},
  ): void {
    const start = node.start ?? 0;
    const use = { kind, start, by, isOfRef, ...(edit && { edit }) };
    for (const value of values) this.uses.push({ ...use, value });
  }

  #readTemplateUse(part: CodePart): void {
    const { isModel, prop } = part.use ?? {};
    const [statement] = part.program.body;
    if (statement?.type !== 'ExpressionStatement') return;
    const { expression } = statement;
    if (isModel) this.#write(expression, '`v-model`', placeOfPart(part));
    if (prop)
      this.#store(
        `<${prop.component}>`,
        prop.name ? [prop.name] : [],
        expression,
        placeOfPart(part),
      );
  }
}

function placeOfPart({ use }: CodePart): Place {
  return { scope: use?.element ?? everywhere, isTemplate: use !== undefined };
}

/** The place inside a node. */
function placeIn(node: t.Node, place: Place): Place {
  if (!scopes.has(node.type) && !isFunction(node)) return place;
  return { ...place, scope: { start: node.start ?? 0, end: node.end ?? 0 } };
}

/** Members with a name, or any. */
function membersOf(values: readonly DataValue[], name = '*'): DataValue[] {
  return values.map(({ key, path }) => ({ key, path: [...path, name] }));
}

function newOf(values: readonly DataValue[]): DataValue[] {
  return values.map((value) => ({ ...value, isNew: true }));
}

function callValue({ start }: Call): DataValue {
  return { key: `call@${start}`, path: [] };
}

function literalOf(node: t.Node | false | undefined): string | undefined {
  return node && node.type === 'StringLiteral' ? node.value : undefined;
}
