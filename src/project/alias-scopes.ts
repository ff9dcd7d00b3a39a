import { placeAt } from '../config/places.ts';
import type { AliasTable } from './aliases.ts';
import type { MoveMap } from './moves.ts';
import type { AliasScope } from './references/world.ts';
import { remembered } from './remembered.ts';
import { parentOf, type TreePath } from './snapshot.ts';
import type { Tree } from './tree.ts';
import type { TsConfig } from './ts-configs.ts';

/** A folder whose files share the aliases of a project; their places are paths of the tree. */
export interface ProjectScope {
  readonly folder: TreePath;
  readonly before: AliasTable;
  readonly after: AliasTable;
  readonly newer: boolean;
}

/** Finds the aliases that the files of a folder are read with. */
export type ScopeFinder = (folder: TreePath) => AliasScope;

export interface ScopeSources {
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
  return { before, after, guessed, newer: (project ?? outer).newer };
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
