/** The paths in the options of one config: what they are relative to in each variant, and what becomes of them. */

import { memo } from '../base/memo.ts';
import { isSigned, type PlacePath, pathFrom, placeAt, placeFromRoot } from '../base/paths.ts';
import { type PathRule, rules } from '../catalogue/option.ts';
import { ConfigPath } from '../config/change.ts';
import type { ConfigDocument } from '../config/document.ts';
import type { StaticValue } from '../config/lookup.ts';
import type { DiskView, Evidence } from '../tree/evidence.ts';
import { afterByName, type MoveMap } from '../tree/moves.ts';
import type { MovedTree } from '../tree/tree-after.ts';
import {
  type Aliases,
  aliasesDefining,
  basesIn,
  type KnownAliases,
  knownAliases,
} from './aliases.ts';
import type { Bases, Folder, Layout, Variant } from './bases.ts';
import {
  existingPlace,
  type Followed,
  follow,
  isDanglingAlias,
  isOnlyThereInA,
  type Reader,
} from './follow.ts';
import { meaning, type NoPlace, noPlace, partsOf, type Side } from './meaning.ts';
import { isNewerModule } from './used-modules.ts';

/** Everything that texts of a config are resolved with in one variant. */
export interface ConfigSide extends Side {
  readonly bases: Side['bases'];
  readonly config: Bases;
  readonly aliases: KnownAliases;
}

/** The side of a config; without a disk, paths that need one are unknown. */
export function configSide(config: ConfigDocument, bases: Bases, disk?: DiskView): ConfigSide {
  return sideWith(bases, knownAliases(config, bases, disk), disk);
}

/** Without a disk, `folders` are those that the project is assumed to have. */
function sideWith(
  config: Bases,
  aliases: KnownAliases,
  disk: DiskView | undefined,
  folders?: readonly string[],
): ConfigSide {
  const { rules, root, source } = config;
  const known = 'place' in root ? root.place : '';
  const sourcePlace = 'place' in source ? source.place : known;
  return {
    rules,
    disk,
    config,
    aliases,
    root: known,
    source: sourcePlace,
    ...(folders && { folders }),
    bases: (rule, text) => optionBases(rule, text, { config, aliases, disk }),
    home: ({ base }) => {
      if (base.a === 'config' || base.a === 'file') return '';
      if (base.a === 'bundler') return aliases.slash.bundler ?? known;
      return base.a === 'source' ? sourcePlace : known;
    },
  };
}

/** The side of a config in Variant B if its folders are known, without a disk. */
export function sideBefore(config: ConfigDocument, root: PlacePath, source: PlacePath): ConfigSide {
  const { catalogue } = config;
  const bases: Bases = {
    catalogue,
    rules: 'b',
    root: { place: root },
    source: { place: source },
  };
  return configSide(config, bases);
}

/** The folders that a text may be relative to, by the rule of its option. */
function optionBases(
  { base: { a, b } }: PathRule,
  text: string,
  { config, aliases, disk }: Pick<ConfigSide, 'config' | 'aliases' | 'disk'>,
): readonly PlacePath[] | NoPlace {
  const { rules, root, source } = config;
  if (a !== b && rules === 'unknown')
    return { kind: 'unknown', why: 'may be relative to either of two folders' };
  switch (rules === 'a' ? a : b) {
    case 'none':
      return noPlace;
    case 'file':
    case 'config':
      return [''];
    case 'root':
      return placesOf(root);
    case 'source':
      return placesOf(a === 'root' && leadsToSource(text, config) ? root : source);
    case 'unstated':
      return leadsToSource(text, config) ? placesOf(root) : placesOf(source, root);
    case 'bundler':
      return 'place' in root ? bundlerBases(text, root.place, { config, aliases, disk }) : noPlace;
  }
}

function placesOf(...folders: readonly Folder[]): readonly PlacePath[] | NoPlace {
  const unknown = folders.find((folder) => 'why' in folder);
  if (unknown) return { kind: 'unknown', why: unknown.why };
  return folders.flatMap((folder) => ('place' in folder ? [folder.place] : []));
}

/** A text that starts with the source directory is meant from the root, as in Variant A. */
function leadsToSource(text: string, { root, source }: Bases): boolean {
  if (!('place' in root) || !('place' in source)) return false;
  return placeFromRoot(text, root.place, source.place) !== undefined;
}

