import { createRequire } from 'node:module';
import type * as Magicast from 'magicast';
import type * as Recast from 'recast';
import type { Json } from '../catalogue/option.ts';
import { type Change, Code, type NewValue, type OptionPathParts, showPath } from '../config/change.ts';
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

/** The inputs for comparing a config before and after a script. */
interface Comparison {
  readonly before: ReadonlyMap<unknown, Recorded>;
  readonly scope: ConfigScope;
  /** The text of a node: as written, or printed with the formatting of the config. */
  print(node: unknown): string;
}

/** A change in place, or an added or removed property; one of each may be a moved property. */
type Difference =
  | Change
  | { readonly kind: 'added'; readonly path: OptionPathParts; readonly value: unknown }
  | { readonly kind: 'removed'; readonly path: OptionPathParts };

/**
 * Runs a script on a magicast proxy of the config and turns its effects into changes. Magicast never prints:
 * values that the script did not touch keep their text, and recast prints only new ones.
 */
export function runScript(config: ConfigDocument, script: (config: ScriptConfig) => unknown): Change[] {
  const [scope] = config.scopes;
  const text = scope.textOf([]);
  if (text === undefined || !text.startsWith('{'))
    throw new Error('the config is not a single object, so a script cannot change it');
  const { parseExpression } = require('magicast') as typeof Magicast;
  const proxy = parseExpression<object>(text) as ScriptConfig;
  const root = proxy.$ast as unknown as Node;
  const before = new Map(recorded(root, []));
  refusePromise(script(withoutMethods(proxy)), 'a script');
  const comparison = { before, scope, print: (node: unknown) => printed(node, text, config.text) };
  return withMoves(differencesIn(root, comparison), comparison);
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
    ...[...entries].flatMap(([key, value]) => (isNode(value) ? recorded(value, [...path, key]) : [])),
  ];
}

function entriesOf({ properties = [], elements = [] }: Node): Entries {
  const named = properties.flatMap((property): [string, unknown][] => {
    const key = keyOf(property);
    return key === undefined ? [] : [[key, property.value]];
  });
  return new Map<string | number, unknown>([...named, ...elements.entries()]);
}

function differencesIn(node: unknown, comparison: Comparison): Difference[] {
  const old = comparison.before.get(node);
  if (!old || !isNode(node)) return [];
  if (node.elements) return listDifferences(node.elements, old, comparison);
  return objectDifferences(entriesOf(node), old, comparison);
}

function objectDifferences(
  entries: Entries,
  { path, entries: old }: Recorded,
  comparison: Comparison,
): Difference[] {
  const removed = [...old.keys()].filter((key) => !entries.has(key));
  return [
    ...removed.map((key) => ({ kind: 'removed', path: [...path, key] }) as const),
    ...[...entries].flatMap(([key, value]): Difference[] => {
      const here = [...path, key];
      if (!old.has(key)) return [{ kind: 'added', path: here, value }];
      return value === old.get(key) ? differencesIn(value, comparison) : replaced(value, here, comparison);
    }),
  ];
}

/** The smallest change of a list: appended, removed or replaced items, or a new list. */
function listDifferences(
  items: readonly (Node | null)[],
  { path, entries }: Recorded,
  comparison: Comparison,
): Difference[] {
  const { scope, print } = comparison;
  const old = [...entries.values()];
  const current = new Set<unknown>(items);
  const kept = old.filter((item) => current.has(item));
  const inKept = kept.flatMap((item) => differencesIn(item, comparison));
  const isInOrder = kept.every((item, index) => items[index] === item);
  if (isInOrder && kept.length === old.length) {
    const added = items.slice(old.length).map((item) => newValue(item, comparison));
    return [...inKept, ...(added.length === 0 ? [] : [scope.append(path, added)])];
  }
  if (isInOrder && kept.length === items.length) {
    const removed = [...old.keys()].filter((index) => !current.has(old[index]));
    return [...inKept, ...removed.map((index) => scope.remove([...path, index]))];
  }
  // Items of a spread list have their own indexes.
  const isSpread = old.some((item) => isNode(item) && item.type === 'SpreadElement');
  if (items.length === old.length && !isSpread)
    return items.flatMap((item, index) =>
      item === old[index] ? differencesIn(item, comparison) : replaced(item, [...path, index], comparison),
    );
  return [scope.set(path, new Code(`[${items.map(print).join(', ')}]`))];
}

