import { longestPath } from '../../config/paths.ts';
import { isSigned } from '../aliases.ts';

/** The kind of a searched text: markup and styles also have paths without quotes. */
export type TextKind = 'script' | 'markup' | 'style';

/** A quoted text that starts like a path. */
export interface QuotedPath {
  readonly start: number;
  readonly text: string;
}

/** All pieces of a text that may be paths. */
export interface PathTexts {
  readonly quoted: readonly QuotedPath[];
  /** The unquoted paths of `url(x)`. */
  readonly urls: readonly string[];
  /** The unquoted paths of `src=x`. */
  readonly attributes: readonly string[];
}

/** Members of `import.meta` that build paths from pieces which do not look like paths. */
const aboutTheFile = /(?:url|dirname|filename|glob|resolve|webpackContext)/y;
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
  for (const name of ['~', '@', '#', '/', '.', ...names]) if (name !== '') starts[name.charCodeAt(0)] = 1;
  return { names, lengths: [...new Set(Array.from(names, ({ length }) => length))], starts };
}

/**
 * Finds all pieces of a text that may be paths, which is far cheaper than parsing, and is done once for all
 * callers. Returns `anywhere` if paths may be assembled or have an unusual form. Plain searches come first
 * because they are many times faster than patterns.
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

/** Whether paths may be assembled, or follow a loader. */
function isAssembled(text: string): boolean {
  if (text.includes('__dirname') || text.includes('<reference') || text.includes('-loader')) return true;
  for (let at = text.indexOf('.meta.'); at !== -1; at = text.indexOf('.meta.', at + 1)) {
    aboutTheFile.lastIndex = at + 6;
    if (text.endsWith('import', at) && aboutTheFile.test(text)) return true;
  }
  return false;
}

/** Whether markup has paths that do not follow a quote; `srcset` has several in one attribute. */
function isOddMarkup(text: string): boolean {
  return text.includes('srcset') || (text.includes('<template lang') && included.test(text));
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

/** The paths after one kind of quote. In prose, where quotes do not pair up, every quote may start a path. */
function quotedPaths(text: string, quote: string, aliases: PlainAliases): QuotedPath[] {
  const paths: QuotedPath[] = [];
  let end = text.indexOf(quote);
  while (end !== -1) {
    const start = end + 1;
    end = text.indexOf(quote, start);
    if (aliases.starts[text.charCodeAt(start)] !== 1 || !startsPath(text, start, aliases)) continue;
    // After an apostrophe in prose, the next one may be far away.
    const longest = start + longestPath;
    paths.push({ start, text: text.slice(start, end === -1 ? longest : Math.min(end, longest)) });
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
  if (code === dot && endsStep(text.charCodeAt(text.charCodeAt(start + 1) === dot ? start + 2 : start + 1)))
    return true;
  for (const length of lengths) {
    const next = text.charCodeAt(start + length);
    if ((next === slash || isQuote(next)) && names.has(text.slice(start, start + length))) return true;
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
