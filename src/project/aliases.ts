import { aliasesA, aliasesB, type DefaultAlias } from '../catalogue/index.ts';
import { ConfigPath } from '../config/change.ts';
import type { ConfigDocument } from '../config/document.ts';
import {
  isAbsolutePath,
  isInside,
  isRelativePath,
  type PlacePath,
  pathFrom,
  placeAt,
  placeFromRoot,
} from '../config/places.ts';
import type { Layout } from './layout.ts';

/** Alias names and the places they stand for. */
export type AliasTable = ReadonlyMap<string, PlacePath>;

/** The aliases that a config's texts are read with, before and after. */
export interface Aliases {
  readonly before: AliasTable;
  readonly after: AliasTable;
  /** Those that the config defines itself. */
  readonly own: ReadonlySet<string>;
  /** Own aliases whose places are computed: what starts with one cannot be read. */
  readonly unknown: ReadonlySet<string>;
}

/** The default aliases of each variant under the config's own. */
export function aliasesOf(config: ConfigDocument, layout: Layout): Aliases {
  const { table: before, own, unknown } = aliasesBefore(config, layout.root, layout.before);
  const after = new Map(defaultTable(aliasesA, layout.root, layout.after));
  for (const name of own) after.set(name, layout.moves.after(before.get(name) ?? ''));
  // New text must not start with a name that the config gives another meaning.
  for (const name of unknown) after.delete(name);
  return { before, after, own, unknown };
}

/** The aliases that Variant B reads a config with. */
export interface AliasesBefore {
  readonly table: AliasTable;
  /** Those that the config defines itself. */
  readonly own: ReadonlySet<string>;
  readonly unknown: ReadonlySet<string>;
}

export function aliasesBefore(config: ConfigDocument, root: PlacePath, source: PlacePath): AliasesBefore {
  const table = new Map(defaultTable(aliasesB, root, source));
  const own = new Set<string>();
  const unknown = new Set<string>();
  for (const scope of config.scopes) {
    for (const { key, lookup } of scope.entries('alias')?.list ?? []) {
      const name = String(key);
      // No text starts with it, or every one does.
      if (name === '') continue;
      if (lookup.kind === 'static' && isPackageName(table, lookup.value)) continue;
      const place = lookup.kind === 'static' ? ownPlace(table, lookup.value, root, source) : undefined;
      if (place === undefined) unknown.add(name);
      else {
        own.add(name);
        table.set(name, place);
      }
    }
  }
  return { table, own, unknown };
}

function ownPlace(
  table: AliasTable,
  value: unknown,
  root: PlacePath,
  source: PlacePath,
): PlacePath | undefined {
  if (value instanceof ConfigPath) return value.place;
  if (typeof value !== 'string' || isAbsolutePath(value)) return undefined;
  return readText(table, value)?.place ?? placeFromRoot(value, root, source) ?? placeAt(source, value);
}

/** Whether a text starts as only aliases do; `public/x` may be a folder too. */
export function isSigned(text: string): boolean {
  return /^[~@#]/.test(text);
}

/** A value that names a package: texts that start with the alias are read by whoever reads the package's name. */
function isPackageName(table: AliasTable, value: unknown): boolean {
  if (typeof value !== 'string' || isAbsolutePath(value) || isRelativePath(value)) return false;
  return readText(table, value) === undefined;
}

function defaultTable(
  aliases: readonly DefaultAlias[],
  root: PlacePath,
  source: PlacePath,
): [string, PlacePath][] {
  return aliases.map(({ name, place }) => [name, placeAt(place.base === 'root' ? root : source, place.path)]);
}

/** Whether a text is an alias or a path below it: `@/x` starts with `@`, `@scope/x` does not. */
function startsWithAlias(text: string, name: string): boolean {
  return text.startsWith(name) && (text.length === name.length || text[name.length] === '/');
}

/** The alias that a text starts with, where its place is computed. */
export function unknownAliasIn(text: string, unknown: ReadonlySet<string>): string | undefined {
  for (const name of unknown) if (startsWithAlias(text, name)) return name;
  return undefined;
}

// Up to here, comparing a text with every alias is faster than looking each of its starts up.
const fewAliases = 32;
// Longer than any path: with as many slashes as it likes, such a text would have too many starts.
const longestPath = 2000;

/** The longest alias that a text starts with. */
function aliasIn(table: AliasTable, text: string): string | undefined {
  if (table.size > fewAliases && text.length <= longestPath) {
    for (let end = text.length; end > 0; end = text.lastIndexOf('/', end - 1)) {
      const start = text.slice(0, end);
      if (table.has(start)) return start;
    }
    return undefined;
  }
  let found: string | undefined;
  for (const name of table.keys()) {
    if (startsWithAlias(text, name) && (found === undefined || name.length > found.length)) found = name;
  }
  return found;
}

/** The alias a text starts with, and the place the whole text names; nothing where it starts with none. */
export function readText(table: AliasTable, text: string): { alias: string; place: PlacePath } | undefined {
  const found = aliasIn(table, text);
  if (found === undefined) return undefined;
  return { alias: found, place: placeAt(table.get(found) ?? '', text.slice(found.length + 1)) };
}

/** A place as text: from the source directory where it is inside, else from the root, with the author's sign. */
export function writeText(
  table: AliasTable,
  place: PlacePath,
  style: { readonly sign: '~' | '@'; readonly rootOnly: boolean },
): string | undefined {
  const { sign, rootOnly } = style;
  for (const name of rootOnly ? [sign + sign] : [sign, sign + sign]) {
    const base = table.get(name);
    if (base === undefined) continue;
    if (name === sign && !isInside(place, base)) continue;
    const path = pathFrom(base, place);
    return path === '' ? name : `${name}/${path}`;
  }
  return undefined;
}
