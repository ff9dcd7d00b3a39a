import { posix } from 'node:path';
import { ConfigPath } from '../config/change.ts';
import type { StaticValue } from '../config/lookup.ts';
import {
  isAbsolutePath,
  isInside,
  type PlacePath,
  pathFrom,
  placeAt,
  placeFromRoot,
  splitGlob,
} from '../config/places.ts';
import { type Aliases, isSigned, readText, unknownAliasIn, writeText } from './aliases.ts';
import type { Evidence } from './evidence.ts';
import type { Layout } from './layout.ts';
import { afterByName } from './moves.ts';
import type { PathRule } from './path-rules.ts';

/** What the one rule for paths makes of a value: the same files afterwards. */
export type Rebased =
  | { readonly kind: 'same' }
  | { readonly kind: 'write'; readonly value: string | ConfigPath }
  /** Parts of what a pattern matches move away from the rest. */
  | { readonly kind: 'split' }
  | { readonly kind: 'unknown'; readonly why: string }
  /** Neither place that the text may mean is on disk. */
  | { readonly kind: 'missing' };

/** Everything a path is read with. */
export interface PathContext {
  readonly layout: Layout;
  readonly aliases: Aliases;
  /** What is on disk; without it, everything that is named is assumed to exist. */
  readonly evidence?: Evidence | undefined;
}

/** Whether something is on disk, as far as one can look. */
export function isThere({ evidence }: PathContext, place: PlacePath): boolean {
  return evidence === undefined || evidence.exists(place);
}

/**
 * Whether a text was already written for Variant A: what Variant B reads in it is not there, what Variant A reads is.
 * Where both are there, or neither is, package.json decides.
 */
export function isWrittenForA({ evidence }: PathContext, before: PlacePath, after: PlacePath): boolean {
  if (!evidence || before === after) return false;
  const [isOld, isNew] = [evidence.exists(before), evidence.exists(after)];
  return isOld === isNew ? evidence.generation === 'a' : isNew;
}

const same: Rebased = { kind: 'same' };

/** Applies the one rule: a path must name the same files after the migration as before. */
export function rebase(value: StaticValue, rule: PathRule, context: PathContext): Rebased {
  if (value instanceof ConfigPath) return rebasePlace(value.place, rule, context);
  if (typeof value !== 'string') return same;
  return rebaseText(value, rule, context);
}

function rebasePlace(place: PlacePath, rule: PathRule, context: PathContext): Rebased {
  const after = placeAfter(place, place, rule, context);
  return after === place ? same : { kind: 'write', value: new ConfigPath(after) };
}

function rebaseText(written: string, rule: PathRule, context: PathContext): Rebased {
  // Windows paths are read as what they mean, and written with slashes where they must change.
  const text = written.replaceAll('\\', '/');
  // In the ignore syntax a leading slash means the root of the project, not of the disk.
  if (isAbsolutePath(text) && !(rule.base === 'root' && rule.globs)) return same;
  const { sign, path, query } = affixes(text, rule);
  const { folder, pattern } = rule.globs ? splitGlob(path) : { folder: path, pattern: '' };
  const result = rebaseFolder(folder, pattern, rule, context);
  if (result.kind !== 'write' || typeof result.value !== 'string') return result;
  const joined = pattern === '' ? result.value : `${withSlash(result.value)}${pattern}`;
  const value = `${sign}${keepSlash(path, joined)}${query}`;
  return value === text ? same : { kind: 'write', value };
}

/** A negated pattern and a query (`x.css?inline`) say how files are used, not which ones they are. */
function affixes(text: string, { globs }: PathRule): { sign: string; path: string; query: string } {
  if (globs) {
    const sign = text.startsWith('!') ? '!' : '';
    return { sign, path: text.slice(sign.length), query: '' };
  }
  const mark = text.indexOf('?');
  return mark === -1
    ? { sign: '', path: text, query: '' }
    : { sign: '', path: text.slice(0, mark), query: text.slice(mark) };
}

function withSlash(path: string): string {
  return path === '' || path.endsWith('/') ? path : `${path}/`;
}

function keepSlash(old: string, path: string): string {
  return old.endsWith('/') ? withSlash(path) : path;
}

