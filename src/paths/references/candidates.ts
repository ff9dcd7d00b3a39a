/**
 * Scans a text for everything that may be a path, and tells whether any of it may change, so that most files are not
 * parsed.
 */

import { memo, memoText } from '../../base/memo.ts';
import {
  isRelativePath,
  isSigned,
  longestPath,
  type PlacePath,
  placeAt,
  splitGlob,
} from '../../base/paths.ts';
import { forms } from '../../catalogue/option.ts';
import type { Disk } from '../../tree/evidence.ts';
import { readAlias } from '../aliases.ts';
import { readingsOf, slashPlace } from '../meaning.ts';
import type { Offsets, ReferenceContext, ReferringFile } from './reference.ts';

/** The kind of a searched text: markup and styles also have paths without quotes, and JSON is always parsed. */
export type TextKind = 'script' | 'markup' | 'style' | 'json';

/** A piece of a text that may be a path. */
interface PathText {
  readonly text: string;
  /** Its offset if it is quoted; undefined in `url(x)` and `src=x`. */
  readonly start?: number;
}

/** Members of `import.meta` that build paths from pieces which do not look like paths. */
const aboutTheFile = /(?:url|dirname|filename|glob|resolve)/y;
/** Matches `url(x)`, and imports of the indented syntax. */
const unquotedStyle = /url\(\s*([^\s'"`()]+)|^[ \t]*@(?:import|require)\s+([^'"\s][^\n]*)/gm;
/** Files that a template in another language includes. */
const included = /^[ \t]*(?:include|extends)\b\S*[ \t]+[.~@#]/m;
const attributeValue = /[.~@#/][^\s>"']*/y;

/** Aliases without a sign, such as `assets`: only their names show that a text is a path. */
export interface PlainAliases {
  /** The first folders of the aliases. */
  readonly names: ReadonlySet<string>;
  readonly lengths: readonly number[];
  /** Whether a path may start with a character, by its code. */
  readonly starts: Uint8Array;
}

export function plainAliases(aliases: Iterable<string>): PlainAliases {
  const names = new Set<string>();
  for (const alias of aliases) if (!isSigned(alias)) names.add(alias.split('/', 1)[0] ?? '');
  const starts = new Uint8Array(65_536);
  for (const name of ['~', '@', '#', '/', '.', ...names])
    if (name !== '') starts[name.charCodeAt(0)] = 1;
  return { names, lengths: [...new Set(Array.from(names, ({ length }) => length))], starts };
}

/**
 * Finds all pieces of a text that may be paths, which is far cheaper than parsing, and is done once for all
 * callers. Returns `anywhere` if paths may be assembled or have an unusual form. Plain searches come first
 * because they are many times faster than patterns.
 */
export function pathTextsIn(
  text: string,
  kind: TextKind,
  aliases: PlainAliases,
): readonly PathText[] | 'anywhere' {
  const isIncluding = kind === 'markup' && text.includes('<template lang') && included.test(text);
  if (kind === 'json' || isIncluding || isAssembled(text)) return 'anywhere';
  const quoted = quotedPaths(text, aliases);
  if (kind === 'script') return quoted;
  const urls = unquotedUrls(text);
  return urls === 'anywhere' ? urls : [...urls, ...unquotedAttributes(text), ...quoted];
}

/** Whether paths may be assembled. */
function isAssembled(text: string): boolean {
  if (text.includes('__dirname') || text.includes('<reference')) return true;
  for (let at = text.indexOf('.meta.'); at !== -1; at = text.indexOf('.meta.', at + 1)) {
    aboutTheFile.lastIndex = at + 6;
    if (text.endsWith('import', at) && aboutTheFile.test(text)) return true;
  }
  return false;
}

function unquotedUrls(text: string): PathText[] | 'anywhere' {
  if (!text.includes('url(') && !text.includes('@import') && !text.includes('@require')) return [];
  const urls: PathText[] = [];
  for (const [, url = '', list] of text.matchAll(unquotedStyle)) {
    if (list !== undefined) return 'anywhere';
    urls.push({ text: url });
  }
  return urls;
}

function unquotedAttributes(text: string): PathText[] {
  const values: PathText[] = [];
  for (let at = text.indexOf('='); at !== -1; at = text.indexOf('=', at + 1)) {
    // Most values have quotes.
    if (!'.~@#/'.includes(text.charAt(at + 1))) continue;
    attributeValue.lastIndex = at + 1;
    const value = attributeValue.exec(text)?.[0];
    if (value === undefined) continue;
    values.push({ text: value });
    at += value.length;
  }
  return values;
}

/** The paths after quotes. In prose, where quotes do not pair up, every quote may start a path. */
function quotedPaths(text: string, aliases: PlainAliases): PathText[] {
  const paths: PathText[] = [];
  for (const quote of ['"', "'", '`']) {
    let end = text.indexOf(quote);
    while (end !== -1) {
      const start = end + 1;
      end = text.indexOf(quote, start);
      if (aliases.starts[text.charCodeAt(start)] !== 1 || !startsPath(text, start, aliases))
        continue;
      // After an apostrophe in prose, the next one may be far away.
      const longest = start + longestPath;
      paths.push({ start, text: text.slice(start, end === -1 ? longest : Math.min(end, longest)) });
    }
  }
  return paths;
}

// Character codes, because they are compared at every quote.
const [dot, slash, backslash, tilde, at, hash] = [46, 47, 92, 126, 64, 35];

/** Whether a path can start at an offset: with a dot, a sign, a slash, or an alias without a sign. */
function startsPath(text: string, start: number, { names, lengths }: PlainAliases): boolean {
  const code = text.charCodeAt(start);
  if (code === tilde || code === at || code === hash) return true;
  if (code === slash && /^\w/.test(text.charAt(start + 1))) return true;
  if (
    code === dot &&
    endsStep(text.charCodeAt(text.charCodeAt(start + 1) === dot ? start + 2 : start + 1))
  )
    return true;
  for (const length of lengths) {
    const next = text.charCodeAt(start + length);
    if ((next === slash || isQuote(next)) && names.has(text.slice(start, start + length)))
      return true;
  }
  return false;
}

/** Whether a character makes the dots before it a path segment. */
function endsStep(code: number): boolean {
  return code === slash || code === backslash || isQuote(code);
}

function isQuote(code: number): boolean {
  return code === 34 || code === 39 || code === 96;
}

const styleReference = /@(?:import|use|forward)\b|url\(/;

/** A text, and the paths that a scan found in it. */
interface ScannedText {
  readonly text: string;
  readonly kind: TextKind;
  readonly paths: readonly PathText[] | 'anywhere';
}

/** The offsets of references that may change. There may be too many offsets, but none is missing. */
export function candidatesIn(
  { text, kind, paths }: ScannedText,
  file: ReferringFile,
  context: ReferenceContext,
): Offsets {
  if (paths === 'anywhere') return paths;
  if (kind !== 'script') {
    // A name without a sign is a file in the same folder, and moves with it unless the folder is split.
    const isSplit =
      context.moves.partsOf(file.before).length > 0 || context.isAmbiguousBelow(file.after);
    if (isSplit && styleReference.test(text)) return 'anywhere';
  }
  // Only templates have asset references, and scripts need not be parsed because of them.
  const form = kind === 'markup' ? forms.asset : forms.module;
  const offsets: number[] = [];
  for (const { start, text: path } of paths) {
    if (!readingsOf(path, form).some((reading) => mayChange(reading, file, context))) continue;
    if (start === undefined) return 'anywhere';
    offsets.push(start);
  }
  return offsets.sort((a, b) => a - b);
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

/** Whether a single path may have to change, without the cache. */
function mayChangeAlone(path: string, file: ReferringFile, context: ReferenceContext): boolean {
  if (plainSteps.test(path))
    return placeChanges(
      context.disk.spelled(placeAt(file.before, path)),
      placeAt(file.after, path),
      context,
    );
  // In a layer, the aliases of the projects that extend it count as well.
  return [file.aliases, ...(file.aliases.users ?? [])].some((aliases) => {
    const named = namedPath(path, { ...file, aliases }, context.disk);
    if (!named) return false;
    const { text, placeAfter } = named;
    const place = context.disk.spelled(named.place);
    const isFolder = text !== path || text.endsWith('/');
    const isSplitUp = isFolder && context.moves.partsOf(place).length > 0;
    return isSplitUp || placeChanges(place, placeAfter, context);
  });
}

/** Whether the same text resolves to a different place after the moves. */
function placeChanges(
  before: PlacePath,
  after: PlacePath,
  { moves, isAmbiguous }: ReferenceContext,
): boolean {
  return isAmbiguous(after) || moves.startsAt(before) || moves.after(before) !== after;
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
  disk: Disk,
): NamedPath | undefined {
  const [start = ''] = path.replaceAll('\\', '/').split(/\$\{|\?|(?<=.)#/, 1);
  const { folder, pattern } = splitGlob(start);
  const text = pattern === '' ? start : folder;
  if (isRelativePath(text))
    return { text, place: placeAt(before, text), placeAfter: placeAt(after, text) };
  if (text.startsWith('/')) {
    // Most of these texts are addresses, and no files.
    const place = slashPlace(aliases.slash?.before, text);
    if (place === undefined || !disk.exists(place)) return undefined;
    return { text, place, placeAfter: slashPlace(aliases.slash?.after, text) ?? '' };
  }
  for (const marked of text.startsWith('~') ? [text, text.slice(1)] : [text]) {
    const read = readAlias(aliases.before, marked);
    if (read)
      return { text, place: read.place, placeAfter: readAlias(aliases.after, marked)?.place ?? '' };
  }
  return undefined;
}
