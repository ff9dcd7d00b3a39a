import { statSync } from 'node:fs';
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Transform as Codemod } from 'jscodeshift';
import { isObject, Mismatch } from '../catalogue/shape.ts';
import { ConfigProblem } from '../config/problem.ts';
import { isTransform, type Step } from '../plan/definition.ts';
import { flatTransforms, ownSteps } from '../plan/selection.ts';
import { slashed } from '../project/git-ignore.ts';
import { isBelow } from '../project/open-file.ts';
import { UsageError } from './io.ts';

/** The exports of a TypeScript or JavaScript file. Only this function runs code that is not ours. */
export async function loadModule(file: string, failure: string, cwd: string): Promise<unknown> {
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

/** The default export of a module; undefined if there is none. */
export function defaultOf(loaded: unknown): unknown {
  const exported = isObject(loaded) ? loaded.default : loaded;
  // A CommonJS module that was compiled from ESM has its default export one level deeper.
  return isObject(exported) && 'default' in exported ? exported.default : exported;
}

/** Loads the user's transforms; a file may export a list of them. */
export async function loadTransforms(paths: readonly string[], cwd: string): Promise<Step[]> {
  const steps: Step[] = [];
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

function asSteps(loaded: unknown, path: string): Step[] {
  const exported = defaultOf(loaded);
  if (isTransform(exported) || Array.isArray(exported)) {
    try {
      return ownSteps(flatTransforms(exported, 'default'));
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      throw new UsageError(`${path} exports a list with an invalid transform: ${error.message}.`);
    }
  }
  if (typeof exported === 'function') {
    const id = basename(path, extname(path));
    const parser = isObject(loaded) && typeof loaded.parser === 'string' ? loaded.parser : undefined;
    return [{ kind: 'codemod', codemod: { id, codemod: exported as Codemod, parser } }];
  }
  throw new UsageError(
    `${path} does not export a transform. Write \`export default defineTransform({ … })\`, or export a jscodeshift codemod.`,
  );
}

/** A file with the user's code. */
interface OwnFile {
  readonly path: string;
  readonly cwd: string;
}

/** The error in the user's code and its line, without our own part of the trace. */
function failureText(error: unknown, file: OwnFile): string {
  const message = error instanceof Error ? error.message : String(error);
  // The loader appends the place to its messages.
  const [, detail = message, at] = /^(?:ParseError: )?([\s\S]*?)\s*\n (\S.*:\d+:\d+)\s*$/.exec(message) ?? [];
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
  const isOwn = (file: string) => isBelow(file, home) && !/[\\/]node_modules[\\/]/.test(relative(home, file));
  const frame = frames.find(({ file }) => isOwn(file)) ?? frames.find(({ file }) => file === path);
  return frame && frame.file + frame.line;
}

/** A step whose errors name the place in the user's code. */
function locatedStep(step: Step, file: OwnFile): Step {
  const located = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      // A config that cannot be read is not a mistake in the code.
      throw error instanceof ConfigProblem ? error : new Error(failureText(error, file), { cause: error });
    }
  };
  if (step.kind === 'codemod') {
    const { codemod } = step.codemod;
    return { ...step, codemod: { ...step.codemod, codemod: (...args) => located(() => codemod(...args)) } };
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
