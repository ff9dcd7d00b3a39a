import { isRelativePath, isSigned, type PlacePath, pathFrom, placeAt } from '../../base/paths.ts';
import { afterByName, type MoveMap, splitOffFrom } from '../../tree/moves.ts';
import type { TreePath } from '../../tree/snapshot.ts';
import { resolveFile, type Tree } from '../../tree/tree.ts';
import { commonHome } from '../../tree/tree-after.ts';
import { type AliasTable, readAlias, respelledAlias } from '../aliases.ts';
import {
  type AliasScope,
  meaningKey,
  type Reference,
  type ReferenceContext,
  type ReferringFile,
} from './reference.ts';
import {
  isGlob,
  isMeantForA,
  namesSomething,
  type ResolvedSpecifier,
  readingsOf,
  resolveSpecifier,
  slashPlace,
} from './resolve.ts';

/** The new text of a reference that still resolves to the same file. */
export type Rewritten =
  | { readonly kind: 'same' }
  | { readonly kind: 'write'; readonly specifier: string }
  /** The folder is split, and no text resolves to both parts. */
  | { readonly kind: 'split' };

const same: Rewritten = { kind: 'same' };
const split: Rewritten = { kind: 'split' };

/** Applies the one rule for paths: after the move, the reference resolves to the same file as before. */
export function rewriteReference(
  reference: Reference,
  file: ReferringFile,
  context: ReferenceContext,
): Rewritten {
  const { tree, moves } = context;
  const folder = placeAt(file.before, reference.base ?? '');
  const base =
    reference.base === undefined ? file : { ...file, before: folder, after: moves.after(folder) };
  const from = { ...base, aliases: meantAliases(reference, base, context) };
  const resolved = resolveSpecifier(reference, from, tree);
  if (!resolved || isMeantForA(resolved, from.aliases, tree)) return same;
  const { place, tail } = resolved;
  const isSplit = isPattern(resolved) && isSplitUp(resolved, moves);
  const common = isSplit ? homeOf(resolved, context) : undefined;
  if (isSplit && common === undefined) {
    // A pattern such as `./*.d.ts` that matches no file does not lose one.
    const isEmpty =
      !reference.open && tail !== '' && context.files.before(place, tail, 'glob').size === 0;
    return isEmpty ? same : split;
  }
  const after = common ?? placeAfter(resolved, from.aliases, context);
  const hidden = hiddenFile(resolved, after, context);
  const text =
    hidden === undefined
      ? rewriteText(resolved, after, from)
      : rewriteText({ ...resolved, place: hidden }, moves.after(hidden), from);
  const isUnchanged = text === undefined || wouldStartToResolve(resolved, after, context);
  return isUnchanged ? same : { kind: 'write', specifier: text };
}

/** The aliases of the file, or those of a project that extends the layer if only they resolve. */
function meantAliases(
  reference: Reference,
  file: ReferringFile,
  { tree }: ReferenceContext,
): AliasScope {
  const { aliases } = file;
  const resolves = (scope: AliasScope): boolean => {
    const resolved = resolveSpecifier(reference, { ...file, aliases: scope }, tree);
    if (resolved?.form !== 'alias') return scope === aliases;
    const places = [resolved.place, placeIn(scope.after, resolved.text) ?? resolved.place];
    return places.some((place) => namesSomething(tree, place));
  };
  const { users = [] } = aliases;
  return users.length === 0 ? aliases : ([aliases, ...users].find(resolves) ?? aliases);
}

/** Whether a reference matches files in a folder: as a pattern, or as a folder in a list of patterns. */
function isPattern({ open, kind, tail }: ResolvedSpecifier): boolean {
  return open || kind === 'pattern' || (kind === 'glob' && tail !== '');
}

/** Whether parts of the folder of a pattern move away from it, at a depth that the pattern matches. */
function isSplitUp({ open, place, tail }: ResolvedSpecifier, moves: MoveMap): boolean {
  const isDeep = !open && (tail === '' || tail.startsWith('**'));
  const isUnlimited = open || tail === '' || tail.includes('**');
  const levels = isUnlimited ? Number.POSITIVE_INFINITY : tail.split('/').length;
  return splitOffFrom(moves, place, isDeep, levels).length > 0;
}

/** The new folder of a pattern whose files all move alike; undefined if they do not. */
function homeOf(resolved: ResolvedSpecifier, context: ReferenceContext): PlacePath | undefined {
  const { kind, open, place, tail } = resolved;
  // In package.json, a star before an extension matches more than a name.
  if (open || (kind !== 'glob' && !tail.endsWith('*'))) return undefined;
  return commonHome(place, tail, kind === 'glob' ? 'glob' : 'rule', context);
}

