import { posix } from 'node:path';
import {
  type Change,
  type NewItem,
  type NewValue,
  type OptionPathParts,
  pathParts,
  settle,
} from './change.ts';
import type { Edit } from './edits.ts';
import { locateConfig } from './locate.ts';
import { type Lookup, lookupAt, positionOfExpr } from './lookup.ts';
import { Modules, type ReadText } from './modules.ts';
import { isMoot, type Layers, obstacleTo } from './plan-change.ts';
import { guarded, type Position } from './problem.ts';
import type { Entries } from './reading.ts';
import { renderFiles } from './render.ts';
import { layersOf, scopesOf } from './scopes.ts';
import type { SourceFile } from './source.ts';
import { verify } from './verify.ts';

/** An option by its path: `dir.pages`, or its segments where a key holds a dot or an item is meant. */
export type OptionRef = string | OptionPathParts;

/**
 * One object of options: the config itself, an override block such as `$production`, or one of the objects that a
 * merge call puts together. Paths are relative to it; the changes it makes carry the whole path.
 */
export interface ConfigScope {
  /** The key of the override block; empty for the config itself. */
  readonly block: string;
  lookup(option: OptionRef): Lookup;
  /** The keys of an object or the items of an array, where the option is one. */
  entries(option: OptionRef): Entries | undefined;
  /** The source text of a value as it is written at the option. */
  textOf(option: OptionRef): string | undefined;
  set(option: OptionRef, value: NewValue): Change;
  remove(option: OptionRef): Change;
  rename(option: OptionRef, to: OptionRef): Change;
  append(option: OptionRef, items: readonly NewItem[]): Change;
}

/** What was written in place of a span of the original text. */
export interface MadeEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A file that differs after rendering. */
export interface RenderedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** What differs, in the order of the text. AbsentOption where the text was not made by edits, or in several passes. */
  readonly edits?: readonly MadeEdit[];
}

/** The outcome of rendering: the config's new text, and every file that differs, the config or what it imports. */
export interface Rendered {
  readonly code: string;
  readonly files: readonly RenderedFile[];
}

/** One config, read and ready to be changed. */
export interface ConfigDocument {
  readonly path: string;
  readonly text: string;
  /** Where the config's own object stands: new options have no other place yet. */
  readonly at: Position;
  /** The objects that options are written in; the first is the one that new options go to. */
  readonly scopes: readonly [ConfigScope, ...ConfigScope[]];
  /** What the config says about an option when no override block applies. */
  lookup(option: OptionRef): Lookup;
  /** Why a change cannot be written, and where. */
  obstacle(change: Change): { readonly why: string; readonly at: Position } | undefined;
  /** The text with all changes made. Throws where they contradict each other. */
  render(changes: readonly Change[], context?: RenderContext): Rendered;
  /** The config and the local files that it was read from, by their paths. */
  files(): readonly string[];
}

/** What happens to the files of a config besides changes of options: their references are updated, and they may move. */
export interface RenderContext {
  /** Edits on the original texts, by the path of the file. */
  readonly edits: ReadonlyMap<string, readonly Edit[]>;
  /** The path that a file has afterwards. */
  placeAfter(path: string): string;
}

const unmoved: RenderContext = { edits: new Map(), placeAfter: (path) => path };

/** What a text is opened as. */
export interface OpenOptions {
  readonly filename: string;
  /** Reads a file that the config imports; without it such values are dynamic. */
  readonly read?: ReadText | undefined;
}

/** A file name as it stands in messages and results: with slashes, and no detours. */
export function configPath(filename: string): string {
  return posix.normalize(filename.replaceAll('\\', '/'));
}

/** Reads a config without running it. Throws a `ConfigProblem` where it is not one that can be read. */
export function openConfig(text: string, { filename, read = () => undefined }: OpenOptions): ConfigDocument {
  const path = configPath(filename);
  return guarded({ path, text }, () => createDocument(path, text, read));
}

function createDocument(path: string, text: string, read: ReadText): ConfigDocument {
  const { config } = new Modules(path, text, read);
  const root = locateConfig(config);
  const layers = layersOf(root);
  const [first, ...others] = layers.flatMap(scopesOf);
  if (!first) throw new Error('A config without an object');
  return {
    path,
    text,
    at: positionOfExpr(root.at),
    scopes: [first, ...others],
    lookup: (option) => guarded(config, () => lookupAt(root, pathParts(option))),
    obstacle(change) {
      const found = guarded(config, () => obstacleTo(layers, change));
      return found && { why: found.why, at: positionOfExpr(found.at) };
    },
    render: (changes, context = unmoved) =>
      guarded(config, () => render(config, layers, read, changes, context)),
    files: () => config.modules.files().map((file) => file.path),
  };
}

/** Makes changes, and reads the result again to check that it says what it should. */
function render(
  config: SourceFile,
  layers: Layers,
  read: ReadText,
  changes: readonly Change[],
  context: RenderContext,
): Rendered {
  const { path, text, modules } = config;
  const settled = settle(changes).filter((change) => !isMoot(layers, change));
  const files = renderFiles(config, layers, settled, context);
  const code = files.find((file) => file.path === path)?.after ?? text;
  if (files.length > 0) {
    const written = new Map(files.map((file) => [file.path, file.after]));
    const origins = new Map(modules.files().map((file) => [context.placeAfter(file.path), file.path]));
    const readAfter = (other: string) => {
      const origin = origins.get(other) ?? other;
      return written.get(origin) ?? read(origin);
    };
    verify(openConfig(code, { filename: context.placeAfter(path), read: readAfter }), settled, path);
  }
  return { code, files };
}
