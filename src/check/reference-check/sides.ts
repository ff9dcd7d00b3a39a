import { memo } from '../../base/memo.ts';
import { baseName, isInside, isRelativePath, placeAt } from '../../base/paths.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import { ConfigPath } from '../../config/change.ts';
import { openConfig } from '../../config/document.ts';
import type { Lookup } from '../../config/lookup.ts';
import { ifReadable } from '../../config/problem.ts';
import { readTsConfigs } from '../../paths/alias-scopes.ts';
import { bundlerAliasEntries } from '../../paths/aliases.ts';
import { basesOf, compatibilityOf, type Folder, isUnset, type Variant } from '../../paths/bases.ts';
import { aliasName } from '../../paths/references/json-files.ts';
import { configNames, findProjects } from '../../tree/discover.ts';
import { foldersAbove, type MoveMap } from '../../tree/moves.ts';
import { type PackageJson, readPackageJson, workspaceFile } from '../../tree/package-json.ts';
import { parentOf, type Snapshot, type TreePath } from '../../tree/snapshot.ts';
import { createTree, type WrittenTree } from './written-tree.ts';

/** A folder or file that texts start from. */
export interface Base {
  /** What defines it: the same before and after the run, wherever the place is. */
  readonly id: string;
  readonly place: TreePath;
}

/** How texts in a folder are resolved. */
export interface Scope {
  /**
   * The targets of the names that texts may start with, by the folders that define them, the nearest first. A name
   * without targets cannot be read.
   */
  readonly names: readonly ReadonlyMap<string, readonly Base[]>[];
  /** The folders that paths may be relative to, besides that of the file. */
  readonly bases: readonly Base[];
  readonly project?: WrittenProject;
  /** The names that the project defines. */
  readonly ownNames?: NameTable;
}

/** A tree before or after the run, with everything that its texts are resolved with. */
export type Side = ReturnType<typeof readSide>;

/** The name of an alias and its target; undefined if the definition cannot be read. */
type Alias = readonly [name: string, place: TreePath | undefined];

type NameTable = Map<string, Base[]>;

