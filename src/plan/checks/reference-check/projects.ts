import type { Catalogue } from '../../../catalogue/index.ts';
import type { Names } from '../../../catalogue/names.ts';
import { ConfigPath } from '../../../config/change.ts';
import { openConfig } from '../../../config/document.ts';
import type { Lookup } from '../../../config/lookup.ts';
import { isRelativePath, placeAt } from '../../../config/paths.ts';
import { ifReadable } from '../../../config/problem.ts';
import { bundlerAliasEntries } from '../../../project/aliases.ts';
import { isUnset } from '../../../project/bases.ts';
import { configNames } from '../../../project/discover.ts';
import { memo } from '../../../project/memo.ts';
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
  /** The default aliases, those of this config, and other ones of all projects. */
  readonly aliases: AliasTable;
}

/** Whether Variant A reads the project in a folder; undefined if that is not settled. */
type IsNewer = (folder: TreePath) => boolean | undefined;

/** Finds every project of a tree, with its folders and aliases, from the texts and paths of the tree alone. */
export function readProjects(
  tree: WrittenTree,
  catalogue: Catalogue,
  isNewer: IsNewer,
): ReadonlyMap<TreePath, WrittenProject> {
  const { facts, names } = catalogue;
  const configs = configNames(names)
    .toReversed()
    .flatMap((name) => tree.paths.filter((path) => path === name || path.endsWith(`/${name}`)));
  const asksForNewer = createVersionReader(tree, names);
  const read = new Map(
    configs.map((path) => [parentOf(path), readProject(path, tree, catalogue, { isNewer, asksForNewer })]),
  );
  const layers = [...read.keys()].map((folder): Alias => {
    return [`${facts.layerAlias}/${folder.replace(/^.*\//, '')}`, folder];
  });
  // Projects and layers share their aliases, and any project may be a layer.
  const shared = [...layers, ...[...read.values()].flatMap(({ own }) => own)];
  return new Map(
    Array.from(read, ([folder, { own, defaults, others, ...project }]) => {
      // Reversed, because the last entry of a map wins, but the first alias of a name takes precedence.
      const aliases = new Map([...own, ...defaults, ...others, ...shared].toReversed());
      return [folder, { ...project, aliases }];
    }),
  );
}

interface ReadProject extends Omit<WrittenProject, 'aliases'> {
  readonly defaults: readonly Alias[];
  readonly own: readonly Alias[];
  /** The aliases of override blocks and of the bundler. */
  readonly others: readonly Alias[];
}

function readProject(
  config: TreePath,
  tree: WrittenTree,
  catalogue: Catalogue,
  { isNewer: settled, asksForNewer }: { readonly isNewer: IsNewer; asksForNewer(folder: TreePath): boolean },
): ReadProject {
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
  const isNewer = settled(folder) ?? shown ?? (stated === a || asksForNewer(folder));
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
  const aliasesIn = (entries: readonly { readonly name: string; readonly lookup: Lookup }[]) =>
    entries.flatMap(({ name, lookup }): Alias[] => {
      const place = placeIn(lookup, folder, targetOf);
      const text = lookup.kind === 'static' ? lookup.value : undefined;
      const isPackage = place === undefined && typeof text === 'string' && /^@?\w/.test(text);
      return isPackage ? [] : [[withoutStar(name), place]];
    });
  const scopes = document?.scopes ?? [];
  const writtenIn = (isBase: boolean) =>
    scopes
      .filter(({ block }) => (block === '') === isBase)
      .flatMap((scope) => scope.entries(option.alias)?.list ?? [])
      .map(({ key, lookup }) => ({ name: String(key), lookup }));
  return {
    ...{ folder, config, root, source, bundlerRoot, isNewer, defaults },
    own: aliasesIn(writtenIn(true)),
    others: aliasesIn([...writtenIn(false), ...scopes.flatMap(bundlerAliasEntries)]),
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
