/** Judges from the files on disk whether sources are at the root or already in `app/`, and what else `app/` holds. */

import { baseName, isInside, type PlacePath, pathFrom, placeAt } from '../base/paths.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { type ConfigDocument, matchOption } from '../config/document.ts';
import { isUnset, type Sources } from '../paths/bases.ts';
import { isConfigFile } from '../tree/discover.ts';
import { type Evidence, isWrittenForA } from '../tree/evidence.ts';
import { knownName } from '../tree/snapshot.ts';
import { holdsCode } from '../tree/syntax/code.ts';
import { isSourceName, kindFolders, type LayoutGrounds } from './layout-moves.ts';

/** What a layout is decided from if the disk is known. */
interface SeenGrounds extends LayoutGrounds {
  readonly evidence: Evidence;
}

/**
 * The content of `app/` that shows that it has no sources, except for names that should stay there. Its `files` may
 * stay next to the sources; there are none if `app/` cannot be used.
 */
export function foreignIn(
  grounds: SeenGrounds,
): { readonly what: string; readonly files: readonly string[] } | undefined {
  const { config, evidence, root, before, after: folder, stay = [] } = grounds;
  const { catalogue } = config;
  const { sourceDirA } = catalogue.facts;
  const kind = evidence.kindOf(folder);
  if (kind !== undefined && kind !== 'folder')
    return { what: kind === 'link' ? 'a symbolic link' : 'a file', files: [] };
  const names = namesIn(evidence, folder);
  const ownFile = names.find(
    (name) =>
      knownName(name, evidence) === 'package.json' || isConfigFile(name, catalogue.names, evidence),
  );
  if (ownFile !== undefined) return { what: `\`${sourceDirA}/${ownFile}\``, files: [] };
  const isSource = (name: string) => isSourceName(catalogue, knownName(name, evidence));
  if (names.some(isSource) || namesSourcesIn(grounds)) return undefined;
  // If the sources are in the root, Variant B already has a few files in `app/`.
  const former = placeAt(before, catalogue.facts.olderAppFolder);
  const isFormer = config.spelled(former) === folder;
  if (isFormer && names.some((name) => isFormerFile(catalogue, knownName(name, evidence))))
    return undefined;
  const held = new Set(stay.map((name) => pathFrom(folder, placeAt(root, name))));
  const holdsSources = (name: string) =>
    before !== folder && isInside(before, placeAt(folder, name));
  const isHeld = (name: string) =>
    held.has(name) || holdsSources(name) || stay.some((kept) => placeAt('', kept) === name);
  const files = names.filter((name) => !name.startsWith('.') && !isHeld(name)).toSorted();
  // A stylesheet or a README shows nothing, unless another file would get its path.
  const isHarmless = (name: string) =>
    evidence.kindOf(placeAt(folder, name)) === 'file' &&
    !holdsCode(name) &&
    (before === root || !evidence.exists(placeAt(before, name)));
  if (files.every(isHarmless)) return undefined;
  const shown = files.slice(0, mostNames).map((name) => `\`${sourceDirA}/${name}\``);
  const more = files.length > mostNames ? [`${files.length - mostNames} more`] : [];
  return { what: [...shown, ...more].join(', '), files };
}

/** Whether Variant B reads a file of this name in `app/` although the sources are in the root. */
export function isFormerFile({ folders, path, facts }: Catalogue, name: string): boolean {
  const router = folders.withOption(path['dir.app']).inside?.file;
  return name === baseName(facts.loadingTemplate.b) || name.startsWith(`${router}.`);
}

// A few names are enough to recognise the folder.
const mostNames = 3;

