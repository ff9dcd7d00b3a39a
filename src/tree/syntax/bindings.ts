/**
 * All declarations of each name in a file, without scopes: enough to know the value of a name that is declared once.
 */

import type * as t from '@babel/types';
import { memo } from '../../base/memo.ts';
import { identifiersDeclaredBy, nameOf, requiredModule } from '../../config/scope-bindings.ts';
import { unwrapTypes } from '../../config/syntax.ts';
import { bare, isFunction, walk } from './code.ts';

/** A declaration of a name, as far as it shows the value. */
export interface NameBinding {
  /** Undefined for parameters, imports and other names without a value in the code. */
  readonly init?: t.Node | undefined;
  /** The destructured member of `init`. */
  readonly member?: string;
  /** The imported name: with `import`, `require` or a dynamic import. */
  readonly imported?: ImportedName | undefined;
}

/** The module of an imported name, and its name there; empty for the whole module. */
interface ImportedName {
  readonly source: string;
  readonly name: string;
}

/** All bindings of each name in a file; scopes are not distinguished. */
export type FileNames = ReadonlyMap<string, readonly NameBinding[]>;

/** The names that the code of a file declares. */
export function namesIn(program: t.Program): FileNames {
  const names = new Map<string, NameBinding[]>();
  walk(program, (node) => {
    for (const [name, binding] of declarationsIn(node))
      memo(names, name, (): NameBinding[] => []).push(binding);
  });
  return names;
}

/** The module of a name, and the name there; undefined if it is not imported. */
export function importOf(name: string, names: FileNames): ImportedName | undefined {
  return names.get(name)?.findLast(({ imported }) => imported)?.imported;
}

/** The only binding of a name: a name that is declared twice has no known value. */
export function onlyBinding(name: string, names: FileNames): NameBinding | undefined {
  const [binding, another] = names.get(name) ?? [];
  return another ? undefined : binding;
}

type Declared = readonly [name: string, binding: NameBinding];

const nothing: readonly never[] = [];

/** The names that a node declares, without those of its children. */
function declarationsIn(node: t.Node): readonly Declared[] {
  switch (node.type) {
    case 'VariableDeclaration':
      // `declare const require: …` only describes an existing global.
      if (node.declare) return nothing;
      return node.declarations.flatMap(({ id, init }) =>
        variablesIn(id, init ? unwrapTypes(init) : undefined),
      );
    case 'ImportDeclaration':
      return node.specifiers.map((specifier) => {
        const name = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : '';
        return [specifier.local.name, { imported: { source: node.source.value, name } }];
      });
    case 'ClassDeclaration':
    case 'TSEnumDeclaration':
      // A default export may have no name.
      return node.id && !node.declare ? [[node.id.name, { init: node }]] : nothing;
    case 'CatchClause':
      return node.param ? unknownNames(node.param) : nothing;
    default:
      return isFunction(node) ? functionNames(node) : nothing;
  }
}

function functionNames(node: t.Function): Declared[] {
  const id = 'id' in node ? node.id : undefined;
  const names = node.params.flatMap(unknownNames);
  return id ? [[id.name, { init: node }], ...names] : names;
}

function variablesIn(id: t.Node, init: t.Node | undefined): Declared[] {
  const source = init && moduleOf(init);
  if (id.type === 'Identifier')
    return [[id.name, { init, imported: source === undefined ? undefined : { source, name: '' } }]];
  if (id.type !== 'ObjectPattern') return unknownNames(id);
  return id.properties.flatMap((part): Declared[] => {
    const { value, key } = part.type === 'ObjectProperty' && !part.computed ? part : {};
    if (value?.type !== 'Identifier' || key?.type !== 'Identifier') return unknownNames(part);
    const imported = source === undefined ? undefined : { source, name: key.name };
    return [[value.name, { init, member: key.name, imported }]];
  });
}

/** Binds all names of a pattern to an unknown value. */
function unknownNames(pattern: t.Node): Declared[] {
  return identifiersDeclaredBy(pattern).map(({ name }) => [name, {}]);
}

/** The module of `require('x')` or `await import('x')`. */
function moduleOf(init: t.Node): string | undefined {
  const node = bare(init);
  if (node.type !== 'CallExpression' || node.callee.type !== 'Import') return requiredModule(node);
  const [source] = node.arguments;
  return source?.type === 'StringLiteral' ? source.value : undefined;
}

/** Whether a module is one of the packages, or inside one. */
export function isFrom(source: string, packages: readonly string[]): boolean {
  return packages.some((name) => source === name || source.startsWith(`${name}/`));
}
