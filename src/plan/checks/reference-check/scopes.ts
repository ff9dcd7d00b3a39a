import type { Catalogue } from '../../../catalogue/index.ts';
import { groupedBy } from '../../../config/grouped.ts';
import { placeAt } from '../../../config/paths.ts';
import { readTsConfigs, type TsConfig } from '../../../project/alias-scopes.ts';
import { childrenOf, type JsonNode, membersAt, parseJson, textAt, valueAt } from '../../../project/json.ts';
import { memo } from '../../../project/memo.ts';
import { parentOf, type TreePath } from '../../../project/snapshot.ts';
import { type Alias, type AliasTable, readProjects, type WrittenProject, withoutStar } from './projects.ts';
import type { WrittenTree, WrittenTrees } from './trees.ts';

/** A place before and after the run; undefined if it cannot be read. */
export interface PlacePair {
  readonly before: TreePath | undefined;
  readonly after: TreePath | undefined;
}

/** The targets of aliases before and after the run. */
type AliasPairs = ReadonlyMap<string, PlacePair>;

/** A project before and after the run. */
interface ProjectPair {
  readonly before: WrittenProject;
  readonly after: WrittenProject | undefined;
  readonly aliases: AliasPairs;
}

/** How texts in a folder are resolved. */
export interface Scope {
  /** The names of packages, then the aliases around the folder, the nearest first. */
  readonly aliases: readonly AliasPairs[];
  readonly bases: readonly PlacePair[];
  /** The folders that root-relative URLs are served from. */
  readonly served: readonly PlacePair[];
  readonly project?: ProjectPair;
}

/** The `paths` of a tsconfig, and the folder that they are relative to. */
interface TsConfigPair {
  readonly base: PlacePair;
  readonly aliases: AliasPairs;
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
  const old = readProjects(before, catalogue, () => undefined);
  const newer = new Map(
    Array.from(old.values(), ({ folder, isNewer }) => [later(folder), !isNotMigrated(folder) || isNewer]),
  );
  const current = readProjects(after, catalogue, (folder) => newer.get(folder));
  const projects = new Map(
    Array.from(old, ([folder, project]): [TreePath, ProjectPair] => {
      const migrated = current.get(later(folder));
      const aliases = paired(project.aliases, migrated?.aliases);
      return [folder, { before: project, after: migrated, aliases }];
    }),
  );
  const tsConfigsAfter = readTsConfigs(after.paths, after.read);
  const tsConfigs = new Map(
    Array.from(readTsConfigs(before.paths, before.read), ([path, tsConfig]) => {
      const written = tsConfigsAfter.get(later(path));
      const base = { before: baseOf(path, tsConfig), after: written && baseOf(later(path), written) };
      return [path, { base, aliases: paired(pathsIn(tsConfig), written && pathsIn(written)) }];
    }),
  );
  const inFolder = groupedBy([...tsConfigs], ([path]) => parentOf(path));
  // The names of packages in which nothing moves need no check, and nobody imports the root package.
  const packages = before.paths
    .filter((path) => path.endsWith('/package.json'))
    .filter((path) => partsOf(parentOf(path)).length > 0);
  const exported = paired(
    new Map(packages.flatMap((path) => exportsOf(path, before))),
    new Map(packages.flatMap((path) => exportsOf(later(path), after))),
  );
  const outermost: Scope = { aliases: [exported], bases: [{ before: '', after: '' }], served: [] };
  const scopes = new Map<TreePath, Scope>();
  const of = (folder: TreePath): Scope =>
    memo(scopes, folder, () => {
      const outer = folder === '' ? outermost : of(parentOf(folder));
      const [project, inTsConfigs] = [projects.get(folder), inFolder.get(folder) ?? []];
      if (!project && inTsConfigs.length === 0) return outer;
      const scope = project ? projectScope(project, outer, catalogue) : outer;
      const own = [...(project ? [project] : []), ...inTsConfigs.map(([, tsConfig]) => tsConfig)];
      const around = outer.aliases.slice(1);
      return { ...scope, aliases: [exported, ...own.map(({ aliases }) => aliases), ...around] };
    });
  return { projects: [...projects.values()], tsConfigs, of };
}

function paired(before: AliasTable, after: AliasTable = new Map()): AliasPairs {
  const names = [...before.keys(), ...after.keys()];
  return new Map(names.map((name) => [name, { before: before.get(name), after: after.get(name) }]));
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

/** The folder that the texts of a tsconfig are relative to. */
function baseOf(path: TreePath, { base }: TsConfig): TreePath {
  return base ?? parentOf(path);
}

function pathsIn({ aliases }: TsConfig): AliasTable {
  return new Map(aliases.map(({ name, place }) => [name, place]));
}
