/** A parsed file of a config, and the other local files that it imports, each opened when it is needed. */

import { posix } from 'node:path';
import type { Comment, File, Node } from '@babel/types';
import type { Span } from '../base/edits.ts';
import { memo } from '../base/memo.ts';
import { type PlacePath, pathFrom, placeAt } from '../base/paths.ts';
import { type Position, positionOf } from '../base/position.ts';
import { isModule, languageOf, moduleExtensions } from '../catalogue/extensions.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { parseConfig } from './parse.ts';
import { ConfigProblem, codeFrame, fileProblem, ifReadable } from './problem.ts';

/** One parsed file. All offsets in the config engine refer to `text`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly program: File['program'];
  /** In order of appearance. They are not attached to nodes: their position decides what they belong to. */
  readonly comments: readonly Comment[];
  /** The files that this one was read with: the config and its imports. */
  readonly modules: Modules;
  /** Results that were computed for the file; see `perFile`. */
  readonly memory: Map<unknown, unknown>;
}

/** What a declaration says about a name. */
export interface Binding {
  /** The value in the code, and the destructured member of it; none for imports and parameters. */
  readonly init?: Node | undefined;
  readonly member?: string | undefined;
  /** The imported name: with `import`, `require` or a dynamic import. */
  readonly imported?: ImportedName | undefined;
  /** Why the name may stand for another value than this one. */
  readonly why?: string;
}

/** The module of an imported name, and its name there; a star for the whole module. */
interface ImportedName {
  readonly source: string;
  readonly name: string;
}

/** The names that an expression can use: those of the function around the config, if any, then the module's. */
export interface Scope {
  readonly file: SourceFile;
  readonly names: ReadonlyMap<string, Binding>;
  readonly parent?: Scope;
}

/** An expression, and the scope that its names are resolved in. */
export interface Expr {
  readonly node: Node;
  readonly scope: Scope;
}

/** Returns the text of a file next to the config, or undefined. Reading it from disk is up to the caller. */
export type ReadText = (path: string) => string | undefined;

/** Returns a place next to the config in the spelling of the disk, where capitals may not count. */
export type SpellPlace = (place: PlacePath) => PlacePath;

/** Finds the paths of the files that import a file of a config. */
export type FindImporters = (path: string) => readonly string[];

/** The config and the local files that it imports, each parsed when it is first needed. */
export class Modules {
  readonly config: SourceFile;
  readonly catalogue: Catalogue;
  readonly readText: ReadText;
  readonly spelled: SpellPlace;
  /** How many expressions were evaluated so far: reading a config has to end. */
  steps = 0;
  readonly #importersOf: FindImporters;
  readonly #files = new Map<string, SourceFile>();

  constructor(
    path: string,
    text: string,
    context: Pick<Modules, 'catalogue' | 'readText' | 'spelled'> & { importersOf: FindImporters },
  ) {
    this.catalogue = context.catalogue;
    this.readText = context.readText;
    this.spelled = context.spelled;
    this.#importersOf = context.importersOf;
    this.config = parseSource(path, text, this);
    this.#files.set(path, this.config);
  }

