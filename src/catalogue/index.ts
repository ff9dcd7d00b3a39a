import { nearest } from './nearest.ts';
import type { Option, OptionTable } from './option.ts';
import { appOptions } from './options/app.ts';
import { buildOptions } from './options/build.ts';
import { bundler1Options } from './options/bundler1.ts';
import { bundler2Options } from './options/bundler2.ts';
import { bundler2LoaderOptions } from './options/bundler2-loaders.ts';
import { cssProcessorOptions } from './options/css-processor.ts';
import { devServerOptions } from './options/dev-server.ts';
import { directoryOptions } from './options/directories.ts';
import { experimentalBuildOptions } from './options/experimental-build.ts';
import { experimentalDataOptions } from './options/experimental-data.ts';
import { experimentalRenderingOptions } from './options/experimental-rendering.ts';
import { featureAndFutureOptions } from './options/features-and-future.ts';
import { generateOptions } from './options/generate.ts';
import { headAndOptimizationOptions } from './options/head-and-optimization.ts';
import { hookOptions } from './options/hooks.ts';
import { routerOptions } from './options/router.ts';
import { serverOptions } from './options/server.ts';
import { sourceOptions } from './options/sources.ts';
import { transformerOptions } from './options/transformers.ts';
import { typescriptOptions } from './options/typescript.ts';
import { uiOptions } from './options/ui.ts';

export * from './aliases.ts';
export * from './follow-ups.ts';
export * from './groups.ts';
export * from './names.ts';
export * from './nearest.ts';
export * from './option.ts';

/** The options by topic, in the order of the reference. */
export const tables = [
  directoryOptions,
  appOptions,
  buildOptions,
  sourceOptions,
  typescriptOptions,
  transformerOptions,
  devServerOptions,
  serverOptions,
  routerOptions,
  headAndOptimizationOptions,
  generateOptions,
  experimentalDataOptions,
  experimentalRenderingOptions,
  experimentalBuildOptions,
  featureAndFutureOptions,
  hookOptions,
  bundler1Options,
  uiOptions,
  bundler2Options,
  bundler2LoaderOptions,
  cssProcessorOptions,
] as const satisfies readonly OptionTable[];

type KeyOf<Table> = Table extends OptionTable ? keyof Table & string : never;

/** The path of a known option; fields of array entries are written `plugins[].src`. */
export type OptionPath = KeyOf<(typeof tables)[number]>;

/** Every option of both variants. */
export const options: ReadonlyMap<OptionPath, Option> = new Map(
  tables.flatMap((table: OptionTable) =>
    Object.entries(table).map(([path, row]): [OptionPath, Option] => [path as OptionPath, { path, ...row }]),
  ),
);

export function findOption(path: string): Option | undefined {
  return options.get(path as OptionPath);
}

/** The options inside `path`, at any depth, without the one at `path` itself. */
export function optionsUnder(path: string): readonly Option[] {
  return [...options.values()].filter(
    (option) => option.path.startsWith(`${path}.`) || option.path.startsWith(`${path}[].`),
  );
}

/** The path of the group or array that an option is in; undefined at the top. */
export function parentOf(path: string): string | undefined {
  const end = path.lastIndexOf('.');
  return end < 0 ? undefined : path.slice(0, end).replace(/\[\]$/, '');
}

/**
 * The option that an unknown `path` probably means. Within a known group only the last name can be wrong, so only
 * that is compared: a long path would otherwise make any two short names look alike.
 */
export function nearestOption(
  path: string,
  candidates: Iterable<string> = options.keys(),
): Option | undefined {
  const parent = parentOf(path);
  if (parent !== undefined && !findOption(parent)) return findOption(nearest(path, candidates) ?? '');
  const siblings = [...candidates].filter((candidate) => parentOf(candidate) === parent);
  const pathByName = new Map(siblings.map((sibling) => [lastName(sibling), sibling]));
  const name = nearest(lastName(path), pathByName.keys());
  return findOption(pathByName.get(name ?? '') ?? '');
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
