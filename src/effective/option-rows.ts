/** Resolves all options of a project as one variant does: its config over its layers over the defaults. */

import { groupedBy } from '../base/grouped.ts';
import { memo } from '../base/memo.ts';
import { pathFrom } from '../base/paths.ts';
import {
  type Catalogue,
  type Default,
  type Json,
  mapTexts,
  type Option,
  type OptionNode,
  perCatalogue,
} from '../catalogue/index.ts';
import { type OptionPathParts, showPath } from '../config/change.ts';
import type { ConfigDocument } from '../config/document.ts';
import type { ConfigProblem } from '../config/problem.ts';
import {
  type Bases,
  basesOf,
  bringsNewRules,
  compatibilityOf,
  undecided,
  type Variant,
} from '../paths/bases.ts';
import { createPathReader } from '../paths/option-paths.ts';
import {
  type EffectiveNote,
  findLayers,
  type Layer,
  type LocatedConfig,
  layerProjects,
} from '../plan/layers.ts';
import { locatedBefore, type OpenProject, openFoundProjects } from '../plan/open-projects.ts';
import { isChosen, type RunChoices } from '../plan/selection.ts';
import { openRepository } from '../tree/repository.ts';
import type { Snapshot } from '../tree/snapshot.ts';
import {
  type ConfigSource,
  configSource,
  type EffectiveValue,
  isObjectLookup,
  isObjectValue,
  isSet,
  layerSource,
  lookupsOf,
  mayBeObject,
  type PlacedValue,
  type PlaceWith,
  type ReadPlace,
  valueFrom,
} from './option-value.ts';

/** The value of an option in an override block (`$production`). */
export interface OptionOverride extends PlacedValue {
  readonly block: string;
}

/** An option in one config, its layers and the defaults, or in an override block alone. */
interface OptionRow<Place = ReadPlace> extends PlacedValue<Place> {
  /** As in code: `dir.pages`, `alias['~']`. */
  readonly option: string;
  /** Whether the reference lists it. */
  readonly listed: boolean;
}

/** One option, listed in the reference or written by the project, with its resolved value. */
export interface EffectiveOption extends OptionRow {
  readonly overrides: readonly OptionOverride[];
}

/** A config as one variant reads it: a row for every option. */
export interface EffectiveConfig {
  readonly variant: Variant;
  readonly options: readonly EffectiveOption[];
  readonly notes: readonly EffectiveNote[];
}

/** The resolved config of a project, with the name of its file. */
export interface EffectiveProject extends EffectiveConfig {
  readonly root: string;
  readonly config: string;
}

/** The resolved options of every project, and the configs that cannot be read. */
export interface EffectiveProjects {
  readonly projects: readonly EffectiveProject[];
  readonly problems: readonly ConfigProblem[];
}

/** Resolves all projects of a snapshot, with the given variant or the one that each project has. */
export function resolvedProjects(
  snapshot: Snapshot,
  catalogue: Catalogue,
  variant: Variant | undefined,
  choices: RunChoices = {},
): EffectiveProjects {
  const { opened, failed } = openFoundProjects(openRepository(snapshot, catalogue), choices);
  const isShown = ({ found }: Pick<OpenProject, 'found'>) => isChosen(found.folder, choices);
  const before = layerProjects(opened.map((project) => locatedBefore(project)));
  const projects = opened.filter(isShown).map((project): EffectiveProject => {
    const { folder: root, config } = project.found;
    const located = locatedBefore(project, variant);
    const { layers, notes } = findLayers(located, before);
    const effective = effectiveOptions({ ...located, layers });
    return { root, config, ...effective, notes: [...effective.notes, ...notes] };
  });
  return { projects, problems: failed.filter(isShown).map(({ problem }) => problem) };
}

