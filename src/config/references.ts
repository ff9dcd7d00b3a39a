import type * as t from '@babel/types';
import type { SourceFile } from './source.ts';

/** Every use of a name in a file, with the way up from each; built once, and only when a `const` was followed. */
interface Index {
  readonly uses: ReadonlyMap<string, readonly t.Identifier[]>;
  readonly parents: ReadonlyMap<t.Node, t.Node>;
}

const indexes = new WeakMap<SourceFile, Index>();

/** How often a name is used, its declaration and exports not counted. Shadowed names count too: that errs on the safe side. */
export function useCount(file: SourceFile, name: string): number {
  const { uses, parents } = indexOf(file);
  return (uses.get(name) ?? []).filter((use) => !isExport(parents.get(use))).length;
}

/** A use of a name that may change the object it stands for, and the first key it touches, where that is plain. */
export interface Mutation {
  readonly node: t.Node;
  readonly key?: string;
}

/** The places where the object behind a name may be changed after it was written. */
export function mutations(file: SourceFile, name: string): Mutation[] {
  const { uses, parents } = indexOf(file);
  const found: Mutation[] = [];
  for (const use of uses.get(name) ?? []) {
    const mutation = mutationBy(use, parents);
    if (mutation) found.push(mutation);
  }
  return found;
}

/** All identifiers that an expression reads from outside itself, roughly: its keys and member names are left out. */
export function identifiersIn(node: t.Node): string[] {
  const names: string[] = [];
  visit(node, undefined, (child, parent) => {
    if (child.type === 'Identifier' && isUse(child, parent)) names.push(child.name);
    else if (child.type === 'ThisExpression' || child.type === 'MetaProperty') names.push('this');
  });
  return names;
}

function indexOf(file: SourceFile): Index {
  let index = indexes.get(file);
  if (!index) {
    const uses = new Map<string, t.Identifier[]>();
    const parents = new Map<t.Node, t.Node>();
    visit(file.program, undefined, (node, parent) => {
      if (parent) parents.set(node, parent);
      if (node.type !== 'Identifier' || !isUse(node, parent)) return;
      const list = uses.get(node.name);
      if (list) list.push(node);
      else uses.set(node.name, [node]);
    });
    index = { uses, parents };
    indexes.set(file, index);
  }
  return index;
}

/** Walks a tree in document order; types hold no values and are passed over. */
export function visit(
  node: t.Node,
  parent: t.Node | undefined,
  enter: (node: t.Node, parent: t.Node | undefined) => void,
): void {
  enter(node, parent);
  for (const [key, child] of Object.entries(node)) {
    if (child === null || typeof child !== 'object' || key === 'loc' || key === 'extra') continue;
    if (Array.isArray(child)) {
      for (const item of child) if (isValueNode(item)) visit(item, node, enter);
    } else if (isValueNode(child)) visit(child, node, enter);
  }
}

const valueNodesOfTypes = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSExportAssignment',
  'TSInstantiationExpression',
  'TSEnumDeclaration',
  'TSEnumMember',
  'TSModuleDeclaration',
  'TSModuleBlock',
]);

function isValueNode(value: unknown): value is t.Node {
  if (typeof value !== 'object' || value === null || !('type' in value) || typeof value.type !== 'string')
    return false;
  return !value.type.startsWith('TS') || valueNodesOfTypes.has(value.type);
}

function isUse(node: t.Identifier, parent: t.Node | undefined): boolean {
  switch (parent?.type) {
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return parent.object === node || parent.computed;
    case 'ObjectProperty':
      return parent.value === node || parent.computed;
    case 'ObjectMethod':
    case 'ClassMethod':
    case 'ClassProperty':
      return parent.key !== node || parent.computed;
    case 'VariableDeclarator':
      return parent.id !== node;
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
    case 'FunctionDeclaration':
    case 'LabeledStatement':
      return false;
    case 'ExportSpecifier':
      return parent.local === node;
    default:
      return true;
  }
}

function isExport(parent: t.Node | undefined): boolean {
  return parent?.type === 'ExportSpecifier';
}

// Methods and functions that only read what they are given.
const readingMethods = new Set([
  'at',
  'concat',
  'entries',
  'every',
  'filter',
  'find',
  'flat',
  'flatMap',
  'includes',
  'indexOf',
  'join',
  'keys',
  'map',
  'reduce',
  'slice',
  'some',
  'toString',
  'values',
  'hasOwnProperty',
]);
const readingFunctions =
  /^(?:define\w*|defu|mergeConfig|merge|String|Number|Boolean|structuredClone|createDefu|resolve|join|Object\.(?:keys|values|entries|freeze|fromEntries)|JSON\.stringify|console\.\w+|path\.\w+)$/;

function mutationBy(use: t.Identifier, parents: ReadonlyMap<t.Node, t.Node>): Mutation | undefined {
  let top: t.Node = use;
  let key: string | undefined;
  let method: string | undefined;
  let parent = parents.get(top);
  while (parent && isAccess(parent) && (parent.type !== 'MemberExpression' || parent.object === top)) {
    if (parent.type === 'MemberExpression') {
      method =
        !parent.computed && parent.property.type === 'Identifier' ? parent.property.name : memberText(parent);
      key ??= method;
    }
    top = parent;
    parent = parents.get(top);
  }
  if (!parent) return undefined;
  const named = key === undefined ? { node: use } : { node: use, key };
  switch (parent.type) {
    case 'AssignmentExpression':
      return parent.left === top ? named : undefined;
    case 'UpdateExpression':
      return named;
    case 'UnaryExpression':
      return parent.operator === 'delete' ? named : undefined;
    case 'CallExpression':
      return callMutates(parent, top, use, method) ? named : undefined;
    default:
      return undefined;
  }
}

function memberText({ property }: t.MemberExpression): string | undefined {
  return property.type === 'StringLiteral' ? property.value : undefined;
}

function isAccess(node: t.Node): boolean {
  return (
    node.type === 'MemberExpression' ||
    node.type === 'TSNonNullExpression' ||
    node.type === 'TSAsExpression' ||
    node.type === 'TSSatisfiesExpression'
  );
}

function callMutates(
  call: t.CallExpression,
  top: t.Node,
  use: t.Identifier,
  method: string | undefined,
): boolean {
  if (call.callee === top) return top !== use && !readingMethods.has(method ?? '');
  const callee = calleeName(call.callee);
  if (callee === 'Object.assign') return call.arguments[0] === top;
  return !readingFunctions.test(callee);
}

/** `defu`, `Object.assign`, `path.join`: the name of a function as it is written, or nothing. */
export function calleeName(callee: t.Node): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
    return '';
  return callee.object.type === 'Identifier' ? `${callee.object.name}.${callee.property.name}` : '';
}
