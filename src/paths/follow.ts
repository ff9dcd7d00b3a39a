/** Writes a text for the tree after the moves, so that it names the same files. What it names is found in meaning.ts. */

import {
  isInside,
  isRelativePath,
  isSigned,
  type PlacePath,
  pathFrom,
  placeAt,
} from '../base/paths.ts';
import type { PathRule } from '../catalogue/option.ts';
import { type Disk, isWrittenForA } from '../tree/evidence.ts';
import { afterByName, type MoveMap, splitOffFrom } from '../tree/moves.ts';
import { inSpellingOf, knownName } from '../tree/snapshot.ts';
import { resolveFile } from '../tree/tree.ts';
import { commonHome, type MovedTree } from '../tree/tree-after.ts';
import { readAlias, respelledAlias } from './aliases.ts';
import {
  meaning,
  type NamedPlace,
  type PathParts,
  placeOnSide,
  readingsOf,
  type Side,
} from './meaning.ts';

/** What becomes of a text: by the one rule for paths, it names the same files after the run. */
export type Followed =
  | { readonly kind: 'same' }
  | { readonly kind: 'write'; readonly text: string }
  /** Some files that a pattern matches move to another folder than the others. */
  | { readonly kind: 'split' }
  | { readonly kind: 'unknown'; readonly why: string }
  /** Those who read the text resolve it to different places, which would need different texts. */
  | { readonly kind: 'ambiguous'; readonly why: string }
  /** None of the places that the text may refer to exists. */
  | { readonly kind: 'missing' };

/** Someone who reads a text: a project that compiles a file, or a tool with its folder. */
export interface Reader {
  readonly before: Side;
  readonly after: Side;
  readonly moved: Moved;
  /** Whether package.json requires Variant A. */
  readonly isNewer: boolean;
  /** What the reader is called in a message. */
  readonly name?: string;
  /** Whether projects extend it: an alias in its config may mean the project. */
  readonly isLayer?: boolean;
}

/** The moves, and the tree before and after them; without a tree, only the moves are known. */
export interface Moved extends Partial<Omit<MovedTree, 'moves'>> {
  readonly moves: MoveMap;
}

/** A text with the rule for reading it. */
export interface RuledText {
  readonly parts: PathParts;
  readonly rule: PathRule;
  /** The new place of what the text names, if it is known: the target of the alias that the text defines. */
  readonly target?: ((place: PlacePath) => PlacePath | undefined) | undefined;
}

const same: Followed = { kind: 'same' };

/**
 * The new text for everyone who reads it. `~/x` in the config of a layer may be a file of the layer or of a project
 * that extends it: readers in whose folders the text exists have to agree.
 */
export function follow(text: RuledText, readers: readonly Reader[]): Followed {
  const [first, ...others] = readers;
  if (!first) return same;
  if (others.length === 0) return followFor(text, first);
  const named = readers.flatMap((reader) => {
    const place = existingPlace(text, reader.before);
    return place === undefined ? [] : [{ reader, place }];
  });
  const meant = named.length > 0 ? named.map(({ reader }) => reader) : [first];
  const results = meant.map((reader) => followFor(text, reader));
  const [result = same, ...otherResults] = results.map((one) => JSON.stringify(one));
  if (otherResults.every((other) => other === result)) return results[0] ?? same;
  const places = named.map(({ reader, place }) => `\`${place}\`${reader.name ?? ''}`);
  return { kind: 'ambiguous', why: `may refer to ${[...new Set(places)].join(' or ')}` };
}

/** The listed place that a text with an alias names before the run, if something is there. */
export function existingPlace({ parts, rule }: RuledText, side: Side): PlacePath | undefined {
  const meant = meaning(parts, rule, side);
  if (meant.kind !== 'place' || meant.from !== 'alias' || !side.disk) return undefined;
  const isThere = side.disk.isListed(meant.place) && side.disk.exists(meant.place);
  return isThere ? meant.place : undefined;
}

