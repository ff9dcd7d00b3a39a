import { isRelativePath, longestPath, type PlacePath, placeAt, splitGlob } from '../../config/paths.ts';
import { readText } from '../aliases.ts';
import { memo, memoText } from '../memo.ts';
import type { Tree } from '../tree.ts';
import type { PathTexts, TextKind } from './path-texts.ts';
import type { AliasScope, Offsets, ReferenceContext, ReferringFile } from './reference.ts';
import { namesSomething, readingsOf, slashPlace } from './resolve.ts';

const styleReference = /@(?:import|use|forward)\b|url\(/;

/** A text, and the paths that a scan found in it. */
interface ScannedText {
  readonly text: string;
  readonly kind: TextKind;
  readonly paths: PathTexts | 'anywhere';
}

/** The offsets of references that may change. There may be too many offsets, but none is missing. */
export function candidatesIn(
  { text, kind, paths }: ScannedText,
  file: ReferringFile,
  context: ReferenceContext,
): Offsets {
  if (paths === 'anywhere') return paths;
  // Only templates have asset references, and scripts need not be parsed because of them.
  const reference = kind === 'markup' ? 'asset' : 'module';
  if (kind !== 'script') {
    // A name without a sign is a file in the same folder, and moves with it unless the folder is split.
    if (isSplit(file, context) && styleReference.test(text)) return 'anywhere';
    if (paths.urls.some((url) => mayChange(url, file, context))) return 'anywhere';
    if (paths.attributes.some((value) => mayChangeAs('asset', value, file, context))) return 'anywhere';
  }
  const offsets: number[] = [];
  for (const { start, text: path } of paths.quoted)
    if (mayChangeAs(reference, path, file, context)) offsets.push(start);
  return offsets.sort((a, b) => a - b);
}

function isSplit({ before, after }: ReferringFile, { moves, ambiguous }: ReferenceContext): boolean {
  return moves.partsOf(before).length > 0 || ambiguous.areBelow(after);
}

function mayChangeAs(
  kind: 'asset' | 'module',
  path: string,
  file: ReferringFile,
  context: ReferenceContext,
): boolean {
  if (mayChange(path, file, context)) return true;
  const [, marked] = readingsOf(path, kind);
  return marked !== undefined && mayChange(marked, file, context);
}

/** A relative path without special characters. */
const plainSteps = /^\.{1,2}\/[\w./-]*[\w-]$/;

/** Whether a path may have to change. Paths without a leading dot have the same result in the whole scope. */
export function mayChange(path: string, file: ReferringFile, context: ReferenceContext): boolean {
  if (path.length > longestPath) return false;
  if (path.startsWith('.')) return mayChangeAlone(path, file, context);
  const known = memo(context.known, file.aliases, () => new Map<string, boolean>());
  return memoText(known, path, () => mayChangeAlone(path, file, context));
}

/** The scopes of a file: in a layer, also those of the projects that extend it. */
function scopesOf({ aliases }: ReferringFile): AliasScope[] {
  return [aliases, ...(aliases.users ?? [])];
}

/** Whether a single path may have to change, without the cache. */
function mayChangeAlone(path: string, file: ReferringFile, context: ReferenceContext): boolean {
  if (plainSteps.test(path))
    return placeChanges(placeAt(file.before, path), placeAt(file.after, path), context);
  return scopesOf(file).some((aliases) => {
    const named = namedPath(path, { ...file, aliases }, context.tree);
    if (!named) return false;
    const { text, place, placeAfter } = named;
    const isFolder = text !== path || text.endsWith('/');
    const isSplitUp = isFolder && context.moves.partsOf(place).length > 0;
    return isSplitUp || placeChanges(place, placeAfter, context);
  });
}

/** Whether the same text resolves to a different file after the moves. */
function placeChanges(before: PlacePath, after: PlacePath, { moves, ambiguous }: ReferenceContext): boolean {
  return ambiguous.isAt(after) || moves.startsAt(before) || moves.after(before) !== after;
}

/** A path in a text. */
export interface NamedPath {
  /** The path without a pattern or a computed end. */
  readonly text: string;
  readonly place: PlacePath;
  /** The place that the same text resolves to after the moves. */
  readonly placeAfter: PlacePath;
}

/** Resolves a path; undefined if it does not start like one, or is an address. */
export function namedPath(
  path: string,
  { before, after, aliases }: ReferringFile,
  tree: Tree,
): NamedPath | undefined {
  const [start = ''] = path.replaceAll('\\', '/').split(/\$\{|\?|(?<=.)#/, 1);
  const { folder, pattern } = splitGlob(start);
  const text = pattern === '' ? start : folder;
  if (isRelativePath(text)) return { text, place: placeAt(before, text), placeAfter: placeAt(after, text) };
  if (text.startsWith('/')) {
    // Most of these texts are addresses, and no files.
    const place = slashPlace(aliases.slash?.before, text);
    if (place === undefined || !namesSomething(tree, place)) return undefined;
    return { text, place, placeAfter: slashPlace(aliases.slash?.after, text) ?? '' };
  }
  for (const marked of text.startsWith('~') ? [text, text.slice(1)] : [text]) {
    const read = readText(aliases.before, marked);
    if (read) return { text, place: read.place, placeAfter: readText(aliases.after, marked)?.place ?? '' };
  }
  return undefined;
}
