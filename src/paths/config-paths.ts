import {
  isAbsolutePath,
  isRelativePath,
  isSigned,
  longestPath,
  type PlacePath,
  placeAt,
  placeFromRoot,
  splitGlob,
} from '../base/paths.ts';
import { sourceAliases } from '../catalogue/facts.ts';
import { type PathRule, rules } from '../catalogue/option.ts';
import { ConfigPath } from '../config/change.ts';
import type { ConfigDocument } from '../config/document.ts';
import type { DiskView } from '../tree/evidence.ts';
import {
  aliasesDefining,
  type KnownAliases,
  knownAliases,
  readAlias,
  unknownAliasIn,
} from './aliases.ts';
import { type Bases, type Folder, unstatedPlaces } from './bases.ts';
import { isNewerModule } from './used-modules.ts';

/** Everything that is needed to resolve the paths of a config in one variant. */
export interface PathScope {
  readonly bases: Bases;
  readonly aliases: KnownAliases;
  /** The files on disk; without it, every path is assumed to exist. */
  readonly disk?: DiskView | undefined;
  /** Without a disk: the folders of the project; every other bare name is a package. */
  readonly folders?: readonly string[];
  /** Whether the texts are defaults, which are resolved exactly as documented. */
  readonly areDefaults?: boolean | undefined;
}

/** The scope of a config in Variant B if its folders are known, without a disk. */
export function scopeBefore(config: ConfigDocument, root: PlacePath, source: PlacePath): PathScope {
  const { catalogue } = config;
  const bases: Bases = { catalogue, rules: 'b', root: { place: root }, source: { place: source } };
  return { bases, aliases: knownAliases(config, bases) };
}

/** The parts of a text that matter if it is a path. */
export interface PathText {
  /** The whole text, with the backslashes of Windows paths replaced. */
  readonly text: string;
  /** The mark of a negated pattern. */
  readonly sign: string;
  /** The path of the place: the whole text, or the folder of everything that a pattern matches. */
  readonly folder: string;
  readonly pattern: string;
  /** The query, which does not affect the place: `x.css?inline`. */
  readonly query: string;
}

/** Splits a text into the parts that its rule knows. */
export function pathText(written: string, { globs }: PathRule): PathText {
  const text = written.replaceAll('\\', '/');
  if (globs) {
    const sign = text.startsWith('!') ? '!' : '';
    return { text, sign, ...splitGlob(text.slice(sign.length)), query: '' };
  }
  const [folder = ''] = text.split('?', 1);
  return { text, sign: '', folder, pattern: '', query: text.slice(folder.length) };
}

/** The meaning of a text as a path. */
export type ReadPath =
  | {
      readonly kind: 'place';
      readonly place: PlacePath;
      readonly alias?: string;
      /** Whether the text has a leading slash, and is resolved from the bundler's root. */
      readonly fromBundler?: true;
    }
  /** A package, or another text that does not depend on the places of files. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly why: string }
  /** None of the places that the text may refer to exists. */
  | { readonly kind: 'missing' };

const none: ReadPath = { kind: 'none' };

/** Resolves a path of the config: the place of its file, or of the folder of its pattern. */
export function readPath(written: PathText, rule: PathRule, scope: PathScope): ReadPath {
  const { folder, pattern } = written;
  const { bases, aliases, areDefaults = false } = scope;
  if ((written.text === '' && rule.empty === 'none') || written.text.length > longestPath)
    return none;
  const computed = unknownAliasIn(folder, aliases.unknown);
  if (computed !== undefined)
    return {
      kind: 'unknown',
      why: `starts with the alias \`${computed}\`, whose target cannot be determined`,
    };
  // With a stated base, only names with a sign are aliases.
  const mayHaveAlias = isSigned(folder) || rule.base.b === 'unstated' || rule.base.b === 'none';
  const alias = mayHaveAlias ? readAlias(aliases.table, folder) : undefined;
  // Variant A only looks for modules behind the root alias.
  const isForeign =
    !rule.sourceAlias && bases.rules !== 'b' && sourceAliases.includes(alias?.alias ?? '');
  if (alias) return isForeign ? none : { kind: 'place', ...alias };
  if (areDefaults && folder.startsWith('<')) return placeOfTemplate(folder, bases);
  // In the ignore syntax a leading slash means the project root.
  const isIgnored = rule.base.b === 'root' && rule.globs;
  if (rule.slash === 'bundler' && /^\/[^/]/.test(folder))
    return placeFromBundler(folder.slice(1), scope);
  if (isIgnored ? isUnanchored(folder, pattern) : isAbsolutePath(folder)) return none;
  if (isPackage(folder, rule, scope)) return none;
  return placeFromBase(folder.replace(/^\/+/, ''), rule, scope);
}

