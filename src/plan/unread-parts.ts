import { placeAt } from '../config/paths.ts';
import { isSourceName } from '../project/layout-moves.ts';
import type { Repository } from '../project/repository.ts';
import { extendedBy } from './effective/config-sources.ts';
import { type FollowUp, fileFollowUp, followUpFrom, listedTexts } from './follow-up.ts';
import { pathContext } from './migrate.ts';
import { locatedBefore, type OpenProject } from './open-project.ts';
import { placesNamed } from './rebasing.ts';

/** Reports parts of a project that are not migrated with it, because no config covers them. */
export function unreadParts(project: OpenProject, repository: Repository): FollowUp[] {
  return [
    ...layersWithoutConfig(project, repository),
    ...sourcesInRoot(project),
    ...settingsFile(project, repository),
  ];
}

/** Reports layers without a config, in the folder for layers or extended by the project. */
function layersWithoutConfig(project: OpenProject, { catalogue, tree }: Repository): FollowUp[] {
  const { found, config } = project;
  const { layers } = catalogue.folders;
  const { sourceDirA } = catalogue.facts;
  const home = layers === undefined ? undefined : placeAt(found.folder, layers);
  const inFolder =
    home === undefined ? [] : [...tree.entries(home).keys()].map((name) => placeAt(home, name));
  const extended = extendedBy(locatedBefore(project)).flatMap(({ place }) => place ?? []);
  return [...new Set([...inFolder, ...extended])].flatMap((place) => {
    const names = tree.kindOf(place) === 'folder' ? [...tree.entries(place).keys()] : [];
    const isProject = names.some((name) => name.startsWith(`${catalogue.names.configFile}.`));
    const sources = names.filter((name) => isSourceName(catalogue, name));
    if (isProject || sources.length === 0) return [];
    const message = `The layer \`${place}\` has no config, so it was not migrated, and ${catalogue.names.variants.a} looks for its sources in \`${place}/${sourceDirA}/\`: add an empty \`${catalogue.names.configFile}.ts\` and run again, or move them yourself.`;
    return [followUpFrom({ code: 'layer-without-config', message }, '', config.at)];
  });
}

/** Reports sources in the root of a project whose sources are elsewhere. */
function sourcesInRoot({ config, decision, evidence }: OpenProject): FollowUp[] {
  const paths = decision.kind === 'migrated' ? pathContext(config, decision, evidence) : undefined;
  if (!paths || paths.layout.before === paths.layout.root) return [];
  const { catalogue, root, before } = paths.layout;
  // A folder whose option names another one was not read before either.
  const isReplaced = (name: string) =>
    catalogue.folders.ofSources.some(
      (kind) => kind.name === name && kind.option && config.lookup(kind.option).kind !== 'absent',
    );
  const candidates = evidence
    .names(root)
    .filter((name) => isSourceName(catalogue, name) && !isReplaced(name));
  if (candidates.length === 0) return [];
  const named = new Set(placesNamed(config, catalogue.pathPatterns, paths, 'a'));
  const stray = candidates.filter(
    (name) => !named.has(placeAt(root, name)) && placeAt(root, name) !== before,
  );
  return stray.map((name) => {
    const message = `\`${name}\` is in the project root, where ${catalogue.names.variants.a} does not look for it: move it to \`${before}/\`, or delete it if it is unused.`;
    return followUpFrom({ code: 'sources-left-in-root', message }, '', config.at);
  });
}

/** Reports migrated options in a settings file (`key.of.option=value`), which is not changed. */
function settingsFile({ found }: OpenProject, { catalogue, readText }: Repository): FollowUp[] {
  const file = placeAt(found.folder, catalogue.facts.settingsFile);
  const keys = Array.from(
    (readText(file) ?? '').matchAll(/^[ \t]*([\w$.-]+)(?:\[\])?[ \t]*=/gm),
    ([, key = '']) => key,
  );
  const concerned = keys.filter((key) => {
    const parts = key.split('.');
    const around = parts.map((_, index) => catalogue.findOption(parts.slice(0, index + 1).join('.')));
    return catalogue.namesPlaces(parts) || around.some((option) => option && option.fate.kind !== 'kept');
  });
  if (concerned.length === 0) return [];
  const names = listedTexts([...new Set(concerned)].map((key) => `\`${key}\``));
  const message = `This file sets ${names}, and was not changed: move this to ${found.config}, then run again.`;
  return [fileFollowUp('settings-file', file, message)];
}
