import { posix } from 'node:path';
import { rootAliases, sourceAliases } from '../catalogue/aliases.ts';
import type { PathRule } from '../catalogue/path-rules.ts';
import { ConfigPath } from '../config/change.ts';
import type { StaticValue } from '../config/lookup.ts';
import { isInside, type PlacePath, pathFrom, placeAt } from '../config/places.ts';
import {
  type Aliases,
  aliasesDefining,
  basesIn,
  isSigned,
  respelledAlias,
  type ScopeAliases,
} from './aliases.ts';
import type { Layout, Variant } from './bases.ts';
import { leadsNowhere, type PathScope, type PathText, pathText, readPath } from './config-paths.ts';
import { type Evidence, isWrittenForA } from './evidence.ts';
import { afterByName, type MoveMap, partingFrom } from './moves.ts';
import { remembered } from './remembered.ts';

/** What the one rule for paths makes of a value: the same files afterwards. */
export type Rebased =
  | { readonly kind: 'same' }
  | { readonly kind: 'write'; readonly value: string | ConfigPath }
  /** Parts of what a pattern matches move away from the rest. */
  | { readonly kind: 'split' }
  | { readonly kind: 'unknown'; readonly why: string }
  /** The readings of a layer's alias would need different texts. */
  | { readonly kind: 'ambiguous'; readonly why: string }
  /** Neither place that the text may mean is on disk. */
  | { readonly kind: 'missing' };

/** What a layer says about a folder of its own: options are merged, so that it would hold for the project as well. */
export interface LayerFolder {
  readonly text: string;
  /** Whether the migration writes it. */
  readonly isNew: boolean;
  /** What it says before the migration, if that is a text. */
  readonly was: string | undefined;
}

/** What layers of a project say about folders afterwards, by the option. */
export type LayerFolders = ReadonlyMap<string, LayerFolder>;

/** Everything that a path is rewritten with. */
export interface PathContext {
  readonly layout: Layout;
  readonly aliases: Aliases;
  /** What is on disk; without it, everything that is named is assumed to exist. */
  readonly evidence?: Evidence | undefined;
  readonly layers?: LayerFolders | undefined;
  /** The projects that this one is a layer of: an alias in its config may be one of theirs. */
  readonly users?: readonly PathContext[] | undefined;
  /** The scopes that were asked for: every path needs two of them. */
  readonly scopes: Map<string, PathScope>;
}

/** Whether something is on disk, as far as one can look. */
export function isThere({ evidence }: PathContext, place: PlacePath): boolean {
  return evidence === undefined || evidence.exists(place);
}

/** What a variant reads the paths of a config, or of an override block, with: B as they are, A as they will be. */
export function scopeIn(context: PathContext, variant: Variant, block = ''): PathScope {
  return remembered(context.scopes, variant + block, () => createScope(context, variant, block));
}

function createScope({ layout, aliases, evidence }: PathContext, variant: Variant, block: string): PathScope {
  const { before, after, slash, own, unknown } = aliasesIn(aliases, block);
  return {
    bases: basesIn(layout, variant),
    aliases:
      variant === 'a'
        ? { table: after, slash: slash.after, own, unknown }
        : { table: before, slash: slash.before, own, unknown },
    disk: evidence,
    ...(!evidence && { folders: knownFolders(layout) }),
  };
}

function aliasesIn(aliases: Aliases, block: string): ScopeAliases {
  return aliases.blocks.get(block) ?? aliases;
}

/** The folders that a project is assumed to have if one cannot look. */
function knownFolders({ catalogue, root, before, moves }: Layout): string[] {
  const moving = moves.moves.map(({ from }) => pathFrom(before, from));
  return [...moving, pathFrom(root, before), ...catalogue.folders.movedToRoot.map(({ name }) => name)];
}

const same: Rebased = { kind: 'same' };

/** Where a value stands that is a path. */
export interface ValuePlace {
  /** The override block. */
  readonly block?: string;
  /** The alias that it is the meaning of. */
  readonly defines?: string | undefined;
}

/** Applies the one rule: a path must name the same files after the migration as before. */
export function rebase(
  value: StaticValue,
  rule: PathRule,
  context: PathContext,
  where: ValuePlace = {},
): Rebased {
  if (typeof value === 'string') return rebaseShared(pathText(value, rule), rule, context, where);
  if (!(value instanceof ConfigPath)) return same;
  const moved = movedPlace(value.place, rule.names, context.layout.moves, context.evidence);
  return moved === value.place ? same : { kind: 'write', value: new ConfigPath(moved) };
}

