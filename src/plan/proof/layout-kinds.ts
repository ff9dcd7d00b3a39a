import type { FolderKind } from '../../catalogue/folder-kinds.ts';
import { ConfigPath } from '../../config/change.ts';
import type { ConfigDocument } from '../../config/document.ts';
import { isAbsolutePath, type PlacePath, placeAt } from '../../config/places.ts';
import { createPathReader } from '../../project/config-paths.ts';
import type { DiskView } from '../../project/evidence.ts';
import { type Bases, type Folder, ruleFor, type Variant } from '../../project/path-rules.ts';
import { basesOf, compatibilityOf, isUnset } from '../effective/bases.ts';

/** Tells where a variant looks for files. */
export interface KindReader {
  readonly source: Folder;
  /** Nothing where the text does not tell. */
  placeOf(kind: FolderKind): PlacePath | undefined;
  /** Whether the config names the place. */
  isWritten(kind: FolderKind): boolean;
}

/** Reads a config as one variant does. */
export function createKindReader(config: ConfigDocument, variant: Variant, disk: DiskView): KindReader {
  const bases = basesOf(config, variant, compatibilityOf(config));
  const reader = createPathReader(config, bases, disk);
  const placeOf = (kind: FolderKind): PlacePath | undefined => {
    const option = writtenOption(config, kind, variant);
    if (option === undefined) return defaultPlace(kind, bases);
    const lookup = config.lookup(option);
    if (lookup.kind !== 'static') return undefined;
    const { value } = lookup;
    if (value instanceof ConfigPath) return value.place;
    const rule = ruleFor(option);
    return rule && typeof value === 'string' && !isAbsolutePath(value)
      ? reader.place(value, rule)
      : undefined;
  };
  return {
    source: bases.source,
    isWritten: (kind) => writtenOption(config, kind, variant) !== undefined,
    placeOf(kind) {
      const place = placeOf(kind);
      return place === undefined || !kind.inside ? place : placeAt(place, kind.inside.file);
    },
  };
}

/** The option that says where a kind is, where one does. */
function writtenOption(
  config: ConfigDocument,
  { option, olderOption }: FolderKind,
  variant: Variant,
): string | undefined {
  if (option !== undefined && !isUnset(config.lookup(option))) return option;
  const isOld = olderOption !== undefined && variant === 'b' && !isUnset(config.lookup(olderOption));
  return isOld ? olderOption : undefined;
}

function defaultPlace({ name, base, inside }: FolderKind, bases: Bases): PlacePath | undefined {
  const { rules, root, source } = bases;
  if (rules === 'unknown') return undefined;
  const folder = base[rules] === 'source' ? source : root;
  return 'place' in folder ? placeAt(folder.place, inside?.folder ?? name) : undefined;
}
