import { posix } from 'node:path';
import { memo } from '../base/memo.ts';
import { isInside, isSigned, type PlacePath, pathFrom, placeAt } from '../base/paths.ts';
import { rootAliases, sourceAliases } from '../catalogue/facts.ts';
import type { PathRule } from '../catalogue/option.ts';
import { ConfigPath } from '../config/change.ts';
import type { StaticValue } from '../config/lookup.ts';
import { type Evidence, isWrittenForA } from '../tree/evidence.ts';
import { afterByName, type MoveMap, splitOffFrom } from '../tree/moves.ts';
import { commonHome, type MovedTree } from '../tree/tree-after.ts';
import { type Aliases, aliasesDefining, basesIn, respelledAlias } from './aliases.ts';
import type { Layout, Variant } from './bases.ts';
import { leadsNowhere, type PathScope, type PathText, pathText, readPath } from './config-paths.ts';

/** The result of the one rule for paths, by which a value refers to the same files afterwards. */
export type Rebased =
  | { readonly kind: 'same' }
  | { readonly kind: 'write'; readonly value: string | ConfigPath }
  /** Some files that a pattern matches move to another folder than the others. */
  | { readonly kind: 'split' }
  | { readonly kind: 'unknown'; readonly why: string }
  /** The possible meanings of a layer's alias would need different texts. */
  | { readonly kind: 'ambiguous'; readonly why: string }
  /** None of the places that the text may refer to exists. */
  | { readonly kind: 'missing' };

/** An option of a layer; `written` if only the migration sets it. */
export type LayerOption = 'kept' | 'written';

/** Everything that is needed to rewrite a path. */
export interface PathContext {
  readonly layout: Layout;
  readonly aliases: Aliases;
  /** The files on disk; without it, every path is assumed to exist. */
  readonly evidence?: Evidence | undefined;
  /** The folder options that its layers set, which apply if the project does not set them. */
  readonly layerOptions?: ReadonlyMap<string, LayerOption> | undefined;
  /** The projects that extend this one: an alias in its config may be one of theirs. */
  readonly users?: readonly PathContext[] | undefined;
  /** The files that patterns match; undefined without a disk. */
  readonly files?: MovedTree['files'] | undefined;
  /** The scopes created so far: every path needs two of them. */
  readonly scopes: Map<string, PathScope>;
}

/** Whether a place exists; assumed if the disk is unknown. */
export function isThere({ evidence }: PathContext, place: PlacePath): boolean {
  return evidence === undefined || evidence.exists(place);
}

/** The scope of paths in a config: for B before the migration, for A after it. */
export function scopeIn(
  { layout, aliases, evidence, scopes }: PathContext,
  variant: Variant,
): PathScope {
  return memo(scopes, variant, () => ({
    bases: basesIn(layout, variant),
    aliases: variant === 'a' ? aliases.after : aliases.before,
    disk: evidence,
    ...(!evidence && { folders: knownFolders(layout) }),
  }));
}

/** The folders that a project is assumed to have if the disk is unknown. */
function knownFolders({ catalogue, root, before, moves }: Layout): string[] {
  const moving = moves.moves.map(({ from }) => pathFrom(before, from));
  return [
    ...moving,
    pathFrom(root, before),
    ...catalogue.folders.movedToRoot.map(({ name }) => name),
  ];
}

const same: Rebased = { kind: 'same' };

/**
 * Applies the one rule: a path refers to the same files before and after the migration. `defines` is the alias
 * that the path defines, if any.
 */
export function rebase(
  value: StaticValue,
  rule: PathRule,
  context: PathContext,
  defines?: string,
): Rebased {
  if (typeof value === 'string') return rebaseShared(pathText(value, rule), rule, context, defines);
  if (!(value instanceof ConfigPath)) return same;
  const moved = movedPlace(value.place, rule.names, context.layout.moves, context.evidence);
  return moved === value.place ? same : { kind: 'write', value: new ConfigPath(moved) };
}

/**
 * An alias in the config of a layer may be the layer's or the project's: the files on disk decide, unless the
 * edition says that it is the project's.
 */
