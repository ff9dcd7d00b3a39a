import { type Check, inside, Mismatch } from '../catalogue/shape.ts';
import { ConfigProblem, codeFrame, positionOf } from '../config/problem.ts';
import type { Span } from '../config/source.ts';
import { type JsonNode, jsonErrorAt, memberOf, parseJson } from '../project/json.ts';
import { UsageError } from './io.ts';
import { decode, readNamedFile } from './named-files.ts';
import { defaultOf, loadModule } from './own-code.ts';

/** What files of one kind hold, and how messages speak about them. */
export interface DataKind<Value> {
  readonly shape: Check<Value>;
  /** What the file has: `The settings`. */
  readonly what: string;
  /** What to do if the file cannot be read. */
  readonly advice: string;
  /** What to do about a mistake in it. */
  readonly correct: string;
}

/** A file whose value has the right shape. */
export interface DataFile<Value> {
  /** As messages name it. */
  readonly name: string;
  readonly value: Value;
  /** An error about what is at a place in it, such as `projects.web.layout`. */
  problem(at: string, summary: string, advice: string): Error;
}

const mostCodeBytes = 10_000_000;

/** Whether a file is read as data. All others are run. */
export function isJsonFile(path: string): boolean {
  return /\.json$/i.test(path);
}

/** Whether a file is a module that can be run. */
export function isModuleFile(path: string): boolean {
  return /\.[cm]?[jt]s$/.test(path);
}

/** Runs a module, and checks what it exports. */
export async function runDataFile<Value>(
  path: string,
  name: string,
  cwd: string,
  kind: DataKind<Value>,
): Promise<DataFile<Value>> {
  readNamedFile(name, cwd, mostCodeBytes, kind.advice);
  const loaded = await loadModule(path, `${kind.what} ${name} cannot be loaded`, cwd);
  const problem = (_: string, summary: string, todo: string) => new UsageError(`${name}: ${summary} ${todo}`);
  return checked(defaultOf(loaded), name, problem, kind);
}

/** Reads JSON: the whole file, or what it has at one key. */
export function readDataFile<Value>(
  name: string,
  cwd: string,
  kind: DataKind<Value>,
  { mostBytes, key }: { readonly mostBytes: number; readonly key?: string | undefined },
): DataFile<Value> {
  const text = decode(readNamedFile(name, cwd, mostBytes, kind.advice), name);
  const problemAt = (offset: number, summary: string, todo: string) => {
    const at = positionOf(name, text, offset);
    return new ConfigProblem(summary, at, todo, codeFrame(text, at));
  };
  const root = parseJson(text);
  if (!root) throw problemAt(jsonErrorAt(text), 'This is not JSON.', kind.correct);
  const node = key === undefined ? root : memberOf(root, key)?.value;
  if (!node) throw new UsageError(`${name}: \`${key}\` is missing in this file. ${kind.advice}`);
  const spans = new Map<string, Span>();
  const repeated = (place: string, offset: number) =>
    problemAt(offset, `\`${place}\` is set twice.`, 'Remove one of the two.');
  const value = readValue(node, '', { text, spans, repeated });
  const problem: DataFile<Value>['problem'] = (place, summary, todo) =>
    problemAt(spans.get(place)?.start ?? node.start, summary, todo);
  return checked(value, name, problem, kind);
}

function checked<Value>(
  value: unknown,
  name: string,
  problem: DataFile<Value>['problem'],
  { shape, what, correct }: DataKind<Value>,
): DataFile<Value> {
  try {
    shape(value, '');
    return { name, value: value as Value, problem };
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    const summary = error.at === '' ? `${what} should be an object.` : error.message.replace(/[^?]$/, '$&.');
    throw problem(error.at, summary, correct);
  }
}

interface JsonText {
  readonly text: string;
  /** The place of everything in it, by its path. */
  readonly spans: Map<string, Span>;
  repeated(place: string, offset: number): Error;
}

/** The value of a JSON text, as it is checked: with the place of everything in it, and no prototypes. */
function readValue(node: JsonNode, at: string, file: JsonText): unknown {
  const { text, spans, repeated } = file;
  if (!spans.has(at)) spans.set(at, node);
  switch (node.kind) {
    case 'string':
      return node.text;
    case 'other':
      return JSON.parse(text.slice(node.start, node.end));
    case 'array':
      return node.items.map((item, index) => readValue(item, `${at}[${index}]`, file));
    case 'object': {
      const value: { [key: string]: unknown } = Object.create(null);
      for (const { key, start, value: inner } of node.members) {
        const place = inside(at, key);
        if (Object.hasOwn(value, key)) throw repeated(place, start);
        spans.set(place, { start, end: inner.end });
        value[key] = readValue(inner, place, file);
      }
      return value;
    }
  }
}
