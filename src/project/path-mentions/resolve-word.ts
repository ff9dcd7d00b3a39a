import { isInside, type PlacePath, pathFrom, placeAt, splitGlob } from '../../config/places.ts';
import { isSigned, readText } from '../aliases.ts';
import { compileGlob, expandChoices } from '../globs.ts';
import type { Move } from '../moves.ts';
import type { AliasScope, BaseFolder } from '../references/reference.ts';
import { isMeantForA, namesSomething } from '../references/resolve.ts';
import { relativeText, respell } from '../references/rewrite.ts';
import { nearestFolder, resolveFile } from '../tree.ts';
import type { MatchedFiles, MovedTree } from '../tree-after.ts';
import { isPathLike, type PathWord, textOf } from './words.ts';

/** What a word said, and what it would have to say now. */
export interface PathMention {
  readonly start: number;
  readonly said: string;
  readonly now: string;
  /** What is in the folder and does not go where the folder goes. */
  readonly apart: readonly Move[];
}

/** What the words of a file are resolved with. */
export interface WordContext extends MovedTree {
  /** Folders that exist and move, or of which a part leaves. */
  readonly moved: readonly Move[];
  /** Tried in this order: the first that a word leads somewhere from is meant. */
  readonly bases: readonly [own: BaseFolder, ...others: BaseFolder[]];
  /** Absent if `~` means something else. */
  readonly aliases: AliasScope | undefined;
  /** Whether a path may name what only a build makes. */
  readonly mayBeMade: boolean;
  /** Whether a slash in front means the root. */
  readonly isRooted: boolean;
  /** The framework's own command, which takes names of its tasks. */
  readonly command: string;
  /** What the patterns of tools match. */
  readonly files: MatchedFiles;
}

/** What stands for the folder of a repository or a project. */
const variables = [
  ['PWD', 'INIT_CWD', 'WORKSPACE', 'CI_PROJECT_DIR', 'GITHUB_WORKSPACE', 'BITBUCKET_CLONE_DIR'],
  ['workspaceFolder', 'workspaceRoot'],
].flat();
const computed = ['pwd', 'Build\\.SourcesDirectory', 'System\\.DefaultWorkingDirectory'];
/** What a path starts with that stands for one of these folders. */
const homes = new RegExp(
  [
    '^(?:<rootDir>|\\{(?:project|workspace)Root\\}',
    `\\$\\{?(?:${variables.join('|')})\\}?`,
    `\\$\\((?:${computed.join('|')})\\)`,
    '\\$\\{\\{\\s*github\\.workspace\\s*\\}\\})/',
  ].join('|'),
);

/** What a word names that moves; undefined if it names no path, or one that still holds. */
export function resolveWord(word: PathWord, context: WordContext): PathMention | undefined {
  const { text, lead } = pathIn(textOf(word));
  if (text === '' || text.includes('://') || /^[A-Za-z]:[\\/]/.test(text)) return undefined;
  if (!context.isRooted && word.text.startsWith('/')) return undefined;
  for (const path of expandChoices(text)) {
    const found = isSigned(path) ? resolveAlias(path, context) : resolvePath(path, word, context);
    if (found && found !== 'holds') return { start: word.start + lead, ...found };
  }
  return undefined;
}