/** Resolves a leading slash; the text may also be the address of a served file, or an absolute path. */
function placeFromBundler(text: string, { aliases, disk, folders = [] }: PathScope): ReadPath {
  const { bundler, served } = aliases.slash;
  if (bundler === undefined) return none;
  const place = placeAt(bundler, text);
  const isServed = served !== undefined && disk?.kindOf(placeAt(served, text)) !== undefined;
  const isThere = disk
    ? disk.isListed(place) && disk.exists(place)
    : folders.includes(text.split('/', 1)[0] ?? '');
  return isThere && !isServed ? { kind: 'place', place, fromBundler: true } : none;
}

/** The place of a value; undefined if it is not a path, or an unknown one. */
export function placeOf(value: unknown, rule: PathRule, scope: PathScope): PlacePath | undefined {
  if (value instanceof ConfigPath) return value.place;
  if (typeof value !== 'string') return undefined;
  const read = readPath(pathText(value, rule), rule, scope);
  return read.kind === 'place' ? read.place : undefined;
}

/** In the ignore syntax, a name without an inner slash, or with a leading `**`, matches in every folder. */
function isUnanchored(folder: string, pattern: string): boolean {
  const glob = folder + pattern;
  return glob.startsWith('**') || !glob.slice(0, -1).includes('/');
}

/** Resolves a documented default, which starts with its base: `<rootDir>/server`. */
function placeOfTemplate(text: string, { root, source }: Bases): ReadPath {
  const [, name, path = ''] = /^<(rootDir|srcDir)>(?:\/|$)(.*)$/.exec(text) ?? [];
  return name === undefined ? none : placeIn(name === 'rootDir' ? root : source, path);
}

/** Whether `x/y` is a package: the option takes packages, and the project has no such folder. */
function isPackage(text: string, { packages, base }: PathRule, scope: PathScope): boolean {
  if (packages === 'none' || isRelativePath(text)) return false;
  const { bases, disk, folders = [] } = scope;
  if (packages === 'all') return true;
  if (!disk) {
    const [top = ''] = text.split('/');
    return !folders.some((folder) => folder === top || folder.startsWith(`${top}/`));
  }
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(text)?.[0] ?? text;
  const places = base.b === 'config' ? [{ place: '' }] : [bases.source, bases.root];
  // Unlisted folders may contain anything, so they do not make a name a path.
  const isFolderHere = (folder: Folder) =>
    'place' in folder && disk.isListed(folder.place) && disk.exists(placeAt(folder.place, text));
  return disk.rangeOf(name) !== undefined || !places.some(isFolderHere);
}

function placeFromBase(text: string, rule: PathRule, scope: PathScope): ReadPath {
  const { rules, root } = scope.bases;
  const { a, b } = rule.base;
  if (a !== b && rules === 'unknown')
    return { kind: 'unknown', why: 'may be relative to either of two folders' };
  switch (rules === 'a' ? a : b) {
    case 'none':
      return none;
    case 'config':
      return placeIn({ place: '' }, text);
    case 'root':
      return placeIn(root, text);
    case 'source':
      return (
        (a === 'root' ? meantFromRoot(text, scope) : undefined) ?? placeInSource(text, rule, scope)
      );
    case 'unstated':
      return unstatedPlace(text, rule, scope);
    case 'bundler':
      return placeForBundler(text, scope);
  }
}

/** If the bundler's root is not the project root, as mostly in Variant B, the disk decides between the two folders. */
function placeForBundler(text: string, { bases, aliases, disk }: PathScope): ReadPath {
  const { catalogue, rules, root } = bases;
  const { bundler: start, isNamed } = aliases.slash;
  if (!disk || start === undefined || !('place' in root) || /^[./]*$/.test(text)) return none;
  const isRoot = rules === 'a' && catalogue.facts.bundlerRoot.a === 'root';
  if (isRoot || isNamed) return { kind: 'place', place: placeAt(start, text) };
  const places = new Set([start, root.place].map((base) => placeAt(base, text)));
  const [place, second] = [...places].filter((path) => disk.isListed(path) && disk.exists(path));
  return place === undefined || second !== undefined ? none : { kind: 'place', place };
}

