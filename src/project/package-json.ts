import { createRequire } from 'node:module';
import type * as Semver from 'semver';
import type { Span } from '../base/edits.ts';
import { groupedBy } from '../base/grouped.ts';
import { lazy } from '../base/memo.ts';
import { placeAt } from '../base/paths.ts';
import type { Names } from '../catalogue/names.ts';
import { type JsonMember, type JsonNode, membersAt, parseJson, textAt, valueAt } from './json.ts';
import { parentOf, type TreePath } from './snapshot.ts';
import { yamlTexts } from './yaml.ts';

/** The versions that a range of the framework allows: Variant A, Variant B, or older ones. */
export type Generation = 'a' | 'b' | 'older';

/** A version range of the framework in a package.json. */
export interface FrameworkRange extends Span {
  /** The range without quotes, such as `^3.2.0`. */
  readonly text: string;
  readonly generation: Generation | undefined;
}

/** A version that is set for other packages. */
export interface VersionPin extends FrameworkRange {
  readonly path: TreePath;
  /** Other packages of the framework's scope in the same table, with a range of Variant B. */
  readonly siblings: readonly VersionEntry[];
  /** The catalog with the version; undefined if the version is an override for all packages. */
  readonly catalog: string | undefined;
  /** Whether the text is also used elsewhere, through an anchor. */
  readonly isShared?: boolean;
}

type Catalogs = ReadonlyMap<string, ReadonlyMap<string, string>>;

export interface PackageJson {
  readonly path: TreePath;
  readonly name: string | undefined;
  /** The names that other packages may import, and their places in the package. */
  readonly importable: readonly { readonly name: string; readonly places: readonly string[] }[];
  /** The catalogs and overrides of the package. */
  readonly pins: readonly VersionPin[];
  /** The other packages of the framework's scope, with a range of Variant B. */
  readonly siblings: readonly VersionEntry[];
  /** The dependencies with their ranges. */
  readonly dependencies: ReadonlyMap<string, string>;
  /** The ranges of each catalog, by the name of the package. */
  readonly catalogs: Catalogs;
  readonly ranges: readonly FrameworkRange[];
  /** The generation of the required range, or of an override. */
  readonly generation: Generation | undefined;
}

/** The file of a pnpm workspace, beside a package.json. */
export const workspaceFile = 'pnpm-workspace.yaml';

/** The keys of overrides, which apply to all packages. */
const forcing = [['overrides'], ['resolutions'], ['pnpm', 'overrides']] as const;
const groups = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

const require = createRequire(import.meta.url);
const semver = lazy(() => require('semver') as typeof Semver);

/** Reads a package.json and the pnpm workspace beside it; undefined if it is not JSON. */
export function readPackageJson(
  path: TreePath,
  text: string,
  names: Names,
  workspace = '',
): PackageJson | undefined {
  const root = parseJson(text);
  if (root?.kind !== 'object') return undefined;
  const listed = groups.flatMap((group) => membersAt(root, group).flatMap(entriesIn));
  const ranges = listed.flatMap((entry) => frameworkRange(entry, names));
  const tables = tablesIn(root);
  const tablesBeside = workspaceTables(workspace);
  const pins = pinsIn(tables, path, names);
  const pinsBeside = pinsIn(tablesBeside, placeAt(parentOf(path), workspaceFile), names);
  const [catalogued, forced] = [
    pins.filter(({ catalog }) => catalog),
    pins.filter(({ catalog }) => !catalog),
  ];
  const name = textAt(root, 'name');
  return {
    path,
    name,
    importable: name ? importablePlaces(name, valueAt(root, 'exports')) : [],
    pins: [...pins, ...pinsBeside],
    siblings: listed.filter((entry) => isSibling(entry, names)),
    dependencies: new Map(listed.map((entry) => [entry.name, entry.text])),
    catalogs: catalogsIn([...tables, ...tablesBeside]),
    ranges,
    // Catalogs of a workspace apply to all its packages, like a range in its root.
    generation:
      [...ranges, ...forced].find(({ generation }) => generation !== undefined)?.generation ??
      pinnedGeneration(catalogued) ??
      pinnedGeneration(pinsBeside),
  };
}

/** The range of a package in the nearest package.json that lists it, or in the catalog named there. */
export function rangeIn(packages: readonly PackageJson[], name: string): string | undefined {
  const range = packages.flatMap(({ dependencies }) => dependencies.get(name) ?? [])[0];
  const catalog = catalogNamed(range ?? '');
  if (catalog === undefined) return range;
  return packages.flatMap(({ catalogs }) => catalogs.get(catalog)?.get(name) ?? [])[0] ?? range;
}

/** The catalog that a range refers to. */
export function catalogNamed(range: string): string | undefined {
  const [, name] = /^catalog:(.*)$/.exec(range) ?? [];
  return name === '' ? 'default' : name;
}

/** A package with its range. */
export interface VersionEntry extends Span {
  readonly name: string;
  readonly text: string;
  readonly isShared?: boolean;
}

/** The entries of a catalog, or of overrides for all packages. */
interface VersionTable {
  readonly catalog: string | undefined;
  readonly entries: readonly VersionEntry[];
}

function tablesIn(root: JsonNode): VersionTable[] {
  const catalogs = [[], ['workspaces']].flatMap((outer) => [
    { catalog: 'default', entries: membersAt(root, ...outer, 'catalog').flatMap(entriesIn) },
    ...membersAt(root, ...outer, 'catalogs').map(({ key, value }) => {
      return { catalog: key, entries: membersAt(value).flatMap(entriesIn) };
    }),
  ]);
  const forced = forcing.map((keys) => {
    return { catalog: undefined, entries: membersAt(root, ...keys).flatMap(forcedEntries) };
  });
  return [...catalogs, ...forced];
}

