import { placeAt } from '../config/places.ts';
import type { AliasTable } from './aliases.ts';
import { childrenOf, membersAt, parseJson, textAt, valueAt } from './json.ts';
import type { MoveMap } from './moves.ts';
import { aliasName, isTsConfig } from './references/json-files.ts';
import { type AliasScope, meaningKey } from './references/reference.ts';
import { remembered } from './remembered.ts';
import type { ImportableName, Repository } from './repository.ts';
import { parentOf, type TreePath } from './snapshot.ts';
import type { Tree } from './tree.ts';

/** A folder whose files share the aliases of a project; their places are paths of the tree. */
export interface ProjectScope extends Omit<AliasScope, 'guessed'> {
  readonly folder: TreePath;
}

/** Finds the aliases that the files of a folder are read with. */
export type ScopeFinder = (folder: TreePath) => AliasScope;

/** What aliases depend on. */
export interface ScopeSources {
  readonly projects: readonly ProjectScope[];
  readonly tsConfigs: ReadonlyMap<TreePath, TsConfig>;
  readonly importable: readonly ImportableName[];
  readonly tree: Tree;
  readonly moves: MoveMap;
}

/** A project's aliases count in its folder, those of a tsconfig in the folder of that; nearer ones first. */
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
  const known = new Map<TreePath, AliasScope>();
  const find = (folder: TreePath): AliasScope =>
    remembered(known, folder, () => {
      const outer = folder === '' ? { ...packages, meanings } : find(parentOf(folder));
      return narrowed(outer, folder, projects.get(folder), paths.get(folder), packages, sources);
    });
  return find;
}

/** Every name that any scope has an alias for, now or if other folders move. */
export function* aliasNames({ projects, tsConfigs, importable }: ScopeSources): Iterable<string> {
  for (const { name } of importable) yield name;
  for (const { before } of projects) yield* before.keys();
  for (const { aliases } of tsConfigs.values()) for (const { name } of aliases) yield name;
}

/**
 * What is imported from packages in which something moves: the others are imported as before. A name may be one of
 * another registry. What `exports` names counts before the paths of a tsconfig, since its texts are updated in place.
 */
function movedPackages({ importable, moves }: ScopeSources): AliasScope {
  const comesApart = (place: TreePath) => moves.partsOf(place).length > 0;
  const before = new Map(
    importable.flatMap(({ name, folder, places: [place = '', ...others] }) => {
      const isKnown = others.length === 0 || ![place, ...others].some(comesApart);
      return isKnown && comesApart(folder) ? [[name, place] as const] : [];
    }),
  );
  const after = new Map([...before].map(([name, place]) => [name, moves.after(place)]));
  return { before, after, guessed: new Set(before.keys()), newer: false };
}

function narrowed(
  outer: AliasScope,
  folder: TreePath,
  project: ProjectScope | undefined,
  paths: AliasTable | undefined,
  packages: AliasScope,
  { tree, moves }: ScopeSources,
): AliasScope {
  // A package inside a project has aliases of its own; the project's are only a guess there.
  const isPackage = !project && folder !== '' && tree.kindOf(placeAt(folder, 'package.json')) === 'file';
  if (!project && !paths && !(isPackage && outer.before.size > 0)) return outer;
  // What a project calls by the name of a package is its own.
  const before = new Map(project ? [...packages.before, ...project.before] : outer.before);
  const after = new Map(project ? [...packages.after, ...project.after] : outer.after);
  const named = project && [...packages.guessed].filter((name) => !project.before.has(name));
  const guessed = new Set(named ?? (isPackage ? outer.before.keys() : outer.guessed));
  for (const [name, place] of paths ?? []) {
    // The bundler reads a project's sources, and knows the project's aliases alone.
    if (project?.before.has(name)) continue;
    guessed.delete(name);
    before.set(name, place);
    // What a project means by the name at this place, it means afterwards too.
    after.set(name, outer.meanings?.get(meaningKey(name, place)) ?? moves.after(place));
  }
  const { newer, slash, users } = project ?? outer;
  return { before, after, slash, guessed, newer, meanings: outer.meanings, users };
}

/** The aliases of the tsconfigs in each folder, also those that they take from one another. */
function tsConfigAliases({ tsConfigs }: ScopeSources): Map<TreePath, AliasTable> {
  const tables = new Map<TreePath, Map<string, TreePath>>();
  for (const [path, { aliases }] of tsConfigs) {
    for (const { name, place } of aliases) {
      const table = remembered(tables, parentOf(path), () => new Map<string, TreePath>());
      if (!table.has(name)) table.set(name, place);
    }
  }
  return tables;
}

