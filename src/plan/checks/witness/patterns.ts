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

/** How the choices of `@(a|b)` and its like end. */
const groupEnds: ReadonlyMap<string, string> = new Map([
  ['@(', ')'],
  ['?(', ')?'],
  ['+(', ')+'],
  ['*(', ')*'],
  ['!(', ')(?:/|$))[^/]*'],
]);

function patternSource(pattern: string): string {
  const parts = pattern.match(/[@?+*!]\(|\*\*\/|\*\*|\*|\?|[{}|),]|\[[^\]]*\]|[^*?{},[@+!|)]+|[[@+!]/g) ?? [];
  const ends: string[] = [];
  return parts
    .map((part) => {
      if (part === '**/') return '(?:.*/)?';
      if (part === '**') return '.*';
      if (part === '*') return '[^/]*';
      if (part === '?') return '[^/]';
      const end = part === '{' ? '}' : groupEnds.get(part);
      if (end !== undefined) {
        ends.push(end);
        return part === '!(' ? '(?!(?:' : '(?:';
      }
      const last = ends.at(-1);
      const isList = last === '}';
      if (last !== undefined && part === (isList ? '}' : ')')) {
        ends.pop();
        return isList ? ')' : last;
      }
      if (last !== undefined && part === (isList ? ',' : '|')) return '|';
      return part.startsWith('[') && part.endsWith(']') ? part.replace(/^\[!/, '[^') : escaped(part);
    })
    .join('');
}
