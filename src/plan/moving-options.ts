import { type Change, type OptionPathParts, showPath } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import type { Entry } from '../config/entries.ts';
import { isList } from '../config/lookup.ts';
import type { Position } from '../config/problem.ts';
import { isSetUnderCondition, optionName, scopeSetting } from './config-scopes.ts';
import type { Finding } from './definition.ts';
import type { FollowUpNote } from './follow-up.ts';

/** How the items of a list are moved to another list, or why not. */
type ListMove =
  | { readonly kind: 'moved'; readonly changes: readonly Change[] }
  | { readonly kind: 'computed' | 'replaced' };

/**
 * Moves a list, or appends its items to an existing one. `computed`: that one cannot be extended. `replaced`:
 * its items would be lost where a condition replaces the target.
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
    (otherScope) => otherScope !== scope && otherScope.block.includes('$if(') && otherScope.replaces(target),
  );
  return isReplaced && changes.every(({ kind }) => kind === 'remove')
    ? { kind: 'replaced' }
    : { kind: 'moved', changes };
}

function changesFor(scope: ConfigScope, path: OptionPathParts, target: string): Change[] | undefined {
  const current = scope.lookup(target);
  if (current.kind === 'absent') return [scope.rename(path, target)];
  const targetEntries = scope.entries(target);
  if (!isList(current) || !targetEntries) return undefined;
  const entries = scope.entries(path);
  if (!entries || entries.isComputed)
    return [scope.append(target, [{ from: path, isSpread: true }]), scope.remove(path)];
  const existing = new Set(targetEntries.list.flatMap((entry) => textOf(scope, entry)));
  const missing = entries.list.filter((entry) => {
    const [text] = textOf(scope, entry);
    if (text === undefined) return true;
    const isNew = !existing.has(text);
    existing.add(text);
    return isNew;
  });
  const items = missing.map((entry) => ({ from: entry.path }));
  return [...(items.length > 0 ? [scope.append(target, items)] : []), scope.remove(path)];
}

/** The text that identifies an item: a string, or the name of a spread list. */
function textOf(scope: ConfigScope, { lookup, path }: Entry): string[] {
  if (lookup.kind === 'static') return typeof lookup.value === 'string' ? [lookup.value] : [];
  const text = scope.textOf(path) ?? '';
  return /^\.\.\.[\w$.]+$/.test(text) ? [text] : [];
}

interface MovingOption {
  readonly path: OptionPathParts;
  readonly at: Position;
  /** The option that it moves to, as messages write it. */
  readonly to: string;
  /** The follow-ups if it moves. */
  readonly moved: readonly FollowUpNote[];
  /** The follow-ups if the target is set and wins. */
  lost(message: string): readonly FollowUpNote[];
}

/** Moves a value to another option, unless that is set. */
export function moveValue(
  config: ConfigDocument,
  scope: ConfigScope,
  { path, at, to, moved, lost }: MovingOption,
  target: OptionPathParts,
): Finding {
  const option = optionName(scope, path);
  const what = `\`${option}\``;
  if (isSetUnderCondition(config, scope, target)) {
    const message = `\`${option}\` is kept, because \`${to}\` is only set under a condition and would take precedence: move it manually.`;
    return { option, at, followUps: [{ code: 'not-written', message }] };
  }
  // If it is unknown whether the target is set, the change cannot be written, which is reported.
  if (!scopeSetting(config, scope, target)) {
    const changes = [scope.rename(path, target)];
    return { option, at, changes, message: { what, done: `moved to \`${to}\`` }, followUps: moved };
  }
  const value = scope.textOf(path) ?? showPath(path);
  const dropped = `\`${to}\` is already set and takes precedence; the value of \`${option}\` is dropped: ${value}.`;
  const message = { what, done: `removed: \`${to}\` is set` };
  return { option, at, changes: [scope.remove(path)], message, followUps: lost(dropped) };
}
