/** Text from a project may hold control characters; a terminal would obey them. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => (character === '\n' ? character : '�'));
}

/** The same for what must stay on one line, such as the name of a file. */
export function plainLine(text: string): string {
  return plain(text).replaceAll('\n', '�');
}
