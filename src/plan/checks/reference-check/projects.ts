import type { Catalogue } from '../../../catalogue/index.ts';
import type { Names } from '../../../catalogue/names.ts';
import { escaped } from '../../../catalogue/spelling.ts';
import { placeAt } from '../../../config/paths.ts';
import { configNames } from '../../../project/discover.ts';
import { parentOf, type TreePath } from '../../../project/snapshot.ts';
import type { WrittenTree } from './trees.ts';
import { isText, readWritten, type WrittenOptions, type WrittenValue } from './written-config.ts';

/** The targets of aliases; undefined if a definition cannot be read. */
export type AliasTable = ReadonlyMap<string, TreePath | undefined>;

type Alias = readonly [name: string, place: TreePath | undefined];

/** A project as its config and files show it. */
export interface WrittenProject {
  readonly folder: TreePath;
  readonly config: TreePath;
  readonly root: TreePath;
  /** Undefined if the config computes it. */
  readonly source: TreePath | undefined;
  /** The folder of paths that start with a slash. */
  readonly bundlerRoot: TreePath | undefined;
  readonly isNewer: boolean;
  /** Default aliases and those of this config, its layers, and the projects that extend it. */
  readonly aliases: AliasTable;
}

/** A package of the repository. */
export interface WrittenPackage {
  readonly name: string;
  readonly folder: TreePath;
  readonly text: string;
}

export function readPackages({ paths, read }: WrittenTree): WrittenPackage[] {
  return paths.flatMap((path) => {
    if (!/(?:^|\/)package\.json$/.test(path)) return [];
    const text = read(path) ?? '';
    const name = /"name"\s*:\s*"([^"]+)"/.exec(text)?.[1];
    return name === undefined ? [] : [{ name, folder: parentOf(path), text }];
  });
}

/** Everything that the projects of a tree are read from. */
export interface ProjectSources {
  readonly tree: WrittenTree;
  readonly packages: readonly WrittenPackage[];
  readonly catalogue: Catalogue;
  /** Whether Variant A reads the project in a folder; undefined if that is not settled. */
  isNewer(folder: TreePath): boolean | undefined;
}

/** Finds every project of a tree, with its folders, layers and aliases, from texts and paths alone. */
export function readProjects(sources: ProjectSources): ReadonlyMap<TreePath, WrittenProject> {
  const { facts, folders, names } = sources.catalogue;
  const configs = configNames(names)
    .toReversed()
    .flatMap((name) => sources.tree.paths.filter((path) => path === name || path.endsWith(`/${name}`)));
  const read = new Map(configs.map((path) => [parentOf(path), readProject(path, sources)]));
  const directLayers = ({ folder, root, extended }: ReadProject) => {
    const home = folders.layers === undefined ? undefined : placeAt(root, folders.layers);
    const inHome = [...read.keys()].filter((place) => place !== '' && parentOf(place) === home);
    return [...extended, ...inHome].filter((place) => place !== folder && read.has(place));
  };
  const direct = new Map(Array.from(read, ([folder, project]) => [folder, directLayers(project)]));
  const layers = new Map(
    Array.from(direct, ([folder, named]) => {
      const all = new Set(named);
      // Set iteration also visits layers that are added during the loop.
      for (const layer of all) for (const inner of direct.get(layer) ?? []) all.add(inner);
      return [folder, all];
    }),
  );
  return new Map(
    Array.from(read, ([folder, project]) => {
      const users = [...layers].flatMap(([user, used]) => (used.has(folder) ? [user] : []));
      const family = [folder, ...users].flatMap((user) => [...(layers.get(user) ?? [])]);
      const named = [folder, ...family].map((layer): Alias => {
        return [`${facts.layerAlias}/${layer.replace(/^.*\//, '')}`, layer];
      });
      const ownAliases = [folder, ...family, ...users].flatMap((member) => read.get(member)?.own ?? []);
      // Reversed, because the last entry of a map wins, but the first alias of a name takes precedence.
      const all: readonly Alias[] = [...ownAliases, ...project.defaults, ...named, ...project.ofBundler];
      return [folder, { ...project, aliases: new Map(all.toReversed()) }];
    }),
  );
}

/** Comments on their own lines or behind code; addresses are none. */
const comments = /(?<!:)\/\/.*|^\s*\*.*/gm;