/** A config with everything that its options depend on; by default, its text decides the compatibility. */
interface EffectiveInput
  extends Pick<LocatedConfig, 'config' | 'variant'>,
    Partial<Pick<LocatedConfig, 'compatibility' | 'disk'>> {
  /** The layers, by precedence. */
  readonly layers?: readonly Layer[];
  /** Whether the defaults of Variant A apply, although the rest is read as in the variant. */
  readonly hasNewDefaults?: boolean;
}

/** Resolves a config as a variant does: the project over its layers over the defaults. */
export function effectiveOptions(input: EffectiveInput): EffectiveConfig {
  const { config, variant, layers = [], disk, compatibility = compatibilityOf(config) } = input;
  const { catalogue, scopes } = config;
  const bases = basesOf(config, variant, compatibility);
  const reader = createPathReader(config, bases, disk);
  const ofLayers = layers.map((layer) => {
    const layerBases = basesOf(layer.config, variant, compatibility);
    return layerSource(layer.config, createPathReader(layer.config, layerBases, layer.disk, layer));
  });
  const group = { node: catalogue.optionTree, path: [], base: unset, insteadOfDefaults: undefined };
  const reading: Reading = input.hasNewDefaults
    ? { variant, compatibility: 'a-at-root', bases: { ...bases, rules: 'a' } }
    : { variant, compatibility, bases };
  const key = JSON.stringify([variant, reading.compatibility, bases.root, bases.source]);
  const defaults = {
    catalogue,
    of: (option: Option) => defaultOf(option, reading),
    rows: memo(unsetRows(catalogue), key, (): UnsetRows => new Map()),
  };
  const placed = (row: OptionRow<PlaceWith>): OptionRow => ({
    ...row,
    places: row.places.flatMap((placeWith) => placeWith(reader) ?? []),
  });
  const rows = rowsIn({ ...group, sources: [configSource(config, reader), ...ofLayers], defaults });
  const blocks = new Set(scopes.map(({ block }) => block).filter((block) => block !== ''));
  const overrides = [...blocks].flatMap((block) => {
    const sources = [configSource(config, reader, block)];
    const ofBlock = rowsIn({
      ...group,
      sources,
      defaults: { catalogue, of: () => unset, rows: new Map() },
    });
    return ofBlock.filter(({ value }) => isSet(value)).map((row) => ({ ...placed(row), block }));
  });
  return {
    variant,
    options: withOverrides(rows.map(placed), overrides),
    notes: scopes.flatMap(unreadParts),
  };
}

const unset: EffectiveValue = { kind: 'unset' };

type UnsetRows = Map<OptionNode, readonly OptionRow<PlaceWith>[]>;

/** Most projects of a repository read options that they do not set in the same way. */
const unsetRows = perCatalogue(() => new Map<string, UnsetRows>());

/** An option or an object of options, with the configs that may set it and its default. */
interface OptionVisit {
  /** Its node in the reference, if that lists it. */
  readonly node: OptionNode | undefined;
  readonly path: OptionPathParts;
  readonly sources: readonly ConfigSource[];
  readonly base: EffectiveValue;
  /** The value of its parts without a default, because it or an option around it is set to something that is no object. */
  readonly insteadOfDefaults: EffectiveValue | undefined;
  /** What options have without being set, and the rows of the nodes that nothing sets. */
  readonly defaults: Pick<Bases, 'catalogue'> & {
    of(option: Option): EffectiveValue;
    rows: UnsetRows;
  };
}

/** The rows of an object: the options of the reference, then other keys that are set. */
function rowsIn(visit: OptionVisit): OptionRow<PlaceWith>[] {
  const { path, sources, base: own, insteadOfDefaults, defaults } = visit;
  const listed = Array.from(visit.node?.children ?? []).flatMap(([name, child]) => {
    if (name === '[]') return [];
    const stated = child.option ? defaults.of(child.option) : unset;
    return {
      name,
      node: child,
      base: stated.kind === 'missing' ? stated : (insteadOfDefaults ?? stated),
    };
  });
  const others = unlistedKeys(visit).map((name) => ({
    name,
    node: undefined,
    base: keyDefault(own, name),
  }));
  return [...listed, ...others].flatMap(({ name, node, base }) =>
    rowsOf({ node, path: [...path, name], sources, base, insteadOfDefaults, defaults }),
  );
}