/** If the bundler's root is not the project root, as mostly in Variant B, the disk decides between the two folders. */
function bundlerBases(
  text: string,
  root: PlacePath,
  { config, aliases, disk }: Pick<ConfigSide, 'config' | 'aliases' | 'disk'>,
): readonly PlacePath[] | NoPlace {
  const { catalogue, rules } = config;
  const { bundler: start, isNamed } = aliases.slash;
  if (!disk || start === undefined || /^[./]*$/.test(text)) return noPlace;
  if (isNamed || (rules === 'a' && catalogue.facts.bundlerRoot.a === 'root')) return [start];
  const bases = [...new Set([start, root])].filter((base) => {
    const place = placeAt(base, text);
    return disk.isListed(place) && disk.exists(place);
  });
  return bases.length === 1 ? bases : noPlace;
}

/** The place of a value; undefined if it is not a path, or an unknown one. */
export function valuePlace(value: unknown, rule: PathRule, side: Side): PlacePath | undefined {
  if (value instanceof ConfigPath) return side.disk?.spelled(value.place) ?? value.place;
  if (typeof value !== 'string') return undefined;
  const meant = meaning(partsOf(value, rule), rule, side);
  return meant.kind === 'place' ? meant.place : undefined;
}

/** An option of a layer; `written` if only the migration sets it. */
export type LayerOption = 'kept' | 'written';

/** Everything that is needed to rewrite the paths of a config. */
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
  /** The sides created so far: every path needs two of them. */
  readonly sides: Map<Variant, ConfigSide>;
}

/** Whether a place exists; assumed if the disk is unknown. */
export function isThere({ evidence }: PathContext, place: PlacePath): boolean {
  return evidence === undefined || evidence.exists(place);
}

/** The side of a config: B before the migration, A after it. */
export function sideOf({ layout, aliases, evidence, sides }: PathContext, variant: Variant) {
  return memo(sides, variant, () =>
    sideWith(
      basesIn(layout, variant),
      variant === 'a' ? aliases.after : aliases.before,
      evidence,
      evidence ? undefined : knownFolders(layout),
    ),
  );
}

/** The folders that a project is assumed to have if the disk is unknown. */
function knownFolders({ catalogue, root, before, moves }: Layout): string[] {
  const moving = moves.moves.map(({ from }) => pathFrom(before, from));
  const toRoot = catalogue.folders.movedToRoot.map(({ name }) => name);
  return [...moving, pathFrom(root, before), ...toRoot];
}

/** What becomes of a value of an option: instead of a text, a path expression gets a place. */
export type FollowedValue =
  | Exclude<Followed, { kind: 'write' }>
  | { readonly kind: 'write'; readonly value: string | ConfigPath };

/** Follows a value of an option. `defines` is the alias that the value defines, if any. */
export function followOption(
  value: StaticValue,
  rule: PathRule,
  context: PathContext,
  defines?: string,
): FollowedValue {
  if (value instanceof ConfigPath) {
    const after = movedPlace(value.place, rule.names, context.layout.moves, context.evidence);
    return after === value.place
      ? { kind: 'same' }
      : { kind: 'write', value: new ConfigPath(after) };
  }
  if (typeof value !== 'string') return { kind: 'same' };
  const followed = followText(value, rule, context, defines);
  return followed.kind === 'write' ? { kind: 'write', value: followed.text } : followed;
}

function followText(
  value: string,
  rule: PathRule,
  context: PathContext,
  defines: string | undefined,
): Followed {
  const text = { parts: partsOf(value, rule), rule };
  const own = readerOf(context, defines, text.parts.path);
  const users = isSigned(text.parts.path) ? (context.users ?? []) : [];
  const readers = users.map((user) => ({
    ...readerOf(user),
    name: ' in a project that extends it',
  }));
  // Where an edition says that such a text is the projects', it is only the layer's own if none of them has it.
  const { layerAliases } = context.layout.catalogue.facts;
  const isOfUsers = readers.some(({ before }) => existingPlace(text, before) !== undefined);
  return follow(text, layerAliases === 'project' && isOfUsers ? readers : [own, ...readers]);
}

