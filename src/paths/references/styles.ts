/** Finds the references in style code: imports, `url()`, and the rules of preprocessors and of CSS tools. */

import { splitGlob } from '../../base/paths.ts';
import { positionOf } from '../../base/position.ts';
import type { SourceText } from '../../tree/syntax/source-text.ts';
import { type Reference, shifted, Unparsed } from './reference.ts';

/** An import without quotes, which only the indented languages allow. */
const unquotedImport = /^[ \t]*@(?:import|require)[ \t]+(?!url\()[\w.~@#/-]/im;

/** The references in a style sheet, or in a piece of a file that starts at an offset, and imports without quotes. */
export function sheetReferences(
  { path, text }: Pick<SourceText, 'path' | 'text'>,
  code: string = text,
  start = 0,
): (Reference | Unparsed)[] {
  const references = shifted(styleReferences(code), start);
  const unquoted = unquotedImport.exec(withoutComments(code));
  if (!unquoted) return references;
  const why = 'the style sheet has imports without quotes, which are not searched';
  return [...references, new Unparsed(why, positionOf(path, text, start + unquoted.index))];
}

/** A string, the path of a `url()` without quotes, the rule that starts a statement, or the end of one. */
const tokens = new RegExp(
  [
    /(?<quote>["'])(?<string>(?:\\(?:\r\n|[\s\S])|(?!\k<quote>)[^\\\n\r\f])*)\k<quote>/,
    // A string without an end ends with its line, so that no quote in it is tried again.
    /["'][^\n\r\f]*/,
    /(?<![\w-])url\(\s*(?<url>(?:\\(?:[\da-f]{1,6}[ \t]?|[^\n\r\f])|(?![#@]\{)[^\s"'()\\$])+)(?=\s*\)|[#@]\{|\$)/,
    /(?<![\w-])@(?<rule>[a-z]+)(?=[\s"'(])/,
    /[;{}]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);

/** The rules that start with a reference; other strings in them are not references, except in lists of imports. */
const namingRules = /^(?:import|require|use|forward|plugin|config|reference|source)$/;

// Longer texts between a rule and a string are not written manually.
const longestHead = 1000;

/** The references in style code of any language, in order. Broken text never throws. */
export function styleReferences(text: string): Reference[] {
  const references: Reference[] = [];
  const code = withoutComments(text);
  let [rule, start] = ['', 0];
  for (const { 0: token, index, groups = {} } of code.matchAll(tokens)) {
    const { string, url } = groups;
    const end = index + token.length;
    if (string !== undefined) {
      const head = code.slice(Math.max(start, index - longestHead), index);
      const kind = kindOf(string, rule, head);
      // A string may be the start of a sum.
      const isOpen = /^\s*\+/.test(code.slice(end, end + 100));
      if (kind) references.push(...referenceTo(kind, string, end - 1 - string.length, isOpen));
    } else if (url !== undefined) {
      const isOpen = /[#@$]/.test(code.charAt(end));
      references.push(...referenceTo('style', url, end - url.length, isOpen));
    } else if (!/^["']/.test(token)) [rule, start] = [groups.rule?.toLowerCase() ?? '', end];
  }
  return references;
}

/** Comments in a style sheet or in JSON, which are the group. It also matches quoted text in order to skip it. */
export const styleComment =
  /"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|\burl\([^)"']*|(\/\*[\s\S]*?(?:\*\/|$)|\/\/.*)/g;

/** Blanks instead of a text, so that all offsets and lines stay the same. */
export function blanks(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

export function withoutComments(text: string): string {
  return text.replace(styleComment, (token, comment) => (comment ? blanks(token) : token));
}

/** The text before a string that is a reference in any rule. */
const namingHead =
  /(?<![\w-])(?:(?:url|load-css|data-uri)\(\s*|(?:-webkit-)?image-set\((?:[^()]|\([^()]*\))*)$|(?<![.\w-])from\s*$/i;

/** The kind of reference that a string is after a rule and the text between them; undefined if it is none. */
function kindOf(
  string: string,
  rule: string,
  head: string,
): 'style' | 'glob' | 'pattern' | undefined {
  // `@source '../**'` and `@import 'tailwindcss' source('../src')` take patterns.
  const isSource = /^(?:import|tailwind)$/.test(rule) && /(?<![\w-])source\(\s*$/i.test(head);
  if (isSource || (rule === 'source' && /^\s*(?:not\s+)?$/i.test(head))) {
    if (splitGlob(string).pattern === '') return 'style';
    return string.startsWith('.') ? 'glob' : 'pattern';
  }
  const isFirst = namingRules.test(rule) && /^\s*(?:\([^()]*\)\s*)?$/.test(head);
  const isListed = rule === 'import' && /,\s*$/.test(head);
  return isFirst || isListed || namingHead.test(head) ? 'style' : undefined;
}

/** The reference at an offset, up to the first interpolation; none if its text cannot be a file. */
function referenceTo(
  kind: Reference['kind'],
  written: string,
  start: number,
  isSummand: boolean,
): Reference[] {
  const [literal = ''] = /^(?:\\[\s\S]|(?![#@]\{)[^\\$])*/.exec(written) ?? [];
  const specifier = readEscapes(literal);
  const end = start + literal.length;
  const open = isSummand || literal !== written;
  const isPlain = specifier === literal;
  return namesFile(specifier) ? [{ kind, specifier, start, end, open, isPlain }] : [];
}

/** Whether a specifier may be a file: addresses and fragments are not; `#name/…` is an alias. */
function namesFile(specifier: string): boolean {
  const address = specifier.trimStart();
  if (address === '' || address.startsWith('//') || /^[a-z][a-z\d+.-]*:/i.test(address))
    return false;
  return !address.startsWith('#') || address.includes('/');
}

/** Decodes the escapes of a text. An escaped line break only wraps the text. */
function readEscapes(text: string): string {
  return text.replace(
    /\\(?:([\da-f]{1,6})(?:\r\n|\s)?|\r\n|[\n\r\f]|([\s\S]))/gi,
    (_, hex, character) =>
      hex === undefined
        ? (character ?? '')
        : String.fromCodePoint(Number.parseInt(hex, 16) % 0x110000),
  );
}
