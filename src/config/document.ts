import { posix } from 'node:path';
import { names } from '../reference/names.ts';
import {
  type Change,
  isMovedItem,
  type NewItem,
  type NewValue,
  type OptionPathParts,
  pathParts,
  settle,
  showPath,
  writableValue,
} from './change.ts';
import { applyEdits, type Edit } from './edits.ts';
import { createEvaluator, type Evaluator } from './evaluate.ts';
import { findOption } from './find.ts';
import { locateConfig } from './locate.ts';
import { type Lookup, positionOfExpr } from './lookup.ts';
import { createModules, type ReadText } from './modules.ts';
import { pathFrom, placeAt } from './places.ts';
import { ConfigProblem, codeFrame, type Position } from './problem.ts';
import { type Entries, entriesAt, lookupAt, textAt } from './reading.ts';
import { type Draft, editsFor, isMoot, obstacleTo } from './render.ts';
import { parseSource, type SourceFile, spanOf } from './source.ts';
import { likeObject, type ObjectValue, type PathValue, type Value } from './value.ts';
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

export interface RenderedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** What differs, in the order of the text. Absent where the text was not made by edits, or in several passes. */
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
  render(changes: readonly Change[], around?: Surroundings): Rendered;
  /** The config and the local files that it was read from, by their paths. */
  files(): readonly string[];
}

/** What else happens to the files of a config: they may move, and their references follow. */
export interface Surroundings {
  /** Edits for other reasons than options, on the original text. */
  editsFor(path: string, text: string): readonly Edit[];
  /** The path that a file has afterwards. */
  after(path: string): string;
  /** The path that a file had, by the one it has afterwards. */
  origin(path: string): string;
}

const unmoved: Surroundings = { editsFor: () => [], after: (path) => path, origin: (path) => path };

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
  const file = parseSource(path, text);
  const evaluator = createEvaluator(createModules(file, read));
  const root = locateConfig(evaluator, file, names.configHelper);
  const layers = layersOf(root);
  const draft: Draft = { evaluator, layers, plans: new Map() };
  const [first, ...others] = layers.flatMap((layer, index) => scopesOf(evaluator, layer, index));
  if (!first) throw new Error('A config without an object');
  return {
    path,
    text,
    at: positionOfExpr(root.at),
    scopes: [first, ...others],
    lookup: (option) => guarded({ path, text }, () => lookupAt(evaluator, root, pathParts(option))),
    obstacle(change) {
      const found = guarded({ path, text }, () => obstacleTo(draft, change));
      return found && { why: found.why, at: positionOfExpr(found.at) };
    },
    render: (changes, around = unmoved) =>
      guarded({ path, text }, () => render(draft, { path, text, read, around }, changes)),
    files: () => evaluator.modules.files().map((one) => one.path),
  };
}

/** Texts can be made so that reading them runs out of stack; that is to be said, not to crash. */
function guarded<T>(config: { readonly path: string; readonly text: string }, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw explained(error, config);
  }
}

function explained(
  error: unknown,
  { path, text }: { readonly path: string; readonly text: string },
): unknown {
  if (!(error instanceof RangeError) || !error.message.includes('call stack')) return error;
  const at = { file: path, line: 1, column: 1 };
  return new ConfigProblem(
    'The config is nested too deeply to be read.',
    at,
    'Split the deeply nested part off into a file of its own.',
    codeFrame(text.slice(0, 2000), at),
  );
}

/** The objects that a merge call puts together, those that count most first. */
function layersOf(root: ObjectValue): Value[] {
  if (root.form.kind !== 'merged') return [root];
  // What changes the outcome afterwards concerns every object that went into it.
  const layers = root.form.layers.flatMap((layer) =>
    layer.kind === 'object'
      ? layersOf(likeObject(layer, { changes: [...layer.changes, ...root.changes] }))
      : [],
  );
  return layers.length > 0 ? layers : [root];
}

function scopesOf(evaluator: Evaluator, layer: Value, index: number): ConfigScope[] {
  const blocks = [...names.overrideBlocks.map((block) => [block]), ...environments(evaluator, layer)];
  const overrides = blocks.flatMap((block) => {
    const found = findOption(evaluator, layer, block);
    if (found.kind !== 'found' || found.value.kind !== 'object') return [];
    return [createScope(evaluator, found.value, index, block)];
  });
  return [createScope(evaluator, layer, index, []), ...overrides];
}

function environments(evaluator: Evaluator, layer: Value): string[][] {
  const map = findOption(evaluator, layer, [names.overrideMap]);
  if (map.kind !== 'found' || map.value.kind !== 'object') return [];
  const keys = evaluator
    .members(map.value)
    .flatMap((member) => (member.kind === 'property' ? [member.key] : []));
  return [...new Set(keys)].map((key) => [names.overrideMap, key]);
}

