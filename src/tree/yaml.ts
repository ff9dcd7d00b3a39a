/** Finds the texts in YAML with their keys and offsets. */

import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { lazy } from '../base/memo.ts';
import { longestPath } from '../base/paths.ts';
import { ifParsed } from './syntax/source-text.ts';

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
  return ifParsed(() => {
    // The check for duplicate keys takes quadratic time.
    const documents = [...yaml().parseAllDocuments(text, { ...quiet, uniqueKeys: false })];
    if (documents.some(({ errors }) => errors.length > 0)) return undefined;
    const { visit } = yaml();
    const found: YamlText[] = [];
    for (const document of documents)
      visit(document, {
        Scalar: (key, scalar, ancestors) =>
          void found.push(...textOf(scalar, key, ancestors, text)),
      });
    return found;
  });
}

/** Whether a text is YAML. */
export function isYaml(text: string): boolean {
  const documents = ifParsed(() => yaml().parseAllDocuments(text, quiet));
  return documents?.every(({ errors }) => errors.length === 0) ?? false;
}

/** The text of a scalar under its ancestors; none if it is a number or the like. */
function textOf(
  { value, range, type, anchor }: Yaml.Scalar,
  key: unknown,
  ancestors: readonly unknown[],
  text: string,
): YamlText[] {
  const { isNode, isPair, isScalar } = yaml();
  if (typeof value !== 'string') return [];
  const pairs = ancestors.filter((node) => isPair(node));
  const keys = pairs.map((pair) => (isScalar(pair.key) ? String(pair.key.value) : ''));
  const [from, to] = range ?? [0, 0];
  const whole = text.slice(from, to);
  const isBlock = type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED';
  const [lead = ''] = (isBlock ? /^.*(?:\n|$)/ : /^["']?/).exec(whole) ?? [];
  const written = whole.slice(lead.length, isBlock ? undefined : whole.length - lead.length);
  const isAnchored = (node: unknown) =>
    isNode(node) && 'anchor' in node && node.anchor !== undefined;
  return [
    {
      text: written,
      start: from + lead.length,
      keys: key === 'key' ? keys.slice(0, -1) : keys,
      role: key === 'key' ? 'key' : isBlock ? 'part' : 'value',
      isShared: anchor !== undefined || ancestors.some(isAnchored),
      isPlain: written === value && value.length <= longestPath,
    },
  ];
}
