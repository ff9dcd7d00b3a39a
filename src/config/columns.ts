// Created on demand: it loads character tables, which is slow, and only texts beyond ASCII need it.
let graphemes: Intl.Segmenter | undefined;

// East Asian characters and emoji take two columns; half-width forms of the former take one.
const wide =
  /\u{FE0F}|[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303E\uFF01-\uFF60\uFFE0-\uFFE6]/u;
const narrow = /^[\uFF61-\uFFDC]/;
const invisible = /^[\p{M}\p{Cc}\p{Cf}]*$/u;

/** The columns that a text takes on a terminal; colours take none. */
export function columnsOf(text: string): number {
  const shown = text.replace(/\p{Cc}\[\d+m/gu, '');
  // Fast path: nearly all texts are plain.
  if (/^[ -~]*$/.test(shown)) return shown.length;
  return charactersOf(shown).reduce((sum, character) => sum + widthOf(character), 0);
}

function charactersOf(text: string): string[] {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return [...graphemes.segment(text)].map(({ segment }) => segment);
}

function widthOf(character: string): number {
  if (invisible.test(character)) return 0;
  return wide.test(character) && !narrow.test(character) ? 2 : 1;
}

/** A text padded with spaces to a number of columns. */
export function padColumns(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)));
}

/** The start of a text that fits into `room` columns, with `…` where it is cut. */
function cutEnd(text: string, room: number): string {
  return columnsOf(text) <= room ? text : `${fitting(charactersOf(text), room - 1).join('')}…`;
}

function cutStart(text: string, room: number): string {
  if (columnsOf(text) <= room) return text;
  const kept = fitting(charactersOf(text).reverse(), room - 1).reverse();
  return `…${kept.join('')}`;
}

/** As many of the first characters as fit. */
function fitting(characters: readonly string[], room: number): string[] {
  let columns = 0;
  const end = characters.findIndex((character) => {
    columns += widthOf(character);
    return columns > room;
  });
  return characters.slice(0, end === -1 ? undefined : end);
}

/**
 * The part of a line around a position that fits into `room` columns, with `…` where it is cut, and the column of
 * the position in it, counted from 0. `show` makes text printable; its result for a character must not depend on
 * the position.
 */
export function excerptAround(line: string, position: number, room: number, show: (text: string) => string) {
  // A minified line may be huge: only the part that could be shown is measured.
  const near = room * 8;
  const before = show(line.slice(Math.max(0, position - near), position));
  const after = show(line.slice(position, position + near));
  const isStartCut = columnsOf(before) > room - Math.min(columnsOf(after), room / 3);
  const start = isStartCut
    ? cutStart(before, Math.max(Math.floor(room / 2), room - columnsOf(after)))
    : before;
  return { text: cutEnd(start + after, room), column: columnsOf(start), isStartCut };
}
