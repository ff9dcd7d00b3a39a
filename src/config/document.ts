import { posix } from 'node:path';
import type { Node } from '@babel/types';
import { names } from '../reference/names.ts';
import type { ValueType } from '../reference/option.ts';
import {
  type Change,
  Code,
  ConfigPath,
  isMovedItem,
  isSamePath,
  type NewItem,
  type NewValue,
  type OptionPathParts,
  pathParts,
  settle,
  showPath,
  startsWith,
} from './change.ts';
import { applyEdits } from './edits.ts';
import { createEvaluator, type Evaluator } from './evaluate.ts';
import { type Finding, findOption } from './find.ts';
import { locateConfig } from './locate.ts';
import { type Lookup, lookupOf, positionOfExpr, type StaticValue, typeOf } from './lookup.ts';
import { createModules, type ReadText } from './modules.ts';
import { ConfigProblem, codeFrame, type Position } from './problem.ts';
import { type Draft, editsFor, isMoot, obstacleTo } from './render.ts';
import { parseSource, positionIn, type SourceFile, textOf } from './source.ts';
import { likeObject, type ObjectValue, type Property, type Value } from './value.ts';

/** An option by its path: `dir.pages`, or its segments where a key holds a dot or an item is meant. */
export type OptionRef = string | OptionPathParts;

/** A key of an object in a config, and what it holds. */
export interface Entry {
  readonly path: OptionPathParts;
  readonly lookup: Lookup;
  /** The kind of value, where that much is plain: cheaper than to look the value up. */
  readonly type: ValueType | undefined;
  /** Where the key or the item stands. */
  readonly at: Position;
}

/** The keys of an object. Where it is not complete, a spread or a computed key may add others. */
export interface Entries {
  readonly list: readonly Entry[];
  readonly complete: boolean;
}

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

export interface RenderedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
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
  /** The objects that options are written in; the first is the one that new options go to. */
  readonly scopes: readonly [ConfigScope, ...ConfigScope[]];
  /** What the config says about an option when no override block applies. */
  lookup(option: OptionRef): Lookup;
  /** Why a change cannot be written, and where. */
  obstacle(change: Change): { readonly why: string; readonly at: Position } | undefined;
  /** The text with all changes made. Throws where they contradict each other. */
  render(changes: readonly Change[]): Rendered;
}

export interface OpenOptions {
  readonly filename: string;
  /** Reads a file that the config imports; without it such values are dynamic. */
  readonly read?: ReadText | undefined;
}

/** Reads a config without running it. Throws a `ConfigProblem` where it is not one that can be read. */
export function openConfig(text: string, { filename, read = () => undefined }: OpenOptions): ConfigDocument {
  const path = posix.normalize(filename.replaceAll('\\', '/'));
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
    scopes: [first, ...others],
    lookup: (option) => guarded({ path, text }, () => lookup(evaluator, root, pathParts(option))),
    obstacle(change) {
      const found = guarded({ path, text }, () => obstacleTo(draft, change));
      return found && { why: found.why, at: positionOfExpr(found.at) };
    },
    render: (changes) => guarded({ path, text }, () => render(draft, path, text, read, changes)),
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
  return {
    block: showPath(prefix),
    lookup(option) {
      try {
        return lookup(evaluator, object, pathParts(option));
      } catch (error) {
        throw explained(error, config);
      }
    },
    entries(option) {
      try {
        return entriesOf(evaluator, object, pathParts(option));
      } catch (error) {
        throw explained(error, config);
      }
    },
    textOf(option) {
      try {
        return writtenText(evaluator, object, pathParts(option));
      } catch (error) {
        throw explained(error, config);
      }
    },
    set: (option, value) => ({ kind: 'set', layer, path: full(option), value }),
    remove: (option) => ({ kind: 'remove', layer, path: full(option) }),
    rename: (option, to) => ({ kind: 'rename', layer, path: full(option), to: full(to) }),
    append: (option, items) => ({
      kind: 'append',
      layer,
      path: full(option),
      items: items.map((item) => (isMovedItem(item) ? { from: full(item.from) } : item)),
    }),
  };
}

