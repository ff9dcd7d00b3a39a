/**
 * Finds what a file does with a name, above all whether it changes the object behind it later: `config.css = […]`.
 * Where a name is declared is found in scope-bindings.ts.
 */

import type * as t from '@babel/types';
import { groupedBy } from '../base/grouped.ts';
import { memo } from '../base/memo.ts';
import { moduleScope } from './scope-bindings.ts';
import { perFile, type SourceFile } from './source.ts';
import { dottedName, isMember, memberKey, unwrapTypes, visit } from './syntax.ts';
import type { UnknownMember } from './value.ts';

type Parents = ReadonlyMap<t.Node, t.Node>;

/** All uses of identifiers in a file, and the parent of each node. Only built if a `const` was followed. */
const indexOf = perFile(({ program }) => {
  const used: t.Identifier[] = [];
  const parents = new Map<t.Node, t.Node>();
  visit(program, (node, parent) => {
    if (parent) parents.set(node, parent);
    if (node.type === 'Identifier' && isUse(node, parent) && !isDeclared(node, parent, parents))
      used.push(node);
  });
  return { uses: groupedBy(used, ({ name }) => name), parents };
});

/** The keys that each use of a name accesses, except for its declaration and exports. */
export function takenBy(file: SourceFile, name: string): readonly (readonly string[])[] {
  const { uses, parents } = indexOf(file);
  return (uses.get(name) ?? [])
    .filter((use) => parents.get(use)?.type !== 'ExportSpecifier')
    .map((use) => takenKeys(use, file));
}

/** The keys that a use accesses, up to the first unknown one. A method call uses its whole object. */
export function takenKeys(use: t.Node, file: SourceFile): readonly string[] {
  const access = accessFrom(use, indexOf(file).parents);
  if (!access) return [];
  const keys = isCallTo(access.parent, access.top) ? access.keys.slice(0, -1) : access.keys;
  const end = keys.indexOf(undefined);
  return keys.slice(0, end === -1 ? keys.length : end).filter((key) => key !== undefined);
}

