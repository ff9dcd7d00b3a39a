/**
 * Reports parts of a project that no config covers: layers from elsewhere, sources left in the root, and settings
 * files.
 */

import { isAbsolutePath, isInside, type PlacePath, pathFrom, placeAt } from '../base/paths.ts';
import { shellWord } from '../base/shell.ts';
import type { FollowUpCode } from '../catalogue/follow-ups.ts';
import { isSourceName, sourceNamesIn } from '../layout/layout-moves.ts';
import { isUnset } from '../paths/bases.ts';
import type { Repository } from '../tree/repository.ts';
import { knownName, parentOf, type Snapshot } from '../tree/snapshot.ts';
import type { Tree } from '../tree/tree.ts';
import { type FollowUp, fileFollowUp, followUpFrom, listedTexts } from './follow-up.ts';
import { extendedBy } from './layers.ts';
import { pathContext } from './migrate.ts';
import { locatedBefore, type OpenProject } from './open-projects.ts';
import { placesNamed } from './rebasing.ts';

/** Reports parts of a project that are not migrated with it, or are newly read, because no config covers them. */
export function unreadParts(project: OpenProject, repository: Repository): FollowUp[] {
  return [
    ...unmigratedLayers(project, repository),
    ...sourcesInRoot(project),
    ...sourcesNowRead(project),
    ...settingsFile(project, repository),
  ];
}

/** Reports layers that are not migrated with the project: they have no config, or are not in this repository. */
function unmigratedLayers(
  project: OpenProject,
  { catalogue, tree, snapshot }: Repository,
): FollowUp[] {
  const { names, facts } = catalogue;
  return layersOf(project, tree, snapshot).flatMap(({ place, name, option, at }) => {
    const report = (code: FollowUpCode, message: string) => [
      followUpFrom({ code, message }, option, at),
    ];
    const isSeparate =
      place !== undefined && snapshot.foreign.some(({ path }) => isInside(place, path));
    if (isSeparate || isAbsolutePath(name) || (place !== undefined && !isInside(place, ''))) {
      const where = isSeparate ? 'in a separate repository' : 'outside the migrated folder';
      const message = `The layer \`${name}\` is ${where}, and was not migrated: migrate it there, then update it here.`;
      return report('layer-outside', message);
    }
    if (place === undefined) {
      const message = `The layer \`${name}\` is not in this repository: use a version made for ${names.variants.a}.`;
      return project.decision.kind === 'layout' ? report('remote-layer', message) : [];
    }
    const inside = [...tree.entries(place).keys()];
    const isProject = inside.some((file) => file.startsWith(`${names.configFile}.`));
    if (isProject || !inside.some((file) => isSourceName(catalogue, knownName(file, tree))))
      return [];
    const message = `The layer \`${place}\` has no config, so it was not migrated, and ${names.variants.a} looks for its sources in \`${place}/${facts.sourceDirA}/\`: add a \`${names.configFile}.ts\` with \`export default ${names.configHelper}({})\` and run again, or move them yourself.`;
    return report('layer-without-config', message);
  });
}

/** The layers of a project, extended by it or in its folder for layers; one in a package has no place. */
function layersOf(project: OpenProject, tree: Tree, { foreign }: Snapshot) {
  const { found, config } = project;
  const extended = extendedBy(locatedBefore(project)).flatMap(({ place, match }) => {
    const { path, lookup } = match;
    const value = lookup.kind === 'static' ? lookup.value : undefined;
    const name = typeof value === 'string' ? value : place;
    return name ? [{ place, name, option: String(path[0]), at: lookup.at }] : [];
  });
  const { layers } = config.catalogue.folders;
  if (layers === undefined) return extended;
  const home = placeAt(found.folder, layers);
  const nested = foreign.map(({ path }) => path).filter((path) => parentOf(path) === home);
  const inFolder = [...tree.entries(home).keys()].map((name) => placeAt(home, name));
  const unnamed = new Set([...inFolder, ...nested]);
  for (const { place } of extended) if (place !== undefined) unnamed.delete(place);
  return [
    ...extended,
    ...Array.from(unnamed, (place) => ({ place, name: place, option: '', at: config.at })),
  ];
}

