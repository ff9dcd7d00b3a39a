import type { ConfigDocument } from '../../config/document.ts';
import {
  isAbsolutePath,
  isRelativePath,
  type PlacePath,
  placeAt,
  placeFromRoot,
} from '../../config/places.ts';
import { isSigned, readText, unknownAliasIn } from '../../project/aliases.ts';
import type { PathRule } from '../../project/path-rules.ts';
import { aliasesOf } from './aliases.ts';
import type { Bases, Folder } from './bases.ts';
import { isNamedFolder } from './paths.ts';
import { type Disk, unstatedPlace } from './unstated.ts';

/** Reads the paths of one config. */
export interface PathReader {
  /** The place that a text means; nothing where it is no path, or not known. */
  place(text: string, rule: PathRule): PlacePath | undefined;
  /** A place of the config as the project sees it. */
  seen(place: PlacePath): PlacePath;
}

/** Where a reader's texts come from. */
interface Origin {
  /** The folder of the config, seen from the project. */
  readonly folder?: PlacePath;
  /** Whether they are defaults, which are meant just as the reference says. */
  readonly areDefaults?: boolean;
}

/** Reads paths as the variant does. Without a disk, what needs one is not read. */
export function createPathReader(
  config: ConfigDocument,
  bases: Bases,
  disk: Disk | undefined,
  { folder = '', areDefaults = false }: Origin = {},
): PathReader {
  const aliases = aliasesOf(config, bases, disk);
  const seen = (own: PlacePath) => placeAt(folder, own);
  return {
    seen,
    place(written, rule) {
      const text = written.replaceAll('\\', '/');
      const path = rule.globs ? text.replace(/^!/, '') : text.replace(/\?.*$/, '');
      if (unknownAliasIn(path, aliases.unknown) !== undefined) return undefined;
      const takesAlias = isSigned(path) || rule.base === 'unstated' || rule.base === 'none';
      const alias = takesAlias ? readText(aliases.table, path) : undefined;
      const isHere = alias && isReadHere(alias.alias, rule, bases);
      const isDefault = areDefaults && bases.rules === 'b' && isNamedFolder(rule);
      const plain = () => (isDefault ? placeIn(bases.source, path) : plainPlace(path, rule, bases, disk));
      const own = alias ? (isHere ? alias.place : undefined) : plain();
      return own === undefined ? undefined : seen(own);
    },
  };
}

/** Variant A looks for modules behind the root alias alone. */
function isReadHere(alias: string, { sourceAlias }: PathRule, { rules }: Bases): boolean {
  return sourceAlias || rules === 'b' || (alias !== '~' && alias !== '@');
}

/** The place of a text that starts with no alias. */
function plainPlace(
  text: string,
  rule: PathRule,
  bases: Bases,
  disk: Disk | undefined,
): PlacePath | undefined {
  // Defaults are written so; in a config a name may start with a bracket as well.
  if (/^<\w+Dir>/.test(text)) return placeOfTemplate(text, bases);
  if (rule.base === 'root' && rule.globs) return ignoredPlace(text, bases.root);
  if (isAbsolutePath(text) || isPackage(text, rule, bases, disk)) return undefined;
  switch (rule.base) {
    case 'none':
      return undefined;
    case 'config':
      return placeAt('', text);
    case 'root':
      return placeIn(bases.root, text);
    case 'source':
      return isNamedFolder(rule) ? namedFolder(text, bases) : placeIn(bases.source, text);
    case 'unstated':
      return unstatedPlace(text, rule, bases, disk);
  }
}

function placeIn(base: Folder, text: string): PlacePath | undefined {
  return 'place' in base ? placeAt(base.place, text) : undefined;
}

/** Defaults of the reference name their base: `<rootDir>/.fw`. */
function placeOfTemplate(text: string, { root, source }: Bases): PlacePath | undefined {
  const [, name, path = ''] = /^<(rootDir|srcDir)>(?:\/|$)(.*)$/.exec(text) ?? [];
  if (name === undefined) return undefined;
  return placeIn(name === 'rootDir' ? root : source, path);
}

/** Ignore patterns match in every folder where they have no slash but the last, or start with two stars. */
function ignoredPlace(glob: string, root: Folder): PlacePath | undefined {
  const isUnanchored = glob.startsWith('**') || !glob.slice(0, -1).includes('/');
  return isUnanchored ? undefined : placeIn(root, glob.replace(/^\/+/, ''));
}

/** A text that starts with the source directory is meant from the root, in Variant B too. */
function namedFolder(text: string, { rules, root, source }: Bases): PlacePath | undefined {
  if (!('place' in root) || rules === 'unknown') return undefined;
  if (rules === 'a') return placeAt(root.place, text);
  if (!('place' in source)) return undefined;
  return placeFromRoot(text, root.place, source.place) ?? placeAt(source.place, text);
}

/** `x/y` is a package where the option takes packages and the project has no such folder. */
function isPackage(
  text: string,
  { packages, base }: PathRule,
  { source, root }: Bases,
  disk: Disk | undefined,
): boolean {
  if (packages === 'none' || isRelativePath(text)) return false;
  if (packages === 'all' || !disk) return true;
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(text)?.[0] ?? text;
  if (disk.lists(name)) return true;
  const folders = base === 'config' ? [{ place: '' }] : [source, root];
  return !folders.some(
    (folder) =>
      // A folder that is not listed may hold anything, which does not make a name a path.
      'place' in folder && disk.isListed(folder.place) && disk.exists(placeAt(folder.place, text)),
  );
}