/** All identifiers that an expression reads, roughly: keys and member names are not included. */
export function identifiersReadBy(node: t.Node): string[] {
  const names: string[] = [];
  visit(node, (child, parent) => {
    if (child.type === 'Identifier' && isUse(child, parent)) names.push(child.name);
    else if (child.type === 'ThisExpression' || child.type === 'MetaProperty') names.push('this');
  });
  return names;
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
      return parent.key !== node || parent.computed === true;
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
function isDeclared(node: t.Identifier, parent: t.Node | undefined, parents: Parents): boolean {
  if (parent?.type === 'ArrayPattern' || parent?.type === 'RestElement') return true;
  if (parent?.type === 'AssignmentPattern') return parent.left === node;
  return parent?.type === 'ObjectProperty' && parents.get(parent)?.type === 'ObjectPattern';
}

/** The cached mutations by name: a name may be requested thousands of times. */
const knownMutations = perFile(() => new Map<string, readonly UnknownMember[]>());

/** The uses of a name that change, or may change, the object behind it after it was written. */
export function mutations(file: SourceFile, name: string): readonly UnknownMember[] {
  return memo(knownMutations(file), name, () => mutationsBy(file, name, new Set()));
}

/** The uses of `module.exports` that change, or may change, the exported value after it was assigned. */
export function exportMutations(file: SourceFile): UnknownMember[] {
  const { uses, parents } = indexOf(file);
  return (uses.get('module') ?? []).flatMap((use) => {
    const exported = parents.get(use);
    const access = exported && accessFrom(exported, parents);
    if (!access || (access.keys.length === 0 && access.parent.type === 'AssignmentExpression'))
      return [];
    return mutationAt(file, access, new Set());
  });
}

function mutationsBy(file: SourceFile, name: string, seen: Set<string>): UnknownMember[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const { uses, parents } = indexOf(file);
  return (uses.get(name) ?? []).flatMap((use) => {
    const access = accessFrom(use, parents);
    return access ? mutationAt(file, access, seen) : [];
  });
}

/** A chain of members, from the identifier to the node that does something with the last member. */
interface Access {
  readonly use: t.Node;
  readonly top: t.Node;
  readonly parent: t.Node;
  /** The keys of the chain; undefined for a computed key. */
  readonly keys: readonly (string | undefined)[];
}

function accessFrom(use: t.Node, parents: Parents): Access | undefined {
  let top = use;
  const keys: (string | undefined)[] = [];
  for (let parent = parents.get(top); parent; parent = parents.get(top)) {
    if (isMember(parent) && parent.object === top) keys.push(memberKey(parent));
    else if (unwrapTypes(parent) === parent)
      return { use, top, parent: patternOf(parent, parents), keys };
    top = parent;
  }
  return undefined;
}

/** The node that assigns to a target: for a property of an object pattern, the pattern. */
function patternOf(parent: t.Node, parents: Parents): t.Node {
  const outer = parent.type === 'ObjectProperty' ? parents.get(parent) : undefined;
  return outer?.type === 'ObjectPattern' ? outer : parent;
}

function mutationAt(file: SourceFile, access: Access, seen: Set<string>): UnknownMember[] {
  const { use, top, parent, keys } = access;
  const at = { node: use, scope: moduleScope(file) };
  const mutation = { kind: 'unknown', what: 'a later modification', at, key: keys[0] } as const;
  switch (parent.type) {
    case 'AssignmentExpression':
    case 'AssignmentPattern':
    case 'ForOfStatement':
    case 'ForInStatement':
      return parent.left === top ? [mutation] : [];
    case 'UpdateExpression':
      return [mutation];
    case 'UnaryExpression':
      return parent.operator === 'delete' ? [mutation] : [];
    case 'ObjectPattern':
    case 'ArrayPattern':
    case 'RestElement':
      return top === use ? [] : [mutation];
    case 'CallExpression':
    case 'OptionalCallExpression':
    case 'NewExpression':
      return callMutates(parent, access) ? [mutation] : [];
    case 'VariableDeclarator': {
      // The declared name also stands for the object, or for a part of it.
      if (parent.id.type !== 'Identifier' || parent.init !== top) return [];
      const changes = mutationsBy(file, parent.id.name, seen);
      return keys.length === 0
        ? changes
        : changes.map((change) => ({ ...mutation, at: change.at }));
    }
    default:
      return [];
  }
}

function isCallTo(
  node: t.Node,
  callee: t.Node,
): node is t.CallExpression | t.OptionalCallExpression {
  return (
    (node.type === 'CallExpression' || node.type === 'OptionalCallExpression') &&
    node.callee === callee
  );
}

// Methods and functions that only read their object and arguments.
const readingMethods =
  /^(?:at|concat|entries|every|filter|find|flat|flatMap|includes|indexOf|join|keys|map|reduce|slice|some|toString|values|hasOwnProperty)$/;
const readingFunctions =
  /^(?:define\w*|defu|mergeConfig|merge|String|Number|Boolean|structuredClone|createDefu|resolve|join|Object\.(?:keys|values|entries|freeze|fromEntries)|JSON\.stringify|console\.\w+|path\.\w+)$/;

function callMutates(
  call: t.CallExpression | t.OptionalCallExpression | t.NewExpression,
  { use, top, keys }: Access,
): boolean {
  if (call.callee === top) return top !== use && !readingMethods.test(keys.at(-1) ?? '');
  if (call.type === 'NewExpression') return true;
  const method = isMember(call.callee) ? memberKey(call.callee) : undefined;
  if (method === 'concat') return false;
  const callee = dottedName(call.callee);
  if (callee === 'Object.assign') return call.arguments[0] === top;
  return !readingFunctions.test(callee);
}
