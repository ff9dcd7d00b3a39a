import { isAbsolutePath, isRelativePath, type PlacePath, placeAt, splitGlob } from '../../config/places.ts';
import { type AliasTable, isSigned, readText } from '../aliases.ts';
import { resolveFile, type Tree } from '../tree.ts';
import type { Reference } from './reference.ts';
import type { AliasScope, Origin } from './world.ts';

/** How a specifier is read: the place it starts from, and what follows that says nothing about the place. */
export interface Reading {
  readonly form: 'relative' | 'alias' | 'rooted';
  readonly place: PlacePath;
  /** The part of the specifier that names the place, without marks around it. */
  readonly text: string;
  readonly lead: string;
  readonly tail: string;
  readonly alias: string;
}

/** Reads the specifier of a reference under Variant B; nothing where it names no place of the tree. */
export function readSpecifier(reference: Reference, origin: Origin, tree: Tree): Reading | undefined {
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
  const aliased = readAlias(text, kind, origin.aliases, tree);
  if (aliased)
    return { form: 'alias', lead: lead + aliased.mark, text: aliased.text, tail, ...aliased.found };
  if (kind === 'glob' && text.startsWith('/')) {
    const place = rootedPlace(origin.aliases.before, '~', text);
    return place === undefined ? undefined : { form: 'rooted', place, text, lead, tail, alias: '' };
  }
  if (isAbsolutePath(text) || /^[a-z][a-z\d+.-]*:/i.test(text)) return undefined;
  if (kind === 'path' || kind === 'pattern') return relative();
  const isRelative = kind === 'style' && resolveFile(tree, placeAt(origin.before, text), 'styles');
  return isRelative ? relative() : undefined;
}

/**
 * Where a text that starts with a slash leads. Such patterns are read from the bundler's root: the sources (`~`)
 * before, the project (`~~`) afterwards.
 */
export function rootedPlace(table: AliasTable, root: '~' | '~~', text: string): PlacePath | undefined {
  const base = table.get(root);
  return base === undefined ? undefined : placeAt(base, text.slice(1));
}

/**
 * What the older reading does not find and the newer one does was already written for Variant A. Where both find
 * something, or neither does, package.json decides.
 */
export function isWrittenForA({ form, place, text }: Reading, { aliases }: Origin, tree: Tree): boolean {
  if (form === 'relative') return false;
  const isOld = leadsSomewhere(place, tree);
  if (isOld && !aliases.newer) return false;
  const after =
    form === 'rooted' ? rootedPlace(aliases.after, '~~', text) : readText(aliases.after, text)?.place;
  if (after === undefined || after === place) return false;
  return leadsSomewhere(after, tree) || (aliases.newer && !isOld);
}

/** Whether a reference is written as a pattern, whatever it has of one. */
export function isGlob(kind: Reference['kind']): boolean {
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
