import { posix } from 'node:path';
import type * as t from '@babel/types';
import { configNames } from '../discover.ts';
import { binds } from '../syntax/bindings.ts';
import { type Language, languageOf, parseCode, walk } from '../syntax/code.ts';
import { judge } from './modules/calls.ts';
import { addConstants } from './modules/constants.ts';
import { addDirectives } from './modules/directives.ts';
import { belowFolder } from './modules/joined-paths.ts';
import { judgeSum, noteSum } from './modules/own-folder-sums.ts';
import { addModule, type Scan, startScan } from './modules/scan.ts';
import { staticReferences } from './modules/static-imports.ts';
import { everything, type Reference, type Sought } from './reference.ts';
import { unparsed } from './unparsed.ts';

/** The files that a module names, in the order of the text. Throws `Unparsed` if it cannot be read. */
export function moduleReferences(text: string, path: string, sought: Sought = everything): Reference[] {
  try {
    const found = codeReferences(text, languageOf(path), sought);
    return configNames.includes(posix.basename(path)) ? found.map(asNodeReads) : found;
  } catch (error) {
    throw unparsed(error, 'the file', path, text, 0);
  }
}

/** A config is run as it is: there no bundler reads an alias in a path. */
function asNodeReads(reference: Reference): Reference {
  return reference.kind === 'path'
    ? { ...reference, specifier: belowFolder(reference.specifier) }
    : reference;
}

/** What code that refers to anything holds: parsing costs far more than this test. */
export const scriptReference = /import|require|\bfrom\b|module|[mM]ock|__dirname|__filename|<reference/;

/**
 * The files that a piece of code names; offsets count from its start. Throws what the parser throws. Other pieces of
 * the same file may use its names as well.
 */
export function codeReferences(
  code: string,
  language: Language,
  { at, quick }: Sought = everything,
  isUsedOutside: (name: string) => boolean = () => false,
): Reference[] {
  if (!scriptReference.test(code)) return [];
  const found = quick && at !== 'anywhere' ? staticReferences(code, language, at) : undefined;
  return found ?? parsedReferences(code, language, isUsedOutside);
}

function parsedReferences(
  code: string,
  language: Language,
  isUsedOutside: (name: string) => boolean,
): Reference[] {
  const file = parseCode(code, language);
  const scan = startScan(code);
  addDirectives(scan, file);
  walk(file.program, (node) => visit(scan, node));
  for (const call of scan.calls) judge(scan, call);
  for (const sum of scan.sums) judgeSum(scan, sum);
  addConstants(scan, file.program, isUsedOutside);
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
      addModule(scan, node.source);
      break;
    case 'BinaryExpression':
    case 'TemplateLiteral':
      noteSum(scan, node);
      break;
    default:
      addModule(scan, sourceOf(node));
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
