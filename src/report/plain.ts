/** Text from a project may hold control characters, which a terminal would obey, and nobody would see. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => (character === '\n' ? character : '�'));
}

/** The same for what must stay on one line, such as the name of a file. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', '�');
}

/**
 * Services that run workflows obey lines of their log: `::name …::…` at the start of one, and `##[name]…` anywhere. A
 * project must not speak to them through what is printed.
 */
export function withoutCommands(text: string): string {
  return text.replace(/^([^\S\n]*):(?=:[\w-]+(?: [^\n]*)?::)/gm, '$1�').replace(/#(?=#\w*\[)/g, '�');
}

/** Text to be printed: nothing in it is obeyed, by a terminal or by who reads its log. */
export function plain(text: string): string {
  return withoutCommands(visible(text));
}

/** The same for what must stay on one line. */
export function plainLine(text: string): string {
  return withoutCommands(visibleLine(text));
}
