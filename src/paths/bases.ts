/** The root and source directory of a config in each variant, from which all its paths start. */

import { isAbsolutePath, type PlacePath, placeAt, placeFromRoot } from '../base/paths.ts';
import type { Position } from '../base/position.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { ConfigPath } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import type { Lookup } from '../config/lookup.ts';
import type { MoveMap } from '../tree/moves.ts';

export type Variant = 'a' | 'b';

/** A folder, or why it is unknown. */
export type Folder = { readonly place: PlacePath } | { readonly why: string };

/** The bases of paths in one config; places are relative to the folder of the config. */
export interface Bases {
  readonly catalogue: Catalogue;
  /** The variant whose rules apply: in Variant B, `future.compatibilityVersion: 4` enables those of A. */
  readonly rules: Variant | 'unknown';
  readonly root: Folder;
  readonly source: Folder;
}

/** The root, and the source directory before and after. */
export interface Sources {
  readonly root: PlacePath;
  readonly before: PlacePath;
  readonly after: PlacePath;
}

/** The source directory before and after, and the moves between. */
export interface Layout extends Sources {
  readonly catalogue: Catalogue;
  /** The change of `srcDir`: `written` if it was unset and the sources stay. */
  readonly sourceOption: 'kept' | 'removed' | 'written';
  /** The variant whose rules apply before the run; afterwards it is Variant A. */
  readonly rules: Variant;
  readonly moves: MoveMap;
  /** Whether the run leaves the project: then its rules stay, and only what others move is followed. */
  readonly isLeft?: boolean;
}

/**
 * The variant whose rules the compatibility version enables. `a-at-root`: the disk shows that the sources are
 * still at the root.
 */
export type Compatibility = 'b' | 'a' | 'a-at-root' | 'default' | 'unknown';

/** The compatibility version in the config. */
export function compatibilityOf(config: ConfigDocument): Compatibility {
  const { path, names } = config.catalogue;
  const lookup = config.lookup(path['future.compatibilityVersion']);
  if (lookup.kind === 'absent') return 'default';
  if (lookup.kind === 'dynamic') return 'unknown';
  if (lookup.value === undefined) return 'default';
  if (lookup.value === names.generations.b) return 'b';
  const isNewer = lookup.value === names.generations.a || isLater(config.catalogue, lookup.value);
  return isNewer ? 'a' : 'unknown';
}

/** Whether a compatibility version is one after that of Variant A, which only editions have. */
export function isLater({ names, path, findOption }: Catalogue, value: unknown): boolean {
  const { oneOf = [] } = findOption(path['future.compatibilityVersion']) ?? {};
  return typeof value === 'number' && value > names.generations.a && oneOf.includes(value);
}

/** Whether a scope sets another compatibility version than the config, or an unknown one; unset means the older one. */
export function setsOtherVersion(config: ConfigDocument, scope: ConfigScope): boolean {
  const { path, names } = config.catalogue;
  const unset = names.generations.b;
  const versionIn = (lookup: Lookup) =>
    lookup.kind === 'static'
      ? (lookup.value ?? unset)
      : lookup.kind === 'absent'
        ? unset
        : undefined;
  const lookup = scope.lookup(path['future.compatibilityVersion']);
  const whole = config.lookup(path['future.compatibilityVersion']);
  return lookup.kind !== 'absent' && versionIn(lookup) !== versionIn(whole);
}

/** Root and source directory of a config. For layers, the rules of their project apply. */
export function basesOf(
  config: ConfigDocument,
  variant: Variant,
  compatibility: Compatibility,
): Bases {
  const folder: Folder = { place: '' };
  const { catalogue } = config;
  const root = folderOf(config, 'rootDir', folder, folder);
  const isNew = variant === 'a' || bringsNewRules(compatibility);
  const rules = isNew ? 'a' : compatibility === 'unknown' ? 'unknown' : 'b';
  const unset = defaultSource(config, root, variant, compatibility);
  return { catalogue, rules, root, source: folderOf(config, 'srcDir', root, unset) };
}

/** Whether Variant B follows the rules of Variant A. */
export function bringsNewRules(compatibility: Compatibility): boolean {
  return compatibility === 'a' || compatibility === 'a-at-root';
}

/** The reason why something that depends on the variant is unknown. */
export function undecided({ path }: Catalogue): string {
  return `depends on \`${path['future.compatibilityVersion']}\`, which is unknown`;
}

/** The source directory if `srcDir` is unset. */
function defaultSource(
  { catalogue, spelled }: ConfigDocument,
  root: Folder,
  variant: Variant,
  compatibility: Compatibility,
): Folder {
  if (!('place' in root) || compatibility === 'b') return root;
  if (variant === 'b' && (compatibility === 'default' || compatibility === 'a-at-root'))
    return root;
  if (compatibility === 'unknown') return { why: undecided(catalogue) };
  return { place: spelled(placeAt(root.place, catalogue.facts.sourceDirA)) };
}

type BaseOption = 'rootDir' | 'srcDir';

function folderOf(config: ConfigDocument, option: BaseOption, base: Folder, unset: Folder): Folder {
  const unknown = unknownFolder(config, option);
  const name = config.catalogue.path[option];
  if (unknown) return { why: `depends on \`${name}\`, which ${unknown.why}` };
  const lookup = config.lookup(name);
  if (lookup.kind !== 'static' || isUnset(lookup)) return unset;
  if (lookup.value instanceof ConfigPath) return { place: lookup.value.place };
  if (!('place' in base)) return base;
  return { place: config.spelled(placeAt(base.place, String(lookup.value))) };
}

/** Why and where the folder of an option is unknown; undefined if it is known or unset. */
export function unknownFolder(
  config: ConfigDocument,
  option: BaseOption,
): { readonly why: string; readonly at: Position } | undefined {
  const lookup = config.lookup(config.catalogue.path[option]);
  if (lookup.kind === 'absent' || isUnset(lookup)) return undefined;
  if (lookup.kind === 'dynamic') return lookup;
  const { value, at } = lookup;
  if (value instanceof ConfigPath) return undefined;
  if (typeof value !== 'string') return { why: 'is not a path', at };
  if (isAbsolutePath(value)) return { why: 'is an absolute path', at };
  // Aliases depend on these folders.
  return /^(?:~~?|@@?|#\w*)(?:\/|$)/.test(value) ? { why: 'starts with an alias', at } : undefined;
}

/** Whether an option has no value: a merge skips both `undefined` and `null`. */
export function isUnset(lookup: Lookup): boolean {
  if (lookup.kind === 'absent') return true;
  return lookup.kind === 'static' && (lookup.value === undefined || lookup.value === null);
}

/** The possible places of a text without a stated base, most likely first; none if the folders are unknown. */
export function unstatedPlaces(text: string, { root, source }: Bases): readonly PlacePath[] {
  if (!('place' in root) || !('place' in source)) return [];
  const fromRoot = placeFromRoot(text, root.place, source.place);
  return fromRoot === undefined
    ? [placeAt(source.place, text), placeAt(root.place, text)]
    : [fromRoot];
}