function followFor(text: RuledText, reader: Reader): Followed {
  const { parts, rule } = text;
  const { moved } = reader;
  const meant = meaning(parts, rule, reader.before);
  if (meant.kind === 'none') return same;
  // Where the base is stated, nothing was there before, and nothing is lost.
  if (meant.kind === 'missing')
    return rule.base.b !== 'unstated' || meaning(parts, rule, reader.after).kind === 'place'
      ? same
      : meant;
  if (meant.kind !== 'place') return meant;
  const later = placeOnSide(meant, rule, reader.after);
  if (later !== undefined && isMeantForA(meant, later, rule, reader)) return same;
  const isSplit = isSplitUp(text, meant.place, moved.moves);
  const home = isSplit ? homeOf(text, meant.place, moved) : undefined;
  if (isSplit && home === undefined)
    return isEmpty(text, meant.place, moved) ? same : { kind: 'split' };
  const after = home ?? placeAfter(text, meant.place, reader);
  const hidden = hiddenFile(text, meant.place, after, reader);
  const reached = later && inSpellingOf(after, later, reader.before.disk);
  const step: ResolvedText = { ...text, meant, later: reached, after, reader };
  if (hidden !== undefined) {
    const target = moved.moves.after(hidden);
    return spelled({ ...step, meant: { ...meant, place: hidden }, after: target });
  }
  return wouldStartToResolve(step) ? same : spelled(step);
}

/** Whether a text was already written for Variant A: only there it names something. */
function isMeantForA(
  { from, place }: NamedPlace,
  later: PlacePath,
  { base }: PathRule,
  { before: { disk, root = '' }, isNewer }: Pick<Reader, 'before' | 'isNewer'>,
): boolean {
  if (place === later || (from === 'base' && base.b === 'file')) return false;
  // A text that leads out of the project in Variant B and into it in Variant A.
  if (from === 'base' && base.a === 'source' && !isInside(place, root) && isInside(later, root))
    return true;
  return disk !== undefined && isOnlyThereInA(place, later, disk, isNewer);
}

/** Whether only the place in Variant A exists. If both do, or neither, package.json decides. */
export function isOnlyThereInA(place: PlacePath, later: PlacePath, disk: Disk, isNewer: boolean) {
  // What is outside the repository may exist, but nothing shows it.
  const isSeen = isInside(later, '') || disk.isListed(later);
  return isWrittenForA(disk.exists(place), isSeen && disk.exists(later), isNewer);
}

/** Whether a text matches files in a folder: as a pattern, or as a folder in a list of patterns. */
function isPattern({ parts, rule }: RuledText): boolean {
  return parts.open || parts.pattern !== '' || rule.names === 'contents';
}

/** Whether parts of the folder of a pattern move away from it, at a depth that the pattern matches. */
function isSplitUp(text: RuledText, place: PlacePath, moves: MoveMap): boolean {
  if (!isPattern(text)) return false;
  const { open, pattern } = text.parts;
  const isDeep = !open && (pattern === '' || pattern.startsWith('**'));
  const isUnlimited = open || pattern === '' || pattern.includes('**');
  const levels = isUnlimited ? Number.POSITIVE_INFINITY : pattern.split('/').length;
  return splitOffFrom(moves, place, isDeep, levels).length > 0;
}

/** The new folder of a pattern whose files all move alike; undefined if they do not. */
function homeOf({ parts, rule }: RuledText, place: PlacePath, { moves, files }: Moved) {
  const { open, pattern } = parts;
  if (open || !files) return undefined;
  // In package.json, a star before an extension matches more than a name.
  if (rule.matches === 'subpath' && !pattern.endsWith('*')) return undefined;
  return commonHome(place, pattern, matchedAs(rule), { moves, files });
}

/** A pattern such as `./*.d.ts` that matches neither a file nor a folder does not lose one. */
function isEmpty({ parts }: RuledText, place: PlacePath, { files }: Moved): boolean {
  const { open, pattern } = parts;
  return !open && pattern !== '' && files?.before(place, pattern, 'rule').size === 0;
}

function matchedAs({ matches }: PathRule): 'glob' | 'rule' {
  return matches === 'glob' ? 'glob' : 'rule';
}

/** The new place. A text that can only mean a folder does not mean the file beside it. */
function placeAfter(text: RuledText, place: PlacePath, { before, moved: { moves } }: Reader) {
  return text.target?.(place) ?? afterByName(place, moves, () => fileMeant(text, place, before));
}

/** Whether a text may be a file without its extension: a complete path that does not end like a folder. */
function mayNameFile({ parts, rule, target }: RuledText): boolean {
  const isWhole = !parts.open && parts.pattern === '' && rule.names !== 'contents';
  return isWhole && target === undefined && !/(?:^|\/)\.{0,2}$/.test(parts.path);
}

