import { sourceAliases } from '../catalogue/aliases.ts';
import { ConfigPath } from '../config/change.ts';
import type { ConfigDocument } from '../config/document.ts';
import { isRelativePath, type PlacePath, placeAt } from '../config/places.ts';
import { bundlerAliasEntries } from '../project/aliases.ts';
import type { PathContext } from '../project/rebase.ts';
import type { TreePath } from '../project/snapshot.ts';
import { optionName } from './config-scopes.ts';
import { type FollowUp, followUpFrom } from './follow-up.ts';

/** Reports each alias that a bundler has for the source directory by itself, and that leads to where that was. */
export function bundlerAliases(
  config: ConfigDocument,
  { layout: { before, after } }: PathContext,
  file: TreePath,
): FollowUp[] {
  if (before === after) return [];
  return config.scopes.flatMap((scope) =>
    bundlerAliasEntries(scope).flatMap(({ name, path, lookup }) => {
      const isOld = lookup.kind === 'static' && placeOf(lookup.value) === before;
      if (!isOld || lookup.at.file !== file || !sourceAliases.includes(name)) return [];
      const message = `\`${name}\` still points to the old source directory: point it to \`${after}\`.`;
      return [followUpFrom({ code: 'tool-alias', message }, optionName(scope, path), lookup.at)];
    }),
  );
}

function placeOf(value: unknown): PlacePath | undefined {
  if (value instanceof ConfigPath) return value.place;
  return typeof value === 'string' && isRelativePath(value) ? placeAt('', value) : undefined;
}
