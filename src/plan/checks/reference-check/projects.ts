import type { Catalogue } from '../../../catalogue/index.ts';
import type { Names } from '../../../catalogue/names.ts';
import { escaped } from '../../../catalogue/spelling.ts';
import { placeAt } from '../../../config/paths.ts';
import { configNames } from '../../../project/discover.ts';
import { parentOf, type TreePath } from '../../../project/snapshot.ts';
import type { Finder } from './finders.ts';
import { isText, readWritten, type WrittenOptions, type WrittenValue } from './written-config.ts';

/** The files of a tree at one moment. */
export interface WrittenTree {
  readonly paths: readonly TreePath[];
  readonly find: Finder;
  read(path: TreePath): string | undefined;
  /** Whether Variant A reads the project in a folder; undefined if that is not settled. */
  isNewer(folder: TreePath): boolean | undefined;
  /** The path after the run. */
  later(place: TreePath): TreePath;
  /** Whether something moves within a folder. */
  isSplitByMoves(folder: TreePath): boolean;
}

/** The targets of aliases; undefined if a definition cannot be read. */
export type AliasTable = ReadonlyMap<string, TreePath | undefined>;

/** A project as its config and files show it. */
export interface WrittenProject {
  readonly folder: TreePath;
  readonly config: TreePath;
  readonly root: TreePath;
  /** Undefined if the config computes it. */
  readonly source: TreePath | undefined;
  readonly isNewer: boolean;
  /** Whether package.json asks for Variant A. */
  readonly isInstalled: boolean;
  /** Default aliases and those of this config, its layers, and the projects that extend it. */
  readonly aliases: AliasTable;
}

/** Finds every project of a tree, with its folders, layers and aliases, from texts and paths alone. */
export function readProjects(tree: WrittenTree, catalogue: Catalogue): ReadonlyMap<TreePath, WrittenProject> {
  const configs = new Map<TreePath, TreePath>();
  for (const name of configNames(catalogue.names).toReversed())
    for (const path of tree.paths)
      if (path === name || path.endsWith(`/${name}`)) configs.set(parentOf(path), path);
  const read = new Map(
    Array.from(configs, ([folder, config]) => [folder, readProject(folder, config, tree, catalogue)]),
  );
  const layers = new Map(
    Array.from(read, ([folder, project]) => [folder, layersOf(project, read, tree, catalogue)]),
  );
  const layersIn = (folder: TreePath) => layers.get(folder) ?? [];
  const { layerAlias } = catalogue.facts;
  return new Map(
    Array.from(read, ([folder, project]) => {
      const users = [...layers.keys()].filter((user) => layersIn(user).includes(folder));
      const family = new Set([folder, ...layersIn(folder), ...users.flatMap(layersIn)]);
      const named = Array.from(
        family,
        (layer): Alias => [`${layerAlias}/${layer.replace(/^.*\//, '')}`, layer],
      );
      const ownAliases = [folder, ...family, ...users].flatMap((member) => read.get(member)?.own ?? []);
      // Reversed, because the last entry of a map wins, but the first alias of a name takes precedence.
      const all: readonly Alias[] = [...ownAliases, ...project.defaults, ...named, ...project.ofBundler];
      return [folder, { ...project, aliases: new Map(all.toReversed()) }];
    }),
  );
}

type Alias = readonly [name: string, place: TreePath | undefined];

interface ReadProject extends Omit<WrittenProject, 'aliases'> {
  readonly options: WrittenOptions;
  readonly defaults: ReadonlyMap<string, TreePath>;
  readonly own: readonly Alias[];
  readonly ofBundler: readonly Alias[];
}

function readProject(
  folder: TreePath,
  config: TreePath,
  tree: WrittenTree,
  { path: option, facts, names, folders }: Catalogue,
): ReadProject {
  const written = readWritten(config, tree.read);
  const options: WrittenOptions = written ?? new Map();
  // Code may set an option in a way that cannot be read.
  const isHidden = (name: string) =>
    !options.has(name) && new RegExp(`\\b${name}["']?\\s*(?::|=(?!=))`).test(tree.read(config) ?? '');
  const at = (base: TreePath, value: WrittenValue | undefined) =>
    isText(value) ? placeAt(value.from ?? base, value.text) : undefined;
  const root = at(folder, options.get(option.rootDir)) ?? folder;
  const srcDir = options.get(option.srcDir);
  const { a, b } = names.generations;
  const version = valueAt(options, option['future.compatibilityVersion'].split('.'));
  const isInstalled = asksForNewer(folder, tree, names);
  const shown =
    srcDir === undefined
      ? (hasMoved(root, tree, { facts, names, folders }) ?? (version === a || isInstalled))
      : version === a;
  const isNewer = tree.isNewer(folder) ?? shown;
  const isUndecided =
    !written ||
    isHidden(option.srcDir) ||
    isHidden(option.rootDir) ||
    (version !== undefined && version !== a && version !== b);
  const usual = isNewer ? placeAt(root, facts.sourceDirA) : root;
  const source = srcDir !== undefined ? at(root, srcDir) : isUndecided ? undefined : usual;
  const defaults = new Map(
    facts.aliases[isNewer ? 'a' : 'b'].flatMap(({ name, place }) => {
      const base = place.base === 'root' ? root : source;
      return base === undefined ? [] : [[name, placeAt(base, place.path)] as const];
    }),
  );
  // A path that starts with a slash is resolved from the bundler root.
  const start = facts.bundlerRoot[isNewer ? 'a' : 'b'] === 'source' ? (source ?? root) : root;
  const aliasesIn = (value: WrittenValue | undefined): Alias[] =>
    entriesOf(value).flatMap(([name, target]): Alias[] => {
      const place = placeOf(target, [source ?? root, root], new Map([...defaults, ['', start]]), tree.find);
      const isPackage = place === undefined && isText(target) && /^@?\w/.test(target.text);
      return isPackage ? [] : [[withoutStar(name), place]];
    });
  const ofBundler = [...options.values()].flatMap((value) => aliasesIn(valueAt(value, ['resolve', 'alias'])));
  const own = aliasesIn(options.get(option.alias));
  return { folder, config, root, source, isNewer, isInstalled, options, defaults, own, ofBundler };
}