function writtenText(evaluator: Evaluator, root: Value, path: OptionPathParts): string | undefined {
  const found = findOption(evaluator, root, path);
  if (found.kind !== 'found') return undefined;
  if (found.site.kind !== 'property' || found.site.property.node.type !== 'ObjectProperty')
    return textOf(found.value.at.scope.file, found.value.at.node);
  return textOf(found.site.property.scope.file, found.site.property.node.value);
}

const absent: Lookup = { kind: 'absent' };

function lookup(evaluator: Evaluator, root: Value, path: OptionPathParts): Lookup {
  const plain = plainMember(evaluator, root, path);
  if (plain === null) return absent;
  if (plain) {
    plain.memo.lookup ??= lookupOf(evaluator, evaluator.property(plain));
    return plain.memo.lookup;
  }
  return lookupIn(evaluator, findOption(evaluator, root, path));
}

/**
 * The member that holds an option, where nothing but plain objects are on the way: null where it is not there,
 * undefined where the way is not so plain. Most look-ups end here.
 */
function plainMember(evaluator: Evaluator, root: Value, path: OptionPathParts): Property | null | undefined {
  let value = root;
  let member: Property | undefined;
  for (const segment of path) {
    if (value.kind !== 'object' || typeof segment === 'number') return undefined;
    const members = evaluator.byKey(value);
    if (!members) return undefined;
    member = members.get(segment);
    if (!member) return null;
    value = evaluator.property(member);
  }
  return member;
}

function lookupIn(evaluator: Evaluator, found: Finding): Lookup {
  if (found.kind === 'absent') return absent;
  if (found.kind === 'unknown')
    return { kind: 'dynamic', why: found.why, at: positionOfExpr(found.at), written: false };
  if (found.site.kind === 'root') return lookupOf(evaluator, found.value);
  const { memo } = found.site.kind === 'property' ? found.site.property : found.site.element;
  memo.lookup ??= lookupOf(evaluator, found.value);
  return memo.lookup;
}

function entriesOf(evaluator: Evaluator, root: Value, base: OptionPathParts): Entries | undefined {
  const found = findOption(evaluator, root, base);
  if (found.kind !== 'found') return undefined;
  const { value } = found;
  if (value.kind === 'array') {
    const elements = evaluator.elements(value);
    const list = elements.map(({ owner, node }, index) => {
      return new LazyEntry(evaluator, value, [...base, index], { file: owner.at.scope.file, node });
    });
    const spread = elements.some(({ node, value: item }) => {
      return item.kind === 'unknown' && node.type === 'SpreadElement';
    });
    return { list, complete: !spread };
  }
  if (value.kind !== 'object' || value.form.kind === 'merged') return undefined;
  const members = evaluator.members(value);
  // The last member that has a key counts, but the key keeps the place where it stands first.
  const last =
    evaluator.byKey(value) ??
    new Map(members.flatMap((one) => (one.kind === 'property' ? [[one.key, one]] : [])));
  const list = [...last.values()].map(({ key, scope, node }) => {
    return new LazyEntry(evaluator, value, [...base, key], { file: scope.file, node });
  });
  return { list, complete: members.every(({ kind }) => kind === 'property') };
}

/** An entry that is worked out when it is asked: most are only asked for their names. */
class LazyEntry implements Entry {
  readonly path: OptionPathParts;
  readonly #evaluator: Evaluator;
  readonly #container: Value;
  readonly #written: { readonly file: SourceFile; readonly node: Node };
  #found: Finding | undefined;

  constructor(
    evaluator: Evaluator,
    container: Value,
    path: OptionPathParts,
    written: { file: SourceFile; node: Node },
  ) {
    this.path = path;
    this.#evaluator = evaluator;
    this.#container = container;
    this.#written = written;
  }

