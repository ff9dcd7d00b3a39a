import { kindsMovedToRoot, sourceFolderKinds } from '../catalogue/folder-kinds.ts';
import { pathPatterns } from '../catalogue/index.ts';
import { names } from '../catalogue/names.ts';
import type { ConfigDocument } from '../config/document.ts';
import { matchOption } from '../config/match.ts';
import { isInside, type PlacePath, pathFrom, placeAt } from '../config/places.ts';
import { isUnset } from './bases.ts';
import { scopeBefore } from './config-paths.ts';
import { configNames } from './discover.ts';
import { type Evidence, isWrittenForA } from './evidence.ts';
import { folderPlaceIn, isAlwaysMoving, isSourceName } from './layout-moves.ts';

/** Where the root is, and the sources are before and after. */
export interface Sources {
  readonly root: PlacePath;
  readonly before: PlacePath;
  readonly after: PlacePath;
}

/** What `app/` holds that is not sources. */
interface ForeignApp {
  readonly what: string;
  /** Names in `app/` that may stay there, beside the sources; empty if it has to remain what it is. */
  readonly files: readonly string[];
}

/** What in `app/` tells that it is not a folder of sources, except for what a person wants to stay there. */
export function foreignIn(
  config: ConfigDocument,
  evidence: Evidence,
  { root, before, after: folder }: Sources,
  stay: readonly string[] = [],
): ForeignApp | undefined {
  const kind = evidence.kindOf(folder);
  if (kind !== undefined && kind !== 'folder')
    return { what: kind === 'link' ? 'a symbolic link' : 'a file', files: [] };
  const found = evidence.names(folder);
  const own = found.find((name) => name === 'package.json' || configNames.includes(name));
  if (own !== undefined) return { what: `\`${names.sourceDirA}/${own}\``, files: [] };
  if (found.some(isSourceName) || namesSourcesIn(config, evidence, root, folder)) return undefined;
  // Of sources at the root, Variant B has a few files in `app/` already.
  if (before === root && found.some(isFormerAppFile)) return undefined;
  const held = new Set(stay.map((name) => pathFrom(folder, placeAt(root, name))));
  const isHeld = (name: string) => held.has(name) || stay.some((one) => placeAt('', one) === name);
  const files = found.filter((name) => !name.startsWith('.') && !isHeld(name)).toSorted();
  if (files.length === 0) return undefined;
  const shown = files.slice(0, mostNames).map((name) => `\`${names.sourceDirA}/${name}\``);
  const rest = files.length > mostNames ? [`${files.length - mostNames} more`] : [];
  return { what: [...shown, ...rest].join(', '), files };
}

// Enough to see what kind of folder it is.
const mostNames = 3;

/** Whether the config itself names something in the new source directory that is there. */
function namesSourcesIn(
  config: ConfigDocument,
  evidence: Evidence,
  root: PlacePath,
  folder: PlacePath,
): boolean {
  const isThere = (place: PlacePath) => place !== folder && isInside(place, folder) && evidence.exists(place);
  const folders = sourceFolderKinds.flatMap(({ option = '' }) =>
    textsAt(config, option).map((text) => placeAt(root, text)),
  );
  // Only Variant A reads these among the new sources.
  const files = sourceTexts
    .flatMap((pattern) => textsAt(config, pattern))
    .filter((text) => /^[~@]\//.test(text) && !evidence.exists(placeAt(root, text.slice(2))))
    .map((text) => placeAt(folder, text.slice(2)));
  return [...folders, ...files].some(isThere);
}

/** Where a config names sources, or what is most often among them. */
const sourceTexts: readonly string[] = pathPatterns
  .filter(({ rule }) => rule.base.a === 'unstated' && rule.sourceAlias && rule.packages !== 'all')
  .map(({ pattern }) => pattern);

function textsAt(config: ConfigDocument, pattern: string): string[] {
  return config.scopes.flatMap((scope) =>
    matchOption(scope, pattern).flatMap(({ lookup }) =>
      lookup.kind === 'static' && typeof lookup.value === 'string' ? [lookup.value] : [],
    ),
  );
}

function isFormerAppFile(name: string): boolean {
  return name === names.spaLoadingTemplate || name.startsWith(`${names.routerOptions}.`);
}

/** Whether the config says where the sources are. */
export function isExplicit(config: ConfigDocument): boolean {
  const source = config.lookup('srcDir');
  return source.kind === 'static' && !isUnset(source);
}

/**
 * Whether the disk shows that the sources already are where Variant A has them. If it does not decide, or has no say,
 * a config that asks for the rules of Variant A (`asked`) does.
 */
export function isMigrated(
  config: ConfigDocument,
  root: PlacePath,
  evidence: Evidence | undefined,
  asked: boolean,
): boolean {
  if (!evidence || isExplicit(config)) return asked;
  const after = placeAt(root, names.sourceDirA);
  const isFormer = sourcesIn(config, evidence, root, after) !== undefined;
  const isNew =
    (evidence.names(after).some(isSourceName) || namesSourcesIn(config, evidence, root, after)) &&
    foreignIn(config, evidence, { root, before: after, after }) === undefined;
  return isWrittenForA(isFormer, isNew, asked ? { generation: 'a' } : evidence);
}

/** What at the root looks like sources of Variant B. */
function sourcesIn(
  config: ConfigDocument,
  evidence: Evidence,
  root: PlacePath,
  after: PlacePath,
): PlacePath | undefined {
  const paths = scopeBefore(config, root, root);
  const folder = sourceFolderKinds
    .map((kind) => folderPlaceIn(config, config.scopes[0], kind, root, paths))
    .find((place) => !isInside(place, after) && evidence.kindOf(place) !== undefined);
  return folder ?? evidence.names(root).find(isAlwaysMoving);
}

/**
 * What at the root would be taken for the sources once `srcDir` is gone, since nothing that moves makes `app/` a folder
 * of sources.
 */
export function takenForSources(
  config: ConfigDocument,
  evidence: Evidence,
  { root, before, after }: Sources,
  stay: readonly string[],
): string | undefined {
  const elsewhere = [...kindsMovedToRoot.map(({ name }) => name), ...stay, names.sourceDirA];
  const moving = evidence.names(before).filter((name) => !elsewhere.includes(name));
  const inner = evidence.names(placeAt(before, names.sourceDirA));
  const isEmpty = [...evidence.names(after), ...inner, ...moving].every((name) => name.startsWith('.'));
  return isEmpty ? sourcesIn(config, evidence, root, after) : undefined;
}