/** A tsconfig: the aliases that count in it, and the local files it extends. */
export interface TsConfig {
  readonly aliases: readonly { readonly name: string; readonly place: TreePath }[];
  readonly parents: readonly TreePath[];
  /** The folder that it reads its own `paths` from, if that is another one than its own. */
  readonly base: TreePath | undefined;
}

/** Every tsconfig of a repository: those that are called so, and what they extend, whatever its name. */
export function findTsConfigs({ snapshot, tree, readText }: Repository): ReadonlyMap<TreePath, TsConfig> {
  const texts = new Map<TreePath, WrittenTsConfig>();
  const pending = snapshot.files.flatMap(({ path }) => (isTsConfig(path) ? [path] : []));
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const text = texts.has(path) ? undefined : readText(path);
    const read = text === undefined ? undefined : readTsConfig(text, parentOf(path));
    if (!read) continue;
    const parents = read.parents.map((place) => (tree.kindOf(place) === 'file' ? place : `${place}.json`));
    texts.set(path, { ...read, parents });
    pending.push(...parents);
  }
  const known = new Map<TreePath, InheritedOptions>();
  return new Map(
    [...texts].map(([path, { parents }]) => {
      const { paths, baseUrl } = inherited(path, texts, known);
      const aliases = (paths?.targets ?? []).map(({ name, target }) => ({
        name,
        place: placeAt(baseUrl ?? paths?.folder ?? '', target),
      }));
      return [path, { aliases, parents, base: baseUrl }];
    }),
  );
}

/** What counts in a tsconfig, wherever it is written. */
interface InheritedOptions {
  readonly paths?: PathTargets | undefined;
  readonly baseUrl?: TreePath | undefined;
}

/** What a tsconfig says itself. */
interface WrittenTsConfig extends InheritedOptions {
  readonly parents: readonly TreePath[];
}

/** The aliases of `paths`, and the folder of the file that has them. */
interface PathTargets {
  readonly folder: TreePath;
  readonly targets: readonly { readonly name: string; readonly target: string }[];
}

/** Longer chains are not written by hand, and would run out of stack. */
export const deepestExtends = 100;

/** Of what a file extends, later files replace earlier ones, and the file itself all of them: option by option. */
function inherited(
  path: TreePath,
  texts: ReadonlyMap<TreePath, WrittenTsConfig>,
  known: Map<TreePath, InheritedOptions>,
  depth = 0,
): InheritedOptions {
  const found = known.get(path);
  if (found || depth > deepestExtends) return found ?? {};
  // Files that extend each other in a circle end here.
  known.set(path, {});
  const own = texts.get(path);
  const above = (own?.parents ?? []).map((parent) => inherited(parent, texts, known, depth + 1));
  const all = [...above, own ?? {}].toReversed();
  const result = {
    paths: all.find(({ paths }) => paths)?.paths,
    baseUrl: all.find(({ baseUrl }) => baseUrl !== undefined)?.baseUrl,
  };
  known.set(path, result);
  return result;
}

function readTsConfig(text: string, folder: TreePath): WrittenTsConfig | undefined {
  const root = parseJson(text);
  if (root?.kind !== 'object') return undefined;
  const base = textAt(root, 'compilerOptions', 'baseUrl');
  const paths = valueAt(root, 'compilerOptions', 'paths');
  // The alias of a folder counts before an entry for its name alone.
  const entries = membersAt(paths).toSorted(
    (one, other) => Number(other.key.endsWith('*')) - Number(one.key.endsWith('*')),
  );
  const targets = entries.flatMap(({ key, value }) => {
    const [first] = childrenOf(value);
    // A star inside a name (`@ui-*`) makes no alias as the framework has them.
    if (first?.kind !== 'string' || !/^[^*]+?(?:\/\*)?$/.test(key)) return [];
    return [{ name: aliasName(key), target: first.text.replace(/\*$/, '') }];
  });
  const parent = valueAt(root, 'extends');
  const parents = (parent?.kind === 'string' ? [parent] : parent ? childrenOf(parent) : []).flatMap((one) =>
    one.kind === 'string' && one.text.startsWith('.') ? [placeAt(folder, one.text)] : [],
  );
  return {
    paths: paths?.kind === 'object' ? { folder, targets } : undefined,
    baseUrl: base === undefined ? undefined : placeAt(folder, base),
    parents,
  };
}
