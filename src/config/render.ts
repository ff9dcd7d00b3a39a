import type { Names } from '../catalogue/names.ts';
import { Problem } from '../catalogue/shape.ts';
import {
  type Change,
  Code,
  ConfigPath,
  isSamePath,
  type NewValue,
  type OptionPathParts,
  showPath,
  startsWith,
} from './change.ts';
import { editsOf } from './change-edits.ts';
import { applyEdits, type ChangedText, type Edit, madeEdits } from './edits.ts';
import type { Lookup } from './lookup.ts';
import { folderOf, pathFrom, placeAt } from './paths.ts';
import { planChanges } from './plan-change.ts';
import { type SourceFile, spanOf } from './source.ts';
import type { PathValue, Value } from './value.ts';

/** A file that differs after rendering. */
export interface RenderedFile extends ChangedText {
  readonly path: string;
}

/** Other changes to the files of a config: updated references, and moves. */
export interface RenderContext {
  /** Edits on the original texts, by the path of the file. */
  readonly edits: ReadonlyMap<string, readonly Edit[]>;
  /** The path that a file has afterwards. */
  placeAfter(path: string): string;
}

/** All files that differ once the changes are made to a config. */
export function renderFiles(
  config: SourceFile,
  layers: readonly Value[],
  changes: readonly Change[],
  context: RenderContext,
): RenderedFile[] {
  const operations = planChanges(layers, changes);
  const edits = editsOf(operations, {
    home: folderOf(context.placeAfter(config.path)),
    baseOf: (value) => baseAfter(value, config.path, context),
  });
  for (const file of config.modules.files()) {
    const fileEdits = edits.get(file) ?? [];
    const referenceEdits = context.edits.get(file.path) ?? [];
    addEdits(fileEdits, referenceEdits, context.placeAfter(file.path) !== file.path);
    if (referenceEdits.length > 0) edits.set(file, fileEdits);
  }
  return [...edits].flatMap(([{ path, text }, all]) => {
    const made = madeEdits(all);
    const after = applyEdits(text, made);
    return after === text ? [] : [{ path, before: text, after, edits: made }];
  });
}

/** The base of a path expression may be a reference that is updated, or the folder of a file that moves. */
function baseAfter({ base, from, at }: PathValue, path: string, context: RenderContext): string | undefined {
  const home = folderOf(context.placeAfter(path));
  const { path: file } = (from ?? at).scope.file;
  const place = placeAt(folderOf(path), base);
  if (place === folderOf(file)) return pathFrom(home, folderOf(context.placeAfter(file)));
  if (!from) return undefined;
  const { start, end } = spanOf(from.node);
  const edits = context.edits.get(file) ?? [];
  const isUpdated = edits.some((edit) => edit.start >= start && edit.end <= end);
  return isUpdated ? pathFrom(home, context.placeAfter(place)) : undefined;
}

/**
 * Adds reference edits to the edits of options, in the same list, because an edit may contain other edits.
 * If both change one path in a file that moves, the reference wins: options are not relative to the file.
 */
function addEdits(edits: Edit[], references: readonly Edit[], isMoved: boolean): void {
  for (const edit of references) {
    const rival = edits.findIndex((made) => !made.covers && made.start < edit.end && edit.start < made.end);
    if (rival === -1) edits.push(edit);
    else if (isMoved) edits.splice(rival, 1, edit);
  }
}

/** A rendered text that lacks a requested change: a bug, caught before anything is written. */
export class RenderFailure extends Problem {
  override readonly name = 'RenderFailure';

  constructor(path: string, { kind, path: option }: Change) {
    super(
      `${path}: ${kind} of ${showPath(option)} did not produce the expected result. Nothing was written. This is a bug in fw-migrate: please report it with the config.`,
    );
  }
}

type Rename = Extract<Change, { kind: 'rename' }>;

/** A rendered config, read again. */
interface RenderedConfig {
  readonly catalogue: { readonly names: Names };
  lookupIn(layer: string, option: OptionPathParts): readonly Lookup[];
}

/** The first change that a rendered config lacks. Layers are identified by their names. */
export function unmetChange(
  result: RenderedConfig,
  layers: readonly string[],
  changes: readonly Change[],
): Change | undefined {
  const itemsShift = changes.some(({ kind, path }) => kind === 'remove' && typeof path.at(-1) === 'number');
  const renames = changes.filter((change) => change.kind === 'rename');
  return changes.find((change) => {
    if (itemsShift && change.path.some((segment) => typeof segment === 'number')) return false;
    const layer = layers[change.layer] ?? '';
    // The text of a conditional part is also in another layer, and moves with the options of that layer.
    const layerRenames = layer.includes('$if(')
      ? renames.map((rename) =>
          rename.layer === change.layer ? rename : withoutBlock(rename, result.catalogue.names),
        )
      : renames.filter((rename) => rename.layer === change.layer);
    const look = (option: OptionPathParts) => result.lookupIn(layer, option);
    return !holds(look, change, changes, layerRenames);
  });
}

/** Looks an option up in all layers with one name: parts may share a condition, or be removed when empty. */
type Look = (option: OptionPathParts) => readonly Lookup[];

/** A rename with paths relative to its override block. */
function withoutBlock(rename: Rename, names: Names): Rename {
  const [first] = rename.path;
  const depth = first === names.overrideMap ? 2 : String(first).startsWith('$') ? 1 : 0;
  return { ...rename, path: rename.path.slice(depth), to: rename.to.slice(depth) };
}

function holds(look: Look, change: Change, all: readonly Change[], renames: readonly Rename[]): boolean {
  const isGone = (option: OptionPathParts): boolean => {
    const lookups = look(option);
    return lookups.length === 0 || lookups.some(({ kind }) => kind === 'absent');
  };
  const exists = (option: OptionPathParts) => look(option).some(({ kind }) => kind !== 'absent');
  switch (change.kind) {
    case 'remove':
      return isGone(change.path) || isReplaced(change, renames);
    case 'rename':
      if (!isGone(change.path) && !isReplaced(change, renames)) return false;
      return exists(change.to) || all.some((inner) => isInside(inner, change));
    case 'append':
      return exists(renamed(change, renames));
    case 'set':
      return look(renamed(change, renames)).some((lookup) => isSet(lookup, change.value));
  }
}

/** Whether another option is renamed to the path of a changed option. */
function isReplaced({ path }: Change, renames: readonly Rename[]): boolean {
  return renames.some((rename) => isSamePath(rename.to, path));
}

/** Whether a change is inside the option of another change: an object that becomes empty is removed. */
function isInside({ layer, path }: Change, outer: Change): boolean {
  return layer === outer.layer && path.length > outer.path.length && startsWith(path, outer.path);
}

/** The path of an option after the renames; the closest rename applies. */
function renamed({ path }: Change, renames: readonly Rename[]): OptionPathParts {
  const [closest] = renames
    .filter((change) => startsWith(path, change.path))
    .sort((a, b) => b.path.length - a.path.length);
  return closest ? [...closest.to, ...path.slice(closest.path.length)] : path;
}

function isSet(lookup: Lookup, value: NewValue): boolean {
  if (value instanceof Code) return lookup.kind !== 'absent';
  if (lookup.kind !== 'static') return false;
  if (value instanceof ConfigPath)
    return lookup.value instanceof ConfigPath && lookup.value.place === value.place;
  return JSON.stringify(lookup.value) === JSON.stringify(value);
}
