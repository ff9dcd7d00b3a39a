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
import type { ConfigDocument } from './document.ts';
import type { Lookup } from './lookup.ts';

/** A rendered text that does not say what was asked for: a bug, caught before anything is written. */
export class RenderFailure extends Error {
  override readonly name = 'RenderFailure';
}

type Rename = Extract<Change, { kind: 'rename' }>;

/** Checks that the rendered config says what the changes asked for. */
export function verify(result: ConfigDocument, changes: readonly Change[], path: string): void {
  const itemsShift = changes.some(
    (change) => change.kind === 'remove' && typeof change.path.at(-1) === 'number',
  );
  const renames = changes.filter((change) => change.kind === 'rename');
  for (const change of changes) {
    if (itemsShift && change.path.some((segment) => typeof segment === 'number')) continue;
    if (holds(result, change, changes, renames)) continue;
    throw new RenderFailure(
      `${path}: ${change.kind} of ${showPath(change.path)} did not come out as intended. Nothing was written. Please report this with the config.`,
    );
  }
}

function holds(
  result: ConfigDocument,
  change: Change,
  all: readonly Change[],
  renames: readonly Rename[],
): boolean {
  // A layer that was emptied is still there, since layers are identified by their index.
  const look = (path: OptionPathParts): Lookup => result.lookupIn(change.layer, path);
  switch (change.kind) {
    case 'remove':
      return look(change.path).kind === 'absent' || isReplaced(change, renames);
    case 'rename':
      if (look(change.path).kind !== 'absent' && !isReplaced(change, renames)) return false;
      return look(change.to).kind !== 'absent' || all.some((other) => isInside(other, change));
    case 'append':
      return look(change.path).kind !== 'absent';
    case 'set':
      return isSet(look(renamed(change, renames)), change.value);
  }
}

/** Whether something else moves to where an option was. */
function isReplaced({ path }: Change, renames: readonly Rename[]): boolean {
  return renames.some((other) => isSamePath(other.to, path));
}

/** Whether a change is about a part of what another one is about: an object that is emptied is removed. */
function isInside({ layer, path }: Change, outer: Change): boolean {
  return layer === outer.layer && path.length > outer.path.length && startsWith(path, outer.path);
}

/** The path of an option after the renames; the one closest to it counts. */
function renamed({ path, layer }: Change, renames: readonly Rename[]): OptionPathParts {
  const [closest] = renames
    .filter((change) => change.layer === layer && startsWith(path, change.path))
    .sort((a, b) => b.path.length - a.path.length);
  return closest ? [...closest.to, ...path.slice(closest.path.length)] : path;
}

function isSet(found: Lookup, value: NewValue): boolean {
  if (value instanceof Code) return found.kind !== 'absent';
  if (found.kind !== 'static') return false;
  if (value instanceof ConfigPath)
    return found.value instanceof ConfigPath && found.value.place === value.place;
  return JSON.stringify(found.value) === JSON.stringify(value);
}