/** A project as its config and files show it. Its folders are undefined if the config computes them. */
type WrittenProject = ReturnType<typeof readProject>;

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
) {
  const treeBefore = createTree(snapshot, catalogue.names);
  const treeAfter = createTree(snapshot, catalogue.names, moves.after, textOf);
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

/** Reads a side from the texts and paths of its tree alone. `isPackage` and `settled` get paths before the run. */
function readSide(
  tree: WrittenTree,
  catalogue: Catalogue,
  isPackage: (path: TreePath) => boolean,
  settled: (config: TreePath) => boolean | undefined,
) {
  const { paths, originOf, read } = tree;
  const packages = new Map<TreePath, PackageJson | undefined>();
  const packageIn = (folder: TreePath) =>
    memo(packages, folder, () => {
      const path = placeAt(folder, 'package.json');
      return readPackageJson(
        path,
        read(path) ?? '',
        catalogue.names,
        read(placeAt(folder, workspaceFile)),
      );
    });
  const found = findProjects(
    paths.map((path) => ({ path })),
    catalogue.names,
  );
  const all = found.map(({ config, folder }) => {
    const generations = [folder, ...foldersAbove(folder)].map(
      (above) => packageIn(above)?.generation,
    );
    const required = generations.find((generation) => generation !== undefined);
    return readProject(
      config,
      tree,
      catalogue,
      (shown) => settled(originOf(config)) ?? shown ?? required === 'a',
    );
  });
  const tsConfigs = readTsConfigs(paths, read);
  const names = new Map<TreePath, NameTable>();
  const define = (folder: TreePath, by: string, aliases: Iterable<Alias>) =>
    names.set(folder, namesOf(by, aliases, names.get(folder)));
  for (const [path, { aliases }] of tsConfigs)
    define(
      parentOf(path),
      originOf(path),
      new Map(aliases.map(({ name, place }) => [name, place])),
    );
  // Packages and layers share their names with everyone. Of several conditions, the first one is used.
  for (const path of paths.filter((file) => isPackage(originOf(file)))) {
    const { name: own, importable = [] } = packageIn(parentOf(path)) ?? {};
    const inside = importable.map(({ name, places: [place] }): Alias => [name, place]);
    if (own !== undefined) define('', originOf(path), [[own, parentOf(path)], ...inside]);
  }
  for (const { config, shared } of all) define('', `layer ${config}`, shared);
  const byFolder = new Map(all.map((project) => [project.folder, project]));
  const { facts, folders } = catalogue;
  /** The aliases in a folder: outside the sources of a layer, those of the projects that extend it. */
  const innerScope = (folder: TreePath, outer: Scope): Scope => {
    const { folder: home, source } = outer.project ?? {};
    if (source === undefined || parentOf(folder) !== home || facts.layerAliases === 'layer')
      return outer;
    const isOutside = !isInside(folder, source) && !isInside(source, folder);
    if (!isOutside || !folders.mayBeSources(baseName(folder))) return outer;
    const users = all.filter(
      ({ layers, folder: user }) =>
        layers.includes(home) ||
        (folders.layers && parentOf(home) === placeAt(user, folders.layers)),
    );
    const tables = users.map(({ config, aliases }) => namesOf(config, aliases));
    return users.length === 0 ? outer : { ...outer, names: [...tables, ...withoutOwn(outer)] };
  };
  const scopes = new Map<TreePath, Scope>();
  const scopeOf = (folder: TreePath): Scope =>
    memo(scopes, folder, () => {
      const outer = folder === '' ? outermost : scopeOf(parentOf(folder));
      const [project, table] = [byFolder.get(folder), names.get(folder)];
      const scope = project ? projectScope(project, outer) : innerScope(folder, outer);
      return table ? { ...scope, names: [table, ...scope.names] } : scope;
    });
  return {
    tree,
    scopeOf,
    /** The projects, by the path of their config before the run. */
    projects: new Map(all.map((project) => [project.config, project])),
    /** The folder that the texts of each tsconfig are relative to. */
    tsConfigs: new Map(Array.from(tsConfigs, ([path, { base }]) => [path, base ?? parentOf(path)])),
  };
}

const outermost: Scope = { names: [], bases: [{ id: 'repository', place: '' }] };

function projectScope(project: WrittenProject, outer: Scope): Scope {
  const { config, folder, root, source, aliases, layers } = project;
  const ofSource = source === undefined ? [] : [{ id: `source of ${config}`, place: source }];
  const ownNames = namesOf(config, aliases);
  // The aliases of a layer around a project only hold among the sources of the layer.
  const around = outer.project;
  const isOutside =
    around && layers.includes(around.folder) && !isInside(folder, around.source ?? folder);
  const names = [ownNames, ...(isOutside ? withoutOwn(outer) : outer.names)];
  const bases = [{ id: `root of ${config}`, place: root }, ...ofSource, ...outer.bases];
  return { project, ownNames, names, bases };
}

/** The names in a scope, except for those that its project defines. */
function withoutOwn({ names, ownNames }: Scope): Scope['names'] {
  return names.filter((table) => table !== ownNames);
}

/** Adds the names that a file defines to a table. */
function namesOf(by: string, aliases: Iterable<Alias>, table: NameTable = new Map()): NameTable {
  for (const [name, place] of aliases) {
    const targets = memo(table, name, () => []);
    if (place !== undefined) targets.push({ id: `${name} of ${by}`, place });
  }
  return table;
}

/** Reads a project; `isNewerIf` gets what its config and files show, if anything, and tells whether Variant A reads it. */
function readProject(
  config: TreePath,
  tree: WrittenTree,
  catalogue: Catalogue,
  isNewerIf: (shown: boolean | undefined) => boolean,
) {
  const { path: option, facts } = catalogue;
  const { originOf, find, read } = tree;
  const folder = parentOf(config);
  const document = ifReadable(() =>
    openConfig(read(config) ?? '', { filename: config, read, catalogue }),
  );
  const compatibility = document ? compatibilityOf(document) : 'unknown';
  const foldersAs = (variant: Variant) =>
    document && basesOf(document, variant, compatibility === 'unknown' ? compatibility : variant);
  const placeOf = (base: Folder | undefined) =>
    base && 'place' in base ? placeAt(folder, base.place) : undefined;
  const root = placeOf(foldersAs('b')?.root) ?? folder;
  const isSet = document !== undefined && !isUnset(document.lookup(option.srcDir));
  const moved = isSet ? undefined : hasMoved(root, tree, catalogue);
  const isNewer = isNewerIf(moved ?? (compatibility === 'a' || undefined));
  const variant = isNewer ? 'a' : 'b';
  const source = placeOf(foldersAs(variant)?.source);
  const bundlerRoot = facts.bundlerRoot[variant] === 'source' ? source : root;
  const defaults = facts.aliases[variant].map(({ name, place: { base, path } }): Alias => {
    const start = base === 'root' ? root : source;
    return [name, start === undefined ? undefined : placeAt(start, path)];
  });
  const known = new Map([...defaults, ['', bundlerRoot ?? root]]);
  /** The target of an alias: behind another alias, or in the first folder that has it. */
  const targetOf = (text: string): TreePath | undefined => {
    const path = aliasName(text);
    const [alias = ''] = path.split('/', 1);
    const behind = known.get(alias);
    if (behind !== undefined) return placeAt(behind, path.slice(alias.length + 1));
    const places = isRelativePath(path)
      ? [source ?? root, root].map((base) => placeAt(base, path))
      : [];
    return places.find((place) => find(place).length > 0);
  };
  const aliasOf = ({
    name,
    lookup,
  }: {
    readonly name: string;
    readonly lookup: Lookup;
  }): Alias[] => {
    const value = lookup.kind === 'static' ? lookup.value : undefined;
    if (value instanceof ConfigPath) return [[aliasName(name), placeAt(folder, value.place)]];
    const place = typeof value === 'string' ? targetOf(value) : undefined;
    const isPackage = place === undefined && typeof value === 'string' && /^@?\w/.test(value);
    return isPackage ? [] : [[aliasName(name), place]];
  };
  const scopes = document?.scopes ?? [];
  const written = scopes.flatMap((scope) =>
    (scope.entries(option.alias)?.list ?? []).map(({ key, lookup }) => {
      return { block: scope.block, name: String(key), lookup };
    }),
  );
  const own = written.filter(({ block }) => block === '').flatMap(aliasOf);
  const others = [
    ...written.filter(({ block }) => block !== ''),
    ...scopes.flatMap(bundlerAliasEntries),
  ];
  const extended = document?.lookup(option.extends);
  const layers = [extended?.kind === 'static' ? extended.value : []].flat(3);
  const named = document?.lookup(['$meta', 'name']);
  const layerName = named?.kind === 'static' ? named.value : baseName(folder);
  const layer: Alias = [`${facts.layerAlias}/${layerName}`, folder];
  return {
    /** The path of the config before the run. */
    config: originOf(config),
    folder,
    root,
    source,
    /** The folder of paths that start with a slash, unless they are those of served files. */
    bundlerRoot,
    /** Whether Variant A reads the project. */
    isNewer,
    /** The folders that it extends. */
    layers: layers.flatMap((text) => (typeof text === 'string' ? placeAt(folder, text) : [])),
    // Reversed, because the last entry of a map wins, but the first alias of a name takes precedence.
    /** The aliases that the config defines, and the default ones. */
    aliases: new Map([...own, ...defaults, ...others.flatMap(aliasOf)].toReversed()),
    /** The aliases that other projects may use; each has default ones of its own. */
    shared: new Map([...own.filter(([name]) => !known.has(name)), layer].toReversed()),
  };
}

/** Whether the sources are where Variant A has them; undefined if the files do not show it. */
function hasMoved(
  root: TreePath,
  { find }: WrittenTree,
  { facts, folders, names }: Catalogue,
): boolean | undefined {
  const entriesOfSources = [...folders.ofSources.map(({ name }) => name), ...folders.namesFound];
  const app = placeAt(root, facts.sourceDirA);
  const has = (folder: TreePath, entries: readonly string[]) =>
    entries
      .map((name) => placeAt(folder, name))
      .some((place) => place !== app && find(place).includes(place));
  const isNew = has(app, entriesOfSources) && !has(app, ['package.json', ...configNames(names)]);
  return has(root, entriesOfSources) === isNew ? undefined : isNew;
}
