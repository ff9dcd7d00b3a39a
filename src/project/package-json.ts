import { createRequire } from 'node:module';
import type * as Semver from 'semver';
import type { Names } from '../catalogue/names.ts';
import { groupedBy } from '../config/grouped.ts';
import { placeAt } from '../config/paths.ts';
import type { Span } from '../config/source.ts';
import { type JsonNode, membersAt, parseJson, textAt, valueAt } from './json.ts';
import { lazy } from './memo.ts';
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

/** A version in a catalog, or an override for all packages. */
export interface VersionPin extends FrameworkRange {
  readonly path: TreePath;
  /** The name of the catalog; undefined for an override. */
  readonly catalog: string | undefined;
}

export interface PackageJson {
  readonly path: TreePath;
  readonly name: string | undefined;
  /** The names that other packages may import, and their places in the package. */
  readonly importable: readonly { readonly name: string; readonly places: readonly string[] }[];
  /** The versions of the framework in catalogs and overrides, here and in the pnpm workspace. */
  readonly pins: readonly VersionPin[];
  /** The dependencies with their ranges. */
  readonly dependencies: ReadonlyMap<string, string>;
  /** The ranges of each catalog, by the name of the package. */
  readonly catalogs: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly ranges: readonly FrameworkRange[];
  /** The generation of the required range, or the one that all catalogs and overrides agree on. */
  readonly generation: Generation | undefined;
}

/** The file of a pnpm workspace, beside a package.json. */
export const workspaceFile = 'pnpm-workspace.yaml';

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
  const name = textAt(root, 'name');
  const listed = groups.flatMap((group) =>
    membersAt(root, group).flatMap(({ value, key }) => textsIn(value, [key])),
  );
  const versions = [
    ...textsIn(root).flatMap(versionIn(path)),
    ...workspaceTexts(workspace).flatMap(versionIn(placeAt(parentOf(path), workspaceFile))),
  ];
  const generationIn = (range: string) => generationOf(range, names);
  const ranges = listed
    .filter(({ keys }) => keys[0] === names.package)
    .map((range) => ({ ...range, generation: generationIn(range.text) }));
  const pins = versions
    .filter((version) => version.name === names.package)
    .map((version) => ({ ...version, generation: generationIn(version.text) }));
  const pinned = new Set(pins.map(({ generation }) => generation));
  const catalogued = groupedBy(versions, ({ catalog }) => catalog ?? '');
  return {
    ...{ path, name, pins, ranges },
    importable: name ? importablePlaces(name, valueAt(root, 'exports')) : [],
    dependencies: new Map(listed.map(({ keys: [key = ''], text: range }) => [key, range])),
    catalogs: new Map(
      [...catalogued].map(([catalog, list]) => [
        catalog,
        new Map(list.map((version) => [version.name, version.text])),
      ]),
    ),
    generation:
      ranges.find(({ generation }) => generation)?.generation ??
      (pinned.size === 1 ? [...pinned][0] : undefined),
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

/** A string with the keys that lead to it. */
interface KeyedText extends Span {
  readonly keys: readonly string[];
  readonly text: string;
}

/** The strings in a value, at any depth of its objects. */
function textsIn(value: JsonNode, keys: readonly string[] = []): KeyedText[] {
  if (value.kind === 'string')
    return [{ keys, text: value.text, start: value.start + 1, end: value.end - 1 }];
  const members = value.kind === 'object' ? value.members : [];
  return members.flatMap((member) => textsIn(member.value, [...keys, member.key]));
}

function workspaceTexts(text: string): KeyedText[] {
  // Most workspaces have no versions, and need not load the parser.
  const texts = /\b(?:catalogs?|overrides)\b/.test(text) ? yamlTexts(text) : undefined;
  return (texts ?? [])
    .filter(({ role }) => role === 'value')
    .map(({ keys, text: range, start }) => ({ keys, text: range, start, end: start + range.length }));
}

/** The version in a catalog, or in overrides for all packages. */
interface Version extends Omit<VersionPin, 'generation'> {
  readonly name: string;
}

/** Finds the version that a text sets, if it is in a catalog or in overrides. */
function versionIn(path: TreePath): (text: KeyedText) => Version[] {
  return ({ keys, ...text }) => {
    // These keys group the tables of a package manager.
    const [table = '', name = '', inner] = /^(?:workspaces|pnpm)$/.test(keys[0] ?? '') ? keys.slice(1) : keys;
    if (table === 'catalogs' && inner) return [{ ...text, path, name: inner, catalog: name }];
    if (table === 'catalog') return [{ ...text, path, name, catalog: 'default' }];
    // An override may be for every depth, for one range, or be written under a dot.
    const isForAll = /^(?:overrides|resolutions)$/.test(table) && (inner ?? '.') === '.';
    const overridden = name.replace(/^\*\*\//, '').replace(/(?<=.)@.*$/, '');
    return isForAll ? [{ ...text, path, name: overridden, catalog: undefined }] : [];
  };
}

/** Whether a range allows versions below the given one; undefined if it depends on the installation. */
export function allowsBelow(range: string, version: string): boolean | undefined {
  const { validRange, minVersion, lt } = semver();
  const lowest = validRange(range) === null ? null : minVersion(range);
  // `latest`, `*` and names of catalogs do not limit the version.
  return lowest === null || range.trim() === '' || /^[*x]/.test(range.trim())
    ? undefined
    : lt(lowest, version);
}

/** All folders without `exports`; otherwise each key of it (`"./x/*": "./lib/*"`, `"./y": "./y.ts"`). */
function importablePlaces(name: string, exported: JsonNode | undefined): PackageJson['importable'] {
  if (!exported) return [{ name, places: [''] }];
  if (exported.kind !== 'object') return [];
  return exported.members.flatMap(({ key, value }) => {
    const [, inner] = key === '.' ? [] : (/^\.(|\/[^*]+?)(?:\/\*)?$/.exec(key) ?? []);
    const places = textsIn(value).flatMap(
      ({ text }) => /^\.\/([^*]*?)(?:\/?\*[^/*]*)?$/.exec(text)?.[1] ?? [],
    );
    return inner === undefined || places.length === 0
      ? []
      : [{ name: `${name}${inner}`, places: [...new Set(places)] }];
  });
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
