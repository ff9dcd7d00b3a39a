/** Lists which folders and files of a project move, and to where: `pages` to `app/pages`, `server` not at all. */

import { isInside, type PlacePath, pathFrom, placeAt } from '../base/paths.ts';
import type { FolderKind } from '../catalogue/facts.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { ConfigPath } from '../config/change.ts';
import { type ConfigDocument, type ConfigScope, matchOption } from '../config/document.ts';
import type { Sources } from '../paths/bases.ts';
import { meaning, partsOf } from '../paths/meaning.ts';
import { type ConfigSide, sideBefore, valuePlace } from '../paths/option-paths.ts';
import { usedModules } from '../paths/used-modules.ts';
import type { Evidence } from '../tree/evidence.ts';
import { foldersAbove, type Move } from '../tree/moves.ts';
import { knownName } from '../tree/snapshot.ts';

/** Folders that the user adds to the moves, or excludes from them. */
export interface MoveOverrides {
  readonly move?: readonly string[] | undefined;
  readonly stay?: readonly string[] | undefined;
}

/** What the layout of a project is decided from: its config and folders, and what the user asks for. */
export interface LayoutGrounds extends Sources, MoveOverrides {
  readonly config: ConfigDocument;
  /** Undefined without a disk: then all folders are assumed to exist. */
  readonly evidence?: Evidence | undefined;
}

/** Whether a name in a source directory has a meaning for the framework. */
export function isSourceName({ folders }: Catalogue, name: string): boolean {
  return folders.namesFound.has(name) || folders.ofSources.some((kind) => kind.name === name);
}

/** The names in a folder that are sources, except for folders whose option names another one. */
export function sourceNamesIn(
  folder: PlacePath,
  config: ConfigDocument,
  evidence: Evidence,
): string[] {
  const { folders } = config.catalogue;
  const isReplaced = (name: string) =>
    folders.ofSources.some(
      (kind) => kind.name === name && kind.option && config.lookup(kind.option).kind !== 'absent',
    );
  return [...evidence.entries(folder).keys()].filter(
    (name) => isSourceName(config.catalogue, knownName(name, evidence)) && !isReplaced(name),
  );
}

/** The folders of some kinds in every environment: an override block inherits options from the config. */
export function kindFolders(
  config: ConfigDocument,
  kinds: readonly FolderKind[],
  root: PlacePath,
  source = root,
): { readonly scope: ConfigScope; readonly kind: FolderKind; readonly place: PlacePath }[] {
  const paths = sideBefore(config, root, source);
  const placeIn = (scope: ConfigScope, { name, option }: FolderKind): PlacePath => {
    const byName = config.spelled(placeAt(source, name));
    const rule = option === undefined ? undefined : config.catalogue.ruleFor(option);
    if (option === undefined || !rule) return byName;
    const scoped = scope.lookup(option);
    const lookup = scoped.kind === 'absent' ? config.lookup(option) : scoped;
    const place = lookup.kind === 'static' ? valuePlace(lookup.value, rule, paths) : undefined;
    return place === undefined ? byName : config.spelled(place);
  };
  return config.scopes.flatMap((scope) =>
    kinds.map((kind) => ({ scope, kind, place: placeIn(scope, kind) })),
  );
}

/** The moves from the root: source folders move to `app/` one by one, and everything else stays. */
export function movesFromRoot(grounds: LayoutGrounds): Move[] {
  const { config, evidence, root, after, move = [], stay = [] } = grounds;
  const { catalogue } = config;
  const paths = sideBefore(config, root, root);
  const inRoot = (name: string) => config.spelled(placeAt(root, name));
  const folders = new Set([...catalogue.folders.namesFound].map(inRoot));
  for (const { place } of kindFolders(config, catalogue.folders.ofSources, root))
    if (evidence?.kindOf(place) !== 'file') folders.add(formerPlace(place, grounds));
  for (const scope of config.scopes)
    for (const folder of namedFolders(scope, paths, grounds)) folders.add(folder);
  for (const { name } of usedModules(config, evidence?.modules)) {
    const { folders: moduleFolders = [], moves = true } = catalogue.moduleFacts(name);
    for (const folder of moves ? moduleFolders : []) folders.add(inRoot(folder));
  }
  const asked = new Set(move.map(inRoot));
  const kept = new Set(stay.map(inRoot));
  const moving = [...folders].filter(
    (folder) => isMovable(folder, grounds) && !isInPackage(folder, grounds),
  );
  return [...new Set([...moving, ...asked, ...kept])].map((from) => ({
    from,
    to: kept.has(from) ? from : placeAt(after, pathFrom(root, from)),
  }));
}