/** Whether the config refers to something that exists in the new source directory. */
function namesSourcesIn({ config, evidence, root, after: folder }: SeenGrounds): boolean {
  const isThere = (place: PlacePath) =>
    place !== folder && isInside(place, folder) && evidence.exists(place);
  const { folders: kinds, pathPatterns } = config.catalogue;
  const folders = kinds.ofSources.flatMap(({ option = '', base, readFrom = base }) =>
    textsAt(config, option).map((text) => placeAt(readFrom.a === 'source' ? folder : root, text)),
  );
  // Only Variant A resolves these from the new source directory.
  const files = pathPatterns
    // Options for sources, or for files that mostly are sources.
    .filter(
      ({ rule }) =>
        ['unstated', 'source'].includes(rule.base.a) && rule.sourceAlias && rule.packages !== 'all',
    )
    .flatMap(({ pattern }) => textsAt(config, pattern))
    .filter((text) => /^[~@]\//.test(text) && !evidence.exists(placeAt(root, text.slice(2))))
    .map((text) => placeAt(folder, text.slice(2)));
  return [...folders, ...files].some(isThere);
}

function textsAt(config: ConfigDocument, pattern: string): string[] {
  return config.scopes.flatMap((scope) =>
    matchOption(scope, pattern).flatMap(({ lookup }) =>
      lookup.kind === 'static' && typeof lookup.value === 'string' ? [lookup.value] : [],
    ),
  );
}

/** Whether the config sets the source directory. */
export function isExplicit(config: ConfigDocument): boolean {
  const source = config.lookup(config.catalogue.path.srcDir);
  return source.kind === 'static' && !isUnset(source);
}

/** Whether a run would take a migrated config for one of Variant B, if only its compatibility version tells otherwise. */
export function looksOlder(
  config: ConfigDocument,
  evidence: Evidence,
  { before }: Sources,
): boolean {
  if (evidence.generation || !isExplicit(config)) return false;
  const { movedToRoot } = config.catalogue.folders;
  return movedToRoot.some(({ name }) => evidence.kindOf(placeAt(before, name)) !== undefined);
}

/**
 * Whether the sources already are where Variant A expects them. If the disk does not decide, or is unknown, a
 * config that enables the rules of Variant A does, or an installed Variant A.
 */
export function isMigrated(grounds: LayoutGrounds, isAsked: boolean): boolean {
  const { config, evidence, after } = grounds;
  if (!evidence) return isAsked;
  const seen = { ...grounds, evidence };
  if (isExplicit(config)) return isAsked || (evidence.generation === 'a' && !hasFormerFolder(seen));
  const isFormer = sourcesIn(seen) !== undefined;
  const isNew =
    (namesIn(evidence, after).some((name) =>
      isSourceName(config.catalogue, knownName(name, evidence)),
    ) ||
      namesSourcesIn(seen)) &&
    foreignIn({ ...seen, before: after, stay: [] }) === undefined;
  return isWrittenForA(isFormer, isNew, isAsked || evidence.generation === 'a');
}

/** Whether a folder is only where Variant B looks for it. */
function hasFormerFolder({ config, evidence, root, before }: SeenGrounds): boolean {
  return config.catalogue.folders.all.some(
    ({ name, option = '', base, readFrom = base, inside }) => {
      const [text] = textsAt(config, option);
      const isThere = (from: 'source' | 'root', folder: string) =>
        evidence.kindOf(placeAt(from === 'source' ? before : root, folder)) !== undefined;
      const [{ b, a }, folder] =
        text === undefined ? [base, inside?.folder ?? name] : [readFrom, text];
      return isThere(b, folder) && !isThere(a, folder);
    },
  );
}

/** The first folder or file in the root that looks like a source of Variant B. */
function sourcesIn({ config, evidence, root, after }: SeenGrounds): PlacePath | undefined {
  const { catalogue, scopes } = config;
  const folder = kindFolders(config, catalogue.folders.ofSources, root).find(
    ({ scope, place }) =>
      scope === scopes[0] && !isInside(place, after) && evidence.kindOf(place) !== undefined,
  );
  const isFound = (name: string) => catalogue.folders.namesFound.has(knownName(name, evidence));
  return folder?.place ?? namesIn(evidence, root).find(isFound);
}

/**
 * The name in the root that would make it the source directory without `srcDir`, because nothing that moves
 * makes `app/` the source directory.
 */
export function takenForSources(grounds: SeenGrounds): string | undefined {
  const { config, evidence, before, after, stay = [] } = grounds;
  const { folders, facts } = config.catalogue;
  const elsewhere = [...folders.movedToRoot.map(({ name }) => name), ...stay, facts.olderAppFolder];
  const moving = namesIn(evidence, before).filter((name) => !elsewhere.includes(name));
  const inner = namesIn(evidence, placeAt(before, facts.olderAppFolder));
  const isEmpty = [...namesIn(evidence, after), ...inner, ...moving].every((name) =>
    name.startsWith('.'),
  );
  return isEmpty ? sourcesIn(grounds) : undefined;
}

function namesIn({ entries }: Evidence, folder: PlacePath): string[] {
  return [...entries(folder).keys()];
}
