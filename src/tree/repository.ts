/** A snapshot together with what is derived from it once: its tree, its packages, and which file imports which. */

import { posix } from 'node:path';
import { groupedBy } from '../base/grouped.ts';
import { copied, lazy, memo, memoLast } from '../base/memo.ts';
import { baseName, isSigned, placeAt } from '../base/paths.ts';
import { extensionsOf, withoutExtension } from '../catalogue/extensions.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { Names } from '../catalogue/names.ts';
import type { FindImporters } from '../config/source.ts';
import { createOwnerFinder, isConfigFile } from './discover.ts';
import {
  type ImportableName,
  type PackageJson,
  readPackageJson,
  workspaceFile,
} from './package-json.ts';
import { knownName, parentOf, type Snapshot, type TreePath, textIn } from './snapshot.ts';
import { withStatedFacts } from './stated-facts.ts';
import { holdsCode } from './syntax/code.ts';
import { createTree } from './tree.ts';
import { createPackageFinder } from './used-packages.ts';

/** A snapshot with everything that is derived from it. */
export type Repository = Readonly<ReturnType<typeof openRepository>>;

export function openRepository(snapshot: Snapshot, given: Catalogue) {
  const { names } = given;
  const tree = createTree(snapshot);
  const readText = (path: TreePath) =>
    tree.kindOf(path) === 'file' ? textIn(snapshot, tree.spelled(path)) : undefined;
  const packages = new Map<TreePath, PackageJson>();
  for (const { path } of snapshot.files) {
    if (knownName(baseName(path), tree) !== 'package.json') continue;
    const text = readText(path);
    if (text === undefined) continue;
    const folder = parentOf(path);
    const read = readPackageJson(path, text, names, readText(placeAt(folder, workspaceFile)));
    if (read) packages.set(folder, read);
  }
  const packageFolders = new Map(
    [...packages].flatMap(([folder, { name }]) => (name ? [[name, folder] as const] : [])),
  );
  const projects = snapshot.files.filter(({ path }) => isConfigFile(path, names, tree));
  const rootOf = createOwnerFinder([
    ...packages.keys(),
    ...projects.map(({ path }) => parentOf(path)),
  ]);
  const usedPackage = createPackageFinder(snapshot, packageFolders, names.package);
  const configs = projects.map(({ path }) => path);
  const modules = { snapshot, packages, usedPackage };
  const { catalogue, ...stated } = withStatedFacts(given, configs, modules);
  return {
    /** The catalogue, with the facts of modules. */
    catalogue,
    ...stated,
    snapshot,
    tree,
    /** The packages by their folder. */
    packages: packages as ReadonlyMap<TreePath, PackageJson>,
    /** The folders of packages by name. */
    packageFolders,
    /** The names that packages of the repository let others import. */
    importable: importableIn(packages).map((name) => ({
      ...name,
      places: name.places.map(tree.spelled),
    })),
    /** The package with a name that a project uses. */
    usedPackage,
    /** The text of a file; undefined if it does not exist, or is not UTF-8. */
    readText,
    /** The kind of a file. Every step of a search asks for it. */
    fileKind: memoLast((path: TreePath) => {
      const isPackage =
        packages.has(parentOf(path)) && knownName(baseName(path), tree) === 'package.json';
      const spelled = isPackage ? placeAt(parentOf(path), 'package.json') : path;
      return catalogue.fileKind(spelled, rootOf(path));
    }),
    importersOf: createImporterFinder(snapshot, readText, names),
  };
}

/** The importable names of packages with unique names, without the root package, which is not installed. */
function importableIn(packages: ReadonlyMap<TreePath, PackageJson>): ImportableName[] {
  const inner = [...packages].filter(([folder]) => folder !== '');
  const byName = groupedBy(inner, ([, { name }]) => name);
  return [...byName.values()].flatMap(([[, first], ...others]) =>
    others.length > 0 ? [] : first.importable,
  );
}

/**
 * Finds the files that import another file, by searching their texts. Relative imports of the framework's configs
 * do not count, because what they import is changed for all of them.
 */
function createImporterFinder(
  snapshot: Snapshot,
  read: (path: TreePath) => string | undefined,
  names: Names,
): FindImporters {
  const importers = new Map<TreePath, readonly TreePath[]>();
  const importsOf = (path: TreePath): string[] => {
    const specifiers = specifiersIn(knownName(read(path) ?? '', snapshot));
    return isConfigFile(path, names) ? specifiers.filter(isSigned) : specifiers;
  };
  // All texts are read at most once, however many files are looked up.
  const imports = lazy(() =>
    snapshot.files.flatMap(({ path }) =>
      holdsCode(path) ? [{ path, specifiers: importsOf(path).map(copied) }] : [],
    ),
  );
  return (path) =>
    memo(importers, path, () => {
      const target = withoutEnding(knownName(path, snapshot));
      // A plain search excludes most specifiers much faster.
      const mayImport = (specifier: string, file: TreePath) =>
        specifier.includes(baseName(target)) &&
        mayName(specifier, knownName(parentOf(file), snapshot), target);
      return imports().flatMap(({ path: file, specifiers }) =>
        file !== path && specifiers.some((specifier) => mayImport(specifier, file)) ? [file] : [],
      );
    });
}

/** The strings in a text that are relative paths, or start with an alias. */
function specifiersIn(text: string): string[] {
  const matches = text.matchAll(/(['"`])((?:\.|[^\w\s'"`./]+\w*\/)[^\s'"`]*)\1/g);
  return Array.from(matches, ([, , specifier = '']) => specifier);
}

/** Whether a specifier may refer to a file. Only the path after an alias counts: aliases are still unknown. */
function mayName(specifier: string, folder: TreePath, target: string): boolean {
  if (!isSigned(specifier)) return withoutEnding(posix.join(folder, specifier)) === target;
  const inner = withoutEnding(specifier.slice(specifier.indexOf('/') + 1));
  return `/${target}`.endsWith(`/${inner}`);
}

function withoutEnding(path: string): string {
  return withoutExtension(path, extensionsOf('script')).replace(/\/(?:index)?$/, '');
}
