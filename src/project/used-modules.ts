import { groupedBy } from '../base/grouped.ts';
import type { Position } from '../base/position.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { OptionPathParts } from '../config/change.ts';
import { type ConfigDocument, type ConfigScope, matchOption } from '../config/document.ts';
import { isWritten } from '../config/lookup.ts';
import type { Evidence } from './evidence.ts';
import { allowsVersion } from './package-json.ts';

/** A module in a config. */
export interface UsedModule {
  readonly name: string;
  readonly path: OptionPathParts;
  readonly at: Position;
}

/** The modules in a config and `inherited` ones, in order, without duplicates. */
export function usedModules(
  { scopes, catalogue, at }: ConfigDocument,
  inherited: Iterable<string> = [],
): UsedModule[] {
  const named = scopes.flatMap((scope) =>
    catalogue.modulePatterns.flatMap((pattern) => matchOption(scope, pattern)),
  );
  const modules = named.flatMap(({ path, lookup }): UsedModule[] =>
    lookup.kind === 'static' && typeof lookup.value === 'string'
      ? [{ name: lookup.value, path, at: lookup.at }]
      : [],
  );
  const others = Array.from(inherited, (name) => ({ name, path: [catalogue.path.modules], at }));
  return [...groupedBy([...modules, ...others], ({ name }) => name).values()].map(([first]) => first);
}

/** Whether a config sets the folders of a module itself. */
export function setsFoldersOf({ catalogue, lookup }: ConfigDocument, name: string): boolean {
  const { key } = catalogue.moduleFacts(name);
  const options = Object.keys(catalogue.facts.modulePaths).filter((option) => isOptionOf(key, option));
  return options.some((option) => isWritten(lookup(option.replace(/\[\].*/, ''))));
}

/** Whether an option is one of the module with a config key. */
function isOptionOf(key: string | undefined, option: string): boolean {
  return key !== undefined && option.startsWith(`${key}.`);
}

/** The path of an option in a module tuple under the module's config key; other paths unchanged. */
export function underKey(path: OptionPathParts, scope: ConfigScope, catalogue: Catalogue): OptionPathParts {
  const [list, index = 0, second, ...inner] = path;
  if (list !== catalogue.path.modules || second !== 1) return path;
  const name = scope.lookup([list, index, 0]);
  const { key } = catalogue.moduleFacts(name.kind === 'static' ? String(name.value) : '');
  return key === undefined ? path : [key, ...inner];
}

/** Whether a module's version is one that resolves an option from another folder; undefined if it may be. */
export function isNewerModule(
  { facts: { modules, modulePaths } }: Catalogue,
  option: string,
  disk: Pick<Evidence, 'rangeOf'> | undefined,
): boolean | undefined {
  const below = Object.hasOwn(modulePaths, option) ? modulePaths[option]?.below : undefined;
  if (below === undefined) return undefined;
  const [name = ''] = Object.entries(modules).find(([, { key }]) => isOptionOf(key, option)) ?? [];
  const newer = allowsVersion(disk?.rangeOf(name) ?? '', `>=${below}`);
  return newer === 'some' ? undefined : newer === 'all';
}
