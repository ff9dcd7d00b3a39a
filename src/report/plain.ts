/** Removes undefined, false and empty items from a list. */
export function present<Item>(items: readonly (Item | undefined | false | '')[]): Item[] {
  return items.filter((item): item is Item => item !== undefined && item !== false && item !== '');
}

/** Replaces invisible control characters, which a terminal would obey. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => (character === '\n' ? character : '�'));
}

/** Like `visible`, for a text that must stay on one line, such as the name of a file. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', '�');
}

/**
 * CI services run commands from their log: `::name …::…` at the start of a line, and `##[name]…` anywhere.
 * Printed texts from a project must not contain such commands.
 */
export function withoutCommands(text: string): string {
  const lines = text.includes('::') ? text.replace(/[^\r\n]+/g, withoutLineCommand) : text;
  return lines.replace(/#(?=#\w*\[)/g, '�');
}

function withoutLineCommand(line: string): string {
  // It may start after white space that .NET skips.
  return line.replace(/^([\s\u0085]*):(?=:[\w-]+(?: .*)?::)/s, '$1�');
}

// Escape codes that start or end bold, dim, italic, underlined and coloured text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape code starts with one.
const style = /\u001B\[(?:[1-4]|2[2-4]|3[1-9]|9[0-7])m/g;

/**
 * Every text for people passes through this before it is printed: commands and control characters are replaced,
 * except for tabs, line breaks and, if enabled, colours.
 */
export function printable(text: string, isColored: boolean): string {
  const styles = isColored ? text.match(style) : undefined;
  const between = isColored ? text.split(style) : [text];
  return withoutCommands(
    between.map((part, index) => part.split('\t').map(visible).join('\t') + (styles?.[index] ?? '')).join(''),
  );
}

/** Makes a text that must stay on one line, such as a name, safe to print. */
export function plainLine(text: string): string {
  return withoutCommands(visibleLine(text));
}

/**
 * A value as JSON. `##[…]`, a command to CI services anywhere in a line, is written with an equivalent escape.
 * No line can start with `::`, the other kind of command, because texts are in quotes.
 */
export function jsonText(value: unknown, indent = '  '): string {
  return `${JSON.stringify(value, undefined, indent).replace(/#(?=#)/g, '\\u0023')}\n`;
}
