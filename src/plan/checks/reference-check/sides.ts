import { memo } from '../../../base/memo.ts';
import type { Catalogue } from '../../../catalogue/index.ts';
import { escaped } from '../../../catalogue/spelling.ts';
import { readTsConfigs } from '../../../project/alias-scopes.ts';
import type { MoveMap } from '../../../project/moves.ts';
import { parentOf, type Snapshot, type TreePath, textIn } from '../../../project/snapshot.ts';
import { createMatcher } from '../../../project/tree-after.ts';
import { type Alias, ProjectReader, type WrittenProject, type WrittenTree } from './projects.ts';

/** A folder or file that texts start from. */
export interface Base {
  /** What defines it: the same before and after the run, wherever the place is. */
  readonly id: string;
  /** Undefined if it cannot be read. */
  readonly place: TreePath | undefined;
}

/** How texts in a folder are resolved. */
export interface Scope {
  /** The targets of the names that texts may start with, by the folders that define them, the nearest first. */
  readonly names: readonly ReadonlyMap<string, readonly Base[]>[];
  /** The folders that paths may be relative to, besides that of the file. */
  readonly bases: readonly Base[];
  /** The folder of the paths of a project that start with a slash, unless they are those of served files. */
  readonly bundlerRoot?: Base;
  readonly project?: WrittenProject;
}

/** A tree before or after the run, with everything that its texts are resolved with. */
export interface Side {
  readonly tree: WrittenTree;
  /** The projects, by the path of their config before the run. */
  readonly projects: ReadonlyMap<TreePath, WrittenProject>;
  /** The folder that the texts of each tsconfig are relative to. */
  readonly tsConfigs: ReadonlyMap<TreePath, TreePath>;
  scopeOf(folder: TreePath): Scope;
}

/** The texts after a run, and which projects it migrates. */
export interface TextsAfterRun {
  /** The text of a file after the run, by its path before. */
  textOf(path: TreePath): string | undefined;
  /** Whether the project in a folder is not migrated, because it is skipped or refused. */
  isNotMigrated(folder: TreePath): boolean;
}

/** Reads both sides, each from its own files alone. */
export function readSides(
  snapshot: Snapshot,
  moves: MoveMap,
  { textOf, isNotMigrated }: TextsAfterRun,
  catalogue: Catalogue,
): { readonly before: Side; readonly after: Side } {
  const textBefore = (path: TreePath) => textIn(snapshot, path);
  const treeBefore = createTree(snapshot, (path) => path, textBefore, catalogue);
  const treeAfter = createTree(snapshot, moves.after, (path) => textOf(path) ?? textBefore(path), catalogue);
  // Nobody imports the root package, and the names of packages in which nothing moves need no check.
  const isSplit = (path: TreePath) =>
    path.endsWith('/package.json') && moves.partsOf(parentOf(path)).length > 0;
  const before = readSide(treeBefore, catalogue, isSplit, () => undefined);
  const after = readSide(treeAfter, catalogue, isSplit, (config) => {
    const project = before.projects.get(config);
    return project && (project.isNewer || !isNotMigrated(project.folder));
  });
  return { before, after };
}

function createTree(
  snapshot: Snapshot,
  later: MoveMap['after'],
  textOf: WrittenTree['read'],
  { names }: Catalogue,
): WrittenTree {
  const { files, ignored, foreign, unreadable } = snapshot;
  const links = files.filter(({ link }) => link !== undefined);
  const unlisted = [...ignored, ...foreign, ...unreadable, ...links].flatMap(({ path }) => [
    path,
    later(path),
  ]);
  const listed = files.filter(({ link }) => link === undefined);
  const origins = new Map(listed.map(({ path }) => [later(path), path]));
  const paths = [...origins.keys()];
  return {
    paths,
    originOf: (path) => origins.get(path) ?? path,
    find: createFinder(paths, unlisted, names.buildDir),
    matched: createMatcher(() => paths),
    read(path) {
      const origin = origins.get(path);
      return origin === undefined ? undefined : textOf(origin);
    },
  };
}

