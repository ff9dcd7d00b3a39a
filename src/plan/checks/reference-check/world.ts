import type { Catalogue } from '../../../catalogue/index.ts';
import { placeAt } from '../../../config/paths.ts';
import { deepestExtends } from '../../../project/alias-scopes.ts';
import { memo } from '../../../project/memo.ts';
import { parentOf, type TreePath } from '../../../project/snapshot.ts';
import {
  type AliasTable,
  packageName,
  readProjects,
  type WrittenProject,
  type WrittenTree,
  withoutStar,
} from './projects.ts';

/** A folder that paths are resolved from. `via` identifies it before and after the run. */
export interface Base {
  readonly via: string;
  readonly place: TreePath;
}

/** How texts in a folder are resolved; nearer definitions come first. */
export interface Scope {
  readonly aliases: readonly { readonly of: string; readonly table: AliasTable }[];
  readonly bases: readonly Base[];
  /** The folders that root-relative URLs are served from. */
  readonly served: readonly Base[];
  readonly project?: WrittenProject;
}

/** The `paths` of a tsconfig, and the folder that they are relative to. */
interface TsConfig {
  readonly base: TreePath;
  readonly paths: ReadonlyMap<string, string>;
}

/** A tree with its projects, tsconfigs and aliases. */
export interface World extends Pick<WrittenTree, 'find'> {
  readonly projects: ReadonlyMap<TreePath, WrittenProject>;
  readonly tsConfigs: ReadonlyMap<TreePath, TsConfig>;
  scopeOf(folder: TreePath): Scope;
}

export function readWorld(tree: WrittenTree, catalogue: Catalogue): World {
  const projects = readProjects(tree, catalogue);
  const tsConfigs = readTsConfigs(tree);
  const tables = new Map<TreePath, Map<string, TreePath>>();
  for (const [path, { base, paths }] of tsConfigs) {
    const table = memo(tables, parentOf(path), () => new Map<string, TreePath>());
    for (const [name, target] of paths) table.set(name, placeAt(base, target));
  }
  const outermost: Scope = {
    aliases: [{ of: 'packages', table: packagesIn(tree) }],
    bases: [{ via: 'top', place: '' }],
    served: [],
  };
  const scopes = new Map<TreePath, Scope>();
  const scopeOf = (folder: TreePath): Scope =>
    memo(scopes, folder, () => {
      const outer = folder === '' ? outermost : scopeOf(parentOf(folder));
      const [project, table] = [projects.get(folder), tables.get(folder)];
      const inner = project ? within(project, outer, tree, catalogue) : outer;
      const of = `tsconfig ${tree.later(folder)}`;
      return table ? { ...inner, aliases: [...inner.aliases, { of, table }] } : inner;
    });
  return { find: tree.find, projects, tsConfigs, scopeOf };
}

function within(
  project: WrittenProject,
  outer: Scope,
  { later }: WrittenTree,
  { facts, folders, path: option }: Catalogue,
): Scope {
  const { folder, root, source, isNewer, aliases: table } = project;
  const of = later(folder);
  const bases = [{ via: `root ${of}`, place: root }];
  if (source !== undefined) bases.push({ via: `source ${of}`, place: source });
  const { name: publicFolder } = folders.withOption(option['dir.public']);
  const bundlerRoot = facts.bundlerRoot[isNewer ? 'a' : 'b'] === 'source' ? source : root;
  const served = [...bases.map(({ place }) => placeAt(place, publicFolder)), bundlerRoot ?? []].flat();
  return {
    aliases: [{ of, table }, ...outer.aliases],
    bases: [...bases, ...outer.bases],
    served: served.map((place) => ({ via: 'served', place })),
    project,
  };
}

/** The targets of package names, by their `exports`, for packages in which something moves. */
function packagesIn({ paths, read, isSplitByMoves }: WrittenTree): AliasTable {
  const manifests = paths.filter((path) => path.endsWith('/package.json') && isSplitByMoves(parentOf(path)));
  return new Map(
    manifests.flatMap((path): [string, TreePath][] => {
      const [folder, text] = [parentOf(path), read(path) ?? ''];
      const name = packageName(text);
      if (name === undefined) return [];
      if (!text.includes('"exports"')) return [[name, folder]];
      return Array.from(text.matchAll(exportedPath), ([, key = '', target = '']) => [
        withoutStar(`${name}${key}`),
        placeAt(folder, target),
      ]);
    }),
  );
}

/** `"./x/*": "./y/*"`, also below conditions, of which the first one is used. */
const exportedPath = /"\.(\/[^"]*)"\s*:\s*(?:\{\s*"[^"]*"\s*:\s*)*"(\.\/[^"*]*)/g;

/** Every tsconfig; its `paths` are relative to its `baseUrl`, or to that of a tsconfig it extends. */
function readTsConfigs({ paths, read }: WrittenTree): Map<TreePath, TsConfig> {
  const bases = new Map<TreePath, TreePath | undefined>();
  const baseOf = (path: TreePath, depth = 0): TreePath | undefined => {
    if (depth > deepestExtends) return undefined;
    // Set first, because files may extend each other.
    if (!bases.has(path)) bases.set(path, undefined).set(path, readBase(path, depth));
    return bases.get(path);
  };
  const readBase = (path: TreePath, depth: number): TreePath | undefined => {
    const text = read(path) ?? read(`${path}.json`) ?? '';
    const baseUrl = /"baseUrl"\s*:\s*"([^"]+)"/.exec(text)?.[1];
    if (baseUrl !== undefined) return placeAt(parentOf(path), baseUrl);
    const parents = /"extends"\s*:\s*(\[[^\]]*\]|"[^"]*")/.exec(text)?.[1] ?? '';
    return Array.from(parents.matchAll(/"(\.[^"]*)"/g), ([, parent = '']) =>
      baseOf(placeAt(parentOf(path), parent), depth + 1),
    ).findLast((base) => base !== undefined);
  };
  return new Map(
    paths
      .filter((path) => /(?:^|\/)[tj]sconfig[^/]*\.json$/.test(path))
      .map((path) => [path, { base: baseOf(path) ?? parentOf(path), paths: pathsIn(read(path) ?? '') }]),
  );
}

/** The names in `paths`, each with its first target. */
function pathsIn(text: string): ReadonlyMap<string, string> {
  const body = /"paths"\s*:\s*\{([^}]*)/.exec(text)?.[1] ?? '';
  const pairs = body.matchAll(/"([^"\n]+)"\s*:\s*\[\s*"([^"\n]+)"/g);
  return new Map(Array.from(pairs, ([, name = '', target = '']) => [withoutStar(name), withoutStar(target)]));
}