/** Reports sources in the root of a project whose sources are elsewhere, with the names that `--move` takes. */
function sourcesInRoot(project: OpenProject): FollowUp[] {
  const { config, decision, evidence } = project;
  if (decision.kind === 'unknown' || !decision.layout) return [];
  // Why the sources stay says more.
  if (decision.kind === 'layout' && decision.notes.length > 0) return [];
  const { root, after, moves } = decision.layout;
  const left = straySources(project).filter((place) => moves.after(place) === place);
  const isMovable = (place: string) => !evidence.exists(placeAt(after, pathFrom(root, place)));
  const movable = decision.kind === 'migrated' ? left.filter(isMovable) : [];
  const names = movable.map((place) => shellWord(pathFrom(root, place))).join(' ');
  return left.map((subject) => {
    const advice = movable.includes(subject)
      ? `run with \`--move ${names}\`, or delete what is unused`
      : `move it to \`${after}/\`, or delete it if it is unused`;
    const message = `\`${pathFrom(root, subject)}\` is in the project root, where ${config.catalogue.names.variants.a} does not look for it: ${advice}.`;
    return followUpFrom({ code: 'sources-left-in-root', message, subject }, '', config.at);
  });
}

/** What looks like a source in the root of a project whose sources are elsewhere, and that no option names. */
function straySources({ config, decision, evidence }: OpenProject): PlacePath[] {
  const paths = pathContext(config, decision, evidence);
  if (!paths || paths.layout.before === paths.layout.root) return [];
  const { catalogue, root, before, after } = paths.layout;
  // Beside a source directory that stays set, neither variant reads them.
  if (before === after && !isUnset(config.lookup(catalogue.path.srcDir))) return [];
  // A folder whose option names another one was not read before either.
  const candidates = sourceNamesIn(root, config, evidence)
    .map((name) => placeAt(root, name))
    .filter((place) => !isInside(before, place));
  if (candidates.length === 0) return [];
  const variant = decision.kind === 'migrated' ? 'a' : 'b';
  const named = new Set(placesNamed(config, catalogue.pathPatterns, paths, variant));
  return candidates.filter((place) => !named.has(place));
}

/** Reports files that become active, because they are where only Variant A looks and no option names them. */
function sourcesNowRead({ config, decision, evidence }: OpenProject): FollowUp[] {
  const paths = decision.kind === 'migrated' ? undefined : pathContext(config, decision, evidence);
  if (!paths || paths.layout.before === paths.layout.after || evidence.generation === 'a')
    return [];
  const { folders, names, sourceFolders } = config.catalogue;
  const { root, before, after, moves } = paths.layout;
  const named = placesNamed(config, sourceFolders, paths, 'b');
  return folders.foundByName.flatMap(({ name, extensions = [''], listedBy }) => {
    const isDefault = listedBy === undefined || isUnset(config.lookup(listedBy));
    return extensions.flatMap((extension): FollowUp[] => {
      const [former, place] = [
        placeAt(before, `${name}${extension}`),
        placeAt(after, `${name}${extension}`),
      ];
      if (evidence.kindOf(place) === undefined) return [];
      const isRead = isDefault || named.some((folder) => moves.after(folder) === place);
      if (!isRead || named.some((folder) => isInside(folder, place))) return [];
      const message = `${names.variants.a} uses \`${pathFrom(root, place)}\`, ${names.variants.b} used \`${pathFrom(root, former)}\`: remove or rename it if it should not be used.`;
      return [followUpFrom({ code: 'folder-now-read', message, subject: place }, '', config.at)];
    });
  });
}

/** Reports migrated options in a settings file, which is not changed. */
function settingsFile(project: OpenProject, { catalogue }: Repository): FollowUp[] {
  const { found, settings, hasOutsideLayout } = project;
  const concerned = settings.filter((key) => {
    const parts = key.split('.');
    const around = parts.map((_, index) =>
      catalogue.findOption(parts.slice(0, index + 1).join('.')),
    );
    return (
      catalogue.namesPlaces(parts) || around.some((option) => option && option.fate.kind !== 'kept')
    );
  });
  if (concerned.length === 0) return [];
  const names = listedTexts([...new Set(concerned)].map((key) => `\`${key}\``));
  const advice = `move this to ${found.config}, then run again${hasOutsideLayout ? '; until then, no path is changed' : ''}`;
  const message = `This file sets ${names}, and was not changed: ${advice}.`;
  return [
    fileFollowUp('settings-file', placeAt(found.folder, catalogue.facts.settingsFile), message),
  ];
}
