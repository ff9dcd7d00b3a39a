/** Puts the moves of all projects into one map, and refuses names in `--move` and `--stay` that make no sense. */

import { isAbsolutePath, isInside, pathFrom, placeAt } from '../base/paths.ts';
import { nearest } from '../catalogue/shape.ts';
import { combineMoves, createMoveMap, type MoveMap } from '../tree/moves.ts';
import type { Repository } from '../tree/repository.ts';
import type { TreePath } from '../tree/snapshot.ts';
import type { Tree } from '../tree/tree.ts';
import { PlanProblem } from './defect.ts';
import { listedTexts } from './follow-up.ts';
import { basesBefore, type OpenProject } from './open-projects.ts';
import { type ProjectRefusal, refusedProject, refuseProjects } from './refusal.ts';

/** An invalid name in `move` or `stay`. */
export class FolderNameProblem extends PlanProblem {
  readonly folder: string;

  constructor(folder: string, message: string) {
    super(message);
    this.folder = folder;
  }
}

/** The moves of all projects in one map. Throws if the requested moves are impossible. */
export function planMoves(
  projects: readonly OpenProject[],
  repository: Repository,
  mayBeAbsent: readonly string[] = [],
): MoveMap {
  refuseNames(projects, repository, mayBeAbsent);
  refuseSharedSources(projects);
  return combinedMoves(projects, repository.tree);
}

/** Throws for invalid names in `move` and `stay`; some may belong to projects outside the snapshot. */
export function refuseNames(
  projects: readonly OpenProject[],
  repository: Repository,
  mayBeAbsent: readonly string[] = [],
): void {
  for (const project of projects)
    for (const name of namesFor(project)) {
      const why = whyImpossible(name, project, projects);
      if (why !== undefined) throw new FolderNameProblem(name, why);
    }
  refuseUnknownNames(projects, repository, mayBeAbsent);
}

function namesFor({ choice: { move = [], stay = [] } }: OpenProject): string[] {
  return [...move, ...stay];
}

/** The moves of all projects in one map, without checking that they are possible. */
export function combinedMoves(projects: readonly OpenProject[], tree: Tree): MoveMap {
  const moves = combineMoves(
    projects.flatMap(({ found: { folder }, decision }) =>
      decision.kind !== 'unknown' && decision.layout
        ? [{ folder, moves: decision.layout.moves }]
        : [],
    ),
  );
  const exists = (place: TreePath) => tree.kindOf(place) !== undefined;
  return createMoveMap(moves, exists);
}

/** The names of the folders in the source directory of a project. */
function sourceFolders({ found: { folder }, decision }: OpenProject, tree: Tree): string[] {
  const source = decision.kind === 'layout' ? decision.layout.before : '';
  const entries = [...tree.entries(placeAt(folder, source))];
  return entries.flatMap(([name, kind]) =>
    kind === 'folder' && !/^\.|node_modules/.test(name) ? name : [],
  );
}

/** A name that no project has is a typo, which would go unnoticed without an error. */
function refuseUnknownNames(
  projects: readonly OpenProject[],
  repository: Repository,
  mayBeAbsent: readonly string[],
): void {
  const { tree, catalogue } = repository;
  const { facts } = catalogue;
  // In a second run, folders that have moved are named again.
  if (projects.every(({ decision }) => decision.kind !== 'layout')) return;
  for (const name of new Set(projects.flatMap(namesFor))) {
    if (mayBeAbsent.includes(name)) continue;
    const list = projects.filter((project) => namesFor(project).includes(name));
    const having = list.filter(({ found: { folder }, decision }) => {
      // A run may have moved it already.
      const sources =
        decision.kind === 'layout' ? decision.layout : { before: '', after: facts.sourceDirA };
      const places = [sources.before, sources.after].map((source) => placeAt(source, name));
      return places.some((place) => tree.kindOf(placeAt(folder, place)) !== undefined);
    });
    const some = list.length === 1 ? list[0]?.found.config : 'any of these projects';
    const where = list.length === projects.length ? 'any project' : some;
    if (having.length === 0) {
      const folders = list.flatMap((project) => sourceFolders(project, tree));
      const near = nearest(name, folders);
      const all = [...new Set(folders)].map((folder) => `\`${folder}\``).toSorted();
      const hint = near ? ` Did you mean \`${near}\`?` : ` Its folders: ${listedTexts(all, 8)}.`;
      throw new FolderNameProblem(
        name,
        `There is no \`${name}\` in the source directory of ${where}.${all.length > 0 ? hint : ''}`,
      );
    }
    const moving = having.filter(({ choice }) => choice.move?.includes(name));
    const [kept] = moving.filter(staysByChoice);
    if (kept && moving.every(staysByChoice))
      throw new FolderNameProblem(
        name,
        `\`${name}\` cannot move: the sources of ${kept.found.config} stay where they are, because of \`${kept.config.catalogue.path.srcDir}\` or the layout \`keep\`. Leave the name out, or use the layout \`app\`.`,
      );
  }
}

