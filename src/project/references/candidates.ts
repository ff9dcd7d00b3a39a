import { isRelativePath, longestPath, type PlacePath, placeAt, splitGlob } from '../../config/places.ts';
import { readText } from '../aliases.ts';
import { remembered, rememberedText } from '../remembered.ts';
import type { PathTexts, TextKind } from './path-texts.ts';
import type {
  AliasScope,
  FolderAnswer,
  KnownPaths,
  Offsets,
  ReferenceContext,
  ReferringFile,
} from './reference.ts';
import { namesSomething, readingsOf, slashPlace } from './resolve.ts';

const styleReference = /@(?:import|use|forward)\b|url\(/;

/** Where a text may hold references that change. It may name too many offsets, and never leaves one out. */
export function candidatesIn(
  text: string,
  kind: TextKind,
  paths: PathTexts | 'anywhere',
  file: ReferringFile,
  context: ReferenceContext,
): Offsets {
  if (paths === 'anywhere') return paths;
  // Only templates have references of this kind, and scripts need not be parsed because of them.
  const reference = kind === 'markup' ? 'asset' : 'module';
  if (kind !== 'script') {
    // A name without a sign is beside the file, and moves with it unless the folder comes apart.
    if (isApart(file, context) && styleReference.test(text)) return 'anywhere';
    if (paths.urls.some((url) => mayChange(url, file, context))) return 'anywhere';
    if (paths.attributes.some((value) => mayChangeAs('asset', value, file, context))) return 'anywhere';
  }
  const found: number[] = [];
  for (const { start, text: path } of paths.quoted)
    if (mayChangeAs(reference, path, file, context)) found.push(start);
  return found.sort((a, b) => a - b);
}

function isApart({ before, after }: ReferringFile, { moves, ambiguous }: ReferenceContext): boolean {
  return moves.partsOf(before).length > 0 || ambiguous.areBelow(after);
}

function mayChangeAs(
  kind: 'asset' | 'module',
  path: string,
  file: ReferringFile,
  context: ReferenceContext,
): boolean {
  if (mayChange(path, file, context)) return true;
  const [, other] = readingsOf(path, kind);
  return other !== undefined && mayChange(other, file, context);
}

/** A name behind a slash that says nothing but itself. */
const plainName = /\/[\w-][\w.-]*$/;
/** Steps to such a name. */
const plainSteps = /^\.{1,2}\/[\w./-]*[\w-]$/;

/** Whether a path may have to say something else afterwards. What does not start with a dot is read alike in a scope. */
export function mayChange(path: string, file: ReferringFile, context: ReferenceContext): boolean {
  if (path.length > longestPath) return false;
  if (path.startsWith('.')) return mayChangeAlone(path, file, context);
  const known = remembered(context.known, file.aliases, newKnownPaths);
  if (plainName.test(path)) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const answer = rememberedText(known.folders, folder, () => answerFor(folder, file, context));
    if (answer !== 'by name') return answer === 'change';
  }
  return rememberedText(known.paths, path, () => mayChangeAlone(path, file, context));
}

function newKnownPaths(): KnownPaths {
  return { folders: new Map(), paths: new Map() };
}

/** Decides for all plain names in a folder, which is written with a slash at its end. */
function answerFor(folder: string, file: ReferringFile, context: ReferenceContext): FolderAnswer {
  const answers = scopesOf(file).map((aliases) => answerIn(folder, { ...file, aliases }, context));
  return answers.find((one) => one === 'change') ?? answers.find((one) => one === 'by name') ?? 'stay';
}

function answerIn(folder: string, file: ReferringFile, context: ReferenceContext): FolderAnswer {
  const { tree, moves, ambiguous } = context;
  const { aliases } = file;
  if (/[^\w./~@#-]/.test(folder)) return 'by name';
  if (folder.startsWith('/')) {
    const place = slashPlace(aliases.slash?.before, folder);
    return place !== undefined && tree.kindsIn(place) ? 'by name' : 'stay';
  }
  if (isInAlias(folder, aliases)) return 'by name';
  const places = placesOf(folder, file, context);
  if (!places) return 'stay';
  const [before, after] = places;
  if (after === '' || moves.startsIn(before) || ambiguous.areBelow(after)) return 'by name';
  return moves.after(before) === after ? 'stay' : 'change';
}

/** Whether there are aliases that only some of the paths into a folder start with. */
function isInAlias(folder: string, { before, after }: AliasScope): boolean {
  const starts = (name: string) => name.startsWith(folder) || `~${name}`.startsWith(folder);
  return [...before.keys(), ...after.keys()].some(starts);
}

/** The aliases that a file is read with: in a layer, those of the projects that extend it as well. */
function scopesOf({ aliases }: ReferringFile): AliasScope[] {
  return [aliases, ...(aliases.users ?? [])];
}

/** The same for a path on its own. */
export function mayChangeAlone(path: string, file: ReferringFile, context: ReferenceContext): boolean {
  if (plainSteps.test(path))
    return placeChanges(placeAt(file.before, path), placeAt(file.after, path), context);
  const [text = ''] = path.replaceAll('\\', '/').split(/\$\{|\?|(?<=.)#/, 1);
  const { folder, pattern } = splitGlob(text);
  const named = pattern === '' ? text : folder;
  const isFolder = pattern !== '' || text !== path || named.endsWith('/');
  return scopesOf(file).some((aliases) => {
    const places = placesOf(named, { ...file, aliases }, context);
    if (!places) return false;
    const [before, after] = places;
    const comesApart = isFolder && context.moves.partsOf(before).length > 0;
    return comesApart || placeChanges(before, after, context);
  });
}

/** Whether a text means something else that led to one place, and leads to another one afterwards. */
function placeChanges(before: PlacePath, after: PlacePath, { moves, ambiguous }: ReferenceContext): boolean {
  return ambiguous.isAt(after) || moves.startsAt(before) || moves.after(before) !== after;
}

/** Where a path leads before, and where the same text leads afterwards. */
function placesOf(
  path: string,
  { before, after, aliases }: ReferringFile,
  { tree }: ReferenceContext,
): readonly [before: PlacePath, after: PlacePath] | undefined {
  if (isRelativePath(path)) return [placeAt(before, path), placeAt(after, path)];
  if (path.startsWith('/')) {
    // Most are addresses, which lead to nothing.
    const place = slashPlace(aliases.slash?.before, path);
    if (place === undefined || !namesSomething(tree, place)) return undefined;
    return [place, slashPlace(aliases.slash?.after, path) ?? ''];
  }
  for (const text of path.startsWith('~') ? [path, path.slice(1)] : [path]) {
    const read = readText(aliases.before, text);
    if (read) return [read.place, readText(aliases.after, text)?.place ?? ''];
  }
  return undefined;
}
