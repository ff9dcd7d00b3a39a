import { applyEdits, type ChangedText, type Edit, madeEdits } from '../base/edits.ts';
import { folderOf, pathFrom, placeAt } from '../base/paths.ts';
import { Problem } from '../catalogue/shape.ts';
import {
  type Change,
  Code,
  ConfigPath,
  type NewValue,
  type OptionPathParts,
  showPath,
  startsWith,
} from './change.ts';
import { editsOf } from './change-edits.ts';
import type { Lookup } from './lookup.ts';
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

/** Looks an option up in all layers with one name: parts may share a condition, or be removed when empty. */
type Look = (option: OptionPathParts) => readonly Lookup[];

/** The first change that a rendered config, read again, lacks. Layers are identified by their names. */
export function unmetChange(
  result: { lookupIn(layer: string, option: OptionPathParts): readonly Lookup[] },
  layers: readonly string[],
  changes: readonly Change[],
): Change | undefined {
  const itemsShift = changes.some(({ kind, path }) => kind === 'remove' && typeof path.at(-1) === 'number');
  return changes.find((change) => {
    if (itemsShift && change.path.some((segment) => typeof segment === 'number')) return false;
    return !holds((option) => result.lookupIn(layers[change.layer] ?? '', option), change, changes);
  });
}

function holds(look: Look, change: Change, all: readonly Change[]): boolean {
  const { path } = change;
  const exists = (option: OptionPathParts) => look(option).some(({ kind }) => kind !== 'absent');
  // Inside a renamed option, also in one of another layer, a change may be given by the old name.
  const isMoved = () => !exists(path) && all.some(({ kind }) => kind === 'rename');
  switch (change.kind) {
    case 'remove':
      return look(path).length === 0 || look(path).some(({ kind }) => kind === 'absent');
    case 'rename':
      // An object that becomes empty is removed.
      return exists(change.to) || all.some((inner) => inner !== change && startsWith(inner.path, path));
    case 'append':
      return exists(path) || isMoved();
    case 'set':
      return look(path).some((lookup) => isSet(lookup, change.value)) || isMoved();
  }
}

function isSet(lookup: Lookup, value: NewValue): boolean {
  if (value instanceof Code) return lookup.kind !== 'absent';
  if (lookup.kind !== 'static') return false;
  if (value instanceof ConfigPath)
    return lookup.value instanceof ConfigPath && lookup.value.place === value.place;
  return JSON.stringify(lookup.value) === JSON.stringify(value);
}
