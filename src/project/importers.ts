import { posix } from 'node:path';
import type { Names } from '../catalogue/names.ts';
import type { FindImporters, Importer } from '../config/source.ts';
import { isSigned } from './aliases.ts';
import { isConfigFile } from './discover.ts';
import { once, remembered, rememberedText } from './remembered.ts';
import { parentOf, type Snapshot, type TreePath } from './snapshot.ts';
import { holdsCode } from './syntax/source.ts';

/**
 * Finds the files that import another one, by a glance at their texts. What other configs of the framework import is
 * changed for all of them, so they do not count.
 */
export function createImporterFinder(
  { files: all }: Snapshot,
  read: (path: TreePath) => string | undefined,
  names: Names,
): FindImporters {
  const known = new Map<TreePath, readonly Importer[]>();
  // All texts are read at most once, however many files are asked about.
  const importing = once(() => {
    const files = new Map<string, TreePath[]>();
    for (const { path } of all) {
      if (!holdsCode.test(path) || isConfigFile(path, names)) continue;
      const found = specifiersIn(read(path) ?? '').map((specifier) =>
        posix.basename(withoutEnding(specifier)),
      );
      for (const name of new Set(found)) rememberedText(files, name, () => []).push(path);
    }
    return files;
  });
  return (path) =>
    remembered(known, path, () => {
      const target = withoutEnding(path);
      const others = importing().get(posix.basename(target)) ?? [];
      return others.flatMap((other) => (other === path ? [] : importsIn(read(other) ?? '', other, target)));
    });
}

function importsIn(text: string, path: TreePath, target: string): Importer[] {
  const folder = parentOf(path);
  const specifiers = specifiersIn(text).filter((specifier) => mayName(specifier, folder, target));
  if (specifiers.length === 0) return [];
  const isComponent = path.endsWith('.vue');
  const code = isComponent ? scriptsIn(text) : text;
  return [...new Set(specifiers)].map((specifier) => ({ path, specifier, code, isComponent }));
}

/** Relative paths, and those behind an alias. */
function specifiersIn(text: string): string[] {
  const found = text.matchAll(/(['"`])((?:\.|[^\w\s'"`./]+\w*\/)[^\s'"`]*)\1/g);
  return Array.from(found, ([, , specifier = '']) => specifier);
}

/** Which folder an alias means is not known yet: every file whose path ends with the rest of the text may be meant. */
function mayName(specifier: string, folder: TreePath, target: string): boolean {
  if (!isSigned(specifier)) return withoutEnding(posix.join(folder, specifier)) === target;
  const rest = withoutEnding(specifier.slice(specifier.indexOf('/') + 1));
  return `/${target}`.endsWith(`/${rest}`);
}

function withoutEnding(path: string): string {
  return path.replace(/\.(?:[cm]?[jt]s|[jt]sx)$/, '').replace(/\/(?:index)?$/, '');
}

function scriptsIn(component: string): string {
  return [...component.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)].map(([, code = '']) => code).join('\n');
}
