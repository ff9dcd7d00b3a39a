import { createRequire } from 'node:module';
import type * as Magicast from 'magicast';
import type * as Recast from 'recast';
import type { Json } from '../catalogue/option.ts';
import { type Change, Code, type NewValue, type OptionPathParts, showPath } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import { detectStyle } from '../config/style.ts';

/** The config as a script sees it: reads and writes like the object itself. */
export type ScriptConfig = Magicast.Proxified;

// Both are large, and only scripts need them.
const require = createRequire(import.meta.url);

/** A node of the tree that magicast hands out; only what is read here. */
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

type Items = readonly (Node | null)[];

/** Where a value stood before the script ran. */
interface Origin {
  readonly path: OptionPathParts;
}

/**
 * Runs a script on a magicast proxy of the config and turns what it did into changes. Magicast never prints: values
 * that the script left alone keep their text, and recast prints only what is new.
 */
export function runScript(config: ConfigDocument, script: (config: ScriptConfig) => unknown): Change[] {
  const [scope] = config.scopes;
  const text = scope.textOf([]);
  if (text === undefined || !text.startsWith('{'))
    throw new Error('the config is not written as one object, so a script cannot change it');
  const { parseExpression } = require('magicast') as typeof Magicast;
  const proxy = parseExpression<object>(text) as ScriptConfig;
  const root = proxy.$ast as unknown as Node;
  const before = new Snapshot(root);
  refusePromise(script(proxy), 'a script');
  return new Comparison(scope, config, text, before).changes(root);
}

/** What comes later comes too late, and what fails later must not fail unheard. */
export function refusePromise(result: unknown, what: string): void {
  if (!(result instanceof Promise)) return;
  result.catch(() => {});
  throw new Error(`${what} must not be asynchronous`);
}

/** The tree as it was: magicast changes it in place. */
class Snapshot {
  readonly properties = new Map<Node, readonly { readonly node: Node; readonly value: unknown }[]>();
  readonly elements = new Map<Node, readonly (Node | null)[]>();
  readonly origins = new Map<unknown, Origin>();

  constructor(root: Node) {
    this.#record(root, []);
  }

  #record(node: Node, path: OptionPathParts): void {
    this.origins.set(node, { path });
    if (node.properties) {
      this.properties.set(
        node,
        node.properties.map((property) => ({ node: property, value: property.value })),
      );
      for (const property of node.properties) {
        const key = keyOf(property);
        if (key !== undefined && isNode(property.value)) this.#record(property.value, [...path, key]);
      }
    }
    if (node.elements) {
      this.elements.set(node, [...node.elements]);
      for (const [index, element] of node.elements.entries())
        if (element) this.#record(element, [...path, index]);
    }
  }
}

class Comparison {
  readonly #scope: ConfigScope;
  readonly #config: ConfigDocument;
  readonly #text: string;
  readonly #before: Snapshot;
  readonly #changes: Change[] = [];
  readonly #removed = new Map<string, OptionPathParts>();
  readonly #added: { readonly path: OptionPathParts; readonly value: unknown }[] = [];

  constructor(scope: ConfigScope, config: ConfigDocument, text: string, before: Snapshot) {
    this.#scope = scope;
    this.#config = config;
    this.#text = text;
    this.#before = before;
  }

  changes(root: Node): Change[] {
    this.#compare(root, []);
    for (const { path, value } of this.#added) {
      const origin = this.#before.origins.get(value);
      // What was taken away in one place and put in another has moved, with its text and comments.
      if (origin && this.#removed.delete(showPath(origin.path)))
        this.#changes.push(this.#scope.rename(origin.path, path));
      else this.#changes.push(this.#scope.set(path, this.#newValue(value)));
    }
    for (const path of this.#removed.values()) this.#changes.push(this.#scope.remove(path));
    return this.#changes;
  }

  #compare(node: Node, path: OptionPathParts): void {
    if (node.properties) this.#compareObject(node, path);
    else if (node.elements) this.#compareArray(node, path);
  }

  #compareObject(node: Node, path: OptionPathParts): void {
    const before = this.#before.properties.get(node) ?? [];
    const after = node.properties ?? [];
    const keys = new Set(after.map(keyOf));
    for (const { node: property } of before) {
      const key = keyOf(property);
      if (key !== undefined && !keys.has(key)) this.#removed.set(showPath([...path, key]), [...path, key]);
    }
    for (const property of after) {
      const key = keyOf(property);
      if (key === undefined) continue;
      const here = [...path, key];
      const old = before.find((entry) => entry.node === property);
      if (old && old.value === property.value) {
        if (isNode(property.value)) this.#compare(property.value, here);
      } else if (old || before.some((entry) => keyOf(entry.node) === key)) {
        this.#set(here, this.#newValue(property.value));
      } else this.#added.push({ path: here, value: property.value });
    }
  }

