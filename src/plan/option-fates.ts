/**
 * Moves or removes options as their rows in the catalogue say: `generate.routes` becomes
 * `serverEngine.prerender.routes`.
 */

import type { Catalogue, Json, Option } from '../catalogue/index.ts';
import { type Change, isMovedItem, type OptionPathParts, pathParts } from '../config/change.ts';
import { type ConfigDocument, type ConfigScope, matchOption } from '../config/document.ts';
import { type Entry, isList, isWritten, type Written } from '../config/lookup.ts';
import { isUnset } from '../paths/bases.ts';
import { isSetUnderCondition, scopeSetting } from './config-scopes.ts';
import type { Finding } from './definition.ts';
import type { FollowUpNote } from './follow-up.ts';

/** An option that moves or is removed, as it is written in a part of the config. */
export interface WrittenRow {
  readonly config: ConfigDocument;
  readonly scope: ConfigScope;
  readonly row: Option;
  readonly path: OptionPathParts;
  readonly lookup: Written;
  /** The name of the option, including the override block. */
  readonly name: string;
  /** What to report about its change. */
  readonly notes: readonly FollowUpNote[];
}

/** Whether Variant A no longer has an experimental option. */
export function isRemovedExperiment(
  { path: { experimental } }: Catalogue,
  { path, fate }: Option,
): boolean {
  return fate.kind === 'removed' && path.startsWith(`${experimental}.`);
}

/** Moves and removes options in every part of the config, as their rows say; `notesOn` reports those that are set. */
export function applyFates(
  config: ConfigDocument,
  rows: readonly Option[],
  notesOn: (option: WrittenRow) => readonly FollowUpNote[],
): Finding[] {
  return config.scopes.flatMap((scope) => {
    const unread = new Set<string>();
    return rows.flatMap((row) =>
      matchOption(scope, row.path).flatMap(({ path, lookup, reached }): Finding[] => {
        // A branch of a conditional value is handled together with the whole value.
        if (lookup.condition === 'branch') return [];
        const option = { config, scope, row, path, lookup, name: scope.nameOf(path), notes: [] };
        if (reached) return applyFate({ ...option, notes: isUnset(lookup) ? [] : notesOn(option) });
        // A computed group is reported once for all options in it.
        if (row.fate.kind !== 'moved' || unread.has(option.name)) return [];
        unread.add(option.name);
        const { to } = row.fate;
        return [
          kept(
            option,
            `${whyUnread(option)}: if it sets \`${row.path}\`, move that to \`${to}\` manually.`,
          ),
        ];
      }),
    );
  });
}

function applyFate(option: WrittenRow): Finding[] {
  const { row, lookup, name, notes } = option;
  const { fate } = row;
  if (fate.kind === 'removed') return [removeOption(option)];
  if (fate.kind !== 'moved')
    return notes.length > 0 ? [{ option: name, at: lookup.at, followUps: notes }] : [];
  const isAppended = fate.merge === 'append' && !isUnset(lookup);
  return [isAppended ? moveList(option, fate.to) : moveValue(option, fate.to)];
}

/** Leaves an option as it is, and reports why. */
function kept({ name, lookup: { at } }: WrittenRow, why: string): Finding {
  return { option: name, at, followUps: [{ code: 'not-written', message: `\`${name}\` ${why}` }] };
}

function whyUnread({ lookup }: WrittenRow): string {
  return lookup.kind === 'dynamic' ? lookup.why : 'is not a list';
}

/** Removes an option, and reports a value that Variant A does not have anyway: its default, or off. */
function removeOption({ config, scope, path, lookup, name, row, notes }: WrittenRow): Finding {
  const { a } = config.catalogue.names.variants;
  const always = alwaysIn(row);
  const isUnneeded =
    isUnset(lookup) || (lookup.kind === 'static' && lookup.value === (always ?? false));
  const value = lookup.kind === 'dynamic' ? lookup.why : `was ${scope.textOf(path) ?? 'set'}`;
  const change =
    always === undefined ? 'no longer has it' : `always behaves as with ${JSON.stringify(always)}`;
  const message = `\`${name}\` ${value}, but ${a} ${change}: check whether the project relies on it.`;
  const note = { code: 'removed-option', message } as const;
  const general = always === undefined ? note : ({ ...note, kind: 'verify' } as const);
  return {
    option: name,
    at: lookup.at,
    changes: [scope.remove(path)],
    message: { what: `\`${name}\``, done: `removed: ${a} no longer has it` },
    followUps: isUnneeded ? [] : notes.length > 0 ? notes : [general],
  };
}

