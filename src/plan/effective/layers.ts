import { ConfigPath } from '../../config/change.ts';
import type { ConfigDocument } from '../../config/document.ts';
import { type Match, matchOption } from '../../config/match.ts';
import { isRelativePath, type PlacePath, pathFrom, placeAt } from '../../config/places.ts';
import { configNames } from '../../project/discover.ts';
import { parentOf, type TreePath } from '../../project/snapshot.ts';
import type { EffectiveNote } from './option.ts';
import type { Layer } from './options.ts';
import type { Disk } from './unstated.ts';

/** The projects of a run, any of which may be a layer of another. */
export interface LayerSource {
  /** The config in a folder and what is on disk around it; nothing where there is none that can be read. */
  at(folder: TreePath): { readonly config: ConfigDocument; readonly disk: Disk } | undefined;
  /** The folders that have a config, sorted. */
  readonly folders: readonly TreePath[];
}

export interface FoundLayers {
  readonly layers: readonly Layer[];
  readonly notes: readonly EffectiveNote[];
}

/** The layers of a project in the order in which they count, each followed by its own. */
export function findLayers(config: ConfigDocument, folder: TreePath, source: LayerSource): FoundLayers {
  const layers: Layer[] = [];
  const notes: EffectiveNote[] = [];
  const seen = new Set<TreePath>([folder]);
  const add = (place: TreePath): boolean => {
    const found = source.at(place);
    if (found && !seen.has(place)) {
      seen.add(place);
      layers.push({ ...found, folder: pathFrom(folder, place) });
      visit(found.config, place);
    }
    return found !== undefined;
  };
  const visit = (from: ConfigDocument, home: TreePath): void => {
    for (const match of extended(from)) {
      const place = placeOf(match);
      if (place === undefined || !add(placeAt(home, place))) notes.push(unread(match));
    }
    const own = placeAt(home, 'layers');
    for (const place of source.folders) if (place !== '' && parentOf(place) === own) add(place);
  };
  visit(config, folder);
  return { layers, notes };
}

function extended(config: ConfigDocument): Match[] {
  const scopes = config.scopes.filter(({ block }) => block === '');
  return scopes.flatMap((scope) =>
    ['extends', 'extends[]', 'extends[][0]', 'theme']
      .flatMap((pattern) => matchOption(scope, pattern))
      .filter(({ lookup }) => !isContainer(lookup)),
  );
}

/** A list of layers is matched item by item as well. */
function isContainer(lookup: Match['lookup']): boolean {
  if (lookup.kind === 'dynamic') return lookup.type === 'array' || lookup.type === 'object';
  return lookup.value === undefined || lookup.value === null || Array.isArray(lookup.value);
}

/** The folder that a layer is named by: itself, or its config. Remote layers have none. */
function placeOf({ lookup }: Match): PlacePath | undefined {
  const value = lookup.kind === 'static' ? lookup.value : undefined;
  const text = value instanceof ConfigPath ? value.place : value;
  if (typeof text !== 'string' || /^[\w-]+:/.test(text)) return undefined;
  const isPlain = value instanceof ConfigPath || isRelativePath(text) || !/^[~@#]/.test(text);
  if (!isPlain) return /^(?:~~|@@)\//.test(text) ? placeAt('', text.slice(3)) : undefined;
  const place = placeAt('', text);
  const name = place.slice(place.lastIndexOf('/') + 1);
  return configNames.includes(name) ? parentOf(place) : place;
}

function unread({ lookup }: Match): EffectiveNote {
  const value = lookup.kind === 'static' ? lookup.value : undefined;
  const name = value instanceof ConfigPath ? `./${value.place}` : value;
  const what =
    lookup.kind === 'dynamic'
      ? `A layer ${lookup.why}`
      : `The layer \`${typeof name === 'string' ? name : JSON.stringify(name)}\` is not read`;
  return { message: `${what}: what it sets is not shown.`, at: lookup.at };
}
