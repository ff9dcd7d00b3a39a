import type { Catalogue } from '../../../catalogue/index.ts';
import type { Names } from '../../../catalogue/names.ts';
import { placeAt } from '../../../config/places.ts';
import { configNames } from '../../../project/discover.ts';
import { parentOf, type TreePath } from '../../../project/snapshot.ts';
import type { Finder } from './places.ts';
import { computed, readWritten, type WrittenConfig, type WrittenValue } from './written-config.ts';

/** A tree as it is on disk at one moment. */
export interface WrittenTree {
  readonly paths: readonly TreePath[];
  readonly find: Finder;
  read(path: TreePath): string | undefined;
  /** Whether Variant A reads the project in a folder, if that is settled. */
  isNewer(folder: TreePath): boolean | undefined;
}

/** A project as its config and the disk show it. */
export interface WrittenProject {
  readonly folder: TreePath;
  /** The config, and the local files that it is read from. */
  readonly files: readonly TreePath[];
  readonly root: TreePath;
  /** Undefined if the config computes it. */
  readonly source: TreePath | undefined;
  readonly isNewer: boolean;
  /** Whether package.json asks for Variant A. */
  readonly isInstalled: boolean;
  /** Aliases that are there by default, and those of this config and of its layers; undefined if one is computed. */
  readonly aliases: ReadonlyMap<string, TreePath | undefined>;
  /** Aliases that only the bundler knows. */
  readonly bundled: ReadonlySet<string>;
  /** The folders of its layers, near and far. */
  readonly layers: readonly TreePath[];
}

/** Finds every project of a tree, with its folders, layers and aliases, by the texts and the disk alone. */
export function readWorld(tree: WrittenTree, catalogue: Catalogue): ReadonlyMap<TreePath, WrittenProject> {
  const names = configNames(catalogue.names);
  const configs = new Map<TreePath, TreePath>();
  for (const name of names.toReversed())
    for (const path of tree.paths)
      if (path === name || path.endsWith(`/${name}`)) configs.set(parentOf(path), path);
  const read = new Map(
    Array.from(
      configs,
      ([folder, config]) => [folder, readProject(folder, config, tree, catalogue)] as const,
    ),
  );
  return new Map(Array.from(read, ([folder, project]) => [folder, merged(project, read, tree, catalogue)]));
}

interface ReadProject extends Omit<WrittenProject, 'aliases' | 'layers' | 'bundled'> {
  readonly written: WrittenConfig;
  readonly defaults: ReadonlyMap<string, TreePath>;
  readonly own: ReadonlyMap<string, TreePath | undefined>;
  readonly ofBundler: ReadonlyMap<string, TreePath | undefined>;
}

function readProject(
  folder: TreePath,
  config: TreePath,
  tree: WrittenTree,
  catalogue: Catalogue,
): ReadProject {
  const { path: option, facts } = catalogue;
  const written = readWritten(config, tree.read);
  const at = (base: TreePath, value: WrittenValue | undefined) =>
    typeof value === 'object' ? placeAt(value.from ?? base, value.text) : undefined;
  const [rootDir] = written.values(option.rootDir);
  const root = at(folder, rootDir) ?? folder;
  const [srcDir] = written.values(option.srcDir);
  const { a, b } = catalogue.names.generations;
  const [version] = written.values(...option['future.compatibilityVersion'].split('.'));
  const isInstalled = asksForNewer(folder, tree, catalogue.names);
  const shown =
    srcDir === undefined ? hasMoved(root, version === a || isInstalled, tree, catalogue) : version === a;
  const isNewer = tree.isNewer(folder) ?? shown;
  const usual = isNewer ? placeAt(root, facts.sourceDirA) : root;
  const isUndecided = version !== undefined && version !== a && version !== b;
  const source = srcDir !== undefined ? at(root, srcDir) : isUndecided ? undefined : usual;
  const defaults = new Map(
    facts.aliases[isNewer ? 'a' : 'b'].flatMap(({ name, place }) => {
      const base = place.base === 'root' ? root : source;
      return base === undefined ? [] : [[name, placeAt(base, place.path)] as const];
    }),
  );
  const placed = ([name, value]: readonly [string, WrittenValue]) => {
    const bases = [source ?? root, root];
    return [withoutStar(name), placeOf(value, bases, defaults, tree.find)] as const;
  };
  const own = new Map(written.entries(option.alias).map(placed));
  const ofBundler = new Map(
    written.keys.flatMap((key) => written.entries(key, 'resolve', 'alias').map(placed)),
  );
  return {
    folder,
    files: written.files,
    root,
    source,
    isNewer,
    isInstalled,
    written,
    defaults,
    own,
    ofBundler,
  };
}