/** Keys that are set; for tables of places also those of the default. */
function unlistedKeys({ node, path, sources, base }: OptionVisit): string[] {
  const isTable = node?.option?.paths.some(({ at }) => at === '.*') ?? false;
  const given = isTable && base.kind === 'value' ? Object.keys(base.value ?? {}) : [];
  const written = sources.flatMap((source) => source.keys(path));
  return [...new Set([...given, ...written])].filter((name) => !node?.children.has(name));
}

function keyDefault(base: EffectiveValue, name: string): EffectiveValue {
  if (base.kind === 'missing') return base;
  if (base.kind !== 'value' || !isObjectValue<Json>(base.value)) return unset;
  const value = Object.hasOwn(base.value, name) ? base.value[name] : undefined;
  return value === undefined ? unset : { ...base, value };
}

/**
 * The row of an option and those of its parts; an option that is not listed has one level of parts. An object
 * is shown by the rows of its parts.
 */
function rowsOf(visit: OptionVisit): readonly OptionRow<PlaceWith>[] {
  const { node, insteadOfDefaults, defaults } = visit;
  const lookups = lookupsOf(visit.path, visit.sources);
  const rows = () => rowsFrom(lookups, visit);
  return node && lookups.length === 0 && !insteadOfDefaults
    ? memo(defaults.rows, node, rows)
    : rows();
}

function rowsFrom(
  lookups: ReturnType<typeof lookupsOf>,
  visit: OptionVisit,
): OptionRow<PlaceWith>[] {
  const { node, path, base, defaults } = visit;
  const option = showPath(path);
  const [first] = lookups;
  const { value, places } = valueFrom(path, lookups, base, defaults);
  const isObject = first
    ? isObjectLookup(first.lookup)
    : base.kind === 'value' && isObjectValue(base.value);
  const isOther = first && !isObject && !mayBeObject(first.lookup);
  const why = `\`${option}\` is not an object`;
  const insteadOfDefaults =
    visit.insteadOfDefaults ?? (isOther ? { kind: 'unset', why } : undefined);
  const sources = lookups.map(({ source }) => source);
  const hasParts = node ? first || isObject || node.children.size > 0 : path.length === 1;
  const parts = hasParts ? rowsIn({ node, path, sources, base, insteadOfDefaults, defaults }) : [];
  if (parts.length > 0 && (isObject || value.kind === 'unset')) return parts;
  return [{ option, listed: node?.option !== undefined, value, places }, ...parts];
}

/** Adds the values in override blocks to the rows of their options. */
function withOverrides(
  rows: readonly OptionRow[],
  overrides: readonly (OptionRow & OptionOverride)[],
): EffectiveOption[] {
  const byOption = groupedBy(overrides, ({ option }) => option);
  const names = new Set(rows.map(({ option }) => option));
  const added = [...byOption].flatMap(([option, [{ listed }]]) =>
    names.has(option) ? [] : { option, listed, value: unset, places: [] },
  );
  return [...rows, ...added].map((row) => ({
    ...row,
    overrides: (byOption.get(row.option) ?? []).map(({ block, value, places }) => ({
      block,
      value,
      places,
    })),
  }));
}

function unreadParts({
  block,
  lookup,
  entries,
}: ConfigDocument['scopes'][number]): EffectiveNote[] {
  const whole = lookup([]);
  if (block === '' || whole.kind === 'absent' || entries([])?.complete !== false) return [];
  const message = `\`${block}\` contains something that cannot be read: options set there are not shown.`;
  return [{ message, at: whole.at }];
}

/** How one variant reads the config of one project. */
type Reading = Pick<LocatedConfig, 'variant' | 'compatibility'> & { readonly bases: Bases };

