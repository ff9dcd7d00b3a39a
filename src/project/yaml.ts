import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { longestPath } from '../config/places.ts';
import { once } from './remembered.ts';
import { ifReadable } from './syntax/source.ts';

const require = createRequire(import.meta.url);
const yaml = once(() => require('yaml') as typeof Yaml);

// To show the place of each mistake takes longer than to find it.
const quiet = { logLevel: 'silent', prettyErrors: false } as const;

/** A text in YAML that stands there as it is read, at its offset without quotes. */
export interface YamlText {
  readonly text: string;
  readonly start: number;
  /** The keys that lead to it; items of a list have none. */
  readonly keys: readonly string[];
  /** What goes between it and an entry behind it, if it is in a list. */
  readonly between?: string;
  /** Whether it stands without quotes: then its first character may mean something. */
  readonly isBare: boolean;
  /** Whether it also counts elsewhere, through an anchor. */
  readonly isShared: boolean;
}

/** The texts of a document; none if it cannot be parsed. */
export function yamlTexts(text: string): YamlText[] {
  return (
    ifReadable(() => {
      const document = yaml().parseDocument(text, quiet);
      return document.errors.length > 0 ? [] : textsBelow(document.contents, { text, keys: [] });
    }) ?? []
  );
}

/** Whether a text is YAML. */
export function isYaml(text: string): boolean {
  const documents = ifReadable(() => yaml().parseAllDocuments(text, quiet));
  return documents?.every(({ errors }) => errors.length === 0) ?? false;
}

interface YamlPlace {
  readonly text: string;
  readonly keys: readonly string[];
  readonly isItem?: boolean;
  readonly isShared?: boolean;
}

function textsBelow(node: unknown, place: YamlPlace): YamlText[] {
  const { isMap, isNode, isScalar, isSeq } = yaml();
  if (!isNode(node)) return [];
  const isShared = place.isShared === true || ('anchor' in node && node.anchor !== undefined);
  const inner = { ...place, isItem: false, isShared };
  if (isMap(node))
    return node.items.flatMap(({ key, value }) => {
      const name = isScalar(key) ? String(key.value) : '';
      return textsBelow(value, { ...inner, keys: [...place.keys, name] });
    });
  if (isSeq(node)) return node.items.flatMap((item) => textsBelow(item, { ...inner, isItem: true }));
  return isScalar(node) ? textAt(node, place, isShared) : [];
}

function textAt(
  { value, range }: Yaml.Scalar,
  { text, keys, isItem }: YamlPlace,
  isShared: boolean,
): YamlText[] {
  const [from, to] = range ?? [0, 0];
  const quote = /^["']?/.exec(text.slice(from))?.[0] ?? '';
  const start = from + quote.length;
  if (typeof value !== 'string' || value.length > longestPath) return [];
  // What is escaped, folded or tagged reads otherwise than it is written.
  if (text.slice(start, to - quote.length) !== value) return [];
  const found = { text: value, start, keys, isBare: quote === '', isShared };
  return [isItem ? { ...found, between: separator(text, from, quote) } : found];
}

function separator(text: string, start: number, quote: string): string {
  const [line] = /\r?\n[ \t]*- +$/.exec(text.slice(Math.max(0, start - longestPath), start)) ?? [];
  return `${quote}${line ?? ', '}${quote}`;
}
