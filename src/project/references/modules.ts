import type * as t from '@babel/types';
import { binds } from '../syntax/bindings.ts';
import { type Language, languageOf, parseCode, walk } from '../syntax/code.ts';
import { judge } from './modules/calls.ts';
import { addDirectives } from './modules/directives.ts';
import { add, type Scan, startScan } from './modules/scan.ts';
import type { Reference } from './reference.ts';
import { unparsed } from './unparsed.ts';

/** The files that a module names, in the order of the text. Throws `Unparsed` if it cannot be read. */
export function moduleReferences(text: string, path: string): Reference[] {
  try {
    return codeReferences(text, languageOf(path));
  } catch (error) {
    throw unparsed(error, 'the file', path, text, 0);
  }
}

/** Whether code can hold a reference at all: parsing costs far more than this test. */
export function mayRefer(code: string): boolean {
  return /import|require|\bfrom\b|module|[mM]ock|__dirname|__filename|<reference/.test(code);
}

/** The files that a piece of code names; offsets count from its start. Throws what the parser throws. */
export function codeReferences(code: string, language: Language): Reference[] {
  if (!mayRefer(code)) return [];
  const file = parseCode(code, language);
  const scan = startScan(code);
  addDirectives(scan, file);
  walk(file.program, (node) => visit(scan, node));
  for (const call of scan.calls) judge(scan, call);
  const found = scan.references.filter(({ start }) => !scan.bases.has(start));
  return found.sort((a, b) => a.start - b.start);
}

function visit(scan: Scan, node: t.Node): void {
  switch (node.type) {
    case 'CallExpression':
    case 'NewExpression':
      if (node.arguments.length > 0) scan.calls.push(node);
      break;
    case 'ImportDeclaration':
      noteRenamed(scan, node);
      add(scan, 'module', node.source);
      break;
    default:
      add(scan, 'module', sourceOf(node));
  }
  if (binds(node)) scan.binders.push(node);
}

/** Where a declaration or a type says that it takes something from. */
function sourceOf(node: t.Node): t.Node | null | undefined {
  switch (node.type) {
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
    case 'ImportExpression':
      return node.source;
    case 'TSExternalModuleReference':
      return node.expression;
    case 'TSImportType':
      return node.argument;
    case 'TSModuleDeclaration':
      return node.id.type === 'StringLiteral' ? node.id : undefined;
    default:
      return undefined;
  }
}

function noteRenamed(scan: Scan, node: t.ImportDeclaration): void {
  for (const specifier of node.specifiers) {
    if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier') continue;
    if (specifier.imported.name !== specifier.local.name)
      scan.renamed.set(specifier.local.name, specifier.imported.name);
  }
}
