import { groupedBy } from '../config/grouped.ts';
import type { Position } from '../config/problem.ts';
import { type FollowUp, followUpFrom, listedTexts, listOf, placesByLine } from './follow-up.ts';

/** What is different about a string that names a path, and that only its reader knows the base of. */
export interface StringChange {
  /** What becomes of the place that it names, as the end of a sentence. */
  readonly outcome: string;
  /** What to write, for each folder that it may be read from and no longer holds. */
  readonly writes: readonly { readonly base: string; readonly text: string }[];
  /** The folders that it may be read from and still holds. */
  readonly holds: readonly string[];
}

/** A note about one string of a config. */
export interface StringNote {
  readonly code: 'config-string-path' | 'glob-split' | 'module-option-path';
  /** The option that has it as its value; empty for a string in code. */
  readonly option: string;
  readonly at: Position;
  readonly text: string;
  /** What to do, or the end of a sentence that says so. */
  readonly change: StringChange | string;
}

/** The follow-ups for the strings of one file: entries of one list are one follow-up, and so are those of one line. */
export function stringFollowUps(notes: readonly StringNote[]): FollowUp[] {
  const lists = [...groupedBy(notes, ({ code, option, at }) => `${code} ${listOf(option) ?? placeKey(at)}`)];
  const single = lists.flatMap(([, group]) => (group.length === 1 ? group : []));
  const lines = [...groupedBy(single, ({ code, at }) => `${code} ${at.line}`)];
  return [...lists.filter(([, group]) => group.length > 1), ...lines].flatMap(([, group]) => {
    const [first] = group;
    if (!first) return [];
    const { code, option, at } = first;
    const evidence = placesByLine(group.map((note) => note.at));
    return [followUpFrom({ code, message: messageFor(group), evidence }, option, at)];
  });
}

function placeKey({ line, column }: Position): string {
  return `${line}:${column}`;
}

/** One sentence for all texts that are read from the same folders. */
function messageFor(notes: readonly StringNote[]): string {
  const groups = groupedBy(notes, ({ change }) =>
    typeof change === 'string'
      ? change
      : JSON.stringify([change.writes.map(({ base }) => base), change.holds]),
  );
  return [...groups.values()].map(sentenceFor).join(' ');
}

// Enough to see what kind of paths they are; the lines are shown with the rest.
const mostTexts = 3;

function sentenceFor(notes: readonly StringNote[]): string {
  const texts = [...new Set(notes.map(({ text }) => `\`${text}\``))];
  const isOne = texts.length === 1;
  const options = optionsOf(notes);
  const names = options.length > 1 ? 'contain' : 'contains';
  const subject = options.length > 0 ? listedTexts(options, mostTexts) : isOne ? 'This string' : 'This line';
  const start = `${subject} ${names} ${listedTexts(texts, mostTexts)}`;
  const changes = notes.map(({ change }) => change);
  const [first] = changes;
  if (first === undefined || typeof first === 'string') return `${start}, ${first ?? ''}`;
  const [it, is, holds] = isOne ? ['it', 'is', 'works'] : ['they', 'are', 'work'];
  const writes = first.writes.map(({ base }, index) => {
    const written = changes.flatMap((one) =>
      typeof one === 'string' ? [] : (one.writes[index]?.text ?? []),
    );
    const all = [...new Set(written.map((text) => `\`${text}\``))];
    const shown =
      all.length > mostTexts ? `${all.slice(0, mostTexts).join(', ')} and so on` : listedTexts(all);
    return `if ${it} ${is} resolved from ${base}, use ${shown}`;
  });
  const rest =
    first.holds.length > 0 ? `; if resolved from ${first.holds.join(' or ')}, ${it} still ${holds}` : '';
  return `${start}${isOne ? `, which ${first.outcome}` : ''}: ${writes.join(', ')}${rest}.`;
}

/** The options that are named; the entries of a list by the name of the list. */
function optionsOf(notes: readonly StringNote[]): string[] {
  const known = notes.filter(({ option }) => option !== '');
  const lists = groupedBy(known, ({ option }) => listOf(option) ?? option);
  return [...lists].map(
    ([name, group]) =>
      `\`${new Set(group.map(({ option }) => option)).size > 1 ? name.replace(/\[\]$/, '') : group[0]?.option}\``,
  );
}