/** The file that a text means, with or without its extension; only imports leave it out beside a folder. */
function fileMeant(text: RuledText, place: PlacePath, { disk }: Side): PlacePath | undefined {
  const { names, extensions } = text.rule;
  const isExact = names === 'folders' && disk?.kindOf(place) !== undefined;
  return !isExact && mayNameFile(text) ? disk?.resolve(place, extensions) : undefined;
}

/** The file that is meant, if a file moved beside it would be found first: its extension is needed. */
function hiddenFile(
  text: RuledText,
  place: PlacePath,
  after: PlacePath,
  { before, moved: { moves, treeAfter, isAmbiguous } }: Reader,
): PlacePath | undefined {
  if (!treeAfter || !isAmbiguous?.(after)) return undefined;
  const file = fileMeant(text, place, before);
  const isFound = file && resolveFile(treeAfter, after, text.rule.extensions) === moves.after(file);
  return isFound ? undefined : file;
}

/** Whether a text did not resolve, and would resolve to a moved file. */
function wouldStartToResolve(step: ResolvedText): boolean {
  const { meant, rule, after, reader } = step;
  const { treeAfter } = reader.moved;
  if (!treeAfter || rule.base.b !== 'file' || !mayNameFile(step)) return false;
  const { disk } = reader.before;
  const wasThere = disk?.kindOf(meant.place) ?? disk?.resolve(meant.place, rule.extensions);
  return wasThere === undefined && resolveFile(treeAfter, after, rule.extensions) !== undefined;
}

/** A text with its meaning, the place that the same text has in Variant A (`later`), and its new place. */
interface ResolvedText extends RuledText {
  readonly meant: NamedPlace;
  readonly later: PlacePath | undefined;
  readonly after: PlacePath;
  readonly reader: Reader;
}

function spelled(step: ResolvedText): Followed {
  const { meant, rule, later, after } = step;
  if (meant.from === 'base' && rule.base.a !== 'unstated')
    return later === after ? same : rejoined(step, fromHome(step));
  if (meant.from === 'base') return spelledUnstated(step);
  if (isSameBehindAlias(step)) return same;
  return meant.from === 'alias' ? spelledAlias(step) : rejoined(step, aliasPath(step, '~'));
}

/** Whether a text with an alias names the new place in each of its readings. */
function isSameBehindAlias({
  meant,
  rule,
  later,
  after,
  reader: { before, after: side },
}: ResolvedText) {
  const places = readingsOf(meant.path, rule).flatMap((path) =>
    isSame(readAlias(before.aliases.table, path)?.place, meant.place, before.disk)
      ? [readAlias(side.aliases.table, path)?.place]
      : [],
  );
  if (later === undefined) return false;
  return places.length > 0
    ? places.every((place) => isSame(place, after, before.disk))
    : later === after;
}

/** Whether two places are one on a disk. */
function isSame(place: PlacePath | undefined, other: PlacePath, disk: Disk | undefined): boolean {
  return place !== undefined && knownName(place, disk) === knownName(other, disk);
}

/** Writes a place behind an alias. A file whose alias cannot express it is relative to the file that names it. */
function spelledAlias(step: ResolvedText): Followed {
  const { meant, rule, after, reader } = step;
  const { table } = reader.after.aliases;
  if (isDanglingAlias(meant.alias, reader.before)) return { kind: 'missing' };
  const behind = aliasPath(step, meant.alias);
  if (rule.base.b !== 'file') return rejoined(step, behind);
  const leadsOut = behind && /^[^/]+\/\.\./.test(behind) && !meant.path.includes('/..');
  const path =
    behind === undefined || leadsOut ? relativeText(reader.after.home(rule), after, '.') : behind;
  // With `@` instead of `~`, a text may only have one reading.
  const signed = path.replace(/^~+/, (signs) => '@'.repeat(signs.length));
  const isSure = readingsOf(path, rule).every((one) =>
    isSame(readAlias(table, one)?.place, after, reader.before.disk),
  );
  const written = !isSure && readAlias(table, signed)?.place === after ? signed : path;
  // Only an alias is marked with a `~`, and one that starts with a sign needs no mark.
  const isMarked = readAlias(table, written) && isSigned(written) === isSigned(meant.path);
  const mark = step.parts.path.slice(0, step.parts.path.length - meant.path.length);
  return rejoined(step, isMarked ? mark + written : written);
}

