import { rootAliases, sourceAliases } from '../catalogue/aliases.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { ConfigPath } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import type { Entry } from '../config/entries.ts';
import type { Lookup } from '../config/lookup.ts';
import {
  isAbsolutePath,
  isInside,
  isRelativePath,
  type PlacePath,
  pathFrom,
  placeAt,
} from '../config/places.ts';
import { type Bases, type Folder, isUnset, type Layout, unstatedPlaces, type Variant } from './bases.ts';
import type { DiskView } from './evidence.ts';

/** Alias names and the places they stand for. */
export type AliasTable = ReadonlyMap<string, PlacePath>;

/** What a text with a slash in front is read from. */
export interface SlashBase {
  /** The folder that the bundler starts in; undefined if it is unknown. */
  readonly bundler: PlacePath | undefined;
  /** Whether the config names that folder. */
  readonly isNamed: boolean;
  /** The folder whose files are served: a text that is the address of one of them names no other file. */
  readonly served: PlacePath | undefined;
}

/** The aliases that one variant reads the texts of a config with. */
export interface KnownAliases {
  readonly table: AliasTable;
  readonly slash: SlashBase;
  /** Those that the config defines itself, or that others around it define for it. */
  readonly own: ReadonlySet<string>;
  /** Own aliases whose places are computed: what starts with one cannot be read. */
  readonly unknown: ReadonlySet<string>;
}

/** The default aliases under the config's own, as they are in the config itself or in one of its override blocks. */
export function knownAliases(
  config: ConfigDocument,
  bases: Bases,
  disk?: DiskView,
  block = '',
): KnownAliases {
  const table = defaultTable(bases);
  const own = new Set<string>();
  const unknown = new Set<string>();
  const define = (name: string, lookup: Lookup) => {
    const place = ownPlace(lookup.kind === 'static' ? lookup.value : undefined, table, bases, disk);
    unknown.delete(name);
    if (place === undefined) unknown.add(name);
    else if (place === 'package') {
      own.delete(name);
      table.delete(name);
    } else {
      own.add(name);
      table.set(name, place.place);
    }
  };
  const scopesIn = (wanted: string) => config.scopes.filter((scope) => scope.block === wanted);
  // Of objects that are merged the first counts most, so it comes last.
  const scopes = [...scopesIn('').toReversed(), ...(block === '' ? [] : scopesIn(block).toReversed())];
  const entriesOf = (scope: ConfigScope) => aliasEntries(bases.catalogue, scope);
  for (const [name, place] of disk?.aliases ?? []) {
    if (place === undefined) unknown.add(name);
    else {
      own.add(name);
      table.set(name, place);
    }
  }
  for (const { name, lookup } of scopes.flatMap(entriesOf)) define(name, lookup);
  if (block === '') {
    // A name that nothing but an override block gives a meaning can only mean that.
    const isDefined = ({ name }: AliasEntry) => table.has(name) || unknown.has(name);
    const others = config.scopes.filter((scope) => scope.block !== '').flatMap(entriesOf);
    for (const { name, lookup } of others.filter((entry) => !isDefined(entry))) define(name, lookup);
  }
  return { table, slash: slashBase(config, bases, table, disk), own, unknown };
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
    'place' in base && rules !== 'unknown' ? placeAt(base.place, text) : undefined;
  /** The place that an option names, if only the text of the option tells. */
  const placeOf = (lookup: Lookup, base: Folder): PlacePath | undefined => {
    const value = lookup.kind === 'static' ? lookup.value : undefined;
    if (value instanceof ConfigPath) return value.place;
    if (typeof value !== 'string' || isAbsolutePath(value)) return undefined;
    return readText(table, value)?.place ?? placeIn(base, value);
  };
  const start = config.lookup(path['bundler1.root']);
  const {
    name,
    option = '',
    olderOption = '',
    base,
    readFrom = base,
  } = folders.withOption(path['dir.public']);
  const folder = [option, olderOption].map((one) => config.lookup(one)).find((one) => !isUnset(one));
  // An option that is migrated already is read as Variant A does: only there is such a folder.
  const served = [readFrom[variant], readFrom.a].map((one) =>
    folder ? placeOf(folder, baseOf(one)) : placeIn(baseOf(base[variant]), name),
  );
  return {
    isNamed: !isUnset(start),
    bundler: isUnset(start) ? placeIn(baseOf(facts.bundlerRoot[variant]), '') : placeOf(start, root),
    served: served.find((place) => place !== undefined && disk?.exists(place)) ?? served[0],
  };
}

