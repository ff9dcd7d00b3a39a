import { createRequire } from 'node:module';
import type * as Babel from '@babel/parser';
import type { Comment, File, Node } from '@babel/types';
import { ConfigProblem, codeFrame, lineOf, type Position, positionOf } from './problem.ts';

/** One parsed file. All offsets that the config engine uses refer to `text`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly program: File['program'];
  /** In order of appearance, and never attached to nodes: whose a comment is, its place in the text decides. */
  readonly comments: readonly Comment[];
  /** What was worked out about the file; see `perFile`. */
  readonly memory: Map<unknown, unknown>;
}

/**
 * Makes a function that works something out about a file once. The result lives in the file itself: a `WeakMap` would
 * keep every tree alive until the next full collection, which costs more than all transforms together.
 */
export function perFile<T>(compute: (file: SourceFile) => T): (file: SourceFile) => T {
  return (file) => {
    let known = file.memory.get(compute) as T | undefined;
    if (known === undefined) {
      known = compute(file);
      file.memory.set(compute, known);
    }
    return known;
  };
}

/** A node that has a place in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

// A config is written by people. What is larger is generated or not a config, and would only cost memory.
const maximumLength = 1_000_000;

// `require` loads the big CommonJS parser several times faster than `import()`, and only when it is needed.
const require = createRequire(import.meta.url);
let babel: typeof Babel | undefined;

/** The parser of scripts, which is loaded with the first of them. */
export function parser(): typeof Babel {
  babel ??= require('@babel/parser') as typeof Babel;
  return babel;
}

/** What a text may do although it would not run like that: it is only read. */
export const lenient = {
  attachComment: false,
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  allowNewTargetOutsideFunction: true,
  allowUndeclaredExports: true,
} as const satisfies Babel.ParserOptions;

/** Parses a config, or throws a problem that says where the text cannot be read. */
export function parseSource(path: string, text: string): SourceFile {
  refuseUnreadable(path, text);
  const [first, second] = dialects(path);
  try {
    return parseAs(path, text, first);
  } catch (error) {
    // `<T>x` and JSX exclude each other; the file's ending does not always tell which one is meant.
    try {
      return parseAs(path, text, second);
    } catch {
      throw parseProblem(path, text, error);
    }
  }
}

const lineStarts = perFile(({ text }) => {
  // A byte order mark takes no column.
  const starts = [text.startsWith('\uFEFF') ? 1 : 0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
});

/** Where a node stands, for messages. */
export function positionIn(file: SourceFile, node: Node | Span): Position {
  const starts = lineStarts(file);
  const { start } = spanOf(node);
  const line = lineOf(starts, start);
  return { file: file.path, line, column: Math.max(0, start - (starts[line - 1] ?? 0)) + 1 };
}

/** A problem at a node of a parsed file. */
export function problemAt(
  file: SourceFile,
  node: Node | Span,
  summary: string,
  advice: string,
): ConfigProblem {
  const at = positionIn(file, node);
  return new ConfigProblem(summary, at, advice, codeFrame(file.text, at));
}

/** The parser gives every node its offsets; its types leave them open for nodes that are built by hand. */
export function spanOf(node: {
  readonly start?: number | null | undefined;
  readonly end?: number | null | undefined;
}): Span {
  if (typeof node.start !== 'number' || typeof node.end !== 'number')
    throw new TypeError('A node without a place');
  return { start: node.start, end: node.end };
}

export function textOf(file: SourceFile, node: Parameters<typeof spanOf>[0]): string {
  const { start, end } = spanOf(node);
  return file.text.slice(start, end);
}

function refuseUnreadable(path: string, text: string): void {
  const start = { file: path, line: 1, column: 1 };
  const empty = text.trim() === '';
  if (empty) {
    throw new ConfigProblem(
      'The file is empty.',
      start,
      'Export a config object from it, or leave the file out.',
      '',
    );
  }
  if (text.length > maximumLength) {
    const size = `${(text.length / 1e6).toFixed(1)} MB`;
    throw new ConfigProblem(
      `The file is too large for a config (${size}; the limit is ${maximumLength / 1e6} MB).`,
      start,
      'Move the generated part into a file of its own and import it.',
      codeFrame(text.slice(0, 400), start),
    );
  }
  const binary = text.indexOf('\0');
  if (binary !== -1) {
    throw new ConfigProblem(
      'The file is binary, not text.',
      positionOf(path, text, binary),
      'Name a text file.',
      '',
    );
  }
}

type Dialect = readonly Babel.ParserPlugin[];

function dialects(path: string): readonly [Dialect, Dialect] {
  const typed: Dialect = ['typescript', 'decorators', 'explicitResourceManagement'];
  const typedJsx: Dialect = [...typed, 'jsx'];
  const plainJsx: Dialect = ['jsx', 'decorators', 'explicitResourceManagement'];
  if (/\.[cm]?js$/.test(path)) return [plainJsx, typedJsx];
  return /\.[jt]sx$/.test(path) ? [typedJsx, typed] : [typed, typedJsx];
}

function parseAs(path: string, text: string, plugins: Dialect): SourceFile {
  const file = parser().parse(text, {
    sourceType: /\.c?js$/.test(path) ? 'unambiguous' : 'module',
    plugins: [...plugins],
    ...lenient,
  });
  return { path, text, program: file.program, comments: file.comments ?? [], memory: new Map() };
}

function parseProblem(path: string, text: string, error: unknown): ConfigProblem {
  if (error instanceof RangeError) {
    return new ConfigProblem(
      'The file is nested too deeply to be parsed.',
      { file: path, line: 1, column: 1 },
      'Split the deeply nested part off into a file of its own.',
      codeFrame(text, { file: path, line: 1, column: 1 }),
    );
  }
  const offset = hasOffset(error) ? error.pos : 0;
  const at = positionOf(path, text, offset);
  // Babel appends "(line:column)", which the problem says already.
  const reason = error instanceof Error ? error.message.replace(/\s*\(\d+:\d+\)$/, '') : String(error);
  return new ConfigProblem(
    `The file cannot be parsed: ${reason.replace(/^[A-Z][\w ]*Error: /, '').split('\n')[0]}`,
    at,
    'Correct the syntax and run again; the file was left as it is.',
    codeFrame(text, at),
  );
}

function hasOffset(error: unknown): error is { pos: number } {
  return typeof error === 'object' && error !== null && 'pos' in error && typeof error.pos === 'number';
}
