import { aliasesA, aliasesB } from '../../catalogue/index.ts';
import { ConfigPath } from '../../config/change.ts';
import type { ConfigDocument } from '../../config/document.ts';
import { isAbsolutePath, isRelativePath, type PlacePath, placeAt } from '../../config/places.ts';
import { type AliasTable, readText } from '../../project/aliases.ts';
import { rules } from '../../project/path-rules.ts';
import type { Bases } from './bases.ts';
import { type Disk, unstatedPlace } from './unstated.ts';

/** The aliases that a variant reads a config's texts with. */
export interface KnownAliases {
  readonly table: AliasTable;
  /** Own aliases whose places are computed: what starts with one cannot be read. */
  readonly unknown: ReadonlySet<string>;
}

/** The framework's aliases under the config's own. */
export function aliasesOf(config: ConfigDocument, bases: Bases, disk: Disk | undefined): KnownAliases {
  const table = defaultTable(bases);
  const unknown = new Set<string>();
  const scopes = config.scopes.filter(({ block }) => block === '');
  // Of objects that are merged the first counts most, so it comes last.
  for (const scope of scopes.toReversed()) {
    for (const { key, lookup } of scope.entries('alias')?.list ?? []) {
      const name = String(key);
      if (name === '') continue;
      const own = ownAlias(lookup.kind === 'static' ? lookup.value : undefined, table, bases, disk);
      unknown.delete(name);
      if (own === 'unknown') unknown.add(name);
      else if (own !== 'package') table.set(name, own.place);
    }
  }
  return { table, unknown };
}

function defaultTable({ rules: followed, root, source }: Bases): Map<string, PlacePath> {
  const table = new Map<string, PlacePath>();
  for (const { name, place } of followed === 'a' ? aliasesA : aliasesB) {
    const base = place.base === 'root' ? root : source;
    // Where the rules are not known, what the variants read alike still is.
    if ('place' in base && (followed !== 'unknown' || isAlike(name)))
      table.set(name, placeAt(base.place, place.path));
  }
  return table;
}

function isAlike(name: string): boolean {
  const [one, other] = [aliasesA, aliasesB].map((list) => list.find((alias) => alias.name === name));
  return one?.place.base === other?.place.base;
}

/** The place of an alias; a bare name (`lodash: 'lodash-es'`) is a package in its stead. */
function ownAlias(
  value: unknown,
  table: AliasTable,
  bases: Bases,
  disk: Disk | undefined,
): { readonly place: PlacePath } | 'package' | 'unknown' {
  if (value instanceof ConfigPath) return { place: value.place };
  if (typeof value !== 'string' || isAbsolutePath(value)) return 'unknown';
  const alias = readText(table, value);
  if (alias) return alias;
  if (!isRelativePath(value)) return 'package';
  const place = unstatedPlace(value, rules.alias, bases, disk);
  return place === undefined ? 'unknown' : { place };
}