function rebaseFolder(folder: string, pattern: string, rule: PathRule, context: PathContext): Rebased {
  const { layout, aliases } = context;
  const alias = takesAlias(folder, rule) ? readText(aliases.before, folder) : undefined;
  const unknownAlias = unknownAliasIn(folder, aliases.unknown);
  if (unknownAlias !== undefined)
    return { kind: 'unknown', why: `starts with the alias \`${unknownAlias}\`, whose place is computed` };
  if (!alias && (rule.base === 'none' || isPackage(folder, rule, context))) return same;
  if (rule.base === 'root' && rule.globs && isUnanchored(folder, pattern)) return same;
  const own = folder.replace(/^\/+/, '');
  const place = alias ? alias.place : ownPlace(own, rule, context);
  if (place === undefined) return { kind: 'missing' };
  const read = alias
    ? isReadAs(alias.alias, rule)
      ? readText(aliases.after, folder)?.place
      : undefined
    : placeAt(baseOf(rule, layout, layout.after), own);
  if (isReadAfterwards(place, own, rule, layout) || isWrittenForA(context, place, read ?? place)) return same;
  if (pattern !== '' && comesApart(pattern, place, layout)) return { kind: 'split' };
  const after = placeAfter(place, folder, rule, context);
  if (alias) return rebaseAlias(folder, alias, after, rule, context);
  return rebaseRelative(folder, place, after, rule, context);
}

/** The place that a text without an alias names; nothing where its base is not stated and the disk has it nowhere. */
function ownPlace(text: string, rule: PathRule, context: PathContext): PlacePath | undefined {
  const { root, before } = context.layout;
  if (rule.base !== 'unstated') return placeAt(baseOf(rule, context.layout, before), text);
  const fromRoot = placeFromRoot(text, root, before);
  const places = fromRoot === undefined ? [placeAt(before, text), placeAt(root, text)] : [fromRoot];
  const isFile = (place: PlacePath) => rule.names === 'files' && context.evidence?.hasFile(place);
  return places.find(isFile) ?? places.find((place) => isThere(context, place));
}

/** The folder that texts are read from; `source` is the source directory of the variant that reads. */
function baseOf({ base }: PathRule, { root }: Layout, source: PlacePath): PlacePath {
  if (base === 'config') return '';
  return base === 'root' ? root : source;
}

/** Where the base of a text is stated, `public/x` is a folder below it; only names with a sign are aliases. */
function takesAlias(text: string, { base }: PathRule): boolean {
  return isSigned(text) || base === 'unstated' || base === 'none';
}

/** `x/y` is a package where the option takes packages and no folder of the project is known by the name. */
function isPackage(text: string, rule: PathRule, { layout, evidence }: PathContext): boolean {
  if (rule.packages === 'none' || /^(?:\/|\.{1,2}(?:\/|$))/.test(text)) return false;
  if (rule.packages === 'all') return true;
  if (evidence) {
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(text)?.[0] ?? text;
    // A folder that is not listed may hold anything, which does not make a name a path.
    const bases = [layout.before, layout.root].filter((base) => evidence.isListed(base));
    return evidence.lists(name) || !bases.some((base) => evidence.exists(placeAt(base, text)));
  }
  const [top = ''] = text.split('/');
  const moving = layout.moves.moves.map(({ from }) => pathFrom(layout.before, from));
  const known = [...moving, pathFrom(layout.root, layout.before), 'server', 'modules'];
  return !known.some((folder) => folder === top || folder.startsWith(`${top}/`));
}

/** In the ignore syntax a name with no slash but the last, or a leading double star, matches in every folder. */
function isUnanchored(folder: string, pattern: string): boolean {
  if (folder !== '') return pattern === '' && !folder.slice(0, -1).includes('/');
  return pattern.startsWith('**') || !pattern.slice(0, -1).includes('/');
}

/** A value that Variant B would read outside the project and Variant A inside it was written for Variant A. */
function isReadAfterwards(place: PlacePath, text: string, rule: PathRule, layout: Layout): boolean {
  if (rule.base !== 'source' || isInside(place, layout.root)) return false;
  return isInside(placeAt(layout.after, text), layout.root);
}