function rebaseShared(
  text: PathText,
  rule: PathRule,
  context: PathContext,
  defines?: string,
): Rebased {
  const users = isSigned(text.folder) ? (context.users ?? []) : [];
  if (users.length === 0) return rebaseText(text, rule, context, defines);
  const isOfUsers = context.layout.catalogue.facts.layerAliases === 'project';
  const owners = isOfUsers ? users : [context, ...users];
  const readings = owners.flatMap((user) => {
    const place = aliasPlace(text, rule, user);
    return place === undefined ? [] : [{ user, place }];
  });
  // A text of the projects that none of them has, but the layer itself, is already broken.
  if (isOfUsers && readings.length === 0 && aliasPlace(text, rule, context) !== undefined)
    return same;
  const meant = readings.length > 0 ? readings.map(({ user }) => user) : owners.slice(0, 1);
  const results = meant.map((user) =>
    rebaseText(text, rule, user, user === context ? defines : undefined),
  );
  const [result = same, ...others] = results;
  if (others.every((other) => JSON.stringify(other) === JSON.stringify(result))) return result;
  const places = readings.map(({ user, place }) =>
    user === context ? `\`${place}\` in this layer` : `\`${place}\` in a project that extends it`,
  );
  return { kind: 'ambiguous', why: `may refer to ${[...new Set(places)].join(' or ')}` };
}

/** The existing place that a text with an alias refers to before the migration. */
function aliasPlace(text: PathText, rule: PathRule, context: PathContext): PlacePath | undefined {
  const read = readPath(text, rule, scopeIn(context, 'b'));
  if (read.kind !== 'place' || read.alias === undefined || !context.evidence) return undefined;
  const { isListed, exists } = context.evidence;
  return isListed(read.place) && exists(read.place) ? read.place : undefined;
}

/** Resolves a text as Variant B does, looks up the new place, and writes the path for Variant A. */
function rebaseText(
  text: PathText,
  rule: PathRule,
  context: PathContext,
  defines?: string,
): Rebased {
  const { layout, evidence } = context;
  const scopeOf = (variant: Variant): PathScope => {
    const scope = scopeIn(context, variant);
    return { ...scope, aliases: aliasesDefining(defines, text.folder, scope.aliases, scope.bases) };
  };
  const read = readPath(text, rule, scopeOf('b'));
  if (read.kind === 'none') return same;
  const readInA = readPath(text, rule, scopeOf('a'));
  const later = readInA.kind === 'place' ? readInA.place : undefined;
  // Where the base is stated, nothing was there before, and nothing is lost.
  if (read.kind === 'missing' && (later !== undefined || rule.base.b !== 'unstated')) return same;
  if (read.kind !== 'place') return read;
  const { place, alias, fromBundler = false } = read;
  if (later !== undefined && isReadByA(place, later, context)) return same;
  if (rule.base.a === 'source' && alias === undefined && isOnlyInsideInA(place, later, layout))
    return same;
  const isDeep = text.pattern.startsWith('**');
  const isSplit = text.pattern !== '' && splitOffFrom(layout.moves, place, isDeep).length > 0;
  const files = isSplit ? context.files : undefined;
  const home = files && commonHome(place, text.pattern, 'rule', { moves: layout.moves, files });
  if (isSplit && home === undefined) return { kind: 'split' };
  const names = text.folder.endsWith('/') ? 'folders' : rule.names;
  const after = home ?? movedPlace(place, names, layout.moves, evidence);
  const step: Step = { text, rule, place, later, after, context };
  const written =
    alias !== undefined
      ? writeAlias(alias, step)
      : fromBundler
        ? writeBundled(step)
        : writePlain(step);
  return rejoined(text, written);
}

/** A text that resolves outside the project in Variant B and inside in Variant A was written for Variant A. */
function isOnlyInsideInA(
  place: PlacePath,
  later: PlacePath | undefined,
  { root }: Layout,
): boolean {
  return later !== undefined && !isInside(place, root) && isInside(later, root);
}

/** A text with its place in Variant B, its place in Variant A (`later`), and its new place (`after`). */
interface Step {
  readonly text: PathText;
  readonly rule: PathRule;
  readonly place: PlacePath;
  readonly later: PlacePath | undefined;
  readonly after: PlacePath;
  readonly context: PathContext;
}

/** The new value with the parts that surround the path, if there is one. */
function rejoined(
  { text, sign, folder, pattern, query }: PathText,
  path: string | Rebased,
): Rebased {
  if (typeof path !== 'string') return path;
  const hasSlash = pattern !== '' || folder.endsWith('/');
  const value = `${sign}${hasSlash ? path.replace(/(?<=[^/])$/, '/') : path}${pattern}${query}`;
  return value === text ? same : { kind: 'write', value };
}

/** Whether a text or default that the variants resolve differently is already that of Variant A. */
export function isReadByA(place: PlacePath, later: PlacePath, { evidence }: PathContext): boolean {
  if (!evidence || place === later) return false;
  // What is outside the repository may exist, but nothing shows it.
  const isSeen = isInside(later, '') || evidence.isListed(later);
  return isWrittenForA(evidence.exists(place), isSeen && evidence.exists(later), evidence);
}

