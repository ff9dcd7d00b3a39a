import { memo } from '../../../base/memo.ts';
import { isRelativePath, placeAt } from '../../../base/paths.ts';
import type { Catalogue } from '../../../catalogue/index.ts';
import type { Names } from '../../../catalogue/names.ts';
import { ConfigPath } from '../../../config/change.ts';
import { openConfig } from '../../../config/document.ts';
import type { Lookup } from '../../../config/lookup.ts';
import { ifReadable } from '../../../config/problem.ts';
import { bundlerAliasEntries } from '../../../project/aliases.ts';
import { isUnset } from '../../../project/bases.ts';
import { configNames } from '../../../project/discover.ts';
import { readPackageJson, workspaceFile } from '../../../project/package-json.ts';
import { parentOf, type TreePath } from '../../../project/snapshot.ts';
import type { WrittenTree } from './trees.ts';

/** The targets of aliases; undefined if a definition cannot be read. */
export type AliasTable = ReadonlyMap<string, TreePath | undefined>;

export type Alias = readonly [name: string, place: TreePath | undefined];

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
  /** The aliases that the config defines, and the default ones. */
  readonly aliases: AliasTable;
  /** The aliases that other projects may use, any of which may extend this one as a layer. */
  readonly shared: AliasTable;
}

/**
 * Finds every project of a tree, with its folders and aliases, from the texts and paths of the tree alone. `settled`
 * tells whether Variant A reads the project in a folder, where that is settled.
 */
export function readProjects(
  tree: WrittenTree,
  catalogue: Catalogue,
  settled: (folder: TreePath) => boolean | undefined,
): WrittenProject[] {
  const configs = configNames(catalogue.names)
    .toReversed()
    .flatMap((name) => tree.paths.filter((path) => path === name || path.endsWith(`/${name}`)));
  const asksForNewer = createVersionReader(tree, catalogue.names);
  const isNewer: VariantReader = (folder, shown) => settled(folder) ?? shown ?? asksForNewer(folder);
  const byFolder = new Map(configs.map((path) => [parentOf(path), path]));
  return [...byFolder.values()].map((config) => readProject(config, tree, catalogue, isNewer));
}

/** Whether Variant A reads the project in a folder; `shown` is what the config and the files show. */
type VariantReader = (folder: TreePath, shown: boolean | undefined) => boolean;

function readProject(
  config: TreePath,
  tree: WrittenTree,
  catalogue: Catalogue,
  variantOf: VariantReader,
): WrittenProject {
  const { path: option, facts, names } = catalogue;
  const folder = parentOf(config);
  const document = ifReadable(() =>
    openConfig(tree.read(config) ?? '', { filename: config, read: tree.read, catalogue }),
  );
  /** The folder that an option names; undefined if it is computed. */
  const folderIn = (name: string, base: TreePath, fallback: TreePath): TreePath | undefined => {
    const lookup = document?.lookup(name);
    if (!lookup || lookup.kind === 'dynamic') return undefined;
    return isUnset(lookup) ? fallback : placeIn(lookup, folder, (text) => placeAt(base, text));
  };
  const writtenRoot = folderIn(option.rootDir, folder, folder);
  const root = writtenRoot ?? folder;
  const version = document?.lookup(option['future.compatibilityVersion']);
  const isSet = !isUnset(document?.lookup(option.srcDir) ?? { kind: 'absent' });
  const shown = isSet ? undefined : hasMoved(root, tree, catalogue);
  const { a, b } = names.generations;
  const stated = version?.kind === 'static' ? version.value : undefined;
  const isNewer = variantOf(folder, shown ?? (stated === a || undefined));
  const hasVersion = version?.kind === 'absent' || stated === a || stated === b;
  const isKnown = writtenRoot !== undefined && (isSet || hasVersion);
  const usual = isNewer ? placeAt(root, facts.sourceDirA) : root;
  const source = isKnown ? folderIn(option.srcDir, root, usual) : undefined;
  const variant = isNewer ? 'a' : 'b';
  const bundlerRoot = facts.bundlerRoot[variant] === 'source' ? source : root;
  const defaults = facts.aliases[variant].map(({ name, place }): Alias => {
    const base = place.base === 'root' ? root : source;
    return [name, base === undefined ? undefined : placeAt(base, place.path)];
  });
  const known = new Map([...defaults, ['', bundlerRoot ?? root]]);
  /** The target of an alias: behind another alias, or in the first folder that has it. */
  const targetOf = (text: string): TreePath | undefined => {
    const path = withoutStar(text);
    const [alias = ''] = path.split('/', 1);
    const behind = known.get(alias);
    if (behind !== undefined) return placeAt(behind, path.slice(alias.length + 1));
    if (!isRelativePath(path)) return undefined;
    return [source ?? root, root].map((base) => placeAt(base, path)).find((at) => tree.find(at).length > 0);
  };
  const aliasOf = (name: string, lookup: Lookup): Alias[] => {
    const place = placeIn(lookup, folder, targetOf);
    const text = lookup.kind === 'static' ? lookup.value : undefined;
    const isPackage = place === undefined && typeof text === 'string' && /^@?\w/.test(text);
    return isPackage ? [] : [[withoutStar(name), place]];
  };
  const scopes = document?.scopes ?? [];
  const writtenIn = (isBase: boolean) =>
    scopes
      .filter(({ block }) => (block === '') === isBase)
      .flatMap((scope) => scope.entries(option.alias)?.list ?? [])
      .flatMap(({ key, lookup }) => aliasOf(String(key), lookup));
  const bundled = scopes.flatMap(bundlerAliasEntries).flatMap(({ name, lookup }) => aliasOf(name, lookup));
  const own = writtenIn(true);
  const layer: Alias = [`${facts.layerAlias}/${folder.replace(/^.*\//, '')}`, folder];
  return {
    ...{ folder, config, root, source, bundlerRoot, isNewer },
    // Reversed, because the last entry of a map wins, but the first alias of a name takes precedence.
    aliases: new Map([...own, ...defaults, ...writtenIn(false), ...bundled].toReversed()),
    shared: new Map([...own, layer].toReversed()),
  };
}

/** The place in an option: of a path expression, or of a text as `read` resolves it. */
function placeIn(
  lookup: Lookup,
  folder: TreePath,
  read: (text: string) => TreePath | undefined,
): TreePath | undefined {
  const value = lookup.kind === 'static' ? lookup.value : undefined;
  if (value instanceof ConfigPath) return placeAt(folder, value.place);
  return typeof value === 'string' ? read(value) : undefined;
}

/** The text without the star at its end. */
export function withoutStar(text: string): string {
  return text.replace(/\/?\*$/, '');
}

/** Tells whether package.json asks for Variant A: the nearest one that decides it. */
function createVersionReader(tree: WrittenTree, names: Names): (folder: TreePath) => boolean {
  const answers = new Map<TreePath, boolean>();
  const asksForNewer = (folder: TreePath): boolean =>
    memo(answers, folder, () => {
      const path = placeAt(folder, 'package.json');
      const workspace = tree.read(placeAt(folder, workspaceFile));
      const generation = readPackageJson(path, tree.read(path) ?? '', names, workspace)?.generation;
      return generation === undefined && folder !== '' ? asksForNewer(parentOf(folder)) : generation === 'a';
    });
  return asksForNewer;
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
