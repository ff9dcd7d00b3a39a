import { createRequire } from 'node:module';
import type * as Semver from 'semver';
import type { Names } from '../catalogue/names.ts';
import type { Span } from '../config/source.ts';
import { type JsonMember, type JsonNode, membersAt, parseJson, textAt, valueAt } from './json.ts';
import { once } from './remembered.ts';
import type { TreePath } from './snapshot.ts';
import { yamlTexts } from './yaml.ts';

/** What a range of the framework allows: Variant A, Variant B, or only what was before that. */
export type Generation = 'a' | 'b' | 'older';

/** Where a package.json asks for the framework. */
export interface FrameworkRange extends Span {
  /** What stands there, such as `^3.2.0`, without the quotes. */
  readonly text: string;
  readonly generation: Generation | undefined;
}

/** Another package of the framework's scope, in a version of Variant B. */
export interface SiblingRange {
  readonly name: string;
  readonly range: string;
}

/** Where a version is set for others. */
export interface VersionPin extends FrameworkRange {
  readonly path: TreePath;
  /** What is set beside it. */
  readonly siblings: readonly SiblingRange[];
  /** The catalog that it belongs to; undefined if it is forced upon all that ask for one. */
  readonly catalog: string | undefined;
  /** Whether what stands there also counts for something else. */
  readonly isShared?: boolean;
}

export interface PackageJson {
  readonly path: TreePath;
  /** The name of the package. */
  readonly name: string | undefined;
  /** What others may import by the package's name: names, and the places in the package that they stand for. */
  readonly importable: readonly { readonly name: string; readonly places: readonly string[] }[];
  /** Its catalogs, and what it forces upon others. */
  readonly pins: readonly VersionPin[];
  /** What it asks for beside the framework. */
  readonly siblings: readonly SiblingRange[];
  /** The packages that it lists, with their ranges. */
  readonly dependencies: ReadonlyMap<string, string>;
  readonly ranges: readonly FrameworkRange[];
  /** The range of TypeScript that it asks for. */
  readonly typescript: string | undefined;
  /** What it asks for, or else forces upon others. */
  readonly generation: Generation | undefined;
}

/** Where a version is forced upon all that ask for one. */
const forcing = [['overrides'], ['resolutions'], ['pnpm', 'overrides']] as const;
const groups = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

const require = createRequire(import.meta.url);
const semver = once(() => require('semver') as typeof Semver);

/** Reads what a package.json lists; undefined if it is not JSON. */
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
  const forced = forcing.flatMap((keys) => pinsIn(undefined, ...keys));
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
    typescript: members.flatMap(({ key, value }) =>
      key === 'typescript' && value.kind === 'string' ? [value.text] : [],
    )[0],
    generation:
      [...ranges, ...forced].find(({ generation }) => generation !== undefined)?.generation ??
      pinnedGeneration(catalogs),
  };
}

/** Whether a range allows versions below one; undefined if only an installation would tell. */
export function allowsBelow(range: string, version: string): boolean | undefined {
  const { validRange, minVersion, lt } = semver();
  const lowest = validRange(range) === null ? null : minVersion(range);
  // `latest`, `*` and names of catalogs say nothing.
  return lowest === null || range.trim() === '' || /^[*x]/.test(range.trim())
    ? undefined
    : lt(lowest, version);
}

/** All folders if `exports` does not say which; else what has a key of its own (`"./x/*": "./lib/*"`, `"./y": "./y.ts"`). */
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

function rangeOf({ key, value }: JsonMember, names: Names): FrameworkRange[] {
  if (key !== names.package || value.kind !== 'string') return [];
  const { text, start, end } = value;
  return [{ text, start: start + 1, end: end - 1, generation: generationOf(text, names) }];
}

function siblingOf(name: string, range: string, names: Names): SiblingRange[] {
  const isSibling = name.startsWith(`${names.scope}/`) && generationOf(range, names) === 'b';
  return isSibling ? [{ name, range }] : [];
}

/** The catalogs of a pnpm workspace, and what it forces upon others. */
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
    const beside = texts.filter((one) => one.keys.slice(0, -1).join('\0') === table);
    const siblings = beside.flatMap((one) => siblingOf(one.keys.at(-1) ?? '', one.text, names));
    return [
      {
        ...{ path, text: range, ...span, isShared, generation: generationOf(range, names) },
        ...{ siblings, catalog: group === 'overrides' ? undefined : catalog },
      },
    ];
  });
}

/** The one generation that pins ask for; undefined if they do not say, or differ. */
export function pinnedGeneration(pins: readonly VersionPin[]): Generation | undefined {
  const found = new Set(pins.map(({ generation }) => generation));
  return found.size === 1 ? [...found][0] : undefined;
}

/** A range for Variant A that is as strict as one for Variant B: exact versions stay exact. */
export function raisedRange(text: string, { rangeA, firstVersionA }: Names): string {
  const [, sign = '', version = ''] = /^([=~]?)\s*v?(.*)$/.exec(text.trim()) ?? [];
  return semver().valid(version) === null ? rangeA : `${sign}${firstVersionA}`;
}

/** Whether all, some or none of the versions that a range allows are in another; `some` if it does not say. */
export function allowsVersion(text: string, wanted: string): 'all' | 'some' | 'none' {
  const { validRange, subset, intersects } = semver();
  const range = validRange(text);
  if (range === null) return 'some';
  if (subset(range, wanted)) return 'all';
  return intersects(range, wanted) ? 'some' : 'none';
}

/** The variant that a range asks for; undefined if it allows both or does not say. */
function generationOf(text: string, names: Names): Generation | undefined {
  const { validRange, subset } = semver();
  const range = validRange(text.replace(/^(?:workspace:|npm:(?:@[^@/]+\/)?[^@/]+@)/, ''));
  if (range === null) return undefined;
  if (subset(range, `>=${names.firstVersionA}-0`, { includePrerelease: true })) return 'a';
  if (subset(range, `<${names.oldestGeneration}.0.0-0`, { includePrerelease: true })) return 'older';
  return subset(range, `<${names.firstVersionA}-0`, { includePrerelease: true }) ? 'b' : undefined;
}
