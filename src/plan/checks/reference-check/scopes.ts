import { groupedBy } from '../../../base/grouped.ts';
import { memo } from '../../../base/memo.ts';
import { placeAt } from '../../../base/paths.ts';
import type { Catalogue } from '../../../catalogue/index.ts';
import { readTsConfigs } from '../../../project/alias-scopes.ts';
import { childrenOf, type JsonNode, membersAt, parseJson, textAt, valueAt } from '../../../project/json.ts';
import { parentOf, type TreePath } from '../../../project/snapshot.ts';
import { type Alias, type AliasTable, readProjects, type WrittenProject, withoutStar } from './projects.ts';
import type { WrittenTree, WrittenTrees } from './trees.ts';

/** A place before and after the run; undefined if it cannot be read. */
export interface PlacePair {
  readonly before: TreePath | undefined;
  readonly after: TreePath | undefined;
}

/** A name that texts may start with, and its targets. */
export interface NamedPair extends PlacePair {
  readonly name: string;
  /** The config, tsconfig or package.json that defines it; the folder of a layer for names that others may use. */
  readonly definedIn: TreePath;
  /** The folder whose files may use it. */
  readonly folder: TreePath;
}

/** A project before and after the run. */
interface ProjectPair {
  readonly before: WrittenProject;
  readonly after: WrittenProject | undefined;
}

/** How texts in a folder are resolved. */
export interface Scope {
  /** The targets of each name. */
  readonly names: ReadonlyMap<string, readonly NamedPair[]>;
  /** The folders that paths may be relative to, besides that of the file. */
  readonly bases: readonly PlacePair[];
  /** The folders that root-relative URLs are served from. */
  readonly served: readonly PlacePair[];
  readonly project?: ProjectPair;
}

/** The projects, tsconfigs and names of a repository. */
export interface Scopes {
  readonly projects: readonly ProjectPair[];
  /** The folder that the texts of each tsconfig are relative to, by the path before the run. */
  readonly tsConfigs: ReadonlyMap<TreePath, PlacePair>;
  readonly names: readonly NamedPair[];
  of(folder: TreePath): Scope;
}

/** Reads the scopes of all folders from the files of both trees alone. */
export function readScopes(
  trees: WrittenTrees,
  isNotMigrated: (folder: TreePath) => boolean,
  catalogue: Catalogue,
): Scopes {
  const { moves } = trees;
  // The names of packages in which nothing moves need no check, and nobody imports the root package.
  const packages = trees.before.paths.filter(
    (path) => path.endsWith('/package.json') && moves.partsOf(parentOf(path)).length > 0,
  );
  const before = readTree(trees.before, packages, catalogue, () => undefined);
  const isNewer = new Map(
    Array.from(before.projects, ([folder, project]) => [
      moves.after(folder),
      project.isNewer || !isNotMigrated(folder),
    ]),
  );
  const after = readTree(trees.after, packages.map(moves.after), catalogue, (folder) => isNewer.get(folder));
  const projects = new Map(
    Array.from(before.projects, ([folder, project]) => {
      return [folder, { before: project, after: after.projects.get(moves.after(folder)) }];
    }),
  );
  const names = [...before.tables].flatMap(([definedIn, table]): NamedPair[] => {
    const later = after.tables.get(moves.after(definedIn)) ?? new Map();
    // Packages and layers share their names with everyone.
    const isShared = definedIn.endsWith('package.json') || projects.has(definedIn);
    const folder = isShared ? '' : parentOf(definedIn);
    return [...new Set([...table.keys(), ...later.keys()])].map((name) => {
      return { name, definedIn, folder, before: table.get(name), after: later.get(name) };
    });
  });
  const namesIn = groupedBy(names, ({ folder }) => folder);
  const outermost: Scope = { names: new Map(), bases: [{ before: '', after: '' }], served: [] };
  const scopes = new Map<TreePath, Scope>();
  const of = (folder: TreePath): Scope =>
    memo(scopes, folder, () => {
      const outer = folder === '' ? outermost : of(parentOf(folder));
      const [project, nearest] = [projects.get(folder), namesIn.get(folder)];
      const scope = project ? projectScope(project, outer, catalogue) : outer;
      if (!nearest) return scope;
      const byName = groupedBy(nearest, ({ name }) => name);
      const merged = Array.from(byName, ([name, pairs]) => {
        return [name, [...pairs, ...(outer.names.get(name) ?? [])]] as const;
      });
      return { ...scope, names: new Map([...outer.names, ...merged]) };
    });
  const tsConfigs = new Map(
    Array.from(before.tsConfigs, ([path, base]) => {
      return [path, { before: base, after: after.tsConfigs.get(moves.after(path)) }];
    }),
  );
  return { projects: [...projects.values()], tsConfigs, names, of };
}

/** The projects and tsconfigs of one tree, and all names, by the file or layer that defines them. */
function readTree(
  tree: WrittenTree,
  packages: readonly TreePath[],
  catalogue: Catalogue,
  isNewer: (folder: TreePath) => boolean | undefined,
) {
  const projects = readProjects(tree, catalogue, isNewer);
  const tsConfigs = [...readTsConfigs(tree.paths, tree.read)];
  const tables = new Map<TreePath, AliasTable>([
    ...projects.map(({ config, aliases }) => [config, aliases] as const),
    ...tsConfigs.map(([path, { aliases }]) => {
      return [path, new Map(aliases.map(({ name, place }) => [name, place]))] as const;
    }),
    ...packages.map((path) => [path, new Map(exportsOf(path, tree))] as const),
    ...projects.map(({ folder, shared }) => [folder, shared] as const),
  ]);
  return {
    tables,
    projects: new Map(projects.map((project) => [project.folder, project])),
    // The folders that their texts are relative to.
    tsConfigs: new Map(tsConfigs.map(([path, { base }]) => [path, base ?? parentOf(path)])),
  };
}

function projectScope(project: ProjectPair, outer: Scope, { folders, path: option }: Catalogue): Scope {
  const { before, after } = project;
  const bases = (['root', 'source'] as const).map((key) => ({ before: before[key], after: after?.[key] }));
  const bundlerRoot = { before: before.bundlerRoot, after: after?.bundlerRoot };
  const { name: publicFolder } = folders.withOption(option['dir.public']);
  const publicIn = (folder: TreePath | undefined) =>
    folder === undefined ? undefined : placeAt(folder, publicFolder);
  const inPublic = (base: PlacePair) => ({ before: publicIn(base.before), after: publicIn(base.after) });
  return {
    ...outer,
    bases: [...bases, ...outer.bases],
    served: [...bases.map(inPublic), bundlerRoot],
    project,
  };
}

/** The targets of a package's name, by its `exports`: of several conditions, the first one is used. */
function exportsOf(path: TreePath, { read }: WrittenTree): Alias[] {
  const [root, folder] = [parseJson(read(path) ?? ''), parentOf(path)];
  const name = textAt(root, 'name');
  if (name === undefined) return [];
  if (!valueAt(root, 'exports')) return [[name, folder]];
  const firstText = (value: JsonNode | undefined): string | undefined =>
    value?.kind === 'string' ? value.text : value && firstText(childrenOf(value)[0]);
  return membersAt(root, 'exports').map(({ key, value }) => {
    const target = firstText(value);
    const place = target === undefined ? undefined : placeAt(folder, withoutStar(target));
    return [withoutStar(`${name}${key.slice(1)}`), place];
  });
}