/** Where an alias leads: from the folder of the code, behind another alias, or from the first folder that has it. */
function placeOf(
  value: WrittenValue,
  bases: readonly TreePath[],
  defaults: ReadonlyMap<string, TreePath>,
  find: Finder,
): TreePath | undefined {
  if (typeof value !== 'object') return undefined;
  const text = withoutStar(value.text);
  if (value.from !== undefined) return placeAt(value.from, text);
  const [alias = '', rest = ''] = /^([^/]+)\/?(.*)$/.exec(text)?.slice(1) ?? [];
  const behind = defaults.get(alias);
  if (behind !== undefined) return placeAt(behind, rest);
  if (!/^\.{1,2}(?:\/|$)/.test(text)) return undefined;
  return bases.map((base) => placeAt(base, text)).find((place) => find(place).length > 0);
}

/** The text without the star at its end. */
export function withoutStar(text: string): string {
  return text.replace(/\/?\*$/, '');
}

/** Whether package.json asks for Variant A: the nearest one that names the framework. */
function asksForNewer(folder: TreePath, tree: WrittenTree, names: Names): boolean {
  const name = names.package.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const range = new RegExp(`"${name}"\\s*:\\s*"[^"\\d]*(\\d+)`).exec(
    tree.read(placeAt(folder, 'package.json')) ?? '',
  )?.[1];
  if (range !== undefined) return Number(range) >= names.generations.a;
  return folder !== '' && asksForNewer(parentOf(folder), tree, names);
}

/** Whether the sources are where Variant A has them; if the disk does not tell, what is asked for counts. */
function hasMoved(root: TreePath, isAsked: boolean, { find }: WrittenTree, catalogue: Catalogue): boolean {
  const { facts, folders, names } = catalogue;
  const known = [...folders.ofSources.map(({ name }) => name), 'app.vue', 'error.vue'];
  const app = placeAt(root, facts.sourceDirA);
  const isForeign = ['package.json', ...configNames(names)].some(
    (name) => find(placeAt(app, name)).length > 0,
  );
  const has = (folder: TreePath) =>
    known.some((name) => {
      const place = placeAt(folder, name);
      return place !== app && find(place).includes(place);
    });
  const [isFormer, isNew] = [has(root), has(app) && !isForeign];
  return isFormer === isNew ? isAsked : isNew;
}

/** The project with the aliases of its layers and of the projects that it is a layer of. */
function merged(
  project: ReadProject,
  projects: ReadonlyMap<TreePath, ReadProject>,
  tree: WrittenTree,
  catalogue: Catalogue,
): WrittenProject {
  const { folder, files, root, source, isNewer, isInstalled } = project;
  const layers = layersOf(project, projects, tree, catalogue);
  const users = [...projects.values()].filter((one) =>
    layersOf(one, projects, tree, catalogue).includes(folder),
  );
  const family = new Set([
    folder,
    ...layers,
    ...users.flatMap((one) => layersOf(one, projects, tree, catalogue)),
  ]);
  const others = [...family, ...users.map((one) => one.folder)].flatMap((one) => projects.get(one) ?? []);
  const aliases = new Map<string, TreePath | undefined>();
  const add = (name: string, place: TreePath | undefined) => {
    if (!aliases.has(name)) aliases.set(name, place);
  };
  for (const one of [project, ...others]) for (const [name, place] of one.own) add(name, place);
  for (const [name, place] of project.defaults) add(name, place);
  for (const one of family) add(`${catalogue.facts.layerAlias}/${one.slice(one.lastIndexOf('/') + 1)}`, one);
  const bundled = new Set<string>();
  for (const [name, place] of project.ofBundler) {
    if (!aliases.has(name)) bundled.add(name);
    add(name, place);
  }
  return { folder, files, root, source, isNewer, isInstalled, aliases, bundled, layers };
}

/** What a project extends, by path or by the name of a package, and the folders in `layers`. */
function layersOf(
  project: ReadProject,
  projects: ReadonlyMap<TreePath, ReadProject>,
  tree: WrittenTree,
  catalogue: Catalogue,
  seen = new Set<TreePath>(),
): TreePath[] {
  if (seen.has(project.folder)) return [];
  seen.add(project.folder);
  const { extends: extended } = catalogue.path;
  const named = project.written.values(extended).flatMap((value) => {
    if (value === computed || typeof value !== 'object') return [];
    const place = placeOf(value, [project.root, project.folder], project.defaults, tree.find);
    return place ?? packageFolder(value.text, tree) ?? [];
  });
  const folder = catalogue.folders.layers;
  const home = folder === undefined ? undefined : placeAt(project.root, folder);
  const found = home === undefined ? [] : [...projects.keys()].filter((one) => parentOf(one) === home);
  return [...new Set([...named, ...found])].flatMap((place) => {
    const layer = projects.get(place);
    return layer && place !== project.folder
      ? [place, ...layersOf(layer, projects, tree, catalogue, seen)]
      : [];
  });
}

function packageFolder(name: string, { paths, read }: WrittenTree): TreePath | undefined {
  const manifest = paths.find(
    (path) => /(?:^|\/)package\.json$/.test(path) && read(path)?.includes(`"name": "${name}"`),
  );
  return manifest === undefined ? undefined : parentOf(manifest);
}
