import { createRequire } from 'node:module';
import type * as Semver from 'semver';
import type { Names } from '../catalogue/names.ts';
import type { Span } from '../config/source.ts';
import { type JsonMember, type JsonNode, membersAt, parseJson, textAt, valueAt } from './json.ts';
import { lazy } from './memo.ts';
import type { TreePath } from './snapshot.ts';
import { yamlTexts } from './yaml.ts';

/** The versions that a range of the framework allows: Variant A, Variant B, or older ones. */
export type Generation = 'a' | 'b' | 'older';

/** A version range of the framework in a package.json. */
export interface FrameworkRange extends Span {
  /** The range without quotes, such as `^3.2.0`. */
  readonly text: string;
  readonly generation: Generation | undefined;
}

/** Another package of the framework's scope, with a range of Variant B. */
export interface SiblingRange {
  readonly name: string;
  readonly range: string;
}

/** A version that is set for other packages. */
export interface VersionPin extends FrameworkRange {
  readonly path: TreePath;
  /** Other packages of the scope in the same table. */
  readonly siblings: readonly SiblingRange[];
  /** The catalog with the version; undefined if the version is an override for all packages. */
  readonly catalog: string | undefined;
  /** Whether the text is also used elsewhere, through an anchor. */
  readonly isShared?: boolean;
}

export interface PackageJson {
  readonly path: TreePath;
  readonly name: string | undefined;
  /** The names that other packages may import, and their places in the package. */
  readonly importable: readonly { readonly name: string; readonly places: readonly string[] }[];
  /** The catalogs and overrides of the package. */
  readonly pins: readonly VersionPin[];
  /** The other packages of the framework's scope. */
  readonly siblings: readonly SiblingRange[];
  /** The dependencies with their ranges. */
  readonly dependencies: ReadonlyMap<string, string>;
  readonly ranges: readonly FrameworkRange[];
  /** The generation of the required range, or of an override. */
  readonly generation: Generation | undefined;
}

/** The keys of overrides, which apply to all packages. */
const forcing = [['overrides'], ['resolutions'], ['pnpm', 'overrides']] as const;
const groups = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

const require = createRequire(import.meta.url);
const semver = lazy(() => require('semver') as typeof Semver);

/** Reads a package.json; undefined if it is not JSON. */
export function readPackageJson(path: TreePath, text: string, names: Names): PackageJson | undefined {
  const root = parseJson(text);
  if (root?.kind !== 'object') return undefined;
  const members = groups.flatMap((group) => membersAt(root, group));
  const rangesIn = (list: readonly JsonMember[]) => list.flatMap((member) => rangeOf(member, names));
  const siblingsIn = (list: readonly JsonMember[]) =>
    list.flatMap(({ key, value }) => (value.kind === 'string' ? siblingOf(key, value.text, names) : []));
  const ranges = rangesIn(members);
  const pinsIn = (catalog: string | undefined, ...keys: string[]): VersionPin[] => {
    const listed = membersAt(root, ...keys);
    const siblings = siblingsIn(listed);
    return rangesIn(listed).map((range) => ({ ...range, path, catalog, siblings }));
  };
  const forced = forcing.flatMap((keys) => {
    const listed = membersAt(root, ...keys);
    const pins = listed.flatMap((member) => forcedRanges(member, names));
    return pins.map((range) => ({ ...range, path, catalog: undefined, siblings: siblingsIn(listed) }));
  });
  const catalogs = [[], ['workspaces']].flatMap((outer) => {
    const named = membersAt(root, ...outer, 'catalogs').map(({ key }) => key);
    return [
      ...pinsIn('default', ...outer, 'catalog'),
      ...named.flatMap((name) => pinsIn(name, ...outer, 'catalogs', name)),
    ];
  });
  const name = textAt(root, 'name');
  return {
    path,
    name,
    importable: name ? importablePlaces(name, valueAt(root, 'exports')) : [],
    pins: [...catalogs, ...forced],
    siblings: siblingsIn(members),
    dependencies: new Map(members.map(({ key, value }) => [key, value.kind === 'string' ? value.text : ''])),
    ranges,
    generation:
      [...ranges, ...forced].find(({ generation }) => generation !== undefined)?.generation ??
      pinnedGeneration(catalogs),
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

/** The versions that an override forces for all users of the framework, or for one range; in npm, perhaps under a dot. */
function forcedRanges(member: JsonMember, names: Names): FrameworkRange[] {
  const { key, value } = member;
  const isFramework = key.replace(/^\*\*\//, '').replace(/(?<=.)@.*$/, '') === names.package;
  const inner = membersAt(value).filter((entry) => entry.key === '.');
  const entries = isFramework ? [member, ...inner] : [];
  return entries.flatMap((entry) => rangeOf({ ...entry, key: names.package }, names));
}

function rangeOf({ key, value }: JsonMember, names: Names): FrameworkRange[] {
  if (key !== names.package || value.kind !== 'string') return [];
  const { text, start, end } = value;
  return [{ text, start: start + 1, end: end - 1, generation: generationOf(text, names) }];
}

function siblingOf(name: string, range: string, names: Names): SiblingRange[] {
  const isSibling = name.startsWith(`${names.scope}/`) && generationOf(range, names) === 'b';
  return isSibling ? [{ name, range }] : [];
}

/** The catalogs and overrides of a pnpm workspace. */
export function readWorkspacePins(path: TreePath, text: string, names: Names): VersionPin[] {
  if (!text.includes(names.package)) return [];
  const texts = (yamlTexts(text) ?? []).filter(({ role, isPlain }) => role === 'value' && isPlain);
  return texts.flatMap(({ text: range, start, keys, isShared }): VersionPin[] => {
    const [group = '', inner = ''] = keys;
    const catalog = group === 'catalogs' && keys.length === 3 ? inner : 'default';
    const isKnown = group === 'catalogs' ? keys.length === 3 : keys.length === 2;
    if (keys.at(-1) !== names.package || !isKnown || !/^(?:catalogs?|overrides)$/.test(group)) return [];
    const span = { start, end: start + range.length };
    const table = keys.slice(0, -1).join('\0');
    const beside = texts.filter((entry) => entry.keys.slice(0, -1).join('\0') === table);
    const siblings = beside.flatMap((entry) => siblingOf(entry.keys.at(-1) ?? '', entry.text, names));
    return [
      {
        ...{ path, text: range, ...span, isShared, generation: generationOf(range, names) },
        ...{ siblings, catalog: group === 'overrides' ? undefined : catalog },
      },
    ];
  });
}

/** The generation that all pins require; undefined if it is unknown, or they differ. */
export function pinnedGeneration(pins: readonly VersionPin[]): Generation | undefined {
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
  if (subset(range, `<${names.oldestGeneration}.0.0-0`, { includePrerelease: true })) return 'older';
  return subset(range, `<${names.firstVersionA}-0`, { includePrerelease: true }) ? 'b' : undefined;
}