/**
 * An alias in the config of a layer is that of the layer or of its project. What is on disk decides, unless it is known
 * to be the project's.
 */
function rebaseShared(text: PathText, rule: PathRule, context: PathContext, where: ValuePlace): Rebased {
  const users = isSigned(text.folder) ? (context.users ?? []) : [];
  if (users.length === 0) return rebaseText(text, rule, context, where);
  const isOfUsers = context.layout.catalogue.facts.layerAliases === 'project';
  const [user] = users;
  const own = isOfUsers && user ? rebaseText(text, rule, user, {}) : rebaseText(text, rule, context, where);
  const found = [...(isOfUsers && user ? [] : [context]), ...users].flatMap((one) => {
    const place = aliasPlace(text, rule, one);
    return place === undefined ? [] : [{ one, place }];
  });
  if (found.every(({ one }) => one === context)) return own;
  const results = found.map(({ one }) => (one === context ? own : rebaseText(text, rule, one, {})));
  const [first = own, ...others] = results;
  if (others.every((other) => JSON.stringify(other) === JSON.stringify(first))) return first;
  const places = found.map(({ one, place }) =>
    one === context ? `\`${place}\` in this layer` : `\`${place}\` in a project that extends it`,
  );
  return { kind: 'ambiguous', why: `may refer to ${[...new Set(places)].join(' or ')}` };
}

/** What a text with an alias names before the migration, if there is something. */
function aliasPlace(text: PathText, rule: PathRule, context: PathContext): PlacePath | undefined {
  const read = readPath(text, rule, scopeIn(context, 'b'));
  if (read.kind !== 'place' || read.alias === undefined || !context.evidence) return undefined;
  const { isListed, exists } = context.evidence;
  return isListed(read.place) && exists(read.place) ? read.place : undefined;
}

/** Reads a text as Variant B does, follows what it names, and writes that as Variant A reads it. */
function rebaseText(text: PathText, rule: PathRule, context: PathContext, where: ValuePlace): Rebased {
  const { layout, evidence } = context;
  const { block = '', defines } = where;
  const scopeOf = (variant: Variant): PathScope => {
    const scope = scopeIn(context, variant, block);
    return defines === undefined
      ? scope
      : { ...scope, aliases: aliasesDefining(defines, text.folder, scope.aliases, scope.bases) };
  };
  const read = readPath(text, rule, scopeOf('b'));
  if (read.kind === 'none') return same;
  const readInA = readPath(text, rule, scopeOf('a'));
  const later = readInA.kind === 'place' ? readInA.place : undefined;
  if (read.kind === 'missing' && later !== undefined) return same;
  if (read.kind !== 'place') return read;
  const { place, alias, fromBundler = false } = read;
  if (later !== undefined && isReadByA(place, later, context)) return same;
  if (rule.base.a === 'source' && alias === undefined && isOnlyInsideInA(place, later, layout)) return same;
  const isDeep = text.pattern.startsWith('**');
  if (text.pattern !== '' && partingFrom(layout.moves, place, isDeep).length > 0) return { kind: 'split' };
  const names = text.folder.endsWith('/') ? 'folders' : rule.names;
  const after = movedPlace(place, names, layout.moves, evidence);
  const step: Step = { text, rule, place, later, after, context, aliases: aliasesIn(context.aliases, block) };
  const written =
    alias !== undefined ? writeAlias(alias, step) : fromBundler ? writeBundled(step) : writePlain(step);
  return typeof written === 'string' ? rejoined(text, written) : written;
}

/** What Variant B would read outside the project, and Variant A inside it, was written for Variant A. */
function isOnlyInsideInA(place: PlacePath, later: PlacePath | undefined, { root }: Layout): boolean {
  return later !== undefined && !isInside(place, root) && isInside(later, root);
}

/** A text on its way: the place it names, the one that Variant A would read in it, and the one it must name. */
interface Step {
  readonly text: PathText;
  readonly rule: PathRule;
  readonly place: PlacePath;
  readonly later: PlacePath | undefined;
  readonly after: PlacePath;
  readonly context: PathContext;
  readonly aliases: ScopeAliases;
}

