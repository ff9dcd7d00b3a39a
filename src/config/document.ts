/**
 * One config as all other rooms see it: options are looked up in its scopes, and changes are rendered to a new text.
 */

import { posix } from 'node:path';
import type { Position } from '../base/position.ts';
import { type Catalogue, fwCatalogue } from '../catalogue/index.ts';
import {
  agreedChanges,
  type Change,
  isMovedItem,
  type NewItem,
  type NewValue,
  type OptionPathParts,
  pathParts,
  showPath,
  writableValue,
} from './change.ts';
import { splitConditions } from './conditions.ts';
import { locateConfig } from './locate.ts';
import {
  type Entries,
  entriesAt,
  isWritten,
  type Lookup,
  lookupAt,
  positionOfExpr,
  searchOption,
  sourceTextAt,
  type Written,
} from './lookup.ts';
import { filesWritten, obstacleTo } from './plan-change.ts';
import { guarded } from './problem.ts';
import { type RenderContext, type RenderedFile, renderFiles } from './render.ts';
import {
  type FindImporters,
  Modules,
  type ReadText,
  type SourceFile,
  type SpellPlace,
} from './source.ts';
import { type ObjectValue, type Value, withChanges } from './value.ts';

/** An option by its path: `dir.pages`, or as segments if a key contains a dot or an array item is meant. */
export type OptionRef = string | OptionPathParts;

/**
 * An object of options: the config itself, an override block such as `$production`, an object of a merge call,
 * or a conditional part. Option paths are relative to it; its changes have the full path.
 */
export interface ConfigScope {
  /** The key of the override block, or `$if(…)` with the condition of a part; empty for the config itself. */
  readonly block: string;
  /** The name of an option with the override block: `$production.css[0]`. */
  nameOf(option: OptionRef): string;
  lookup(option: OptionRef): Lookup;
  /** Whether it replaces the whole group of an option, as a conditional spread does. */
  replaces(option: OptionRef): boolean;
  /** The keys of an object or the items of an array. Undefined if the option is neither. */
  entries(option: OptionRef): Entries | undefined;
  /** The source text of a value as it is written at the option. */
  textOf(option: OptionRef): string | undefined;
  set(option: OptionRef, value: NewValue): Change;
  remove(option: OptionRef): Change;
  rename(option: OptionRef, to: OptionRef): Change;
  append(option: OptionRef, items: readonly NewItem[]): Change;
}

/** The result of rendering: the config's new text, and every file that differs, the config or its imports. */
export interface Rendered {
  readonly code: string;
  readonly files: readonly RenderedFile[];
  /** The new text, read again; absent if nothing changed. */
  readonly reread?: Reread;
}

/** A config after its changes. */
export interface Reread {
  readonly config: ConfigDocument;
  /** The path that a file had before the run. */
  originOf(path: string): string;
}

/** One config, read and ready to be changed. */
export interface ConfigDocument {
  /** The facts about the framework that it configures. */
  readonly catalogue: Catalogue;
  readonly path: string;
  readonly text: string;
  /** A place in the spelling of the disk. */
  readonly spelled: SpellPlace;
  /** The position of the config's own object, for new options that have no position yet. */
  readonly at: Position;
  /** The objects that options are written in; new options go to the first. */
  readonly scopes: readonly [ConfigScope, ...ConfigScope[]];
  /** Whether it is merged from several objects; the first object with an option has precedence. */
  readonly isMerged: boolean;
  /** The value of an option when no override block applies. */
  lookup(option: OptionRef): Lookup;
  /** The names of the objects that can be changed: an index, or the condition of a part. */
  readonly layers: readonly string[];
  /** The values of an option in all objects with this name. */
  lookupIn(layer: string, option: OptionPathParts): readonly Lookup[];
  /** Why a change cannot be written, and where. */
  obstacle(change: Change): { readonly why: string; readonly at: Position } | undefined;
  /** The paths of the files that a change writes to: the config, or local files that it imports. */
  filesWritten(change: Change): readonly string[];
  /** The text with all changes made. Throws if they contradict each other. */
  render(changes: readonly Change[], context?: RenderContext): Rendered;
  /** The paths of the config and the local files that it was read from. */
  files(): readonly string[];
  /** Whether one of these files is also imported by files outside the config. */
  isImportedElsewhere(path: string): boolean;
}

const unmoved: RenderContext = { edits: new Map(), placeAfter: (path) => path };

/** How to open a config. */
export interface OpenOptions {
  readonly filename: string;
  /** Reads a file that the config imports; without it such values are dynamic. */
  readonly read?: ReadText | undefined;
  /** Spells a place as the disk does, if capitals do not count there. */
  readonly spelled?: SpellPlace | undefined;
  /** Finds other files that import a file of the config: they would see its changes. */
  readonly importersOf?: FindImporters | undefined;
  /** The facts about the framework; the default edition, unless another is given. */
  readonly catalogue?: Catalogue | undefined;
}

