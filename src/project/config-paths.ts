import { sourceAliases } from '../catalogue/aliases.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { type PathRule, rules } from '../catalogue/path-rules.ts';
import { ConfigPath } from '../config/change.ts';
import type { ConfigDocument } from '../config/document.ts';
import {
  isAbsolutePath,
  isRelativePath,
  longestPath,
  type PlacePath,
  placeAt,
  placeFromRoot,
  splitGlob,
} from '../config/places.ts';
import {
  aliasesDefining,
  isSigned,
  type KnownAliases,
  knownAliases,
  readText,
  unknownAliasIn,
} from './aliases.ts';
import { type Bases, type Folder, unstatedPlaces } from './bases.ts';
import type { DiskView } from './evidence.ts';
import { isReadElsewhere } from './used-modules.ts';

/** Everything that one variant reads the paths of a config, or of one of its override blocks, with. */
export interface PathScope {
  readonly bases: Bases;
  readonly aliases: KnownAliases;
  /** What is on disk; without it, everything that is named is assumed to exist. */
  readonly disk?: DiskView | undefined;
  /** Without a disk: folders of the project, beside which every bare name is a package. */
  readonly folders?: readonly string[];
  /** Whether the texts are defaults, which mean just what the reference says. */
  readonly areDefaults?: boolean;
}

/** What Variant B reads the paths of a config with if its folders are known and the disk has no say. */
export function scopeBefore(config: ConfigDocument, root: PlacePath, source: PlacePath): PathScope {
  const { catalogue } = config;
  const bases: Bases = { catalogue, rules: 'b', root: { place: root }, source: { place: source } };
  return { bases, aliases: knownAliases(config, bases) };
}

/** A text in the parts that matter to whoever reads it as a path. */
export interface PathText {
  /** The whole text; Windows paths are read as what they mean. */
  readonly text: string;
  /** The mark of a negated pattern. */
  readonly sign: string;
  /** What names a place: all of the text, or the folder that everything which a pattern matches is in. */
  readonly folder: string;
  readonly pattern: string;
  /** How the file is used, which does not matter to where it is: `x.css?inline`. */
  readonly query: string;
}

/** Takes a text apart as its rule says. */
export function pathText(written: string, { globs }: PathRule): PathText {
  const text = written.replaceAll('\\', '/');
  if (globs) {
    const sign = text.startsWith('!') ? '!' : '';
    return { text, sign, ...splitGlob(text.slice(sign.length)), query: '' };
  }
  const [folder = ''] = text.split('?', 1);
  return { text, sign: '', folder, pattern: '', query: text.slice(folder.length) };
}

/** What a text says as a path. */
export type ReadPath =
  | {
      readonly kind: 'place';
      readonly place: PlacePath;
      readonly alias?: string;
      /** Whether the text has a slash in front, and is read from where the bundler starts. */
      readonly fromBundler?: true;
    }
  /** A package, or another text that does not depend on where the files of the project are. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly why: string }
  /** None of the places that the text may mean is on disk. */
  | { readonly kind: 'missing' };

const none: ReadPath = { kind: 'none' };

/** Reads a text as a path of the config: the place of its file, or of the folder that its pattern is for. */
export function readPath(written: PathText, rule: PathRule, scope: PathScope): ReadPath {
  const { folder, pattern } = written;
  const { bases, aliases, areDefaults = false } = scope;
  if ((written.text === '' && rule.empty === 'none') || written.text.length > longestPath) return none;
  const computed = unknownAliasIn(folder, aliases.unknown);
  if (computed !== undefined)
    return { kind: 'unknown', why: `starts with the alias \`${computed}\`, whose target is computed` };
  const alias = takesAlias(folder, rule) ? readText(aliases.table, folder) : undefined;
  if (alias) return isReadAs(alias.alias, rule, bases) ? { kind: 'place', ...alias } : none;
  if (areDefaults && folder.startsWith('<')) return placeOfTemplate(folder, bases);
  // In the ignore syntax a leading slash means the root of the project, not of the disk.
  const isIgnored = rule.base.b === 'root' && rule.globs;
  if (rule.slash === 'bundler' && /^\/[^/]/.test(folder)) return placeFromBundler(folder.slice(1), scope);
  if (isIgnored ? isUnanchored(folder, pattern) : isAbsolutePath(folder)) return none;
  if (isPackage(folder, rule, scope)) return none;
  return placeFromBase(folder.replace(/^\/+/, ''), rule, scope);
}

