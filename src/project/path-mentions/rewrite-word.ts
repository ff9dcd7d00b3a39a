import { isInside, type PlacePath, pathFrom, placeAt, splitGlob } from '../../config/paths.ts';
import { isSigned, readText } from '../aliases.ts';
import { compileGlob, expandChoices } from '../globs.ts';
import { type Move, splitOffFrom } from '../moves.ts';
import type { AliasScope, BaseFolder } from '../references/reference.ts';
import { isMeantForA, namesSomething } from '../references/resolve.ts';
import { relativeText, rewriteText } from '../references/rewrite.ts';
import { nearestFolder, resolveFile } from '../tree.ts';
import { isSameSet, type MatchedFiles, type MovedTree } from '../tree-after.ts';
import { isPathLike, type PathWord, type ToolReading } from './words.ts';

/** A path in a text that has to change because of the moves. */
export interface PathMention {
  readonly start: number;
  readonly oldText: string;
  readonly newText: string;
  /** Moves of content of the folder to somewhere else than the folder. */
  readonly splitOff: readonly Move[];
}

/** Everything that is needed to resolve the words of a file. */
export interface WordContext extends MovedTree {
  /** Existing folders that move as a whole or in part. */
  readonly moved: readonly Move[];
  /** Tried in this order: the first base in which a word exists is meant. */
  readonly bases: readonly [own: BaseFolder, ...others: BaseFolder[]];
  /** Undefined if `~` is not an alias here. */
  readonly aliases: AliasScope | undefined;
  /** Whether a path may refer to a file that only a build creates. */
  readonly mayBeGenerated: boolean;
  /** Whether a leading slash means the root. */
  readonly isRooted: boolean;
  /** The framework's command, whose arguments are task names. */
  readonly command: string;
  /** The files that patterns of tools match. */
  readonly files: MatchedFiles;
}

const variables = [
  ['PWD', 'INIT_CWD', 'WORKSPACE', 'CI_PROJECT_DIR', 'GITHUB_WORKSPACE', 'BITBUCKET_CLONE_DIR'],
  ['workspaceFolder', 'workspaceRoot'],
].flat();
const computed = ['pwd', 'Build\\.SourcesDirectory', 'System\\.DefaultWorkingDirectory'];
/** Variables at the start of a path that stand for the root of the repository or of a project. */
const rootVariables = new RegExp(
  [
    '^(?:<rootDir>|\\{(?:project|workspace)Root\\}',
    `\\$\\{?(?:${variables.join('|')})\\}?`,
    `\\$\\((?:${computed.join('|')})\\)`,
    '\\$\\{\\{\\s*github\\.workspace\\s*\\}\\})/',
  ].join('|'),
);

/** The change that a word needs; undefined if it is not a path, or the path is still correct. */
export function resolveWord(word: PathWord, context: WordContext): PathMention | undefined {
  const { text, lead } = pathIn(word.text);
  if (text === '' || text.includes('://') || /^[A-Za-z]:[\\/]/.test(text)) return undefined;
  if (!context.isRooted && word.text.startsWith('/')) return undefined;
  if (word.isInEveryFolder) return renamedFolder(word.start + lead, text, context);
  for (const path of expandChoices(text)) {
    const change = isSigned(path) ? resolveAlias(path, context) : resolvePath(path, word, context);
    if (change && change !== 'holds') return { start: word.start + lead, ...change };
  }
  return undefined;
}

/** The change of a folder's own name, after which a pattern for that name no longer matches it. */
function renamedFolder(start: number, text: string, { bases, moved }: WordContext): PathMention | undefined {
  const nameIn = (path: PlacePath) => path.slice(path.lastIndexOf('/') + 1);
  const oldText = text.replace(/\/$/, '');
  const move = moved.find(({ from }) => nameIn(from) === oldText && isInside(from, bases[0].before));
  if (!move || nameIn(move.to) === oldText) return undefined;
  return { start, oldText, newText: pathFrom(bases[0].after, move.to), splitOff: [] };
}

