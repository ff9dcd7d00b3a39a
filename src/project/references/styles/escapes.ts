import { isNewline } from './characters.ts';

const ESCAPE = /\\(?:([\da-f]{1,6})(?:\r\n|[ \t\n\r\f])?|\r\n|([\s\S]))/gi;
const ESCAPE_HERE = new RegExp(ESCAPE.source, 'iy');

/** How long the escape is that starts at a place. */
export function escapeLength(text: string, at: number): number {
  ESCAPE_HERE.lastIndex = at;
  return ESCAPE_HERE.exec(text)?.[0].length ?? 1;
}

/** What a text means. */
export function readEscapes(text: string): string {
  return text.replace(ESCAPE, (_, hex: string | undefined, char: string | undefined) => {
    if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
    // An escaped end of line only wraps the text.
    if (char === undefined || isNewline(char)) return '';
    return char === '\0' ? '\uFFFD' : char;
  });
}

function characterOf(code: number): string {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code === 0 || isSurrogate || code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code);
}

/** Only what stands in a text without an escape. */
export function withoutEscapes(text: string): string {
  return text.replace(ESCAPE, '');
}
