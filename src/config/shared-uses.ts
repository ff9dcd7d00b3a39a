import type * as t from '@babel/types';
import { declaredNames, moduleScope, nameOf, wholeModule } from './bindings.ts';
import { takenBy, takenKeys } from './identifier-uses.ts';
import { exportOf } from './modules.ts';
import { type Importer, type SourceFile, spanOf } from './source.ts';
import type { Hop } from './value.ts';

/** The members that a use takes; none if it sees all of the value. */
type TakenKeys = readonly string[];

/**
 * How often a value is used by a name, apart from its declaration and exports: uses that take another member than the
 * one that led there do not share the value. Shadowed names count as well, to be safe.
 */
export function useCount(hop: Hop): number {
  const { file, name, use, imported } = hop;
  const taken = takenKeys(use.node, use.scope.file);
  const isShared = (keys: TakenKeys) =>
    taken.every((key, index) => index >= keys.length || keys[index] === key);
  const elsewhere = imported ? takenElsewhere(file, exportedAs(hop), use.scope.file.path, new Set()) : [];
  return [...takenBy(file, name), ...elsewhere].filter(isShared).length;
}

/** Whether files outside the config import the declaration around an offset. */
export function isImportedElsewhere(file: SourceFile, offset: number): boolean {
  const around = file.program.body.find((node) => spanOf(node).start <= offset && offset < spanOf(node).end);
  const names = around ? namesOf(around) : [];
  const { path } = file.modules.config;
  return names.some((name) => takenElsewhere(file, exportedAs({ file, name }), path, new Set()).length > 0);
}

/** The names that a statement declares, as hops call them. */
function namesOf(statement: t.Statement): readonly string[] {
  if (statement.type === 'ExportDefaultDeclaration') return ['export default'];
  return statement.type === 'ExpressionStatement' ? [`export ${wholeModule}`] : declaredNames(statement);
}

/** The members of a value that the import of a name takes; undefined if the name stands for something else. */
type KeysOfImport = (name: string) => TakenKeys | undefined;

function exportedAs({ file, name }: Pick<Hop, 'file' | 'name'>): KeysOfImport {
  return (imported) => {
    // A CommonJS module exports one object.
    if (name === `export ${wholeModule}`) return /^(?:\*|default)$/.test(imported) ? [] : [imported];
    const exported = exportOf(file, imported);
    const local = exported && 'expr' in exported ? (exported.local ?? `export ${imported}`) : undefined;
    return local === name ? [] : undefined;
  };
}

/** The members that files outside the config take of an exported value. */
function takenElsewhere(
  file: SourceFile,
  keysOf: KeysOfImport,
  user: string,
  asked: Set<string>,
): TakenKeys[] {
  const { modules } = file;
  return modules.importersOf(file.path).flatMap((importer) => {
    const { path, specifier } = importer;
    const question = `${path} ${specifier}`;
    if (path === user || asked.has(question)) return [];
    asked.add(question);
    const other = modules.openImporter(importer);
    if (!other) return [[]];
    return [
      ...takenByImports(other, importer, keysOf),
      ...other.program.body.flatMap((statement) => {
        if (statement.type === 'ExportAllDeclaration')
          return statement.source.value === specifier ? takenElsewhere(other, keysOf, user, asked) : [];
        if (statement.type !== 'ExportNamedDeclaration' || statement.source?.value !== specifier) return [];
        const names = new Map(
          statement.specifiers.flatMap((again) =>
            again.type === 'ExportSpecifier' ? [[nameOf(again.exported), nameOf(again.local)] as const] : [],
          ),
        );
        const keysOfExport = (name: string) => keysOf(names.get(name) ?? '');
        return takenElsewhere(other, keysOfExport, user, asked);
      }),
    ];
  });
}

function takenByImports(
  file: SourceFile,
  { specifier, isComponent, code }: Importer,
  keysOf: KeysOfImport,
): TakenKeys[] {
  const imports = [...moduleScope(file).names].flatMap(([local, binding]) =>
    binding.kind === 'import' && binding.source === specifier ? [{ local, name: binding.name }] : [],
  );
  // A call may do anything with what it loads.
  const [, ...calls] = imports.length > 0 ? [] : code.split(/\b(?:import|require)\s*\(\s*['"`]/);
  if (calls.some((rest) => rest.startsWith(specifier))) return [[]];
  return imports.flatMap(({ local, name }) =>
    // A template uses names as well.
    (isComponent ? [[]] : takenBy(file, local)).flatMap((keys) => {
      const own = keysOf(name);
      if (own) return [[...own, ...keys]];
      const [first, ...rest] = name === wholeModule ? keys : [''];
      const inner = first === undefined ? [] : keysOf(first);
      return inner ? [[...inner, ...rest]] : [];
    }),
  );
}
