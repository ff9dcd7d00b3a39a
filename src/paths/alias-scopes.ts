/**
 * The aliases that apply to the files of each folder, from projects, tsconfigs and packages. Those of a single config
 * are in aliases.ts.
 */

import { memo } from '../base/memo.ts';
import { placeAt } from '../base/paths.ts';
import { isTsConfig } from '../catalogue/file-kinds.ts';
import { membersAt, parseJson, textAt, valueAt, valuesIn } from '../tree/json.ts';
import type { MoveMap } from '../tree/moves.ts';
import type { ImportableName } from '../tree/package-json.ts';
import type { Repository } from '../tree/repository.ts';
import { parentOf, type TreePath } from '../tree/snapshot.ts';
import type { Tree } from '../tree/tree.ts';
import type { MovedTree } from '../tree/tree-after.ts';
import type { AliasTable } from './aliases.ts';
import { aliasName } from './references/json-files.ts';
import { type AliasScope, meaningKey } from './references/reference.ts';

/** A folder whose files share the aliases of a project; their places are paths of the tree. */
export interface ProjectScope extends Omit<AliasScope, 'guessed'> {
  readonly folder: TreePath;
  /** The source directory before and after; undefined if it is unknown. */
  readonly source: { readonly before: TreePath | undefined; readonly after: TreePath | undefined };
  /** Whether a folder directly in it has sources that are outside the source directory after the run. */
  leavesSources(folder: TreePath): boolean;
  /** Its aliases with places that are not known, and those places that they have without override blocks. */
  readonly unknown: { readonly names: ReadonlySet<string>; readonly likely: AliasTable };
}

/** Finds the aliases of the files in a folder. */
export type ScopeFinder = (folder: TreePath) => AliasScope;

/** Everything that defines aliases. */
export interface ScopeSources extends MovedTree {
  readonly projects: readonly ProjectScope[];
  readonly tsConfigs: ReadonlyMap<TreePath, TsConfig>;
  readonly importable: readonly ImportableName[];
}

/** Aliases of a project or tsconfig apply in its folder; nearer ones win. */
export function createScopeFinder(sources: ScopeSources): ScopeFinder {
  const projects = new Map(sources.projects.map((project) => [project.folder, project]));
  const paths = tsConfigAliases(sources);
  const packages = movedPackages(sources);
  const meanings = new Map(
    sources.projects.flatMap(({ before, after }) =>
      [...before].flatMap(([name, place]) => {
        const later = after.get(name);
        return later === undefined ? [] : [[meaningKey(name, place), later] as const];
      }),
    ),
  );
  const scopes = new Map<TreePath, AliasScope>();
  const find = (folder: TreePath): AliasScope =>
    memo(scopes, folder, () => {
      const outer = folder === '' ? { ...packages, meanings } : find(parentOf(folder));
      const project = projects.get(folder);
      // A package inside a project has its own aliases; the project's are only a guess there.
      const isPackage =
        !project &&
        folder !== '' &&
        sources.tree.kindOf(placeAt(folder, 'package.json')) === 'file';
      const layer = projects.get(parentOf(folder));
      const around = layer?.leavesSources(folder) && !isPackage ? agreedScope(outer) : outer;
      const inside = isPackage ? { ...around, guessed: new Set(around.before.keys()) } : around;
      const scope = project ? projectScope(project, outer, packages) : inside;
      const targets = paths.get(folder);
      // The bundler only knows the aliases of the project.
      return targets ? withTargets(scope, targets, project?.before, sources.moves) : scope;
    });
  return find;
}

/** The names of all aliases of any scope, including those that only matter if other folders move. */
export function* aliasNames({ projects, tsConfigs, importable }: ScopeSources): Iterable<string> {
  for (const { name } of importable) yield name;
  for (const { before } of projects) yield* before.keys();
  for (const { aliases } of tsConfigs.values()) for (const { name } of aliases) yield name;
}

/**
 * The import names of packages in which something moves. They are guesses, since a package of another registry
 * may have the same name. `exports` wins over the `paths` of a tsconfig, since its texts are updated in place.
 */
function movedPackages({ importable, moves }: ScopeSources): AliasScope {
  const isSplit = (place: TreePath) => moves.partsOf(place).length > 0;
  const before = new Map(
    importable.flatMap(({ name, folder, places: [place = '', ...otherPlaces] }) => {
      const isKnown = otherPlaces.length === 0 || ![place, ...otherPlaces].some(isSplit);
      return isKnown && isSplit(folder) ? [[name, place] as const] : [];
    }),
  );
  const after = new Map([...before].map(([name, place]) => [name, moves.after(place)]));
  return { before, after, guessed: new Set(before.keys()), newer: false };
}

/** The aliases in a project; they win over packages of the same name. */
function projectScope(
  project: ProjectScope,
  { meanings }: AliasScope,
  packages: AliasScope,
): AliasScope {
  const { newer, slash, users } = project;
  const before = new Map([...packages.before, ...project.before]);
  const after = new Map([...packages.after, ...project.after]);
  const guessed = new Set([...packages.guessed].filter((name) => !project.before.has(name)));
  return { before, after, slash, guessed, newer, meanings, users };
}

/** The aliases outside the sources of a layer: there, those of each project that extends it apply, too. */
function agreedScope(scope: AliasScope): AliasScope {
  const { after, users = [] } = scope;
  const isAgreed = ([name, place]: readonly [string, TreePath]) =>
    users.every((user) => (user.after.get(name) ?? place) === place);
  return users.length === 0 ? scope : { ...scope, after: new Map([...after].filter(isAgreed)) };
}

