import { names } from '../../catalogue/names.ts';
import { ConfigPath } from '../../config/change.ts';
import type { ConfigDocument } from '../../config/document.ts';
import { isAbsolutePath, type PlacePath, placeAt } from '../../config/places.ts';
import { type Bases, basesOf, compatibilityOf, type Folder, isUnset } from '../effective/bases.ts';
import type { Variant } from '../effective/option.ts';
import { ruleAt } from '../effective/paths.ts';
import { createPathReader } from '../effective/reader.ts';
import type { Disk } from '../effective/unstated.ts';

/** Something that the framework finds by where it lies. */
export interface LayoutKind {
  readonly kind: string;
  /** The option that names its place. */
  readonly option?: string;
  /** An older name of that option, which only Variant B knows. */
  readonly standIn?: string;
  /** Where it is by default: `moved` is among the sources in Variant B, and in the root in Variant A. */
  readonly base: 'source' | 'moved' | 'root';
  /** Its name there, where that is not the kind. */
  readonly name?: string;
  /** A file: the endings that it may have. */
  readonly endings?: readonly string[];
  /** The option that lists places of its own: what is there by default does not count then. */
  readonly listedBy?: string;
}

const scripts = names.configExtensions.map((ending) => `.${ending}`);

/** All kinds, in the order that they are told in. */
export const layoutKinds: readonly LayoutKind[] = [
  { kind: 'app.vue', base: 'source', endings: [''] },
  { kind: 'error.vue', base: 'source', endings: [''] },
  { kind: 'app.config', base: 'source', endings: scripts },
  { kind: 'router options', option: 'dir.app', base: 'moved', name: 'app', endings: scripts },
  ...['pages', 'layouts', 'middleware', 'plugins', 'assets'].map(
    (kind): LayoutKind => ({ kind, option: `dir.${kind}`, base: 'source' }),
  ),
  { kind: 'components', base: 'source', listedBy: 'components' },
  { kind: 'composables', base: 'source' },
  { kind: 'utils', base: 'source' },
  { kind: 'server', option: 'serverDir', base: 'moved' },
  { kind: 'public', option: 'dir.public', standIn: 'dir.static', base: 'moved' },
  { kind: 'modules', option: 'dir.modules', base: 'moved' },
  { kind: 'shared', option: 'dir.shared', base: 'root' },
  { kind: 'layers', base: 'root' },
];

/** Tells where a variant looks for files. */
export interface KindReader {
  readonly source: Folder;
  /** Nothing where the text does not tell. */
  placeOf(kind: LayoutKind): PlacePath | undefined;
  /** Whether the config names the place. */
  isWritten(kind: LayoutKind): boolean;
}

/** Reads a config as one variant does. */
export function createKindReader(config: ConfigDocument, variant: Variant, disk: Disk): KindReader {
  const bases = basesOf(config, variant, compatibilityOf(config));
  const reader = createPathReader(config, bases, disk);
  const placeOf = (kind: LayoutKind): PlacePath | undefined => {
    const option = writtenOption(config, kind, variant);
    if (option === undefined) return defaultPlace(kind, bases);
    const lookup = config.lookup(option);
    if (lookup.kind !== 'static') return undefined;
    const { value } = lookup;
    if (value instanceof ConfigPath) return value.place;
    const rule = ruleAt(option);
    return rule && typeof value === 'string' && !isAbsolutePath(value)
      ? reader.place(value, rule)
      : undefined;
  };
  return {
    source: bases.source,
    isWritten: (kind) => writtenOption(config, kind, variant) !== undefined,
    placeOf(kind) {
      const place = placeOf(kind);
      // The file in the folder of the app has a name of its own.
      return place === undefined || kind.option !== 'dir.app' ? place : placeAt(place, names.routerOptions);
    },
  };
}

/** The option that says where a kind is, where one does. */
function writtenOption(
  config: ConfigDocument,
  { option, standIn }: LayoutKind,
  variant: Variant,
): string | undefined {
  if (option !== undefined && !isUnset(config.lookup(option))) return option;
  const isOld = standIn !== undefined && variant === 'b' && !isUnset(config.lookup(standIn));
  return isOld ? standIn : undefined;
}

function defaultPlace({ kind, base, name = kind }: LayoutKind, bases: Bases): PlacePath | undefined {
  const { rules, root, source } = bases;
  if (rules === 'unknown') return undefined;
  const isAmongSources = base === 'source' || (base === 'moved' && rules === 'b');
  const folder = isAmongSources ? source : root;
  return 'place' in folder ? placeAt(folder.place, name) : undefined;
}