/** The value that Variant A always has for an option that it no longer offers; undefined if it has none. */
export function alwaysIn({ a }: Option): Json | undefined {
  return a.kind === 'value' ? a.value : undefined;
}

/**
 * The option that a value is merged with: the target or, if that is unset, another option that moves there.
 * Options that also move in the default edition come first.
 */
function mergedWith({ config: { catalogue }, scope, row }: WrittenRow, to: string): string {
  if (isWritten(scope.lookup(to))) return to;
  const written = catalogue.sourcesOf(to).filter((source) => isWritten(scope.lookup(source)));
  const isNew = (source: string) => Number(catalogue.findOption(source)?.isNewFate ?? false);
  const [first = row.path] = written.toSorted((a, b) => isNew(a) - isNew(b));
  return first === row.path ? to : first;
}

/** Moves a list, or appends its items to an existing one. */
function moveList(option: WrittenRow, to: string): Finding {
  const { config, scope, path, lookup, name, notes } = option;
  const { at } = lookup;
  if (!isList(lookup))
    return kept(
      option,
      `${whyUnread(option)}: move it to \`${to}\`, which takes a list, manually.`,
    );
  const target = mergedWith(option, to);
  const changes = listChanges(scope, path, target);
  const isReplaced = config.scopes.some(
    (other) => other !== scope && other.block.includes('$if(') && other.replaces(target),
  );
  // Where a condition replaces the target, an item that is only removed would be lost.
  if (!changes || (isReplaced && changes.every(onlyRemoves))) {
    const why = changes ? `a condition replaces \`${to}\`` : `it or \`${to}\` is computed`;
    return kept(option, `is kept, because ${why}: merge the two manually.`);
  }
  const message = { what: `\`${name}\``, done: `moved to \`${to}\`` };
  return { option: name, at, changes, message, followUps: notes };
}

/** Whether a change adds nothing: all items that it appends are already there. */
function onlyRemoves(change: Change): boolean {
  if (change.kind !== 'append') return change.kind === 'remove';
  return change.items.every((item) => isMovedItem(item) && item.isRepeat);
}

/** The changes that add the items of a list to another one; undefined if one of them is computed. */
function listChanges(
  scope: ConfigScope,
  path: OptionPathParts,
  target: string,
): Change[] | undefined {
  const current = scope.lookup(target);
  if (current.kind === 'absent') return [scope.rename(path, target)];
  const [entries, targetEntries] = [scope.entries(path), scope.entries(target)];
  if (!isList(current) || !targetEntries || targetEntries.isComputed) return undefined;
  // The items of a list that is computed or written elsewhere stay there.
  if (!entries || entries.isComputed || !scope.textOf(path)?.startsWith('[')) return undefined;
  const known = new Set(targetEntries.list.map((entry) => identity(scope, entry)));
  const items = entries.list.map((entry) => {
    const key = identity(scope, entry);
    const isRepeat = known.has(key);
    known.add(key);
    return { from: entry.path, isRepeat };
  });
  return [...(items.length > 0 ? [scope.append(target, items)] : []), scope.remove(path)];
}

/** The text that identifies an item: a string, or the name of a spread list. Other items are only equal to themselves. */
function identity(scope: ConfigScope, entry: Entry): string | Entry {
  const { lookup, path } = entry;
  if (lookup.kind === 'static') return typeof lookup.value === 'string' ? lookup.value : entry;
  const text = scope.textOf(path) ?? '';
  return /^\.\.\.[\w$.]+$/.test(text) ? text : entry;
}

/** Moves a value to another option, unless that is set. */
export function moveValue(option: WrittenRow, to: string): Finding {
  const { config, scope, path, lookup, name, notes } = option;
  const { at } = lookup;
  const what = `\`${name}\``;
  const target = pathParts(mergedWith(option, to));
  if (isSetUnderCondition(config, scope, target)) {
    const why = `\`${to}\` may be set under a condition and would take precedence`;
    return kept(option, `is kept, because ${why}: move it manually.`);
  }
  // If it is unknown whether the target is set, the change cannot be written, which is reported.
  if (!scopeSetting(config, scope, target)) {
    const changes = [scope.rename(path, target)];
    return {
      option: name,
      at,
      changes,
      message: { what, done: `moved to \`${to}\`` },
      followUps: notes,
    };
  }
  const dropped = `\`${to}\` is already set and takes precedence; the value of \`${name}\` is dropped: ${scope.textOf(path)}.`;
  const conflict = { code: 'moved-option-conflict', message: dropped } as const;
  const message = { what, done: `removed: \`${to}\` is set` };
  const followUps = isUnset(lookup) ? [] : [conflict];
  return { option: name, at, changes: [scope.remove(path)], message, followUps };
}
