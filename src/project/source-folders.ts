import { names } from '../catalogue/names.ts';
import { ConfigPath } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import { isAbsolutePath, type PlacePath, placeAt } from '../config/places.ts';
import { type AliasesBefore, isSigned, readText } from './aliases.ts';

/** Folders that Variant A reads from the root of a project, whatever its source directory is. */
export const rootFolders: readonly string[] = ['server', 'public', 'modules', 'shared', 'layers'];

/** Those of them that Variant B has among the sources. */
export const movedToRoot: readonly string[] = ['server', 'public', 'modules'];

/** The folders of `dir` that hold sources. */
export const sourceDirs = ['assets', 'layouts', 'middleware', 'pages', 'plugins'] as const;

/** Those that are searched: what is in them is found because of that. */
export const searchedDirs = sourceDirs.filter((name) => name !== 'assets');

/** Found by their names alone: no option says where they are. */
export const foundByName: readonly string[] = ['components', 'composables', 'utils', 'app.vue', 'error.vue'];

/** Whether no option says where something is. */
export function isFoundByName(name: string): boolean {
  return foundByName.includes(name) || name.startsWith('app.config');
}

/** Sources at the root that go to `app/` in every project. */
export const alwaysMoving: readonly string[] = [
  ...foundByName,
  'app.config',
  ...names.configExtensions.map((extension) => `app.config.${extension}`),
];

export function isAlwaysMoving(name: string): boolean {
  return alwaysMoving.includes(name);
}

/** Whether a name in a source directory is one that the framework gives. */
export function isSourceName(name: string): boolean {
  return isAlwaysMoving(name) || sourceDirs.some((folder) => folder === name);
}

/** Whether the config says where the sources are. */
export function isExplicit(config: ConfigDocument): boolean {
  const source = config.lookup('srcDir');
  return source.kind === 'static' && source.value !== undefined && source.value !== null;
}

/** A folder of `dir` in one environment: what an override block leaves out it takes from the rest. */
export function dirPlace(
  config: ConfigDocument,
  scope: ConfigScope,
  name: string,
  source: PlacePath,
  { table }: AliasesBefore,
): PlacePath {
  const own = scope.lookup(`dir.${name}`);
  const lookup = own.kind === 'absent' ? config.lookup(`dir.${name}`) : own;
  const value = lookup.kind === 'static' ? lookup.value : undefined;
  if (value instanceof ConfigPath) return value.place;
  if (typeof value !== 'string' || isAbsolutePath(value)) return placeAt(source, name);
  const alias = isSigned(value) ? readText(table, value) : undefined;
  return alias ? alias.place : placeAt(source, value);
}
