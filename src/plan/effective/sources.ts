import { type Catalogue, isOverrideKey, type Names } from '../../catalogue/index.ts';
import { rules } from '../../catalogue/path-rules.ts';
import { ConfigPath, type OptionPathParts } from '../../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../../config/document.ts';
import { groupedBy } from '../../config/grouped.ts';
import { isWritten, type Lookup } from '../../config/lookup.ts';
import { type Match, matchOption } from '../../config/match.ts';
import { pathFrom, placeAt } from '../../config/places.ts';
import { basesOf, type Compatibility, type Variant } from '../../project/bases.ts';
import { type AliasReader, createPathReader, type PathReader } from '../../project/config-paths.ts';
import { isConfigFile } from '../../project/discover.ts';
import type { DiskView } from '../../project/evidence.ts';
import { parentOf, type TreePath } from '../../project/snapshot.ts';
import type { EffectiveNote } from './option.ts';

/** A config, a layer or an override block: something that may set an option. */
export interface ConfigSource {
  readonly kind: 'config' | 'layer';
  /** The override block; empty for a whole config. */
  readonly block: string;
  readonly reader: PathReader;
  lookup(option: OptionPathParts): Lookup;
  /** The keys that are written in an option; none if it is not an object. */
  keys(option: OptionPathParts): readonly string[];
  /** Whether all keys of an object are known. */
  isComplete(option: OptionPathParts): boolean;
  /** The text of an option that is written. */
  textOf(option: OptionPathParts): string;
}

/** The config without its override blocks, or one of these. */
export function configSource(config: ConfigDocument, reader: PathReader, block = ''): ConfigSource {
  const scopes = config.scopes.filter((scope) => scope.block === block);
  // Of objects that are merged, the first that has the option counts.
  const lookupInBlock = (option: OptionPathParts): Lookup =>
    scopes.map((scope) => scope.lookup(option)).find(({ kind }) => kind !== 'absent') ?? { kind: 'absent' };
  return {
    kind: 'config',
    block,
    reader,
    lookup: block === '' ? (option) => config.lookup(option) : lookupInBlock,
    keys: (option) => [...new Set(scopes.flatMap((scope) => keysIn(scope, option, config.catalogue.names)))],
    isComplete: (option) => scopes.every((scope) => scope.entries(option)?.complete ?? true),
    textOf: (option) => scopes.find((scope) => isWritten(scope.lookup(option)))?.textOf(option) ?? '',
  };
}

function keysIn(scope: ConfigScope, option: OptionPathParts, names: Names): string[] {
  const keys = (scope.entries(option)?.list ?? []).map(({ key }) => key);
  return keys
    .filter((key) => typeof key === 'string')
    .filter((key) => option.length > 0 || !isOverrideKey(names, key));
}

/** What a layer says about where its own parts are, and by which rules, it says for itself alone. */
function ownOfEachLayer({ pathPatterns, folders, path }: Catalogue): ReadonlySet<string> {
  const named = pathPatterns.filter(
    ({ option, rule }) =>
      (!rule.globs && (rule.base.a === 'root' || rule.base.a === 'config')) ||
      folders.all.some((kind) => kind.option === option),
  );
  return new Set([
    ...named.map(({ option }) => option.replace(/\..*/, '')),
    path['future.compatibilityVersion'],
  ]);
}

/** A layer as far as it counts for the project. */
export function layerSource(config: ConfigDocument, reader: PathReader): ConfigSource {
  const source = configSource(config, reader);
  const own = ownOfEachLayer(config.catalogue);
  const isOwn = (option: OptionPathParts) =>
    own.has(String(option[0])) || (option.length > 1 && own.has(option.join('.')));
  return {
    ...source,
    kind: 'layer',
    lookup: (option) => (isOwn(option) ? { kind: 'absent' } : source.lookup(option)),
    keys: (option) => (isOwn(option) ? [] : source.keys(option)),
  };
}

/** A config in its folder, what is on disk around it, and the variant that reads it. */
export interface LocatedConfig {
  readonly folder: TreePath;
  readonly config: ConfigDocument;
  readonly disk: DiskView;
  readonly variant: Variant;
  /** What the disk makes of the compatibility version that the config states. */
  readonly compatibility: Compatibility;
  /** The folders of packages by their names: a layer may be named as the package that it is. */
  readonly packageFolders: ReadonlyMap<string, TreePath>;
}

