/** Finds the layers of a project: those that it extends, and those in its folder for layers. */

import { groupedBy } from '../base/grouped.ts';
import { memo } from '../base/memo.ts';
import { pathFrom, placeAt } from '../base/paths.ts';
import type { Position } from '../base/position.ts';
import { rules } from '../catalogue/option.ts';
import { ConfigPath } from '../config/change.ts';
import { type ConfigDocument, type Match, matchOption } from '../config/document.ts';
import { isList, type Lookup } from '../config/lookup.ts';
import { basesOf, type Compatibility, isUnset, type Variant } from '../paths/bases.ts';
import { configSide, valuePlace } from '../paths/option-paths.ts';
import { isConfigFile } from '../tree/discover.ts';
import type { DiskView } from '../tree/evidence.ts';
import { parentOf, type TreePath } from '../tree/snapshot.ts';

/** A config in its folder, with the files around it and the variant that reads it. */
export interface LocatedConfig {
  readonly folder: TreePath;
  readonly config: ConfigDocument;
  readonly disk: DiskView;
  readonly variant: Variant;
  /** The compatibility version that the config states, corrected by the files on disk. */
  readonly compatibility: Compatibility;
  /** The folders of packages by name, because a layer may be a package. */
  readonly packageFolders: ReadonlyMap<string, TreePath>;
}

/** A layer of a project; its folder is relative to the folder of the project's config. */
export interface Layer extends Pick<LocatedConfig, 'folder' | 'config'> {
  readonly disk?: DiskView;
}

/** A note about options that cannot be read, and so are not shown. */
export interface EffectiveNote {
  readonly message: string;
  readonly at: Position;
}

/** The projects of a run, any of which may be a layer of another. */
export type LayerProjects = ReturnType<typeof layerProjects>;

/** Indexes projects by folder; `layersIn` returns those in the folder `layers` of a project. */
export function layerProjects(configs: readonly LocatedConfig[]) {
  const index = new Map(configs.map((config) => [config.folder, config]));
  const name = configs[0]?.config.catalogue.folders.layers;
  const layersIn = layersByFolder([...index.keys()].sort(), name);
  const extended = new Map<string, ReturnType<typeof extendedBy>>();
  return {
    get: (folder: TreePath) => index.get(folder),
    layersIn,
    /** What a layer extends: every project below which it lies asks for it. */
    extendedBy: (located: LocatedConfig) =>
      memo(extended, [located.folder, located.variant, located.compatibility].join('\0'), () =>
        extendedBy(located),
      ),
  };
}

/** The layers of a project by precedence, each followed by its own layers. */
export function findLayers(project: LocatedConfig, projects: LayerProjects) {
  const layers: Layer[] = [];
  const notes: EffectiveNote[] = [];
  const seen = new Set<TreePath>([project.folder]);
  const { variant, compatibility } = project;
  const add = (place: TreePath): boolean => {
    const layer = projects.get(place);
    if (layer && !seen.has(place)) {
      seen.add(place);
      layers.push({ ...layer, folder: pathFrom(project.folder, place) });
      visit(layer);
    }
    return layer !== undefined;
  };
  const visit = (located: LocatedConfig): void => {
    const extended = projects.extendedBy({ ...located, variant, compatibility });
    for (const { place, match } of extended.filter(({ match }) => match.scope.block === ''))
      if (place === undefined || !add(place)) notes.push(unread(match));
    for (const place of projects.layersIn(located.folder, located.disk)) add(place);
  };
  visit(project);
  return { layers, notes };
}

/**
 * The layers that a config extends, possibly only in an override block; one that is computed or not in the
 * repository has no place.
 */
export function extendedBy(located: LocatedConfig) {
  const { config, folder, disk, variant, compatibility, packageFolders } = located;
  const bases = basesOf(config, variant, compatibility);
  const side = configSide(config, bases, disk);
  const matches = config.scopes.flatMap((scope) =>
    config.catalogue.layerPatterns.flatMap((pattern) => matchOption(scope, pattern)),
  );
  // A list of layers is also matched item by item.
  const isGroup = (lookup: Lookup) =>
    isList(lookup) || (lookup.kind === 'dynamic' && lookup.type === 'object');
  const single = matches.filter(({ lookup }) => !isUnset(lookup) && !isGroup(lookup));
  return single.map((match) => {
    const value = match.lookup.kind === 'static' ? match.lookup.value : undefined;
    const text = typeof value === 'string' ? value : '';
    // Remote layers have no folder.
    const isRemote = /^[\w-]+:/.test(text);
    const place = isRemote ? undefined : valuePlace(value, rules.layer, side);
    if (place === undefined) return { match, place: packageFolders.get(packageOf(text)) };
    const isConfig = isConfigFile(place, config.catalogue.names);
    return { match, place: placeAt(folder, isConfig ? parentOf(place) : place) };
  });
}

/** The package name at the start of a module specifier. */
function packageOf(text: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(text)?.[0] ?? text;
}

/** Finds the projects in the folder for layers of another one. */
export function layersByFolder(folders: Iterable<TreePath>, name: string | undefined) {
  const inner = [...folders].filter((place) => place !== '');
  const byParent = groupedBy(inner, parentOf);
  return (folder: TreePath, disk?: Pick<DiskView, 'spelled'>): readonly TreePath[] =>
    (name && byParent.get(placeAt(folder, disk?.spelled(name) ?? name))) || [];
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
