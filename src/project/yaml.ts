import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { lazy } from '../base/memo.ts';
import { longestPath } from '../base/paths.ts';
import { ifReadable } from './syntax/source-text.ts';

const require = createRequire(import.meta.url);
const yaml = lazy(() => require('yaml') as typeof Yaml);

// Formatting the place of each error takes longer than parsing.
const quiet = { logLevel: 'silent', prettyErrors: false } as const;

/** A scalar in YAML as written, with its offset without quotes. */
export interface YamlText {
  readonly text: string;
  readonly start: number;
  /** The path of keys to the text; items of a list have none. */
  readonly keys: readonly string[];
  /** A block is a part: its text has several lines. */
  readonly role: 'key' | 'value' | 'part';
  /** Whether the text is also used elsewhere, through an anchor. */
  readonly isShared: boolean;
  /** Whether the value equals the written text: nothing is escaped, folded or tagged. */
  readonly isPlain: boolean;
}

// Parsing longer texts would take seconds, and they are not written by people.
const longestParsed = 100_000;

/** The texts of a file in order; undefined if it cannot be parsed. */
export function yamlTexts(text: string): YamlText[] | undefined {
  if (text.length > longestParsed) return undefined;
  return ifReadable(() => {
    // The check for duplicate keys takes quadratic time.
    const documents = [...yaml().parseAllDocuments(text, { ...quiet, uniqueKeys: false })];
    if (documents.some(({ errors }) => errors.length > 0)) return undefined;
    const context: YamlContext = { text, found: [] };
    for (const { contents } of documents)
      addTexts(contents, { keys: [], isKey: false, isShared: false }, context);
    return context.found;
  });
}

/** Whether a text is YAML. */
export function isYaml(text: string): boolean {
  const documents = ifReadable(() => yaml().parseAllDocuments(text, quiet));
  return documents?.every(({ errors }) => errors.length === 0) ?? false;
}

interface YamlPlace {
  readonly keys: readonly string[];
  readonly isKey: boolean;
  readonly isShared: boolean;
}

interface YamlContext {
  readonly text: string;
  readonly found: YamlText[];
}

function addTexts(node: unknown, place: YamlPlace, context: YamlContext): void {
  const { isMap, isNode, isScalar, isSeq } = yaml();
  if (!isNode(node)) return;
  const isShared = place.isShared || ('anchor' in node && node.anchor !== undefined);
  const inner: YamlPlace = { ...place, isShared };
  if (isMap(node))
    for (const { key, value } of node.items) {
      addTexts(key, { ...inner, isKey: true }, context);
      addTexts(value, { ...inner, keys: [...place.keys, isScalar(key) ? String(key.value) : ''] }, context);
    }
  else if (isSeq(node)) for (const item of node.items) addTexts(item, inner, context);
  else if (isScalar(node)) addText(node, inner, context);
}

function addText({ value, range, type }: Yaml.Scalar, place: YamlPlace, { text, found }: YamlContext): void {
  const { keys, isKey, isShared } = place;
  const [from, to] = range ?? [0, 0];
  const whole = text.slice(from, to);
  if (typeof value !== 'string') return;
  const isBlock = type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED';
  const [lead = ''] = (isBlock ? /^.*(?:\n|$)/ : /^["']?/).exec(whole) ?? [];
  const written = whole.slice(lead.length, isBlock ? undefined : whole.length - lead.length);
  found.push({
    ...{ text: written, start: from + lead.length, keys, isShared },
    role: isKey ? 'key' : isBlock ? 'part' : 'value',
    isPlain: written === value && value.length <= longestPath,
  });
}
