import type * as t from '@babel/types';
import type { Catalogue } from '../../catalogue/index.ts';
import { spanOf } from '../../config/source.ts';
import { unwrapTypes } from '../../config/syntax.ts';
import { type FileNames, namesIn } from '../syntax/bindings.ts';
import { calledName, isNamed, isSum, memberName, walk } from '../syntax/code.ts';
import { piecesOf, type SourceText } from '../syntax/source.ts';
import type { MentionedPaths, PathWord } from './words.ts';

/** A folder that code can ask for: where the process runs, which is the project mostly, or the sources. */
type AskedFolder = 'process' | 'source';

/** What names stand for in the code that is read, and the options that hold a folder while the framework runs. */
interface CodeNames extends FileNames {
  readonly options: ReadonlyMap<string, AskedFolder>;
}

/** Reads paths in code, as far as they start in a folder that the code asks for. */
export interface FolderReader {
  /** What such code holds. */
  readonly needs: RegExp;
  read(source: SourceText): MentionedPaths;
}

/**
 * Finds the paths that code reads from a folder it asks for: `join(cwd(), 'a', 'b')`, `path.resolve('a/b')`,
 * `${options.rootDir}/a`.
 */
export function createFolderReader({ rootDir, srcDir }: Catalogue['path']): FolderReader {
  const options = new Map<string, AskedFolder>([
    [rootDir, 'process'],
    [srcDir, 'source'],
  ]);
  const needs = new RegExp(`\\bcwd\\(\\)|\\bresolve\\(\\s*["']|\\b(?:${rootDir}|${srcDir})\\b`);
  return {
    needs,
    read(source) {
      const words: PathWord[] = [];
      for (const { program, offsetInFile } of piecesOf(source, (code) => needs.test(code))) {
        const names = { ...namesIn([program]), options };
        walk(program, (node) => {
          const { from, parts } = readFolder(node, names) ?? {};
          const [first] = parts ?? [];
          if (!first || !parts) return;
          const text = parts.map((one) => one.text.replace(/^\/+/, '')).join('/');
          const start = offsetInFile(first.start);
          words.push({ text, start, plain: true, ...(from === 'source' && { from }) });
        });
      }
      return { words, aliases: [] };
    },
  };
}

interface PathPart {
  readonly text: string;
  readonly start: number;
}

interface FolderPath {
  readonly from: AskedFolder;
  /** The known parts of the path behind it. */
  readonly parts: readonly PathPart[];
}

/** A path that starts in a folder that the code asks for. */
function readFolder(node: t.Node, names: CodeNames): FolderPath | undefined {
  const read = (at: t.Node, parts: readonly PathPart[]): FolderPath | undefined => {
    const from = folderAt(at, names);
    return from && { from, parts };
  };
  if (node.type === 'CallExpression') {
    const [first, ...rest] = node.arguments;
    const name = calledName(node.callee);
    if (!first || (name !== 'join' && name !== 'resolve')) return undefined;
    const isWorking = name === 'resolve' && isOfPath(node.callee, names);
    return (
      read(first, leadingTexts(rest)) ??
      (isWorking ? { from: 'process', parts: leadingTexts(node.arguments) } : undefined)
    );
  }
  if (node.type === 'TemplateLiteral') {
    const [head, next] = node.quasis;
    const [base] = node.expressions;
    if (!base || !next || head?.value.cooked !== '') return undefined;
    return read(base, slashed(next.value.cooked ?? '', spanOf(next).start));
  }
  if (!isSum(node) || node.right.type !== 'StringLiteral') return undefined;
  return read(node.left, slashed(node.right.value, spanOf(node.right).start + 1));
}

/** The texts of arguments, up to one that is computed; of a template, the folders that it starts with. */
function leadingTexts(nodes: readonly t.Node[]): PathPart[] {
  const parts: PathPart[] = [];
  for (const node of nodes) {
    if (node.type !== 'StringLiteral') return [...parts, ...folderStart(node)];
    parts.push(partOf(node, node.value));
  }
  return parts;
}

function folderStart(node: t.Node): PathPart[] {
  const text = node.type === 'TemplateLiteral' ? (node.quasis[0]?.value.cooked ?? '') : '';
  const end = text.lastIndexOf('/');
  return end > 0 ? [partOf(node, text.slice(0, end))] : [];
}

function partOf(node: t.Node, text: string): PathPart {
  return { text, start: spanOf(node).start + 1 };
}

function slashed(text: string, start: number): PathPart[] {
  return /^\/[^/]/.test(text) ? [{ text, start }] : [];
}

/** The folder that an expression holds: `cwd()`, `options.rootDir`, or a constant with one of them. */
function folderAt(at: t.Node, names: CodeNames): AskedFolder | undefined {
  const { init, member } = boundTo(at, names);
  if (member !== undefined) return optionFolder(init, member, names);
  if (init.type === 'CallExpression') return calledName(init.callee) === 'cwd' ? 'process' : undefined;
  return init.type === 'MemberExpression'
    ? optionFolder(init.object, memberName(init) ?? '', names)
    : undefined;
}

/** What an option of the running framework holds, wherever the framework comes from. */
function optionFolder(at: t.Node, name: string, names: CodeNames): AskedFolder | undefined {
  const { init, member } = boundTo(at, names);
  const isOptions =
    isNamed(unwrapTypes(at), 'options') ||
    member === 'options' ||
    (member === undefined && init.type === 'MemberExpression' && memberName(init) === 'options');
  return isOptions ? names.options.get(name) : undefined;
}

/** An expression, or what a name is bound to that is bound once, and the member of it that a pattern takes. */
function boundTo(
  at: t.Node,
  { bindings }: FileNames,
): { readonly init: t.Node; readonly member?: string | undefined } {
  const node = unwrapTypes(at);
  const [binding, other] = node.type === 'Identifier' ? (bindings.get(node.name) ?? []) : [];
  return binding?.init && !other ? { init: binding.init, member: binding.member } : { init: node };
}

/** `path.resolve`, and not that of a promise. */
function isOfPath(callee: t.Node, { imports }: FileNames): boolean {
  const from = callee.type === 'MemberExpression' ? callee.object : callee;
  const source = from.type === 'Identifier' ? imports.get(from.name)?.source : undefined;
  return /^(?:(?:node:)?path|pathe)$/.test(source ?? '');
}