/** The negation before a pattern; in `!(a|b)` it belongs to the choices. */
function signOf(word: string): '!' | '' {
  return /^!(?!\()/.test(word) ? '!' : '';
}

/** The negation before a path, and the variable for the project's folder. */
function leadOf(word: string): string {
  const sign = signOf(word);
  return sign + (rootVariables.exec(word.slice(sign.length))?.[0] ?? '');
}

// A backslash before a letter is a separator of a Windows path.
const escapes = /\\([^\w/.])/g;

/** The path of a word without its escapes and lead, and without the target of a mount (`./a:/b`). */
function pathIn(written: string): { readonly text: string; readonly lead: number } {
  const word = written.replace(escapes, '$1').replaceAll('\\', '/');
  const lead = leadOf(word).length;
  // `$1` stands for any text, like a star.
  const path = word.slice(lead).replace(/\$\d.*$/, '*');
  const colon = /^(?!\w+:\/\/|[A-Za-z]:\/)[^:@]*(?=:)/.exec(path);
  return { text: colon && !path.includes('://') ? colon[0] : path, lead };
}

type Change = Omit<PathMention, 'start'>;
/** The result for a path that exists in a base: the change, or that it is still correct. */
type Outcome = Change | 'holds';

function resolvePath(path: string, word: PathWord, context: WordContext): Outcome | undefined {
  const plain = word.plain && word.command !== context.command;
  if (!plain && !path.includes('/')) return undefined;
  const { bases } = context;
  const existing = firstOf(bases, (base) => resolveExisting(path, base, context));
  // A file that does not exist yet is created where its folder is; names that only look like paths are not.
  const mayBeGenerated = context.mayBeGenerated && path.includes('/') && (plain || isPathLike(path));
  return (
    existing ?? (mayBeGenerated ? firstOf(bases, (base) => resolveGenerated(path, base, context)) : undefined)
  );
}

function firstOf<T, U>(list: readonly T[], read: (item: T) => U | undefined): U | undefined {
  for (const item of list) {
    const result = read(item);
    if (result !== undefined) return result;
  }
  return undefined;
}

function resolveGenerated(path: string, base: BaseFolder, context: WordContext): Outcome | undefined {
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

/** Whether a place exists. The extension may be missing, unless the text may be an address or a word. */
function leadsSomewhere(place: PlacePath, written: string, { tree }: WordContext): boolean {
  if (place === '' || tree.kindOf(place) !== undefined) return true;
  const mayLeaveOut = !/^\/|\/$/.test(written) && /[^./]\/[^/]/.test(written);
  return mayLeaveOut && resolveFile(tree, place) !== undefined;
}

function changeOf(
  base: BaseFolder,
  oldText: string,
  place: PlacePath,
  context: WordContext,
): Change | undefined {
  const after = context.moves.after(place);
  const splitOff = splitOffFrom(context.moves, place);
  if (placeAt(base.after, oldText) === after && splitOff.length === 0) return undefined;
  return { oldText, newText: relativeText(base.after, after, oldText), splitOff };
}

/** The move of a folder behind the stars of a pattern, as in `apps/*` + `/pages`; two stars match any depth. */
function matchedMove(
  { before, after }: BaseFolder,
  path: string,
  written: string,
  context: WordContext,
): Change | undefined {
  const names = placeAt('', path).split('/');
  // A pattern without a slash matches in every folder.
  if (names.length === 1 && !written.includes('/')) return undefined;
  const deep = names.indexOf('**');
  const segments = deep === -1 ? names : names.slice(0, deep);
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
  return {
    oldText: pathFrom(before, from),
    newText: pathFrom(after, to),
    splitOff: splitOffFrom(context.moves, from),
  };
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
  const newText = rewriteText(resolved, moves.after(read.place), { ...bases[0], aliases }, 'module');
  return newText === undefined ? undefined : { oldText: text, newText, splitOff: [] };
}

/** The new texts of a word, several if it is in a list; `holds` if it still matches the same files. */
type RewrittenWord = readonly string[] | 'holds';

// Characters that only variables, addresses, aliases and extended patterns have.
const notPlain = /[\\$:()|#%\t\r\n"'`]|^[~@-]/;
// Extended patterns like `@(a|b)` in one name: tools of a project know them, pipelines and ignore files do not.
const groups = /[@?+*!]\([^()/]*\)/g;

/**
 * Rewrites a path or pattern so that it matches the same files after the moves. Undefined if that is not
 * certain: nothing matches, several bases are possible, or no text matches the same files.
 */
export function rewriteWord(word: PathWord, context: WordContext): RewrittenWord | undefined {
  const { tool, text } = word;
  if (!tool) return undefined;
  const prefix = leadOf(text);
  const slash = tool.as === 'rule' && text.startsWith('/', prefix.length) ? '/' : '';
  const lead = prefix + slash;
  const path = text.slice(lead.length);
  const mayHaveGroups = tool.as === 'glob' && word.from !== 'repository';
  const plain = mayHaveGroups ? path.replace(groups, '*') : path;
  if (path === '' || path.startsWith('/') || notPlain.test(plain)) return undefined;
  // Whether a pattern without a slash matches in every folder or only in this one depends on the tool.
  const isName = !lead.includes('/') && !path.includes('/');
  if (isName && (!word.plain || splitGlob(path).pattern !== '')) return undefined;
  const bases = new Map(context.bases.map((base) => [base.before, base]));
  const candidates = [...bases.values()].filter((base) => namesFiles(path, base, tool, context));
  const [base, secondBase] = candidates;
  if (!base || secondBase) return undefined;
  const followed = groupsGoTogether(base, path, context) ? followFrom(base, path, tool, context) : undefined;
  if (followed === undefined || followed === 'holds') return followed;
  // A rule with no slash at its start or inside would match in every folder.
  const rooted = (it: string) => (tool.as === 'rule' && slash === '' && !/\/./.test(it) ? `/${it}` : it);
  const written = followed.map((text) => lead + rooted(text));
  return tool.isBare && written.some((text) => /^[^\w./]/.test(text)) ? undefined : written;
}

function namesFiles(
  path: string,
  base: BaseFolder,
  { as }: ToolReading,
  { tree, files }: WordContext,
): boolean {
  const { folder, pattern } = splitGlob(path);
  const place = placeAt(base.before, folder);
  if (!isInside(place, '')) return false;
  if (pattern === '' || (folder !== '' && place !== base.before)) return tree.kindOf(place) !== undefined;
  return files.before(base.before, path, as).size > 0;
}

/**
 * Whether the groups of a pattern (`@(a|b)`) can stay unchanged: in the first name that is not plain if all
 * choices move to the same folder, or in the last name, which is a file name.
 */
function groupsGoTogether(base: BaseFolder, path: string, { moves, tree }: WordContext): boolean {
  const { folder, pattern } = splitGlob(path);
  const [first = '', ...otherNames] = pattern.split('/');
  const hasGroup = (name: string) => name.search(groups) !== -1;
  if (otherNames.slice(0, -1).some(hasGroup)) return false;
  if (otherNames.length === 0 || !hasGroup(first)) return true;
  const places = expandChoices(first)
    .filter((name) => name !== '' && splitGlob(name).pattern === '')
    .map((name) => placeAt(base.before, folder + name));
  const ways = places.map((place) =>
    changedNames(pathFrom(base.before, place), pathFrom(base.after, moves.after(place))),
  );
  return places.every((place) => tree.kindOf(place) !== undefined) && new Set(ways).size < 2;
}

/** A path or pattern that is resolved from a folder. */
interface ReadWord {
  readonly base: BaseFolder;
  readonly path: string;
  readonly folder: string;
  readonly pattern: string;
  readonly place: PlacePath;
  /** The files that the path or pattern matches. */
  readonly named: ReadonlySet<PlacePath>;
}

function followFrom(
  base: BaseFolder,
  path: string,
  { as, between }: ToolReading,
  context: WordContext,
): RewrittenWord | undefined {
  const { files, moves } = context;
  const named = files.before(base.before, path, as);
  const expected = new Set([...named].map(moves.after));
  const isSame = (texts: readonly string[]) =>
    isSameSet(expected, new Set(texts.flatMap((text) => [...files.after(base.after, text, as)])));
  if (named.size > 0 && isSame([path])) return 'holds';
  const { folder, pattern } = splitGlob(path);
  const word: ReadWord = { base, path, folder, pattern, place: placeAt(base.before, folder), named };
  const newText = [movedFolder, movedChoices, movedSegments]
    .map((rewrite) => rewrite(word, context))
    .find((text) => text !== undefined && text !== path && isSame([text]));
  if (newText !== undefined) return [newText];
  const mayBeWritten = ({ length }: readonly string[]) =>
    length === 1 || (length > 1 && between !== undefined);
  const several = movedParts(word, as, context);
  return mayBeWritten(several) && isSame(several) ? several : undefined;
}

/** The word with the new path of its folder; undefined if it is the base, is split, or does not exist. */
function movedFolder({ base, folder, pattern, place }: ReadWord, context: WordContext): string | undefined {
  if (place === base.before || context.tree.kindOf(place) === undefined) return undefined;
  const after = context.moves.after(place);
  if (splitOffFrom(context.moves, place).length > 0) return undefined;
  return relativeText(base.after, after, folder) + pattern;
}

/** The word with the new paths of the choices in its first brace list: `{a,b}/*` becomes `{app/a,b}/*`. */
function movedChoices({ base, path }: ReadWord, { moves }: WordContext): string | undefined {
  const [, start = '', list, end = ''] = /^([^*?[\]{}]*)\{([^*?[\]{}]+)\}(\/.*)?$/.exec(path) ?? [];
  if (list === undefined) return undefined;
  const dot = start.startsWith('./') ? './' : '';
  const after = list.split(',').map((choice) => {
    return pathFrom(base.after, moves.after(placeAt(base.before, `${start}${choice}`)));
  });
  const common = commonFolder(after);
  return `${dot}${common}{${after.map((place) => place.slice(common.length)).join(',')}}${end}`;
}

/** The folder, with its slash, that all paths start with. */
function commonFolder(paths: readonly string[]): string {
  const [first = '', ...otherPaths] = paths;
  let end = first.lastIndexOf('/') + 1;
  while (end > 0 && !otherPaths.every((path) => path.startsWith(first.slice(0, end))))
    end = first.lastIndexOf('/', end - 2) + 1;
  return first.slice(0, end);
}

/** The word with other names in it, if the paths of all its files change alike: `apps/*` + `/pages/**`. */
function movedSegments({ base, path, named }: ReadWord, { moves }: WordContext): string | undefined {
  const changes = new Set(
    [...named].map((file) =>
      changedNames(pathFrom(base.before, file), pathFrom(base.after, moves.after(file))),
    ),
  );
  const [change] = changes;
  if (change === undefined || changes.size > 1) return undefined;
  const [at = 0, removed = '', added = ''] = JSON.parse(change) as [number, string, string];
  const dot = path.startsWith('./') ? './' : '';
  const segments = path.slice(dot.length).split('/');
  const [head, tail] = [segments.slice(0, at), segments.slice(at)];
  const gone = removed === '' ? 0 : removed.split('/').length;
  const isKnown = head.length === at && !head.includes('**') && tail.slice(0, gone).join('/') === removed;
  return isKnown
    ? dot + [...head, ...(added === '' ? [] : [added]), ...tail.slice(gone)].join('/')
    : undefined;
}

/** The difference of two paths: the number of equal names, and the names that differ in each. */
function changedNames(before: string, after: string): string {
  const [from, to] = [before.split('/'), after.split('/')];
  const same = from.findIndex((name, index) => name !== to[index]);
  let end = 0;
  while (end < from.length - same && from.at(-1 - end) === to.at(-1 - end) && end < to.length - same)
    end += 1;
  return JSON.stringify([
    same,
    from.slice(same, from.length - end).join('/'),
    to.slice(same, to.length - end).join('/'),
  ]);
}

/** One text for the folder and one for each part that moves elsewhere, if the pattern matches files there. */
function movedParts(
  { base, folder, pattern, place }: ReadWord,
  as: ToolReading['as'],
  context: WordContext,
): string[] {
  if (place === base.before || (pattern !== '' && !pattern.startsWith('**/'))) return [];
  const after = context.moves.after(place);
  const parts = splitOffFrom(context.moves, place).map(({ to }) => to);
  return [...new Set([after, ...parts])]
    .map((root) => relativeText(base.after, root, folder) + pattern)
    .filter((text) => context.files.after(base.after, text, as).size > 0);
}