/** A file name as messages and results show it: with forward slashes, and normalized. */
export function configPath(filename: string): string {
  return posix.normalize(filename.replaceAll('\\', '/'));
}

/** Reads a config without running it. Throws a `ConfigProblem` if it cannot be read. */
export function openConfig(
  text: string,
  {
    filename,
    read = () => undefined,
    importersOf = () => [],
    spelled = (place) => place,
    catalogue = fwCatalogue,
  }: OpenOptions,
): ConfigDocument {
  const path = configPath(filename);
  return guarded({ path, text }, () => {
    const readers = { readText: read, spelled, catalogue, importersOf };
    const { config } = new Modules(path, text, readers);
    return createDocument(config, locateConfig(config));
  });
}

function createDocument(config: SourceFile, root: ObjectValue): ConfigDocument {
  const { path, text, modules } = config;
  const { catalogue } = modules;
  const split = layersOf(root).map(splitConditions);
  const objects = split.flatMap(({ base }) => (base.kind === 'object' ? [base] : []));
  const written = objects.flatMap((object, layer) => scopesOf(object, layer));
  // Conditional parts are listed by precedence, like merged objects: the last part comes first.
  const parts = split.flatMap((object) => object.parts).reverse();
  const blocks = parts.map(({ block, condition }) => joined(block, `$if(${condition})`));
  const conditional = parts.flatMap(({ value, replaces }, index) =>
    scopesOf(value, objects.length + index, blocks[index], replaces),
  );
  const layerNames = [...objects.map((_, index) => String(index)), ...blocks];
  const layers = [...objects, ...parts.map(({ value }) => value)];
  const [first, ...others] = [...written, ...conditional].map(createScope);
  if (!first) throw new Error('A config without an object');
  return {
    catalogue,
    path,
    text,
    spelled: modules.spelled,
    at: positionOfExpr(root.at),
    scopes: [first, ...others],
    isMerged: split.length > 1,
    lookup: (option) => guarded(config, () => lookupAt(root, pathParts(option))),
    layers: layerNames,
    lookupIn: (name, option) =>
      guarded(config, () =>
        layers.flatMap((layer, index) =>
          layerNames[index] === name ? [lookupAt(layer, option)] : [],
        ),
      ),
    obstacle(change) {
      const obstacle = guarded(config, () => obstacleTo(layers, change));
      return obstacle && { why: obstacle.why, at: positionOfExpr(obstacle.at) };
    },
    filesWritten: (change) =>
      guarded(config, () => filesWritten(layers, change).map((file) => file.path)),
    render: (changes, context = unmoved) =>
      guarded(config, () => render(config, layers, changes, context)),
    files: () => modules.files().map((file) => file.path),
    isImportedElsewhere: (filePath) =>
      modules
        .files()
        .some((file) => file.path === filePath && modules.isImportedElsewhere(file, path)),
  };
}

/** Makes changes, and reads the result again: a text that is no config any more is never written. */
function render(
  config: SourceFile,
  layers: readonly Value[],
  changes: readonly Change[],
  context: RenderContext,
): Rendered {
  const { path, text, modules } = config;
  const files = renderFiles(config, layers, agreedChanges(changes), context);
  const code = files.find((file) => file.path === path)?.after ?? text;
  if (files.length === 0) return { code, files };
  const written = new Map(files.map((file) => [file.path, file.after]));
  const origins = new Map(
    modules.files().map((file) => [context.placeAfter(file.path), file.path]),
  );
  const originOf = (after: string) => origins.get(after) ?? after;
  const readText = (after: string) =>
    written.get(originOf(after)) ?? modules.readText(originOf(after));
  const { catalogue, spelled } = modules;
  const readers = { readText, spelled, catalogue, importersOf: () => [] };
  const after = new Modules(context.placeAfter(path), code, readers);
  const reread = createDocument(after.config, locateConfig(after.config));
  return { code, files, reread: { config: reread, originOf } };
}

/** The objects that a merge call combines, by precedence. */
function layersOf(root: ObjectValue): Value[] {
  if (root.form.kind !== 'merged') return [root];
  // Code that changes the merged result may affect each of the objects.
  const layers = root.form.sources.flatMap((layer) => {
    if (layer.kind === 'object') return layersOf(withChanges(layer, root.changes));
    // A conditional object is kept, because its branches become parts of the config.
    return layer.kind === 'unknown' && layer.branches ? [layer] : [];
  });
  return layers.some(({ kind }) => kind === 'object') ? layers : [root];
}

