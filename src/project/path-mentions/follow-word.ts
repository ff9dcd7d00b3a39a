import {
  isInside,
  isRelativePath,
  type PlacePath,
  pathFrom,
  placeAt,
  splitGlob,
} from '../../config/places.ts';
import { expandChoices } from '../globs.ts';
import type { BaseFolder } from '../references/reference.ts';
import { relativeText } from '../references/rewrite.ts';
import { leadOf, leavingFrom, type WordContext } from './resolve-word.ts';
import { type PathWord, type ToolReading, textOf, writtenFor } from './words.ts';

/** What a word of a known format becomes: several texts if it is in a list. `holds` if it still names the same. */
type FollowedWord = readonly string[] | 'holds';

// What tells a plain path or pattern from variables, addresses, aliases and extended patterns.
const unplain = /[\\$:()|#%\t\r\n"'`]|^[~@-]/;
// `@(a|b)` and its like, within one name: what the tools of a project read, and pipelines and ignore files do not.
const groups = /[@?+*!]\([^()/]*\)/g;

/**
 * Lets a word follow what it names. Undefined if that is not certain: it names nothing, may be read from several
 * folders, or no text names just the same files afterwards.
 */
export function followWord(word: PathWord, context: WordContext): FollowedWord | undefined {
  const { tool } = word;
  if (!tool) return undefined;
  const text = textOf(word);
  const home = leadOf(text);
  const slash = tool.as === 'rule' && text.startsWith('/', home.length) ? '/' : '';
  const lead = home + slash;
  const path = text.slice(lead.length);
  const mayHaveGroups = tool.as === 'glob' && tool.root === undefined;
  const plain = mayHaveGroups ? path.replace(groups, '*') : path;
  if (path === '' || path.startsWith('/') || unplain.test(plain)) return undefined;
  // A pattern that is a name alone fits in every folder, or only in this one, as the tool has it.
  const isName = !lead.includes('/') && !path.includes('/');
  if (isName && (!word.plain || splitGlob(path).pattern !== '')) return undefined;
  const found = basesOf(tool, context).filter((base) => namesSomething(path, base, tool, context));
  const [base, other] = found;
  if (!base || other) return undefined;
  const followed = groupsGoTogether(base, path, context) ? followFrom(base, path, tool, context) : undefined;
  if (followed === undefined || followed === 'holds') return followed;
  // A rule without a slash in front or inside would fit in every folder.
  const rooted = (one: string) => (tool.as === 'rule' && slash === '' && !/\/./.test(one) ? `/${one}` : one);
  const written = followed.map((one) => writtenFor(word, lead + rooted(one)));
  return tool.isBare && written.some((one) => /^[^\w./]/.test(one)) ? undefined : written;
}

/** The folders that a word may be read from, each once. */
function basesOf({ root }: ToolReading, { bases, moves }: WordContext): BaseFolder[] {
  if (root !== undefined) return [{ before: root, after: moves.after(root) }];
  return [...new Map(bases.map((base) => [base.before, base])).values()];
}

function namesSomething(
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
 * Whether a pattern with groups can go as it is: they are in the first name that is not a plain one, and all their choices
 * go the same way, or in the last one, which names files.
 */
function groupsGoTogether(base: BaseFolder, path: string, { moves, tree }: WordContext): boolean {
  const { folder, pattern } = splitGlob(path);
  const [first = '', ...others] = pattern.split('/');
  const hasGroup = (name: string) => name.search(groups) !== -1;
  if (others.slice(0, -1).some(hasGroup)) return false;
  if (others.length === 0 || !hasGroup(first)) return true;
  const places = expandChoices(first)
    .filter((name) => name !== '' && splitGlob(name).pattern === '')
    .map((name) => placeAt(base.before, folder + name));
  const ways = places.map((place) =>
    changedNames(pathFrom(base.before, place), pathFrom(base.after, moves.after(place))),
  );
  return places.every((place) => tree.kindOf(place) !== undefined) && new Set(ways).size < 2;
}

/** A path or pattern, read from a folder. */
interface ReadWord {
  readonly base: BaseFolder;
  readonly path: string;
  readonly folder: string;
  readonly pattern: string;
  /** The place of its folder. */
  readonly place: PlacePath;
  /** The files that it names. */
  readonly named: ReadonlySet<PlacePath>;
}

function followFrom(
  base: BaseFolder,
  path: string,
  { as, between }: ToolReading,
  context: WordContext,
): FollowedWord | undefined {
  const { files, moves } = context;
  const named = files.before(base.before, path, as);
  const expected = new Set([...named].map(moves.after));
  const isSame = (texts: readonly string[]): boolean => {
    const found = new Set(texts.flatMap((text) => [...files.after(base.after, text, as)]));
    return found.size === expected.size && [...found].every((file) => expected.has(file));
  };
  if (named.size > 0 && isSame([path])) return 'holds';
  const { folder, pattern } = splitGlob(path);
  const word: ReadWord = { base, path, folder, pattern, place: placeAt(base.before, folder), named };
  const candidates = [
    movedFolder(word, context),
    ...movedChoices(word, context),
    movedSegments(word, context),
  ];
  const one = candidates.find((text) => text !== undefined && text !== path && isSame([text]));
  if (one !== undefined) return [one];
  const mayBeWritten = ({ length }: readonly string[]) =>
    length === 1 || (length > 1 && between !== undefined);
  return [movedRoots(word, context), movedParts(word, as, context)].find(
    (texts) => mayBeWritten(texts) && isSame(texts),
  );
}

/** With its folder where that goes; undefined if that stays, or a part of it goes elsewhere and nothing is matched. */
function movedFolder({ base, folder, pattern, place }: ReadWord, context: WordContext): string | undefined {
  if (place === base.before || context.tree.kindOf(place) === undefined) return undefined;
  const after = context.moves.after(place);
  if (leavingFrom(place, after, context).length > 0) return undefined;
  return relativeText(base.after, after, folder) + pattern;
}

/** With the choices of a first brace list where they go: `{a,b}/*` becomes `app/{a,b}/*`, or `{app/a,b}/*`. */
function movedChoices({ base, path }: ReadWord, { moves }: WordContext): string[] {
  const [, start = '', list, end = ''] = /^([^*?[\]{}]*)\{([^*?[\]{}]+)\}(\/.*)?$/.exec(path) ?? [];
  if (list === undefined) return [];
  const dot = start.startsWith('./') ? './' : '';
  const choices = list.split(',');
  const after = choices.map((choice) => {
    return pathFrom(base.after, moves.after(placeAt(base.before, `${start}${choice}`)));
  });
  const own = start.slice(dot.length);
  const roots = new Set(
    after.map((place, index) => {
      const said = `${own}${choices[index]}`;
      return place.endsWith(said) ? place.slice(0, -said.length) : undefined;
    }),
  );
  const [root] = roots;
  const together = roots.size === 1 && root !== undefined ? [`${dot}${root}${own}{${list}}${end}`] : [];
  const common = commonFolder(after);
  const apart = after.map((place) => place.slice(common.length)).join(',');
  return [...together, `${dot}${common}{${apart}}${end}`];
}

/** What all paths start with, up to a slash. */
function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  let end = first.lastIndexOf('/') + 1;
  while (end > 0 && !others.every((path) => path.startsWith(first.slice(0, end))))
    end = first.lastIndexOf('/', end - 2) + 1;
  return first.slice(0, end);
}

/** With other names between its stars, if all that it matches changes in the same place: the start of `apps/*` + `/pages/**`. */
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
  const [head, rest] = [segments.slice(0, at), segments.slice(at)];
  const gone = removed === '' ? 0 : removed.split('/').length;
  const isKnown = head.length === at && !head.includes('**') && rest.slice(0, gone).join('/') === removed;
  return isKnown
    ? dot + [...head, ...(added === '' ? [] : [added]), ...rest.slice(gone)].join('/')
    : undefined;
}