/** No change if the value stays the same, since a script may write what it has read. */
function replaced(node: unknown, path: OptionPathParts, comparison: Comparison): Change[] {
  const { scope } = comparison;
  const value = newValue(node, comparison);
  const lookup = scope.lookup(path);
  const isSame = lookup.kind === 'static' && !(value instanceof Code) && lookup.value === value;
  return isSame ? [] : [scope.set(path, value)];
}

function newValue(node: unknown, { print }: Comparison): NewValue {
  if (!isNode(node)) throw new Error('a script assigned a value that cannot be written');
  const plain = typeof node.start === 'number' ? undefined : asJson(node);
  return plain === undefined ? new Code(print(node)) : plain;
}

/** A property removed in one place and added in another is moved, with its text and comments. */
function withMoves(differences: readonly Difference[], comparison: Comparison): Change[] {
  const { scope, before } = comparison;
  const removed = new Map(
    differences.filter(({ kind }) => kind === 'removed').map(({ path }) => [showPath(path), path]),
  );
  const added = differences.flatMap((difference) => {
    if (difference.kind !== 'added') return [];
    const { path, value } = difference;
    const origin = before.get(value)?.path;
    const isMoved = origin !== undefined && removed.delete(showPath(origin));
    return [isMoved ? scope.rename(origin, path) : scope.set(path, newValue(value, comparison))];
  });
  const inPlace = differences.filter((change) => change.kind !== 'added' && change.kind !== 'removed');
  return [...inPlace, ...added, ...[...removed.values()].map((path) => scope.remove(path))];
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
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function keyOf({ key, computed }: Node): string | undefined {
  if (!key || computed) return undefined;
  return key.name ?? (key.value === undefined ? undefined : String(key.value));
}

/** A new node as a plain value; undefined if it is not one. */
function asJson(node: Node): Json | undefined {
  if (node.type === 'ArrayExpression') {
    const items = (node.elements ?? []).map((element) => (element ? asJson(element) : undefined));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (node.type === 'ObjectExpression') {
    const object: { [key: string]: Json } = {};
    for (const property of node.properties ?? []) {
      const key = keyOf(property);
      const value = isNode(property.value) ? asJson(property.value) : undefined;
      if (key === undefined || value === undefined) return undefined;
      object[key] = value;
    }
    return object;
  }
  if (typeof node.start === 'number' || !node.type.endsWith('Literal')) return undefined;
  const { value } = node;
  const plain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
  return plain ? (value as Json) : undefined;
}

/** Methods that would see an empty list, because magicast's proxy does not list its items. */
const unsupportedMethods: readonly unknown[] = ['copyWithin', 'fill', 'reverse', 'sort'];

/** Wraps a magicast proxy so that list methods that it does not support throw. */
function withoutMethods<Config extends object>(config: Config): Config {
  return new Proxy(config, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeOf(target) === 'array' && unsupportedMethods.includes(key))
        throw new Error(`a script cannot call \`${String(key)}\` on a list: assign a new list instead`);
      return typeOf(value) === undefined ? value : withoutMethods(value as object);
    },
  });
}

/** The type of a list or object in a magicast proxy; undefined for other values. */
function typeOf(value: unknown): 'array' | 'object' | undefined {
  const type: unknown = typeof value === 'object' && value !== null && Reflect.get(value, '$type');
  return type === 'array' || type === 'object' ? type : undefined;
}
