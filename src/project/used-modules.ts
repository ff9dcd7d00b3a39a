import type { OptionPathParts } from '../config/change.ts';
import type { ConfigDocument } from '../config/document.ts';
import { matchOption } from '../config/match.ts';
import type { Position } from '../config/problem.ts';

/** A module that a config names. */
export interface UsedModule {
  readonly name: string;
  readonly path: OptionPathParts;
  readonly at: Position;
}

/** The modules that a config names, in the order of the config; each once. */
export function usedModules({ scopes, catalogue }: ConfigDocument): UsedModule[] {
  const named = scopes.flatMap((scope) =>
    catalogue.modulePatterns.flatMap((pattern) => matchOption(scope, pattern)),
  );
  const modules = named.flatMap(({ path, lookup }): [string, UsedModule][] =>
    lookup.kind === 'static' && typeof lookup.value === 'string'
      ? [[lookup.value, { name: lookup.value, path, at: lookup.at }]]
      : [],
  );
  // The first place counts.
  return [...new Map(modules.toReversed()).values()].toReversed();
}
