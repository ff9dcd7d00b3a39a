import { type ConfigDocument, openConfig } from '../config/document.ts';
import { ConfigProblem, fileProblem } from '../config/problem.ts';
import { type Bases, basesOf, type Compatibility, compatibilityOf, type Variant } from '../project/bases.ts';
import type { FoundProject } from '../project/discover.ts';
import { type Evidence, evidenceOf } from '../project/evidence.ts';
import { decideLayout, type LayoutDecision } from '../project/layout.ts';
import { foldersAbove, type Move, type MoveMap, movesSeenFrom } from '../project/moves.ts';
import type { PackageJson } from '../project/package-json.ts';
import type { Repository } from '../project/repository.ts';
import type { TreePath } from '../project/snapshot.ts';
import type { LocatedConfig } from './effective/config-sources.ts';
import { choiceFor, type ProjectChoice, type RunChoices } from './selection.ts';

/** A project whose config could be read. */
export interface OpenProject {
  readonly found: FoundProject;
  readonly text: string;
  readonly config: ConfigDocument;
  readonly decision: LayoutDecision;
  readonly evidence: Evidence;
  /** The folders of all packages of the repository by name. */
  readonly packageFolders: Repository['packageFolders'];
  /** The choices for the project. */
  readonly choice: ProjectChoice;
  /** The moves of this project alone; its layout has the moves of all projects. */
  readonly ownMoves: readonly Move[];
}

/** A project whose config could not be read. */
export interface FailedProject {
  readonly found: FoundProject;
  readonly problem: ConfigProblem;
}

/** Reads a project's config and decides its layout. */
export function openProject(
  found: FoundProject,
  repository: Repository,
  options: RunChoices,
): OpenProject | FailedProject {
  const { catalogue, tree, packageFolders, readText, importersOf } = repository;
  const text = readText(found.config);
  if (text === undefined)
    return { found, problem: unreadable(found.config, tree.kindOf(found.config) === 'link') };
  const choice = choiceFor(found.folder, options);
  const evidence = evidenceOf(tree, found.folder, packagesFor(found.folder, repository));
  try {
    const config = openConfig(text, { filename: found.config, read: readText, importersOf, catalogue });
    return decided({ found, text, config, evidence, packageFolders, choice });
  } catch (error) {
    if (error instanceof ConfigProblem) return { found, problem: error };
    throw error;
  }
}

/** The project with the layout that its config, evidence and choices lead to. */
export function decided(project: Omit<OpenProject, 'decision' | 'ownMoves'>): OpenProject {
  const { config, evidence, choice } = project;
  const { layout: mode = 'auto', move, stay } = choice;
  const decision: LayoutDecision = choice.leave
    ? { kind: 'unknown', notes: [] }
    : decideLayout(config, { mode, move, stay, evidence });
  const ownMoves = decision.kind === 'unknown' ? [] : (decision.layout?.moves.moves ?? []);
  return { ...project, decision, ownMoves };
}

function unreadable(path: TreePath, isLink: boolean): ConfigProblem {
  const linked = 'The config is a symbolic link, which fw-migrate does not follow.';
  if (isLink) return fileProblem(path, linked, 'Replace the link with the file itself.');
  return fileProblem(path, 'The file cannot be read as text.', 'Check its permissions and save it as UTF-8.');
}

/**
 * The package.json files of a folder and of those above it, nearest first. If none of them lists the framework,
 * the packages of the repository that they list follow, because one of those brings it along.
 */
export function packagesFor(folder: TreePath, { packages, packageFolders }: Repository): PackageJson[] {
  const packagesIn = (folders: readonly TreePath[]) => folders.flatMap((place) => packages.get(place) ?? []);
  const above = packagesIn([folder, ...foldersAbove(folder)]);
  if (above.some(({ ranges }) => ranges.length > 0)) return above;
  const listed = new Set(above.flatMap(({ dependencies }) => [...dependencies.keys()]));
  return [...above, ...packagesIn([...listed].flatMap((name) => packageFolders.get(name) ?? []))];
}

/** Whether the run does not change the layout of a project: it is skipped, too old, or not decided. */
export function isUnmigrated({ decision }: OpenProject): boolean {
  return decision.kind === 'unknown';
}

/** Whether a project is not changed: it is skipped, or older than Variant B. */
export function isLeftAlone({ decision, choice }: OpenProject): boolean {
  return decision.kind === 'unknown' && Boolean(decision.isOlder || choice.leave);
}

/** The project, with the moves of all projects in its layout. */
export function withAllMoves(project: OpenProject, moves: MoveMap): OpenProject {
  const { decision, found } = project;
  if (decision.kind === 'unknown' || !decision.layout) return project;
  const layout = { ...decision.layout, moves: movesSeenFrom(moves, found.folder) };
  return { ...project, decision: { ...decision, layout } };
}

/** The variant that a project has. A project that only enables the rules of Variant A is still in Variant B. */
export function variantOf({ decision, evidence, config }: OpenProject): Variant {
  if (decision.kind === 'layout' || compatibilityOf(config) === 'a') return 'b';
  return decision.kind === 'migrated' ? 'a' : evidence.generation === 'a' ? 'a' : 'b';
}

/** The compatibility version of a project, from its config and files. */
export function compatibilityIn({ decision, config }: OpenProject): Compatibility {
  const stated = compatibilityOf(config);
  return stated === 'a' && decision.kind === 'layout' ? 'a-at-root' : stated;
}

/** The root and source directory of a project before the run. */
export function basesBefore(project: OpenProject): Bases {
  return basesOf(project.config, variantOf(project), compatibilityIn(project));
}

/** The config of a project in its folder, as its variant or another one reads it. */
export function locatedBefore(project: OpenProject, variant = variantOf(project)): LocatedConfig {
  const { found, config, evidence, packageFolders } = project;
  const compatibility = compatibilityIn(project);
  return { folder: found.folder, config, disk: evidence, variant, compatibility, packageFolders };
}
