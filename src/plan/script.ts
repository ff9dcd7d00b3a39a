/** Runs a transform that is written as a script (`config.css.push('a.css')`), and turns what it did into changes. */

import { createRequire } from 'node:module';
import type * as Magicast from 'magicast';
import type * as Recast from 'recast';
import type { Json } from '../catalogue/option.ts';
import {
  type Change,
  Code,
  type NewValue,
  type OptionPathParts,
  showPath,
} from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import { detectStyle } from '../config/print.ts';

/** The config as a script sees it: reading and writing works as with the object itself. */
export type ScriptConfig = Magicast.Proxified;

// Both are large, and only scripts need them.
const require = createRequire(import.meta.url);

/** A node of magicast's syntax tree, with only the properties that are read here. */
interface Node {
  readonly type: string;
  readonly start?: number;
  readonly end?: number;
  readonly properties?: readonly Node[];
  readonly elements?: readonly (Node | null)[];
  readonly key?: Node;
  readonly value?: unknown;
  readonly name?: string;
  readonly computed?: boolean;
}

/** A list or object before the script ran, because magicast changes it in place. */
interface Recorded {
  readonly path: OptionPathParts;
  readonly entries: Entries;
}

/** The values in a list or object by their index or key; those with a computed key are left out. */
type Entries = ReadonlyMap<string | number, unknown>;

/**
 * Runs a script on a magicast proxy of the config and turns its effects into changes. Magicast never prints:
 * values that the script did not touch keep their text, and recast prints only new ones.
 */
export function runScript(
  config: ConfigDocument,
  script: (config: ScriptConfig) => unknown,
): Change[] {
  const [scope] = config.scopes;
  const text = scope.textOf([]);
  if (text === undefined || !text.startsWith('{'))
    throw new Error('the config is not a single object, so a script cannot change it');
  const { parseExpression } = require('magicast') as typeof Magicast;
  const proxy = parseExpression<object>(text) as ScriptConfig;
  const root = proxy.$ast as unknown as Node;
  const before = new Map(recorded(root, []));
  refusePromise(script(withoutMethods(proxy)), 'a script');
  return changesSince(before, root, scope, (node) => printed(node, text, config.text));
}

/** Throws if a result is a promise, which would come too late and could fail unnoticed. */
export function refusePromise(result: unknown, what: string): void {
  if (!(result instanceof Promise)) return;
  result.catch(() => {});
  throw new Error(`${what} must not be asynchronous`);
}

function recorded(node: Node, path: OptionPathParts): [unknown, Recorded][] {
  const entries = entriesOf(node);
  return [
    [node, { path, entries }],
    ...[...entries].flatMap(([key, value]) =>
      isNode(value) ? recorded(value, [...path, key]) : [],
    ),
  ];
}

function entriesOf({ properties = [], elements = [] }: Node): Entries {
  const named = properties.flatMap((property): [string, unknown][] => {
    const key = keyOf(property);
    return key === undefined ? [] : [[key, property.value]];
  });
  return new Map<string | number, unknown>([...named, ...elements.entries()]);
}

