import { memo } from '../../../base/memo.ts';
import { isRelativePath, placeAt } from '../../../base/paths.ts';
import type { Catalogue } from '../../../catalogue/index.ts';
import { ConfigPath } from '../../../config/change.ts';
import { type ConfigDocument, openConfig } from '../../../config/document.ts';
import type { Lookup } from '../../../config/lookup.ts';
import { ifReadable } from '../../../config/problem.ts';
import { bundlerAliasEntries } from '../../../project/aliases.ts';
import { compatibilityOf, isUnset } from '../../../project/bases.ts';
import { configNames } from '../../../project/discover.ts';
import { type PackageJson, readPackageJson, workspaceFile } from '../../../project/package-json.ts';
import { parentOf, type TreePath } from '../../../project/snapshot.ts';
import type { FileMatcher } from '../../../project/tree-after.ts';

/** The files of a repository at one moment. */
export interface WrittenTree {
  readonly paths: readonly TreePath[];
  /** Where a file was before the run. */
  originOf(path: TreePath): TreePath;
  /** The files and folders that a path may resolve to, with its extension or without. */
  find(place: TreePath): readonly TreePath[];
  readonly matched: FileMatcher;
  read(path: TreePath): string | undefined;
}

/** The targets of aliases; undefined if a definition cannot be read. */
export type AliasTable = ReadonlyMap<string, TreePath | undefined>;

export type Alias = readonly [name: string, place: TreePath | undefined];

/** Where the files of a project are; undefined if the config computes it. */
interface ProjectFolders {
  readonly folder: TreePath;
  readonly root: TreePath;
  readonly source: TreePath | undefined;
  /** The folder of paths that start with a slash. */
  readonly bundlerRoot: TreePath | undefined;
  /** Whether Variant A reads the project. */
  readonly isNewer: boolean;
}

/** A project as its config and files show it. */
export interface WrittenProject extends ProjectFolders {
  /** The aliases that the config defines, and the default ones. */
  readonly aliases: AliasTable;
  /** The aliases that other projects may use, any of which may extend this one as a layer. */
  readonly shared: AliasTable;
}

/** Reads projects from the texts and paths of a tree alone. */
export class ProjectReader {
  readonly #tree: WrittenTree;
  readonly #catalogue: Catalogue;
  readonly #packages = new Map<TreePath, PackageJson | undefined>();

  constructor(tree: WrittenTree, catalogue: Catalogue) {
    this.#tree = tree;
    this.#catalogue = catalogue;
  }

