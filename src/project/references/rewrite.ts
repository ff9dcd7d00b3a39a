import { isRelativePath, type PlacePath, pathFrom, placeAt } from '../../config/places.ts';
import { type AliasTable, isSigned, readText, respelledAlias } from '../aliases.ts';
import { afterByName, type Move, type MoveMap, partingFrom } from '../moves.ts';
import type { TreePath } from '../snapshot.ts';
import { resolveFile, type Tree } from '../tree.ts';
import { isSameSet } from '../tree-after.ts';
import {
  type AliasScope,
  definedPlace,
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
  servedFile,
  slashPlace,
} from './resolve.ts';

/** What a reference must say to reach the same file. */
export type Rewritten =
  | { readonly kind: 'same' }
  | { readonly kind: 'write'; readonly specifiers: readonly [string, ...string[]] }
  /** What it reaches comes apart, and no text reaches both parts. */
  | { readonly kind: 'split' }
  /** The bundler no longer finds the file by it, and it may be an address: someone must write what is meant. */
  | {
      readonly kind: 'address';
      /** The file that it is the address of. */
      readonly served: PlacePath | undefined;
      /** What the bundler found by it, and the text that finds that afterwards. */
      readonly place: PlacePath;
      readonly specifier: string;
    };

const same: Rewritten = { kind: 'same' };
const split: Rewritten = { kind: 'split' };

/** Applies the one rule for paths to a reference: after the move it reaches the file that it reached before. */
export function rewriteReference(
  reference: Reference,
  file: ReferringFile,
  context: ReferenceContext,
): Rewritten {
  const { tree, moves } = context;
  const own = reference.base === undefined ? file : basedOn(reference.base, file, context);
  const from = { ...own, aliases: meantAliases(reference, own, context) };
  const resolved = resolveSpecifier(reference, from, tree);
  if (!resolved || isMeantForA(resolved, from.aliases, tree)) return same;
  const { place, tail } = resolved;
  const isDeep = !reference.open && (tail === '' || tail.startsWith('**'));
  const parts = isPattern(reference, tail)
    ? partingFrom(moves, place, isDeep, levelsOf(reference, tail))
    : [];
  const isApart = parts.length > 0;
  // In a list of package.json, a star stands for more than a name.
  const common =
    isApart && reference.kind === 'glob' && !reference.open ? commonHome(resolved, context) : undefined;
  if (isApart && common === undefined)
    return reference.encodeAll && isDeep ? spread(resolved, parts, from, moves) : split;
  const after = common ?? placeAfter(reference, resolved, from, context);
  const hidden = hiddenFile(reference, resolved, after, context);
  const text =
    hidden === undefined
      ? respell(resolved, after, from, reference.kind)
      : respell({ ...resolved, place: hidden }, moves.after(hidden), from, reference.kind);
  if (text === undefined || wouldComeAlive(reference, resolved, after, context)) return same;
  return writtenOrAddress(text, reference, resolved, from, tree);
}

/** What starts with a slash may be an address, except in a pattern. */
function writtenOrAddress(
  specifier: string,
  { kind }: Reference,
  { form, text, place }: ResolvedSpecifier,
  { aliases }: ReferringFile,
  tree: Tree,
): Rewritten {
  const mayBeAddress = form === 'rooted' && kind !== 'glob';
  const served = mayBeAddress ? servedFile(aliases, text, tree) : undefined;
  // Bundlers resolve what code and styles name; a template's address is left to the browser.
  const isAddress = mayBeAddress && (served !== undefined || kind === 'asset');
  return isAddress
    ? { kind: 'address', served, place, specifier }
    : { kind: 'write', specifiers: [specifier] };
}

/** In a layer, an alias that does not resolve is that of a project that extends it, if it resolves there. */
function meantAliases(reference: Reference, file: ReferringFile, { tree }: ReferenceContext): AliasScope {
  const { aliases } = file;
  const leads = (scope: AliasScope): boolean => {
    const resolved = resolveSpecifier(reference, { ...file, aliases: scope }, tree);
    if (resolved?.form !== 'alias') return scope === aliases;
    return namesSomething(tree, resolved.place) || isMeantForA(resolved, scope, tree);
  };
  const { users = [] } = aliases;
  return users.length === 0 ? aliases : ([aliases, ...users].find(leads) ?? aliases);
}

