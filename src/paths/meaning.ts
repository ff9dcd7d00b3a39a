/** Resolves a text that names a place, on one side of the run. What becomes of the text is decided in follow.ts. */

import {
  baseName,
  folderOf,
  isAbsolutePath,
  isRelativePath,
  isSigned,
  longestPath,
  type PlacePath,
  placeAt,
  splitGlob,
} from '../base/paths.ts';
import { sourceAliases } from '../catalogue/facts.ts';
import type { PathRule } from '../catalogue/option.ts';
import type { Disk } from '../tree/evidence.ts';
import { folded } from '../tree/snapshot.ts';
import { type AliasTable, readAlias, type SlashBase, unknownAliasIn } from './aliases.ts';

/** A text that names a place, in the parts that matter. */
export interface PathParts {
  /** The whole text, with the backslashes of Windows paths replaced. */
  readonly text: string;
  /** The mark of a negated pattern. */
  readonly lead: string;
  /** The path itself; of a pattern, the folder of everything that it matches. */
  readonly path: string;
  readonly pattern: string;
  /** What does not affect the place: a query, a fragment, or a computed end. */
  readonly rest: string;
  /** Whether a computed part follows: then only the leading folders are known. */
  readonly open: boolean;
}

/** The start of a query or a fragment. */
const marks = /[?#]/g;

/** Splits a text into the parts that its rule knows. */
export function partsOf(written: string, { globs }: PathRule, open = false): PathParts {
  // Called for every text of every file, and few have a backslash.
  const text = written.includes('\\') ? written.replaceAll('\\', '/') : written;
  const plain = { text, lead: '', pattern: '', rest: '', open };
  if (globs && !open) {
    // In `!(a|b)`, it belongs to the choices.
    const lead = /^!(?!\()/.test(text) ? '!' : '';
    const { folder, pattern } = splitGlob(text.slice(lead.length));
    return { ...plain, lead, path: folder, pattern };
  }
  // A `#` at the start, or behind the `~` of a style, is an alias.
  marks.lastIndex = text.startsWith('~#') ? 2 : 1;
  const end = open ? text.lastIndexOf('/') + 1 : (marks.exec(text)?.index ?? text.length);
  return { ...plain, path: text.slice(0, end), rest: text.slice(end) };
}

/** One side of a run: what texts are resolved with, in Variant B before it or in Variant A after it. */
export interface Side {
  readonly rules: 'a' | 'b' | 'unknown';
  /** The files before the run; without them, every place is assumed to exist. */
  readonly disk: Disk | undefined;
  /** Without a disk: the folders of the project; every other bare name is a package. */
  readonly folders?: readonly string[];
  readonly aliases: {
    readonly table: AliasTable;
    readonly slash?: SlashBase | undefined;
    /** Aliases with computed places: texts that start with one cannot be resolved. */
    readonly unknown?: ReadonlySet<string>;
    /** Names that may not be aliases here: texts that start with one only count if they resolve to a file. */
    readonly guessed?: ReadonlySet<string>;
    /** The aliases that a config defines. */
    readonly own?: ReadonlySet<string>;
  };
  /** The root and the source directory of a project. */
  readonly root?: PlacePath;
  readonly source?: PlacePath;
  /** The folder that a new text is relative to. */
  home(rule: PathRule): PlacePath;
  /** The folders in which a text without an alias may be, the likeliest first. */
  bases(rule: PathRule, text: string): readonly PlacePath[] | NoPlace;
}

/** Why a text has no known place. */
export type NoPlace =
  /** A package, an address, or another text that does not depend on the places of files. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly why: string }
  /** None of the places that the text may refer to exists. */
  | { readonly kind: 'missing' };

/** The place that a text names, and what it starts from. */
export interface NamedPlace {
  readonly kind: 'place';
  readonly from: 'base' | 'alias' | 'bundler';
  readonly place: PlacePath;
  readonly alias: string;
  /** The path without the mark of an alias. */
  readonly path: string;
}

export type Meaning = NamedPlace | NoPlace;

export const noPlace: NoPlace = { kind: 'none' };

const address = /^[a-z][a-z\d+.-]*:/i;

/** The place that a text names on a side, in the spelling of the disk. */
export function meaning(parts: PathParts, rule: PathRule, side: Side): Meaning {
  const meant = writtenMeaning(parts, rule, side);
  return meant.kind === 'place' && side.disk?.folds
    ? { ...meant, place: spelledPlace(meant.place, side.disk) }
    : meant;
}

/** A place in the spelling of the disk; of one without an extension, that of its file: `lib/Card` of `Lib/card`. */
function spelledPlace(written: PlacePath, { spelled, kindOf, resolve }: Disk): PlacePath {
  const place = spelled(written);
  const file = kindOf(place) === undefined ? resolve(place) : undefined;
  const name = file && baseName(file).split('.').slice(0, baseName(place).split('.').length);
  const stem = file && name && placeAt(folderOf(file), name.join('.'));
  return stem && folded(stem) === folded(place) ? stem : place;
}

function writtenMeaning(parts: PathParts, rule: PathRule, side: Side): Meaning {
  const { text, path, pattern } = parts;
  const isEmpty =
    rule.base.b === 'file' ? path + pattern === '' : text === '' && rule.empty === 'none';
  if (isEmpty || path.length > longestPath) return noPlace;
  const computed = unknownAliasIn(path, side.aliases.unknown);
  if (computed !== undefined)
    return {
      kind: 'unknown',
      why: `starts with the alias \`${computed}\`, whose target cannot be determined`,
    };
  const aliased = isRelativePath(path) ? undefined : behindAlias(path, rule, side);
  if (aliased) return aliased;
  if (rule.slash.startsWith('bundler') && /^\/[^/]/.test(path))
    return behindSlash(parts, rule, side);
  const isList = rule.slash === 'base' && rule.globs;
  if (isList ? isUnanchored(path + pattern) : isAbsolutePath(path) || address.test(path))
    return noPlace;
  return isPackage(path, rule, side) ? noPlace : behindBase(path.replace(/^\/+/, ''), rule, side);
}

/** The place of the same text, if it starts from the same alias or folder on another side. */
export function placeOnSide({ from, path }: NamedPlace, rule: PathRule, side: Side) {
  if (from === 'bundler') return slashPlace(side.aliases.slash, path);
  const read = from === 'alias' ? readAlias(side.aliases.table, path) : undefined;
  if (from === 'alias') return read && !isForeign(read.alias, rule, side) ? read.place : undefined;
  const based = behindBase(path, rule, side);
  return based.kind === 'place' ? based.place : undefined;
}

/** The possible readings of a text: the template compiler removes a `~`, so `~~/x` may become `~/x`. */
export function readingsOf(path: string, { mark }: PathRule): readonly string[] {
  return mark === 'template' && path.startsWith('~~/') ? [path, path.slice(1)] : [path];
}

/** Variant A only looks for modules behind the root alias. */
function isForeign(alias: string, { sourceAlias }: PathRule, { rules }: Side): boolean {
  return !sourceAlias && rules !== 'b' && sourceAliases.includes(alias);
}

function behindAlias(path: string, rule: PathRule, side: Side): Meaning | undefined {
  const { table, guessed } = side.aliases;
  const exists = (place: PlacePath) => side.disk?.exists(place) ?? true;
  if (rule.aliases === 'none') return undefined;
  const direct = rule.aliases === 'all' || isSigned(path) ? readAlias(table, path) : undefined;
  if (direct) {
    if (isForeign(direct.alias, rule, side)) return noPlace;
    const places = readingsOf(path, rule).flatMap((text) => readAlias(table, text)?.place ?? []);
    const place = places.find(exists) ?? direct.place;
    // A name without a sign may also be a package.
    const isSure = (isSigned(path) && !guessed?.has(direct.alias)) || exists(place);
    if (isSure) return { kind: 'place', from: 'alias', path, alias: direct.alias, place };
    return rule.base.b === 'unstated' ? { kind: 'missing' } : undefined;
  }
  const isMarked = rule.mark !== 'none' && path.startsWith('~');
  const marked = isMarked ? readAlias(table, path.slice(1)) : undefined;
  // A renamed folder (`dir.assets`) may still be referred to by its usual name.
  const isSure = marked && (isSigned(marked.alias) || exists(marked.place));
  return isSure ? { kind: 'place', from: 'alias', path: path.slice(1), ...marked } : undefined;
}

/** The place of a text with a leading slash, as the bundler resolves it. */
export function slashPlace(slash: SlashBase | undefined, path: string): PlacePath | undefined {
  return slash?.bundler === undefined ? undefined : placeAt(slash.bundler, path.slice(1));
}

/** Resolves a leading slash: the text may also be the address of a served file, or an absolute path. */
function behindSlash({ path, open }: PathParts, rule: PathRule, side: Side): Meaning {
  const { aliases, disk, folders = [] } = side;
  const place = slashPlace(aliases.slash, path);
  if (place === undefined) return noPlace;
  const meant: Meaning = { kind: 'place', from: 'bundler', place, alias: '', path };
  if (rule.slash === 'bundler-pattern') return meant;
  if (!disk) return folders.includes(path.slice(1).split('/', 1)[0] ?? '') ? meant : noPlace;
  const served = aliases.slash?.served;
  const isServed =
    served !== undefined && disk.kindOf(placeAt(served, path.slice(1))) !== undefined;
  return !isServed && disk.isListed(place) && isThere(place, rule, disk, open) ? meant : noPlace;
}

/** Whether what a text must name is at a place: the beginning of a computed text is a folder. */
function isThere(place: PlacePath, { names, extensions }: PathRule, disk: Disk, open: boolean) {
  if (open) return disk.kindOf(place) === 'folder';
  return names === 'files' ? disk.hasFile(place, extensions) : disk.exists(place);
}

/** In the ignore syntax, a name without an inner slash, or with a leading `**`, matches in every folder. */
function isUnanchored(glob: string): boolean {
  return glob.startsWith('**') || !glob.slice(0, -1).includes('/');
}

/** Whether `x/y` is a package: the rule allows packages, and nothing shows that it is a path. */
function isPackage(path: string, rule: PathRule, side: Side): boolean {
  const { packages, extensions } = rule;
  const { disk, folders = [] } = side;
  if (packages === 'none' || isRelativePath(path)) return false;
  if (packages === 'all') return true;
  if (!disk) {
    const [top = ''] = path.split('/');
    return !folders.some((folder) => folder === top || folder.startsWith(`${top}/`));
  }
  const bases = side.bases(rule, path);
  const places = 'kind' in bases ? [] : bases;
  if (packages === 'unless-file')
    return !places.some((base) => disk.hasFile(placeAt(base, path), extensions));
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;
  // Unlisted folders may contain anything, so they do not make a name a path.
  const isHere = (base: PlacePath) => disk.isListed(base) && disk.exists(placeAt(base, path));
  return disk.rangeOf?.(name) !== undefined || !places.some(isHere);
}

/** Resolves a text from its base; if several folders may be meant, the files decide. */
function behindBase(path: string, rule: PathRule, side: Side): Meaning {
  const { disk } = side;
  const bases = side.bases(rule, path);
  if ('kind' in bases) return bases;
  const places = [...new Set(bases.map((base) => placeAt(base, path)))];
  const isChoice = places.length > 1 && rule.names === 'files';
  const file = isChoice ? places.find((place) => disk?.hasFile(place)) : undefined;
  const there = file ?? places.find((place) => !disk || disk.exists(place));
  const place = there ?? (rule.mustExist ? undefined : places[0]);
  if (place === undefined) return { kind: 'missing' };
  return { kind: 'place', from: 'base', place, alias: '', path };
}
