import { isInside, type PlacePath, placeAt } from '../../config/places.ts';
import {
  type RawSpecifier,
  type Reading,
  readAfter,
  readBefore,
  type TextOrigin,
} from './reference-reading.ts';
import { depthOf, type Side, type Trees } from './reference-trees.ts';

/** What became of a reference. */
export type Verdict =
  /** It names nothing in the tree: a package, an address. */
  | { readonly kind: 'none' }
  /** It reaches what it reached: with the same text, or with another. */
  | { readonly kind: 'same' | 'followed' }
  /** It reached nothing, and is not counted against us. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'defect'; readonly message: string; readonly leadsNowhere: boolean };

const none: Verdict = { kind: 'none' };
const same: Verdict = { kind: 'same' };
const followed: Verdict = { kind: 'followed' };
const broken: Verdict = { kind: 'broken' };

/** Compares what a reference reaches before with what stands in its place afterwards; a list may have grown. */
export function judge(
  old: RawSpecifier,
  now: readonly RawSpecifier[],
  origin: TextOrigin,
  trees: Trees,
): Verdict {
  const changed = now.length !== 1 || now[0]?.specifier !== old.specifier;
  const fine = changed ? followed : same;
  const reading = readBefore(old, origin, trees);
  const [first] = now;
  if (!first) return defect(old, now, 'would be gone');
  if (!reading) return changed ? defect(old, now, 'names no file, and would change its text') : none;
  if (!changed && isWrittenForA(old, reading, origin, trees)) return same;
  const readings = now.flatMap((one) => readAfter(one, origin) ?? []);
  const [after] = readings;
  if (!after || readings.length < now.length)
    return changed || trees.before.tree.kindOf(reading.place) !== undefined
      ? defect(old, now, `reaches \`${shown(reading.place)}\`, and would reach nothing`, true)
      : broken;
  if (readings.some(({ around }) => around !== reading.around))
    return defect(old, now, 'would match other names');
  const expected = ownMeaning(old, reading, origin) ?? trees.moves.after(reading.place);
  if (reading.pattern !== undefined && isListedFolder(reading.place, trees.before))
    return judgePattern(old, now, reading, readings, expected, trees) ?? fine;
  return judgeOne(old, now, reading, after, expected, trees, changed) ?? fine;
}

function isListedFolder(place: PlacePath, { tree }: Side): boolean {
  return tree.kindOf(place) === 'folder' && tree.isListed(place);
}

/** A text that gives an alias its meaning gives it the framework's one afterwards, where it did so before. */
function ownMeaning(
  { defines }: RawSpecifier,
  { place }: Reading,
  { scope }: TextOrigin,
): PlacePath | undefined {
  if (defines === undefined || scope.before.get(defines) !== place) return undefined;
  return scope.after.get(defines);
}

/** A text that only Variant A reads as something that is there; where both do, package.json decides. */
function isWrittenForA(
  old: RawSpecifier,
  { form, place }: Reading,
  origin: TextOrigin,
  trees: Trees,
): boolean {
  if (form === 'relative') return false;
  const later = readAfter(old, origin);
  if (!later || later.place === place || !trees.before.isThere(later.place)) return false;
  return origin.scope.newer || !trees.before.isThere(place);
}

/** A pattern, or the start of a computed path: all files that it may mean are to be found again. */
function judgePattern(
  old: RawSpecifier,
  now: readonly RawSpecifier[],
  { place, pattern = '' }: Reading,
  readings: readonly Reading[],
  home: PlacePath,
  { moves, lostFrom }: Trees,
): Verdict | undefined {
  const places = readings.map((one) => one.place);
  const isHeld = (to: PlacePath) => moves.held.some((held) => held === to && isInside(held, place));
  const isMoved = (to: PlacePath) =>
    moves.moves.some((move) => move.to === to && isInside(move.from, place)) && !isInside(home, to);
  const isPart = (to: PlacePath) => isHeld(to) || isMoved(to);
  const stray = places.find((to) => to !== home && !isPart(to));
  if (stray !== undefined)
    return defect(old, now, `is about \`${shown(home)}\` then, and would be about \`${shown(stray)}\``);
  const depth = pattern === '' || pattern.includes('**') ? Number.POSITIVE_INFINITY : depthOf(pattern);
  const lost = lostFrom(place, depth, places);
  return lost === undefined ? undefined : defect(old, now, `would no longer reach \`${moves.after(lost)}\``);
}

/** A single file or folder. */
function judgeOne(
  old: RawSpecifier,
  now: readonly RawSpecifier[],
  before: Reading,
  after: Reading,
  expected: PlacePath,
  trees: Trees,
  changed: boolean,
): Verdict | undefined {
  const { tree } = trees.before;
  const file = fileAt(trees.before, before, old);
  if (file !== undefined) return judgeFile(old, now, file, before, after, expected, trees);
  const isNothing = tree.kindOf(before.place) === undefined && tree.isListed(before.place);
  if (after.place === expected) return isNothing ? broken : undefined;
  const [place, then, found] = [before.place, expected, after.place].map(shown);
  if (!isNothing)
    return defect(old, now, `names \`${place}\`, which is \`${then}\` then, and would name \`${found}\``);
  if (!changed || !trees.after.isThere(after.place)) return broken;
  return defect(old, now, `reached nothing, and would reach \`${found}\``);
}

function judgeFile(
  old: RawSpecifier,
  now: readonly RawSpecifier[],
  file: PlacePath,
  before: Reading,
  after: Reading,
  expected: PlacePath,
  trees: Trees,
): Verdict | undefined {
  const to = trees.moves.after(file);
  const found = fileAt(trees.after, after, old);
  if (found === to) return undefined;
  // Outside of modules the folder may be meant that has the file's name.
  const isFolderMeant = old.kind !== 'module' || before.isFolder;
  const isFolder = isFolderMeant && trees.before.tree.kindOf(before.place) === 'folder';
  if (after.place === expected && (isFolder || old.defines !== undefined)) return undefined;
  const there = file === to ? `\`${file}\`` : `\`${file}\`, which is \`${to}\` then`;
  const where = found === undefined ? 'nothing' : `\`${found}\``;
  return defect(old, now, `reaches ${there}, and would reach ${where}`, found === undefined);
}

/** The file that a text means. */
function fileAt(side: Side, { place, isFolder }: Reading, { kind }: RawSpecifier): PlacePath | undefined {
  const also = kind === 'style' ? 'styles' : 'modules';
  return side.fileAt(isFolder ? placeAt(place, 'index') : place, also);
}

function defect(
  old: RawSpecifier,
  now: readonly RawSpecifier[],
  what: string,
  leadsNowhere = false,
): Verdict {
  const texts = now.map(({ specifier }) => `\`${specifier}\``);
  const isSame = now.length === 1 && now[0]?.specifier === old.specifier;
  const written = isSame ? '' : ` as ${texts.join(', ') || 'nothing'}`;
  return { kind: 'defect', message: `\`${old.specifier}\` ${what}${written}.`, leadsNowhere };
}

function shown(place: PlacePath): string {
  return place === '' ? '.' : place;
}
