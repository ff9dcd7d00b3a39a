import type * as t from '@babel/types';
import type { Catalogue } from '../../catalogue/index.ts';
import { spanOf } from '../../config/source.ts';
import {
  boundTo,
  type CodePlace,
  joiningCall,
  optionAt,
  ownPlaceWords,
  type PlaceNames,
  placeOf,
} from '../paths/places.ts';
import { namesIn } from '../syntax/bindings.ts';
import { isSum, walk } from '../syntax/code.ts';
import { callsForFiles, commandArgument, fileArguments } from '../syntax/file-calls.ts';
import { piecesOf, type SourceText } from '../syntax/source-text.ts';
import { wordFilter } from '../word-filter.ts';
import {
  commandWords,
  type JoinedOption,
  type MentionedPaths,
  type NearFolder,
  type PathWord,
} from './words.ts';

/** A folder that code gets at run time: the current one (usually the project) or the source directory. */
type RuntimeFolder = 'process' | 'source';

/** The names in the code, and the options that contain a folder while the framework runs. */
interface CodeNames extends PlaceNames {
  /** Whether paths from the working folder of the process count, in any form. */
  readonly readsProcess: boolean;
}

/** Reads paths in code that start with a folder known at run time. */
export interface FolderReader {
  /** Whether a text may have such code: parsing is far more expensive than this test. */
  needs(text: string): boolean;
  read(source: SourceText): MentionedPaths;
}

/**
 * Finds paths from a folder that code gets at run time: `join(cwd(), 'a', 'b')`, `path.resolve('a/b')`,
 * `readdirSync('a')`, `${options.rootDir}/a`. With `options`, only folders in options of the framework count.
 */
export function createFolderReader(
  { path: { rootDir, srcDir }, folders }: Catalogue,
  asked: 'anything' | 'options' = 'anything',
): FolderReader {
  const options = new Map([
    [rootDir, 'root'],
    [srcDir, 'source'],
  ] as const);
  const fromRoot = new Set(
    folders.all.flatMap(({ option, readFrom }) =>
      option !== undefined && readFrom?.b === 'source' && readFrom.a === 'root' ? option : [],
    ),
  );
  const ofFramework = `\\b(?:${rootDir}|${srcDir})\\b`;
  const readsProcess = asked === 'anything';
  const ofProcess = [
    '\\bcwd\\(\\)',
    '\\bresolve\\(\\s*["\']',
    ...ownPlaceWords.map((word) => `\\b${word}\\b`),
  ];
  const mayAsk = wordFilter([
    rootDir,
    srcDir,
    ...(readsProcess ? ['cwd()', 'resolve(', ...ownPlaceWords] : []),
  ]);
  const asks = new RegExp(readsProcess ? [ofFramework, ...ofProcess].join('|') : ofFramework);
  const needs = (text: string) =>
    (mayAsk(text) && asks.test(text)) || (readsProcess && callsForFiles.test(text));
  return {
    needs,
    read(source) {
      const words: PathWord[] = [];
      const joined: JoinedOption[] = [];
      for (const { program, offsetInFile } of piecesOf(source)) {
        const names = { ...namesIn([program]), options, readsProcess };
        walk(program, (node) => {
          const command =
            readsProcess && node.type === 'CallExpression' ? commandArgument(node, names) : undefined;
          if (command) words.push(...commandWords(command.value, offsetInFile(spanOf(command).start + 1)));
          for (const path of foldersIn(node, names)) {
            words.push(...wordsOf(path, offsetInFile));
            joined.push(...joinedIn(path, names, offsetInFile).filter(({ option }) => fromRoot.has(option)));
          }
        });
      }
      return { words, joined: joined.sort((a, b) => a.start - b.start) };
    },
  };
}

interface PathPart {
  readonly text: string;
  readonly start: number;
}

interface FolderPath {
  readonly from: RuntimeFolder | NearFolder;
  /** The literal parts of the path after the folder. */
  readonly parts: readonly PathPart[];
  /** The expression right after the folder. */
  readonly next?: t.Node | undefined;
}

function wordsOf({ from, parts }: FolderPath, offsetInFile: (offset: number) => number): PathWord[] {
  const [first] = parts;
  if (!first) return [];
  const text = parts.map((part) => part.text.replace(/^\/+/, '')).join('/');
  return [{ text, start: offsetInFile(first.start), plain: true, ...(from !== 'process' && { from }) }];
}

function joinedIn(
  { from, next }: FolderPath,
  names: CodeNames,
  offsetInFile: (offset: number) => number,
): JoinedOption[] {
  const option = from === 'source' && next ? optionAt(next, names) : undefined;
  return next && option !== undefined ? [{ option, start: offsetInFile(spanOf(next).start) }] : [];
}

/** The paths in an expression that start with a folder known at run time. */
function foldersIn(node: t.Node, names: CodeNames): readonly FolderPath[] {
  if (node.type === 'CallExpression') return callPaths(node, names);
  if (node.type === 'TemplateLiteral') {
    const [head, behind] = node.quasis;
    const [base, next] = node.expressions;
    if (!base || !behind || head?.value.cooked !== '') return [];
    const text = behind.value.cooked ?? '';
    return pathsFrom(
      placeOf(base, names),
      slashed(text, spanOf(behind).start),
      text === '/' ? next : undefined,
      names,
    );
  }
  if (!isSum(node) || node.right.type !== 'StringLiteral') return [];
  return pathsFrom(
    placeOf(node.left, names),
    slashed(node.right.value, spanOf(node.right).start + 1),
    undefined,
    names,
  );
}

function pathsFrom(
  place: CodePlace | undefined,
  parts: readonly PathPart[],
  next: t.Node | undefined,
  names: CodeNames,
): readonly FolderPath[] {
  const from = place && folderFor(place, names);
  return from ? [{ from, parts, next }] : [];
}

/** The base of a word; paths from the file's own folder are handled as references. */
function folderFor(
  { from, steps, isFollowed }: CodePlace,
  { readsProcess }: CodeNames,
): FolderPath['from'] | undefined {
  if (from === 'source') return from;
  if (from === 'root') return 'process';
  if (!readsProcess || steps === undefined) return undefined;
  if (from === 'process') return steps === '' ? from : undefined;
  return from === 'file' && (steps !== '' || !isFollowed) ? { steps, isFollowed } : undefined;
}

function callPaths(call: t.CallExpression, names: CodeNames): readonly FolderPath[] {
  const { base, parts = [] } = joiningCall(call, names) ?? {};
  const joined = pathsFrom(base, leadingTexts(parts), parts[0], names);
  if (joined.length > 0 || !names.readsProcess) return joined;
  return fileArguments(call, names).map((argument) => ({
    from: 'process',
    parts: leadingTexts([boundTo(argument, names).init]),
  }));
}

/** The texts of arguments before a computed one, and the leading folders of a template literal. */
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
