/** Loads settings, editions and transforms of users: JSON is read, other files are run. */

import { statSync } from 'node:fs';
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { positionOf } from '../base/position.ts';
import { isModule } from '../catalogue/extensions.ts';
import { type Check, inside, isObject, Mismatch } from '../catalogue/shape.ts';
import { ConfigProblem, codeFrame } from '../config/problem.ts';
import { type ForeignTransform, isTransform, type TransformStep } from '../plan/definition.ts';
import { ownSteps } from '../plan/selection.ts';
import { slashed } from '../tree/git-ignore.ts';
import { type JsonNode, jsonErrorAt, memberOf, parseJson } from '../tree/json.ts';
import { isBelow } from '../tree/open-file.ts';
import { UsageError } from './io.ts';
import { decodeConfig, readNamedFile } from './named-files.ts';

/** The shape of one kind of file, and its texts in messages. */
export interface DataKind<Value> {
  readonly shape: Check<Value>;
  /** The name of the content, such as `The edition`. */
  readonly what: string;
  /** The advice for a file that cannot be read. */
  readonly advice: string;
  /** The advice for a mistake in the file. */
  readonly correct: string;
}

/** A file whose value has the right shape. */
export interface DataFile<Value> {
  readonly name: string;
  readonly value: Value;
  /** An error about a place in the file, such as `projects.web.layout`. */
  problem(at: string, summary: string, advice: string): Error;
}

/** Whether a file is read as data; all other files are run. */
export function isJsonFile(path: string): boolean {
  return /\.json$/i.test(path);
}

/** Reads a JSON file, or a key of it, or runs a module, and checks the value. */
export async function loadDataFile<Value>(
  name: string,
  cwd: string,
  kind: DataKind<Value>,
  key?: string,
) {
  const { shape, what, advice, correct } = kind;
  const path = resolve(cwd, name);
  const isJson = isJsonFile(path);
  if (!isJson && !isModule(path))
    throw new UsageError(`${name}: ${what} must be in a JSON, TypeScript or JavaScript file.`);
  const bytes = readNamedFile(name, cwd, advice);
  const runModule = async () => ({
    value: defaultOf(await loadModule(path, `${what} ${name} cannot be loaded`, cwd)),
    problem: (_: string, summary: string, todo: string) =>
      new UsageError(`${name}: ${summary} ${todo}`),
  });
  const { value, problem } = isJson
    ? readJson(decodeConfig(bytes, name), name, key, kind)
    : await runModule();
  try {
    shape(value, '');
    return { name, value: value as Value, problem };
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    const summary =
      error.at === '' ? `${what} should be an object.` : error.message.replace(/[^?]$/, '$&.');
    throw problem(error.at, summary, correct);
  }
}

/** The value of a JSON text or of a key in it, without prototypes; `problem` knows the place of every part. */
function readJson(
  text: string,
  name: string,
  topKey: string | undefined,
  { advice, correct }: Pick<DataKind<unknown>, 'advice' | 'correct'>,
) {
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
    if (node.kind === 'array')
      return node.items.map((item, index) => read(item, `${at}[${index}]`));
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
    problem: (place: string, summary: string, todo: string) =>
      problemAt(starts.get(place) ?? top.start, summary, todo),
  };
}

/** The exports of a TypeScript or JavaScript file. Only this function runs code that is not ours. */
async function loadModule(file: string, failure: string, cwd: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  // Given as it is loaded here: a project may not have this package installed, and jiti would compile all of it.
  const api: unknown = await import(import.meta.resolve('fw-migrate'));
  const jiti = createJiti(import.meta.url, {
    virtualModules: { 'fw-migrate': api },
    interopDefault: false,
    // Others could put code into a cache folder that they may write to. This also overrides JITI_FS_CACHE.
    fsCache: false,
  });
  try {
    return await jiti.import(file);
  } catch (error) {
    throw new UsageError(`${failure}: ${failureText(error, { path: file, cwd })}`);
  }
}

function defaultOf(loaded: unknown): unknown {
  const exported = isObject(loaded) ? loaded.default : loaded;
  // A CommonJS module that was compiled from ESM has its default export one level deeper.
  return isObject(exported) && 'default' in exported ? exported.default : exported;
}

