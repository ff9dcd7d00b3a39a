import type { Piece } from './ansi.ts';

/** What of the output is shown: so many lines from the first one that starts with a text, in this order. */
const shown: readonly (readonly [start: string, lines: number])[] = [
  ['Dry run', 17],
  ['nuxt.config.ts (Nuxt', 31],
];

/** The lines that tell most, with a line for every cut that says how many are left out. */
export function excerptOf(lines: readonly (readonly Piece[])[]): (readonly Piece[])[] {
  const texts = lines.map(plainText);
  const excerpt: (readonly Piece[])[] = [];
  let next = 0;
  for (const [start, count] of shown) {
    const from = texts.findIndex((text, index) => index >= next && text.startsWith(start));
    if (from === -1) throw new Error(`There is no line that starts with ${JSON.stringify(start)}.`);
    excerpt.push(...cut(from - next), ...lines.slice(from, from + count));
    next = from + count;
  }
  return [...excerpt, ...cut(lines.length - next)];
}

export function plainText(line: readonly Piece[]): string {
  return line.map(({ text }) => text).join('');
}

function cut(count: number): Piece[][] {
  const text = `⋯ ${count} more ${count === 1 ? 'line' : 'lines'}`;
  return count === 0 ? [] : [[{ text, styles: ['dim'] }]];
}
