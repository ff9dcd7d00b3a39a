import type * as t from '@babel/types';
import { perFile, type SourceFile } from './source.ts';

/** Every use of a name in a file, with the way up from each; built once, and only when a `const` was followed. */
interface Index {
  readonly uses: ReadonlyMap<string, readonly t.Identifier[]>;
  readonly parents: ReadonlyMap<t.Node, t.Node>;
}

/** How often a name is used, its declaration and exports not counted. Shadowed names count too: that errs on the safe side. */
export function useCount(file: SourceFile, name: string): number {
  const { uses, parents } = indexOf(file);
  return (uses.get(name) ?? []).filter((use) => !isExport(parents.get(use))).length;
}

/** A use of a name that may change the object it stands for, and the first key it touches, where that is plain. */
export interface Mutation {
  readonly node: t.Node;
  readonly file: SourceFile;
  readonly key?: string;
}

/** The places where the object behind a name may be changed after it was written. */
export function mutations(file: SourceFile, name: string): readonly Mutation[] {
  const known = knownMutations(file);
  const found = known.get(name) ?? mutationsBy(file, name, new Set());
  known.set(name, found);
  return found;
}

/** By the names that were asked for: a name may be used thousands of times. */
const knownMutations = perFile((): Map<string, readonly Mutation[]> => new Map());

/** The places where what a file exports by `module.exports =` may be changed afterwards. */
export function exportMutations(file: SourceFile): Mutation[] {
  const { uses, parents } = indexOf(file);
  return (uses.get('module') ?? []).flatMap((use) => {
    const exported = parents.get(use);
    const access = exported && accessFrom(exported, parents);
    if (!access || (access.keys.length === 0 && access.parent.type === 'AssignmentExpression')) return [];
    return mutationAt(file, access, new Set());
  });
}

function mutationsBy(file: SourceFile, name: string, seen: Set<string>): Mutation[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const { uses, parents } = indexOf(file);
  return (uses.get(name) ?? []).flatMap((use) => {
    const access = accessFrom(use, parents);
    return access ? mutationAt(file, access, seen) : [];
  });
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

const indexOf = perFile(({ program }): Index => {
  const uses = new Map<string, t.Identifier[]>();
  const parents = new Map<t.Node, t.Node>();
  visit(program, undefined, (node, parent) => {
    if (parent) parents.set(node, parent);
    if (node.type !== 'Identifier' || !isUse(node, parent) || isBound(node, parent, parents)) return;
    const list = uses.get(node.name);
    if (list) list.push(node);
    else uses.set(node.name, [node]);
  });
  return { uses, parents };
});

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

/** A name in a pattern is declared there, not used. */
function isBound(
  node: t.Identifier,
  parent: t.Node | undefined,
  parents: ReadonlyMap<t.Node, t.Node>,
): boolean {
  if (parent?.type === 'ArrayPattern' || parent?.type === 'RestElement') return true;
  if (parent?.type === 'AssignmentPattern') return parent.left === node;
  return parent?.type === 'ObjectProperty' && parents.get(parent)?.type === 'ObjectPattern';
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

/** A chain of members, from where it starts to what is done with it. */
interface Access {
  readonly use: t.Node;
  readonly top: t.Node;
  readonly parent: t.Node;
  /** The keys on the way; nothing stands for one that is computed. */
  readonly keys: readonly (string | undefined)[];
}

function accessFrom(use: t.Node, parents: ReadonlyMap<t.Node, t.Node>): Access | undefined {
  let top = use;
  const keys: (string | undefined)[] = [];
  for (let parent = parents.get(top); parent; parent = parents.get(top)) {
    if (isMember(parent) && parent.object === top) keys.push(keyOf(parent));
    else if (!isAnnotation(parent)) return { use, top, parent: assigned(parent, parents), keys };
    top = parent;
  }
  return undefined;
}

/** A part of a pattern that is assigned to stands in it as a property's value: what counts is the pattern. */
function assigned(parent: t.Node, parents: ReadonlyMap<t.Node, t.Node>): t.Node {
  const around = parent.type === 'ObjectProperty' ? parents.get(parent) : undefined;
  return around?.type === 'ObjectPattern' ? around : parent;
}

function mutationAt(file: SourceFile, access: Access, seen: Set<string>): Mutation[] {
  const { use, top, parent, keys } = access;
  const [key] = keys;
  const named: Mutation = key === undefined ? { node: use, file } : { node: use, file, key };
  switch (parent.type) {
    case 'AssignmentExpression':
    case 'AssignmentPattern':
    case 'ForOfStatement':
    case 'ForInStatement':
      return parent.left === top ? [named] : [];
    case 'UpdateExpression':
      return [named];
    case 'UnaryExpression':
      return parent.operator === 'delete' ? [named] : [];
    case 'ObjectPattern':
    case 'ArrayPattern':
    case 'RestElement':
      return top === use ? [] : [named];
    case 'CallExpression':
    case 'OptionalCallExpression':
    case 'NewExpression':
      return callMutates(parent, access) ? [named] : [];
    case 'VariableDeclarator': {
      // Another name for it, or for a part of it.
      if (parent.id.type !== 'Identifier' || parent.init !== top) return [];
      const others = mutationsBy(file, parent.id.name, seen);
      return keys.length === 0 ? others : others.map(({ node }) => ({ ...named, node }));
    }
    default:
      return [];
  }
}

function isMember(node: t.Node): node is t.MemberExpression | t.OptionalMemberExpression {
  return node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression';
}

function keyOf({ computed, property }: t.MemberExpression | t.OptionalMemberExpression): string | undefined {
  if (!computed) return property.type === 'Identifier' ? property.name : undefined;
  return property.type === 'StringLiteral' ? property.value : undefined;
}

function isAnnotation(node: t.Node): boolean {
  return (
    node.type === 'TSNonNullExpression' ||
    node.type === 'TSAsExpression' ||
    node.type === 'TSSatisfiesExpression'
  );
}

function callMutates(
  call: t.CallExpression | t.OptionalCallExpression | t.NewExpression,
  { use, top, keys }: Access,
): boolean {
  if (call.callee === top) return top !== use && !readingMethods.has(keys.at(-1) ?? '');
  if (call.type === 'NewExpression') return true;
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
