import type { Catalogue } from '../../../catalogue/index.ts';
import { groupedBy } from '../../../config/grouped.ts';
import { placeAt } from '../../../config/paths.ts';
import { deepestExtends } from '../../../project/alias-scopes.ts';
import { memo } from '../../../project/memo.ts';
import { parentOf, type TreePath } from '../../../project/snapshot.ts';
import {
  type AliasTable,
  readPackages,
  readProjects,
  type WrittenPackage,
  type WrittenProject,
  withoutStar,
} from './projects.ts';
import type { WrittenTree, WrittenTrees } from './trees.ts';

/** A place before and after the run; undefined if that cannot be read. */
export interface PlacePair {
  readonly before: TreePath | undefined;
  readonly after: TreePath | undefined;
}

/** A project before and after the run. */
interface ProjectPair {
  readonly before: WrittenProject;
  readonly after: WrittenProject | undefined;
}

/** How texts in a folder are resolved; nearer definitions come first. */
export interface Scope {
  readonly aliases: ReadonlyMap<string, readonly PlacePair[]>;
  readonly bases: readonly PlacePair[];
  /** The folders that root-relative URLs are served from. */
  readonly served: readonly PlacePair[];
  readonly project?: ProjectPair;
}

/** The `paths` of a tsconfig, and the folder that they are relative to. */
interface TsConfigPair extends Pick<Scope, 'aliases'> {
  readonly base: PlacePair;
}

/** The projects, tsconfigs and aliases of a repository. */
export interface Scopes {
  readonly projects: readonly ProjectPair[];
  /** By the path before the run. */
  readonly tsConfigs: ReadonlyMap<TreePath, TsConfigPair>;
  of(folder: TreePath): Scope;
}

/** Reads the scopes of all folders from the files of both trees alone. */
export function readScopes(
  { before, after, moves: { after: later, partsOf } }: WrittenTrees,
  isNotMigrated: (folder: TreePath) => boolean,
  catalogue: Catalogue,
): Scopes {
  const [packages, packagesAfter] = [readPackages(before), readPackages(after)];
  const old = readProjects({ tree: before, packages, catalogue, isNewer: () => undefined });
  const newer = new Map(
    Array.from(old.values(), ({ folder, isNewer }) => [later(folder), !isNotMigrated(folder) || isNewer]),
  );
  const current = readProjects({
    ...{ tree: after, packages: packagesAfter, catalogue },
    isNewer: (folder) => newer.get(folder),
  });
  const projects = new Map(
    Array.from(old, ([folder, project]) => [folder, { before: project, after: current.get(later(folder)) }]),
  );
  const tsConfigsAfter = readTsConfigs(after);
  const tsConfigs = new Map(
    Array.from(readTsConfigs(before), ([path, { base, aliases }]) => {
      const written = tsConfigsAfter.get(later(path));
      const pair = { before: base, after: written?.base };
      return [path, { base: pair, aliases: tableOf(aliases, written?.aliases) }];
    }),
  );
  const inFolder = groupedBy([...tsConfigs], ([path]) => parentOf(path));
  // The names of packages in which nothing moves need no check, and nobody imports the root package.
  const split = packages.filter(({ folder }) => folder !== '' && partsOf(folder).length > 0);
  const splitAfter = packagesAfter.filter(({ name }) => split.some((item) => item.name === name));
  const outermost: Scope = {
    aliases: tableOf(new Map(split.flatMap(exportsOf)), new Map(splitAfter.flatMap(exportsOf))),
    bases: [{ before: '', after: '' }],
    served: [],
  };
  const scopes = new Map<TreePath, Scope>();
  const of = (folder: TreePath): Scope =>
    memo(scopes, folder, () => {
      const [outer, project] = [folder === '' ? outermost : of(parentOf(folder)), projects.get(folder)];
      const scope = project ? projectScope(project, outer, catalogue) : outer;
      const mapped = inFolder
        .get(folder)
        ?.reduce((table, [, { aliases }]) => joined(table, aliases), scope.aliases);
      return mapped ? { ...scope, aliases: mapped } : scope;
    });
  return { projects: [...projects.values()], tsConfigs, of };
}

function projectScope(project: ProjectPair, outer: Scope, { folders, path: option }: Catalogue): Scope {
  const { before, after } = project;
  const bases = (['root', 'source'] as const).map((key) => ({ before: before[key], after: after?.[key] }));
  const bundlerRoot = { before: before.bundlerRoot, after: after?.bundlerRoot };
  const { name: publicFolder } = folders.withOption(option['dir.public']);
  const own = tableOf(before.aliases, after?.aliases);
  // `@` of the project also decides what `@/x` is, whatever a tsconfig above says.
  const above = [...outer.aliases].filter(([name]) => own.has(name) || !own.has(name.replace(/\/.*/s, '')));
  return {
    aliases: joined(own, new Map(above)),
    bases: [...bases, ...outer.bases],
    served: [...bases.map((base) => pairAt(base, publicFolder)), bundlerRoot],
    project,
  };
}

/** A path in a folder, before and after the run. */
export function pairAt({ before, after }: PlacePair, path: string): PlacePair {
  return {
    before: before === undefined ? undefined : placeAt(before, path),
    after: after === undefined ? undefined : placeAt(after, path),
  };
}

function tableOf(before: AliasTable, after: AliasTable = new Map()): Scope['aliases'] {
  const names = [...before.keys(), ...after.keys()];
  return new Map(names.map((name) => [name, [{ before: before.get(name), after: after.get(name) }]]));
}

/** Both tables; the targets of the first one are tried first. */
function joined(first: Scope['aliases'], second: Scope['aliases']): Scope['aliases'] {
  const all = new Map(second);
  for (const [name, targets] of first) all.set(name, [...targets, ...(second.get(name) ?? [])]);
  return all;
}

/** The targets of a package's name, by its `exports`. */
function exportsOf({ name, folder, text }: WrittenPackage): [string, TreePath][] {
  if (!text.includes('"exports"')) return [[name, folder]];
  return Array.from(text.matchAll(exportedPath), ([, key = '', target = '']) => [
    withoutStar(`${name}${key}`),
    placeAt(folder, target),
  ]);
}

/** `"./x/*": "./y/*"`, also below conditions, of which the first one is used. */
const exportedPath = /"\.(\/[^"]*)"\s*:\s*(?:\{\s*"[^"]*"\s*:\s*)*"(\.\/[^"*]*)/g;

/** Every tsconfig; its `paths` are relative to its `baseUrl`, or to that of a tsconfig it extends. */
function readTsConfigs({ paths, read }: WrittenTree) {
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
      .map((path) => {
        const base = baseOf(path) ?? parentOf(path);
        return [path, { base, aliases: pathsIn(read(path) ?? '', base) }];
      }),
  );
}

/** The names in `paths`, each with its first target. */
function pathsIn(text: string, base: TreePath): AliasTable {
  const body = /"paths"\s*:\s*\{([^}]*)/.exec(text)?.[1] ?? '';
  const pairs = body.matchAll(/"([^"\n]+)"\s*:\s*\[\s*"([^"\n]+)"/g);
  return new Map(
    Array.from(pairs, ([, name = '', target = '']) => [
      withoutStar(name),
      placeAt(base, withoutStar(target)),
    ]),
  );
}