/** A text with a slash in front may also be the address of a file that is served, or a place of the whole disk. */
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

/** The place that a value names; undefined if it names none, or none that is known. */
export function placeOf(value: unknown, rule: PathRule, scope: PathScope): PlacePath | undefined {
  if (value instanceof ConfigPath) return value.place;
  if (typeof value !== 'string') return undefined;
  const read = readPath(pathText(value, rule), rule, scope);
  return read.kind === 'place' ? read.place : undefined;
}

/** If the base of a text is stated, `public/x` is a folder below it; only names with a sign are aliases. */
function takesAlias(text: string, { base }: PathRule): boolean {
  return isSigned(text) || base.b === 'unstated' || base.b === 'none';
}

/** Whether an alias is read in texts of this rule: Variant A looks for modules behind the root alias alone. */
function isReadAs(alias: string, { sourceAlias }: PathRule, bases: Bases): boolean {
  return sourceAlias || bases.rules === 'b' || !sourceAliases.includes(alias);
}

/** In the ignore syntax a name with no slash but the last, or a leading double star, matches in every folder. */
function isUnanchored(folder: string, pattern: string): boolean {
  const glob = folder + pattern;
  return glob.startsWith('**') || !glob.slice(0, -1).includes('/');
}

/** Defaults of the reference name their base: `<rootDir>/server`. */
function placeOfTemplate(text: string, { root, source }: Bases): ReadPath {
  const [, name, path = ''] = /^<(rootDir|srcDir)>(?:\/|$)(.*)$/.exec(text) ?? [];
  return name === undefined ? none : placeIn(name === 'rootDir' ? root : source, path);
}

/** `x/y` is a package if the option takes packages and the project has no such folder. */
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
  // A folder that is not listed may hold anything, which does not make a name a path.
  const isFolderHere = (folder: Folder) =>
    'place' in folder && disk.isListed(folder.place) && disk.exists(placeAt(folder.place, text));
  return disk.lists(name) || !places.some(isFolderHere);
}

function placeFromBase(text: string, rule: PathRule, scope: PathScope): ReadPath {
  const { rules, root, source } = scope.bases;
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
      return (a === 'root' ? meantFromRoot(text, scope) : undefined) ?? placeIn(source, text);
    case 'unstated':
      return unstatedPlace(text, rule, scope);
    case 'bundler':
      return placeForBundler(text, scope);
  }
}

/** Variant A starts the bundler in the root; before, only the disk tells which of the two folders a text is for. */
function placeForBundler(text: string, { bases: { rules, root }, aliases, disk }: PathScope): ReadPath {
  const { bundler: start, isNamed } = aliases.slash;
  if (!disk || start === undefined || !('place' in root) || /^[./]*$/.test(text)) return none;
  if (rules === 'a' || isNamed) return { kind: 'place', place: placeAt(start, text) };
  const places = new Set([start, root.place].map((base) => placeAt(base, text)));
  const [place, other] = [...places].filter((one) => disk.isListed(one) && disk.exists(one));
  return place === undefined || other !== undefined ? none : { kind: 'place', place };
}

function placeIn(base: Folder, text: string): ReadPath {
  return 'place' in base
    ? { kind: 'place', place: placeAt(base.place, text) }
    : { kind: 'unknown', why: base.why };
}

/** A text for the source directory that starts with it is meant from the root, as Variant A reads it; a default is not. */
function meantFromRoot(text: string, { bases, areDefaults }: PathScope): ReadPath | undefined {
  const { root, source } = bases;
  if (areDefaults || !('place' in root) || !('place' in source)) return undefined;
  const place = placeFromRoot(text, root.place, source.place);
  return place === undefined ? undefined : { kind: 'place', place };
}