/** Whether the folder of an own alias does not exist: then a text with the alias is unknown. */
export function isDanglingAlias(alias: string, { aliases, disk }: Pick<Side, 'aliases' | 'disk'>) {
  const home = aliases.own?.has(alias) ? aliases.table.get(alias) : undefined;
  return disk !== undefined && home !== undefined && !disk.exists(home);
}

/** A new place behind the author's alias, or one with the same sign. */
function aliasPath(
  { meant, rule, after, reader }: ResolvedText,
  alias: string,
): string | undefined {
  const { before, after: side } = reader;
  const isSourceAlike = before.aliases.table.get('~') === side.aliases.table.get('~');
  // A file that stays is written from the root, which both variants resolve alike.
  const rootOnly = rule.write === 'root' || (meant.place === after && !isSourceAlike);
  return respelledAlias(side.aliases.table, after, alias, rootOnly);
}

/** The path from the folder that new texts are relative to. */
function fromHome({ meant, rule, after, parts, reader }: ResolvedText): string {
  const { root = '', source } = reader.before;
  const home = reader.after.home(rule);
  // What was in the new source directory before is written from the root, which a second run reads alike.
  const isUnmoved = rule.base.a === 'source' && source === root && meant.place === after;
  return isUnmoved && home !== root && isInside(after, home)
    ? `${pathFrom(home, root)}/${pathFrom(root, after)}`
    : relativeText(home, after, parts.path);
}

/** The path from a folder to a place, with the leading dot or slash and the trailing slash of the old text. */
export function relativeText(folder: PlacePath, place: PlacePath, old: string): string {
  const path = pathFrom(folder, place) || '.';
  const lead = old.startsWith('/') ? '/' : isRelativePath(old) ? './' : '';
  const whole = isRelativePath(path) ? path : `${lead}${path}`;
  return old.endsWith('/') && !whole.endsWith('/') ? `${whole}/` : whole;
}

/** Adds an alias to a path whose base is not stated, unless Variant A finds the same file without one. */
function spelledUnstated(step: ResolvedText): Followed {
  const { meant, rule, after, reader } = step;
  const { root = '', source: sourceBefore } = reader.before;
  const isStill = sourceBefore === reader.after.source || isReadFromRoot(step);
  if (after === meant.place && isStill) return same;
  const plain = rule.write === 'plain' || reader.isLayer ? pathFromRoot(step, root) : undefined;
  return rejoined(step, plain ?? aliasPath(step, '~'));
}

/**
 * The path from the root, for options where an alias may mean the project (as in the config of a layer) or may not be
 * resolved. It is found if no source has the same path; undefined otherwise.
 */
function pathFromRoot({ parts, after, reader }: ResolvedText, root: PlacePath): string | undefined {
  const path = pathFrom(root, after);
  // Without a disk, the content of the source directory is unknown.
  const rival = placeAt(reader.after.source ?? '', path);
  const isMade = reader.moved.moves.moves.some(({ to }) => isInside(to, rival));
  if (path === '' || isMade || (reader.before.disk?.exists(rival) ?? true)) return undefined;
  return parts.path.startsWith('./') ? `./${path}` : path;
}

/** Whether Variant A also finds no such source, and then the same file in the root. */
function isReadFromRoot({ parts, meant, later, reader }: ResolvedText): boolean {
  const { disk, source = '' } = reader.before;
  const former = disk?.spelled(placeAt(source, parts.path));
  if (!disk || former === undefined || former === meant.place || later !== meant.place)
    return false;
  const isReplaced =
    reader.moved.moves.after(former) === placeAt(reader.after.source ?? '', parts.path);
  return !(disk.exists(former) && isReplaced);
}

/** The whole text with a new path, in which a folder keeps its slash. */
function rejoined({ parts, meant }: ResolvedText, path: string | undefined): Followed {
  if (path === undefined)
    return { kind: 'unknown', why: 'cannot be expressed with the aliases in the config' };
  const { text, lead, pattern, rest } = parts;
  const isFolder = pattern !== '' || meant.path.endsWith('/');
  const written = isFolder && !path.endsWith('/') ? `${path}/` : path;
  const value = `${lead}${written}${pattern}${rest}`;
  return value === text ? same : { kind: 'write', text: value };
}
