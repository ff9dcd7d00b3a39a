import { perFile } from './source.ts';

/** How a file is written, so that new text looks like its author's. */
export interface Style {
  readonly quote: "'" | '"';
  readonly indent: string;
  readonly eol: string;
  readonly trailingComma: boolean;
}

// A line that is longer is broken up, where that is ours to choose.
export const lineWidth = 80;

export const styleOf = perFile(({ text }) => detectStyle(text));

export function detectStyle(text: string): Style {
  return {
    quote: opening(text, '"') > opening(text, "'") ? '"' : "'",
    indent: /^(\t| {2,8})\S/m.exec(text)?.[1] ?? '  ',
    eol: /\r?\n/.exec(text)?.[0] ?? '\n',
    trailingComma: closesAfterComma(text),
  };
}

/** How many strings open with a quote; most other quotes are apostrophes in comments. */
function opening(text: string, quote: string): number {
  let count = 0;
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) {
    let before = at - 1;
    while (text[before] === ' ') before -= 1;
    if (':([{,='.includes(text[before] ?? '.') || text.startsWith('from ', at - 5)) count += 1;
  }
  return count;
}

function closesAfterComma(text: string): boolean {
  const afterComma = /,[ \t]*\r?\n\s*[}\]]/;
  if (afterComma.test(text)) return true;
  // Comments may stand between the last comma and the bracket. A string that looks like one does no harm here.
  const bare = text.replaceAll(/(^|\s)\/\/.*/gm, '$1');
  // Where nothing tells, an author who never breaks lines is not evidence against the common habit.
  return afterComma.test(bare) || !/[^,{[(\s][ \t]*\r?\n\s*[}\]]/.test(bare);
}

/** The white space a line starts with, for the line that holds an offset. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  let end = start;
  // A line may be as long as the file: it is not copied.
  while (end < offset && (text[end] === ' ' || text[end] === '\t')) end += 1;
  return text.slice(start, end);
}
