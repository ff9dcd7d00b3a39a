import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import type { TreePath } from '../snapshot.ts';
import type { SourceText } from '../syntax/source.ts';
import { isToolPath, namesCommands, type PathWord } from './words.ts';

const require = createRequire(import.meta.url);
let yaml: typeof Yaml | undefined;

/** A text in YAML, at its offset without quotes, and the keys that lead to it; items of a list have none. */
export interface YamlText {
  readonly text: string;
  readonly start: number;
  readonly keys: readonly string[];
  /** What goes between it and an entry behind it, if it is in a list. */
  readonly between?: string;
}

/** The texts of a document that stand in it as they are read; none if it cannot be parsed. */
export function yamlTexts(text: string): YamlText[] {
  yaml ??= require('yaml') as typeof Yaml;
  const document = yaml.parseDocument(text, { logLevel: 'silent' });
  // What an anchor stands for would change in several places at once.
  const isPlain = document.errors.length === 0 && !/(?:^|\s)[&*]\w/.test(text.replace(/(["']).*?\1/g, ''));
  return isPlain ? textsBelow(document.contents, [], false, text) : [];
}

function textsBelow(node: unknown, keys: readonly string[], isItem: boolean, text: string): YamlText[] {
  yaml ??= require('yaml') as typeof Yaml;
  const { isMap, isScalar, isSeq } = yaml;
  if (isMap(node))
    return node.items.flatMap(({ key, value }) =>
      textsBelow(value, [...keys, isScalar(key) ? String(key.value) : ''], false, text),
    );
  if (isSeq(node)) return node.items.flatMap((item) => textsBelow(item, keys, true, text));
  if (!isScalar(node) || typeof node.value !== 'string' || !node.range) return [];
  const [from, to] = node.range;
  const quote = /^["']?/.exec(text.slice(from))?.[0] ?? '';
  const start = from + quote.length;
  // What is escaped or folded is not edited.
  if (text.slice(start, to - quote.length) !== node.value) return [];
  const found = { text: node.value, start, keys };
  return [isItem ? { ...found, between: separator(text, from, quote) } : found];
}

function separator(text: string, start: number, quote: string): string {
  const [line] = /\r?\n[ \t]*- +$/.exec(text.slice(0, start)) ?? [];
  return `${quote}${line ?? ', '}${quote}`;
}

/** The texts of known files that are paths, by the keys that lead to them. */
interface PathKeys {
  readonly file: RegExp;
  isPath(keys: readonly string[], text: string): boolean;
  /** Whether they are read from the folder of the repository, whichever project they are about. */
  readonly isRooted: boolean;
}

const known: readonly PathKeys[] = [
  {
    file: /^\.github\/workflows\/[^/]+\.ya?ml$/,
    isPath: (keys) =>
      (keys[0] === 'on' && /^paths(?:-ignore)?$/.test(keys[2] ?? '')) || keys.at(-1) === 'working-directory',
    isRooted: true,
  },
  { file: /^\.gitlab-ci\.ya?ml$/, isPath: (keys) => keys.includes('changes'), isRooted: true },
  {
    file: /(?:^|\/)(?:\.\w+rc(?:\.ya?ml)?|lefthook\.ya?ml)$/,
    isPath: (keys, text) => !keys.some(namesCommands) && isToolPath(keys.at(-1) ?? '', text),
    isRooted: false,
  },
];

/** What is known about the paths of a file: words that may be edited. */
export function knownYamlWords({ path, text }: Pick<SourceText, 'path' | 'text'>): PathWord[] {
  const format = known.find(({ file }) => file.test(path));
  if (!format) return [];
  const root: { readonly root?: TreePath } = format.isRooted ? { root: '' } : {};
  return yamlTexts(text)
    .filter((one) => format.isPath(one.keys, one.text))
    .map(({ text: word, start, between }) => ({
      ...{ text: word, start, plain: true },
      tool: { as: 'glob', ...root, ...(between !== undefined && { between }) },
    }));
}