  /** The config itself, and the local files that were read to look options up. */
  files(): readonly SourceFile[] {
    return [...this.#files.values()];
  }

  /** Whether files other than `user` import a file. */
  isImportedElsewhere({ path }: SourceFile, user: string): boolean {
    return this.#importersOf(path).some((importer) => importer !== user);
  }

  /** The local file that `source` means in another file, or the reason why it cannot be read. */
  open(from: SourceFile, source: string): SourceFile | string {
    if (!/^\.\.?(?:\/|$)/.test(source)) return `comes from the package \`${source}\``;
    const home = posix.dirname(this.config.path);
    for (const written of candidates(from.path, source)) {
      const path = placeAt(home, this.spelled(pathFrom(placeAt('', home), written)));
      const loaded = this.#files.get(path);
      if (loaded) return loaded;
      const text = isModule(path) ? this.readText(path) : undefined;
      if (text === undefined) continue;
      // An import may be generated or in another language: its values are unknown then.
      const file = ifReadable(() => parseSource(path, text, this));
      if (!file) return `comes from \`${source}\`, which cannot be parsed`;
      this.#files.set(path, file);
      return file;
    }
    return `comes from \`${source}\`, which cannot be read here`;
  }
}

const endings = [
  '',
  ...['.', '/index.'].flatMap((start) => moduleExtensions.map((extension) => start + extension)),
];

/** An import of `./x.js` may mean `./x.ts`: TypeScript files are imported by the name of their output. */
function candidates(from: string, source: string): string[] {
  const base = posix.join(posix.dirname(from), source);
  const typed = base.replace(/\.([cm]?)js$/, '.$1ts');
  return [...new Set([...endings.map((ending) => base + ending), typed])];
}

/**
 * Makes a function that computes something once per file. The result is kept in the file itself: a `WeakMap` would
 * keep every tree alive until the next full collection, which costs more than all transforms together.
 */
export function perFile<T>(compute: (file: SourceFile) => T): (file: SourceFile) => T {
  return (file) => memo(file.memory as Map<unknown, T>, compute, () => compute(file));
}

// People write configs manually. A larger file is generated or not a config, and would only cost memory.
const maximumLength = 1_000_000;

/** Parses a config. Throws a problem with the position if the text cannot be parsed. */
function parseSource(path: string, text: string, modules: Modules): SourceFile {
  refuseUnreadable(path, text);
  try {
    const { program, comments } = parseConfig(text, languageOf(path));
    return { path, text, program, comments: comments ?? [], modules, memory: new Map() };
  } catch (error) {
    throw parseProblem(path, text, error);
  }
}

/** The position of a node, for messages. */
export function positionOfNode({ path, text }: SourceFile, node: Node | Span): Position {
  return positionOf(path, text, spanOf(node).start);
}

export function problemAt(
  file: SourceFile,
  node: Node | Span,
  summary: string,
  advice: string,
): ConfigProblem {
  const at = positionOfNode(file, node);
  return new ConfigProblem(summary, at, advice, codeFrame(file.text, at));
}

type Placed = { readonly [edge in 'start' | 'end']?: number | null | undefined };

/** The span of a node. Every parsed node has one, but in Babel's types it is optional. */
export function spanOf(node: Placed): Span {
  if (typeof node.start !== 'number' || typeof node.end !== 'number')
    throw new TypeError('A node without a place');
  return { start: node.start, end: node.end };
}

export function textOf(file: SourceFile, node: Placed): string {
  const { start, end } = spanOf(node);
  return file.text.slice(start, end);
}

function refuseUnreadable(path: string, text: string): void {
  if (text.trim() === '')
    throw fileProblem(
      path,
      'The file is empty.',
      'Export a config object from it, or delete the file.',
    );
  if (text.length > maximumLength) {
    const size = `${(text.length / 1e6).toFixed(1)} MB`;
    const summary = `The file is too large for a config (${size}; the limit is ${maximumLength / 1e6} MB).`;
    const advice = 'Move the generated part into a separate file and import it.';
    throw fileProblem(path, summary, advice, text.slice(0, 400));
  }
  const binary = text.indexOf('\0');
  if (binary === -1) return;
  const at = positionOf(path, text, binary);
  throw new ConfigProblem('The file is binary, not text.', at, 'Pass a text file.', '');
}

function parseProblem(path: string, text: string, error: unknown): ConfigProblem {
  if (error instanceof RangeError) {
    const advice = 'Move the deeply nested part into a separate file.';
    return fileProblem(path, 'The file is nested too deeply to be parsed.', advice, text);
  }
  const offset =
    error instanceof Error && 'pos' in error && typeof error.pos === 'number' ? error.pos : 0;
  const at = positionOf(path, text, offset);
  // Babel appends "(line:column)", which the problem states already.
  const [reason = ''] = String(error)
    .replace(/^(?:[\w ]*Error: )+/, '')
    .split(/\s*(?:\(\d+:\d+\)$|\n)/);
  const summary = `The file cannot be parsed: ${reason.replace(/(?<![.?!])$/, '.')}`;
  const advice = 'Fix the syntax and run again; the file was not changed.';
  return new ConfigProblem(summary, at, advice, codeFrame(text, at));
}
