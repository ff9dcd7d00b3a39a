/** How a file is written, so that new text looks like its author's. */
export interface Style {
  readonly quote: "'" | '"';
  readonly indent: string;
  readonly eol: string;
  readonly trailingComma: boolean;
}

// A line that is longer is broken up, where that is ours to choose.
export const lineWidth = 80;

const styles = new WeakMap<{ readonly text: string }, Style>();

export function styleOf(file: { readonly text: string }): Style {
  let style = styles.get(file);
  if (!style) {
    style = detectStyle(file.text);
    styles.set(file, style);
  }
  return style;
}

function detectStyle(text: string): Style {
  const single = count(text, /(?:[:([{,=]\s*|from )'/g);
  const double = count(text, /(?:[:([{,=]\s*|from )"/g);
  // Comments may stand between the last comma and the bracket.
  const closedAfterComma = count(text, /,[ \t]*(?:\/\/.*)?\r?\n(?:[ \t]*(?:\/\/.*)?\r?\n)*[ \t]*[}\]]/g);
  const closedAfterItem = count(text, /[^,{[(\s][ \t]*\r?\n[ \t]*[}\]]/g);
  return {
    quote: double > single ? '"' : "'",
    indent: /^(\t| {2,8})\S/m.exec(text)?.[1] ?? '  ',
    eol: /\r?\n/.exec(text)?.[0] ?? '\n',
    // Where nothing tells, an author who never breaks lines is no evidence against the common habit.
    trailingComma: closedAfterComma > 0 || closedAfterItem === 0,
  };
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** The white space a line starts with, for the line that holds an offset. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}
