import { names } from '../../catalogue/names.ts';
import { ConfigPath } from '../../config/change.ts';
import type { ConfigDocument } from '../../config/document.ts';
import type { Lookup } from '../../config/lookup.ts';
import { type PlacePath, placeAt } from '../../config/places.ts';
import { whyNoFolder } from '../../project/layout.ts';
import type { Variant } from './option.ts';

/** A folder, or why it is not known. */
export type Folder = { readonly place: PlacePath } | { readonly why: string };

/** Whose rules hold: in Variant B, `future.compatibilityVersion: 4` brings those of Variant A. */
export type Rules = Variant | 'unknown';

/** What the paths of one config are read from; places are seen from the folder of that config. */
export interface Bases {
  readonly rules: Rules;
  readonly root: Folder;
  readonly source: Folder;
}

/** The compatibility version that counts; the reference knows two. */
export type Compatibility = 3 | 4 | 'default' | 'unknown';

export function compatibilityOf(config: ConfigDocument): Compatibility {
  const lookup = config.lookup('future.compatibilityVersion');
  if (isUnset(lookup)) return 'default';
  if (lookup.kind !== 'static') return 'unknown';
  return lookup.value === 3 || lookup.value === 4 ? lookup.value : 'unknown';
}

function rulesOf(variant: Variant, compatibility: Compatibility): Rules {
  if (variant === 'a') return 'a';
  if (compatibility === 'unknown') return 'unknown';
  return compatibility === 4 ? 'a' : 'b';
}

/** Root and source directory of a config. Layers are read by the rules of the project that they belong to. */
export function basesOf(config: ConfigDocument, variant: Variant, compatibility: Compatibility): Bases {
  const rules = rulesOf(variant, compatibility);
  const root = folderOf(config, 'rootDir', { place: '' });
  return { rules, root, source: sourceOf(config, root, rules, compatibility) };
}

function sourceOf(config: ConfigDocument, root: Folder, rules: Rules, compatibility: Compatibility): Folder {
  if (!isUnset(config.lookup('srcDir')) || !('place' in root)) return folderOf(config, 'srcDir', root);
  if (rules === 'unknown' || (rules === 'a' && compatibility === 'unknown')) return { why: undecided };
  const isOld = rules === 'b' || compatibility === 3;
  return isOld ? root : { place: placeAt(root.place, names.sourceDirA) };
}

export const undecided = 'depends on `future.compatibilityVersion`, which is not known';

function folderOf(config: ConfigDocument, option: 'rootDir' | 'srcDir', base: Folder): Folder {
  const lookup = config.lookup(option);
  if (lookup.kind === 'absent' || isUnset(lookup)) return base;
  if (lookup.kind === 'dynamic') return { why: `depends on \`${option}\`, which ${lookup.why}` };
  const { value } = lookup;
  if (value instanceof ConfigPath) return { place: value.place };
  const why = whyNoFolder(value);
  if (why !== undefined) return { why: `depends on \`${option}\`, which ${why}` };
  return 'place' in base ? { place: placeAt(base.place, String(value)) } : base;
}

/** Nothing is written, or only that nothing is: a merge passes over both `undefined` and `null`. */
export function isUnset(lookup: Lookup): boolean {
  if (lookup.kind === 'absent') return true;
  return lookup.kind === 'static' && (lookup.value === undefined || lookup.value === null);
}