function placeIn(base: Folder, text: string): ReadPath {
  return 'place' in base
    ? { kind: 'place', place: placeAt(base.place, text) }
    : { kind: 'unknown', why: base.why };
}

function placeInSource(
  text: string,
  { mustExist }: PathRule,
  { bases, disk }: PathScope,
): ReadPath {
  const read = placeIn(bases.source, text);
  const isMissing = mustExist && read.kind === 'place' && disk && !disk.exists(read.place);
  return isMissing ? { kind: 'missing' } : read;
}

/** A text that starts with the source directory is meant from the root as in Variant A, except defaults. */
function meantFromRoot(text: string, { bases, areDefaults }: PathScope): ReadPath | undefined {
  const { root, source } = bases;
  if (areDefaults || !('place' in root) || !('place' in source)) return undefined;
  const place = placeFromRoot(text, root.place, source.place);
  return place === undefined ? undefined : { kind: 'place', place };
}

/** If the documentation states no base, the source directory is tried first, then the root. */
function unstatedPlace(text: string, { names }: PathRule, { bases, disk }: PathScope): ReadPath {
  const places = unstatedPlaces(text, bases);
  if (places.length === 0) return { kind: 'unknown', why: 'is relative to an unknown folder' };
  const file = names === 'files' ? places.find((place) => disk?.hasFile(place)) : undefined;
  const place = file ?? places.find((candidate) => !disk || disk.exists(candidate));
  return place === undefined ? { kind: 'missing' } : { kind: 'place', place };
}

/** The place of a path in the value of an option. */
export interface NamedPlace {
  readonly place: PlacePath;
  /** Which one is meant if both a file and a folder have the name. */
  readonly names: PathRule['names'];
  /** Whether no rule says that the text is a path: if it does not exist, it may be something else. */
  readonly isGuess?: true;
}

/** Resolves the paths in the values of one config. */
export type PathReader = ReturnType<typeof createPathReader>;

/**
 * Resolves the paths of a config as a variant does. Without a disk, paths that need one are unknown. `folder`
 * is that of the config, relative to the project.
 */
export function createPathReader(
  config: ConfigDocument,
  bases: Bases,
  disk: DiskView | undefined,
  { folder = '' }: { readonly folder?: PlacePath } = {},
) {
  const { catalogue } = bases;
  const scope: PathScope = { bases, aliases: knownAliases(config, bases, disk), disk };
  // Without a rule, options of known modules and texts with an alias are probably paths.
  const guessedRule = (text: string, option: string): PathRule | undefined => {
    const ofModule = catalogue.moduleRuleFor(option, isNewerModule(catalogue, option, disk));
    return ofModule ?? (isSigned(text) && text.includes('/') ? rules.anyText : undefined);
  };
  return {
    catalogue,
    /**
     * The place of a value at an option such as `css[]` or `alias.*`, seen from the project; undefined if it is
     * not a path, or an unknown one. `key` is the last key of the option; defaults are resolved as documented.
     */
    read(
      value: string | ConfigPath,
      pattern: string,
      key: string,
      isDefault?: true,
    ): NamedPlace | undefined {
      const stated = catalogue.ruleFor(pattern);
      if (value instanceof ConfigPath)
        return { place: placeAt(folder, value.place), names: stated?.names ?? 'folders' };
      const rule = stated ?? guessedRule(value, pattern);
      if (!rule) return undefined;
      const text = pathText(value, rule);
      const defined = rule === rules.alias ? key : undefined;
      const aliases = aliasesDefining(defined, text.folder, scope.aliases, bases);
      const read = readPath(text, rule, { ...scope, aliases, areDefaults: isDefault });
      if (read.kind !== 'place' || leadsNowhere(read.alias, scope.aliases, disk)) return undefined;
      const place = placeAt(folder, placeAt(read.place, text.pattern));
      return { place, names: rule.names, ...(!stated && { isGuess: true }) };
    },
  };
}

/** Whether the folder of an own alias does not exist: then a text with the alias is unknown. */
export function leadsNowhere(
  alias: string | undefined,
  { table, own }: Pick<KnownAliases, 'table' | 'own'>,
  disk: DiskView | undefined,
): boolean {
  const home = alias !== undefined && own.has(alias) ? table.get(alias) : undefined;
  return disk !== undefined && home !== undefined && !disk.exists(home);
}
