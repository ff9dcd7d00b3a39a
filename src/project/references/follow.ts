import {
  isAbsolutePath,
  isInside,
  isRelativePath,
  type PlacePath,
  pathFrom,
  placeAt,
  splitGlob,
} from '../../config/places.ts';
import { type AliasTable, isSigned, readText, writeText } from '../aliases.ts';
import { afterByName, type Move, type MoveMap } from '../moves.ts';
import type { TreePath } from '../snapshot.ts';
import { resolveFile, type Tree } from '../tree.ts';
import type { Meetings } from './meetings.ts';
import type { Reference } from './reference.ts';

/** The aliases that a file's references are read with, before and after; their places are paths of the tree. */
export interface AliasScope {
  readonly before: AliasTable;
  readonly after: AliasTable;
  /** Aliases that may be none here: texts that start with one only count if they lead to a file. */
  readonly guessed: ReadonlySet<string>;
  /** Whether package.json asks for Variant A. */
  readonly newer: boolean;
}

/** Everything that references are followed with. */
export interface World {
  readonly tree: Tree;
  readonly moves: MoveMap;
  /** Without them no two folders are taken to merge. */
  readonly meetings?: Meetings;
}

/** A file whose references are followed. */
export interface Origin {
  /** The folder it is in, before and after. */
  readonly before: TreePath;
  readonly after: TreePath;
  readonly aliases: AliasScope;
}

/** What a reference must say for the same file to be reached. */
export type Followed =
  | { readonly kind: 'same' }
  | { readonly kind: 'write'; readonly specifiers: readonly [string, ...string[]] }
  /** What it reaches comes apart, and no text reaches both parts. */
  | { readonly kind: 'split' };

const same: Followed = { kind: 'same' };
const split: Followed = { kind: 'split' };

/** How a specifier is read: the place it starts from, and what follows that says nothing about the place. */
interface Reading {
  readonly form: 'relative' | 'alias' | 'rooted';
  readonly place: PlacePath;
  /** The part of the specifier that names the place, without marks around it. */
  readonly text: string;
  readonly lead: string;
  readonly tail: string;
  readonly alias: string;
}

/** Applies the one rule for paths to a reference: after the move it reaches the file that it reached before. */
export function follow(reference: Reference, file: Origin, world: World): Followed {
  const origin = reference.base === undefined ? file : basedOn(reference.base, file, world);
  const reading = read(reference, origin, world);
  if (!reading) return same;
  const { place, tail } = reading;
  if (isWrittenForA(reading, origin, world.tree)) return same;
  const parts = isPattern(reference, tail) ? world.moves.partsOf(place, levelsOf(reference, tail)) : [];
  const isDeep = !reference.open && reachesAll(tail);
  if (parts.length > 0 && !(isDeep && parts.every(({ to }) => isInside(to, place)))) {
    return reference.encodeAll && isDeep ? spread(reading, parts, origin, world) : split;
  }
  const after = placeAfter(reference, reading, origin, world);
  const hidden = hiddenFile(reference, reading, after, world);
  const text =
    hidden === undefined
      ? write(reading, after, origin)
      : write({ ...reading, place: hidden }, world.moves.after(hidden), origin);
  return text === undefined ? same : { kind: 'write', specifiers: [text] };
}

/** The folder that a reference is read from where that is not the file's own: it moves, and what names it follows. */
function basedOn(base: string, { before, aliases }: Origin, { moves }: World): Origin {
  const folder = placeAt(before, base);
  return { before: folder, after: moves.after(folder), aliases };
}

/** How deep a pattern reaches. */
function levelsOf({ open }: Reference, pattern: string): number {
  const isDeep = open || pattern === '' || pattern.includes('**');
  return isDeep ? Number.POSITIVE_INFINITY : pattern.split('/').length;
}

/** Whether a reference is about all that is in a folder: by a pattern, or by the folder's name in a list of patterns. */
function isPattern({ open, kind }: Reference, tail: string): boolean {
  return open || kind === 'pattern' || (kind === 'glob' && tail !== '');
}

function reachesAll(pattern: string): boolean {
  return pattern === '' || pattern.startsWith('**');
}

