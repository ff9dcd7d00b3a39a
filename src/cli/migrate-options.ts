import { statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Transform as Codemod } from 'jscodeshift';
import { Mismatch } from '../catalogue/shape.ts';
import { flatTransforms, ownSteps, type ToolingMode, toolingModes } from '../plan/selection.ts';
import type { Step } from '../plan/steps.ts';
import { isTransform } from '../plan/transform.ts';
import { isLayoutMode, type LayoutMode, noSuchLayout } from '../project/layout.ts';
import { UsageError } from './io.ts';
import { failureText, locatedStep } from './own-code.ts';

/** The layout that was requested. */
export function layoutNamed(name = 'auto'): LayoutMode {
  if (isLayoutMode(name)) return name;
  throw new UsageError(noSuchLayout(name));
}

/** What is to be done with paths in files of other tools. */
export function toolingNamed(name: string): ToolingMode {
  const mode = toolingModes.find((one) => one === name);
  if (mode) return mode;
  throw new UsageError(`Invalid value \`${name}\` for --tooling: expected ${toolingModes.join(' or ')}.`);
}

/**
 * Loads a file in TypeScript or JavaScript, and gives what it exports. This is the one place that runs code that is not
 * ours.
 */
export async function loadModule(file: string, failure: string, cwd: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  // A file may be run from a project that does not have this package installed.
  const jiti = createJiti(import.meta.url, {
    alias: { 'fw-migrate': fileURLToPath(import.meta.resolve('fw-migrate')) },
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
  const module = typeof loaded === 'object' && loaded !== null ? loaded : { default: loaded };
  return 'default' in module ? unwrapDefault(module.default) : undefined;
}

/** Loads transforms of the user; a file may have a list of them. */
export async function loadTransforms(paths: readonly string[], cwd: string): Promise<Step[]> {
  const steps: Step[] = [];
  for (const path of paths) steps.push(...(await loadTransform(path, cwd)));
  return steps;
}

async function loadTransform(path: string, cwd: string): Promise<Step[]> {
  const file = resolve(cwd, path);
  const there = statSync(file, { throwIfNoEntry: false });
  if (!there) throw new UsageError(`${path}: File not found. Pass the file of your transform.`);
  // A pipe may never end.
  if (!there.isFile() && !there.isDirectory())
    throw new UsageError(`${path}: This is not a regular file. Pass the file of your transform.`);
  const loaded = await loadModule(file, `The transform ${path} cannot be loaded`, cwd);
  return asSteps(loaded, path).map((step) => locatedStep(step, { path: file, cwd }));
}

function asSteps(loaded: unknown, path: string): Step[] {
  const module = typeof loaded === 'object' && loaded !== null ? loaded : { default: loaded };
  const exported = defaultOf(loaded);
  if (isTransform(exported) || Array.isArray(exported)) return listed(exported, path);
  if (typeof exported === 'function') {
    const id = basename(path, extname(path));
    const parser = 'parser' in module && typeof module.parser === 'string' ? module.parser : undefined;
    return [{ kind: 'codemod', codemod: { id, codemod: exported as Codemod, parser } }];
  }
  throw new UsageError(
    `${path} does not export a transform. Write \`export default defineTransform({ … })\`, or export a jscodeshift codemod.`,
  );
}

function listed(exported: unknown, path: string): Step[] {
  try {
    return ownSteps(flatTransforms(exported, 'default'));
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    throw new UsageError(`${path} exports a list with an invalid transform: ${error.message}.`);
  }
}

/** A CommonJS module that was written as ESM has its default export one level deeper. */
function unwrapDefault(value: unknown): unknown {
  const nested = typeof value === 'object' && value !== null && 'default' in value;
  return nested ? value.default : value;
}
