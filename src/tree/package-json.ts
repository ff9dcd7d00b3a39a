/**
 * Reads a package.json: its ranges of the framework and of other packages, its overrides, and what can be imported from
 * it.
 */

import { createRequire } from 'node:module';
import type * as Semver from 'semver';
import type { Span } from '../base/edits.ts';
import { lazy } from '../base/memo.ts';
import { placeAt } from '../base/paths.ts';
import type { Names } from '../catalogue/names.ts';
import { type JsonMember, type JsonNode, membersAt, parseJson, textAt, valueAt } from './json.ts';
import { parentOf, type TreePath } from './snapshot.ts';
import { yamlTexts } from './yaml.ts';

/** The versions that a range of the framework allows: Variant A, Variant B, or older ones. */
export type Generation = 'a' | 'b' | 'older';

/** A package with its range. */
export interface VersionEntry extends Span {
  readonly name: string;
  /** The range without quotes, such as `^3.2.0`. */
  readonly text: string;
  /** For whom: the package itself, all packages, or those that refer to a catalog by `catalog:default`. */
  readonly scope: 'package' | 'overrides' | `catalog:${string}`;
  /** Whether the text is also used elsewhere, through an anchor. */
  readonly isShared?: boolean;
}

/** A range of the framework. */
export interface FrameworkRange extends VersionEntry {
  readonly path: TreePath;
  readonly generation: Generation | undefined;
  /** The other packages for the same. */
  readonly siblings: readonly VersionEntry[];
}

/** A name that can be imported from a package. */
export interface ImportableName {
  readonly name: string;
  /** The folder of the package. */
  readonly folder: TreePath;
  /** The places of the name, which may depend on conditions. */
  readonly places: readonly TreePath[];
}

export interface PackageJson {
  readonly path: TreePath;
  readonly name: string | undefined;
  /** Its `packageManager`, such as `pnpm@9.1.0`. */
  readonly manager: string | undefined;
  /** The names that other packages may import. */
  readonly importable: readonly ImportableName[];
  /** The dependencies with their ranges. */
  readonly dependencies: ReadonlyMap<string, string>;
  /** The entries of catalogs and overrides. */
  readonly pinned: readonly VersionEntry[];
  /** The framework among the dependencies. */
  readonly ranges: readonly FrameworkRange[];
  /** The framework in catalogs and overrides. */
  readonly pins: readonly FrameworkRange[];
  /** The generation of the required range, or of an override. */
  readonly generation: Generation | undefined;
}

/** The file of a pnpm workspace, beside a package.json. */
export const workspaceFile = 'pnpm-workspace.yaml';

/** The keys of overrides, which apply to all packages. */
const forcing = [['overrides'], ['resolutions'], ['pnpm', 'overrides']] as const;
const groups = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

const require = createRequire(import.meta.url);
export const semver = lazy(() => require('semver') as typeof Semver);

/** Reads a package.json and the pnpm workspace beside it; undefined if it is not JSON. */
export function readPackageJson(
  path: TreePath,
  text: string,
  names: Names,
  workspace = '',
): PackageJson | undefined {
  const root = parseJson(text);
  if (root?.kind !== 'object') return undefined;
  const listed = groups.flatMap((group) => entriesAt(root, [group], 'package'));
  const [pinned, pinnedBeside] = [pinnedIn(root), pinnedInWorkspace(workspace)];
  const folder = parentOf(path);
  const ranges = rangesIn(listed, path, names);
  const pins = rangesIn(pinned, path, names);
  const pinsBeside = rangesIn(pinnedBeside, placeAt(folder, workspaceFile), names);
  const forced = pins.filter(({ scope }) => scope === 'overrides');
  const name = textAt(root, 'name');
  return {
    path,
    name,
    manager: textAt(root, 'packageManager'),
    importable: name ? importableNames(name, folder, valueAt(root, 'exports')) : [],
    dependencies: new Map(listed.map((entry) => [entry.name, entry.text])),
    pinned: [...pinned, ...pinnedBeside],
    ranges,
    pins: [...pins, ...pinsBeside],
    // Catalogs of a workspace apply to all its packages, like a range in its root.
    generation:
      [...ranges, ...forced].find(({ generation }) => generation !== undefined)?.generation ??
      commonGeneration(pins.filter((pin) => !forced.includes(pin))) ??
      commonGeneration(pinsBeside),
  };
}

/** The range of a package in the nearest package.json that lists it, or in the catalog named there. */
export function rangeIn(packages: readonly PackageJson[], name: string): string | undefined {
  const range = packages.flatMap(({ dependencies }) => dependencies.get(name) ?? [])[0];
  const catalog = catalogNamed(range ?? '');
  const isMeant = (entry: VersionEntry) => entry.scope === catalog && entry.name === name;
  return packages.flatMap(({ pinned }) => pinned.findLast(isMeant)?.text ?? [])[0] ?? range;
}

/** The catalog that a range refers to, as a scope. */
export function catalogNamed(range: string): string | undefined {
  return range === 'catalog:' ? 'catalog:default' : /^catalog:/.test(range) ? range : undefined;
}

/** The catalogs and overrides of a package.json. */
function pinnedIn(root: JsonNode): VersionEntry[] {
  const catalogs = [[], ['workspaces']].flatMap((outer) => [
    ...entriesAt(root, [...outer, 'catalog'], 'catalog:default'),
    ...membersAt(root, ...outer, 'catalogs').flatMap(({ key, value }) =>
      entriesAt(value, [], `catalog:${key}`),
    ),
  ]);
  return [
    ...catalogs,
    ...forcing.flatMap((keys) => membersAt(root, ...keys).flatMap(forcedEntries)),
  ];
}