/** Where two paths differ: after how many names, and which names stand there in each. */
function changedNames(before: string, after: string): string {
  const [old, now] = [before.split('/'), after.split('/')];
  const same = old.findIndex((name, index) => name !== now[index]);
  let end = 0;
  while (end < old.length - same && old.at(-1 - end) === now.at(-1 - end) && end < now.length - same)
    end += 1;
  return JSON.stringify([
    same,
    old.slice(same, old.length - end).join('/'),
    now.slice(same, now.length - end).join('/'),
  ]);
}

/** One text for the folder and for each part of it that goes elsewhere, as far as the pattern finds files there. */
function movedParts(
  { base, folder, pattern, place }: ReadWord,
  as: ToolReading['as'],
  context: WordContext,
): string[] {
  if (place === base.before || (pattern !== '' && !pattern.startsWith('**/'))) return [];
  const after = context.moves.after(place);
  const parts = leavingFrom(place, after, context).map(({ to }) => to);
  return [...new Set([after, ...parts])]
    .map((root) => relativeText(base.after, root, folder) + pattern)
    .filter((text) => context.files.after(base.after, text, as).size > 0);
}

/** One text for each place from which the same pattern matches what it matched: its files may go to several. */
function movedRoots({ base, folder, pattern, place, named }: ReadWord, { moves }: WordContext): string[] {
  if (pattern === '') return [];
  const roots = [...named].flatMap((file) => {
    const [inner, to] = [pathFrom(place, file), moves.after(file)];
    if (to === inner) return '';
    return to.endsWith(`/${inner}`) ? to.slice(0, -inner.length - 1) : [];
  });
  return [...new Set(roots)].toSorted().map((root) => {
    const text = pathFrom(base.after, root);
    const dot = folder.startsWith('./') && !isRelativePath(text) ? './' : '';
    return `${dot}${text === '' ? '' : `${text}/`}${pattern}`;
  });
}
