import { isInside, pathFrom, placeAt } from '../../../config/places.ts';
import { compileRule, type GlobTest } from '../../../project/globs.ts';
import type { MoveMap } from '../../../project/moves.ts';
import type { Snapshot, TreePath } from '../../../project/snapshot.ts';
import type { ReadFrom } from './readings.ts';

/** The files and folders that a place names: with its extension or without. */
export type Finder = (place: TreePath) => readonly TreePath[];

/** What places name before the moves and after them. */
export interface Finders {
  readonly before: Finder;
  readonly after: Finder;
}

export function createFinders(
  { files, ignored, foreign, unreadable }: Snapshot,
  moves: MoveMap,
  buildDir: string,
): Finders {
  const made = new RegExp(`(?:^|/)(?:${escaped(buildDir)}|node_modules)(?:/|$)`);
  const isMade = (place: TreePath) => made.test(place);
  const links = files.filter(({ link }) => link !== undefined);
  const closed = [...ignored, ...foreign, ...unreadable, ...links].map(({ path }) => path);
  const paths = files.map(({ path }) => path);
  return {
    before: createFinder(paths, closed, isMade),
    after: createFinder(paths.map(moves.after), [...closed, ...closed.map(moves.after)], isMade),
  };
}

/** Every text is looked up, so that each way to name something is made once, ahead. */
function createFinder(
  paths: readonly TreePath[],
  closed: readonly TreePath[],
  isMade: (place: TreePath) => boolean,
): Finder {
  // Mostly a place names one thing, and a list for each would take more memory than all paths.
  const named = new Map<TreePath, TreePath | readonly TreePath[]>([['', '']]);
  const add = (place: TreePath, path: TreePath): void => {
    const known = listOf(named.get(place));
    if (!known.includes(path)) named.set(place, known.length === 0 ? path : [...known, path]);
  };
  const addFolders = (path: TreePath): void => {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (listOf(named.get(folder)).includes(folder)) return;
      add(folder, folder);
    }
  };
  for (const path of [...paths, ...closed]) {
    add(path, path);
    addFolders(path);
    for (const place of shortNames(path)) add(place, path);
  }
  const unlisted = new Set(closed);
  return (place) => {
    const found = named.get(place) ?? named.get(place.replace(/\.[cm]?jsx?$/, ''));
    if (found !== undefined) return listOf(found);
    // What is outside, not listed, or made by a tool may be there.
    const isUnseen = place === '..' || place.startsWith('../') || isBelow(place, unlisted);
    return isUnseen || isMade(place) ? [place] : nothing;
  };
}

const nothing: readonly TreePath[] = [];

function listOf(found: TreePath | readonly TreePath[] = nothing): readonly TreePath[] {
  return typeof found === 'string' ? [found] : found;
}

/** What bundlers find without its extension. */
const extensionless = /\.(?:[cm]?[jt]sx?|vue|json|css|s[ac]ss|less|styl|postcss)$/;

/** Without the extension, and without the underscore of a style sheet that is only a part. */
function shortNames(path: TreePath): readonly TreePath[] {
  if (!extensionless.test(path)) return nothing;
  const slash = path.lastIndexOf('/') + 1;
  const dot = path.lastIndexOf('.');
  const end = dot <= slash ? path.length : path.endsWith('.d.ts') ? path.length - 5 : dot;
  const stem = path.slice(0, end);
  if (path[slash] !== '_') return [stem];
  return [stem, path.slice(0, slash) + stem.slice(slash + 1), path.slice(0, slash) + path.slice(slash + 1)];
}

function isBelow(place: TreePath, folders: ReadonlySet<TreePath>): boolean {
  for (let end = place.length; end > 0; end = place.lastIndexOf('/', end - 1))
    if (folders.has(place.slice(0, end))) return true;
  return false;
}

/** Whether texts that stand in the place of a path or pattern name the files that it named; undefined if it named none. */
export type PatternCheck = (
  old: string,
  now: readonly string[],
  near: readonly ReadFrom[],
) => boolean | undefined;

/** Where a pattern starts to be more than a path: at a wildcard, or a sign that a backslash makes a plain one. */
const magic = /[*?{[]|[@+!]\(|\\[^\w/.]/;
const lastFolder = new RegExp(`[^/]*(?:${magic.source}).*$`);
const openEnd = new RegExp(`/?(?:${magic.source}).*$`);

/** Compares whole sets of files. */
export function createPatternCheck({ files }: Snapshot, moves: MoveMap, find: Finders): PatternCheck {
  const before = files.map(({ path }) => path);
  const after = before.map(moves.after);
  const named = (all: readonly TreePath[], folder: TreePath, texts: readonly string[]) => {
    const tests = texts.map((text) => testOf(folder, text));
    return all.filter((path) => tests.some((test) => test(path))).toSorted();
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
function testOf(folder: TreePath, text: string): GlobTest {
  const path = plainPath(text);
  const at = path.search(magic);
  const start = at === -1 ? path : path.slice(0, path.lastIndexOf('/', at) + 1);
  const place = placeAt(folder, start);
  if (at === -1) return (other) => isInside(other, place);
  const isMatch = compileRule(path.slice(start.length));
  return (other) => isInside(other, place) && isMatch?.(pathFrom(place, other)) === true;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
