/**
 * Finds everything in a text that looks like a path, without knowing its language: in quotes or brackets, with a slash.
 */

import { longestPath } from '../../base/paths.ts';

/** A part of a file that looks like a path: in quotes or brackets, with a slash. */
export interface PathString {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

// The characters that no path without quotes contains.
const ends = `"'\`()<>;|=\\n\\r \\t`;

/**
 * The first slash after a quote or bracket, which may be an entity in an attribute. After `=` without quotes, only
 * certain paths are accepted: `src=~/a.png`, `x-loader?inline=true!../a`.
 */
const openings = new RegExp(
  `/(?<=(["'\`(]|=["']\\s{1,80}|&(?:quot|apos|#39|#34|#x2[27]);|=(?:[^${ends}]{0,200}!)?(?=[~@.]))([^${ends}/]{0,${longestPath}})/)`,
  'gi',
);

function until(closers: string, others = ''): RegExp {
  return new RegExp(`[^${closers}${others}]{0,${longestPath}}(?=[${closers}])`, 'y');
}

/** What follows until the text ends, by the characters that it starts after; values of attributes may have lines. */
const rests = new Map([
  ...[`""`, `''`, '``', '()', '&&'].map(
    ([opener = '', end = '']) => [opener, until(end, '\\n')] as const,
  ),
  ...['"', "'"].map((quote) => [`=${quote}`, until(quote)] as const),
  ['=', new RegExp(`[^${ends}]{0,${longestPath}}(?=[${ends}]|$)`, 'y')],
]);

/** Finds every path in a text without knowing its syntax. */
export function pathStringsIn(text: string): PathString[] {
  const paths: PathString[] = [];
  let end = 0;
  for (const { 1: opener = '', 2: name = '', index: slash } of text.matchAll(openings)) {
    if (slash < end) continue;
    const start = slash - name.length;
    const mark = opener.length === 1 ? text.charAt(start - 2) + opener : opener.slice(0, 2);
    const rest = rests.get(mark) ?? rests.get(opener.charAt(0));
    if (!rest) continue;
    rest.lastIndex = slash;
    const found = rest.exec(text);
    if (!found) continue;
    end = slash + found[0].length;
    for (const { 0: path, index } of wordsIn(name + found[0]))
      paths.push({ text: path, start: start + index, end: start + index + path.length });
  }
  return paths;
}

/** What tsconfigs name the folder of the file with. */
const ownFolder = /^\$\{configDir\}(?=\/)/;

/** A text whose folder is written as a variable, as a path. */
export function plainly(text: string): string {
  return text.replace(ownFolder, '.');
}

// A sign, one path and an extension.
const pathWithBlanks = /^[~@.]*\/(?!.*[\s,][~@.#]*\/)[^,]*\.\w+$/;

/** The path in a pair of quotes, or several (`srcset="~/a.png 1x, ~/b.png 2x"`), but no URLs. */
function wordsIn(text: string): Iterable<{ readonly 0: string; readonly index: number }> {
  if (text.includes('//') || text.includes('\\')) return [];
  if (!/\s/.test(text) || pathWithBlanks.test(text)) return [{ 0: text, index: 0 }];
  return text.matchAll(/[^\s,"'`()/]*\/[^\s,"'`()]*/g);
}
