/** The aliases of one config in each variant, and how a path is read and written with them: `~/a` is `app/a`. */

import {
  isAbsolutePath,
  isInside,
  isRelativePath,
  isSigned,
  longestPath,
  type PlacePath,
  pathFrom,
  placeAt,
} from '../base/paths.ts';
import { rootAliases, sourceAliases } from '../catalogue/facts.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { ConfigPath } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import type { Entry, Lookup } from '../config/lookup.ts';
import type { DiskView } from '../tree/evidence.ts';
import {
  type Bases,
  type Folder,
  isUnset,
  type Layout,
  unstatedPlaces,
  type Variant,
} from './bases.ts';

/** Alias names and their places. */
export type AliasTable = ReadonlyMap<string, PlacePath>;

/** The base of a text with a leading slash. */
export interface SlashBase {
  /** The bundler's root folder; undefined if it is unknown. */
  readonly bundler: PlacePath | undefined;
  /** Whether the config sets the bundler's root. */
  readonly isNamed: boolean;
  /** The folder of served files: a text that is the address of such a file is not another file. */
  readonly served: PlacePath | undefined;
}

/** The aliases with which a variant resolves the paths of a config. */
export interface KnownAliases {
  readonly table: AliasTable;
  readonly slash: SlashBase;
  /** The aliases that the config, its layers or the projects that extend it define. */
  readonly own: ReadonlySet<string>;
  /** Own aliases with computed places: texts that start with one cannot be resolved. */
  readonly unknown: ReadonlySet<string>;
  /** The places that override blocks repeat: only after the moves they may differ from those of the table. */
  readonly repeated: AliasTable;
}

/** The default aliases and the config's own. One that an override block redefines is unknown. */
export function knownAliases(config: ConfigDocument, bases: Bases, disk?: DiskView): KnownAliases {
  const spelled = disk?.spelled ?? config.spelled;
  const table = defaultTable(bases, spelled);
  const own = new Set<string>();
  const unknown = new Set<string>();
  const placeIn = ({ lookup }: AliasEntry) =>
    ownPlace(lookup.kind === 'static' ? lookup.value : undefined, table, bases, disk);
  const define = (name: string, place: ReturnType<typeof ownPlace>) => {
    unknown.delete(name);
    if (place === undefined) {
      unknown.add(name);
      table.delete(name);
    } else if (place === 'package') {
      own.delete(name);
      table.delete(name);
    } else {
      own.add(name);
      table.set(name, spelled(place.place));
    }
  };
  const entriesOf = (scope: ConfigScope) => aliasEntries(bases.catalogue, scope);
  // The first of several merged objects has the highest priority, so it comes last.
  const entries = config.scopes
    .filter(({ block }) => block === '')
    .toReversed()
    .flatMap(entriesOf);
  const blockEntries = config.scopes.filter(({ block }) => block !== '').flatMap(entriesOf);
  for (const [name, place] of disk?.aliases ?? [])
    define(name, place === undefined ? place : { place });
  for (const entry of entries) define(entry.name, placeIn(entry));
  const repeated = new Map<string, PlacePath>();
  for (const entry of blockEntries) {
    const { name } = entry;
    const place = placeIn(entry);
    // A name that only an override block defines can only have that meaning.
    if (!table.has(name) && !unknown.has(name)) define(name, place);
    else if (typeof place !== 'object' || spelled(place.place) !== table.get(name))
      unknown.add(name);
    else repeated.set(name, spelled(place.place));
  }
  return { table, slash: slashBase(config, bases, table, disk), own, unknown, repeated };
}

function slashBase(
  config: ConfigDocument,
  bases: Bases,
  table: AliasTable,
  disk: DiskView | undefined,
): SlashBase {
  const { catalogue, rules, root, source } = bases;
  const { path, facts, folders } = catalogue;
  const variant = rules === 'a' ? 'a' : 'b';
  const baseOf = (base: 'root' | 'source'): Folder => (base === 'root' ? root : source);
  const placeIn = (base: Folder, text: string) =>
    'place' in base && rules !== 'unknown' ? config.spelled(placeAt(base.place, text)) : undefined;
  /** The place in an option, if its text is enough to resolve it. */
  const placeOf = (lookup: Lookup, base: Folder): PlacePath | undefined => {
    const value = lookup.kind === 'static' ? lookup.value : undefined;
    if (value instanceof ConfigPath) return value.place;
    if (typeof value !== 'string' || isAbsolutePath(value)) return undefined;
    return readAlias(table, value)?.place ?? placeIn(base, value);
  };
  const start = config.lookup(path['bundler1.root']);
  const {
    name,
    option = '',
    olderOption = '',
    base,
    readFrom = base,
  } = folders.withOption(path['dir.public']);
  const folder = [option, olderOption]
    .map((key) => config.lookup(key))
    .find((lookup) => !isUnset(lookup));
  // An option that is already migrated is resolved as in Variant A: only there the folder exists.
  const served = [readFrom[variant], readFrom.a].map((folderBase) =>
    folder ? placeOf(folder, baseOf(folderBase)) : placeIn(baseOf(base[variant]), name),
  );
  return {
    isNamed: !isUnset(start),
    bundler: isUnset(start)
      ? placeIn(baseOf(facts.bundlerRoot[variant]), '')
      : placeOf(start, root),
    served: served.find((place) => place !== undefined && disk?.exists(place)) ?? served[0],
  };
}

