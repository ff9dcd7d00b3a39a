/**
 * Breaks prose into lines. Without a width (a pipe has none) it stays one line. A list has parts that are never broken
 * themselves, such as names with spaces in them.
 */
export function wrapLines(text: string | readonly string[], width: number | undefined): string[] {
  const parts = typeof text === 'string' ? text.split(' ') : text;
  if (width === undefined) return [parts.join(' ')];
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    if (line !== '' && columnsOf(line) + 1 + columnsOf(part) > width) {
      lines.push(line);
      line = part;
    } else line = line === '' ? part : `${line} ${part}`;
  }
  return [...lines, line];
}

/** Colours take no room. */
function columnsOf(text: string): number {
  return text.replace(/\p{Cc}\[\d+m/gu, '').length;
}

/** A paragraph behind a mark, whose further lines stand under its first word. */
export function hanging(
  mark: string,
  markWidth: number,
  text: string | readonly string[],
  width: number | undefined,
): string {
  const lines = wrapLines(text, width === undefined ? undefined : Math.max(20, width - markWidth - 1));
  return lines
    .map((line, index) => (index === 0 ? `${mark} ${line}` : `${' '.repeat(markWidth)} ${line}`))
    .join('\n');
}
