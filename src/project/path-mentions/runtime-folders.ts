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
import { wordTest } from '../word-filter.ts';
import {
  commandWords,
  type MentionedPaths,
  type NearFolder,
  type PathMention,
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
  const readsProcess = asked === 'anything';
  const usesFolders = wordTest([rootDir, srcDir, ...(readsProcess ? ['cwd()', ...ownPlaceWords] : [])]);
  const usesFiles = (text: string) => /resolve\(\s*["']/.test(text) || callsForFiles.test(text);
  return {
    needs: (text) => usesFolders(text) || (readsProcess && usesFiles(text)),
    read(source) {
      const words: PathWord[] = [];
      const joined: PathMention[] = [];
      for (const { program, offsetInFile } of piecesOf(source)) {
        const names = { ...namesIn([program]), options, readsProcess };
        const inFile = (word: PathWord) => ({ ...word, start: offsetInFile(word.start) });
        walk(program, (node) => {
          words.push(...commandsIn(node, names).map(inFile));
          for (const path of foldersIn(node, names)) {
            words.push(...wordsOf(path).map(inFile));
            const { option, start } = optionAfter(path, names);
            const texts = { oldText: `join(${srcDir}, ${option})`, newText: `join(${rootDir}, ${option})` };
            if (fromRoot.has(option)) joined.push({ start: offsetInFile(start), ...texts, splitOff: [] });
          }
        });
      }
      return { words, joined };
    },
  };
}

function commandsIn(node: t.Node, names: CodeNames): PathWord[] {
  const command =
    names.readsProcess && node.type === 'CallExpression' ? commandArgument(node, names) : undefined;
  return command ? commandWords(command.value, spanOf(command).start + 1) : [];
}

function wordsOf({ from, pieces }: FolderPath): PathWord[] {
  const { text, start } = literalStart(pieces);
  return text === '' ? [] : [{ text, start, plain: true, ...(from !== 'process' && { from }) }];
}

/** The option right after the source directory; empty if there is none. */
function optionAfter({ from, pieces }: FolderPath, names: CodeNames) {
  const { text, next } = literalStart(pieces);
  if (from !== 'source' || text !== '' || !next) return { option: '', start: 0 };
  return { option: optionAt(next, names) ?? '', start: spanOf(next).start };
}

/** A folder, and the expressions and template texts after it. */
interface FolderPath {
  readonly from: RuntimeFolder | NearFolder;
  readonly pieces: readonly t.Node[];
}

/** The paths in an expression that start with a folder known at run time. */
function foldersIn(node: t.Node, names: CodeNames): readonly FolderPath[] {
  const pathsFrom = (place: CodePlace | undefined, pieces: readonly t.Node[]): readonly FolderPath[] => {
    const from = place && folderFor(place, names);
    return from ? [{ from, pieces }] : [];
  };
  if (node.type === 'CallExpression') {
    const { base, parts = [] } = joiningCall(node, names) ?? {};
    const joined = pathsFrom(base, parts);
    if (joined.length > 0 || !names.readsProcess) return joined;
    return fileArguments(node, names).map((argument) => {
      return { from: 'process', pieces: [boundTo(argument, names).init] };
    });
  }
  if (node.type === 'TemplateLiteral') {
    const [head, behind] = node.quasis;
    const [base, next] = node.expressions;
    if (!behind?.value.cooked?.startsWith('/') || head?.value.cooked !== '') return [];
    return pathsFrom(placeOf(base, names), next ? [behind, next] : [behind]);
  }
  if (!isSum(node) || node.right.type !== 'StringLiteral' || !node.right.value.startsWith('/')) return [];
  return pathsFrom(placeOf(node.left, names), [node.right]);
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

/** The path before the first computed piece. */
function literalStart(pieces: readonly t.Node[]) {
  const texts = pieces.map(pieceText);
  const end = texts.indexOf(undefined);
  const next = pieces[end];
  const head = next?.type === 'TemplateLiteral' ? (next.quasis[0]?.value.cooked ?? '') : '';
  // Only the folders at the start of a computed text are known.
  const known = [...(next ? texts.slice(0, end) : texts), head.slice(0, Math.max(0, head.lastIndexOf('/')))];
  const text = known
    .map((part) => part?.replace(/^\/+/, ''))
    .filter(Boolean)
    .join('/');
  const [first] = pieces;
  const start = first ? spanOf(first).start + (first.type === 'TemplateElement' ? 0 : 1) : 0;
  return { text, start, next };
}

function pieceText(piece: t.Node): string | undefined {
  if (piece.type === 'StringLiteral') return piece.value;
  return piece.type === 'TemplateElement' ? piece.value.cooked : undefined;
}