function valueAt(value: WrittenValue | undefined, keys: readonly string[]): WrittenValue | undefined {
  return keys.reduce((inner, key) => (inner instanceof Map ? inner.get(key) : undefined), value);
}

/** The names and values of an object, or of a list of `{ find, replacement }`. */
function entriesOf(value: WrittenValue | undefined): [string, WrittenValue][] {
  if (value instanceof Map) return [...value];
  if (!Array.isArray(value)) return [];
  return value.flatMap((item): [string, WrittenValue][] => {
    const [find, target] = [valueAt(item, ['find']), valueAt(item, ['replacement'])];
    return isText(find) && target !== undefined ? [[find.text, target]] : [];
  });
}

/** The target of an alias: relative to the code, behind another alias, or in the first folder that has it. */
function placeOf(
  value: WrittenValue,
  bases: readonly TreePath[],
  defaults: ReadonlyMap<string, TreePath>,
  find: Finder,
): TreePath | undefined {
  if (!isText(value)) return undefined;
  const text = withoutStar(value.text);
  if (value.from !== undefined) return placeAt(value.from, text);
  const [alias = '', inner = ''] = /^([^/]*)\/?(.*)$/.exec(text)?.slice(1) ?? [];
  const behind = defaults.get(alias);
  if (behind !== undefined) return placeAt(behind, inner);
  if (!/^\.{1,2}(?:\/|$)/.test(text)) return undefined;
  return bases.map((base) => placeAt(base, text)).find((place) => find(place).length > 0);
}

/** The text without the star at its end. */
export function withoutStar(text: string): string {
  return text.replace(/\/?\*$/, '');
}

/** Whether package.json asks for Variant A: the nearest one that names the framework. */
function asksForNewer(folder: TreePath, tree: WrittenTree, names: Names): boolean {
  const text = tree.read(placeAt(folder, 'package.json')) ?? '';
  const range = new RegExp(`"${escaped(names.package)}"\\s*:\\s*"[^"\\d]*(\\d+)`).exec(text)?.[1];
  if (range !== undefined) return Number(range) >= names.generations.a;
  return folder !== '' && asksForNewer(parentOf(folder), tree, names);
}

/** Whether the sources are where Variant A has them; undefined if the files do not show it. */
function hasMoved(
  root: TreePath,
  { find }: WrittenTree,
  { facts, folders, names }: Pick<Catalogue, 'facts' | 'folders' | 'names'>,
): boolean | undefined {
  const entriesOfSources = [...folders.ofSources.map(({ name }) => name), 'app.vue', 'error.vue'];
  const app = placeAt(root, facts.sourceDirA);
  const has = (folder: TreePath, entries: readonly string[]) =>
    entries
      .map((name) => placeAt(folder, name))
      .some((place) => place !== app && find(place).includes(place));
  const isNew = has(app, entriesOfSources) && !has(app, ['package.json', ...configNames(names)]);
  return has(root, entriesOfSources) === isNew ? undefined : isNew;
}

/** Layers of a project, direct and indirect: from `extends`, by path or package name, and from `layers`. */
function layersOf(
  project: ReadProject,
  projects: ReadonlyMap<TreePath, ReadProject>,
  tree: WrittenTree,
  catalogue: Catalogue,
  seen = new Set<TreePath>(),
): TreePath[] {
  if (seen.has(project.folder)) return [];
  seen.add(project.folder);
  const extended = [project.options.get(catalogue.path.extends) ?? []].flat();
  const named = extended.flatMap((item: WrittenValue) => {
    // A layer may be followed by options.
    const value = Array.isArray(item) ? item[0] : item;
    if (!isText(value)) return [];
    const place = placeOf(value, [project.root, project.folder], project.defaults, tree.find);
    return place ?? packageFolder(value.text, tree) ?? [];
  });
  const { layers } = catalogue.folders;
  const home = layers === undefined ? undefined : placeAt(project.root, layers);
  const inHome = [...projects.keys()].filter((folder) => folder !== '' && parentOf(folder) === home);
  return [...new Set([...named, ...inHome])].flatMap((place) => {
    const layer = place === project.folder ? undefined : projects.get(place);
    return layer ? [place, ...layersOf(layer, projects, tree, catalogue, seen)] : [];
  });
}

/** The name in a package.json. */
export function packageName(text: string | undefined): string | undefined {
  return /"name"\s*:\s*"([^"]+)"/.exec(text ?? '')?.[1];
}

function packageFolder(name: string, { paths, read }: WrittenTree): TreePath | undefined {
  const manifest = paths.find(
    (path) => /(?:^|\/)package\.json$/.test(path) && packageName(read(path)) === name,
  );
  return manifest === undefined ? undefined : parentOf(manifest);
}