/** Whether a pattern matches files that part; one that reaches every depth still matches all within its folder. */
function comesApart(pattern: string, place: PlacePath, { moves }: Layout): boolean {
  const parts = moves.partsOf(place);
  const home = moves.after(place);
  return parts.length > 0 && !(pattern.startsWith('**') && parts.every(({ to }) => isInside(to, home)));
}

/** Where the place of a text is afterwards; the disk tells whether a text without an ending means a file. */
function placeAfter(
  place: PlacePath,
  text: string,
  { names }: PathRule,
  { layout, evidence }: PathContext,
): PlacePath {
  const isFolder = text.endsWith('/') || (names === 'folders' && evidence?.kindOf(place) === 'folder');
  if (!evidence || isFolder) return layout.moves.after(place);
  return afterByName(place, layout.moves, evidence.resolve);
}

function isSourceAlias(alias: string): boolean {
  return alias === '~' || alias === '@';
}

/** Whether Variant A reads an alias in texts of this rule. */
function isReadAs(alias: string, { sourceAlias }: PathRule): boolean {
  return sourceAlias || !isSourceAlias(alias);
}

function rebaseAlias(
  text: string,
  { alias, place }: { readonly alias: string; readonly place: PlacePath },
  after: PlacePath,
  rule: PathRule,
  context: PathContext,
): Rebased {
  const read = readText(context.aliases.after, text);
  if (read?.place === after && isReadAs(alias, rule)) return same;
  // Where an own alias leads nowhere, its base is not known, and neither is what the text means.
  const home = context.aliases.before.get(alias);
  if (context.aliases.own.has(alias) && home !== undefined && !isThere(context, home))
    return { kind: 'missing' };
  // Names such as `#server` are read differently by the variants; the root alias is not.
  const isPlain = isSourceAlias(alias) || alias === '~~' || alias === '@@';
  const rootOnly = rule.write === 'root' || !isPlain || isReadEitherWay(place, after, context);
  return written(after, alias.startsWith('@') ? '@' : '~', rootOnly, context);
}

/** What was in the new source directory all along has a text that is right in both variants: from the root. */
function isReadEitherWay(place: PlacePath, after: PlacePath, { layout }: PathContext): boolean {
  return place === after && layout.before !== layout.after;
}

function written(place: PlacePath, sign: '~' | '@', rootOnly: boolean, { aliases }: PathContext): Rebased {
  const text = writeText(aliases.after, place, { sign, rootOnly });
  return text !== undefined && readText(aliases.after, text)?.place === place
    ? { kind: 'write', value: text }
    : { kind: 'unknown', why: 'cannot be written with the aliases that the config defines' };
}

function rebaseRelative(
  text: string,
  place: PlacePath,
  after: PlacePath,
  rule: PathRule,
  context: PathContext,
): Rebased {
  const { layout } = context;
  if (rule.base === 'unstated') {
    if (after === place && (layout.before === layout.after || isReadFromRoot(text, place, context)))
      return same;
    return written(after, '~', rule.write === 'root' || isReadEitherWay(place, after, context), context);
  }
  const base = baseOf(rule, layout, layout.after);
  if (placeAt(base, text.replace(/^\/+/, '')) === after) return same;
  const path = stableFrom(base, place, after, layout);
  const lead = text.startsWith('./') && !path.startsWith('../') ? './' : text.startsWith('/') ? '/' : '';
  return { kind: 'write', value: `${lead}${path}` };
}

/** Whether Variant A, too, finds nothing among the sources, and then the same file in the root. */
function isReadFromRoot(text: string, place: PlacePath, context: PathContext): boolean {
  const { root, before, after, moves } = context.layout;
  const former = placeAt(before, text);
  if (!context.evidence || former === place || placeAt(root, text) !== place) return false;
  const among = placeAt(after, text);
  return !isThere(context, among) && !(isThere(context, former) && moves.after(former) === among);
}

/** A path that a second run does not take for another: what was in `app/` all along is not named as if it moved there. */
function stableFrom(base: PlacePath, place: PlacePath, after: PlacePath, { root, before }: Layout): string {
  const path = pathFrom(base, after);
  const isAmbiguous = base !== root && before === root && place === after && isInside(after, base);
  return isAmbiguous ? posix.join(pathFrom(base, root), pathFrom(root, after)) : path;
}
