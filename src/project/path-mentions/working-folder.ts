import type * as t from '@babel/types';
import { spanOf } from '../../config/source.ts';
import { unwrapTypes } from '../../config/syntax.ts';
import { type FileNames, namesIn } from '../syntax/bindings.ts';
import { calledName, isSum, walk } from '../syntax/code.ts';
import { piecesOf, type SourceText } from '../syntax/source.ts';
import type { MentionedPaths, PathWord } from './words.ts';

/** What code that reads from the folder a process runs in holds. */
export const readsWorkingFolder = /\bcwd\(\)|\bresolve\(\s*["']/;

/** The paths that code reads from the folder it is run in: `join(cwd(), 'a', 'b')`, `path.resolve('a/b')`. */
export function workingFolderPaths(source: SourceText): MentionedPaths {
  const words: PathWord[] = [];
  for (const { program, offsetInFile } of piecesOf(source, (code) => readsWorkingFolder.test(code))) {
    const names = namesIn([program]);
    walk(program, (node) => {
      const [first, ...others] = partsIn(node, names);
      if (!first) return;
      const text = [first, ...others].map((one) => one.text.replace(/^\/+/, '')).join('/');
      words.push({ text, start: offsetInFile(first.start), plain: true });
    });
  }
  return { words, aliases: [] };
}

interface PathPart {
  readonly text: string;
  readonly start: number;
}

/** The known parts of a path that starts in the working folder. */
function partsIn(node: t.Node, names: FileNames): PathPart[] {
  if (node.type === 'CallExpression') {
    const [first, ...rest] = node.arguments;
    const name = calledName(node.callee);
    if (!first || (name !== 'join' && name !== 'resolve')) return [];
    if (isWorkingFolder(first, names)) return leadingTexts(rest);
    return name === 'resolve' && isOfPath(node.callee, names) ? leadingTexts(node.arguments) : [];
  }
  if (node.type === 'TemplateLiteral') {
    const [head, next] = node.quasis;
    const [base] = node.expressions;
    const isBased = base && next && head?.value.cooked === '' && isWorkingFolder(base, names);
    return isBased ? slashed(next.value.cooked ?? '', spanOf(next).start) : [];
  }
  if (!isSum(node) || node.right.type !== 'StringLiteral' || !isWorkingFolder(node.left, names)) return [];
  return slashed(node.right.value, spanOf(node.right).start + 1);
}

function leadingTexts(nodes: readonly t.Node[]): PathPart[] {
  const end = nodes.findIndex((node) => node.type !== 'StringLiteral');
  return nodes.slice(0, end === -1 ? nodes.length : end).flatMap((node) => {
    return node.type === 'StringLiteral' ? [{ text: node.value, start: spanOf(node).start + 1 }] : [];
  });
}

function slashed(text: string, start: number): PathPart[] {
  return /^\/[^/]/.test(text) ? [{ text, start }] : [];
}

/** `cwd()`, or a constant that holds it. */
function isWorkingFolder(at: t.Node, { bindings }: FileNames): boolean {
  const node = unwrapTypes(at);
  if (node.type === 'CallExpression') return calledName(node.callee) === 'cwd';
  if (node.type !== 'Identifier') return false;
  const [binding, other] = bindings.get(node.name) ?? [];
  const init = other ? undefined : binding?.init;
  return init?.type === 'CallExpression' && calledName(init.callee) === 'cwd';
}

/** `path.resolve`, and not that of a promise. */
function isOfPath(callee: t.Node, { imports }: FileNames): boolean {
  const from = callee.type === 'MemberExpression' ? callee.object : callee;
  const source = from.type === 'Identifier' ? imports.get(from.name)?.source : undefined;
  return /^(?:(?:node:)?path|pathe)$/.test(source ?? '');
}