/** The new text with all that stood around the path. */
function rejoined({ text, sign, folder, pattern, query }: PathText, path: string): Rebased {
  const hasSlash = pattern !== '' || folder.endsWith('/');
  const value = `${sign}${hasSlash ? withSlash(path) : path}${pattern}${query}`;
  return value === text ? same : { kind: 'write', value };
}

function withSlash(path: string): string {
  return path === '' || path.endsWith('/') ? path : `${path}/`;
}

/** Whether a text was written for Variant A, which reads another place in it than Variant B does. */
export function isReadByA(place: PlacePath, later: PlacePath, { evidence }: PathContext): boolean {
  if (!evidence || place === later) return false;
  return isWrittenForA(evidence.exists(place), evidence.exists(later), evidence);
}

/** Where the place of a text is afterwards; the disk decides whether a text without an extension means a file. */
export function movedPlace(
  place: PlacePath,
  names: PathRule['names'],
  moves: MoveMap,
  evidence: Evidence | undefined,
): PlacePath {
  if (!evidence || (names === 'folders' && evidence.kindOf(place) === 'folder')) return moves.after(place);
  return afterByName(place, moves, evidence.resolve);
}

function writeAlias(alias: string, step: Step): string | Rebased {
  const { rule, place, later, after, context, aliases } = step;
  if (later === after) return same;
  if (leadsNowhere(alias, { table: aliases.before, own: aliases.own }, context.evidence))
    return { kind: 'missing' };
  // Another reading of `assets/x` may be meant where there is no such file.
  if (!isSigned(alias) && context.evidence?.isListed(place) && !context.evidence.exists(place))
    return { kind: 'missing' };
  // Names such as `#server` are read differently by the variants; the root alias is not.
  const isPlain = aliases.own.has(alias) || sourceAliases.includes(alias) || rootAliases.includes(alias);
  const sign = alias.startsWith('@') ? '@' : '~';
  return aliasText(step, isPlain ? alias : sign, rule.write === 'root' || !isPlain || isReadEitherWay(step));
}

/** An alias leads to the file wherever the bundler starts. */
function writeBundled(step: Step): string | Rebased {
  return step.later === step.after ? same : aliasText(step, '~', isReadEitherWay(step));
}

/** What was in the new source directory all along has a text that is right in both variants: from the root. */
function isReadEitherWay({ place, after, context: { layout } }: Step): boolean {
  return place === after && layout.before !== layout.after;
}

function aliasText({ after, aliases }: Step, alias: string, rootOnly: boolean): string | Rebased {
  const text = respelledAlias(aliases.after, after, alias, rootOnly);
  return text ?? { kind: 'unknown', why: 'cannot be expressed with the aliases in the config' };
}

/** A text without an alias gets one if its base is not stated; otherwise it is written from its base in Variant A. */
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
  const bases = { config: '', source, bundler: step.aliases.slash.after.bundler ?? root, root, none: root };
  const base = bases[rule.base.a];
  const path = stableFrom(base, place, after, context.layout);
  const lead = /^(?:\.?\/)?/.exec(text.folder)?.[0] ?? '';
  return path.startsWith('../') ? path : `${lead}${path}`;
}

/**
 * Where an alias may mean the project, as in the config of a layer, or may not be read at all, a path is written from the
 * root, where it is found if no source has its name. Undefined if it cannot be.
 */
function plainText({ text, after, context }: Step): string | undefined {
  const { root, after: source } = context.layout;
  const path = pathFrom(root, after);
  // Without a disk nobody knows what the sources have.
  const isHidden = context.evidence?.exists(placeAt(source, path)) ?? true;
  if (path === '' || path.startsWith('../') || isHidden) return undefined;
  return text.folder.startsWith('./') ? `./${path}` : path;
}

/** Whether Variant A, too, finds nothing among the sources, and then the same file in the root. */
function isReadFromRoot({ text: { folder }, place, later, context }: Step): boolean {
  const { before, after, moves } = context.layout;
  const former = placeAt(before, folder);
  if (!context.evidence || former === place || later !== place) return false;
  return !(isThere(context, former) && moves.after(former) === placeAt(after, folder));
}

/** A path that a second run does not take for another: what was in `app/` all along is not named as if it moved there. */
function stableFrom(base: PlacePath, place: PlacePath, after: PlacePath, { root, before }: Layout): string {
  const path = pathFrom(base, after);
  const isAmbiguous = base !== root && before === root && place === after && isInside(after, base);
  return isAmbiguous ? posix.join(pathFrom(base, root), pathFrom(root, after)) : path;
}