/** Every text is looked up, so an index of all possible spellings is built once. */
function createFinder(
  paths: readonly TreePath[],
  unlisted: readonly TreePath[],
  buildDir: string,
): WrittenTree['find'] {
  const generated = new RegExp(`(?:^|/)(?:${escaped(buildDir)}|node_modules)(?:/|$)`);
  const closed = new Set(unlisted);
  const named = new Map<TreePath, readonly TreePath[]>([['', ['']]]);
  // The spellings of a path share a list, because a list for each would take more memory than all paths.
  const add = (place: TreePath, match: readonly [TreePath]): void => {
    const matches = named.get(place);
    if (!matches) named.set(place, match);
    else if (!matches.includes(match[0])) named.set(place, [...matches, match[0]]);
  };
  for (const path of [...paths, ...unlisted]) {
    const match = [path] as const;
    add(path, match);
    for (const place of shortNames(path)) add(place, match);
    for (let folder = parentOf(path); !named.get(folder)?.includes(folder); folder = parentOf(folder))
      add(folder, [folder]);
  }
  return (place) => {
    const matches = named.get(place) ?? named.get(place.replace(/\.[cm]?jsx?$/, ''));
    if (matches) return matches;
    // Places outside the repository, unlisted, or generated may exist, with any extension.
    const mayExist = /^\.\.(?:\/|$)/.test(place) || isBelow(place, closed) || generated.test(place);
    return mayExist ? [place.replace(extensionless, '')] : nothing;
  };
}

const nothing: readonly TreePath[] = [];

/** Files that bundlers find without an extension. */
const extensionless = /(?:\.d\.ts|(?<=[^/])\.(?:[cm]?[jt]sx?|vue|json|css|s[ac]ss|less|styl|postcss))$/;

/** A path without its extension, and without the underscore of a style partial. */
function shortNames(path: TreePath): readonly TreePath[] {
  const stem = path.replace(extensionless, '');
  if (stem === path) return nothing;
  const slash = path.lastIndexOf('/') + 1;
  if (path[slash] !== '_') return [stem];
  return [stem, path.slice(0, slash) + stem.slice(slash + 1), path.slice(0, slash) + path.slice(slash + 1)];
}

function isBelow(place: TreePath, folders: ReadonlySet<TreePath>): boolean {
  for (let end = place.length; end > 0; end = place.lastIndexOf('/', end - 1))
    if (folders.has(place.slice(0, end))) return true;
  return false;
}

function readSide(
  tree: WrittenTree,
  catalogue: Catalogue,
  isPackage: (path: TreePath) => boolean,
  settled: (config: TreePath) => boolean | undefined,
): Side {
  const reader = new ProjectReader(tree, catalogue);
  const projects = reader.projects(settled);
  const tsConfigs = readTsConfigs(tree.paths, tree.read);
  const names = new Map<TreePath, Map<string, Base[]>>();
  const define = (folder: TreePath, by: string, aliases: Iterable<Alias>): void => {
    const table = memo(names, folder, () => new Map<string, Base[]>());
    for (const [name, place] of aliases) memo(table, name, () => []).push({ id: `${name} of ${by}`, place });
  };
  for (const [config, { folder, aliases }] of projects) define(folder, config, aliases);
  for (const [path, { aliases }] of tsConfigs)
    define(parentOf(path), tree.originOf(path), new Map(aliases.map(({ name, place }) => [name, place])));
  // Packages and layers share their names with everyone.
  for (const path of tree.paths.filter((file) => isPackage(tree.originOf(file))))
    define('', tree.originOf(path), reader.importableIn(parentOf(path)));
  for (const [config, { shared }] of projects) define('', `layer ${config}`, shared);
  const projectIn = new Map(
    Array.from(projects, ([config, project]) => [project.folder, { config, project }]),
  );
  const scopes = new Map<TreePath, Scope>();
  const scopeOf = (folder: TreePath): Scope =>
    memo(scopes, folder, () => {
      const outer = folder === '' ? outermost : scopeOf(parentOf(folder));
      const [found, table] = [projectIn.get(folder), names.get(folder)];
      const scope = found ? projectScope(found.config, found.project, outer) : outer;
      return table ? { ...scope, names: [table, ...outer.names] } : scope;
    });
  const bases = new Map(Array.from(tsConfigs, ([path, { base }]) => [path, base ?? parentOf(path)]));
  return { tree, projects, tsConfigs: bases, scopeOf };
}

const outermost: Scope = { names: [], bases: [{ id: 'repository', place: '' }] };

function projectScope(config: TreePath, project: WrittenProject, outer: Scope): Scope {
  const baseOf = (key: 'root' | 'source' | 'bundlerRoot'): Base => {
    return { id: `${key} of ${config}`, place: project[key] };
  };
  const bases = [baseOf('root'), baseOf('source'), ...outer.bases];
  return { ...outer, bases, bundlerRoot: baseOf('bundlerRoot'), project };
}
