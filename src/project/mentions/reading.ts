import {
  isInside,
  isRelativePath,
  type PlacePath,
  pathFrom,
  placeAt,
  splitGlob,
} from '../../config/places.ts';
import { readText, writeText } from '../aliases.ts';
import type { Move } from '../moves.ts';
import type { AliasScope, World } from '../references/world.ts';
import type { TreePath } from '../snapshot.ts';
import { resolveFile } from '../tree.ts';
import { expandBraces } from './braces.ts';
import { nearestFolder } from './nearest-folder.ts';
import { isPathLike, type Word } from './word.ts';

/** A folder that paths are read from, before and after. */
export interface Base {
  readonly before: TreePath;
  readonly after: TreePath;
}

/** What a word said, and what it would have to say now. */
export interface Mention {
  readonly start: number;
  readonly said: string;
  readonly now: string;
  /** What is in the folder and does not go where the folder goes. */
  readonly apart: readonly Move[];
}

/** What a word is read with. */
export interface Reading {
  readonly world: World;
  /** Folders that exist and move, or of which a part leaves. */
  readonly moved: readonly Move[];
  /** Tried in this order: the first that a word leads somewhere from is meant. */
  readonly bases: readonly Base[];
  /** Absent where `~` means something else. */
  readonly aliases: AliasScope | undefined;
  /** Whether a path may name what only a build makes. */
  readonly mayBeMade: boolean;
}

/** What stands for the folder of a repository or a project. */
const variables = [
  ['PWD', 'INIT_CWD', 'WORKSPACE', 'CI_PROJECT_DIR', 'GITHUB_WORKSPACE', 'BITBUCKET_CLONE_DIR'],
  ['workspaceFolder', 'workspaceRoot'],
].flat();
const computed = ['pwd', 'Build\\.SourcesDirectory', 'System\\.DefaultWorkingDirectory'];
const homes = new RegExp(
  [
    '^(?:<rootDir>',
    `\\$\\{?(?:${variables.join('|')})\\}?`,
    `\\$\\((?:${computed.join('|')})\\)`,
    '\\$\\{\\{\\s*github\\.workspace\\s*\\}\\})/',
  ].join('|'),
);

