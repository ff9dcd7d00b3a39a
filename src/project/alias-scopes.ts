import { posix } from 'node:path';
import { placeAt } from '../config/places.ts';
import type { AliasTable } from './aliases.ts';
import { childrenOf, parseJson, valueAt } from './json.ts';
import type { MoveMap } from './moves.ts';
import { aliasName, isTsConfig } from './references/json-files.ts';
import type { AliasScope } from './references/reference.ts';
import { remembered } from './remembered.ts';
import type { Repository } from './repository.ts';
import { parentOf, type TreePath } from './snapshot.ts';
import type { Tree } from './tree.ts';

/** A folder whose files share the aliases of a project; their places are paths of the tree. */
export interface ProjectScope extends Omit<AliasScope, 'guessed'> {
  readonly folder: TreePath;
}

/** Finds the aliases that the files of a folder are read with. */
export type ScopeFinder = (folder: TreePath) => AliasScope;

interface ScopeSources {
  readonly projects: readonly ProjectScope[];
  readonly tsConfigs: ReadonlyMap<TreePath, TsConfig>;
  readonly tree: Tree;
  readonly moves: MoveMap;
}

/** A project's aliases count in its folder, those of a tsconfig in the folder of that; nearer ones first. */
export function createScopeFinder(sources: ScopeSources): ScopeFinder {
  const projects = new Map(sources.projects.map((project) => [project.folder, project]));
  const paths = tsConfigAliases(sources);
  const known = new Map<TreePath, AliasScope>();
  const find = (folder: TreePath): AliasScope =>
    remembered(known, folder, () => {
      const outer = folder === '' ? nowhere : find(parentOf(folder));
      return narrowed(outer, folder, projects.get(folder), paths.get(folder), sources);
    });
  return find;
}

const nowhere: AliasScope = { before: new Map(), after: new Map(), guessed: new Set(), newer: false };

function narrowed(
  outer: AliasScope,
  folder: TreePath,
  project: ProjectScope | undefined,
  paths: AliasTable | undefined,
  { tree, moves }: ScopeSources,
): AliasScope {
  // A package inside a project has aliases of its own; the project's are only a guess there.
  const isPackage = !project && folder !== '' && tree.kindOf(placeAt(folder, 'package.json')) === 'file';
  if (!project && !paths && !(isPackage && outer.before.size > 0)) return outer;
  const before = new Map(project ? project.before : outer.before);
  const after = new Map(project ? project.after : outer.after);
  const guessed = new Set(project ? [] : isPackage ? outer.before.keys() : outer.guessed);
  for (const [name, place] of paths ?? []) {
    // The bundler reads a project's sources, and knows the project's aliases alone.
    if (project?.before.has(name)) continue;
    guessed.delete(name);
    before.set(name, place);
    after.set(name, moves.after(place));
  }
  const { newer, slash } = project ?? outer;
  return { before, after, slash, guessed, newer };
}

/** The aliases of the tsconfigs in each folder, also those that they take from one another. */
function tsConfigAliases({ tsConfigs }: ScopeSources): Map<TreePath, AliasTable> {
  const tables = new Map<TreePath, Map<string, TreePath>>();
  for (const path of tsConfigs.keys()) {
    const folder = parentOf(path);
    for (const { name, place } of aliasesIn(path, tsConfigs, new Set())) {
      const table = remembered(tables, folder, () => new Map<string, TreePath>());
      if (!table.has(name)) table.set(name, place);
    }
  }
  return tables;
}

/** A file's own aliases replace those of the files that it extends; each of these is asked once. */
function aliasesIn(
  path: TreePath,
  tsConfigs: ScopeSources['tsConfigs'],
  seen: Set<TreePath>,
): TsConfig['aliases'] {
  const config = seen.has(path) ? undefined : tsConfigs.get(path);
  if (!config) return [];
  seen.add(path);
  if (config.aliases.length > 0) return config.aliases;
  return config.parents.flatMap((parent) => aliasesIn(parent, tsConfigs, seen));
}

/** A tsconfig: the aliases it defines, and the local files it extends. */
export interface TsConfig {
  readonly aliases: readonly { readonly name: string; readonly place: TreePath }[];
  readonly parents: readonly TreePath[];
}

/** Every tsconfig of a repository: those that are called so, and what they extend, whatever its name. */
export function findTsConfigs({ snapshot, tree, readText }: Repository): ReadonlyMap<TreePath, TsConfig> {
  const found = new Map<TreePath, TsConfig>();
  const pending = snapshot.files.flatMap(({ path }) => (isTsConfig(path) ? [path] : []));
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const text = found.has(path) ? undefined : readText(path);
    const read = text === undefined ? undefined : readTsConfig(text, parentOf(path));
    if (!read) continue;
    const parents = read.parents.map((place) => (tree.kindOf(place) === 'file' ? place : `${place}.json`));
    found.set(path, { ...read, parents });
    pending.push(...parents);
  }
  return found;
}

function readTsConfig(text: string, folder: TreePath): TsConfig | undefined {
  const root = parseJson(text);
  if (root?.kind !== 'object') return undefined;
  const base = valueAt(root, 'compilerOptions', 'baseUrl');
  const paths = valueAt(root, 'compilerOptions', 'paths');
  const aliases = (paths?.kind === 'object' ? paths.members : []).flatMap(({ key, value }) => {
    const [first] = childrenOf(value);
    // A star inside a name (`@ui-*`) makes no alias as the framework has them.
    if (first?.kind !== 'string' || !/^[^*]+?(?:\/\*)?$/.test(key)) return [];
    const target = posix.join(base?.kind === 'string' ? base.text : '.', first.text.replace(/\*$/, ''));
    return [{ name: aliasName(key), place: placeAt(folder, target) }];
  });
  const parent = valueAt(root, 'extends');
  const parents = (parent?.kind === 'string' ? [parent] : parent ? childrenOf(parent) : []).flatMap((one) =>
    one.kind === 'string' && one.text.startsWith('.') ? [placeAt(folder, one.text)] : [],
  );
  return { aliases, parents };
}
