/** What there is of a list: without what is undefined, false or empty. */
export function present<Item>(items: readonly (Item | undefined | false | '')[]): Item[] {
  return items.filter((item): item is Item => item !== undefined && item !== false && item !== '');
}

/** Text from a project may hold invisible control characters, which a terminal would obey. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => (character === '\n' ? character : '�'));
}

/** The same for what must stay on one line, such as the name of a file. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', '�');
}

/**
 * Services that run workflows obey lines of their log: `::name …::…` at the start of one, and `##[name]…` anywhere. A
 * project must not send them commands through what is printed.
 */
export function withoutCommands(text: string): string {
  const lines = text.includes('::') ? text.replace(/[^\r\n]+/g, withoutCommand) : text;
  return lines.replace(/#(?=#\w*\[)/g, '�');
}

function withoutCommand(line: string): string {
  const start = startOf(line);
  const isCommand = line.startsWith('::', start) && /^::[\w-]+(?: .*)?::/s.test(line.slice(start));
  return isCommand ? `${line.slice(0, start)}�${line.slice(start + 1)}` : line;
}

/** Where a line starts for those who skip white space as .NET does. */
function startOf(line: string): number {
  const start = line.search(/[^\s\u0085]/);
  return start === -1 ? line.length : start;
}

/** Whether a line of a text could be a command to GitHub's runner, or to one that works like it. */
export function hasLineCommands(text: string): boolean {
  const isCommand = (line: string, start: number) =>
    line.startsWith('::', start) && line.includes('::', start + 2);
  return text.includes('::') && text.split(/[\r\n]/).some((line) => isCommand(line, startOf(line)));
}

/** Whether a text holds what could be a command anywhere: `##[…]`, `##vso[…]`, `##teamcity[…]`. */
export function hasBracketCommands(text: string): boolean {
  return /##\w*\[/.test(text);
}

// Bold, dim, italic, underlined and colours, and their ends.
// biome-ignore lint/suspicious/noControlCharactersInRegex: a style starts with one.
const style = /\u001B\[(?:[1-4]|2[2-4]|3[1-9]|9[0-7])m/g;

/**
 * All that people read goes through this on its way to a stream: of what a terminal or a service that reads the log
 * obeys, only tabs, ends of lines and, where they are wanted, colours are left.
 */
export function printable(text: string, isColored: boolean): string {
  const styles = isColored ? text.match(style) : undefined;
  const between = isColored ? text.split(style) : [text];
  return withoutCommands(
    between.map((part, index) => part.split('\t').map(visible).join('\t') + (styles?.[index] ?? '')).join(''),
  );
}

/** A name, or whatever else must stay on one line, that is safe to print. */
export function plainLine(text: string): string {
  return withoutCommands(visibleLine(text));
}

/**
 * A value as JSON. `##[…]`, which services that run workflows obey anywhere in a line of their log, is written
 * with an escape, which means the same. No line can start with `::`, which they obey as well: texts stand in quotes.
 */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2).replace(/#(?=#)/g, '\\u0023')}\n`;
}