  /** Sets what is not so already: a script may well write what it has read. */
  #set(path: OptionPathParts, value: NewValue): void {
    const lookup = this.#scope.lookup(path);
    const same = lookup.kind === 'static' && !(value instanceof Code) && lookup.value === value;
    if (!same) this.#changes.push(this.#scope.set(path, value));
  }

  /** Says what happened to a list in the least words: items added behind, taken out, replaced, or a new list. */
  #compareArray(node: Node, path: OptionPathParts): void {
    const before = this.#before.elements.get(node) ?? [];
    const after = node.elements ?? [];
    const kept = before.filter((element) => after.includes(element));
    const inOrder = kept.every((element, index) => after[index] === element);
    if (inOrder && kept.length === before.length) this.#itemsAdded(before, after, path);
    else if (inOrder && kept.length === after.length) this.#itemsRemoved(before, after, path);
    else if (before.length === after.length) this.#itemsReplaced(before, after, path);
    else {
      const items = after.map((element) => this.#print(element)).join(', ');
      this.#changes.push(this.#scope.set(path, new Code(`[${items}]`)));
    }
  }

  #itemsAdded(before: Items, after: Items, path: OptionPathParts): void {
    this.#itemsReplaced(before, after.slice(0, before.length), path);
    const added = after.slice(before.length).map((element) => this.#newValue(element));
    if (added.length > 0) this.#changes.push(this.#scope.append(path, added));
  }

  #itemsRemoved(before: Items, after: Items, path: OptionPathParts): void {
    for (const [index, element] of before.entries()) {
      if (!after.includes(element)) this.#changes.push(this.#scope.remove([...path, index]));
    }
  }

  #itemsReplaced(before: Items, after: Items, path: OptionPathParts): void {
    for (const [index, element] of after.entries()) {
      const here = [...path, index];
      if (element !== before[index]) this.#set(here, this.#newValue(element));
      else if (element) this.#compare(element, here);
    }
  }

  #newValue(value: unknown): NewValue {
    if (!isNode(value)) throw new Error('a script left something that cannot be written');
    if (typeof value.start === 'number') return new Code(this.#original(value));
    const plain = asJson(value);
    return plain === undefined ? new Code(this.#print(value)) : plain.value;
  }

  #original({ start = 0, end = 0 }: Node): string {
    // Magicast reads the text in parentheses.
    return this.#text.slice(start - 1, end - 1);
  }

  #print(value: unknown): string {
    if (!isNode(value)) return '';
    if (typeof value.start === 'number') return this.#original(value);
    const { prettyPrint } = require('recast') as typeof Recast;
    const { quote, indent, trailingComma } = detectStyle(this.#config.text);
    return prettyPrint(value as Parameters<typeof prettyPrint>[0], {
      quote: quote === "'" ? 'single' : 'double',
      tabWidth: indent === '\t' ? 4 : indent.length,
      useTabs: indent === '\t',
      trailingComma,
      lineTerminator: '\n',
    }).code;
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function keyOf({ key, computed }: Node): string | undefined {
  if (!key || computed) return undefined;
  return key.name ?? (key.value === undefined ? undefined : String(key.value));
}

/** A new node as a plain value, where it is one. */
function asJson(node: Node): { readonly value: Json } | undefined {
  if (node.type === 'ArrayExpression') {
    const items = (node.elements ?? []).map((element) => (element ? asJson(element) : undefined));
    const known = items.filter((item) => item !== undefined);
    return known.length === items.length ? { value: known.map((item) => item.value) } : undefined;
  }
  if (node.type === 'ObjectExpression') {
    const object: { [key: string]: Json } = {};
    for (const property of node.properties ?? []) {
      const key = keyOf(property);
      const value = isNode(property.value) ? asJson(property.value) : undefined;
      if (key === undefined || value === undefined) return undefined;
      object[key] = value.value;
    }
    return { value: object };
  }
  if (typeof node.start === 'number' || !node.type.endsWith('Literal')) return undefined;
  const { value } = node;
  const plain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
  return plain ? { value: value as Json } : undefined;
}