/** A layer of a project; its folder is seen from the folder of the project's config. */
export interface Layer extends Pick<LocatedConfig, 'folder' | 'config'> {
  readonly disk?: DiskView;
  /** How the projects that it belongs to read an alias. */
  readonly shared?: AliasReader | undefined;
}

/** The projects of a run, any of which may be a layer of another. */
export interface LayerProjects {
  get(folder: TreePath): LocatedConfig | undefined;
  /** Those that are layers of another because they are in its folder `layers`. */
  layersIn(folder: TreePath): readonly TreePath[];
}

/** Projects by their folders. */
export function layerProjects(configs: readonly LocatedConfig[]): LayerProjects {
  const known = new Map(configs.map((one) => [one.folder, one]));
  const name = configs[0]?.config.catalogue.folders.layers;
  return { get: (folder) => known.get(folder), layersIn: layersByFolder([...known.keys()].sort(), name) };
}

/** The layers of a project in the order in which they count, each followed by its own. */
export function findLayers(
  project: LocatedConfig,
  projects: LayerProjects,
): { readonly layers: readonly Layer[]; readonly notes: readonly EffectiveNote[] } {
  const layers: Layer[] = [];
  const notes: EffectiveNote[] = [];
  const seen = new Set<TreePath>([project.folder]);
  const { variant, compatibility } = project;
  const add = (place: TreePath): boolean => {
    const found = projects.get(place);
    if (found && !seen.has(place)) {
      seen.add(place);
      layers.push({ ...found, folder: pathFrom(project.folder, place) });
      visit(found);
    }
    return found !== undefined;
  };
  const visit = (located: LocatedConfig): void => {
    for (const { place, match } of extendedBy({ ...located, variant, compatibility }))
      if (place === undefined || !add(place)) notes.push(unread(match));
    for (const place of projects.layersIn(located.folder)) add(place);
  };
  visit(project);
  return { layers, notes };
}

/** The folders that a config extends; undefined for what is not in the tree. */
export function extendedBy({
  config,
  folder,
  disk,
  variant,
  compatibility,
  packageFolders,
}: LocatedConfig): { readonly match: Match; readonly place: TreePath | undefined }[] {
  const reader = createPathReader(config, basesOf(config, variant, compatibility), disk);
  return extended(config).map((match) => {
    const value = match.lookup.kind === 'static' ? match.lookup.value : undefined;
    const text = typeof value === 'string' ? value : undefined;
    // Remote layers have no folder.
    const isLocal = text !== undefined && !/^[\w-]+:/.test(text);
    const read = isLocal ? reader.place(text, rules.layer) : undefined;
    const place = value instanceof ConfigPath ? value.place : read;
    if (place === undefined) return { match, place: packageFolders.get(packageOf(text ?? '')) };
    const isConfig = isConfigFile(place, config.catalogue.names);
    return { match, place: placeAt(folder, isConfig ? parentOf(place) : place) };
  });
}

/** The name of the package that a text starts with. */
export function packageOf(text: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(text)?.[0] ?? text;
}

/** Finds the projects that are layers of another because they are in its folder for layers. */
export function layersByFolder(
  folders: Iterable<TreePath>,
  name: string | undefined,
): (folder: TreePath) => readonly TreePath[] {
  const known = groupedBy(
    [...folders].filter((place) => place !== ''),
    parentOf,
  );
  return (folder) => (name === undefined ? undefined : known.get(placeAt(folder, name))) ?? [];
}

function extended(config: ConfigDocument): Match[] {
  const scopes = config.scopes.filter(({ block }) => block === '');
  return scopes.flatMap((scope) =>
    config.catalogue.layerPatterns
      .flatMap((pattern) => matchOption(scope, pattern))
      .filter(({ lookup }) => !isContainer(lookup)),
  );
}

/** A list of layers is matched item by item as well. */
function isContainer(lookup: Match['lookup']): boolean {
  if (lookup.kind === 'dynamic') return lookup.type === 'array' || lookup.type === 'object';
  return lookup.value === undefined || lookup.value === null || Array.isArray(lookup.value);
}

function unread({ lookup }: Match): EffectiveNote {
  const value = lookup.kind === 'static' ? lookup.value : undefined;
  const name = value instanceof ConfigPath ? `./${value.place}` : value;
  const what =
    lookup.kind === 'dynamic'
      ? `A layer ${lookup.why}`
      : `The layer \`${typeof name === 'string' ? name : JSON.stringify(name)}\` is not read`;
  return { message: `${what}: options set there are not shown.`, at: lookup.at };
}