  get lookup(): Lookup {
    return lookupIn(this.#evaluator, this.#find());
  }

  get type(): ValueType | undefined {
    const found = this.#find();
    return found.kind === 'found' ? typeOf(found.value) : undefined;
  }

  get at(): Position {
    return positionIn(this.#written.file, this.#written.node);
  }

  #find(): Finding {
    this.#found ??= findOption(this.#evaluator, this.#container, this.path.slice(-1));
    return this.#found;
  }
}

function render(
  draft: Draft,
  path: string,
  text: string,
  read: ReadText,
  changes: readonly Change[],
): Rendered {
  const settled = settle(changes).filter((change) => !isMoot(draft, change));
  const files: RenderedFile[] = [];
  for (const [file, edits] of editsFor(draft, settled)) {
    const after = applyEdits(file.text, edits);
    if (after !== file.text) files.push({ path: file.path, before: file.text, after });
  }
  const code = files.find((file) => file.path === path)?.after ?? text;
  if (files.length > 0) {
    const written = new Map(files.map((file) => [file.path, file.after]));
    verify(
      openConfig(code, { filename: path, read: (other) => written.get(other) ?? read(other) }),
      settled,
      path,
    );
  }
  return { code, files };
}

/** Reads the result back: whatever the edits did, the config must say what was asked for. */
function verify(result: ConfigDocument, changes: readonly Change[], path: string): void {
  const itemsShift = changes.some(
    (change) => change.kind === 'remove' && typeof change.path.at(-1) === 'number',
  );
  for (const change of changes) {
    if (itemsShift && change.path.some((segment) => typeof segment === 'number')) continue;
    const ok = holds(result, change, changes);
    if (!ok) {
      throw new Error(
        `${path}: ${change.kind} of ${showPath(change.path)} did not come out as intended. Nothing was written. Please report this with the config.`,
      );
    }
  }
}

function holds(result: ConfigDocument, change: Change, all: readonly Change[]): boolean {
  const scope = result.scopes.filter(({ block }) => block === '')[change.layer];
  // A layer that lost all it held is still there, but its place in the list is what identifies it.
  const look = (path: OptionPathParts): Lookup => scope?.lookup(path) ?? { kind: 'absent' };
  const movedAway = all.some((other) => other.kind === 'rename' && isSamePath(other.to, change.path));
  switch (change.kind) {
    case 'remove':
      return look(change.path).kind === 'absent' || movedAway;
    case 'rename':
      if (look(change.path).kind !== 'absent' && !movedAway) return false;
      return look(change.to).kind !== 'absent' || all.some((other) => isInside(other, change));
    case 'append':
      return look(change.path).kind !== 'absent';
    case 'set':
      return isSet(look(renamed(change, all)), change.value);
  }
}

/** Whether a change is about a part of what another one is about: an object that is emptied goes. */
function isInside({ layer, path }: Change, outer: Change): boolean {
  return layer === outer.layer && path.length > outer.path.length && startsWith(path, outer.path);
}

/** Where an option is after the renames; the one closest to it counts. */
function renamed({ path, layer }: Change, changes: readonly Change[]): OptionPathParts {
  let closest: Extract<Change, { kind: 'rename' }> | undefined;
  for (const change of changes) {
    if (change.kind !== 'rename' || change.layer !== layer || !startsWith(path, change.path)) continue;
    if (!closest || change.path.length > closest.path.length) closest = change;
  }
  return closest ? [...closest.to, ...path.slice(closest.path.length)] : path;
}

function isSet(found: Lookup, value: NewValue): boolean {
  if (value instanceof Code) return found.kind !== 'absent';
  if (found.kind !== 'static') return false;
  if (value instanceof ConfigPath)
    return found.value instanceof ConfigPath && found.value.place === value.place;
  return isDeepEqual(found.value, value);
}

function isDeepEqual(a: StaticValue, b: StaticValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
