import { resolve } from 'node:path';
import { type Check, inside, Mismatch } from '../catalogue/shape.ts';
import { ConfigProblem, codeFrame, positionOf } from '../config/problem.ts';
import { type JsonNode, jsonErrorAt, memberOf, parseJson } from '../project/json.ts';
import { UsageError } from './io.ts';
import { decode, readNamedFile } from './named-files.ts';
import { defaultOf, loadModule } from './own-code.ts';

/** The shape of one kind of file, and its texts in messages. */
export interface DataKind<Value> {
  readonly shape: Check<Value>;
  /** The names of the content and of any such file: `The edition`, `An edition`. */
  readonly what: string;
  readonly any: string;
  /** The advice for a file that cannot be read. */
  readonly advice: string;
  /** The advice for a mistake in the file. */
  readonly correct: string;
}

/** A file to read. */
interface DataPlace {
  /** Its path from the current folder, which is also its name in messages. */
  readonly name: string;
  readonly cwd: string;
  /** The size limit of a JSON file. */
  readonly mostBytes: number;
  /** The key of a JSON file that has the value; without one, the file is the value. */
  readonly key?: string | undefined;
}

/** A file whose value has the right shape. */
export interface DataFile<Value> {
  readonly name: string;
  readonly value: Value;
  /** An error about a place in the file, such as `projects.web.layout`. */
  problem(at: string, summary: string, advice: string): Error;
}

const mostCodeBytes = 10_000_000;

/** Whether a file is read as data; all other files are run. */
export function isJsonFile(path: string): boolean {
  return /\.json$/i.test(path);
}

/** Whether a file is a module that can be run. */
export function isModuleFile(path: string): boolean {
  return /\.[cm]?[jt]s$/.test(path);
}

/** Reads a JSON file or runs a module, and checks the value. */
export async function loadDataFile<Value>(
  { name, cwd, mostBytes, key }: DataPlace,
  kind: DataKind<Value>,
): Promise<DataFile<Value>> {
  const { shape, what, any, advice, correct } = kind;
  const path = resolve(cwd, name);
  const isJson = isJsonFile(path);
  if (!isJson && !isModuleFile(path))
    throw new UsageError(`${name}: ${any} must be a JSON, TypeScript or JavaScript file.`);
  const bytes = readNamedFile(name, cwd, isJson ? mostBytes : mostCodeBytes, advice);
  const runModule = async () => ({
    value: defaultOf(await loadModule(path, `${what} ${name} cannot be loaded`, cwd)),
    problem: (_: string, summary: string, todo: string) => new UsageError(`${name}: ${summary} ${todo}`),
  });
  const { value, problem } = isJson ? readJson(decode(bytes, name), name, key, kind) : await runModule();
  try {
    shape(value, '');
    return { name, value: value as Value, problem };
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    const summary = error.at === '' ? `${what} should be an object.` : error.message.replace(/[^?]$/, '$&.');
    throw problem(error.at, summary, correct);
  }
}

/** The value of a JSON text or of a key in it, without prototypes; `problem` knows the place of every part. */
function readJson(
  text: string,
  name: string,
  topKey: string | undefined,
  { advice, correct }: Pick<DataKind<unknown>, 'advice' | 'correct'>,
): { readonly value: unknown; readonly problem: DataFile<unknown>['problem'] } {
  const problemAt = (offset: number, summary: string, todo: string) => {
    const at = positionOf(name, text, offset);
    return new ConfigProblem(summary, at, todo, codeFrame(text, at));
  };
  const root = parseJson(text);
  if (!root) throw problemAt(jsonErrorAt(text), 'This is not JSON.', correct);
  const top = topKey === undefined ? root : memberOf(root, topKey)?.value;
  if (!top) throw new UsageError(`${name}: \`${topKey}\` is missing in this file. ${advice}`);
  const starts = new Map<string, number>();
  const read = (node: JsonNode, at: string): unknown => {
    if (!starts.has(at)) starts.set(at, node.start);
    if (node.kind === 'string') return node.text;
    if (node.kind === 'other') return JSON.parse(text.slice(node.start, node.end));
    if (node.kind === 'array') return node.items.map((item, index) => read(item, `${at}[${index}]`));
    const value: { [key: string]: unknown } = Object.create(null);
    for (const { key, start, value: inner } of node.members) {
      const place = inside(at, key);
      if (Object.hasOwn(value, key))
        throw problemAt(start, `\`${place}\` is set twice.`, 'Remove one of the two.');
      starts.set(place, start);
      value[key] = read(inner, place);
    }
    return value;
  };
  return {
    value: read(top, ''),
    problem: (place, summary, todo) => problemAt(starts.get(place) ?? top.start, summary, todo),
  };
}