/** The aliases that the value of an alias is read with: it may be made of what the name meant by default. */
export function aliasesDefining(
  name: string,
  value: string,
  aliases: KnownAliases,
  bases: Bases,
): KnownAliases {
  // Mostly it is not, and there may be thousands of aliases.
  if (!startsWithAlias(value, name)) return aliases;
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
  const own = entries.map(({ key, lookup }) => ({ name: String(key), lookup }));
  // The framework's own names are its matter, and a plain text is read from wherever the bundler likes.
  const bundled = bundlerAliasEntries(scope).filter(({ name, lookup }) => {
    const value = lookup.kind === 'static' ? lookup.value : undefined;
    const isPlace = value instanceof ConfigPath || (typeof value === 'string' && isSigned(value));
    return isPlace && ![...facts.aliases.a, ...facts.aliases.b].some((alias) => alias.name === name);
  });
  // No text starts with an empty name, or every one does.
  return [...bundled, ...own].filter(({ name }) => name !== '');
}

/** `bundler1.resolve.alias`, and what others call alike: an object, or a list of `{ find, replacement }`. */
export function bundlerAliasEntries(scope: ConfigScope): (AliasEntry & Pick<Entry, 'path'>)[] {
  const options = scope.entries([])?.list ?? [];
  const entries = options.flatMap(({ key }) => scope.entries([key, 'resolve', 'alias'])?.list ?? []);
  return entries.flatMap(({ key, path, lookup, entries: parts }) => {
    if (typeof key === 'string') return [{ name: key, path, lookup }];
    const partOf = (name: string) => parts?.list.find((part) => part.key === name)?.lookup;
    const [find, replacement] = [partOf('find'), partOf('replacement')];
    const name = find?.kind === 'static' ? find.value : undefined;
    return typeof name === 'string' && replacement ? [{ name, path, lookup: replacement }] : [];
  });
}

function defaultTable({ catalogue, rules, root, source }: Bases): Map<string, PlacePath> {
  const { aliases } = catalogue.facts;
  const table = new Map<string, PlacePath>();
  for (const { name, place } of aliases[rules === 'a' ? 'a' : 'b']) {
    const base = place.base === 'root' ? root : source;
    // If it is unknown whose rules apply, what the variants read alike still is.
    if ('place' in base && (rules !== 'unknown' || isReadAlike(catalogue, name)))
      table.set(name, placeAt(base.place, place.path));
  }
  return table;
}

function isReadAlike({ facts: { aliases } }: Catalogue, name: string): boolean {
  const [one, other] = [aliases.a, aliases.b].map((list) => list.find((alias) => alias.name === name));
  return one?.place.base === other?.place.base;
}

/** What a text with a slash in front names from where the bundler starts. */
function bundledPlace(text: string, { catalogue, rules, root, source }: Bases): PlacePath | undefined {
  const base = catalogue.facts.bundlerRoot[rules === 'a' ? 'a' : 'b'] === 'source' ? source : root;
  return 'place' in base ? placeAt(base.place, text.slice(1)) : undefined;
}

/** The place of an alias; a bare name (`lodash: 'lodash-es'`) is a package. Undefined if the text does not say. */
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
  const alias = readText(table, value);
  if (alias) return alias;
  if (!isRelativePath(value)) return 'package';
  const places = unstatedPlaces(value, bases);
  const place = places.find((one) => disk?.exists(one)) ?? places[0];
  return place === undefined ? undefined : { place };
}

