import { posix } from 'node:path';
import { placeAt } from '../config/places.ts';
import { childrenOf, parseJson, valueAt } from './json.ts';
import { aliasName, isTsConfig } from './references/json-files.ts';
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