/** If the reference names no base, the source directory is tried first, then the root. */
function unstatedPlace(text: string, { names }: PathRule, { bases, disk }: PathScope): ReadPath {
  const places = unstatedPlaces(text, bases);
  if (places.length === 0) return { kind: 'unknown', why: 'is relative to an unknown folder' };
  const file = names === 'files' ? places.find((place) => disk?.hasFile(place)) : undefined;
  const place = file ?? places.find((one) => !disk || disk.exists(one));
  return place === undefined ? { kind: 'missing' } : { kind: 'place', place };
}

/** Reads a text with an alias; undefined if there is nothing where it leads. */
export type AliasReader = (text: string, rule: PathRule) => PlacePath | undefined;

/** Reads the paths of one config. */
export interface PathReader {
  readonly catalogue: Catalogue;
  /** The place that a text means, with its pattern; undefined if it is not a path, or not known. */
  place(text: string, rule: PathRule): PlacePath | undefined;
  /** The same for the meaning of an alias. */
  placeOfMeaning(text: string, name: string): PlacePath | undefined;
  /** The place that any text with an alias and a slash means. */
  placeOfAlias(text: string): PlacePath | undefined;
  /** The place that a text with an alias means, if something is there. */
  placeThere: AliasReader;
  /** How an option of a module names a place, if it does. */
  moduleRule(option: string): PathRule | undefined;
  /** A place of the config as the project sees it. */
  seen(place: PlacePath): PlacePath;
}

/** Where the texts of a reader come from. */
interface PathOrigin extends Pick<PathScope, 'areDefaults'> {
  /** The folder of the config, seen from the project. */
  readonly folder?: PlacePath;
  /** The override block. */
  readonly block?: string;
  /** For a layer: how its projects read an alias, which may be theirs. Their places are seen from the project, too. */
  readonly shared?: AliasReader | undefined;
}

/** Reads the paths of a config as a variant does. Without a disk, what needs one is not read. */
export function createPathReader(
  config: ConfigDocument,
  bases: Bases,
  disk: DiskView | undefined,
  { folder = '', block = '', areDefaults = false, shared }: PathOrigin = {},
): PathReader {
  const scope: PathScope = { bases, aliases: knownAliases(config, bases, disk, block), disk, areDefaults };
  const seen = (own: PlacePath) => placeAt(folder, own);
  const ownPlace = (text: string, rule: PathRule, within = scope) => {
    const written = pathText(text, rule);
    const read = readPath(written, rule, within);
    if (read.kind !== 'place' || leadsNowhere(read.alias, scope.aliases, disk)) return undefined;
    const isThere = (disk?.isListed(read.place) && disk.exists(read.place)) ?? false;
    return { place: seen(placeAt(read.place, written.pattern)), isThere };
  };
  const place = (text: string, rule: PathRule, within = scope) => {
    const own = ownPlace(text, rule, within);
    const other = shared && !own?.isThere && isSigned(pathText(text, rule).folder) && shared(text, rule);
    return other || own?.place;
  };
  return {
    catalogue: bases.catalogue,
    seen,
    moduleRule: (option) =>
      isReadElsewhere(bases.catalogue, option, disk) ? undefined : bases.catalogue.moduleRuleFor(option),
    place: (text, rule) => place(text, rule),
    placeOfMeaning: (text, name) => {
      const { folder: value } = pathText(text, rules.alias);
      return place(text, rules.alias, {
        ...scope,
        aliases: aliasesDefining(name, value, scope.aliases, bases),
      });
    },
    placeThere: (text, rule) => {
      const own = ownPlace(text, rule);
      return own?.isThere ? own.place : undefined;
    },
    placeOfAlias: (text) => (isSigned(text) && text.includes('/') ? place(text, rules.anyText) : undefined),
  };
}

/** Whether an own alias names no folder on disk: its base is unknown then, nor what a text behind it means. */
export function leadsNowhere(
  alias: string | undefined,
  { table, own }: Pick<KnownAliases, 'table' | 'own'>,
  disk: DiskView | undefined,
): boolean {
  const home = alias !== undefined && own.has(alias) ? table.get(alias) : undefined;
  return disk !== undefined && home !== undefined && !disk.exists(home);
}