/** The value of an option that is not set. */
function defaultOf(option: Option, reading: Reading): EffectiveValue {
  const { bases } = reading;
  const { path } = bases.catalogue;
  const stated = statedDefault(option, reading);
  switch (stated?.kind) {
    case undefined:
      return { kind: 'unknown', why: undecided(bases.catalogue) };
    case 'value':
    case 'implied': {
      const isSource =
        bases.rules === 'a' && option.path !== path.srcDir && option.path !== path['dir.app'];
      return isSource ? underSources(stated, option.path, bases) : defaultValue(stated);
    }
    case 'computed':
      return { kind: 'unknown', why: `is ${stated.how}` };
    case 'not-shown':
      return { kind: 'unknown', why: 'has an undocumented default' };
    case 'none':
      return { kind: 'unset' };
    case 'missing':
      return stated;
  }
}

/** The default that the reference states; undefined if it depends on an unknown compatibility version. */
function statedDefault(
  option: Option,
  { variant, compatibility, bases }: Reading,
): Default | undefined {
  const isSourceDir = option.path === bases.catalogue.path.srcDir;
  if (variant === 'a') {
    if (isSourceDir && compatibility === 'unknown') return undefined;
    return isSourceDir && compatibility === 'b' ? { kind: 'value', value: '.' } : option.a;
  }
  if (isSourceDir && compatibility === 'a-at-root') return { kind: 'implied', value: '.' };
  const withRulesOfA = defaultWithRulesOfA(option);
  if (bringsNewRules(compatibility)) return withRulesOfA;
  if (compatibility !== 'unknown') return option.b;
  return JSON.stringify(option.b) === JSON.stringify(withRulesOfA) ? option.b : undefined;
}

/**
 * The default of Variant B with the rules of Variant A; a default that Variant A lacks or does not show stays.
 * Other removed flags are off, since the reference lists them among what can be switched on again.
 */
function defaultWithRulesOfA({ a, b, fate }: Option): Default {
  if (fate.kind === 'removed' && a.kind !== 'value' && b.kind === 'value' && b.value === true)
    return { kind: 'implied', value: false };
  return a.kind === 'missing' || a.kind === 'not-shown' ? b : a;
}

type StatedValue = Extract<Default, { kind: 'value' | 'implied' }>;

function defaultValue({ kind, value }: StatedValue): EffectiveValue {
  return {
    kind: 'value',
    value,
    from: { kind: 'default', ...(kind === 'implied' && { implied: true }) },
  };
}

/** The defaults of Variant A name sources in `app/`; with another `srcDir` they are relative to that. */
function underSources(
  stated: StatedValue,
  option: string,
  { catalogue, root, source }: Bases,
): EffectiveValue {
  const lead = option.startsWith(`${catalogue.path.dir}.`) ? '' : '<rootDir>/';
  const folder = `${lead}${catalogue.facts.sourceDirA}`;
  const isSource = (text: string) => text === folder || text.startsWith(`${folder}/`);
  const withSources = (change: (path: string) => string) => {
    const changed = (text: string) =>
      isSource(text) ? change(text.slice(folder.length + 1)) : text;
    return defaultValue({ ...stated, value: mapTexts(stated.value, changed) });
  };
  if ('place' in root && 'place' in source) {
    const home = pathFrom(root.place, source.place);
    return withSources((path) => {
      const whole = [home, path].filter(Boolean).join('/');
      return whole === '' ? lead.slice(0, -1) : `${lead}${whole}`;
    });
  }
  // Only the name of the base is known, if there is one.
  if (lead === '' && typeof stated.value === 'string' && isSource(stated.value)) {
    const [why = undecided(catalogue)] = [source, root].flatMap((base) =>
      'why' in base ? [base.why] : [],
    );
    return { kind: 'unknown', why };
  }
  return withSources((path) => (path === '' ? '<srcDir>' : `<srcDir>/${path}`));
}
