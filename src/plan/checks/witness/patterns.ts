import { placeAt } from '../../../config/places.ts';
import type { MoveMap } from '../../../project/moves.ts';
import type { Snapshot, TreePath } from '../../../project/snapshot.ts';
import type { Finders } from './places.ts';
import type { ReadFrom } from './readings.ts';

/** Whether texts that stand in the place of a path or pattern name the files that it named; undefined if it named none. */
export type PatternCheck = (
  old: string,
  now: readonly string[],
  near: readonly ReadFrom[],
) => boolean | undefined;

/** Where a pattern starts to be more than a path. */
const magic = /[*?{[]|[@+!]\(/;
const lastFolder = new RegExp(`[^/]*(?:${magic.source}).*$`);
const openEnd = new RegExp(`/?(?:${magic.source}).*$`);

/** Compares whole sets of files, by a reading of patterns that is shared with nothing. */
export function createPatternCheck({ files }: Snapshot, moves: MoveMap, find: Finders): PatternCheck {
  const before = files.map(({ path }) => path);
  const after = before.map(moves.after);
  const named = (all: readonly TreePath[], folder: TreePath, texts: readonly string[]) => {
    const tests = texts.map((text) => testOf(folder, text));
    return all.filter((path) => tests.some((test) => test.test(path))).toSorted();
  };
  const isSame = (one: readonly TreePath[], other: readonly TreePath[]) =>
    one.length === other.length && one.every((path, index) => path === other[index]);
  return (old, now, near) => {
    for (const texts of [[old, ...now], [old, ...now].map((text) => text.replace(lastFolder, ''))]) {
      const [was = '', ...is] = texts;
      const meant = near.filter((base) => named(before, base.before, [was]).length > 0);
      if (meant.length > 0)
        return meant.some((base) =>
          isSame(named(before, base.before, [was]).map(moves.after).toSorted(), named(after, base.after, is)),
        );
    }
    // What is not listed file by file, such as what git ignores.
    const place = (base: TreePath, text: string) => placeAt(base, plainPath(text).replace(openEnd, ''));
    const meant = near.filter((base) => find.before(place(base.before, old)).length > 0);
    if (meant.length === 0) return undefined;
    return meant.some((base) =>
      now.some((text) => place(base.after, text) === moves.after(place(base.before, old))),
    );
  };
}

/** Without a negation, a slash in front or at the end, and a variable for the root. */
function plainPath(text: string): string {
  return text
    .replace(/^!(?!\()/, '')
    .replace(/^(?:<\w+>|\$\{?\w+\}?)?\//, '')
    .replace(/\/$/, '');
}

/** What a pattern matches from a folder, with all that is inside. */
function testOf(folder: TreePath, text: string): RegExp {
  const path = plainPath(text);
  const at = path.search(magic);
  const start = at === -1 ? path : path.slice(0, path.lastIndexOf('/', at) + 1);
  const place = placeAt(folder, start);
  const rest = at === -1 ? '' : path.slice(start.length);
  const lead = place === '' || rest === '' ? escaped(place) : `${escaped(place)}/`;
  return new RegExp(`^${lead}${patternSource(rest)}(?:/.*)?$`.replace('^(?:/.*)?$', '^'));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

const wildcards: ReadonlyMap<string, string> = new Map([
  ['**/', '(?:.*/)?'],
  ['**', '.*'],
  ['*', '[^/]*'],
  ['?', '[^/]'],
]);

/** A list of choices: what starts it, stands between two of them and ends it, and the same as a regular expression. */
interface Choices {
  readonly divider: string;
  readonly closer: string;
  readonly start: string;
  readonly end: string;
}

const extended = { divider: '|', closer: ')', start: '(?:' };
const choices: ReadonlyMap<string, Choices> = new Map([
  ['{', { divider: ',', closer: '}', start: '(?:', end: ')' }],
  ['@(', { ...extended, end: ')' }],
  ['?(', { ...extended, end: ')?' }],
  ['+(', { ...extended, end: ')+' }],
  ['*(', { ...extended, end: ')*' }],
  ['!(', { ...extended, start: '(?!(?:', end: ')(?:/|$))[^/]*' }],
]);

function patternSource(pattern: string): string {
  const parts = pattern.match(/[@?+*!]\(|\*\*\/|\*\*|\*|\?|[{}|),]|\[[^\]]*\]|[^*?{},[@+!|)]+|[[@+!]/g) ?? [];
  const open: Choices[] = [];
  return parts.map((part) => wildcards.get(part) ?? choicesSource(part, open) ?? plainSource(part)).join('');
}

/** What starts, divides or ends choices; `open` are those that the part is in. Undefined for any other part. */
function choicesSource(part: string, open: Choices[]): string | undefined {
  const started = choices.get(part);
  if (started) {
    open.push(started);
    return started.start;
  }
  const inner = open.at(-1);
  if (part === inner?.divider) return '|';
  return part === inner?.closer ? open.pop()?.end : undefined;
}

function plainSource(part: string): string {
  return part.startsWith('[') && part.endsWith(']') ? part.replace(/^\[!/, '[^') : escaped(part);
}
