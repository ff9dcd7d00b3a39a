import type * as t from '@babel/types';
import { memo } from '../../base/memo.ts';
import { identifiersIn, nameOf, requiredModule } from '../../config/scope-bindings.ts';
import { unwrapTypes } from '../../config/syntax.ts';
import { bare, isFunction, walk } from './code.ts';

/** A declaration of a name, as far as it shows the value. */
export interface NameBinding {
  readonly id: t.Identifier;
  /** Undefined for parameters, imports and other names without a value in the code. */
  readonly init: t.Node | undefined;
  /** The destructured member of `init`. */
  readonly member: string | undefined;
  readonly declared: boolean;
  /** `const` only for constants that are not destructured. */
  readonly by: 'const' | 'import' | 'other';
  /** The module of an import, and the name there. */
  readonly imported?: ImportedName;
}

/** All bindings of each name in a file; scopes are not distinguished. */
export type NameBindings = ReadonlyMap<string, readonly NameBinding[]>;

/** The module of an imported name, and its name there. */
export interface ImportedName {
  readonly source: string;
  readonly name: string;
}

/** The bindings and imports of a file. */
export interface FileNames {
  readonly bindings: NameBindings;
  /** The imported names, by local name: with `import`, `require` or a dynamic import. */
  readonly imports: ReadonlyMap<string, ImportedName>;
}

/** The names of a file, shared by all its pieces: a template sees those of the scripts. */
export function namesIn(programs: readonly t.Program[]): FileNames {
  const bindings = new Map<string, NameBinding[]>();
  for (const program of programs)
    walk(program, (node) => {
      for (const binding of declarationsIn(node))
        memo(bindings, binding.id.name, (): NameBinding[] => []).push(binding);
    });
  const imports = new Map(
    [...bindings].flatMap(([name, list]) =>
      list.flatMap((binding) => importedAs(binding) ?? []).map((imported) => [name, imported]),
    ),
  );
  return { bindings, imports };
}

const nothing: readonly never[] = [];

function undeclared(id: t.Identifier, init?: t.Node): NameBinding {
  return { id, init, member: undefined, declared: false, by: 'other' };
}

/** The names that a node declares, without those of its children. */
function declarationsIn(node: t.Node): readonly NameBinding[] {
  switch (node.type) {
    case 'VariableDeclaration':
      // `declare const require: …` only describes an existing global.
      if (node.declare) return nothing;
      return node.declarations.flatMap(({ id, init }) =>
        variablesIn(id, init ? unwrapTypes(init) : undefined, node.kind === 'const'),
      );
    case 'ImportDeclaration':
      return node.specifiers.map((specifier) => {
        const imported = { source: node.source.value, name: takenName(specifier) };
        return { ...undeclared(specifier.local), by: 'import', imported };
      });
    case 'ClassDeclaration':
    case 'TSEnumDeclaration':
      // A default export may have no name.
      return node.id && !node.declare ? [undeclared(node.id, node)] : nothing;
    case 'CatchClause':
      return node.param ? unknownNames(node.param) : nothing;
    default:
      return isFunction(node) ? functionNames(node) : nothing;
  }
}

function functionNames(node: t.Function): NameBinding[] {
  const id = 'id' in node ? node.id : undefined;
  const names = node.params.flatMap(unknownNames);
  return id ? [undeclared(id, node), ...names] : names;
}

function variablesIn(id: t.Node, init: t.Node | undefined, isConstant: boolean): NameBinding[] {
  if (id.type === 'Identifier')
    return [{ id, init, member: undefined, declared: true, by: isConstant ? 'const' : 'other' }];
  if (id.type !== 'ObjectPattern') return unknownNames(id);
  return id.properties.flatMap((part) => {
    const { value, key } = part.type === 'ObjectProperty' && !part.computed ? part : {};
    return value?.type === 'Identifier' && key?.type === 'Identifier'
      ? [{ id: value, init, member: key.name, declared: true, by: 'other' } as const]
      : unknownNames(part);
  });
}

/** Binds all names of a pattern to an unknown value. */
function unknownNames(pattern: t.Node): NameBinding[] {
  return identifiersIn(pattern).map((id) => undeclared(id));
}

/** The module that a name is imported from, and its name there. */
function importedAs({ imported, init, member }: NameBinding): ImportedName | undefined {
  if (imported || !init || member === undefined) return imported;
  const source = moduleOf(init);
  return source === undefined ? undefined : { source, name: member };
}

/** The name of an import in its module; empty if it has none there. */
function takenName(specifier: t.ImportDeclaration['specifiers'][number]): string {
  return specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : '';
}

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