/** The folder that a reference is read from if that is not the file's own: it moves, and what names it follows. */
function basedOn(
  base: string,
  { before, aliases }: ReferringFile,
  { moves }: ReferenceContext,
): ReferringFile {
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

/** The folder from which a pattern matches afterwards just what it matches now; undefined if there is none. */
function commonHome(
  { place, tail }: ResolvedSpecifier,
  { moves, files }: ReferenceContext,
): PlacePath | undefined {
  const named = [...files.before(place, tail, 'glob')];
  const expected = new Set(named.map(moves.after));
  const [first = ''] = named;
  const [inner, to] = [`/${pathFrom(place, first)}`, `/${moves.after(first)}`];
  if (tail === '' || named.length === 0 || !to.endsWith(inner)) return undefined;
  const home = to.slice(1, -inner.length);
  return isSameSet(expected, files.after(home, tail, 'glob')) ? home : undefined;
}

/** One pattern for each place that the parts of a folder go to. */
function spread(
  resolved: ResolvedSpecifier,
  parts: readonly Move[],
  file: ReferringFile,
  { after }: MoveMap,
): Rewritten {
  const places = [after(resolved.place), ...parts.map(({ to }) => to)];
  const [first, ...others] = [...new Set(places)].map(
    (place) => respell(resolved, place, file, 'glob') ?? `${resolved.lead}${resolved.text}${resolved.tail}`,
  );
  return first === undefined ? same : { kind: 'write', specifiers: [first, ...others.toSorted()] };
}

/** Where the place is afterwards. A text that can only mean a folder does not mean the file beside it. */
function placeAfter(
  reference: Reference,
  resolved: ResolvedSpecifier,
  { aliases }: ReferringFile,
  { tree, moves }: ReferenceContext,
): PlacePath {
  const { defines } = reference;
  const { place } = resolved;
  if (defines !== undefined) return definedPlace(aliases, defines, place) ?? moves.after(place);
  if (!mayNameFile(reference, resolved)) return moves.after(place);
  return afterByName(place, moves, (one) => resolveFile(tree, one, extensionsOf(reference)));
}

/** Whether a text may name a file without its extension: it is not a pattern, is complete, and ends like no folder. */
function mayNameFile({ kind, open }: Reference, { text }: ResolvedSpecifier): boolean {
  return !open && !isGlob(kind) && !/(?:^|\/)\.{0,2}$/.test(text);
}

/** What a file may be found by beside its name. */
function extensionsOf({ kind }: Reference): 'styles' | 'modules' {
  return kind === 'style' ? 'styles' : 'modules';
}

/** The file that is meant, if another one that comes to lie beside it would be found first: its extension is needed. */
function hiddenFile(
  reference: Reference,
  resolved: ResolvedSpecifier,
  after: PlacePath,
  { tree, moves, ambiguous }: ReferenceContext,
): TreePath | undefined {
  if (!ambiguous.isAt(after) || reference.defines !== undefined || !mayNameFile(reference, resolved))
    return undefined;
  const also = extensionsOf(reference);
  const file = resolveFile(tree, resolved.place, also);
  return file === undefined || ambiguous.fileAt(after, also) === moves.after(file) ? undefined : file;
}

/** Whether a text did not resolve, and would resolve to something that moves there. */
function wouldComeAlive(
  reference: Reference,
  resolved: ResolvedSpecifier,
  after: PlacePath,
  { tree, ambiguous }: ReferenceContext,
): boolean {
  return (
    mayNameFile(reference, resolved) &&
    !namesSomething(tree, resolved.place) &&
    resolveFile(tree, resolved.place, extensionsOf(reference)) === undefined &&
    ambiguous.fileAt(after, extensionsOf(reference)) !== undefined
  );
}

/** The text that leads to a place afterwards, in the form it had; undefined if the one it has still does. */
export function respell(
  { form, place, text, lead, tail, alias }: ResolvedSpecifier,
  after: PlacePath,
  { after: folder, aliases }: ReferringFile,
  kind: Reference['kind'],
): string | undefined {
  if (form === 'relative')
    return placeAt(folder, text) === after ? undefined : `${lead}${relativeText(folder, after, text)}${tail}`;
  const holds =
    form === 'rooted'
      ? slashPlace(aliases.slash?.after, text) === after
      : usedReadings(text, kind, place, aliases).every((one) => placeIn(aliases.after, one) === after);
  if (holds) return undefined;
  // What stays is named from the root, which both variants read alike, unless they also agree on the sources.
  const isUnmoved = place === after && !(form === 'rooted' && isSourceAlike(aliases));
  const written =
    respelledAlias(aliases.after, after, alias || '~', isUnmoved) ?? relativeText(folder, after, '.');
  const isSure = readingsOf(written, kind).every((one) => placeIn(aliases.after, one) === after);
  const taken = isSure ? written : otherSign(written, after, aliases.after);
  // Only an alias is marked with a `~`, and one that starts with a sign needs none.
  const isMarked = readText(aliases.after, taken) && isSigned(taken) === isSigned(text);
  const kept = isMarked ? lead : lead.replace(/~$/, '');
  return `${kept}${slashed(taken, text)}${tail}`;
}

/** The readings of a text that led to a place. */
function usedReadings(
  text: string,
  kind: Reference['kind'],
  place: PlacePath,
  { before }: AliasScope,
): readonly string[] {
  const used = readingsOf(text, kind).filter((one) => placeIn(before, one) === place);
  return used.length > 0 ? used : [text];
}

function placeIn(table: AliasTable, text: string): PlacePath | undefined {
  return readText(table, text)?.place;
}

/** The same text with the other sign, if that leads to the place. */
function otherSign(text: string, place: PlacePath, table: AliasTable): string {
  const other = text.replace(/^~+/, (signs) => '@'.repeat(signs.length));
  return placeIn(table, other) === place ? other : text;
}

function isSourceAlike({ before, after }: AliasScope): boolean {
  return before.get('~') === after.get('~');
}

/** The path from a folder to a place, with the leading dot and the slash at the end that the old text has. */
export function relativeText(folder: TreePath, place: PlacePath, old: string): string {
  const path = pathFrom(folder, place) || '.';
  const dotted = isRelativePath(old) && !isRelativePath(path) ? `./${path}` : path;
  return slashed(dotted, old);
}

function slashed(text: string, old: string): string {
  return old.endsWith('/') && !text.endsWith('/') ? `${text}/` : text;
}
