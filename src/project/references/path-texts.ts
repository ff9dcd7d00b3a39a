import { longestPath } from '../../config/places.ts';
import { isSigned } from '../aliases.ts';

/** What kind of text is searched: markup and styles write paths without quotes as well. */
export type TextKind = 'script' | 'markup' | 'style';

/** A text in quotes that starts like a path. */
export interface QuotedPath {
  readonly start: number;
  readonly text: string;
}

/** Everything in a text that may be a path. */
export interface PathTexts {
  readonly quoted: readonly QuotedPath[];
  /** What `url(x)` names without quotes. */
  readonly urls: readonly string[];
  /** What `src=x` names without quotes. */
  readonly attributes: readonly string[];
}

/** What makes a path of pieces which say nothing on their own. */
const aboutTheFile = /(?:url|dirname|filename|glob|resolve|webpackContext)/y;
/** `url(x)`, and imports of the indented syntax. */
const unquotedStyle = /url\(\s*([^\s'"`()]+)|^[ \t]*@(?:import|require)\s+([^'"\s][^\n]*)/gm;
/** Files that a template in another language takes in. */
const included = /^[ \t]*(?:include|extends)\b\S*[ \t]+[.~@#]/m;
/** Quotes that are written as entities. */
const entityQuote = /&(?:quot|apos|#39|#34|#x2[27]);[.~@#]/iy;
const attributeValue = /[.~@#/][^\s>"']*/y;

/** Aliases that start without a sign, such as `assets`: only their names tell that a text is a path. */
export interface PlainAliases {
  /** Their first folders. */
  readonly names: ReadonlySet<string>;
  readonly lengths: readonly number[];
  /** By the code of a character: whether a path may start with it. */
  readonly starts: Uint8Array;
}

export function plainAliases(aliases: Iterable<string>): PlainAliases {
  const names = new Set<string>();
  for (const alias of aliases) if (!isSigned(alias)) names.add(alias.split('/', 1)[0] ?? '');
  const starts = new Uint8Array(65_536);
  for (const name of ['~', '@', '#', '/', '.', ...names]) if (name !== '') starts[name.charCodeAt(0)] = 1;
  return { names, lengths: [...new Set(Array.from(names, ({ length }) => length))], starts };
}

/**
 * Finds all in a text that may be a path, which is far cheaper than to parse it, and is done once for all who ask.
 * `anywhere` if paths may be put together, or written as this does not see. Plain searches lead: they are many times
 * faster than patterns.
 */
export function pathTextsIn(text: string, kind: TextKind, aliases: PlainAliases): PathTexts | 'anywhere' {
  if (isAssembled(text) || (kind === 'markup' && isOddMarkup(text))) return 'anywhere';
  const urls = kind === 'script' ? [] : unquotedUrls(text);
  if (urls === 'anywhere') return urls;
  return {
    urls,
    attributes: kind === 'script' ? [] : unquotedAttributes(text),
    quoted: ['"', "'", '`'].flatMap((quote) => quotedPaths(text, quote, aliases)),
  };
}

/** Whether paths may be put together, or stand behind a loader. */
function isAssembled(text: string): boolean {
  if (text.includes('__dirname') || text.includes('<reference') || text.includes('-loader')) return true;
  for (let at = text.indexOf('.meta.'); at !== -1; at = text.indexOf('.meta.', at + 1)) {
    aboutTheFile.lastIndex = at + 6;
    if (text.endsWith('import', at) && aboutTheFile.test(text)) return true;
  }
  return false;
}

/** Whether markup has paths that no quote starts; `srcset` has several in one attribute. */
function isOddMarkup(text: string): boolean {
  if (text.includes('srcset') || (text.includes('<template lang') && included.test(text))) return true;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    entityQuote.lastIndex = at;
    if (entityQuote.test(text)) return true;
  }
  return false;
}

function unquotedUrls(text: string): string[] | 'anywhere' {
  if (!text.includes('url(') && !text.includes('@import') && !text.includes('@require')) return [];
  const urls: string[] = [];
  for (const [, url = '', list] of text.matchAll(unquotedStyle)) {
    if (list !== undefined) return 'anywhere';
    urls.push(url);
  }
  return urls;
}

function unquotedAttributes(text: string): string[] {
  const values: string[] = [];
  for (let at = text.indexOf('='); at !== -1; at = text.indexOf('=', at + 1)) {
    attributeValue.lastIndex = at + 1;
    const value = attributeValue.exec(text)?.[0];
    if (value === undefined) continue;
    values.push(value);
    at += value.length;
  }
  return values;
}

/** What one kind of quotes holds. In prose, where quotes pair up wrongly, every one starts again. */
function quotedPaths(text: string, quote: string, aliases: PlainAliases): QuotedPath[] {
  const found: QuotedPath[] = [];
  let end = text.indexOf(quote);
  while (end !== -1) {
    const start = end + 1;
    end = text.indexOf(quote, start);
    if (aliases.starts[text.charCodeAt(start)] !== 1 || !startsPath(text, start, aliases)) continue;
    // An apostrophe in prose may be as far from the next one as it likes.
    const longest = start + longestPath;
    found.push({ start, text: text.slice(start, end === -1 ? longest : Math.min(end, longest)) });
  }
  return found;
}

// Numbers: texts are compared with them at every quote.
const [dot, slash, backslash, tilde, at, hash] = [46, 47, 92, 126, 64, 35];

/** Whether something at an offset can start a path: a dot, a sign, a slash, or an alias that has none. */
function startsPath(text: string, start: number, { names, lengths }: PlainAliases): boolean {
  const code = text.charCodeAt(start);
  if (code === tilde || code === at || code === hash) return true;
  if (code === slash && /^\w/.test(text.charAt(start + 1))) return true;
  if (code === dot && endsStep(text.charCodeAt(text.charCodeAt(start + 1) === dot ? start + 2 : start + 1)))
    return true;
  for (const length of lengths) {
    const next = text.charCodeAt(start + length);
    if ((next === slash || isQuote(next)) && names.has(text.slice(start, start + length))) return true;
  }
  return false;
}

/** Whether a character makes the dots in front of it a step. */
function endsStep(code: number): boolean {
  return code === slash || code === backslash || isQuote(code);
}

function isQuote(code: number): boolean {
  return code === 34 || code === 39 || code === 96;
}
