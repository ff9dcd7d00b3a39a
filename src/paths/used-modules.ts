/** The modules that a config lists, the aliases that they define, and from where they resolve their options. */

import { groupedBy } from '../base/grouped.ts';
import { folderOf, type PlacePath, placeAt } from '../base/paths.ts';
import type { Position } from '../base/position.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { OptionPathParts } from '../config/change.ts';
import { type ConfigDocument, type ConfigScope, matchOption } from '../config/document.ts';
import { isWritten } from '../config/lookup.ts';
import { placeOfPath } from '../config/path-expressions.ts';
import { memberKey, memberName } from '../config/syntax.ts';
import type { Evidence, InheritedAliases } from '../tree/evidence.ts';
import { allowsVersion } from '../tree/package-json.ts';
import { namesIn } from '../tree/syntax/bindings.ts';
import { walk } from '../tree/syntax/code.ts';
import { openSource, programsIn } from '../tree/syntax/source-text.ts';
import { basesOf } from './bases.ts';
import { codePath } from './places.ts';

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
  return [...groupedBy([...modules, ...others], ({ name }) => name).values()].map(
    ([first]) => first,
  );
}

/** The aliases that a project's own modules define from their folders: `fw.options.alias['#x'] = resolve('../x')`. */
export function aliasesOfModules(
  config: ConfigDocument,
  { entries, resolve }: Evidence,
  read: (place: PlacePath) => string | undefined,
): InheritedAliases {
  const { folders, path } = config.catalogue;
  const { name: own } = folders.withOption(path['dir.modules']);
  const { root, source } = basesOf(config, 'b', 'default');
  const places = [root, source].flatMap((base) =>
    'place' in base ? placeAt(base.place, own) : [],
  );
  const files = places.flatMap((folder) =>
    [...entries(folder).keys()].map((name) => placeAt(folder, name)),
  );
  const aliases = new Map<string, PlacePath>();
  for (const file of new Set(files.flatMap((place) => resolve(place) ?? []))) {
    const text = read(file) ?? '';
    for (const program of text.includes('.alias') ? programsIn(openSource(file, text)) : []) {
      const names = namesIn(program);
      walk(program, (node) => {
        if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return;
        const { object } = node.left;
        if (object.type !== 'MemberExpression' || memberName(object) !== 'alias') return;
        const name = memberKey(node.left);
        const path = codePath(node.right, names);
        const place = path?.start === 'file' ? placeOfPath(path) : undefined;
        if (name && place !== undefined) aliases.set(name, placeAt(folderOf(file), place));
      });
    }
  }
  return aliases;
}

/** Whether a config sets the folders of a module itself. */
export function setsFoldersOf({ catalogue, lookup }: ConfigDocument, name: string): boolean {
  const { key } = catalogue.moduleFacts(name);
  const options = Object.keys(catalogue.facts.modulePaths).filter((option) =>
    isOptionOf(key, option),
  );
  return options.some((option) => isWritten(lookup(option.replace(/\[\].*/, ''))));
}

/** Whether an option is one of the module with a config key. */
function isOptionOf(key: string | undefined, option: string): boolean {
  return key !== undefined && option.startsWith(`${key}.`);
}

/** The path of an option in a module tuple under the module's config key; other paths unchanged. */
export function underKey(
  path: OptionPathParts,
  scope: ConfigScope,
  catalogue: Catalogue,
): OptionPathParts {
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
