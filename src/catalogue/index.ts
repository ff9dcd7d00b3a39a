import { nearest } from './nearest.ts';
import type { Option, OptionTable, PathFact } from './option.ts';
import { appOptions } from './options/app.ts';
import { buildOptions } from './options/build.ts';
import { bundler1Options } from './options/bundler1.ts';
import { bundler2Options } from './options/bundler2.ts';
import { compilerOptions } from './options/compilers.ts';
import { directoryOptions } from './options/directories.ts';
import { experimentalOptions } from './options/experimental.ts';
import { pageOptions } from './options/pages.ts';
import { serverOptions } from './options/server.ts';
import { sourceOptions } from './options/sources.ts';
import { type PathRule, rules } from './path-rules.ts';

export * from './aliases.ts';
export * from './folder-kinds.ts';
export * from './follow-ups.ts';
export * from './names.ts';
export * from './nearest.ts';
export * from './option.ts';

/** The options by topic, in the order of the reference. */
export const tables = [
  directoryOptions,
  appOptions,
  buildOptions,
  sourceOptions,
  compilerOptions,
  serverOptions,
  pageOptions,
  experimentalOptions,
  bundler1Options,
  bundler2Options,
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

/** The options that meet a condition, by their paths. */
export function optionsThat(meets: (option: Option) => boolean): readonly OptionPath[] {
  return [...options].flatMap(([path, option]) => (meets(option) ? [path] : []));
}

/** Whether an object takes no keys but the listed ones: so must everything around it. */
export function isClosed({ path, keys }: Option): boolean {
  const around = findOption(parentOf(path) ?? '');
  return keys === 'listed' && (around === undefined || isClosed(around));
}

/** Every place in a config where a text may name a file or folder: `css[]`, `alias.*`. */
export const pathPatterns: readonly (PathFact & { readonly pattern: string; readonly option: string })[] = [
  ...options.values(),
].flatMap(({ path, paths }) => paths.map((fact) => ({ ...fact, pattern: path + fact.at, option: path })));

/** Where a config names its layers. */
export const layerPatterns: readonly string[] = patternsWith(rules.layer);

/** Where a config names folders of sources beside those of `dir`. */
export const sourceFolderPatterns: readonly string[] = patternsWith(rules.folder);

function patternsWith(rule: PathRule): string[] {
  return pathPatterns.filter((fact) => fact.rule === rule).map(({ pattern }) => pattern);
}

const ruleByPattern: ReadonlyMap<string, PathRule> = new Map(
  pathPatterns.map(({ pattern, rule }) => [pattern, rule]),
);

/** How a text at an option pattern is read (`css[]`, `alias.*`); undefined if it is not a path. */
export function ruleFor(pattern: string): PathRule | undefined {
  return ruleByPattern.get(pattern);
}

const optionsWithPaths: ReadonlySet<string> = new Set(
  pathPatterns.map(({ pattern }) => pattern.replace(/(?:\[|\.\*).*/, '')),
);

/** Whether an option, or something in it, names places. */
export function namesPlaces(option: readonly (string | number)[]): boolean {
  return option.some((_, index) => optionsWithPaths.has(option.slice(0, index + 1).join('.')));
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

/** The options as they are nested, for walks beside a config. Items of arrays are the child `[]`. */
export interface OptionNode {
  readonly option: Option | undefined;
  readonly children: ReadonlyMap<string, OptionNode>;
}

interface Growing extends OptionNode {
  option: Option | undefined;
  readonly children: Map<string, Growing>;
}

let tree: Growing | undefined;

/** The node above all options. */
export function optionTree(): OptionNode {
  if (!tree) {
    tree = { option: undefined, children: new Map() };
    for (const option of options.values())
      nodeAt(tree, option.path.match(/\[\]|[^.[\]]+/g) ?? []).option = option;
  }
  return tree;
}

function nodeAt(from: Growing, path: readonly string[]): Growing {
  let node = from;
  for (const name of path) {
    let child = node.children.get(name);
    if (!child) {
      child = { option: undefined, children: new Map() };
      node.children.set(name, child);
    }
    node = child;
  }
  return node;
}