/** The new place. A text that can only mean a folder does not mean the file beside it. */
function placeAfter(
  resolved: ResolvedSpecifier,
  { before, after, meanings }: AliasScope,
  { tree, moves }: ReferenceContext,
): PlacePath {
  const { place, defines } = resolved;
  if (defines === undefined) return afterByName(place, moves, () => fileMeant(resolved, tree));
  // A project may define the alias in the same way.
  const isSame = before.get(defines) === place;
  return (
    (isSame ? after.get(defines) : meanings?.get(meaningKey(defines, place))) ?? moves.after(place)
  );
}

/** Whether a text may be a file without its extension: a complete path that does not end like a folder. */
function mayNameFile({ kind, open, defines, text }: ResolvedSpecifier): boolean {
  return !open && defines === undefined && !isGlob(kind) && !/(?:^|\/)\.{0,2}$/.test(text);
}

/** The extensions that may be missing in a reference. */
function extensionsOf({ kind }: ResolvedSpecifier): 'styles' | 'modules' {
  return kind === 'style' ? 'styles' : 'modules';
}

/** The file that a text means, with or without its extension; only imports leave it out beside a folder. */
function fileMeant(resolved: ResolvedSpecifier, tree: Tree): TreePath | undefined {
  const { kind, place } = resolved;
  const isExact = kind === 'path' && tree.kindOf(place) !== undefined;
  const mayBeName = !isExact && mayNameFile(resolved);
  return mayBeName ? resolveFile(tree, place, extensionsOf(resolved)) : undefined;
}

/** The file that is meant, if a file moved beside it would be found first: its extension is needed. */
function hiddenFile(
  resolved: ResolvedSpecifier,
  after: PlacePath,
  { tree, moves, treeAfter, isAmbiguous }: ReferenceContext,
): TreePath | undefined {
  if (!isAmbiguous(after)) return undefined;
  const file = fileMeant(resolved, tree);
  return file && resolveFile(treeAfter, after, extensionsOf(resolved)) !== moves.after(file)
    ? file
    : undefined;
}

/** Whether a text did not resolve, and would resolve to a moved file. */
function wouldStartToResolve(
  resolved: ResolvedSpecifier,
  after: PlacePath,
  { tree, treeAfter }: ReferenceContext,
): boolean {
  return (
    mayNameFile(resolved) &&
    tree.kindOf(resolved.place) === undefined &&
    fileMeant(resolved, tree) === undefined &&
    resolveFile(treeAfter, after, extensionsOf(resolved)) !== undefined
  );
}

/** The text for a new place, in the same form as before; undefined if the current text is still correct. */
export function rewriteText(
  { kind, form, place, text, lead, tail, alias }: Omit<ResolvedSpecifier, 'open'>,
  after: PlacePath,
  { after: folder, aliases }: ReferringFile,
): string | undefined {
  if (form === 'relative')
    return placeAt(folder, text) === after
      ? undefined
      : `${lead}${relativeText(folder, after, text)}${tail}`;
  const readings = readingsOf(text, kind).filter(
    (reading) => placeIn(aliases.before, reading) === place,
  );
  const used = readings.length > 0 ? readings : [text];
  const holds =
    form === 'rooted'
      ? slashPlace(aliases.slash?.after, text) === after
      : used.every((path) => placeIn(aliases.after, path) === after);
  if (holds) return undefined;
  // A file that stays is written from the root, which both variants resolve alike.
  const isSourceAlike = aliases.before.get('~') === aliases.after.get('~');
  const isUnmoved = place === after && !(form === 'rooted' && isSourceAlike);
  const spelled = respelledAlias(aliases.after, after, alias || '~', isUnmoved);
  // A path out of the folder of an alias is plain without the alias.
  const isPlain = spelled === undefined || (/^[^/]+\/\.\./.test(spelled) && !text.includes('/..'));
  const written = isPlain ? relativeText(folder, after, '.') : spelled;
  const isSure = readingsOf(written, kind).every((path) => placeIn(aliases.after, path) === after);
  // With `@` instead of `~`, a text may only have one reading.
  const signed = written.replace(/^~+/, (signs) => '@'.repeat(signs.length));
  const taken = !isSure && placeIn(aliases.after, signed) === after ? signed : written;
  // Only an alias is marked with a `~`, and one that starts with a sign needs no mark.
  const isMarked = readAlias(aliases.after, taken) && isSigned(taken) === isSigned(text);
  const kept = isMarked ? lead : lead.replace(/~$/, '');
  return `${kept}${slashed(taken, text)}${tail}`;
}

function placeIn(table: AliasTable, text: string): PlacePath | undefined {
  return readAlias(table, text)?.place;
}

/** The path from a folder to a place, with the leading dot and the trailing slash of the old text. */
export function relativeText(folder: TreePath, place: PlacePath, old: string): string {
  const path = pathFrom(folder, place) || '.';
  const dotted = isRelativePath(old) && !isRelativePath(path) ? `./${path}` : path;
  return slashed(dotted, old);
}

function slashed(text: string, old: string): string {
  return old.endsWith('/') && !text.endsWith('/') ? `${text}/` : text;
}