/** The aliases that the texts of one scope of a config are read with, before and after the migration. */
export interface ScopeAliases extends Omit<KnownAliases, 'table' | 'slash'> {
  readonly before: AliasTable;
  readonly after: AliasTable;
  readonly slash: { readonly before: SlashBase; readonly after: SlashBase };
}

/** The aliases of the config itself, and those of each override block that defines some. */
export interface Aliases extends ScopeAliases {
  readonly blocks: ReadonlyMap<string, ScopeAliases>;
}

/** The aliases of a project whose layout is known; without a disk, own ones are taken to be among the sources. */
export function aliasesOf(config: ConfigDocument, layout: Layout, disk?: DiskView): Aliases {
  const inBlock = (block: string): ScopeAliases => {
    const { table: before, slash, own, unknown } = knownAliases(config, basesIn(layout, 'b'), disk, block);
    const after = defaultTable(basesIn(layout, 'a'));
    for (const name of own) after.set(name, layout.moves.after(before.get(name) ?? ''));
    // New text must not start with a name that the config gives another meaning.
    for (const name of after.keys()) if (unknown.has(name) || !before.has(name)) after.delete(name);
    return {
      before,
      after,
      slash: { before: slash, after: slashAfter(config, layout, slash, after) },
      own,
      unknown,
    };
  };
  const blocks = config.scopes.filter(
    (scope) => scope.block !== '' && aliasEntries(config.catalogue, scope).length > 0,
  );
  return { ...inBlock(''), blocks: new Map(blocks.map(({ block }) => [block, inBlock(block)])) };
}

/** Where the bundler starts afterwards, and the folder of files that are served, wherever it went. */
function slashAfter(
  config: ConfigDocument,
  layout: Layout,
  { bundler, served, isNamed }: SlashBase,
  table: AliasTable,
): SlashBase {
  const moved = (place: PlacePath | undefined) =>
    place === undefined ? undefined : layout.moves.after(place);
  const start = isNamed ? moved(bundler) : slashBase(config, basesIn(layout, 'a'), table, undefined).bundler;
  return { bundler: start, isNamed, served: moved(served) };
}

/** What paths are read from before the run (`b`, if the project is of that variant) or afterwards (`a`). */
export function basesIn(layout: Layout, variant: Variant): Bases {
  const { catalogue, root, before, after } = layout;
  const rules = variant === 'a' ? 'a' : layout.rules;
  return { catalogue, rules, root: { place: root }, source: { place: variant === 'a' ? after : before } };
}

/** Whether a text starts as only aliases do; `public/x` may be a folder too. */
export function isSigned(text: string): boolean {
  return /^[~@#]/.test(text);
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

/** The alias a text starts with, and the place the whole text names; undefined if it starts with none. */
export function readText(table: AliasTable, text: string): { alias: string; place: PlacePath } | undefined {
  const found = aliasIn(table, text);
  if (found === undefined) return undefined;
  return { alias: found, place: placeAt(table.get(found) ?? '', text.slice(found.length + 1)) };
}

/** A place as text behind the alias that the author used, or one with its sign; undefined if none leads there. */
export function respelledAlias(
  table: AliasTable,
  place: PlacePath,
  alias: string,
  rootOnly: boolean,
): string | undefined {
  const own = table.get(alias);
  const isPlain = sourceAliases.includes(alias) || rootAliases.includes(alias);
  if (own !== undefined && !isPlain && isInside(place, own)) {
    const path = pathFrom(own, place);
    return path === '' ? alias : `${alias}/${path}`;
  }
  const sign = alias.startsWith('@') ? '@' : '~';
  const text = writeText(table, place, { sign, rootOnly: rootOnly || !isPlain });
  return text !== undefined && readText(table, text)?.place === place ? text : undefined;
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
