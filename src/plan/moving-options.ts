import { type Change, type OptionPathParts, showPath } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import type { Entry } from '../config/entries.ts';
import { isList } from '../config/lookup.ts';
import type { Position } from '../config/problem.ts';
import { isSetUnderCondition, optionName, scopeSetting } from './config-scopes.ts';
import type { Finding } from './definition.ts';
import type { FollowUpNote } from './follow-up.ts';

/** How the items of a list get to another one, or why they do not. */
type ListMove =
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

/** An option that moves. */
interface MovingOption {
  readonly path: OptionPathParts;
  readonly at: Position;
  /** The option that it moves to, as messages call it. */
  readonly to: string;
  /** What is reported if it moves. */
  readonly moved: readonly FollowUpNote[];
  /** What is reported if another value is there and wins; the message says so. */
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
  return {
    option,
    at,
    changes: [scope.remove(path)],
    message: { what, done: `removed: \`${to}\` is set` },
    followUps: lost(
      `\`${to}\` is already set and takes precedence; the value of \`${option}\` is dropped: ${value}.`,
    ),
  };
}