/** The catalogs and overrides of a pnpm workspace. */
function pinnedInWorkspace(text: string): VersionEntry[] {
  // Most workspaces have none, and need not load the parser.
  const all = /\b(?:catalogs?|overrides)\b/.test(text) ? yamlTexts(text) : undefined;
  const texts = (all ?? []).filter(({ role, isPlain }) => role === 'value' && isPlain);
  return texts.flatMap(({ keys, text: range, start, isShared }): VersionEntry[] => {
    const scope = scopeUnder(keys.slice(0, -1));
    const entry = {
      name: keys.at(-1) ?? '',
      text: range,
      start,
      end: start + range.length,
      isShared,
    };
    return scope ? [{ ...entry, scope }] : [];
  });
}

/** The scope of the entries under a path of keys in a pnpm workspace; undefined if they are no versions. */
function scopeUnder([group, name, ...deeper]: readonly string[]):
  | VersionEntry['scope']
  | undefined {
  if (deeper.length > 0) return undefined;
  if (name !== undefined) return group === 'catalogs' ? `catalog:${name}` : undefined;
  return group === 'catalog' ? 'catalog:default' : group === 'overrides' ? group : undefined;
}

/** The framework among some entries. */
function rangesIn(
  entries: readonly VersionEntry[],
  path: TreePath,
  names: Names,
): FrameworkRange[] {
  return entries
    .filter(({ name }) => name === names.package)
    .map((entry) => ({
      ...entry,
      path,
      generation: generationOf(entry.text, names),
      siblings: entries.filter(({ name, scope }) => name !== entry.name && scope === entry.scope),
    }));
}

/** All folders without `exports`; otherwise each key of it (`"./x/*": "./lib/*"`, `"./y": "./y.ts"`). */
function importableNames(
  name: string,
  folder: TreePath,
  exported: JsonNode | undefined,
): ImportableName[] {
  if (!exported) return [{ name, folder, places: [folder] }];
  return membersAt(exported).flatMap(({ key, value }) => {
    const [, inner] = key === '.' ? [] : (/^\.(|\/[^*]+?)(?:\/\*)?$/.exec(key) ?? []);
    const texts = textsIn(value).flatMap(
      (text) => /^\.\/([^*]*?)(?:\/?\*[^/*]*)?$/.exec(text)?.[1] ?? [],
    );
    const places = [...new Set(texts)].map((text) => placeAt(folder, text));
    return inner === undefined || places.length === 0
      ? []
      : [{ name: `${name}${inner}`, folder, places }];
  });
}

function textsIn(value: JsonNode): string[] {
  if (value.kind === 'string') return [value.text];
  return value.kind === 'object' ? value.members.flatMap((member) => textsIn(member.value)) : [];
}

/** The entries of the object under a path of keys. */
function entriesAt(
  value: JsonNode,
  keys: readonly string[],
  scope: VersionEntry['scope'],
): readonly VersionEntry[] {
  return membersAt(value, ...keys).flatMap((member) => entryIn(member, member.key, scope));
}

function entryIn(
  { value }: JsonMember,
  name: string,
  scope: VersionEntry['scope'],
): VersionEntry[] {
  if (value.kind !== 'string') return [];
  return [{ name, text: value.text, start: value.start + 1, end: value.end - 1, scope }];
}

/** The versions that an override forces for all users of a package, or for one range; in npm, perhaps under a dot. */
function forcedEntries(member: JsonMember): VersionEntry[] {
  const name = member.key.replace(/^\*\*\//, '').replace(/(?<=.)@.*$/, '');
  const inner = membersAt(member.value).filter((entry) => entry.key === '.');
  return [member, ...inner].flatMap((entry) => entryIn(entry, name, 'overrides'));
}

/** The generation that all pins require; undefined if it is unknown, or they differ. */
function commonGeneration(pins: readonly FrameworkRange[]): Generation | undefined {
  const generations = new Set(pins.map(({ generation }) => generation));
  return generations.size === 1 ? [...generations][0] : undefined;
}

/**
 * A range from a version on that is as strict as another one: exact versions stay exact, as the newest one that is
 * known.
 */
export function raisedRange(text: string, first: string, newest = first): string {
  const [, sign = '', version = ''] = /^([=~]?)\s*v?(.*)$/.exec(text.trim()) ?? [];
  return semver().valid(version) === null ? `^${first}` : `${sign}${newest}`;
}

/** Whether all, some or no versions of a range are in another range; `some` if it is unknown. */
export function allowsVersion(text: string, wanted: string): 'all' | 'some' | 'none' {
  const { validRange, subset, intersects } = semver();
  const range = validRange(text);
  if (range === null) return 'some';
  const options = { includePrerelease: true };
  if (subset(range, wanted, options)) return 'all';
  return intersects(range, wanted, options) ? 'some' : 'none';
}

/** The generation that a range requires; undefined if it allows both variants or is unknown. */
export function generationOf(text: string, names: Names): Generation | undefined {
  const { validRange, subset } = semver();
  const range = validRange(text.replace(/^(?:workspace:|npm:(?:@[^@/]+\/)?[^@/]+@)/, ''));
  if (range === null) return undefined;
  if (subset(range, `>=${names.firstVersionA}-0`, { includePrerelease: true })) return 'a';
  if (subset(range, `<${names.generations.b}.0.0-0`, { includePrerelease: true })) return 'older';
  return subset(range, `<${names.firstVersionA}-0`, { includePrerelease: true }) ? 'b' : undefined;
}
