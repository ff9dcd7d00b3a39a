import type * as t from '@babel/types';
import { type Language, languageOf } from '../../catalogue/extensions.ts';
import { spanOf } from '../../config/source.ts';
import { unwrapTypes } from '../../config/syntax.ts';
import { namesIn } from '../../tree/syntax/bindings.ts';
import { isSum, walk } from '../../tree/syntax/code.ts';
import { importHeader } from '../../tree/syntax/import-header.ts';
import type { SourceText } from '../../tree/syntax/source-text.ts';
import { isOwnFolder, placeOf } from '../places.ts';
import { beginningOf, quotedString } from './code-strings.ts';
import { belowFolder, type CodeScan, callReferences, referencesTo } from './module-calls.ts';
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
    reference.kind === 'path'
      ? { ...reference, specifier: belowFolder(reference.specifier) }
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
  const sums: Sum[] = [];
  walk(file.program, (node) => {
    const module = sourceOf(node);
    if (module) references.push(...referencesTo('module', module));
    else if (node.type === 'CallExpression' || node.type === 'NewExpression')
      references.push(...callReferences(scan, node));
    else if (isSum(node) || node.type === 'TemplateLiteral') sums.push(node);
  });
  if (/__dirname|__filename|import\.meta/.test(code)) references.push(...sumReferences(scan, sums));
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

type Sum = t.BinaryExpression | t.TemplateLiteral;

/** Paths after the file's own folder: `__dirname + '/…'`, and equivalent template literals. */
function sumReferences({ code, names }: CodeScan, sums: readonly Sum[]): Reference[] {
  // Expressions that are continued by a sum: their end is not the end of the text.
  const continued = new Set(sums.filter(isSum).map(({ left }) => unwrapTypes(left)));
  return sums.flatMap((sum): Reference[] => {
    const { first, text } = beginningOf(sum) ?? {};
    // The slash must be written literally, because it is kept.
    if (!first || !text || !/^\/[^/]/.test(text.specifier) || code[text.start] !== '/') return [];
    if (!isOwnFolder(placeOf(first, names))) return [];
    const open = text.open || continued.has(sum);
    return [
      { ...text, kind: 'path', specifier: text.specifier.slice(1), start: text.start + 1, open },
    ];
  });
}