/** What a word names that moves; nothing where it names no path, or one that still holds. */
export function readWord(word: Word, reading: Reading): Mention | undefined {
  const { text, lead } = pathIn(word.text);
  if (text === '' || text.includes('://') || /^[A-Za-z]:[\\/]/.test(text)) return undefined;
  const start = word.start + lead;
  for (const path of expandBraces(text)) {
    const found = /^[~@#]/.test(path)
      ? readAlias(path, reading)
      : word.plain || path.includes('/')
        ? (readPath(path, reading) ?? readMade(path, word, reading))
        : undefined;
    if (found && found !== 'holds') return { start, ...found };
  }
  return undefined;
}

/** Without a negation, the variable for the project's folder, and where something is mounted (`./a:/b`). */
function pathIn(word: string): { readonly text: string; readonly lead: number } {
  const [sign = ''] = /^!/.exec(word) ?? [];
  const rest = word.slice(sign.length).replaceAll('\\', '/');
  const home = homes.exec(rest)?.[0].length ?? 0;
  // What a pattern found elsewhere is put in (`$1`) is as open as a star.
  const path = rest.slice(home).replace(/\$\d.*$/, '*');
  const colon = /^(?!\w+:\/\/|[A-Za-z]:\/)[^:@]*(?=:)/.exec(path);
  return { text: colon && !path.includes('://') ? colon[0] : path, lead: sign.length + home };
}

type Found = Omit<Mention, 'start'>;
/** Where a path led from a base: it may be told of, or still hold. */
type Reached = Found | 'holds';

function readPath(path: string, { world, moved, bases }: Reading): Reached | undefined {
  const rooted = path.replace(/^\/+/, '');
  return firstOf(bases, (base) => readFrom(base, rooted, path, world, moved));
}

function firstOf<T, U>(list: readonly T[], read: (one: T) => U | undefined): U | undefined {
  for (const one of list) {
    const found = read(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What is not there yet is made where its folder is. Names that only look like paths are not made. */
function readMade(path: string, { plain }: Word, { world, bases, mayBeMade }: Reading): Reached | undefined {
  if (!mayBeMade || !path.includes('/') || !(plain || isPathLike(path))) return undefined;
  const { folder } = splitGlob(path.replace(/^\/+/, ''));
  return firstOf(bases, (base) => {
    const place = placeAt(base.before, folder);
    if (!isInside(place, '') || nearestFolder(place, base.before, world.tree) === undefined) return undefined;
    return changeOf(base, folder, place, world) ?? 'holds';
  });
}

function readFrom(
  base: Base,
  path: string,
  written: string,
  world: World,
  moved: readonly Move[],
): Reached | undefined {
  const { folder, pattern } = splitGlob(path);
  const place = placeAt(base.before, folder);
  if (!isInside(place, '') || (pattern === '' && !leadsSomewhere(place, written, world))) return undefined;
  const isBase = place === base.before;
  if (pattern !== '' && !isBase && world.tree.kindOf(place) === undefined) return undefined;
  const change = isBase ? undefined : changeOf(base, folder, place, world);
  if (change) return change;
  const matched = pattern === '' ? undefined : matchedMove(base, path, written, world, moved);
  if (matched) return matched;
  return pattern === '' || !isBase ? 'holds' : undefined;
}

/** A path may leave the ending of a file out, but not one that may as well be an address, or a word. */
function leadsSomewhere(place: PlacePath, written: string, { tree }: World): boolean {
  if (place === '' || tree.kindOf(place) !== undefined) return true;
  const mayLeaveOut = !/^\/|\/$/.test(written) && /[^./]\/[^/]/.test(written);
  return mayLeaveOut && resolveFile(tree, place) !== undefined;
}

function changeOf(base: Base, said: string, place: PlacePath, world: World): Found | undefined {
  const after = world.moves.after(place);
  const apart = leaving(place, after, world);
  if (placeAt(base.after, said) === after && apart.length === 0) return undefined;
  return { said, now: inStyleOf(said, pathFrom(base.after, after)), apart };
}

function leaving(folder: PlacePath, after: PlacePath, { moves }: World): Move[] {
  return moves.partsOf(folder).filter(({ to }) => !isInside(to, after));
}

/** A pattern with stars on the way to what moves, as in `apps/*` + `/pages`; two stars reach it anywhere. */
function matchedMove(
  { before, after }: Base,
  path: string,
  written: string,
  world: World,
  moved: readonly Move[],
): Found | undefined {
  const all = placeAt('', path).split('/');
  // A pattern that is a name alone fits in every folder.
  if (all.length === 1 && !written.includes('/')) return undefined;
  const deep = all.indexOf('**');
  const segments = deep === -1 ? all : all.slice(0, deep);
  for (const { from, to } of moved) {
    if (!isInside(from, before)) continue;
    const parts = pathFrom(before, from).split('/');
    const fits =
      parts.length <= segments.length &&
      segments[parts.length - 1] === parts.at(-1) &&
      parts.every((part, index) => fitsSegment(part, segments[index] ?? ''));
    if (fits)
      return { said: pathFrom(before, from), now: pathFrom(after, to), apart: leaving(from, to, world) };
  }
  return undefined;
}

function fitsSegment(name: string, segment: string): boolean {
  if (!/[*?]/.test(segment)) return name === segment;
  const source = segment
    .replace(/[^\w*?]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]');
  return new RegExp(`^${source}$`).test(name);
}

function readAlias(path: string, { aliases, world }: Reading): Found | undefined {
  const { folder, pattern } = splitGlob(path);
  const text = (pattern === '' ? path : folder).replace(/\/$/, '');
  const read = aliases && readText(aliases.before, text);
  if (!read || !aliases || text === read.alias) return undefined;
  const { place } = read;
  if (world.tree.kindOf(place) === undefined && resolveFile(world.tree, place) === undefined)
    return undefined;
  const after = world.moves.after(place);
  const readAfter = readText(aliases.after, text)?.place;
  // Where both readings lead somewhere, package.json decides which one was meant.
  const isMigrated = aliases.newer && readAfter !== undefined && world.tree.kindOf(readAfter) !== undefined;
  if (readAfter === after || isMigrated) return undefined;
  const sign = text.startsWith('@') ? '@' : '~';
  const now = writeText(aliases.after, after, { sign, rootOnly: place === after }) ?? after;
  return { said: text, now, apart: [] };
}

/** Keeps the author's leading dot and the slash at the end. */
function inStyleOf(said: string, path: string): string {
  const lead = isRelativePath(said) && !isRelativePath(path) ? './' : '';
  return `${lead}${path || '.'}${said.endsWith('/') && !path.endsWith('/') ? '/' : ''}`;
}