  /**
   * Every project, by the path of its config before the run. `settled` tells whether Variant A reads the project of
   * such a config, where that is settled.
   */
  projects(settled: (config: TreePath) => boolean | undefined): Map<TreePath, WrittenProject> {
    const { paths, originOf, read } = this.#tree;
    const configs = configNames(this.#catalogue.names)
      .toReversed()
      .flatMap((name) => paths.filter((path) => path === name || path.endsWith(`/${name}`)));
    const byFolder = new Map(configs.map((path) => [parentOf(path), path]));
    return new Map(
      Array.from(byFolder, ([folder, filename]) => {
        const origin = originOf(filename);
        const options = { filename, read, catalogue: this.#catalogue };
        const document = ifReadable(() => openConfig(read(filename) ?? '', options));
        const folders = this.#folders(folder, document, settled(origin));
        return [origin, { ...folders, ...this.#aliases(folders, document) }];
      }),
    );
  }

  /** The names by which a package is imported: of several conditions, the first one is used. */
  importableIn(folder: TreePath): Alias[] {
    const { name: own, importable = [] } = this.#packageIn(folder) ?? {};
    const names = importable.map(({ name, places: [place = ''] }): Alias => [name, place]);
    return own === undefined ? [] : [[own, folder], ...names];
  }

  #packageIn(folder: TreePath): PackageJson | undefined {
    const { read } = this.#tree;
    return memo(this.#packages, folder, () => {
      const path = placeAt(folder, 'package.json');
      const workspace = read(placeAt(folder, workspaceFile));
      return readPackageJson(path, read(path) ?? '', this.#catalogue.names, workspace);
    });
  }

  #folders(
    folder: TreePath,
    document: ConfigDocument | undefined,
    settled: boolean | undefined,
  ): ProjectFolders {
    const { path: option, facts } = this.#catalogue;
    /** The folder that an option names; undefined if it is computed. */
    const folderIn = (name: string, base: TreePath, fallback: TreePath): TreePath | undefined => {
      const lookup = document?.lookup(name);
      if (!lookup || lookup.kind === 'dynamic') return undefined;
      return isUnset(lookup) ? fallback : placeIn(lookup, folder, (text) => placeAt(base, text));
    };
    const writtenRoot = folderIn(option.rootDir, folder, folder);
    const root = writtenRoot ?? folder;
    const isSet = document !== undefined && !isUnset(document.lookup(option.srcDir));
    const compatibility = document ? compatibilityOf(document) : 'unknown';
    const shown = isSet ? undefined : this.#hasMoved(root);
    const isNewer = settled ?? shown ?? (compatibility === 'a' || this.#asksForNewer(folder));
    const isKnown = writtenRoot !== undefined && (isSet || compatibility !== 'unknown');
    const usual = isNewer ? placeAt(root, facts.sourceDirA) : root;
    const source = isKnown ? folderIn(option.srcDir, root, usual) : undefined;
    const bundlerRoot = facts.bundlerRoot[isNewer ? 'a' : 'b'] === 'source' ? source : root;
    return { folder, root, source, bundlerRoot, isNewer };
  }

  #aliases(
    { folder, root, source, bundlerRoot, isNewer }: ProjectFolders,
    document: ConfigDocument | undefined,
  ): Pick<WrittenProject, 'aliases' | 'shared'> {
    const { path: option, facts } = this.#catalogue;
    const defaults = facts.aliases[isNewer ? 'a' : 'b'].map(({ name, place }): Alias => {
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
      const places = isRelativePath(path) ? [source ?? root, root].map((base) => placeAt(base, path)) : [];
      return places.find((place) => this.#tree.find(place).length > 0);
    };
    const aliasOf = (name: string, lookup: Lookup): Alias[] => {
      const place = placeIn(lookup, folder, targetOf);
      const text = lookup.kind === 'static' ? lookup.value : undefined;
      const isPackage = place === undefined && typeof text === 'string' && /^@?\w/.test(text);
      return isPackage ? [] : [[withoutStar(name), place]];
    };
    const scopes = document?.scopes ?? [];
    const written = (isBase: boolean) =>
      scopes
        .filter(({ block }) => (block === '') === isBase)
        .flatMap((scope) => scope.entries(option.alias)?.list ?? [])
        .flatMap(({ key, lookup }) => aliasOf(String(key), lookup));
    const bundled = scopes.flatMap(bundlerAliasEntries).flatMap(({ name, lookup }) => aliasOf(name, lookup));
    const own = written(true);
    const layer: Alias = [`${facts.layerAlias}/${folder.replace(/^.*\//, '')}`, folder];
    return {
      // Reversed, because the last entry of a map wins, but the first alias of a name takes precedence.
      aliases: new Map([...own, ...defaults, ...written(false), ...bundled].toReversed()),
      shared: new Map([...own, layer].toReversed()),
    };
  }

  /** Whether the nearest package.json that decides it asks for Variant A. */
  #asksForNewer(folder: TreePath): boolean {
    const generation = this.#packageIn(folder)?.generation;
    if (generation === undefined && folder !== '') return this.#asksForNewer(parentOf(folder));
    return generation === 'a';
  }

  /** Whether the sources are where Variant A has them; undefined if the files do not show it. */
  #hasMoved(root: TreePath): boolean | undefined {
    const { facts, folders, names } = this.#catalogue;
    const entriesOfSources = [...folders.ofSources.map(({ name }) => name), 'app.vue', 'error.vue'];
    const app = placeAt(root, facts.sourceDirA);
    const has = (folder: TreePath, entries: readonly string[]) =>
      entries
        .map((name) => placeAt(folder, name))
        .some((place) => place !== app && this.#tree.find(place).includes(place));
    const isNew = has(app, entriesOfSources) && !has(app, ['package.json', ...configNames(names)]);
    return has(root, entriesOfSources) === isNew ? undefined : isNew;
  }
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
