/** Finds the lines that write into fetched data: in the file of the call, and by names in other files. */

import { lazy } from '../base/memo.ts';
import type { Names } from '../catalogue/names.ts';
import { kebabCase, pascalCase } from '../tree/syntax/component.ts';
import { ifParsed, openSource, type SourceText } from '../tree/syntax/source-text.ts';
import { wordTest } from '../tree/word-filter.ts';
import {
  type Call,
  FileOrigins,
  newList,
  ownMembers,
  type Use,
  type ValueOrigin,
} from './origins.ts';

/** A test whether a text fetches data. */
export function createFetchTest({ dataFunctions, cachedDataFunction }: Names) {
  return wordTest([...dataFunctions, cachedDataFunction]);
}

const writing =
  /(?:\.(?!value\s*=)[\w$]+|\])!?\s*(?:[-+*/%&|?]{0,2}=(?![=>])|\+\+|--)|\.(?:push|unshift|splice|pop|shift|sort|reverse|fill)\b|Object\.assign|v-model|\bdelete\b|(?:\+\+|--)[\w$]/;

/** Whether a text may write to members: `a.b = 1`, `a[0]++`, `a.push(b)`, `v-model="a.b"`. */
export function mayWrite(text: string): boolean {
  return writing.test(text);
}

/** The origins in a file; undefined if its code is nested too deeply. */
export function readOrigins(source: SourceText, names: Names): FileOrigins | undefined {
  return ifParsed(() => new FileOrigins(source, names));
}

/** A call that fetches data, and its file. */
export interface DataCall {
  readonly call: Call;
  readonly file: FileOrigins;
}

/** A file that may hold fetched data. */
interface HoldingFile {
  readonly path: string;
  readonly text: string;
  readonly origins: () => FileOrigins | undefined;
}

// Data that is passed on more often is rare, and names may refer to each other.
const mostSteps = 4;

/** The calls that fetch the data that a line writes into. */
export function callsWritten(
  { origin }: Use,
  file: FileOrigins,
  holders: readonly HoldingFile[] = [],
): DataCall[] {
  const written = origin();
  // Changing the order of a new list changes no item.
  if (!written || written.path.at(-1) === newList) return [];
  return callsBehind(written, file, holders);
}

/** The calls that fetch the data of a value, also in other files by name. */
function callsBehind(
  { root, path }: ValueOrigin,
  file: FileOrigins,
  holders: readonly HoldingFile[],
  steps = 0,
): DataCall[] {
  if (typeof root !== 'string') return path[0] === 'data' ? [{ call: root, file }] : [];
  if (steps > mostSteps) return [];
  const inFile = file.valuesOf(root, path).map((value) => ({ value, from: file }));
  const name = root.split('(', 1)[0] ?? '';
  const isResult = root.endsWith('()');
  const isProp = root === ownMembers;
  // A function of the file is not that of another one.
  const isOwn = isResult && !isProp && file.functions.has(name);
  const outside = isOwn ? [] : isProp ? componentNames(file.source.path) : [name];
  const inOthers = outside.flatMap((passed) =>
    holders.flatMap((other) => {
      const isIn = (text: string) => other.text.includes(text) || other.path.includes(text);
      const isNamed = isIn(passed) || isIn(kebabCase(passed));
      const from = isNamed && other.path !== file.source.path ? other.origins() : undefined;
      if (!from || (!isResult && from.functions.has(passed))) return [];
      const values = from.valuesOf(isProp ? `${passed}(0)` : root, path);
      return values.map((value) => ({ value, from }));
    }),
  );
  return [...inFile, ...inOthers].flatMap(({ value, from }) =>
    callsBehind(value, from, holders, steps + 1),
  );
}

/** A line that writes into the data of a call in another file. */
export interface FoundWrite {
  readonly start: number;
  readonly source: SourceText;
  readonly from: DataCall;
}

/** A file of a project. */
export interface TargetFile {
  readonly path: string;
  read(): string | undefined;
}

const exported = /\bexport\s+(?:default\s+)?(?:async\s+)?(?:function|const)\s+([\w$]+)/g;
const mentioned = /<([A-Za-z][\w-]*)|\b([\w$]+)\s*\(/g;

/** The lines of some files that may write into what other files fetch. */
export function writesInto(
  isFetching: (path: string) => boolean,
  files: readonly TargetFile[],
  names: Names,
): FoundWrite[] {
  const open = ({ path, read }: TargetFile): HoldingFile[] => {
    const text = read();
    if (text === undefined) return [];
    return [{ path, text, origins: lazy(() => readOrigins(openSource(path, text), names)) }];
  };
  const fetching = files.filter(({ path }) => isFetching(path)).flatMap(open);
  const usesShared = wordTest(
    fetching.flatMap(({ path, text }) => (path.endsWith('.vue') ? [] : exportsOf(path, text))),
  );
  const using = files.flatMap((file) =>
    isFetching(file.path) ? [] : open(file).filter(({ text }) => usesShared(text)),
  );
  const holders = [...fetching, ...using];
  const known = new Set(
    holders.flatMap(({ text }) =>
      Array.from(text.matchAll(mentioned), ([, tag, called = '']) =>
        tag ? pascalCase(tag) : called,
      ),
    ),
  );
  const holding = new Set(holders.map(({ path }) => path));
  const given = files.flatMap((file) => {
    if (holding.has(file.path)) return [];
    const isComponent = file.path.endsWith('.vue');
    if (isComponent && !componentNames(file.path).some((name) => known.has(name))) return [];
    return open(file).filter(
      ({ path, text }) => isComponent || exportsOf(path, text).some((name) => known.has(name)),
    );
  });
  return [...holders, ...given].flatMap(({ text, origins }) => {
    const file = mayWrite(text) ? origins() : undefined;
    const writes = file?.uses.filter(({ kind }) => kind === 'write') ?? [];
    return writes.flatMap((use) => {
      if (!file) return [];
      const calls = callsWritten(use, file, holders);
      const { source } = file;
      return calls.flatMap((from) =>
        from.file === file ? [] : { start: use.start, source, from },
      );
    });
  });
}

/** The names of functions that a file exports; a default export may have that of the file. */
function exportsOf(path: string, text: string): string[] {
  const name = path.replace(/^.*\/|\.\w+$/g, '');
  return [name, ...Array.from(text.matchAll(exported), ([, own = '']) => own)];
}

/** The names that a component may have: `components/cart/Line.vue` is `Line` or `CartLine`. */
function componentNames(path: string): string[] {
  const parts = path
    .replace(/(?:\/index)?\.vue$/, '')
    .split('/')
    .map(pascalCase);
  return parts.map((_, index) => parts.slice(index).join(''));
}
