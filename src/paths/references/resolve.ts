import {
  isAbsolutePath,
  isRelativePath,
  isSigned,
  longestPath,
  type PlacePath,
  placeAt,
  splitGlob,
} from '../../base/paths.ts';
import { isWrittenForA } from '../../tree/evidence.ts';
import { resolveFile, type Tree } from '../../tree/tree.ts';
import { readAlias, type SlashBase } from '../aliases.ts';
import type { AliasScope, Reference, ReferringFile } from './reference.ts';

/** A reference with its place, and the parts of its specifier that do not affect the place. */
export interface ResolvedSpecifier extends Pick<Reference, 'kind' | 'open' | 'defines'> {
  readonly form: 'relative' | 'alias' | 'rooted';
  readonly place: PlacePath;
  /** The path in the specifier, without the parts around it. */
  readonly text: string;
  readonly lead: string;
  readonly tail: string;
  readonly alias: string;
}

/** Resolves a reference under Variant B; undefined if it does not refer to a place of the tree. */
export function resolveSpecifier(
  reference: Reference,
  { before, aliases }: ReferringFile,
  tree: Tree,
): ResolvedSpecifier | undefined {
  const { lead, text, tail } = partsOf(reference);
  const { kind } = reference;
  if (text === '' || text.length > longestPath) return undefined;
  const place = placeAt(before, text);
  const relative = { ...reference, form: 'relative', place, text, lead, tail, alias: '' } as const;
  if (isRelativePath(text)) return relative;
  const aliased = resolveAlias(text, kind, aliases, tree);
  if (aliased) return { ...relative, form: 'alias', ...aliased, lead: lead + aliased.lead };
  if (/^\/(?!\/)/.test(text)) {
    const rooted = fromBundler(text, reference, aliases, tree);
    return rooted === undefined ? undefined : { ...relative, form: 'rooted', place: rooted };
  }
  if (isAbsolutePath(text) || /^[a-z][a-z\d+.-]*:/i.test(text)) return undefined;
  const isRelative =
    kind === 'path' ||
    kind === 'pattern' ||
    (kind === 'style' && resolveFile(tree, place, 'styles'));
  return isRelative ? relative : undefined;
}

/** The place of a text with a leading slash, as the bundler resolves it. */
export function slashPlace(base: SlashBase | undefined, text: string): PlacePath | undefined {
  return base?.bundler === undefined ? undefined : placeAt(base.bundler, text.slice(1));
}

/** Resolves a leading slash: in patterns always, otherwise only to a file, since it may be an address. */
function fromBundler(
  text: string,
  { kind, open }: Reference,
  aliases: AliasScope,
  tree: Tree,
): PlacePath | undefined {
  const place = slashPlace(aliases.slash?.before, text);
  if (kind === 'glob' || place === undefined) return place;
  // In templates, addresses are left to the browser.
  if (kind === 'path' || kind === 'pattern' || kind === 'asset') return undefined;
  const isThere = open
    ? text !== '/' && tree.kindOf(place) === 'folder'
    : resolveFile(tree, place, kind === 'style' ? 'styles' : 'modules') !== undefined;
  const served = aliases.slash?.before.served;
  const isServed =
    served !== undefined && tree.kindOf(placeAt(served, text.slice(1))) !== undefined;
  return isThere && !isServed ? place : undefined;
}

/** Whether a text was already written for Variant A. Relative paths are the same in both variants. */
export function isMeantForA(
  { form, place, text }: Pick<ResolvedSpecifier, 'form' | 'place' | 'text'>,
  { after, slash, newer }: AliasScope,
  tree: Tree,
): boolean {
  if (form === 'relative') return false;
  const read = form === 'rooted' ? slashPlace(slash?.after, text) : readAlias(after, text)?.place;
  if (read === undefined || read === place) return false;
  const generation = newer ? 'a' : undefined;
  return isWrittenForA(namesSomething(tree, place), namesSomething(tree, read), { generation });
}

/** The possible readings of a text: the template compiler removes a `~`, so `~~/x` may become `~/x`. */
export function readingsOf(text: string, kind: Reference['kind']): readonly string[] {
  return kind === 'asset' && text.startsWith('~~/') ? [text, text.slice(1)] : [text];
}

/** Whether a reference is a pattern, with or without stars. */
export function isGlob(kind: Reference['kind']): boolean {
  return kind === 'glob' || kind === 'pattern';
}

/** Whether a place exists in the tree, with or without its extension. */
export function namesSomething(tree: Tree, place: PlacePath): boolean {
  return tree.kindOf(place) !== undefined || resolveFile(tree, place) !== undefined;
}

/** Separates the path from a negation, a query, a pattern or a computed end. */
function partsOf({ kind, specifier, open }: Reference): {
  lead: string;
  text: string;
  tail: string;
} {
  // Backslashes are separators of Windows paths.
  const path = specifier.replaceAll('\\', '/');
  if (isGlob(kind) && !open) {
    const lead = path.startsWith('!') ? '!' : '';
    const { folder, pattern } = splitGlob(path.slice(lead.length));
    return { lead, text: folder, tail: pattern };
  }
  // A `#` at the start, or behind the `~` of a style, is an alias; only URLs have one further on.
  const start = path.startsWith('~#') ? 2 : 1;
  const mark = path.slice(start).search(kind === 'module' ? /\?/ : /[?#]/);
  const end = open ? path.lastIndexOf('/') + 1 : mark === -1 ? path.length : mark + start;
  return { lead: '', text: path.slice(0, end), tail: path.slice(end) };
}

function resolveAlias(
  text: string,
  kind: Reference['kind'],
  { before, guessed }: AliasScope,
  tree: Tree,
): Pick<ResolvedSpecifier, 'lead' | 'text' | 'place' | 'alias'> | undefined {
  const direct = readAlias(before, text);
  if (direct) {
    // A name without a sign may also be a package, and outside modules it is a folder beside the file.
    if (!isSigned(text) && kind !== 'module' && kind !== 'glob') return undefined;
    const places = readingsOf(text, kind).map(
      (reading) => readAlias(before, reading)?.place ?? direct.place,
    );
    const place = places.find((candidate) => namesSomething(tree, candidate)) ?? direct.place;
    const isSure = (isSigned(text) && !guessed.has(direct.alias)) || namesSomething(tree, place);
    return isSure ? { lead: '', text, ...direct, place } : undefined;
  }
  // In styles and templates a `~` marks an alias.
  const isMarked = (kind === 'style' || kind === 'asset') && text.startsWith('~');
  const marked = isMarked ? readAlias(before, text.slice(1)) : undefined;
  if (!marked) return undefined;
  // A renamed folder (`dir.assets`) may still be referred to by its usual name.
  const isSure = isSigned(marked.alias) || namesSomething(tree, marked.place);
  return isSure ? { lead: '~', text: text.slice(1), ...marked } : undefined;
}
