/**
 * The changes that package.json and the tsconfigs of a project need for the newer framework, apart from their paths.
 */

import { applyEdits } from '../base/edits.ts';
import { isInside, pathFrom, placeAt } from '../base/paths.ts';
import { positionOf } from '../base/position.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { Change } from '../config/change.ts';
import { createOwnerFinder } from '../tree/discover.ts';
import { memberOf, parseJson } from '../tree/json.ts';
import { parentOf, type TreePath } from '../tree/snapshot.ts';
import { followUpFrom } from './follow-up.ts';
import type { VersionChanges } from './framework-versions.ts';
import { nodeVersionChanges } from './node-versions.ts';
import type { PlanContext } from './plan-context.ts';
import { type FileChange, type FrameworkChanges, joinedChange, noChange } from './rewrite-files.ts';
import {
  olderTsConfig,
  ownTypings,
  referToGenerated,
  typingChanges,
  typingFiles,
} from './root-tsconfig.ts';
import { styleSourceChanges } from './style-sources.ts';
import { createGeneratedSearch, createTypeCheckSearch, isReferenceList } from './type-checks.ts';

/**
 * Changes that package.json and the tsconfigs of each project need for Variant A, beyond their references.
 * `kept` are the folders of projects that are not changed; `isSet` tells whether a project's config gets a change.
 */
export function frameworkChanges(
  context: PlanContext,
  kept: readonly TreePath[],
  isSet: (project: TreePath, change: Change) => boolean,
  versions: VersionChanges,
): FrameworkChanges {
  const { projects, repository, moves, tsConfigs } = context;
  const { catalogue, readText } = repository;
  const decided = projects.filter(({ decision }) => decision.kind !== 'unknown');
  const migrated = decided.map(({ found }) => found.folder);
  const changes = new Map(versions.files);
  const ofNode = nodeVersionChanges(migrated, repository, versions.tooling);
  // Root tsconfigs that no longer extend the one that Variant B generates.
  const freed = new Map<TreePath, TreePath>();
  const emptied = new Set<TreePath>();
  // An edition may generate the same file in both variants.
  const isGone = !catalogue.facts.generatedTsConfigs.includes(olderTsConfig);
  // A project of an unknown variant is not changed. Inner projects come first: their files are more specific.
  const ofProjects = (isGone ? decided.toReversed() : []).map((project) => {
    const files = typingFiles(project);
    const { tsConfig, generated } = files;
    const typings = ownTypings(project, repository);
    const needed = typings && typingChanges(project.config, typings);
    const areMoved = needed?.every((change) => isSet(project.found.folder, change)) ?? false;
    const text = readText(tsConfig) ?? '';
    const change = referToGenerated(text, { ...files, areMoved }, catalogue, moves);
    if (change && !freed.has(tsConfig)) {
      changes.set(tsConfig, change);
      freed.set(tsConfig, generated);
      if (isReferenceList(applyEdits(text, change.edits))) emptied.add(tsConfig);
    }
    return generated;
  });
  const has = (folder: TreePath, some: readonly TreePath[]) =>
    some.some((path) => isInside(path, folder));
  // Packages that contain projects, such as a module with a playground, have generated files too.
  const around = [...repository.packages.keys()].filter(
    (folder) => isGone && !migrated.includes(folder) && has(folder, migrated) && !has(folder, kept),
  );
  const { buildDir } = catalogue.names;
  const generated = [
    ...ofProjects,
    ...around.map((folder) => placeAt(folder, `${buildDir}/${olderTsConfig}`)),
  ];
  const ownerOf = createOwnerFinder([...migrated, ...kept]);
  // A layer may use the files generated for its project, and a package those of its playground.
  for (const [path, { parents }] of tsConfigs) {
    const lost = parents.flatMap((file) =>
      generated.includes(file) ? file : (freed.get(file) ?? []),
    );
    const [first] = freed.has(path) || kept.includes(ownerOf(path) ?? path) ? [] : lost;
    if (first !== undefined)
      changes.set(path, askAboutParent(path, readText(path) ?? '', first, catalogue));
  }
  const searches = [
    createTypeCheckSearch(emptied, repository),
    createGeneratedSearch(generated, kept, repository),
    styleSourceChanges(context),
  ];
  return (path, text) =>
    joinedChange(
      changes.get(path) ?? noChange,
      ofNode.get(path) ?? noChange,
      ...searches.map((search) => search(path, text)),
    );
}

/** Reports a tsconfig that no longer gets the generated options: which of the new files it needs is unknown. */
function askAboutParent(
  path: TreePath,
  text: string,
  generated: TreePath,
  { facts, names }: Catalogue,
): FileChange {
  const folder = pathFrom(parentOf(path), parentOf(generated));
  const files = facts.generatedTsConfigs.map((file) => `\`${folder}/${file}\``).join(' or ');
  const message = `The options that ${names.variants.b} generates no longer apply: extend ${files}, depending on which files the tsconfig is for.`;
  const at = positionOf(path, text, memberOf(parseJson(text), 'extends')?.start ?? 0);
  return { edits: [], followUps: [followUpFrom({ code: 'tsconfig-extends', message }, '', at)] };
}