interface ReadProject extends Omit<WrittenProject, 'aliases'> {
  /** The folders that `extends` names, by path or by the name of a package. */
  readonly extended: readonly TreePath[];
  readonly defaults: AliasTable;
  readonly own: readonly Alias[];
  readonly ofBundler: readonly Alias[];
}

function readProject(
  config: TreePath,
  { tree, packages, catalogue, ...sources }: ProjectSources,
): ReadProject {
  const { path: option, facts, names } = catalogue;
  const folder = parentOf(config);
  const written = readWritten(config, tree.read);
  const options: WrittenOptions = written ?? new Map();
  const code = (tree.read(config) ?? '').replace(comments, '');
  // Code may set an option in a way that cannot be read; a variable or a key inside another option is none.
  const isHidden = (name: string) => {
    const setter = new RegExp(`(?<!\\b(?:const|let|var)\\s+)\\b${name}["']?\\s*(?::|=(?!=))`, 'g');
    return !options.has(name) && [...code.matchAll(setter)].length > countKeys(name, options);
  };
  const at = (base: TreePath, value: WrittenValue | undefined) =>
    isText(value) ? placeAt(value.from ?? base, value.text) : undefined;
  const root = at(folder, options.get(option.rootDir)) ?? folder;
  const srcDir = options.get(option.srcDir);
  const { a, b } = names.generations;
  const version = valueAt(options, option['future.compatibilityVersion'].split('.'));
  const shown = srcDir === undefined ? hasMoved(root, tree, catalogue) : undefined;
  const isNewer = sources.isNewer(folder) ?? shown ?? (version === a || asksForNewer(folder, tree, names));
  const isKnown = version === undefined || version === a || version === b;
  const isUndecided = !written || isHidden(option.srcDir) || isHidden(option.rootDir) || !isKnown;
  const usual = isNewer ? placeAt(root, facts.sourceDirA) : root;
  const source = srcDir !== undefined ? at(root, srcDir) : isUndecided ? undefined : usual;
  const variant = isNewer ? 'a' : 'b';
  const bundlerRoot = facts.bundlerRoot[variant] === 'source' ? source : root;
  const defaults = new Map(
    facts.aliases[variant].map(({ name, place }): Alias => {
      const base = place.base === 'root' ? root : source;
      return [name, base === undefined ? undefined : placeAt(base, place.path)];
    }),
  );
  const known: AliasTable = new Map([...defaults, ['', bundlerRoot ?? root]]);
  const aliasesIn = (value: WrittenValue | undefined): Alias[] =>
    entriesOf(value).flatMap(([name, target]): Alias[] => {
      const place = placeOf(target, [source ?? root, root], known, tree);
      const isPackage = place === undefined && isText(target) && /^@?\w/.test(target.text);
      return isPackage ? [] : [[withoutStar(name), place]];
    });
  const extended = [options.get(option.extends) ?? []].flat().flatMap((item: WrittenValue) => {
    // A layer may be followed by options.
    const value = Array.isArray(item) ? item[0] : item;
    if (!isText(value)) return [];
    const place = placeOf(value, [root, folder], defaults, tree);
    return place ?? packages.find(({ name }) => name === value.text)?.folder ?? [];
  });
  return {
    ...{ folder, config, root, source, bundlerRoot, isNewer, extended, defaults },
    own: aliasesIn(options.get(option.alias)),
    ofBundler: [...options.values()].flatMap((value) => aliasesIn(valueAt(value, ['resolve', 'alias']))),
  };
}

/** How often a key is read inside a value. */
function countKeys(name: string, value: WrittenValue): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countKeys(name, item), 0);
  if (!(value instanceof Map)) return 0;
  return [...value].reduce((sum, [key, inner]) => sum + Number(key === name) + countKeys(name, inner), 0);
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
  defaults: AliasTable,
  { find }: WrittenTree,
): TreePath | undefined {
  if (!isText(value)) return undefined;
  const text = withoutStar(value.text);
  if (value.from !== undefined) return placeAt(value.from, text);
  const [alias = ''] = text.split('/', 1);
  const behind = defaults.get(alias);
  if (behind !== undefined) return placeAt(behind, text.slice(alias.length + 1));
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
  { facts, folders, names }: Catalogue,
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
