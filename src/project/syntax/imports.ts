import type * as t from '@babel/types';
import { nameOf, requiredModule } from '../../config/bindings.ts';
import type { Bindings } from './bindings.ts';
import { settled } from './nodes.ts';

/** Where a name comes from, and what it is called there. */
export interface Import {
  readonly source: string;
  readonly name: string;
}

/** What a file takes out of other modules, by local name: with `import`, `require` or a dynamic import. */
export function importsIn(
  declarations: readonly t.ImportDeclaration[],
  bindings: Bindings,
): ReadonlyMap<string, Import> {
  const imports = new Map<string, Import>();
  for (const { source, specifiers } of declarations) {
    for (const specifier of specifiers) {
      imports.set(specifier.local.name, { source: source.value, name: takenName(specifier) });
    }
  }
  for (const [local, all] of bindings) {
    for (const { init, member: name } of all) {
      const source = init && name && moduleOf(init);
      if (source) imports.set(local, { source, name });
    }
  }
  return imports;
}

/** What something is called in the module that it is taken from, as far as it has a name there. */
export function takenName(
  specifier: (t.ImportDeclaration | t.ExportNamedDeclaration)['specifiers'][number],
): string {
  if (specifier.type === 'ImportSpecifier') return nameOf(specifier.imported);
  return specifier.type === 'ExportSpecifier' ? specifier.local.name : '';
}

function moduleOf(init: t.Node): string | undefined {
  const node = settled(init);
  if (node.type !== 'CallExpression' || node.callee.type !== 'Import') return requiredModule(node);
  const [source] = node.arguments;
  return source?.type === 'StringLiteral' ? source.value : undefined;
}
