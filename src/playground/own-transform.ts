import type { ImportDeclaration } from '@babel/types';
import { applyEdits, type Edit } from '../config/edits.ts';
import { parser } from '../config/source.ts';

/** The package that a transform imports. */
const library = 'fw-migrate';

/** The variables of the worker that stand for that package, and for what the module exports. */
export const variables = { library: 'fwMigrate', exported: 'ownTransform' } as const;

/**
 * The module of a user as a script that the worker can load: a page that was opened from disk may not load modules.
 * Throws if something is imported that is not there.
 */
export function scriptFrom(text: string): string {
  const edits: Edit[] = [];
  for (const node of parser().parse(text, { sourceType: 'module' }).program.body) {
    const [start, end] = [node.start ?? 0, node.end ?? 0];
    if (node.type === 'ImportDeclaration') edits.push({ start, end, text: lookUp(node) });
    if (node.type === 'ExportDefaultDeclaration')
      edits.push({ start, end: node.declaration.start ?? end, text: `globalThis.${variables.exported} = ` });
    if (node.type === 'ExportNamedDeclaration' && node.declaration)
      edits.push({ start, end: node.declaration.start ?? end, text: '' });
  }
  return `'use strict'; (() => {\n${applyEdits(text, edits)}\n})();`;
}

/** `import { a as b } from …` as `const { a: b } = …`. */
function lookUp({ specifiers, source, loc }: ImportDeclaration): string {
  if (source.value !== library)
    throw new SyntaxError(
      `Line ${loc?.start.line}: \`${source.value}\` cannot be imported here. A transform on this page imports from '${library}' only.`,
    );
  const names = specifiers.map((one) => {
    if (one.type === 'ImportNamespaceSpecifier') return `...${one.local.name}`;
    if (one.type === 'ImportDefaultSpecifier') return `default: ${one.local.name}`;
    const name = one.imported.type === 'Identifier' ? one.imported.name : JSON.stringify(one.imported.value);
    return `${name}: ${one.local.name}`;
  });
  return `const { ${names.join(', ')} } = globalThis.${variables.library};`;
}