function isGlob(kind: Reference['kind']): boolean {
  return kind === 'glob' || kind === 'pattern';
}

/** Cuts off what is no path: a negation, a query, a pattern, a computed rest. */
function partsOf({ kind, specifier, open }: Reference): { lead: string; text: string; tail: string } {
  // Windows paths are read as what they mean.
  const whole = specifier.replaceAll('\\', '/');
  if (open) {
    const slash = whole.lastIndexOf('/') + 1;
    return { lead: '', text: whole.slice(0, slash), tail: whole.slice(slash) };
  }
  if (isGlob(kind)) {
    const lead = whole.startsWith('!') ? '!' : '';
    const { folder, pattern } = splitGlob(whole.slice(lead.length));
    return { lead, text: folder, tail: pattern };
  }
  // A `#` at the start is an alias; only URLs have one further on.
  const end = whole.slice(1).search(kind === 'module' ? /\?/ : /[?#]/);
  return end === -1
    ? { lead: '', text: whole, tail: '' }
    : { lead: '', text: whole.slice(0, end + 1), tail: whole.slice(end + 1) };
}

function read(reference: Reference, origin: Origin, world: World): Reading | undefined {
  const { lead, text, tail } = partsOf(reference);
  const { kind } = reference;
  if (text === '') return undefined;
  const relative = (): Reading => ({
    form: 'relative',
    place: placeAt(origin.before, text),
    text,
    lead,
    tail,
    alias: '',
  });
  if (isRelativePath(text)) return relative();
  const aliased = readAlias(text, kind, origin.aliases, world.tree);
  if (aliased)
    return { form: 'alias', lead: lead + aliased.mark, text: aliased.text, tail, ...aliased.found };
  if (kind === 'glob' && text.startsWith('/')) return readRooted(text, lead, tail, origin.aliases);
  if (isAbsolutePath(text) || /^[a-z][a-z\d+.-]*:/i.test(text)) return undefined;
  if (kind === 'path' || kind === 'pattern') return relative();
  const isRelative = kind === 'style' && resolveFile(world.tree, placeAt(origin.before, text), 'styles');
  return isRelative ? relative() : undefined;
}

/**
 * What the older reading does not find and the newer one does was already written for Variant A. Where both find
 * something, or neither does, package.json decides.
 */
function isWrittenForA({ form, place, text }: Reading, { aliases }: Origin, tree: Tree): boolean {
  if (form === 'relative') return false;
  const isOld = leadsSomewhere(place, tree);
  if (isOld && !aliases.newer) return false;
  const root = aliases.after.get('~~');
  const rooted = root === undefined ? undefined : placeAt(root, text.slice(1));
  const after = form === 'rooted' ? rooted : readText(aliases.after, text)?.place;
  if (after === undefined || after === place) return false;
  return leadsSomewhere(after, tree) || (aliases.newer && !isOld);
}

/** Patterns that start with a slash are read from the bundler's root: the sources before, the project afterwards. */
function readRooted(text: string, lead: string, tail: string, { before }: AliasScope): Reading | undefined {
  const base = before.get('~');
  if (base === undefined) return undefined;
  return { form: 'rooted', place: placeAt(base, text.slice(1)), text, lead, tail, alias: '' };
}

interface Aliased {
  /** The `~` that marks an alias in styles and templates. */
  readonly mark: string;
  readonly text: string;
  readonly found: { readonly alias: string; readonly place: PlacePath };
}

function readAlias(
  text: string,
  kind: Reference['kind'],
  { before, guessed }: AliasScope,
  tree: Tree,
): Aliased | undefined {
  const direct = readText(before, text);
  const isMarkable = kind === 'style' || kind === 'asset';
  if (direct) {
    // A name without a sign may be a package as well, and outside of modules it is a folder beside the file.
    if (!isSigned(text) && kind !== 'module' && kind !== 'glob') return undefined;
    const isSure = (isSigned(text) && !guessed.has(direct.alias)) || leadsSomewhere(direct.place, tree);
    return isSure ? { mark: '', text, found: direct } : undefined;
  }
  if (!isMarkable || !text.startsWith('~')) return undefined;
  const marked = readText(before, text.slice(1));
  return marked && { mark: '~', text: text.slice(1), found: marked };
}

function leadsSomewhere(place: PlacePath, tree: Tree): boolean {
  return tree.kindOf(place) !== undefined || resolveFile(tree, place) !== undefined;
}

/** Where the place is afterwards. A text that can only mean a folder does not mean the file beside it. */
function placeAfter(
  { kind, defines, open }: Reference,
  { place, text }: Reading,
  { aliases }: Origin,
  { tree, moves }: World,
): PlacePath {
  if (defines !== undefined) {
    const isOurs = aliases.before.get(defines) === place;
    return (isOurs ? aliases.after.get(defines) : undefined) ?? moves.after(place);
  }
  if (open || isGlob(kind) || namesFolder(text)) return moves.after(place);
  return afterByName(place, moves, (one) => resolveFile(tree, one, kind === 'style' ? 'styles' : 'modules'));
}

/** Whether a text can only mean a folder. */
function namesFolder(text: string): boolean {
  return /(?:^|\/)\.{0,2}$/.test(text);
}

/** The file that is meant, where another one that comes to lie beside it would be found first: its ending must be named. */
function hiddenFile(
  { kind, open, defines }: Reference,
  { place, text }: Reading,
  after: PlacePath,
  { tree, moves, meetings }: World,
): TreePath | undefined {
  if (!meetings?.isAt(after) || open || defines !== undefined || isGlob(kind) || namesFolder(text))
    return undefined;
  const also = kind === 'style' ? 'styles' : 'modules';
  const file = resolveFile(tree, place, also);
  return file === undefined || meetings.fileAt(after, also) === moves.after(file) ? undefined : file;
}

/** The new text, or nothing where the one it has still leads there. */
function write(reading: Reading, after: PlacePath, { after: folder, aliases }: Origin): string | undefined {
  const { form, place, text, lead, tail, alias } = reading;
  if (form === 'rooted') {
    const root = aliases.after.get('~~');
    if (root === undefined || placeAt(root, text.slice(1)) === after) return undefined;
    return `${lead}/${slashed(pathFrom(root, after), text)}${tail}`;
  }
  if (form === 'relative') {
    if (placeAt(folder, text) === after) return undefined;
    return `${lead}${slashed(relativeText(folder, after, text), text)}${tail}`;
  }
  if (readText(aliases.after, text)?.place === after) return undefined;
  const written =
    aliasText(aliases.after, after, alias, place === after) ?? relativeText(folder, after, './');
  return `${readText(aliases.after, written) ? lead : ''}${slashed(written, text)}${tail}`;
}

function aliasText(
  table: AliasTable,
  place: PlacePath,
  alias: string,
  isUnmoved: boolean,
): string | undefined {
  const own = table.get(alias);
  const isPlain = /^[~@]{1,2}$/.test(alias);
  if (own !== undefined && !isPlain && isInside(place, own)) {
    const path = pathFrom(own, place);
    return path === '' ? alias : `${alias}/${path}`;
  }
  const sign = alias.startsWith('@') ? '@' : '~';
  // What stays is named from the root, which both variants read alike.
  const text = writeText(table, place, { sign, rootOnly: isUnmoved || !isPlain });
  return text !== undefined && readText(table, text)?.place === place ? text : undefined;
}

function relativeText(folder: TreePath, place: PlacePath, old: string): string {
  const path = pathFrom(folder, place) || '.';
  if (isRelativePath(path)) return path;
  return isRelativePath(old) ? `./${path}` : path;
}

function slashed(text: string, old: string): string {
  return old.endsWith('/') && !text.endsWith('/') ? `${text}/` : text;
}

/** One pattern for each place that the parts of a folder go to. */
function spread(reading: Reading, parts: readonly Move[], origin: Origin, { moves }: World): Followed {
  const home = moves.after(reading.place);
  const places = [home, ...parts.map(({ to }) => to).filter((to) => !isInside(to, home))];
  const [first, ...others] = [...new Set(places)].map(
    (place) => write(reading, place, origin) ?? `${reading.lead}${reading.text}${reading.tail}`,
  );
  return first === undefined ? same : { kind: 'write', specifiers: [first, ...others.toSorted()] };
}
