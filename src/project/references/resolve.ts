import {
  isAbsolutePath,
  isRelativePath,
  longestPath,
  type PlacePath,
  placeAt,
  splitGlob,
} from '../../config/places.ts';
import { isSigned, readText, type SlashBase } from '../aliases.ts';
import { isWrittenForA } from '../evidence.ts';
import { resolveFile, type Tree } from '../tree.ts';
import type { AliasScope, Reference, ReferringFile } from './reference.ts';

/** What a specifier names: the place it starts from, and what follows that says nothing about the place. */
export interface ResolvedSpecifier {
  readonly form: 'relative' | 'alias' | 'rooted';
  readonly place: PlacePath;
  /** The part of the specifier that names the place, without marks around it. */
  readonly text: string;
  readonly lead: string;
  readonly tail: string;
  readonly alias: string;
}

/** Resolves the specifier of a reference under Variant B; undefined if it names no place of the tree. */
export function resolveSpecifier(
  reference: Reference,
  { before, aliases }: ReferringFile,
  tree: Tree,
): ResolvedSpecifier | undefined {
  const { lead, text, tail } = partsOf(reference);
  const { kind } = reference;
  if (text === '' || text.length > longestPath) return undefined;
  const place = placeAt(before, text);
  const relative = { form: 'relative', place, text, lead, tail, alias: '' } as const;
  if (isRelativePath(text)) return relative;
  const aliased = resolveAlias(text, kind, aliases, tree);
  if (aliased) return { form: 'alias', ...aliased, lead: lead + aliased.lead, tail };
  if (/^\/(?!\/)/.test(text)) {
    const rooted = fromBundler(text, reference, aliases, tree);
    return rooted === undefined ? undefined : { ...relative, form: 'rooted', place: rooted };
  }
  if (isAbsolutePath(text) || /^[a-z][a-z\d+.-]*:/i.test(text)) return undefined;
  const isRelative =
    kind === 'path' || kind === 'pattern' || (kind === 'style' && resolveFile(tree, place, 'styles'));
  return isRelative ? relative : undefined;
}

/** Where a text that starts with a slash leads if the bundler reads it. */
export function slashPlace(base: SlashBase | undefined, text: string): PlacePath | undefined {
  return base?.bundler === undefined ? undefined : placeAt(base.bundler, text.slice(1));
}

/** The file that is served under a text that starts with a slash. */
export function servedFile({ slash }: AliasScope, text: string, tree: Tree): PlacePath | undefined {
  const served = slash?.before.served;
  const file = served === undefined ? undefined : placeAt(served, text.slice(1));
  return file !== undefined && tree.kindOf(file) !== undefined ? file : undefined;
}

/** Patterns are always read by the bundler; any other text may be an address, and only counts if it leads to a file. */
function fromBundler(
  text: string,
  { kind, open }: Reference,
  aliases: AliasScope,
  tree: Tree,
): PlacePath | undefined {
  const place = slashPlace(aliases.slash?.before, text);
  if (kind === 'glob' || place === undefined) return place;
  if (kind === 'path' || kind === 'pattern') return undefined;
  const isThere = open
    ? text !== '/' && tree.kindOf(place) === 'folder'
    : resolveFile(tree, place, kind === 'style' ? 'styles' : 'modules') !== undefined;
  const isAddress = kind === 'module' && servedFile(aliases, text, tree) !== undefined;
  return isThere && !isAddress ? place : undefined;
}

/** Whether a text was already written for Variant A. A relative one reads alike in both. */
export function isMeantForA(
  { form, place, text }: Pick<ResolvedSpecifier, 'form' | 'place' | 'text'>,
  { after, slash, newer }: AliasScope,
  tree: Tree,
): boolean {
  if (form === 'relative') return false;
  const read = form === 'rooted' ? slashPlace(slash?.after, text) : readText(after, text)?.place;
  if (read === undefined || read === place) return false;
  const generation = newer ? 'a' : undefined;
  return isWrittenForA(namesSomething(tree, place), namesSomething(tree, read), { generation });
}

/** What a text may be to who reads it: the compiler of templates cuts a `~` off, so that `~~/x` may become `~/x`. */
export function readingsOf(text: string, kind: Reference['kind']): readonly string[] {
  return kind === 'asset' && text.startsWith('~~/') ? [text, text.slice(1)] : [text];
}

/** Whether a reference is written as a pattern, whether or not it has stars. */
export function isGlob(kind: Reference['kind']): boolean {
  return kind === 'glob' || kind === 'pattern';
}

/** Whether a place is in the tree, also without its extension. */
export function namesSomething(tree: Tree, place: PlacePath): boolean {
  return tree.kindOf(place) !== undefined || resolveFile(tree, place) !== undefined;
}

/** The loaders that a bundler runs on what it imports: `!!raw-loader?esModule=false!./x`. */
function loadersOf(specifier: string): string {
  const loaders = specifier.slice(0, specifier.lastIndexOf('!') + 1);
  return loaders.includes('-loader') ? loaders : '';
}

/** Cuts off what is not a path: loaders, a negation, a query, a pattern, a computed rest. */
function partsOf({ kind, specifier, open }: Reference): { lead: string; text: string; tail: string } {
  // Windows paths are read as what they mean.
  const whole = specifier.replaceAll('\\', '/');
  if (isGlob(kind) && !open) {
    const lead = whole.startsWith('!') ? '!' : '';
    const { folder, pattern } = splitGlob(whole.slice(lead.length));
    return { lead, text: folder, tail: pattern };
  }
  const lead = loadersOf(whole);
  const path = whole.slice(lead.length);
  // A `#` at the start, or behind the `~` of a style, is an alias; only URLs have one further on.
  const start = path.startsWith('~#') ? 2 : 1;
  const mark = path.slice(start).search(kind === 'module' ? /\?/ : /[?#]/);
  const end = open ? path.lastIndexOf('/') + 1 : mark === -1 ? path.length : mark + start;
  return { lead, text: path.slice(0, end), tail: path.slice(end) };
}

function resolveAlias(
  text: string,
  kind: Reference['kind'],
  { before, guessed }: AliasScope,
  tree: Tree,
): Pick<ResolvedSpecifier, 'lead' | 'text' | 'place' | 'alias'> | undefined {
  const direct = readText(before, text);
  if (direct) {
    // A name without a sign may be a package as well, and outside of modules it is a folder beside the file.
    if (!isSigned(text) && kind !== 'module' && kind !== 'glob') return undefined;
    const places = readingsOf(text, kind).map((one) => readText(before, one)?.place ?? direct.place);
    const place = places.find((one) => namesSomething(tree, one)) ?? direct.place;
    const isSure = (isSigned(text) && !guessed.has(direct.alias)) || namesSomething(tree, place);
    return isSure ? { lead: '', text, ...direct, place } : undefined;
  }
  // In styles and templates a `~` marks an alias.
  const isMarked = (kind === 'style' || kind === 'asset') && text.startsWith('~');
  const marked = isMarked ? readText(before, text.slice(1)) : undefined;
  if (!marked) return undefined;
  // A folder that goes by another name (`dir.assets`) may still be meant by its usual one.
  const isSure = isSigned(marked.alias) || namesSomething(tree, marked.place);
  return isSure ? { lead: '~', text: text.slice(1), ...marked } : undefined;
}
