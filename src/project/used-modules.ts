import type { Catalogue } from '../catalogue/index.ts';
import type { OptionPathParts } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import { matchOption } from '../config/match.ts';
import type { Position } from '../config/problem.ts';
import type { Evidence } from './evidence.ts';
import { allowsBelow } from './package-json.ts';

/** A module that a config names. */
export interface UsedModule {
  readonly name: string;
  readonly path: OptionPathParts;
  readonly at: Position;
  /** Where the options are that stand behind it in a tuple. */
  readonly options?: OptionPathParts;
}

/** The modules that a config names, in the order of the config; each once. */
export function usedModules({ scopes, catalogue }: ConfigDocument): UsedModule[] {
  const named = scopes.flatMap((scope) =>
    catalogue.modulePatterns.flatMap((pattern) => matchOption(scope, pattern)),
  );
  const modules = named.flatMap(({ path, lookup }): [string, UsedModule][] =>
    lookup.kind === 'static' && typeof lookup.value === 'string'
      ? [[lookup.value, { name: lookup.value, path, at: lookup.at, ...inlineOptions(path) }]]
      : [],
  );
  // The first place counts.
  return [...new Map(modules.toReversed()).values()].toReversed();
}

/** A module with options is the first of two items. */
function inlineOptions(path: OptionPathParts): Pick<UsedModule, 'options'> {
  return path.length > 2 ? { options: [...path.slice(0, -1), 1] } : {};
}

/** An option in a tuple by the key that the module has in the config; any other as it is. */
export function underKey(
  path: OptionPathParts,
  scope: ConfigScope,
  { facts: { modules }, path: known }: Catalogue,
): OptionPathParts {
  const [list, index = 0, second, ...inner] = path;
  if (list !== known.modules || second !== 1) return path;
  const name = scope.lookup([list, index, 0]);
  const module = name.kind === 'static' ? String(name.value) : '';
  const key = Object.hasOwn(modules, module) ? modules[module]?.key : undefined;
  return key === undefined ? path : [key, ...inner];
}

/** Whether the version of a module reads an option from a folder that does not move; undefined if that is unknown. */
export function isReadElsewhere(
  { facts: { modules, modulePaths } }: Catalogue,
  option: string,
  disk: Pick<Evidence, 'rangeOf'> | undefined,
): boolean | undefined {
  const below = Object.hasOwn(modulePaths, option) ? modulePaths[option]?.below : undefined;
  const [name = ''] =
    Object.entries(modules).find(([, { key }]) => key && option.startsWith(`${key}.`)) ?? [];
  const isOlder = below === undefined ? undefined : allowsBelow(disk?.rangeOf(name) ?? '', below);
  return isOlder === undefined ? undefined : !isOlder;
}
