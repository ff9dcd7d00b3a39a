import { type Change, type OptionPathParts, pathParts, showPath } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import type { Lookup } from '../config/lookup.ts';
import type { Entry } from '../config/reading.ts';
import { isSetUnderCondition, scopeSetting } from './rebasing.ts';

/** Whether a value is a list, also one of which not all items are known. */
export function isList(lookup: Lookup): boolean {
  return lookup.kind === 'static'
    ? Array.isArray(lookup.value)
    : lookup.kind === 'dynamic' && lookup.type === 'array';
}

/** How the items of a list get to another one, or why they do not. */
export type ListMove =
  | { readonly kind: 'moved'; readonly changes: readonly Change[] }
  | { readonly kind: 'computed' | 'replaced' };

/**
 * Moves a list as it is, or adds its items to the list that is there. `computed`: that cannot take any. `replaced`:
 * items would be dropped that are only repeated where no condition replaces the target.
 */
export function moveList(
  config: ConfigDocument,
  scope: ConfigScope,
  path: OptionPathParts,
  target: string,
): ListMove {
  const changes = changesFor(scope, path, target);
  if (!changes) return { kind: 'computed' };
  const isReplaced = config.scopes.some(
    (other) => other !== scope && other.block.includes('$if(') && other.replaces(target),
  );
  return isReplaced && changes.every(({ kind }) => kind === 'remove')
    ? { kind: 'replaced' }
    : { kind: 'moved', changes };
}

function changesFor(scope: ConfigScope, path: OptionPathParts, target: string): Change[] | undefined {
  const current = scope.lookup(target);
  if (current.kind === 'absent') return [scope.rename(path, target)];
  const there = scope.entries(target);
  if (!isList(current) || !there) return undefined;
  const own = scope.entries(path);
  if (!own || own.isComputed)
    return [scope.append(target, [{ from: path, isSpread: true }]), scope.remove(path)];
  const known = new Set(there.list.flatMap((entry) => textOf(scope, entry)));
  const missing = own.list.filter((entry) => {
    const [text] = textOf(scope, entry);
    if (text === undefined) return true;
    const isNew = !known.has(text);
    known.add(text);
    return isNew;
  });
  const items = missing.map((entry) => ({ from: entry.path }));
  return [...(items.length > 0 ? [scope.append(target, items)] : []), scope.remove(path)];
}

/** What an item is compared by: a text, or the name of a list that is spread. */
function textOf(scope: ConfigScope, { lookup, path }: Entry): string[] {
  if (lookup.kind === 'static') return typeof lookup.value === 'string' ? [lookup.value] : [];
  const text = scope.textOf(path) ?? '';
  return /^\.\.\.[\w$.]+$/.test(text) ? [text] : [];
}

/** What becomes of a value whose option has another name now. */
export type ValueMove =
  /** It goes there. */
  | { readonly kind: 'moved'; readonly changes: readonly Change[] }
  /** Another value is there and counts, so it is removed; its text is shown to people. */
  | { readonly kind: 'lost'; readonly changes: readonly Change[]; readonly text: string }
  /** A condition decides whether there is another one. */
  | { readonly kind: 'undecided' };

/** Moves a value to another option, unless that is set. */
export function moveValue(
  config: ConfigDocument,
  scope: ConfigScope,
  path: OptionPathParts,
  target: string | OptionPathParts,
): ValueMove {
  const to = typeof target === 'string' ? pathParts(target) : target;
  if (isSetUnderCondition(config, scope, to)) return { kind: 'undecided' };
  // Where only running the config would tell whether it is set, the move finds no place and says so.
  if (!scopeSetting(config, scope, to)) return { kind: 'moved', changes: [scope.rename(path, to)] };
  return { kind: 'lost', changes: [scope.remove(path)], text: scope.textOf(path) ?? showPath(path) };
}