/** Loads the user's transforms; a file may export a list of them. */
export async function loadTransforms(
  paths: readonly string[],
  cwd: string,
): Promise<TransformStep[]> {
  const steps: TransformStep[] = [];
  for (const path of paths) {
    const file = resolve(cwd, path);
    const there = statSync(file, { throwIfNoEntry: false });
    if (!there) throw new UsageError(`${path}: File not found. Pass the file of your transform.`);
    // A pipe may never end.
    if (!there.isFile() && !there.isDirectory())
      throw new UsageError(`${path}: This is not a regular file. Pass the file of your transform.`);
    const loaded = await loadModule(file, `The transform ${path} cannot be loaded`, cwd);
    steps.push(...asSteps(loaded, path).map((step) => locatedStep(step, { path: file, cwd })));
  }
  return steps;
}

function asSteps(loaded: unknown, path: string): TransformStep[] {
  const exported = defaultOf(loaded);
  if (isTransform(exported) || Array.isArray(exported)) {
    try {
      return ownSteps(exported, 'default');
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      throw new UsageError(`${path} exports a list with an invalid transform: ${error.message}.`);
    }
  }
  if (typeof exported === 'function') {
    const id = basename(path, extname(path));
    const parser =
      isObject(loaded) && typeof loaded.parser === 'string' ? loaded.parser : undefined;
    return [
      {
        kind: 'codemod',
        codemod: { id, codemod: exported as ForeignTransform['codemod'], parser },
      },
    ];
  }
  throw new UsageError(
    `${path} does not export a transform. Write \`export default defineTransform({ … })\`, or export a jscodeshift codemod.`,
  );
}

interface OwnFile {
  readonly path: string;
  readonly cwd: string;
}

/** The error in the user's code and its line, without our own part of the trace. */
function failureText(error: unknown, file: OwnFile): string {
  const message = error instanceof Error ? error.message : String(error);
  // The loader appends the place to its messages.
  const [, detail = message, at] =
    /^(?:ParseError: )?([\s\S]*?)\s*\n (\S.*:\d+:\d+)\s*$/.exec(message) ?? [];
  const [reason = ''] = detail.split('\nRequire stack:');
  const place = at ?? placeIn(error instanceof Error ? (error.stack ?? '') : '', file) ?? file.path;
  return `${reason.trimEnd()} (${slashed(relative(file.cwd, place))})`;
}

/** The innermost line of a trace in a file of the user, without its column, which is of the compiled code. */
function placeIn(trace: string, { path }: OwnFile): string | undefined {
  const home = dirname(path);
  const calls = [...trace.matchAll(/^ +at (?:.*\()?((?:file:\/\/)?[^()]+?)(:\d+):\d+\)?$/gm)];
  const frames = calls.map(([, file = '', line = '']) => {
    return { file: file.startsWith('file://') ? fileURLToPath(file) : file, line };
  });
  const isOwn = (file: string) =>
    isBelow(file, home) && !/[\\/]node_modules[\\/]/.test(relative(home, file));
  const frame = frames.find(({ file }) => isOwn(file)) ?? frames.find(({ file }) => file === path);
  return frame && frame.file + frame.line;
}

/** A step whose errors name the place in the user's code. */
function locatedStep(step: TransformStep, file: OwnFile): TransformStep {
  const located = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      // A config that cannot be read is not a mistake in the code.
      throw error instanceof ConfigProblem
        ? error
        : new Error(failureText(error, file), { cause: error });
    }
  };
  if (step.kind === 'codemod') {
    const { codemod } = step.codemod;
    return {
      ...step,
      codemod: { ...step.codemod, codemod: (...args) => located(() => codemod(...args)) },
    };
  }
  const transforms = step.transforms.map((transform): (typeof step.transforms)[number] => ({
    ...transform,
    run: (config, context) =>
      located(() => {
        const findings = transform.run(config, context);
        // The result may be a generator, which only runs when it is read, or by mistake a promise.
        return Symbol.iterator in Object(findings) ? [...findings] : findings;
      }),
  }));
  return { ...step, transforms };
}