/** The object of a scope, and its place in the config. */
interface ScopeSource {
  readonly block: string;
  readonly object: Value;
  readonly layer: number;
  /** The path of the object in its layer. */
  readonly prefix: OptionPathParts;
  readonly replaces: boolean;
}

/** The scopes of a layer: the layer itself and its override blocks. `within` is the block around the layer. */
function scopesOf(object: Value, layer: number, within = '', replaces = false): ScopeSource[] {
  const { names } = object.at.scope.file.modules.catalogue;
  const environments = entriesAt(object, [names.overrideMap])?.list ?? [];
  const blocks = [
    ...names.overrideBlocks.map((block) => [block]),
    ...environments.map(({ path }) => path),
  ];
  const overrides = blocks.flatMap((prefix) => {
    const search = searchOption(object, prefix);
    if (search.kind !== 'found' || search.value.kind !== 'object') return [];
    const block = joined(within, showPath(prefix));
    return [{ block, object: search.value, layer, prefix, replaces: false }];
  });
  return [{ block: within, object, layer, prefix: [], replaces }, ...overrides];
}

function joined(outer: string, inner: string): string {
  return outer === '' ? inner : `${outer}.${inner}`;
}

function createScope({ block, object, layer, prefix, replaces }: ScopeSource): ConfigScope {
  const full = (option: OptionRef): OptionPathParts => [...prefix, ...pathParts(option)];
  const { config } = object.at.scope.file.modules;
  return {
    block,
    nameOf: (option) => joined(block, showPath(pathParts(option))),
    lookup: (option) => guarded(config, () => lookupAt(object, pathParts(option))),
    replaces(option) {
      const group = guarded(config, () => lookupAt(object, pathParts(option).slice(0, 1)));
      return group.kind !== 'absent' && (replaces || group.condition === 'branch');
    },
    entries: (option) => guarded(config, () => entriesAt(object, pathParts(option))),
    textOf: (option) => guarded(config, () => sourceTextAt(object, pathParts(option))),
    set(option, value) {
      const path = full(option);
      return { kind: 'set', layer, path, value: writableValue(value, path) };
    },
    remove: (option) => ({ kind: 'remove', layer, path: full(option) }),
    rename: (option, to) => ({ kind: 'rename', layer, path: full(option), to: full(to) }),
    append(option, items) {
      const path = full(option);
      const written = items.map((item) =>
        isMovedItem(item) ? { ...item, from: full(item.from) } : writableValue(item, path),
      );
      return { kind: 'append', layer, path, items: written };
    },
  };
}

/** A value that a pattern matches, or the dynamic value at which matching had to stop. */
export interface Match {
  readonly scope: ConfigScope;
  readonly path: OptionPathParts;
  readonly lookup: Written;
  /** Whether the whole pattern was followed. */
  readonly reached: boolean;
}

/** All values that match a pattern: `plugins[].src` (every item), `alias.*` (every key), `modules[][0]` (one item). */
export function matchOption(scope: ConfigScope, pattern: string): Match[] {
  return follow(scope, [], pattern.match(/\*|\[\d*\]|[^.[\]]+/g) ?? [], 0);
}

function follow(
  scope: ConfigScope,
  path: OptionPathParts,
  steps: readonly string[],
  depth: number,
): Match[] {
  const step = steps[depth];
  if (step === undefined) {
    const lookup = scope.lookup(path);
    if (lookup.kind === 'absent') return [];
    return isWritten(lookup) ? [{ scope, path, lookup, reached: true }] : unreadable(scope, path);
  }
  if (step !== '*' && step !== '[]') {
    const key = step.startsWith('[') ? Number(step.slice(1, -1)) : step;
    return follow(scope, [...path, key], steps, depth + 1);
  }
  const entries = scope.entries(path);
  if (!entries) return unreadable(scope, path);
  const isItem = step === '[]';
  const matches = entries.list.flatMap((entry) =>
    (typeof entry.key === 'number') === isItem ? follow(scope, entry.path, steps, depth + 1) : [],
  );
  if (entries.complete || isItem) return matches;
  // A spread may add more keys.
  const lookup = scope.lookup(path);
  return isWritten(lookup) && lookup.kind === 'dynamic'
    ? [...matches, { scope, path, lookup, reached: false }]
    : matches;
}

/** The unknown value on the path, if it is the reason why the pattern cannot be followed. */
function unreadable(scope: ConfigScope, path: OptionPathParts): Match[] {
  for (let length = path.length; length > 0; length -= 1) {
    const part = path.slice(0, length);
    const lookup = scope.lookup(part);
    if (lookup.kind !== 'dynamic') return [];
    if (lookup.written) return lookup.type ? [] : [{ scope, path: part, lookup, reached: false }];
  }
  return [];
}
