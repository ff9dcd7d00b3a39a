import { names } from '../../catalogue/names.ts';
import { ConfigPath } from '../../config/change.ts';
import type { ConfigDocument } from '../../config/document.ts';
import type { Lookup } from '../../config/lookup.ts';
import { placeAt } from '../../config/places.ts';
import { whyNoFolder } from '../../project/layout.ts';
import type { Bases, Folder, Variant } from '../../project/path-rules.ts';

/** The compatibility version that counts; the reference knows two. */
export type Compatibility = 3 | 4 | 'default' | 'unknown';

export function compatibilityOf(config: ConfigDocument): Compatibility {
  const lookup = config.lookup('future.compatibilityVersion');
  if (isUnset(lookup)) return 'default';
  if (lookup.kind !== 'static') return 'unknown';
  return lookup.value === 3 || lookup.value === 4 ? lookup.value : 'unknown';
}

/** Root and source directory of a config. Layers are read by the rules of the project that they belong to. */
export function basesOf(config: ConfigDocument, variant: Variant, compatibility: Compatibility): Bases {
  const root = folderOf(config, 'rootDir', { place: '' });
  const rules = variant === 'a' || compatibility === 4 ? 'a' : compatibility === 'unknown' ? 'unknown' : 'b';
  return { rules, root, source: sourceOf(config, root, rules, compatibility) };
}

function sourceOf(
  config: ConfigDocument,
  root: Folder,
  rules: Bases['rules'],
  compatibility: Compatibility,
): Folder {
  if (!isUnset(config.lookup('srcDir')) || !('place' in root)) return folderOf(config, 'srcDir', root);
  if (rules === 'b' || compatibility === 3) return root;
  if (compatibility === 'unknown') return { why: undecided };
  return { place: placeAt(root.place, names.sourceDirA) };
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

/** Whether an option has no value: a merge passes over both `undefined` and `null`. */
export function isUnset(lookup: Lookup): boolean {
  if (lookup.kind === 'absent') return true;
  return lookup.kind === 'static' && (lookup.value === undefined || lookup.value === null);
}
