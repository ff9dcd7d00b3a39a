/** Why a single project cannot be migrated, and which projects have to be left out together with it. */

import { type ChangedText, changedPart } from '../base/edits.ts';
import { groupedBy } from '../base/grouped.ts';
import { isInside, placeAt } from '../base/paths.ts';
import { type Position, positionOf, startOf } from '../base/position.ts';
import type { FollowUpCode } from '../catalogue/follow-ups.ts';
import { ConfigProblem } from '../config/problem.ts';
import { createOwnerFinder, type FoundProject } from '../tree/discover.ts';
import { parentOf, type TreePath } from '../tree/snapshot.ts';
import { CheckFailure, type Defect, defectAdvice, PlanProblem } from './defect.ts';
import { type FollowUp, followUpFrom, listedTexts } from './follow-up.ts';
import { extendedBy, layersByFolder } from './layers.ts';
import { TransformFailure } from './migrate.ts';
import {
  locatedBefore,
  mayExtend,
  type OpenedProjects,
  type OpenProject,
} from './open-projects.ts';

/** Why one project cannot be migrated; it is not changed, and the run continues with the others. */
export interface Refusal {
  readonly code: FollowUpCode;
  readonly at: Position;
  /** The problem as a sentence, without its full stop if items follow. */
  readonly summary: string;
  readonly items?: readonly RefusedItem[];
  readonly advice: string;
  /** The original error, which is thrown if no other project remains. */
  readonly cause?: Error;
}

/** One of several problems in a refusal. */
export interface RefusedItem {
  /** The place of the problem; undefined if it is outside the migrated folder. */
  readonly at: Position | undefined;
  /** The problem; further lines are details. */
  readonly text: string;
}

/** A project and its refusal. */
export interface ProjectRefusal {
  readonly project: TreePath;
  readonly refusal: Refusal;
}

/** A refusal that concerns a project as a whole. */
export function refusedProject(
  project: OpenProject,
  refusal: Omit<Refusal, 'code' | 'at'>,
): ProjectRefusal {
  const { found, config } = project;
  return { project: found.folder, refusal: { code: 'project-refused', at: config.at, ...refusal } };
}

/** The refusals of each project, by its folder. */
export type Refusals = ReadonlyMap<TreePath, readonly Refusal[]>;

/** Problems of single projects; the run is planned again without them. */
export class ProjectProblems extends Error {
  override readonly name = 'ProjectProblems';
  readonly refusals: Refusals;

  constructor(list: readonly ProjectRefusal[]) {
    super(list.map(({ refusal }) => refusalText(refusal)).join('\n\n'));
    const groups = groupedBy(list, ({ project }) => project);
    this.refusals = new Map(
      [...groups].map(([folder, all]) => [folder, all.map(({ refusal }) => refusal)]),
    );
  }
}

/** Throws `ProjectProblems` if there are refusals. */
export function refuseProjects(list: readonly ProjectRefusal[]): void {
  if (list.length > 0) throw new ProjectProblems(list);
}

/** Calls a function for every project. Throws `ProjectProblems` with all errors, if there are any. */
export function eachProject<
  Project extends { readonly found: Pick<FoundProject, 'folder' | 'config'> },
  Result,
>(projects: readonly Project[], act: (project: Project) => Result): Result[] {
  const refused: ProjectRefusal[] = [];
  const results = projects.flatMap((project) => {
    try {
      return [act(project)];
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const { folder, config } = project.found;
      refused.push({ project: folder, refusal: refusalFrom(error, config) });
      return [];
    }
  });
  refuseProjects(refused);
  return results;
}

/** The refusal for an error in one project. */
function refusalFrom(error: Error, config: TreePath): Refusal {
  if (error instanceof ConfigProblem) {
    const { at, summary, advice } = error;
    return { code: 'config-unreadable', at, summary, advice, cause: error };
  }
  const isOurs = !(error instanceof PlanProblem || error instanceof TransformFailure);
  const message = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
  const summary = isOurs ? `This is a bug in fw-migrate: ${message}` : message;
  const advice = isOurs ? 'Please report it.' : 'Fix this and run again.';
  return { code: 'project-refused', at: startOf(config), summary, advice, cause: error };
}