/** The new place of a text; the files on disk decide whether a text without an extension means a file. */
export function movedPlace(
  place: PlacePath,
  names: PathRule['names'],
  moves: MoveMap,
  evidence: Evidence | undefined,
): PlacePath {
  if (!evidence || (names === 'folders' && evidence.kindOf(place) === 'folder'))
    return moves.after(place);
  return afterByName(place, moves, evidence.resolve);
}

function writeAlias(alias: string, step: Step): string | Rebased {
  const { rule, place, later, after, context } = step;
  const { before } = context.aliases;
  if (later === after) return same;
  if (leadsNowhere(alias, before, context.evidence)) return { kind: 'missing' };
  // If the file does not exist, `assets/x` may have another meaning.
  if (!isSigned(alias) && context.evidence?.isListed(place) && !context.evidence.exists(place))
    return { kind: 'missing' };
  // The variants resolve names such as `#server` differently, but not the root alias.
  const isPlain =
    before.own.has(alias) || sourceAliases.includes(alias) || rootAliases.includes(alias);
  const sign = alias.startsWith('@') ? '@' : '~';
  return aliasText(
    step,
    isPlain ? alias : sign,
    rule.write === 'root' || !isPlain || isReadEitherWay(step),
  );
}

/** An alias is independent of the folder that the bundler resolves from. */
function writeBundled(step: Step): string | Rebased {
  return step.later === step.after ? same : aliasText(step, '~', isReadEitherWay(step));
}

/** A file that was already in the new source directory has a path for both variants: from the root. */
function isReadEitherWay({ place, after, context: { layout } }: Step): boolean {
  return place === after && layout.before !== layout.after;
}

function aliasText(
  { after, context: { aliases } }: Step,
  alias: string,
  rootOnly: boolean,
): string | Rebased {
  const text = respelledAlias(aliases.after.table, after, alias, rootOnly);
  return text ?? { kind: 'unknown', why: 'cannot be expressed with the aliases in the config' };
}

/** Adds an alias to a path whose base is not stated; other paths are relative to their base in Variant A. */
function writePlain(step: Step): string | Rebased {
  const { text, rule, place, later, after, context } = step;
  const { root, before, after: source } = context.layout;
  if (rule.base.a === 'unstated') {
    if (after === place && (before === source || isReadFromRoot(step))) return same;
    const isPlain = rule.write === 'plain' || Boolean(context.users?.length);
    return (
      (isPlain ? plainText(step) : undefined) ??
      aliasText(step, '~', rule.write === 'root' || isReadEitherWay(step))
    );
  }
  if (later === after) return same;
  const bundler = context.aliases.after.slash.bundler ?? root;
  const base = { config: '', source, bundler, root, none: root }[rule.base.a];
  const path = stableFrom(base, place, after, context.layout);
  const lead = /^(?:\.?\/)?/.exec(text.folder)?.[0] ?? '';
  return path.startsWith('../') ? path : `${lead}${path}`;
}

/**
 * The path from the root, for options where an alias may mean the project (as in the config of a layer) or may
 * not be resolved. It is found if no source has the same path; undefined otherwise.
 */
function plainText({ text, after, context }: Step): string | undefined {
  const { root, after: source, moves } = context.layout;
  const path = pathFrom(root, after);
  // Without a disk, the content of the source directory is unknown.
  const rival = placeAt(source, path);
  const isMade = moves.moves.some(({ to }) => isInside(to, rival));
  const isHidden = isMade || (context.evidence?.exists(rival) ?? true);
  if (path === '' || isHidden) return undefined;
  return text.folder.startsWith('./') ? `./${path}` : path;
}

/** Whether Variant A also finds no such source, and then the same file in the root. */
function isReadFromRoot({ text: { folder }, place, later, context }: Step): boolean {
  const { before, after, moves } = context.layout;
  const former = placeAt(before, folder);
  if (!context.evidence || former === place || later !== place) return false;
  return !(isThere(context, former) && moves.after(former) === placeAt(after, folder));
}

/** A path that a second run keeps: a file that was already in `app/` is written from the root. */
function stableFrom(
  base: PlacePath,
  place: PlacePath,
  after: PlacePath,
  { root, before }: Layout,
): string {
  const path = pathFrom(base, after);
  const isAmbiguous = base !== root && before === root && place === after && isInside(after, base);
  return isAmbiguous ? posix.join(pathFrom(base, root), pathFrom(root, after)) : path;
}
