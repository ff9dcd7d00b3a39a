import { isInside, type PlacePath, placeAt } from '../../config/places.ts';
import { afterByName, type Move } from '../moves.ts';
import type { TreePath } from '../snapshot.ts';
import { resolveFile } from '../tree.ts';
import type { Reference } from './reference.ts';
import { respell } from './respell.ts';
import { isGlob, isWrittenForA, type Reading, readSpecifier } from './specifier.ts';
import type { Origin, World } from './world.ts';

/** What a reference must say for the same file to be reached. */
export type Followed =
  | { readonly kind: 'same' }
  | { readonly kind: 'write'; readonly specifiers: readonly [string, ...string[]] }
  /** What it reaches comes apart, and no text reaches both parts. */
  | { readonly kind: 'split' };

const same: Followed = { kind: 'same' };
const split: Followed = { kind: 'split' };

/** Applies the one rule for paths to a reference: after the move it reaches the file that it reached before. */
export function follow(reference: Reference, file: Origin, world: World): Followed {
  const origin = reference.base === undefined ? file : basedOn(reference.base, file, world);
  const reading = readSpecifier(reference, origin, world.tree);
  if (!reading) return same;
  const { place, tail } = reading;
  if (isWrittenForA(reading, origin, world.tree)) return same;
  const parts = isPattern(reference, tail) ? world.moves.partsOf(place, levelsOf(reference, tail)) : [];
  const isDeep = !reference.open && reachesAll(tail);
  const home = world.moves.after(place);
  if (parts.length > 0 && !(isDeep && parts.every(({ to }) => isInside(to, home)))) {
    return reference.encodeAll && isDeep ? spread(reading, parts, origin, world) : split;
  }
  const after = placeAfter(reference, reading, origin, world);
  const hidden = hiddenFile(reference, reading, after, world);
  const text =
    hidden === undefined
      ? respell(reading, after, origin)
      : respell({ ...reading, place: hidden }, world.moves.after(hidden), origin);
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

/** Where the place is afterwards. A text that can only mean a folder does not mean the file beside it. */
function placeAfter(
  reference: Reference,
  reading: Reading,
  { aliases }: Origin,
  { tree, moves }: World,
): PlacePath {
  const { kind, defines } = reference;
  const { place } = reading;
  if (defines !== undefined) {
    const isOurs = aliases.before.get(defines) === place;
    return (isOurs ? aliases.after.get(defines) : undefined) ?? moves.after(place);
  }
  if (!mayNameFile(reference, reading)) return moves.after(place);
  return afterByName(place, moves, (one) => resolveFile(tree, one, endingsOf(kind)));
}

/** Whether a text may name a file without its ending: it is no pattern, goes on with nothing, and ends like no folder. */
function mayNameFile({ kind, open }: Reference, { text }: Reading): boolean {
  return !open && !isGlob(kind) && !/(?:^|\/)\.{0,2}$/.test(text);
}

/** What a file may be found by beside its name. */
function endingsOf(kind: Reference['kind']): 'styles' | 'modules' {
  return kind === 'style' ? 'styles' : 'modules';
}

/** The file that is meant, where another one that comes to lie beside it would be found first: its ending must be named. */
function hiddenFile(
  reference: Reference,
  reading: Reading,
  after: PlacePath,
  { tree, moves, meetings }: World,
): TreePath | undefined {
  if (!meetings?.isAt(after) || reference.defines !== undefined || !mayNameFile(reference, reading))
    return undefined;
  const also = endingsOf(reference.kind);
  const file = resolveFile(tree, reading.place, also);
  return file === undefined || meetings.fileAt(after, also) === moves.after(file) ? undefined : file;
}

/** One pattern for each place that the parts of a folder go to. */
function spread(reading: Reading, parts: readonly Move[], origin: Origin, { moves }: World): Followed {
  const home = moves.after(reading.place);
  const places = [home, ...parts.map(({ to }) => to).filter((to) => !isInside(to, home))];
  const [first, ...others] = [...new Set(places)].map(
    (place) => respell(reading, place, origin) ?? `${reading.lead}${reading.text}${reading.tail}`,
  );
  return first === undefined ? same : { kind: 'write', specifiers: [first, ...others.toSorted()] };
}