/** The refusal of a project whose plan does not pass the checks. */
function defectRefusal(defects: readonly Defect[], cause: CheckFailure): Refusal {
  const items = defects.map(({ file, line = 1, message }) => ({
    at: { file, line, column: 1 },
    text: `${file}:${line}: ${message.replace(/\.$/, '')}`,
  }));
  const at = items[0]?.at ?? startOf('');
  const summary =
    'The migration would change the behaviour of this project, which is a bug in fw-migrate';
  return { code: 'project-refused', at, summary, items, advice: defectAdvice, cause };
}

/** The projects that an error is about; empty if it is about the run. */
export function refusedBy(error: unknown, projects: readonly OpenProject[]): Refusals {
  if (error instanceof ProjectProblems) return error.refusals;
  if (!(error instanceof CheckFailure)) return new Map();
  const ownerOf = createOwnerFinder(projects.map(({ found }) => found.folder));
  return new Map(
    projects.flatMap(({ found: { folder }, config }): [TreePath, Refusal[]][] => {
      const files = new Set(config.files());
      const defects = error.defects.filter(
        ({ file, concerns }) =>
          ownerOf(concerns ?? file) === folder || ownerOf(file) === folder || files.has(file),
      );
      return defects.length > 0 ? [[folder, [defectRefusal(defects, error)]]] : [];
    }),
  );
}

/** The full text of a refusal, for a run that fails with it. */
function refusalText({ summary, items = [], advice, cause }: Refusal): string {
  if (cause instanceof ConfigProblem) return cause.message;
  if (items.length === 0) return `${summary} ${advice}`;
  return [`${summary}:`, ...items.map(({ text }) => `  ${text}`), advice].join('\n');
}

// The remaining items are listed as places.
const mostItems = 3;

/** A refusal as a follow-up, for a run that continues without the project. */
export function refusalFollowUp({ code, at, summary, items = [], advice }: Refusal): FollowUp {
  const shown = items.slice(0, mostItems).map(({ text }) => text.replace(/\n\s*/g, ', '));
  const more = items.length > mostItems ? [`and ${items.length - mostItems} more`] : [];
  const what = items.length === 0 ? summary : `${summary}: ${[...shown, ...more].join('; ')}.`;
  const message = `${what} ${advice} The project was not changed.`.replace(/\s*\n\s*/g, ' ');
  const evidence = items.flatMap((item) => item.at ?? []);
  return followUpFrom({ code, message, evidence }, '', evidence[0] ?? at);
}

export interface RefusedProject {
  readonly found: FoundProject;
  readonly refusals: readonly Refusal[];
  /** The project as one that is not changed, if its config can be read. */
  readonly project: OpenProject | undefined;
}

/** The projects of a run, and those that are left out. */
export type RemainingProjects = ReturnType<typeof remainingProjects>;

/**
 * The projects that remain without the unreadable and refused ones, their layers, and the projects that extend
 * them. Throws if none remains.
 */
export function remainingProjects({ opened, failed }: OpenedProjects, refused: Refusals) {
  const unreadable = failed.map(({ found, problem }) => {
    return [found.folder, [refusalFrom(problem, found.config)]] as const;
  });
  const directlyRefused: Refusals = new Map([...unreadable, ...refused]);
  if (directlyRefused.size === 0) return { opened, failed: [] };
  const allFound = [...opened, ...failed].map((project) => project.found);
  const all = withDependants(directlyRefused, allFound, layerPairs({ opened, failed }));
  const remaining = opened.filter((project) => !all.has(project.found.folder));
  const projects = new Map(opened.map((project) => [project.found, project]));
  const without = allFound.flatMap((project): RefusedProject[] => {
    const refusals = all.get(project.folder);
    if (!refusals) return [];
    const opened = projects.get(project);
    const unchanged = { decision: { kind: 'unknown', notes: [] }, ownMoves: [] } as const;
    return [{ found: project, refusals, project: opened && { ...opened, ...unchanged } }];
  });
  if (remaining.every(({ isLeft }) => isLeft)) throw allRefused(without);
  return { opened: remaining, failed: without };
}

