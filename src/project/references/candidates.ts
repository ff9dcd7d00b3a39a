import { isRelativePath, type PlacePath, placeAt, splitGlob } from '../../config/places.ts';
import { isSigned, readText } from '../aliases.ts';
import { remembered } from '../remembered.ts';
import type { Offsets } from './reference.ts';
import type { AliasScope, Origin, World } from './world.ts';

/** What kind of text is tested: markup and styles write paths without quotes as well. */
export type TextKind = 'script' | 'markup' | 'style';

/** What makes a path of pieces which say nothing on their own. */
const aboutTheFile = /^import\.meta\.(?:url|dirname|filename|glob|resolve|webpackContext)/;
/** Several paths in one attribute. */
const several = 'srcset';
/** `url(x)`, and imports of the indented syntax. */
const unquotedStyle = /url\(\s*([^\s'"`()]+)|^[ \t]*@(?:import|require)\s+([^'"\s][^\n]*)/gm;
/** Files that a template in another language takes in. */
const included = /^[ \t]*(?:include|extends)\b\S*[ \t]+[.~@#]/m;
/** Quotes that are written as entities. */
const entityQuote = /&(?:quot|apos|#39|#34|#x2[27]);[.~@#]/i;
const unquotedAttribute = /=([.~@#][^\s>"']*)/g;

/**
 * Tells where a text may hold references that change, far cheaper than parsing it; nowhere where it holds none. It may
 * say too much, and never leaves one out.
 */
export type CandidateTest = (text: string, origin: Origin, kind: TextKind) => Offsets;

export function createCandidateTest(world: World): CandidateTest {
  const scopes = new Map<AliasScope, { readonly start: RegExp; readonly leads: Leads }>();
  // Files come folder by folder: only the leads of the last one are kept.
  let folder: (Pick<Origin, 'before' | 'after'> & { readonly leads: Leads }) | undefined;
  return (text, origin, kind) => {
    if (assembles(text) || (kind === 'markup' && isOddMarkup(text))) return 'anywhere';
    const { start, leads } = remembered(scopes, origin.aliases, () => ({
      start: startOf(origin.aliases),
      leads: new Map(),
    }));
    if (folder?.before !== origin.before || folder.after !== origin.after)
      folder = { before: origin.before, after: origin.after, leads: new Map() };
    const { leads: near } = folder;
    const mayChangeAt = (whole: string, from: number, endOf: () => number): boolean => {
      const lead = leadAt(whole, from);
      const isSettled =
        lead !== '' &&
        remembered(lead.startsWith('.') ? near : leads, lead, () => settles(lead, origin, world));
      return !isSettled && changes(whole.slice(from, endOf()), origin, world);
    };
    if (kind !== 'script' && mayChangeUnquoted(text, origin, world, mayChangeAt)) return 'anywhere';
    return quotedIn(text, start, mayChangeAt);
  };
}

/** Whether the path that starts at an offset may change; its end is only looked for where that matters. */
type TestAt = (text: string, from: number, endOf: () => number) => boolean;

/** Whether paths may be put together. Most texts hold no such word, which a plain search tells fastest. */
function assembles(text: string): boolean {
  if (text.includes('__dirname') || text.includes('<reference')) return true;
  for (let at = text.indexOf('import.meta.'); at !== -1; at = text.indexOf('import.meta.', at + 1)) {
    if (aboutTheFile.test(text.slice(at, at + 30))) return true;
  }
  return false;
}

function isOddMarkup(text: string): boolean {
  if (text.includes(several) || (text.includes('&') && entityQuote.test(text))) return true;
  return text.includes('<template lang') && included.test(text);
}

/** Starts of paths, and whether nothing that starts so changes. */
type Leads = Map<string, boolean>;

const leading = /(?:(?:\.{1,2}\/)+|[~@#][~@]?[\w-]*\/)(?:[\w-]+\/)?(?=[^"'`\s])(?![^"'`\n]*(?:\.\.|\\))/y;

/** How a path starts: the way up or an alias, and the folder behind it. Empty where more must be looked at. */
function leadAt(text: string, from: number): string {
  leading.lastIndex = from;
  return leading.test(text) ? text.slice(from, leading.lastIndex) : '';
}

/** Whether a folder is afterwards just where its name then leads, with all that is in it. */
function settles(folder: string, origin: Origin, { moves, meetings }: World): boolean {
  const { before, after } = origin.aliases;
  // An alias of several parts may start in the same way.
  const isPart = (name: string) => name.startsWith(folder) || name.startsWith(folder.slice(1));
  if (!folder.startsWith('.') && [...before.keys(), ...after.keys()].some(isPart)) return false;
  const places = placesOf(folder, origin);
  if (!places) return true;
  const { read, readAfter } = places;
  if (meetings?.areBelow(readAfter)) return false;
  return moves.after(read) === readAfter && moves.partsOf(read).length === 0;
}

/** A quote with something behind it that can start a path: a dot, a sign, or an alias that has none. */
function startOf({ before }: AliasScope): RegExp {
  const plain = [...before.keys()].filter((name) => !isSigned(name));
  const names = plain.map((name) => name.replace(/[^\w]/g, '\\$&')).join('|');
  return new RegExp(`["'\`](?=\\.{1,2}(?:[/\\\\]|["'\`])|[~@#]${names && `|(?:${names})[/"'\`]`})`, 'g');
}

// Longer than any path; an apostrophe in prose may be as far from the next one as it likes.
const maximumPath = 2000;

/** Looks at every text behind a quote. Where quotes pair up wrongly, in prose, the next one starts anew. */
function quotedIn(text: string, start: RegExp, test: TestAt): number[] {
  const found: number[] = [];
  start.lastIndex = 0;
  while (start.test(text)) {
    const from = start.lastIndex;
    const endOf = (): number => {
      const end = text.indexOf(text[from - 1] ?? '', from);
      return Math.min(end === -1 ? text.length : end, from + maximumPath);
    };
    if (test(text, from, endOf)) found.push(from);
  }
  return found;
}

function mayChangeUnquoted(text: string, origin: Origin, { moves, meetings }: World, test: TestAt): boolean {
  const isApart = moves.partsOf(origin.before).length > 0 || (meetings?.areBelow(origin.after) ?? false);
  const isStyled = text.includes('url(') || text.includes('@import') || text.includes('@require');
  for (const [, url, list] of isStyled ? text.matchAll(unquotedStyle) : []) {
    // A name without a sign is beside the file, and moves with it unless the folder comes apart.
    if (isApart || list !== undefined || test(url ?? '', 0, () => (url ?? '').length)) return true;
  }
  for (const [, value = ''] of text.matchAll(unquotedAttribute))
    if (test(value, 0, () => value.length)) return true;
  return isApart && /@(?:import|use|forward)\b|url\(/.test(text);
}

function changes(candidate: string, origin: Origin, { moves, meetings }: World): boolean {
  const [text = ''] = candidate.replaceAll('\\', '/').split(/\$\{|\?|(?<=.)#/, 1);
  const { folder, pattern } = splitGlob(text);
  const path = pattern === '' ? text : folder;
  const places = placesOf(path, origin);
  if (!places) return false;
  const { read, readAfter } = places;
  const isFolder = pattern !== '' || text !== candidate || path.endsWith('/');
  const isApart = isFolder && moves.partsOf(read).length > 0;
  const isMet = meetings?.isAt(readAfter) ?? false;
  return isApart || isMet || moves.startsAt(read) || moves.after(read) !== readAfter;
}

/** Where a path leads before, and where the same text leads afterwards. */
function placesOf(
  path: string,
  { before, after, aliases }: Origin,
): { readonly read: PlacePath; readonly readAfter: PlacePath } | undefined {
  if (isRelativePath(path)) return { read: placeAt(before, path), readAfter: placeAt(after, path) };
  for (const text of path.startsWith('~') ? [path, path.slice(1)] : [path]) {
    const read = readText(aliases.before, text);
    if (read) return { read: read.place, readAfter: readText(aliases.after, text)?.place ?? '' };
  }
  return undefined;
}
