import type { Catalogue } from '../../../catalogue/index.ts';
import { groupedBy } from '../../../config/grouped.ts';
import { placeAt } from '../../../config/paths.ts';
import { deepestExtends } from '../../../project/alias-scopes.ts';
import { childrenOf, type JsonNode, membersAt, parseJson, textAt, valueAt } from '../../../project/json.ts';
import { memo } from '../../../project/memo.ts';
import { parentOf, type TreePath } from '../../../project/snapshot.ts';
import { type AliasTable, readProjects, type WrittenProject, withoutStar } from './projects.ts';
import type { WrittenTree, WrittenTrees } from './trees.ts';

/** Something before and after the run; undefined if it cannot be read. */
export interface Pair<Value> {
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

export type PlacePair = Pair<TreePath>;

/** A project before and after the run. */
interface ProjectPair extends Pair<WrittenProject> {
  readonly before: WrittenProject;
}

/** How texts in a folder are resolved; nearer definitions come first. */
export interface Scope {
  /** What the names of packages lead to, whatever the aliases are. */
  readonly packages: readonly Pair<AliasTable>[];
  readonly aliases: readonly Pair<AliasTable>[];
  readonly bases: readonly PlacePair[];
  /** The folders that root-relative URLs are served from. */
  readonly served: readonly PlacePair[];
  readonly project?: ProjectPair;
}

/** The `paths` of a tsconfig, and the folder that they are relative to. */
interface TsConfigPair {
  readonly base: PlacePair;
  readonly aliases: Pair<AliasTable>;
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
  const old = readProjects({ tree: before, catalogue, isNewer: () => undefined });
  const newer = new Map(
    Array.from(old.values(), ({ folder, isNewer }) => [later(folder), !isNotMigrated(folder) || isNewer]),
  );
  const current = readProjects({ tree: after, catalogue, isNewer: (folder) => newer.get(folder) });
  const projects = new Map(
    Array.from(old, ([folder, project]) => [folder, { before: project, after: current.get(later(folder)) }]),
  );
  const tsConfigsAfter = readTsConfigs(after);
  const tsConfigs = new Map(
    Array.from(readTsConfigs(before), ([path, { base, aliases }]) => {
      const written = tsConfigsAfter.get(later(path));
      const pair = { before: aliases, after: written?.aliases };
      return [path, { base: { before: base, after: written?.base }, aliases: pair }];
    }),
  );
  const inFolder = groupedBy([...tsConfigs], ([path]) => parentOf(path));
  // The names of packages in which nothing moves need no check, and nobody imports the root package.
  const packages = before.paths
    .filter((path) => path.endsWith('/package.json'))
    .filter((path) => partsOf(parentOf(path)).length > 0);
  const outermost: Scope = {
    packages: packages.map((path) => {
      return { before: exportsOf(path, before), after: exportsOf(later(path), after) };
    }),
    aliases: [],
    bases: [{ before: '', after: '' }],
    served: [],
  };
  const scopes = new Map<TreePath, Scope>();
  const of = (folder: TreePath): Scope =>
    memo(scopes, folder, () => {
      const outer = folder === '' ? outermost : of(parentOf(folder));
      const [project, inTsConfigs] = [projects.get(folder), inFolder.get(folder) ?? []];
      if (!project && inTsConfigs.length === 0) return outer;
      const scope = project ? projectScope(project, outer, catalogue) : outer;
      const own = project ? [{ before: project.before.aliases, after: project.after?.aliases }] : [];
      const mapped = inTsConfigs.map(([, { aliases }]) => aliases);
      return { ...scope, aliases: [...own, ...mapped, ...outer.aliases] };
    });
  return { projects: [...projects.values()], tsConfigs, of };
}

function projectScope(project: ProjectPair, outer: Scope, { folders, path: option }: Catalogue): Scope {
  const { before, after } = project;
  const bases = (['root', 'source'] as const).map((key) => ({ before: before[key], after: after?.[key] }));
  const bundlerRoot = { before: before.bundlerRoot, after: after?.bundlerRoot };
  const { name: publicFolder } = folders.withOption(option['dir.public']);
  return {
    ...outer,
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

/** The targets of a package's name, by its `exports`: of several conditions, the first one is used. */
function exportsOf(path: TreePath, { read }: WrittenTree): AliasTable {
  const [root, folder] = [parseJson(read(path) ?? ''), parentOf(path)];
  const name = textAt(root, 'name');
  if (name === undefined) return new Map();
  if (!valueAt(root, 'exports')) return new Map([[name, folder]]);
  const firstText = (value: JsonNode | undefined): string | undefined =>
    value?.kind === 'string' ? value.text : value && firstText(childrenOf(value)[0]);
  return new Map(
    membersAt(root, 'exports').map(({ key, value }) => {
      const target = firstText(value);
      return [
        withoutStar(`${name}${key.slice(1)}`),
        target === undefined ? undefined : placeAt(folder, withoutStar(target)),
      ];
    }),
  );
}

/** Every tsconfig; its `paths` are relative to its `baseUrl`, or to that of a tsconfig it extends. */
function readTsConfigs({ paths, read }: WrittenTree) {
  const bases = new Map<TreePath, TreePath | undefined>();
  const roots = new Map<TreePath, { readonly root: JsonNode | undefined }>();
  const rootOf = (path: TreePath) =>
    memo(roots, path, () => ({ root: parseJson(read(path) ?? read(`${path}.json`) ?? '') })).root;
  const baseOf = (path: TreePath, depth = 0): TreePath | undefined => {
    if (depth > deepestExtends) return undefined;
    // Set first, because files may extend each other.
    if (!bases.has(path)) bases.set(path, undefined).set(path, readBase(path, depth));
    return bases.get(path);
  };
  const readBase = (path: TreePath, depth: number): TreePath | undefined => {
    const root = rootOf(path);
    const baseUrl = textAt(root, 'compilerOptions', 'baseUrl');
    if (baseUrl !== undefined) return placeAt(parentOf(path), baseUrl);
    const parents = valueAt(root, 'extends');
    return (parents?.kind === 'array' ? parents.items : [parents ?? []].flat())
      .flatMap((parent) => (parent.kind === 'string' && parent.text.startsWith('.') ? parent.text : []))
      .map((parent) => baseOf(placeAt(parentOf(path), parent), depth + 1))
      .findLast((base) => base !== undefined);
  };
  return new Map(
    paths
      .filter((path) => /(?:^|\/)[tj]sconfig[^/]*\.json$/.test(path))
      .map((path) => {
        const base = baseOf(path) ?? parentOf(path);
        return [path, { base, aliases: pathsIn(rootOf(path), base) }];
      }),
  );
}

/** The names in `paths`, each with its first target. */
function pathsIn(root: JsonNode | undefined, base: TreePath): AliasTable {
  return new Map(
    membersAt(root, 'compilerOptions', 'paths').flatMap(({ key, value }) => {
      const [target] = childrenOf(value);
      return target?.kind === 'string' ? [[withoutStar(key), placeAt(base, withoutStar(target.text))]] : [];
    }),
  );
}