/** The aliases for a value; if it defines an alias, it may start with the default meaning of that name. */
export function aliasesDefining(
  name: string | undefined,
  value: string,
  aliases: KnownAliases,
  bases: Bases,
): KnownAliases {
  // The value rarely starts with its own name, and there may be thousands of aliases.
  if (name === undefined || !startsWithAlias(value, name)) return aliases;
  const table = new Map(aliases.table);
  const place = defaultTable(bases).get(name);
  if (place === undefined) table.delete(name);
  else table.set(name, place);
  return { ...aliases, table };
}

interface AliasEntry {
  readonly name: string;
  readonly lookup: Lookup;
}

function aliasEntries({ path, facts }: Catalogue, scope: ConfigScope): AliasEntry[] {
  const entries = scope.entries(path.alias)?.list ?? [];
  const ownEntries = entries.map(({ key, lookup }) => ({ name: String(key), lookup }));
  // The framework's own names are excluded, and the base of a plain text depends on the bundler.
  const bundled = bundlerAliasEntries(scope).filter(({ name, lookup }) => {
    const value = lookup.kind === 'static' ? lookup.value : undefined;
    const isPlace = value instanceof ConfigPath || (typeof value === 'string' && isSigned(value));
    return (
      isPlace && ![...facts.aliases.a, ...facts.aliases.b].some((alias) => alias.name === name)
    );
  });
  // An empty name would match no text, or every text.
  return [...bundled, ...ownEntries].filter(({ name }) => name !== '');
}

/** The entries of `bundler1.resolve.alias` and the like: an object, or a list of `{ find, replacement }`. */
export function bundlerAliasEntries(scope: ConfigScope): (AliasEntry & Pick<Entry, 'path'>)[] {
  const options = scope.entries([])?.list ?? [];
  const entries = options.flatMap(
    ({ key }) => scope.entries([key, 'resolve', 'alias'])?.list ?? [],
  );
  return entries.flatMap(({ key, path, lookup }) => {
    if (typeof key === 'string') return [{ name: key, path, lookup }];
    const [find, replacement] = ['find', 'replacement'].map((part) =>
      scope.lookup([...path, part]),
    );
    const name = find?.kind === 'static' ? find.value : undefined;
    return typeof name === 'string' && replacement ? [{ name, path, lookup: replacement }] : [];
  });
}

function defaultTable(
  { catalogue, rules, root, source }: Bases,
  spelled = (place: PlacePath) => place,
): Map<string, PlacePath> {
  const { aliases } = catalogue.facts;
  const table = new Map<string, PlacePath>();
  for (const { name, place } of aliases[rules === 'a' ? 'a' : 'b']) {
    const base = place.base === 'root' ? root : source;
    // If the variant is unknown, only aliases with the same meaning in both variants count.
    const isAlike = aliases.a.some(
      (alias) => alias.name === name && alias.place.base === place.base,
    );
    if ('place' in base && (rules !== 'unknown' || isAlike))
      table.set(name, spelled(placeAt(base.place, place.path)));
  }
  return table;
}

/** The place of a text with a leading slash, from the bundler's root. */
function bundledPlace(
  text: string,
  { catalogue, rules, root, source }: Bases,
): PlacePath | undefined {
  const base = catalogue.facts.bundlerRoot[rules === 'a' ? 'a' : 'b'] === 'source' ? source : root;
  return 'place' in base ? placeAt(base.place, text.slice(1)) : undefined;
}

