/** Finds every reference in a script: its imports and exports, its calls, and paths from its own folder. */

import type * as t from '@babel/types';
import { isSigned } from '../../base/paths.ts';
import { type Language, languageOf } from '../../catalogue/extensions.ts';
import { spanOf } from '../../config/source.ts';
import { unwrapTypes } from '../../config/syntax.ts';
import { namesIn } from '../../tree/syntax/bindings.ts';
import { isSum, walk } from '../../tree/syntax/code.ts';
import { importHeader } from '../../tree/syntax/import-header.ts';
import type { SourceText } from '../../tree/syntax/source-text.ts';
import { codePath, mayMakePath } from '../places.ts';
import { choicesOf, quotedString } from './code-strings.ts';
import {
  belowFolder,
  type CodeScan,
  callReferences,
  namesOwnFolder,
  pathReference,
  referencesTo,
} from './module-calls.ts';
import { type Offsets, parsed, type Reference } from './reference.ts';

/** The references in a module, in order. Throws `Unparsed` if it cannot be parsed. */
export function moduleReferences(source: SourceText, at: Offsets = 'anywhere'): Reference[] {
  const { path, text } = source;
  return parsed('the file', source, 0, () =>
    codeReferences(source, { code: text, start: 0, language: languageOf(path), at }),
  );
}

/** The references in a config. It runs unbundled, so its paths have no aliases. */
export function configReferences(source: SourceText, at: Offsets): Reference[] {
  return moduleReferences(source, at).map((reference) =>
    reference.kind === 'path' && isSigned(reference.specifier)
      ? { ...reference, specifier: belowFolder(reference.specifier), pieces: undefined }
      : reference,
  );
}

/** Matches all code with references: parsing is far more expensive than this test. */
export const scriptReference =
  /import|require|\bfrom\b|module|[mM]ock|__dirname|__filename|<reference/;

/** A piece of the code of a file. */
interface SearchedCode {
  readonly code: string;
  /** The offset of the code in the file. */
  readonly start: number;
  readonly language: Language;
  /** The wanted offsets, relative to the code. References at other offsets may be returned as well. */
  readonly at?: Offsets;
}

/** The references in a piece of code, with offsets from its start. Throws what the parser throws. */
export function codeReferences(source: SourceText, piece: SearchedCode): Reference[] {
  const { code, at = 'anywhere' } = piece;
  if (!scriptReference.test(code)) return [];
  const header = at === 'anywhere' ? undefined : headerReferences(code, at);
  return header ?? parsedReferences(source, piece);
}

/** The references of the leading imports, if no others are wanted: then no syntax tree is needed. */
export function headerReferences(code: string, wanted: readonly number[]): Reference[] | undefined {
  const list = importHeader(code);
  const starts = new Set(list.map(({ start }) => start + 1));
  if (!wanted.every((offset) => starts.has(offset))) return undefined;
  return list.map(({ value, start, end }) => ({
    kind: 'module',
    ...quotedString(value, start, end),
  }));
}

function parsedReferences(source: SourceText, piece: SearchedCode): Reference[] {
  const { code, start: base, language } = piece;
  const file = source.parse(code, base, language);
  const scan: CodeScan = { code, names: namesIn(file.program) };
  const references = directiveReferences(code, file);
  const findPaths = namesOwnFolder.test(code) ? pathFinder(scan) : () => [];
  walk(file.program, (node) => {
    const module = sourceOf(node);
    if (module) references.push(...referencesTo('module', module));
    else if (node.type === 'CallExpression') references.push(...callReferences(scan, node));
    if (mayMakePath(node)) references.push(...findPaths(node));
  });
  return references.sort((a, b) => a.start - b.start);
}

/** The module that a declaration or a type imports from. */
function sourceOf(node: t.Node): t.Node | null | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
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

/** `/// <reference … />` counts above the first statement only; below it is a plain comment. */
function directiveReferences(code: string, { comments, program }: t.File): Reference[] {
  const first = program.directives[0] ?? program.body[0];
  const head = first ? spanOf(first).start : code.length;
  return (comments ?? []).flatMap((comment): Reference[] => {
    const { start } = spanOf(comment);
    if (start >= head || comment.type !== 'CommentLine') return [];
    const [, before, attribute, , specifier] =
      /^(\/\s*<reference\s(?:[^>]*\s)?(path|types)\s*=\s*(["']))([^"'>]+)\3/.exec(comment.value) ??
      [];
    if (before === undefined || specifier === undefined) return [];
    const from = start + '//'.length + before.length;
    const kind = attribute === 'path' ? 'path' : 'module';
    const span = { start: from, end: from + specifier.length };
    return [{ kind, specifier, ...span, open: false, isPlain: true }];
  });
}

/** Finds the paths from the folder of the file, each in the outermost expression that has it. */
function pathFinder(scan: CodeScan): (node: t.Node) => Reference[] {
  const parts = new Set<t.Node>();
  return (node) => {
    const isPart = parts.has(node);
    // All sums in a long one have its beginning.
    if (isSum(node) && isSum(unwrapTypes(node.left))) parts.add(unwrapTypes(node.left));
    return (isPart ? [] : writtenOut(node)).flatMap((choice) => {
      const path = codePath(choice, scan.names);
      const isNew = path?.pieces.some((piece) => !parts.has(piece.node));
      for (const piece of path?.pieces ?? []) parts.add(piece.node);
      const reference = path && isNew ? pathReference(scan, path) : undefined;
      return reference ? [{ ...reference, behind: reference.start - spanOf(node).start }] : [];
    });
  };
}

/** An expression once for each choice of the file that it asks for: `new URL(x ? 'a' : 'b', import.meta.url)`. */
function writtenOut(node: t.Node): readonly t.Node[] {
  if (node.type !== 'NewExpression') return [node];
  const [target, ...others] = node.arguments;
  const choices = target ? choicesOf(target) : [];
  if (choices.length < 2) return [node];
  return choices.map((choice) => ({ ...node, arguments: [choice as t.Expression, ...others] }));
}