/** The negation in front of a pattern; that of `!(a|b)` belongs to its choices. */
function signOf(word: string): '!' | '' {
  return /^!(?!\()/.test(word) ? '!' : '';
}

/** The negation in front of a path, and the variable for the project's folder. */
export function leadOf(word: string): string {
  const sign = signOf(word);
  return sign + (homes.exec(word.slice(sign.length))?.[0] ?? '');
}

/** Without what leads it, and the target of a mount (`./a:/b`). */
function pathIn(written: string): { readonly text: string; readonly lead: number } {
  const word = written.replaceAll('\\', '/');
  const lead = leadOf(word).length;
  // What a pattern found elsewhere is put in (`$1`) is as open as a star.
  const path = word.slice(lead).replace(/\$\d.*$/, '*');
  const colon = /^(?!\w+:\/\/|[A-Za-z]:\/)[^:@]*(?=:)/.exec(path);
  return { text: colon && !path.includes('://') ? colon[0] : path, lead };
}

type Change = Omit<PathMention, 'start'>;
/** What became of a path that led somewhere from a base: it changes, or still holds. */
type Outcome = Change | 'holds';

function resolvePath(path: string, word: PathWord, context: WordContext): Outcome | undefined {
  const plain = word.plain && word.command !== context.command;
  if (!plain && !path.includes('/')) return undefined;
  const { bases } = context;
  const existing = firstOf(bases, (base) => resolveExisting(path, base, context));
  // What is not there yet is made where its folder is. Names that only look like paths are not made.
  const mayBeMade = context.mayBeMade && path.includes('/') && (plain || isPathLike(path));
  return existing ?? (mayBeMade ? firstOf(bases, (base) => resolveMade(path, base, context)) : undefined);
}

function firstOf<T, U>(list: readonly T[], read: (one: T) => U | undefined): U | undefined {
  for (const one of list) {
    const found = read(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function resolveMade(path: string, base: BaseFolder, context: WordContext): Outcome | undefined {
  const { folder } = splitGlob(path.replace(/^\/+/, ''));
  const place = placeAt(base.before, folder);
  const isNear = isInside(place, '') && nearestFolder(place, base.before, context.tree) !== undefined;
  return isNear ? (changeOf(base, folder, place, context) ?? 'holds') : undefined;
}

function resolveExisting(written: string, base: BaseFolder, context: WordContext): Outcome | undefined {
  const path = written.replace(/^\/+/, '');
  const { folder, pattern } = splitGlob(path);
  const place = placeAt(base.before, folder);
  const isBase = place === base.before;
  const isThere =
    pattern === ''
      ? leadsSomewhere(place, written, context)
      : isBase || context.tree.kindOf(place) !== undefined;
  if (!isInside(place, '') || !isThere) return undefined;
  const change = isBase ? undefined : changeOf(base, folder, place, context);
  if (change) return change;
  const matched = pattern === '' ? undefined : matchedMove(base, path, written, context);
  return matched ?? (pattern === '' || !isBase ? 'holds' : undefined);
}

/** A path may leave the extension of a file out, but not one that may as well be an address, or a word. */
function leadsSomewhere(place: PlacePath, written: string, { tree }: WordContext): boolean {
  if (place === '' || tree.kindOf(place) !== undefined) return true;
  const mayLeaveOut = !/^\/|\/$/.test(written) && /[^./]\/[^/]/.test(written);
  return mayLeaveOut && resolveFile(tree, place) !== undefined;
}

function changeOf(
  base: BaseFolder,
  said: string,
  place: PlacePath,
  context: WordContext,
): Change | undefined {
  const after = context.moves.after(place);
  const apart = leavingFrom(place, after, context);
  if (placeAt(base.after, said) === after && apart.length === 0) return undefined;
  return { said, now: relativeText(base.after, after, said), apart };
}

/** What is in a folder and does not end up in the place that the folder goes to. */
export function leavingFrom(folder: PlacePath, after: PlacePath, { moves }: MovedTree): Move[] {
  return moves.partsOf(folder).filter(({ to }) => !isInside(to, after));
}

/** A pattern with stars on the way to what moves, as in `apps/*` + `/pages`; two stars reach it anywhere. */
function matchedMove(
  { before, after }: BaseFolder,
  path: string,
  written: string,
  context: WordContext,
): Change | undefined {
  const all = placeAt('', path).split('/');
  // A pattern that is a name alone fits in every folder.
  if (all.length === 1 && !written.includes('/')) return undefined;
  const deep = all.indexOf('**');
  const segments = deep === -1 ? all : all.slice(0, deep);
  const move = context.moved.find(({ from }) => {
    if (!isInside(from, before)) return false;
    const parts = pathFrom(before, from).split('/');
    return (
      parts.length <= segments.length &&
      segments[parts.length - 1] === parts.at(-1) &&
      parts.every((part, index) => fitsSegment(part, segments[index] ?? ''))
    );
  });
  if (!move) return undefined;
  const { from, to } = move;
  return { said: pathFrom(before, from), now: pathFrom(after, to), apart: leavingFrom(from, to, context) };
}

function fitsSegment(name: string, segment: string): boolean {
  return name === segment || (/[*?]/.test(segment) && compileGlob(segment)?.(name) === true);
}

function resolveAlias(path: string, { aliases, tree, moves, bases }: WordContext): Change | undefined {
  const { folder, pattern } = splitGlob(path);
  const text = (pattern === '' ? path : folder).replace(/\/$/, '');
  const read = aliases && readText(aliases.before, text);
  if (!read || text === read.alias || !namesSomething(tree, read.place)) return undefined;
  const resolved = { form: 'alias', text, lead: '', tail: '', ...read } as const;
  if (isMeantForA(resolved, aliases, tree)) return undefined;
  const now = respell(resolved, moves.after(read.place), { ...bases[0], aliases }, 'module');
  return now === undefined ? undefined : { said: text, now, apart: [] };
}
