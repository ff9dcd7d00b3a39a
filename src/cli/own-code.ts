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

/**
 * Loads a file in TypeScript or JavaScript, and returns what it exports. This is the one place that runs code that is not
 * ours.
 */
export async function loadModule(file: string, failure: string, cwd: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  // Given as it is loaded here: a project may not have this package installed, and jiti would compile all of it.
  const api: unknown = await import(import.meta.resolve('fw-migrate'));
  const jiti = createJiti(import.meta.url, {
    virtualModules: { 'fw-migrate': api },
    interopDefault: false,
    // A cache in a folder that others may write to would be code of theirs. This also overrules JITI_FS_CACHE.
    fsCache: false,
  });
  try {
    return await jiti.import(file);
  } catch (error) {
    throw new UsageError(`${failure}: ${failureText(error, { path: file, cwd })}`);
  }
}

/** What a module exports by default; undefined if it does not. */
export function defaultOf(loaded: unknown): unknown {
  const exported = isObject(loaded) ? loaded.default : loaded;
  // A CommonJS module that was written as ESM has its default export one level deeper.
  return isObject(exported) && 'default' in exported ? exported.default : exported;
}

/** Loads transforms of the user; a file may have a list of them. */
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

/** A file with code of the user that is run. */
interface OwnFile {
  readonly path: string;
  readonly cwd: string;
}

/** What went wrong in code of the user, and in which line of it: our own part of the trace is of no use to its author. */
function failureText(error: unknown, file: OwnFile): string {
  const message = error instanceof Error ? error.message : String(error);
  // The loader writes places its own way.
  const [, said = message, at] = /^(?:ParseError: )?([\s\S]*?)\s*\n (\S.*:\d+:\d+)\s*$/.exec(message) ?? [];
  const [reason = ''] = said.split('\nRequire stack:');
  const place = at ?? placeIn(error instanceof Error ? (error.stack ?? '') : '', file) ?? file.path;
  return `${reason.trimEnd()} (${slashed(relative(file.cwd, place))})`;
}

/** The innermost line of a trace that is in a file of the user. Columns are those of what the loader made of it. */
function placeIn(trace: string, { path }: OwnFile): string | undefined {
  const home = dirname(path);
  const frames = [...trace.matchAll(/^ +at (?:.*\()?((?:file:\/\/)?[^()]+?)(:\d+):\d+\)?$/gm)].map(
    ([, file = '', line = '']) => ({
      file: file.startsWith('file://') ? fileURLToPath(file) : file,
      line,
    }),
  );
  const isOwn = (file: string) => isBelow(file, home) && !/[\\/]node_modules[\\/]/.test(relative(home, file));
  const frame = frames.find(({ file }) => isOwn(file)) ?? frames.find(({ file }) => file === path);
  return frame && frame.file + frame.line;
}

/** A step of the user that says where its code failed. */
function locatedStep(step: Step, file: OwnFile): Step {
  const located = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      // A config that cannot be read to its end is no mistake in the code.
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
        const found = transform.run(config, context);
        // It may be a generator, which only runs when it is read; or, by mistake, a promise.
        return Symbol.iterator in Object(found) ? [...found] : found;
      }),
  }));
  return { ...step, transforms };
}
