import { isRelativePath, type PlacePath, placeAt, splitGlob } from '../../config/places.ts';
import { isSigned, readText } from '../aliases.ts';
import { remembered, rememberedText } from '../remembered.ts';
import type { AliasScope, Offsets, ReferenceContext, ReferringFile } from './reference.ts';
import { namesSomething, readingsOf, slashPlace } from './resolve.ts';

/** What kind of text is tested: markup and styles write paths without quotes as well. */
export type TextKind = 'script' | 'markup' | 'style';

/** What makes a path of pieces which say nothing on their own. */
const aboutTheFile = /^import\.meta\.(?:url|dirname|filename|glob|resolve|webpackContext)/;
/** `url(x)`, and imports of the indented syntax. */
const unquotedStyle = /url\(\s*([^\s'"`()]+)|^[ \t]*@(?:import|require)\s+([^'"\s][^\n]*)/gm;
/** Files that a template in another language takes in. */
const included = /^[ \t]*(?:include|extends)\b\S*[ \t]+[.~@#]/m;
/** Quotes that are written as entities. */
const entityQuote = /&(?:quot|apos|#39|#34|#x2[27]);[.~@#]/i;
const unquotedAttribute = /=([.~@#/][^\s>"']*)/g;

// Longer than any path; an apostrophe in prose may be as far from the next one as it likes.
const maximumPath = 2000;

/**
 * Where a text may hold references that change, which is far cheaper to tell than to parse it. It may name too many
 * offsets, and never leaves one out. `start` is where a path can start for the file (`pathStartIn`).
 */
export function candidatesIn(
  text: string,
  kind: TextKind,
  start: RegExp,
  file: ReferringFile,
  context: ReferenceContext,
): Offsets {
  if (isAssembled(text) || (kind === 'markup' && isOddMarkup(text))) return 'anywhere';
  if (kind !== 'script' && mayChangeUnquoted(text, file, context)) return 'anywhere';
  const found: number[] = [];
  for (const { index, 0: quote } of text.matchAll(start)) {
    const from = index + 1;
    // In prose, where quotes pair up wrongly, the next one starts again.
    const end = text.indexOf(quote, from);
    const path = text.slice(from, Math.min(end === -1 ? text.length : end, from + maximumPath));
    // Only templates have references of this kind, and scripts need not be parsed because of them.
    const readings = readingsOf(path, kind === 'markup' ? 'asset' : 'module');
    if (readings.some((one) => mayChange(one, file, context))) found.push(from);
  }
  return found;
}

/** Whether paths may be put together, or stand behind a loader. A plain search tells fastest that most texts hold none. */
function isAssembled(text: string): boolean {
  if (text.includes('__dirname') || text.includes('<reference') || text.includes('-loader')) return true;
  for (let at = text.indexOf('import.meta.'); at !== -1; at = text.indexOf('import.meta.', at + 1)) {
    if (aboutTheFile.test(text.slice(at, at + 30))) return true;
  }
  return false;
}

/** Whether markup has paths that no quote starts; `srcset` has several in one attribute. */
function isOddMarkup(text: string): boolean {
  if (text.includes('srcset') || (text.includes('&') && entityQuote.test(text))) return true;
  return text.includes('<template lang') && included.test(text);
}

/** A quote with something behind it that can start a path: a dot, a sign, a slash, or an alias that has none. */
export function pathStartIn({ before }: AliasScope): RegExp {
  const plain = [...before.keys()].filter((name) => !isSigned(name));
  const names = plain.map((name) => name.replace(/[^\w]/g, '\\$&')).join('|');
  return new RegExp(`["'\`](?=\\.{1,2}(?:[/\\\\]|["'\`])|[~@#]|/\\w${names && `|(?:${names})[/"'\`]`})`, 'g');
}

function mayChangeUnquoted(text: string, file: ReferringFile, context: ReferenceContext): boolean {
  const { moves, ambiguous } = context;
  const isApart = moves.partsOf(file.before).length > 0 || ambiguous.areBelow(file.after);
  const isStyled = text.includes('url(') || text.includes('@import') || text.includes('@require');
  for (const [, url = '', list] of isStyled ? text.matchAll(unquotedStyle) : []) {
    // A name without a sign is beside the file, and moves with it unless the folder comes apart.
    if (isApart || list !== undefined || mayChange(url, file, context)) return true;
  }
  for (const [, value = ''] of text.matchAll(unquotedAttribute))
    if (readingsOf(value, 'asset').some((one) => mayChange(one, file, context))) return true;
  return isApart && /@(?:import|use|forward)\b|url\(/.test(text);
}

/** Whether a path may have to say something else afterwards. What does not start with a dot is read alike in a scope. */
function mayChange(candidate: string, file: ReferringFile, context: ReferenceContext): boolean {
  if (candidate.startsWith('.')) return mayChangeIn(candidate, file, context);
  const known = remembered(context.changing, file.aliases, () => new Map<string, boolean>());
  return rememberedText(known, candidate, () => mayChangeIn(candidate, file, context));
}

function mayChangeIn(candidate: string, file: ReferringFile, context: ReferenceContext): boolean {
  const { moves, ambiguous } = context;
  const [text = ''] = candidate.replaceAll('\\', '/').split(/\$\{|\?|(?<=.)#/, 1);
  const { folder, pattern } = splitGlob(text);
  const path = pattern === '' ? text : folder;
  const isFolder = pattern !== '' || text !== candidate || path.endsWith('/');
  return [file.aliases, ...(file.aliases.users ?? [])].some((aliases) => {
    const places = placesOf(path, { ...file, aliases }, context);
    if (!places) return false;
    const [before, after] = places;
    const isApart = isFolder && moves.partsOf(before).length > 0;
    return isApart || ambiguous.isAt(after) || moves.startsAt(before) || moves.after(before) !== after;
  });
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