function createScope(
  evaluator: Evaluator,
  object: Value,
  layer: number,
  prefix: OptionPathParts,
): ConfigScope {
  const full = (option: OptionRef): OptionPathParts => [...prefix, ...pathParts(option)];
  const { config } = evaluator.modules;
  // One closure for each kind of reading, not for each reading.
  const reading =
    <T>(read: (path: OptionPathParts) => T) =>
    (option: OptionRef): T => {
      try {
        return read(pathParts(option));
      } catch (error) {
        throw explained(error, config);
      }
    };
  return {
    block: showPath(prefix),
    lookup: reading((path) => lookupAt(evaluator, object, path)),
    entries: reading((path) => entriesAt(evaluator, object, path)),
    textOf: reading((path) => textAt(evaluator, object, path)),
    set: (option, value) => ({
      kind: 'set',
      layer,
      path: full(option),
      value: writableValue(value, full(option)),
    }),
    remove: (option) => ({ kind: 'remove', layer, path: full(option) }),
    rename: (option, to) => ({ kind: 'rename', layer, path: full(option), to: full(to) }),
    append: (option, items) => ({
      kind: 'append',
      layer,
      path: full(option),
      items: items.map((item) =>
        isMovedItem(item) ? { from: full(item.from) } : writableValue(item, full(option)),
      ),
    }),
  };
}

interface Setting {
  readonly path: string;
  readonly text: string;
  readonly read: ReadText;
  readonly around: Surroundings;
}

function render(draft: Draft, setting: Setting, changes: readonly Change[]): Rendered {
  const { path, text, read, around } = setting;
  const settled = settle(changes).filter((change) => !isMoot(draft, change));
  const known = new Map<SourceFile, readonly Edit[]>();
  const followed = (file: SourceFile): readonly Edit[] => {
    const others = known.get(file) ?? around.editsFor(file.path, file.text);
    known.set(file, others);
    return others;
  };
  const edits = editsFor(draft, settled, (value) => baseAfter(value, followed, setting));
  for (const file of draft.evaluator.modules.files()) {
    const own = edits.get(file) ?? [];
    if (addEdits(own, followed(file), around.after(file.path) !== file.path)) edits.set(file, own);
  }
  const files: RenderedFile[] = [];
  for (const [file, made] of edits) {
    const after = applyEdits(file.text, made);
    if (after !== file.text)
      files.push({ path: file.path, before: file.text, after, edits: madeEdits(made) });
  }
  const code = files.find((file) => file.path === path)?.after ?? text;
  if (files.length > 0) {
    const written = new Map(files.map((file) => [file.path, file.after]));
    const readAfter = (other: string) => written.get(around.origin(other)) ?? read(around.origin(other));
    verify(openConfig(code, { filename: around.after(path), read: readAfter }), settled, path);
  }
  return { code, files };
}

/** What a path expression starts from may itself be a reference, which follows its folder. */
function baseAfter(
  { base, from }: PathValue,
  followed: (file: SourceFile) => readonly Edit[],
  { path, around }: Setting,
): string | undefined {
  if (!from) return undefined;
  const { start, end } = spanOf(from.node);
  if (!followed(from.scope.file).some((edit) => edit.start >= start && edit.end <= end)) return undefined;
  const folderOf = (file: string) => placeAt('', posix.dirname(file));
  return pathFrom(folderOf(around.after(path)), around.after(placeAt(folderOf(path), base)));
}

/** The edits that the text shows, in its order: what stands inside a covering one went with it. */
function madeEdits(edits: readonly Edit[]): MadeEdit[] {
  const made: MadeEdit[] = [];
  let covered = 0;
  for (const { start, end, text, covers } of edits.toSorted(byPlace)) {
    if (start < covered && end <= covered) continue;
    made.push({ start, end, text: typeof text === 'string' ? text : text() });
    if (covers) covered = end;
  }
  return made;
}

/** What is inserted stands before what is replaced there, and what covers most before what it covers. */
function byPlace(one: Edit, other: Edit): number {
  if (one.start !== other.start) return one.start - other.start;
  const [length, otherLength] = [one.end - one.start, other.end - other.start];
  if (length === 0 || otherLength === 0) return length - otherLength;
  return otherLength - length || Number(other.covers ?? false) - Number(one.covers ?? false);
}

/** Adds edits to those that options ask for. Both may be about one path: in a file that moves, only the other knows it. */
function addEdits(own: Edit[], others: readonly Edit[], moves: boolean): boolean {
  for (const edit of others) {
    const rival = own.findIndex((one) => !one.covers && one.start < edit.end && edit.start < one.end);
    if (rival === -1) own.push(edit);
    else if (moves) own.splice(rival, 1, edit);
  }
  return others.length > 0;
}
