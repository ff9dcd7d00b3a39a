import type * as t from '@babel/types';
import type { Catalogue } from '../../catalogue/index.ts';
import { isPathModule } from '../../config/path-expressions.ts';
import { spanOf } from '../../config/source.ts';
import { isMember, unwrapTypes } from '../../config/syntax.ts';
import { type FileNames, namesIn } from '../syntax/bindings.ts';
import { calledName, isNamed, isSum, memberName, walk } from '../syntax/code.ts';
import { calledModule, callsForFiles, commandArgument, fileArguments } from '../syntax/file-calls.ts';
import { piecesOf, type SourceText } from '../syntax/source.ts';
import { wordFilter } from '../word-filter.ts';
import { nearFolderAt, ownPlaceWords } from './own-folder.ts';
import {
  commandWords,
  type JoinedOption,
  type MentionedPaths,
  type NearFolder,
  type PathWord,
} from './words.ts';

/** A folder that code can ask for: where the process runs, which is the project mostly, or the sources. */
type AskedFolder = 'process' | 'source';

/** What names stand for in the code that is read, and the options that hold a folder while the framework runs. */
interface CodeNames extends FileNames {
  readonly options: ReadonlyMap<string, AskedFolder>;
  /** Whether what starts where the process runs counts, however the code asks for that. */
  readonly readsProcess: boolean;
}

/** Reads paths in code, as far as they start in a folder that the code asks for. */
export interface FolderReader {
  /** Whether a text may hold such code: parsing costs far more than this test. */
  needs(text: string): boolean;
  read(source: SourceText): MentionedPaths;
}

/**
 * Finds the paths that code reads from a folder it asks for: `join(cwd(), 'a', 'b')`, `path.resolve('a/b')`,
 * `readdirSync('a')`, `${options.rootDir}/a`. With `options`, only what an option of the running framework holds counts.
 */
export function createFolderReader(
  { path: { rootDir, srcDir }, folders }: Catalogue,
  asked: 'anything' | 'options' = 'anything',
): FolderReader {
  const options = new Map<string, AskedFolder>([
    [rootDir, 'process'],
    [srcDir, 'source'],
  ]);
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
      for (const { program, offsetInFile } of piecesOf(source, needs)) {
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
      return { words, aliases: [], joined: joined.sort((a, b) => a.start - b.start) };
    },
  };
}

interface PathPart {
  readonly text: string;
  readonly start: number;
}

interface FolderPath {
  readonly from: AskedFolder | NearFolder;
  /** The known parts of the path behind it. */
  readonly parts: readonly PathPart[];
  /** What stands right behind it. */
  readonly next?: t.Node | undefined;
}

function wordsOf({ from, parts }: FolderPath, offsetInFile: (offset: number) => number): PathWord[] {
  const [first] = parts;
  if (!first) return [];
  const text = parts.map((one) => one.text.replace(/^\/+/, '')).join('/');
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

/** The paths that start in a folder which the code asks for. */
function foldersIn(node: t.Node, names: CodeNames): readonly FolderPath[] {
  if (node.type === 'CallExpression') return callPaths(node, names);
  if (node.type === 'TemplateLiteral') {
    const [head, behind] = node.quasis;
    const [base, next] = node.expressions;
    if (!base || !behind || head?.value.cooked !== '') return [];
    const text = behind.value.cooked ?? '';
    return pathsFrom(base, slashed(text, spanOf(behind).start), text === '/' ? next : undefined, names);
  }
  if (!isSum(node) || node.right.type !== 'StringLiteral') return [];
  return pathsFrom(node.left, slashed(node.right.value, spanOf(node.right).start + 1), undefined, names);
}

function pathsFrom(
  at: t.Node,
  parts: readonly PathPart[],
  next: t.Node | undefined,
  names: CodeNames,
): readonly FolderPath[] {
  const from = folderAt(at, names) ?? (names.readsProcess ? otherFolderAt(at, names) : undefined);
  return from ? [{ from, parts, next }] : [];
}

function callPaths(call: t.CallExpression, names: CodeNames): readonly FolderPath[] {
  const [first, ...rest] = call.arguments;
  const name = calledName(call.callee);
  const base = name === 'resolve' ? resolverBase(call.callee, names) : undefined;
  if (base) return pathsFrom(base, leadingTexts(call.arguments), first, names);
  const isJoined = first && (name === 'join' || name === 'resolve');
  const joined = isJoined ? pathsFrom(first, leadingTexts(rest), rest[0], names) : [];
  return joined.length > 0 || !names.readsProcess ? joined : processPaths(call, name, names);
}

/** What a call reads from where the process runs without asking for that folder. */
function processPaths(call: t.CallExpression, name: string, names: CodeNames): readonly FolderPath[] {
  if (name === 'resolve' && isPathModule(calledModule(call.callee, names) ?? ''))
    return [{ from: 'process', parts: leadingTexts(call.arguments) }];
  return fileArguments(call, names).map((argument) => ({
    from: 'process',
    parts: leadingTexts([boundTo(argument, names).init]),
  }));
}

/** The folder that a resolver of the framework starts from, if its `resolve` is called: as a method, or taken out of it. */
function resolverBase(callee: t.Node, names: CodeNames): t.Node | undefined {
  const node = unwrapTypes(callee);
  const { init, member } = boundTo(node.type === 'MemberExpression' ? node.object : node, names);
  const isTaken = node.type === 'MemberExpression' ? member === undefined : member === 'resolve';
  const isCreated = init.type === 'CallExpression' && calledName(init.callee) === 'createResolver';
  return isTaken && isCreated ? init.arguments[0] : undefined;
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
  const { init } = boundTo(at, names);
  const isProcess = init.type === 'CallExpression' && calledName(init.callee) === 'cwd';
  if (isProcess) return names.readsProcess ? 'process' : undefined;
  return names.options.get(optionAt(at, names) ?? '');
}

/** A folder near the file; paths from the file's own folder are references, and followed as such. */
function otherFolderAt(at: t.Node, names: CodeNames): NearFolder | undefined {
  const near = nearFolderAt(at, names);
  return near && (near.steps !== '' || !near.isFollowed) ? near : undefined;
}

// Longer chains of names are cycles.
const maximumDepth = 20;

/** The option of the running framework that an expression holds, wherever the framework comes from: `dir.pages`. */
function optionAt(at: t.Node, names: CodeNames, depth = 0): string | undefined {
  const node = unwrapTypes(at);
  if (depth > maximumDepth) return undefined;
  if (node.type === 'LogicalExpression') return optionAt(node.left, names, depth + 1);
  const { init, member } = boundTo(node, names);
  const [object, name] =
    member !== undefined ? [init, member] : isMember(init) ? [init.object, memberName(init)] : [];
  if (!object || name === undefined) return undefined;
  if (holdsOptions(object, names)) return name;
  const outer = optionAt(object, names, depth + 1);
  return outer && `${outer}.${name}`;
}

/** Whether an expression holds the options of the framework, or those of one of its layers. */
function holdsOptions(at: t.Node, names: CodeNames): boolean {
  const { init, member } = boundTo(at, names);
  const own = member ?? (isMember(init) ? memberName(init) : undefined);
  return (
    /^(?:options|config)$/.test(own ?? '') ||
    ['options', 'config'].some((one) => isNamed(unwrapTypes(at), one))
  );
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
