/** What a piece of text on a terminal looks like. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Text that looks the same from its start to its end. */
export interface Piece {
  readonly text: string;
  readonly styles: readonly Style[];
}

/** The codes that our output has: what each switches on, and which styles it ends. */
const starts: { readonly [code: number]: Style } = {
  1: 'bold',
  2: 'dim',
  31: 'red',
  32: 'green',
  33: 'yellow',
  36: 'cyan',
};
const ends: { readonly [code: number]: readonly Style[] } = {
  22: ['bold', 'dim'],
  39: ['red', 'green', 'yellow', 'cyan'],
};

/** The lines of a coloured text, each in pieces of one look. A code that is unknown is an error. */
export function linesOfTerminal(text: string): Piece[][] {
  let styles: readonly Style[] = [];
  return text.split('\n').map((line) => {
    const pieces: Piece[] = [];
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what starts a code
    for (const part of line.split(/(\u001B\[\d+m)/)) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
      const code = /^\u001B\[(\d+)m$/.exec(part)?.[1];
      if (code !== undefined) styles = switched(styles, Number(code));
      else if (part !== '') pieces.push({ text: part, styles });
    }
    return pieces;
  });
}

function switched(styles: readonly Style[], code: number): readonly Style[] {
  const started = starts[code];
  if (started) return [...styles, started];
  const ended = ends[code];
  if (!ended) throw new Error(`Unknown terminal code ${code}.`);
  return styles.filter((style) => !ended.includes(style));
}