/** The error of a run in which no project can be migrated. */
function allRefused(failed: readonly RefusedProject[]): Error {
  const refusals = failed.flatMap((project) => project.refusals);
  const causes = new Set(refusals.map(({ cause }) => cause));
  const [cause] = causes;
  if (causes.size === 1 && cause && !(cause instanceof ConfigProblem)) return cause;
  // Several projects may be refused for one reason.
  return new PlanProblem([...new Set(refusals.map(refusalText))].join('\n\n'));
}

/** The folders of a project and of another one that is, or may be, its layer, and what the two do. */
type LayerPair = readonly [project: TreePath, layer: TreePath, share: string];

function layerPairs({ opened: readable, failed }: OpenedProjects): LayerPair[] {
  const folders = [...readable, ...failed].map(({ found }) => found.folder);
  const { packageFolders, config } = readable[0] ?? {};
  const pairWith =
    (project: TreePath, share = 'share layers') =>
    (layer: TreePath): LayerPair => [project, layer, share];
  const inLayersFolder = layersByFolder(folders, config?.catalogue.folders.layers);
  const packages = new Set(packageFolders?.values());
  const isNamedIn = ({ found: { folder: home }, text = '' }: OpenedProjects['failed'][number]) => {
    const named = text
      .split(/["'`]/)
      .map((name) => packageFolders?.get(name) ?? placeAt(home, name));
    const isPart = (folder: TreePath): boolean =>
      folder === home ||
      (isInside(folder, home) && !packages.has(folder) && isPart(parentOf(folder)));
    return (folder: TreePath) => isPart(folder) || named.includes(folder);
  };
  const isExtendedBy = (project: OpenProject) => {
    const extended = extendedBy(locatedBefore(project)).map(({ place }) => place);
    return (folder: TreePath) => extended.includes(folder) || mayExtend(project, folder);
  };
  return [
    ...folders.flatMap((folder) => inLayersFolder(folder).map(pairWith(folder))),
    ...readable.flatMap((project) =>
      folders.filter(isExtendedBy(project)).map(pairWith(project.found.folder)),
    ),
    // A config that cannot be read may extend or compile what its package holds, and what its text names.
    ...failed.flatMap((project) =>
      folders
        .filter(isNamedIn(project))
        .map(pairWith(project.found.folder, 'may share layers or sources')),
    ),
  ];
}

/** A layer and the projects that extend it only work in the same variant, so they are refused together. */
function withDependants(
  refused: Refusals,
  found: readonly FoundProject[],
  pairs: LayerPair[],
): Refusals {
  const all = new Map(refused);
  const configs = new Map(found.map(({ folder, config }) => [folder, config]));
  // The loop also visits the projects that it adds.
  for (const [folder, refusals] of all) {
    for (const [project, layer, share] of pairs) {
      const next = folder === project ? layer : project;
      if ((folder !== project && folder !== layer) || all.has(next)) continue;
      const at = startOf(configs.get(next) ?? next);
      const summary = `This project and ${configs.get(folder)} ${share}, and the latter cannot be migrated yet.`;
      const advice = 'Fix the problem reported there, then run again.';
      const cause = refusals[0]?.cause;
      all.set(next, [{ code: 'project-refused', at, summary, advice, ...(cause && { cause }) }]);
    }
  }
  return all;
}

/** The refusal of projects that share a file but need different versions of it. */
export function sharedFile(
  path: TreePath,
  configs: readonly TreePath[],
  texts: readonly ChangedText[],
): Refusal {
  const changes = texts.filter(({ before, after }) => before !== after);
  const offsets = changes.map(({ before, after }) => changedPart(before, after).start);
  return {
    code: 'project-refused',
    at: positionOf(path, texts[0]?.before ?? '', Math.min(...offsets)),
    summary: `${listedTexts(configs)} share ${path}, but need different versions of it.`,
    advice:
      'Give each config its own copy, or move the difference into the configs; then run again.',
  };
}
