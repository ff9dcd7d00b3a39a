import type { Catalogue } from '../../../catalogue/index.ts';
import { placeAt } from '../../../config/places.ts';
import { deepestExtends } from '../../../project/alias-scopes.ts';
import { remembered } from '../../../project/remembered.ts';
import { parentOf, type TreePath } from '../../../project/snapshot.ts';
import {
  type AliasTable,
  readProjects,
  type WrittenProject,
  type WrittenTree,
  withoutStar,
} from './projects.ts';

/** A folder that paths are read from. `via` says which one it is, in the same words before and after the run. */
export interface Base {
  readonly via: string;
  readonly place: TreePath;
}

/** How the files of a folder are read; what is nearer comes first. */
export interface Scope {
  readonly aliases: readonly { readonly of: string; readonly table: AliasTable }[];
  readonly bases: readonly Base[];
  /** Where addresses that start with a slash may lead. */
  readonly served: readonly Base[];
  readonly project?: WrittenProject;
}

/** What a tsconfig says about aliases, and the folder that it reads them from. */
interface TsConfig {
  readonly base: TreePath;
  readonly paths: ReadonlyMap<string, string>;
}

/** A tree, with the projects, tsconfigs and aliases that its paths are resolved with. */
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
    const table = remembered(tables, parentOf(path), () => new Map<string, TreePath>());
    for (const [name, target] of paths) table.set(name, placeAt(base, target));
  }
  const outermost: Scope = {
    aliases: [{ of: 'packages', table: packagesIn(tree) }],
    bases: [{ via: 'top', place: '' }],
    served: [],
  };
  const known = new Map<TreePath, Scope>();
  const scopeOf = (folder: TreePath): Scope =>
    remembered(known, folder, () => {
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

/** The names of packages in which something moves, and where their `exports` lead. */
function packagesIn({ paths, read, comesApart }: WrittenTree): AliasTable {
  const manifests = paths.filter((path) => path.endsWith('/package.json') && comesApart(parentOf(path)));
  return new Map(
    manifests.flatMap((path): [string, TreePath][] => {
      const [folder, text] = [parentOf(path), read(path) ?? ''];
      const name = /"name"\s*:\s*"([^"]+)"/.exec(text)?.[1];
      if (name === undefined) return [];
      if (!text.includes('"exports"')) return [[name, folder]];
      return Array.from(text.matchAll(exportedPath), ([, key = '', target = '']) => [
        withoutStar(`${name}${key}`),
        placeAt(folder, target),
      ]);
    }),
  );
}

/** `"./x/*": "./y/*"`, also below conditions, of which the first one counts. */
const exportedPath = /"\.(\/[^"]*)"\s*:\s*(?:\{\s*"[^"]*"\s*:\s*)*"(\.\/[^"*]*)/g;

/** Every tsconfig; its `paths` are read from its own `baseUrl`, or from that of a file it extends. */
function readTsConfigs({ paths, read }: WrittenTree): Map<TreePath, TsConfig> {
  const known = new Map<TreePath, TreePath | undefined>();
  const baseOf = (path: TreePath, depth = 0): TreePath | undefined => {
    if (depth > deepestExtends) return undefined;
    // Files may extend each other, so each one is asked once.
    if (!known.has(path)) known.set(path, undefined).set(path, readBase(path, depth));
    return known.get(path);
  };
  const readBase = (path: TreePath, depth: number): TreePath | undefined => {
    const text = read(path) ?? read(`${path}.json`) ?? '';
    const own = /"baseUrl"\s*:\s*"([^"]+)"/.exec(text)?.[1];
    if (own !== undefined) return placeAt(parentOf(path), own);
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

/** The names in `paths`, and the first target of each. */
function pathsIn(text: string): ReadonlyMap<string, string> {
  const body = /"paths"\s*:\s*\{([^}]*)/.exec(text)?.[1] ?? '';
  const pairs = body.matchAll(/"([^"\n]+)"\s*:\s*\[\s*"([^"\n]+)"/g);
  return new Map(Array.from(pairs, ([, name = '', target = '']) => [withoutStar(name), withoutStar(target)]));
}
