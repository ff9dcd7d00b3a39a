/** Breaks prose into lines. Without a width (a pipe has none) it stays one line. */
export function wrapLines(text: string, width: number | undefined): string[] {
  if (width === undefined) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** A paragraph behind a mark, whose further lines stand under its first word. */
export function hanging(mark: string, markWidth: number, text: string, width: number | undefined): string {
  const lines = wrapLines(text, width === undefined ? undefined : Math.max(20, width - markWidth - 1));
  return lines
    .map((line, index) => (index === 0 ? `${mark} ${line}` : `${' '.repeat(markWidth)} ${line}`))
    .join('\n');
}