/** A project as a reader of its config; a value may start with the default meaning of the alias that it defines. */
function readerOf(context: PathContext, defines?: string, path = ''): Reader {
  const { layout, files, evidence, users = [] } = context;
  const sideFor = (variant: Variant): ConfigSide => {
    const side = sideOf(context, variant);
    const aliases = aliasesDefining(defines, path, side.aliases, side.config);
    return aliases === side.aliases ? side : sideWith(side.config, aliases, evidence, side.folders);
  };
  return {
    before: sideFor('b'),
    after: sideFor('a'),
    moved: { moves: layout.moves, ...(files && { files }) },
    isNewer: evidence?.generation === 'a',
    isLayer: users.length > 0,
    name: ' in this layer',
  };
}

/** Whether a text or default that the variants resolve differently is already that of Variant A. */
export function isReadByA(
  place: PlacePath,
  later: PlacePath,
  { evidence }: Pick<PathContext, 'evidence'>,
): boolean {
  if (!evidence || place === later) return false;
  return isOnlyThereInA(place, later, evidence, evidence.generation === 'a');
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

/** The place of a path in the value of an option. */
export interface OptionPlace {
  readonly place: PlacePath;
  /** Which one is meant if both a file and a folder have the name. */
  readonly names: PathRule['names'];
  /** Whether no rule says that the text is a path: if it does not exist, it may be something else. */
  readonly isGuess?: true;
}

/** Resolves the paths in the values of one config. */
export type PathReader = ReturnType<typeof createPathReader>;

/**
 * Resolves the paths of a config as a variant does. Without a disk, paths that need one are unknown. `folder` is that of
 * the config, relative to the project.
 */
export function createPathReader(
  config: ConfigDocument,
  bases: Bases,
  disk: DiskView | undefined,
  { folder = '' }: { readonly folder?: PlacePath } = {},
) {
  const { catalogue } = bases;
  const side = configSide(config, bases, disk);
  // Without a rule, options of known modules and texts with an alias are probably paths.
  const guessedRule = (text: string, option: string): PathRule | undefined => {
    const isNewer = isNewerModule(catalogue, option, disk);
    const ofModule = catalogue.moduleRuleFor(option, isNewer);
    return ofModule ?? (isSigned(text) && text.includes('/') ? rules.anyText : undefined);
  };
  const readText = (text: string, rule: PathRule, key: string): PlacePath | undefined => {
    const parts = partsOf(text, rule);
    const defined = rule === rules.alias ? key : undefined;
    const aliases = aliasesDefining(defined, parts.path, side.aliases, bases);
    const meant = meaning(parts, rule, aliases === side.aliases ? side : { ...side, aliases });
    if (meant.kind !== 'place' || isDanglingAlias(meant.alias, side)) return undefined;
    return placeAt(meant.place, parts.pattern);
  };
  return {
    catalogue,
    /**
     * The place of a value at an option such as `css[]` or `alias.*`, seen from the project; undefined if it is not a
     * path, or an unknown one. `key` is the last key of the option; defaults start with their base: `<rootDir>/server`.
     */
    read(
      value: string | ConfigPath,
      pattern: string,
      key: string,
      isDefault?: true,
    ): OptionPlace | undefined {
      const stated = catalogue.ruleFor(pattern);
      if (value instanceof ConfigPath)
        return {
          place: placeAt(folder, valuePlace(value, rules.folder, side) ?? ''),
          names: stated?.names ?? 'folders',
        };
      const rule = stated ?? guessedRule(value, pattern);
      if (!rule) return undefined;
      const place = isDefault ? defaultPlace(value, rule, side) : readText(value, rule, key);
      if (place === undefined) return undefined;
      return {
        place: placeAt(folder, place),
        names: rule.names,
        ...(!stated && { isGuess: true }),
      };
    },
  };
}

/** The place of a documented default, which is resolved exactly as documented. */
function defaultPlace(text: string, rule: PathRule, side: ConfigSide): PlacePath | undefined {
  const [, name, path = ''] = /^<(rootDir|srcDir)>(?:\/|$)(.*)$/.exec(text) ?? [];
  if (name === undefined) return valuePlace(text, rule, side);
  const base = side.config[name === 'rootDir' ? 'root' : 'source'];
  const place = 'place' in base ? placeAt(base.place, path) : undefined;
  return place === undefined ? place : (side.disk?.spelled(place) ?? place);
}
