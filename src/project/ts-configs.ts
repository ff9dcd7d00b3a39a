import { placeAt } from '../config/places.ts';
import { isTsConfig, readTsConfig } from './references/json-files.ts';
import type { Repository } from './repository.ts';
import { parentOf, type TreePath } from './snapshot.ts';

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
    const read = text === undefined ? undefined : readTsConfig(text);
    if (!read) continue;
    const folder = parentOf(path);
    const parents = read.extends
      .filter((parent) => parent.startsWith('.'))
      .map((parent) => placeAt(folder, parent))
      .map((place) => (tree.kindOf(place) === 'file' ? place : `${place}.json`));
    const aliases = read.aliases.map(({ name, path: target }) => ({ name, place: placeAt(folder, target) }));
    found.set(path, { aliases, parents });
    pending.push(...parents);
  }
  return found;
}