/** Whether the sources of a project stay because its config or the user says so. */
function staysByChoice({ decision, config }: OpenProject): boolean {
  if (decision.kind !== 'layout' || decision.notes.length > 0) return false;
  const { before, after } = decision.layout;
  return before === after && before !== config.catalogue.facts.sourceDirA;
}

/** Why no folder of this name can move or stay in a project; undefined if one can. */
function whyImpossible(
  name: string,
  project: OpenProject,
  projects: readonly OpenProject[],
): string | undefined {
  const { found, decision, config } = project;
  const { folders } = config.catalogue;
  const place = placeAt('', name);
  const [top = ''] = place.split('/');
  const moves = project.choice.move?.includes(name) ?? false;
  if (namesFor(project).filter((wanted) => wanted === name).length > 1)
    return `\`${name}\` is listed twice: it can either move or stay.`;
  if (isAbsolutePath(name) || place === '' || !isInside(place, ''))
    return `\`${name}\` is not a folder in the source directory. Use a name such as \`stores\` or \`lib/api\`.`;
  const { before, after } =
    decision.kind === 'layout' ? decision.layout : { before: '', after: '' };
  const isOfRoot =
    folders.inRoot.some((kind) => kind.name === top) || placeAt(before, name) === after;
  // The framework or its tools look for such files next to the config.
  const kind = config.catalogue.fileKind(place);
  const isConfig = kind === 'config' && !place.includes('/');
  const isBound = isConfig || kind === 'package' || kind === 'tsconfig' || place === 'node_modules';
  if (isBound || (moves && isOfRoot))
    return `\`${name}\` belongs in the project root, so it cannot move.`;
  if (decision.kind !== 'layout') return undefined;
  // A folder of an inner project follows the layout of that project.
  const path = placeAt(found.folder, placeAt(before, name));
  const owner = projects.find(
    ({ found: { folder } }) =>
      folder !== found.folder &&
      isInside(folder, found.folder) &&
      path !== folder &&
      isInside(path, folder),
  )?.found;
  return (
    owner &&
    `\`${name}\` belongs to the project of ${owner.config}, whose layout applies to it. Use \`${pathFrom(owner.folder, path)}\` instead, or run only in \`${owner.folder}\`.`
  );
}

/** If two projects share their sources, neither can move them without breaking the other. */
function refuseSharedSources(projects: readonly OpenProject[]): void {
  const byFolder = new Map(projects.map((project) => [project.found.folder, project]));
  const refused = projects.flatMap((project): ProjectRefusal[] => {
    const { found: outer } = project;
    const { source } = basesBefore(project);
    if (!('place' in source)) return [];
    const sources = placeAt(outer.folder, source.place);
    const inner = sources === outer.folder ? undefined : byFolder.get(sources);
    if (inner?.decision.kind !== 'layout' || inner.decision.layout.moves.moves.length === 0)
      return [];
    const summary = `${inner.found.config}: The folder of this project is the source directory of ${outer.config}, so neither can move its sources.`;
    const advice = 'Remove the config that is not used, or run with `--layout keep`.';
    const cause = new PlanProblem(`${summary} ${advice}`);
    return [project, inner].map((refused) => refusedProject(refused, { summary, advice, cause }));
  });
  refuseProjects(refused);
}