/** Adds the targets of tsconfigs, except for the names in `fixed`. */
function withTargets(
  scope: AliasScope,
  targets: AliasTable,
  fixed: AliasTable | undefined,
  moves: MoveMap,
): AliasScope {
  const defined = [...targets].filter(([name]) => !fixed?.has(name));
  // If a project defines the same alias for this place, the new place is that of the project.
  const later = defined.map(
    ([name, place]) =>
      [name, scope.meanings?.get(meaningKey(name, place)) ?? moves.after(place)] as const,
  );
  return {
    ...scope,
    before: new Map([...scope.before, ...defined]),
    after: new Map([...scope.after, ...later]),
    guessed: new Set(
      [...scope.guessed].filter((name) => !defined.some(([other]) => other === name)),
    ),
  };
}

/** The aliases of the tsconfigs in each folder, including inherited ones. */
function tsConfigAliases({ tsConfigs }: ScopeSources): Map<TreePath, AliasTable> {
  const tables = new Map<TreePath, Map<string, TreePath>>();
  for (const [path, { aliases }] of tsConfigs) {
    for (const { name, place } of aliases) {
      const table = memo(tables, parentOf(path), () => new Map<string, TreePath>());
      if (!table.has(name)) table.set(name, place);
    }
  }
  return tables;
}

/** An alias that a tsconfig defines. */
type TargetAlias = { readonly name: string; readonly place: TreePath };

/** A tsconfig: its effective aliases, and the local files it extends. */
export interface TsConfig {
  readonly aliases: readonly TargetAlias[];
  readonly parents: readonly TreePath[];
  /** The base folder of its own `paths`, if it is not the folder of the file. */
  readonly base: TreePath | undefined;
}

/** All tsconfigs among some files: those with that name, and all files that they extend. */
export function readTsConfigs(
  paths: readonly TreePath[],
  { readText, tree }: Pick<Repository, 'readText' | 'tree'>,
): ReadonlyMap<TreePath, TsConfig> {
  const texts = new Map<TreePath, WrittenTsConfig>();
  const pending = paths.filter(isTsConfig);
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const text = texts.has(path) ? undefined : readText(path);
    const read = text === undefined ? undefined : readTsConfig(text, parentOf(path), tree);
    if (!read) continue;
    const isWhole = (place: TreePath) => place.endsWith('.json') || readText(place) !== undefined;
    const parents = read.parents.map((place) =>
      tree.spelled(isWhole(place) ? place : `${place}.json`),
    );
    texts.set(path, { ...read, parents });
    pending.push(...parents);
  }
  return new Map(
    [...texts].map(([path, { parents }]) => {
      const written = writtenFor(path, texts);
      const base = written.find(({ baseUrl }) => baseUrl !== undefined)?.baseUrl;
      const aliases = written.find(({ aliasesFrom }) => aliasesFrom)?.aliasesFrom?.(base) ?? [];
      return [path, { aliases, parents, base }];
    }),
  );
}

/** The options in a tsconfig itself. */
interface WrittenTsConfig {
  readonly parents: readonly TreePath[];
  readonly baseUrl: TreePath | undefined;
  /** The aliases of `paths`, from a base folder or that of the file; undefined if it has no `paths`. */
  readonly aliasesFrom: ((base?: TreePath) => readonly TargetAlias[]) | undefined;
}

// Longer chains are not realistic.
const mostExtended = 100;

/** A tsconfig and all that it extends, by their priority: each before its parents, and later parents first. */
function writtenFor(
  path: TreePath,
  texts: ReadonlyMap<TreePath, WrittenTsConfig>,
): WrittenTsConfig[] {
  const found = new Set<WrittenTsConfig>();
  const pending = [path];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const written = texts.get(next);
    if (!written || found.has(written) || found.size > mostExtended) continue;
    found.add(written);
    pending.push(...written.parents);
  }
  return [...found];
}

function readTsConfig(
  text: string,
  folder: TreePath,
  { spelled }: Pick<Tree, 'spelled'>,
): WrittenTsConfig | undefined {
  const root = parseJson(text);
  if (root?.kind !== 'object') return undefined;
  const base = textAt(root, 'compilerOptions', 'baseUrl');
  const paths = valueAt(root, 'compilerOptions', 'paths');
  // The alias of a folder counts before an entry for its name alone.
  const entries = membersAt(paths).toSorted(
    (one, other) => Number(other.key.endsWith('*')) - Number(one.key.endsWith('*')),
  );
  const aliasesFrom = (from = folder) =>
    entries.flatMap(({ key, value }) => {
      const [first] = valuesIn(value);
      // A star inside a name (`@ui-*`) is not an alias in the framework's sense.
      if (first?.kind !== 'string' || !/^[^*]+?(?:\/\*)?$/.test(key)) return [];
      const place = spelled(placeAt(from, first.text.replace(/\*$/, '')));
      return [{ name: aliasName(key), place }];
    });
  const parent = valueAt(root, 'extends');
  const parents = (parent?.kind === 'string' ? [parent] : parent ? valuesIn(parent) : []).flatMap(
    (node) =>
      node.kind === 'string' && node.text.startsWith('.') ? [placeAt(folder, node.text)] : [],
  );
  return {
    aliasesFrom: paths?.kind === 'object' ? aliasesFrom : undefined,
    baseUrl: base === undefined ? undefined : spelled(placeAt(folder, base)),
    parents,
  };
}
