import { type FolderKind, kindsFoundByName, sourceFolderKinds } from '../catalogue/folder-kinds.ts';
import { ConfigPath } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import { isAbsolutePath, type PlacePath, placeAt } from '../config/places.ts';
import { isSigned, type KnownAliases, readText } from './aliases.ts';

/** Sources at the root that go to `app/` in every project: no option says where they are. */
export const alwaysMoving: readonly string[] = kindsFoundByName.flatMap(({ name, extensions = [] }) => [
  name,
  ...extensions.map((extension) => name + extension),
]);

export function isAlwaysMoving(name: string): boolean {
  return alwaysMoving.includes(name);
}

/** Whether a name in a source directory is one that the framework gives. */
export function isSourceName(name: string): boolean {
  return isAlwaysMoving(name) || sourceFolderKinds.some((kind) => kind.name === name);
}

/** Whether the config says where the sources are. */
export function isExplicit(config: ConfigDocument): boolean {
  const source = config.lookup('srcDir');
  return source.kind === 'static' && source.value !== undefined && source.value !== null;
}

/** A folder of `dir` in one environment: what an override block leaves out it takes from the rest. */
export function folderPlaceIn(
  config: ConfigDocument,
  scope: ConfigScope,
  { name, option }: FolderKind,
  source: PlacePath,
  { table }: KnownAliases,
): PlacePath {
  if (option === undefined) return placeAt(source, name);
  const own = scope.lookup(option);
  const lookup = own.kind === 'absent' ? config.lookup(option) : own;
  const value = lookup.kind === 'static' ? lookup.value : undefined;
  if (value instanceof ConfigPath) return value.place;
  if (typeof value !== 'string' || isAbsolutePath(value)) return placeAt(source, name);
  const alias = isSigned(value) ? readText(table, value) : undefined;
  return alias ? alias.place : placeAt(source, value);
}