/** The changes that a script made; `print` returns the text of a node: as written, or formatted like the config. */
function changesSince(
  before: ReadonlyMap<unknown, Recorded>,
  root: Node,
  scope: ConfigScope,
  print: (node: unknown) => string,
): Change[] {
  const changes: Change[] = [];
  const removed = new Map<string, OptionPathParts>();
  const added: { readonly path: OptionPathParts; readonly value: unknown }[] = [];
  const newValue = (node: unknown): NewValue => {
    const plain = asJson(node);
    return plain === undefined ? new Code(print(node)) : plain;
  };
  const compare = (node: unknown): void => {
    const old = before.get(node);
    if (!old || !isNode(node)) return;
    if (node.elements) compareList(node.elements, old);
    else compareObject(entriesOf(node), old);
  };
  const compareObject = (entries: Entries, { path, entries: old }: Recorded) => {
    for (const key of old.keys())
      if (!entries.has(key)) removed.set(showPath([...path, key]), [...path, key]);
    for (const [key, value] of entries) {
      if (old.has(key)) compareValue(value, old.get(key), [...path, key]);
      else added.push({ path: [...path, key], value });
    }
  };
  const compareValue = (node: unknown, old: unknown, path: OptionPathParts) => {
    if (node === old) return compare(node);
    const value = newValue(node);
    const lookup = scope.lookup(path);
    // A script may write what it has read.
    const isSame = lookup.kind === 'static' && lookup.value === value;
    if (!isSame) changes.push(scope.set(path, value));
  };
  /** Makes the smallest change of a list: appended, removed or replaced items, or a new list. */
  const compareList = (items: readonly (Node | null)[], { path, entries }: Recorded) => {
    const old = [...entries.values()];
    const current = new Set<unknown>(items);
    const kept = old.filter((item) => current.has(item));
    const isInOrder = kept.every((item, index) => items[index] === item);
    // Items of a spread list have their own indexes.
    const isSpread = old.some((item) => isNode(item) && item.type === 'SpreadElement');
    if (isInOrder && [old.length, items.length].includes(kept.length)) {
      kept.forEach(compare);
      const more = items.slice(kept.length).map(newValue);
      if (more.length > 0) changes.push(scope.append(path, more));
      const gone = [...entries.keys()].filter((index) => !current.has(entries.get(index)));
      changes.push(...gone.map((index) => scope.remove([...path, index])));
    } else if (items.length === old.length && !isSpread) {
      for (const [index, item] of items.entries()) compareValue(item, old[index], [...path, index]);
    } else changes.push(scope.set(path, new Code(`[${items.map(print).join(', ')}]`)));
  };
  compare(root);
  // A property removed in one place and added in another is moved, with its text and comments.
  for (const { path, value } of added) {
    const origin = before.get(value)?.path;
    const isMoved = origin !== undefined && removed.delete(showPath(origin));
    changes.push(isMoved ? scope.rename(origin, path) : scope.set(path, newValue(value)));
  }
  return [...changes, ...Array.from(removed.values(), (path) => scope.remove(path))];
}

function printed(node: unknown, original: string, config: string): string {
  if (!isNode(node)) throw new Error('a script assigned a value that cannot be written');
  const { start, end = 0 } = node;
  // Magicast parses the text in parentheses, which shifts offsets by one.
  if (typeof start === 'number') return original.slice(start - 1, end - 1);
  const { prettyPrint } = require('recast') as typeof Recast;
  const { quote, indent, trailingComma } = detectStyle(config);
  return prettyPrint(node as Parameters<typeof prettyPrint>[0], {
    quote: quote === "'" ? 'single' : 'double',
    tabWidth: indent === '\t' ? 4 : indent.length,
    useTabs: indent === '\t',
    trailingComma,
    lineTerminator: '\n',
  }).code;
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
  );
}

function keyOf({ key, computed }: Node): string | undefined {
  if (!key || computed) return undefined;
  return key.name ?? (key.value === undefined ? undefined : String(key.value));
}

/** A new node as a plain value; undefined if it is not one. */
function asJson(node: unknown): Json | undefined {
  if (!isNode(node) || typeof node.start === 'number') return undefined;
  const { type, value, elements, properties } = node;
  if (elements) {
    const items = elements.map(asJson);
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (properties) {
    const entries = Array.from(entriesOf(node), ([key, part]) => [key, asJson(part)] as const);
    const plain = entries.filter((entry): entry is [string, Json] => entry[1] !== undefined);
    return plain.length === properties.length ? Object.fromEntries(plain) : undefined;
  }
  const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
  return type.endsWith('Literal') && isPlain ? (value as Json) : undefined;
}

/** Methods that would see an empty list, because magicast's proxy does not list its items. */
const unsupportedMethods: readonly unknown[] = ['copyWithin', 'fill', 'reverse', 'sort'];

/** Wraps a magicast proxy so that list methods that it does not support throw. */
function withoutMethods<Config extends object>(config: Config): Config {
  return new Proxy(config, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeOf(target) === 'array' && unsupportedMethods.includes(key))
        throw new Error(
          `a script cannot call \`${String(key)}\` on a list: assign a new list instead`,
        );
      return typeOf(value) === undefined ? value : withoutMethods(value as object);
    },
  });
}

/** The type of a list or object in a magicast proxy; undefined for other values. */
function typeOf(value: unknown): 'array' | 'object' | undefined {
  const type: unknown = typeof value === 'object' && value !== null && Reflect.get(value, '$type');
  return type === 'array' || type === 'object' ? type : undefined;
}