/** The tables of a pnpm workspace. */
function workspaceTables(text: string): VersionTable[] {
  // Most workspaces have none, and need not load the parser.
  const all = /\b(?:catalogs?|overrides)\b/.test(text) ? yamlTexts(text) : undefined;
  const texts = (all ?? []).filter(({ role, isPlain }) => role === 'value' && isPlain);
  const tables = groupedBy(texts, ({ keys }) => keys.slice(0, -1).join('\0'));
  return [...tables].flatMap(([key, members]): VersionTable[] => {
    const [group = '', inner, ...deeper] = key.split('\0');
    const isKnown = group === 'catalogs' ? inner !== undefined : inner === undefined;
    if (!/^(?:catalogs?|overrides)$/.test(group) || !isKnown || deeper.length > 0) return [];
    const entries = members.map(({ keys, text: range, start, isShared }) => {
      return { name: keys.at(-1) ?? '', text: range, start, end: start + range.length, isShared };
    });
    return [{ catalog: group === 'overrides' ? undefined : (inner ?? 'default'), entries }];
  });
}

/** The versions of the framework in some tables. */
function pinsIn(tables: readonly VersionTable[], path: TreePath, names: Names): VersionPin[] {
  return tables.flatMap(({ catalog, entries }) => {
    const siblings = entries.filter((entry) => isSibling(entry, names));
    const ranges = entries.flatMap((entry) => frameworkRange(entry, names));
    return ranges.map((range) => ({ ...range, path, catalog, siblings }));
  });
}

function catalogsIn(tables: readonly VersionTable[]): Catalogs {
  return new Map(
    tables.flatMap(({ catalog, entries }) =>
      catalog === undefined || entries.length === 0
        ? []
        : [[catalog, new Map(entries.map(({ name, text }) => [name, text]))] as const],
    ),
  );
}

/** All folders without `exports`; otherwise each key of it (`"./x/*": "./lib/*"`, `"./y": "./y.ts"`). */
function importablePlaces(name: string, exported: JsonNode | undefined): PackageJson['importable'] {
  if (!exported) return [{ name, places: [''] }];
  if (exported.kind !== 'object') return [];
  return exported.members.flatMap(({ key, value }) => {
    const [, inner] = key === '.' ? [] : (/^\.(|\/[^*]+?)(?:\/\*)?$/.exec(key) ?? []);
    const places = textsIn(value).flatMap((text) => /^\.\/([^*]*?)(?:\/?\*[^/*]*)?$/.exec(text)?.[1] ?? []);
    return inner === undefined || places.length === 0
      ? []
      : [{ name: `${name}${inner}`, places: [...new Set(places)] }];
  });
}

function textsIn(value: JsonNode): string[] {
  if (value.kind === 'string') return [value.text];
  return value.kind === 'object' ? value.members.flatMap((member) => textsIn(member.value)) : [];
}

function entriesIn({ key, value }: JsonMember): VersionEntry[] {
  if (value.kind !== 'string') return [];
  return [{ name: key, text: value.text, start: value.start + 1, end: value.end - 1 }];
}

/** The versions that an override forces for all users of a package, or for one range; in npm, perhaps under a dot. */
function forcedEntries(member: JsonMember): VersionEntry[] {
  const name = member.key.replace(/^\*\*\//, '').replace(/(?<=.)@.*$/, '');
  const inner = membersAt(member.value).filter((entry) => entry.key === '.');
  return [member, ...inner].flatMap((entry) => entriesIn({ ...entry, key: name }));
}

function frameworkRange({ name, ...entry }: VersionEntry, names: Names): FrameworkRange[] {
  return name === names.package ? [{ ...entry, generation: generationOf(entry.text, names) }] : [];
}

function isSibling({ name, text }: VersionEntry, names: Names): boolean {
  return name.startsWith(`${names.scope}/`) && generationOf(text, names) === 'b';
}

/** The generation that all pins require; undefined if it is unknown, or they differ. */
function pinnedGeneration(pins: readonly VersionPin[]): Generation | undefined {
  const generations = new Set(pins.map(({ generation }) => generation));
  return generations.size === 1 ? [...generations][0] : undefined;
}

/** A range for Variant A that is as strict as the one for Variant B: exact versions stay exact. */
export function raisedRange(text: string, { rangeA, firstVersionA }: Names): string {
  const [, sign = '', version = ''] = /^([=~]?)\s*v?(.*)$/.exec(text.trim()) ?? [];
  return semver().valid(version) === null ? rangeA : `${sign}${firstVersionA}`;
}

/** Whether all, some or no versions of a range are in another range; `some` if it is unknown. */
export function allowsVersion(text: string, wanted: string): 'all' | 'some' | 'none' {
  const { validRange, subset, intersects } = semver();
  const range = validRange(text);
  if (range === null) return 'some';
  if (subset(range, wanted)) return 'all';
  return intersects(range, wanted) ? 'some' : 'none';
}

/** The generation that a range requires; undefined if it allows both variants or is unknown. */
function generationOf(text: string, names: Names): Generation | undefined {
  const { validRange, subset } = semver();
  const range = validRange(text.replace(/^(?:workspace:|npm:(?:@[^@/]+\/)?[^@/]+@)/, ''));
  if (range === null) return undefined;
  if (subset(range, `>=${names.firstVersionA}-0`, { includePrerelease: true })) return 'a';
  if (subset(range, `<${names.generations.b}.0.0-0`, { includePrerelease: true })) return 'older';
  return subset(range, `<${names.firstVersionA}-0`, { includePrerelease: true }) ? 'b' : undefined;
}
