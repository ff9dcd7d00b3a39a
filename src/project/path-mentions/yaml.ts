import {
  commandWords,
  namesCommands,
  namesPaths,
  type PathWord,
  quotedWords,
  spaced,
  wordsIn,
} from './words.ts';

interface Key {
  readonly name: string;
  readonly indent: number;
}

const line = /^([ \t]*(?:- +)*)(?:(["']?)([^\s"'#:{}[\],&*!|>][^"'#:{}[\],]*?)\2:(?=\s|$)[ \t]*)?(.*)$/;

/** What has been read of a text so far. */
interface State {
  readonly found: PathWord[];
  /** The keys that the next line may belong to, outer ones first. */
  readonly keys: Key[];
  /** The key of a text of several lines. */
  block: Key | undefined;
}

/** The words of a YAML text, line by line: their key tells what they are. */
export function yamlWords(text: string): PathWord[] {
  const state: State = { found: [], keys: [], block: undefined };
  for (const { 0: content, index: start } of text.matchAll(/[^\r\n]+/g)) {
    const indent = content.search(/\S/);
    if (indent === -1 || /^\s*(?:#|---|%)/.test(content)) continue;
    if (state.block && indent <= state.block.indent) state.block = undefined;
    if (!state.block) readLine(state, content, start, indent);
    else if (namesCommands(state.block.name)) add(state, commandWords(content, start));
    else if (namesPaths(state.block.name)) add(state, wordsIn(content, start, spaced, true));
  }
  return state.found;
}

function readLine(state: State, content: string, start: number, indent: number): void {
  const { found, keys } = state;
  const [, lead = '', quote = '', name, rest = ''] = line.exec(content) ?? [];
  const isItem = lead.includes('-');
  // The items of a list may be as far left as the key that they belong to.
  while (isClosed(keys.at(-1), isItem ? indent : lead.length, isItem)) keys.pop();
  if (name !== undefined) {
    found.push({ text: name, start: start + lead.length + quote.length, plain: false });
    keys.push({ name, indent: lead.length });
  }
  const key = keys.at(-1) ?? { name: '', indent: -1 };
  const value = withoutComment(rest);
  if (/^[|>][\d+-]*\s*$/.test(value)) state.block = { name: key.name, indent: isItem ? indent : key.indent };
  else add(state, valueWords(value, start + content.length - rest.length, key.name));
}

/** One by one: a long list would not fit into the arguments of a call. */
function add({ found }: State, words: readonly PathWord[]): void {
  for (const word of words) found.push(word);
}

function isClosed(key: Key | undefined, indent: number, isItem: boolean): boolean {
  return key !== undefined && (isItem ? key.indent > indent : key.indent >= indent);
}

function withoutComment(value: string): string {
  const at = value.search(/(?:^|\s)#(?=(?:[^"']|"[^"]*"|'[^']*')*$)/);
  return at === -1 ? value : value.slice(0, at);
}

function valueWords(value: string, start: number, key: string): PathWord[] {
  if (/^[[{]/.test(value)) return flowWords(value, start, key);
  if (namesCommands(key)) {
    const quote = /^(["']).*\1\s*$/.test(value) ? 1 : 0;
    return commandWords(value.slice(quote, value.trimEnd().length - quote), start + quote);
  }
  return scalarWords(value, start, key);
}

function scalarWords(value: string, start: number, key: string): PathWord[] {
  const text = value.trim();
  const isQuoted = text.length > 1 && /^["']/.test(text) && text.endsWith(text.charAt(0));
  const quote = isQuoted ? 1 : 0;
  const inner = text.slice(quote, text.length - quote);
  return quotedWords(inner, start + value.indexOf(text) + quote, namesPaths(key));
}

/** `{ key: value, other: [a, b] }`. */
function flowWords(value: string, start: number, outer: string): PathWord[] {
  let key = outer;
  return [
    ...value.matchAll(/(["']?)(?<![^\s"'{}[\],])([^\s"'{}[\],]+?)\1(:(?=\s|$))?(?=[\s{}[\],]|$)/g),
  ].flatMap((match) => {
    const [, quote = '', text = '', colon] = match;
    if (colon !== undefined) key = text;
    return [
      { text, start: start + match.index + quote.length, plain: colon === undefined && namesPaths(key) },
    ];
  });
}