/** The first option that would have to change with its folder in the root, and cannot. */
export function unchangeableFolder(grounds: LayoutGrounds) {
  const { config, root } = grounds;
  const { catalogue } = config;
  const targets = new Map(movesFromRoot(grounds).map(({ from, to }) => [from, to]));
  for (const { scope, kind, place } of kindFolders(config, catalogue.folders.ofSources, root)) {
    const { option = '' } = kind;
    const lookup = scope.lookup(option);
    const target = targets.get(place) ?? place;
    if (
      lookup.kind !== 'static' ||
      catalogue.ruleFor(option)?.base.a !== 'root' ||
      target === place
    )
      continue;
    const next =
      lookup.value instanceof ConfigPath ? new ConfigPath(target) : pathFrom(root, target);
    const obstacle = config.obstacle(scope.set(option, next));
    if (obstacle) return { option, ...obstacle };
  }
  return undefined;
}

/** The old place of a folder, by which files still refer to it, if the config already has its new place. */
function formerPlace(folder: PlacePath, { root, after }: Sources): PlacePath {
  return isInside(folder, after) ? placeAt(root, pathFrom(after, folder)) : folder;
}

function isMovable(folder: PlacePath, { config, evidence, root, after }: LayoutGrounds): boolean {
  if (folder === root || !isInside(folder, root) || isInside(folder, after)) return false;
  const [top = ''] = pathFrom(root, folder).split('/');
  return config.catalogue.folders.mayBeSources(knownName(top, evidence));
}

/** Whether a folder belongs to another package, which needs it where it is. */
function isInPackage(folder: PlacePath, { config, evidence, root }: LayoutGrounds): boolean {
  const above = foldersAbove(folder).filter((outer) => outer !== root && isInside(outer, root));
  const packages = isSourceName(config.catalogue, knownName(pathFrom(root, folder), evidence))
    ? above
    : [folder, ...above];
  return packages.some((place) => evidence?.kindOf(placeAt(place, 'package.json')) === 'file');
}

/** The folders in `components` and `imports.dirs`. */
function namedFolders(scope: ConfigScope, paths: ConfigSide, sources: LayoutGrounds): PlacePath[] {
  const { table, own } = paths.aliases;
  const matches = paths.config.catalogue.sourceFolders.flatMap(({ pattern, rule }) =>
    matchOption(scope, pattern).map(({ lookup }) => ({ lookup, rule })),
  );
  return matches.flatMap(({ lookup, rule }) => {
    const value = lookup.kind === 'static' ? lookup.value : undefined;
    if (value instanceof ConfigPath) return [formerPlace(value.place, sources)];
    if (typeof value !== 'string') return [];
    const parts = partsOf(value, rule);
    const read = meaning(parts, rule, paths);
    if (parts.lead !== '' || read.kind !== 'place') return [];
    const { alias } = read;
    const place = sources.config.spelled(read.place);
    // A file stays beside the files that it uses.
    const isFile =
      sources.evidence?.kindOf(place) !== 'folder' &&
      sources.evidence?.resolve(place) !== undefined;
    // Parts of a folder with an own alias are not moved separately.
    const isPart = own.has(alias) && place !== table.get(alias);
    return isPart || isFile ? [] : [place];
  });
}

/** Whether Variant A only finds a name in the source directory: because of the name, or of its folder. */
export function isFoundInPlace(
  name: string,
  { config, root, before: source }: LayoutGrounds,
): boolean {
  const { catalogue } = config;
  if (catalogue.folders.namesFound.has(name)) return true;
  const place = config.spelled(placeAt(source, name));
  const searched = catalogue.folders.all.filter((kind) => kind.searched);
  const folders = kindFolders(config, searched, root, source);
  return folders.some((folder) => folder.place !== place && isInside(place, folder.place));
}

/** The moves from a separate source directory: everything except folders that Variant A expects in the root. */
export function movesFromFolder({ config, root, before, after, stay = [] }: LayoutGrounds): Move[] {
  const { facts, folders } = config.catalogue;
  const inSource = (name: string) => config.spelled(placeAt(before, name));
  const inner: Move = { from: inSource(facts.olderAppFolder), to: after };
  const kept = stay.map((name) => ({ from: inSource(name), to: inSource(name) }));
  if (before === after) return [inner, ...kept];
  const toRoot = folders.movedToRoot.map(({ name }) => ({
    from: inSource(name),
    to: config.spelled(placeAt(root, pathFrom(before, inSource(name)))),
  }));
  return [{ from: before, to: after }, inner, ...toRoot, ...kept];
}