/** The place of an alias; a bare name (`lodash: 'lodash-es'`) is a package. Undefined if it is unknown. */
function ownPlace(
  value: unknown,
  table: AliasTable,
  bases: Bases,
  disk: DiskView | undefined,
): { readonly place: PlacePath } | 'package' | undefined {
  if (value instanceof ConfigPath) return { place: value.place };
  if (typeof value !== 'string') return undefined;
  const fromBundler = /^\/(?!\/)/.test(value) ? bundledPlace(value, bases) : undefined;
  if (fromBundler !== undefined && disk?.exists(fromBundler)) return { place: fromBundler };
  if (isAbsolutePath(value)) return undefined;
  const alias = readAlias(table, value);
  if (alias) return alias;
  if (!isRelativePath(value)) return 'package';
  const places = unstatedPlaces(value, bases);
  const place = places.find((candidate) => disk?.exists(candidate)) ?? places[0];
  return place === undefined ? undefined : { place };
}

/** The aliases of a config before and after the migration. */
export interface Aliases {
  readonly before: KnownAliases;
  readonly after: KnownAliases;
}

/** The aliases of a project with a known layout; without a disk, own aliases are resolved from the sources. */
export function aliasesOf(config: ConfigDocument, layout: Layout, disk?: DiskView): Aliases {
  const before = knownAliases(config, basesIn(layout, 'b'), disk);
  const table = defaultTable(basesIn(layout, 'a'));
  for (const name of before.own) table.set(name, layout.moves.after(before.table.get(name) ?? ''));
  // New texts must not start with a name that the config redefines.
  for (const name of table.keys())
    if (before.unknown.has(name) || !before.table.has(name)) table.delete(name);
  for (const [name, place] of before.repeated)
    if (layout.moves.after(place) !== table.get(name)) table.delete(name);
  const { bundler, served, isNamed } = before.slash;
  const moved = (place: PlacePath | undefined) => place && layout.moves.after(place);
  const start = isNamed
    ? moved(bundler)
    : slashBase(config, basesIn(layout, 'a'), table, undefined).bundler;
  const slash = { bundler: start, isNamed, served: moved(served) };
  return { before, after: { ...before, table, slash } };
}

/** The bases of paths before the run (`b`, if the project is of that variant) or afterwards (`a`). */
export function basesIn(layout: Layout, variant: Variant): Bases {
  const { catalogue, root, before, after } = layout;
  const rules = variant === 'a' && !layout.isLeft ? 'a' : layout.rules;
  return {
    catalogue,
    rules,
    root: { place: root },
    source: { place: variant === 'a' ? after : before },
  };
}

/** Whether a text is an alias or a path below it: `@/x` starts with `@`, `@scope/x` does not. */
function startsWithAlias(text: string, name: string): boolean {
  return text.startsWith(name) && (text.length === name.length || text[name.length] === '/');
}

/** The alias with a computed place that a text starts with. */
export function unknownAliasIn(
  text: string,
  unknown: ReadonlySet<string> | undefined,
): string | undefined {
  return unknown && [...unknown].find((name) => startsWithAlias(text, name));
}

/** The longest alias that a text starts with, and the place of the whole text; undefined without an alias. */
export function readAlias(
  table: AliasTable,
  text: string,
): { alias: string; place: PlacePath } | undefined {
  // A longer text would have too many prefixes.
  if (text.length > longestPath) return undefined;
  for (let end = text.length; end > 0; end = text.lastIndexOf('/', end - 1)) {
    const alias = text.slice(0, end);
    const target = table.get(alias);
    if (target !== undefined) return { alias, place: placeAt(target, text.slice(end + 1)) };
  }
  return undefined;
}

/** A place written with the author's alias, or one with the same sign; undefined if that is impossible. */
export function respelledAlias(
  table: AliasTable,
  place: PlacePath,
  alias: string,
  rootOnly: boolean,
): string | undefined {
  const target = table.get(alias);
  const isPlain = sourceAliases.includes(alias) || rootAliases.includes(alias);
  if (target !== undefined && !isPlain && isInside(place, target))
    return belowAlias(alias, target, place);
  const sign = alias.startsWith('@') ? '@' : '~';
  const text = writeText(table, place, sign, rootOnly);
  return text !== undefined && readAlias(table, text)?.place === place ? text : undefined;
}

/** A place written from the source directory if possible, otherwise from the root, with the author's sign. */
export function writeText(
  table: AliasTable,
  place: PlacePath,
  sign: '~' | '@',
  rootOnly: boolean,
): string | undefined {
  const [source, root] = [table.get(sign), table.get(sign + sign)];
  if (!rootOnly && source !== undefined && isInside(place, source))
    return belowAlias(sign, source, place);
  return root === undefined ? undefined : belowAlias(sign + sign, root, place);
}

function belowAlias(alias: string, target: PlacePath, place: PlacePath): string {
  const path = pathFrom(target, place);
  return path === '' ? alias : `${alias}/${path}`;
}
