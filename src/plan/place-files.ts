import { posix } from 'node:path';
import { rootFolderKinds } from '../catalogue/folder-kinds.ts';
import { names } from '../catalogue/names.ts';
import { isAbsolutePath, isInside, placeAt } from '../config/places.ts';
import { findCollisions } from '../project/collisions.ts';
import { configNames } from '../project/discover.ts';
import { combineMoves, createMoveMap, type Move, type MoveMap } from '../project/moves.ts';
import { isKnownJson } from '../project/references/json-files.ts';
import type { Repository } from '../project/repository.ts';
import type { Snapshot, TreeFile, TreePath, Unreadable } from '../project/snapshot.ts';
import type { Tree } from '../project/tree.ts';
import { basesOf, compatibilityOf } from './effective/bases.ts';
import { variantOf } from './effective/project.ts';
import { type FollowUp, followUpFrom } from './follow-up.ts';
import type { OpenProject } from './open-project.ts';
import { PlanProblem } from './problem.ts';

/** Where everything goes: the moves of all projects in one map. */
export function planMoves(
  projects: readonly OpenProject[],
  { tree }: Repository,
  {
    move = [],
    stay = [],
  }: { readonly move?: readonly string[] | undefined; readonly stay?: readonly string[] | undefined },
): MoveMap {
  refuseUnknownNames(projects, tree, [...move, ...stay]);
  refuseRootFolders(move);
  refuseSharedSources(projects);
  const moves = combineMoves(
    projects.flatMap(({ found: { folder }, decision }) =>
      decision.kind === 'layout' ? [{ folder, moves: decision.layout.moves }] : [],
    ),
  );
  return createMoveMap(
    [...moves, ...withoutEndings(moves, tree)],
    (place) => tree.kindOf(place) !== undefined,
  );
}

/** A name on the command line that no project has is a slip: nothing would happen, and nobody would notice. */
function refuseUnknownNames(projects: readonly OpenProject[], tree: Tree, wanted: readonly string[]): void {
  // Where nothing moves, as in a second run, no name matters.
  if (projects.every(({ decision }) => decision.kind !== 'layout')) return;
  for (const name of wanted) {
    const place = placeAt('', name);
    if (wanted.indexOf(name) !== wanted.lastIndexOf(name))
      throw new PlanProblem(`\`${name}\` is named twice: it can either move or stay.`);
    if (isAbsolutePath(name) || place === '' || !isInside(place, ''))
      throw new PlanProblem(
        `\`${name}\` is not a folder among the sources. Name one as \`stores\` or \`lib/api\`.`,
      );
    if (isBoundToRoot(place))
      throw new PlanProblem(`\`${name}\` belongs to the root of a project, and is not moved.`);
    const isKnown = projects.some(({ found: { folder }, decision }) => {
      // In a second run they have moved.
      const { before, after } =
        decision.kind === 'layout' ? decision.layout : { before: '', after: names.sourceDirA };
      return [before, after].some(
        (source) => tree.kindOf(placeAt(folder, placeAt(source, place))) !== undefined,
      );
    });
    if (!isKnown) throw new PlanProblem(`There is no \`${name}\` among the sources of any project.`);
  }
}

function refuseRootFolders(move: readonly string[]): void {
  for (const name of move) {
    const [top = ''] = placeAt('', name).split('/');
    if (rootFolderKinds.some((kind) => kind.name === top))
      throw new PlanProblem(`\`${name}\` stays: Variant A reads \`${top}/\` from the root of a project.`);
  }
}

/** Where two projects have the same sources, one cannot move them without taking them from the other. */
function refuseSharedSources(projects: readonly OpenProject[]): void {
  const byFolder = new Map(projects.map((project) => [project.found.folder, project]));
  for (const project of projects) {
    const { found: outer, config } = project;
    const { source } = basesOf(config, variantOf(project), compatibilityOf(config));
    if (!('place' in source)) continue;
    const sources = placeAt(outer.folder, source.place);
    const inner = sources === outer.folder ? undefined : byFolder.get(sources);
    if (inner?.decision.kind !== 'layout' || inner.decision.layout.moves.moves.length === 0) continue;
    throw new PlanProblem(
      `${inner.found.config}: The folder of this project is the source directory of ${outer.config}, so neither can move its sources. Remove the config that is not used, or run with \`--layout keep\`.`,
    );
  }
}

/** What the framework and its tools look for beside the config. */
function isBoundToRoot(place: TreePath): boolean {
  return configNames.includes(place) || isKnownJson(place) || place === 'node_modules';
}

/** A file that moves is also named without its ending, unless something else has that name. */
function withoutEndings(moves: readonly Move[], tree: Tree): Move[] {
  return moves.flatMap(({ from, to }) => {
    const ending = posix.extname(from);
    const bare = from.slice(0, from.length - ending.length);
    const isFile = ending !== '' && tree.kindOf(from) === 'file';
    if (!isFile || tree.kindOf(bare) !== undefined || moves.some((other) => other.from === bare)) return [];
    return [{ from: bare, to: to.slice(0, to.length - ending.length) }];
  });
}

/** The files that a run is about, and what is said about those that it leaves. */
export interface PlacedFiles {
  readonly files: readonly TreeFile[];
  readonly followUps: readonly FollowUp[];
}

/** Every file, also those that git ignores where they lie in a folder that moves. Refuses where two would collide. */
export function placeFiles(snapshot: Snapshot, moves: MoveMap): PlacedFiles {
  refuseImmovable([...snapshot.unreadable, ...snapshot.foreign], moves);
  const along: TreeFile[] = [];
  const followUps: FollowUp[] = snapshot.unreadable.map(unsearched);
  for (const { kind, ...file } of snapshot.ignored) {
    const { path } = file;
    if (moves.after(path) === path) continue;
    if (kind === 'file') along.push(file);
    else if (isMadeAnew(path)) followUps.push(leftBehind(path));
    else along.push(...snapshot.list(path));
  }
  followUps.push(...along.filter(({ path }) => isNoLongerIgnored(path, snapshot, moves)).map(shown));
  followUps.push(...nowIgnored(snapshot, moves));
  const files = [...snapshot.files, ...along].sort((a, b) => (a.path < b.path ? -1 : 1));
  refuseCollisions(files, moves);
  return { files, followUps };
}

function refuseImmovable(paths: readonly Unreadable[], moves: MoveMap): void {
  const moving = paths.filter(({ path }) => moves.after(path) !== path);
  if (moving.length === 0) return;
  const lines = moving.map(({ path, why }) => `  ${path}: ${why}`);
  throw new PlanProblem(
    `A folder that moves holds what cannot be moved along, so nothing was moved:\n${lines.join('\n')}\nTake it out of the folder or make it readable, or hold the folder back with \`--stay\`.`,
  );
}

function unsearched({ path, why }: Unreadable): FollowUp {
  const message = `${why} What is in it was not searched for references.`;
  return followUpFrom({ code: 'unsearched-file', message }, '', { file: path, line: 1, column: 1 });
}

/** A rule with a path in it does not follow the file; one that moves along with it, or names it anywhere, does. */
function isNoLongerIgnored(path: TreePath, snapshot: Snapshot, moves: MoveMap): boolean {
  const folder = snapshot.ignoredBy(path);
  if (folder === undefined || moves.after(folder) !== folder) return false;
  return snapshot.ignoredBy(moves.after(path)) === undefined;
}

/** A file that git keeps, and that moves to where a rule ignores it, would be missing from the next commit. */
function nowIgnored(snapshot: Snapshot, moves: MoveMap): FollowUp[] {
  const lost = snapshot.files.filter(({ path }) => {
    const to = moves.after(path);
    return to !== path && snapshot.ignoredBy(to) !== undefined;
  });
  const [first] = lost;
  if (!first) return [];
  const others = lost.length === 1 ? '' : ` and ${lost.length - 1} more`;
  const message = `\`${moves.after(first.path)}\`${others} would be ignored by git, and missing from the next commit: correct .gitignore first.`;
  return [followUpFrom({ code: 'now-ignored', message }, '', { file: first.path, line: 1, column: 1 })];
}

function shown({ path }: TreeFile): FollowUp {
  const message = `\`${path}\` was ignored by git and moves along; where it is then, git sees it: correct .gitignore before you commit.`;
  return followUpFrom({ code: 'no-longer-ignored', message }, '', { file: path, line: 1, column: 1 });
}

/** Dependencies and build output are made anew where they belong. */
function isMadeAnew(path: TreePath): boolean {
  return /(?:^|\/)(?:node_modules|dist|coverage|\.[^/]*)$/.test(path);
}

function leftBehind(path: TreePath): FollowUp {
  const message = `\`${path}\` is ignored by git and stays, although its folder moves: remove it, or move it by hand.`;
  return followUpFrom({ code: 'left-behind', message }, '', { file: path, line: 1, column: 1 });
}

function refuseCollisions(files: readonly TreeFile[], moves: MoveMap): void {
  if (moves.moves.length === 0) return;
  const collisions = findCollisions(files.map(({ path }) => ({ from: path, to: moves.after(path) })));
  if (collisions.length === 0) return;
  const lines = collisions.map(([first, ...others]) => {
    const rivals = others.map(({ from, to }) => (from === to ? from : `${from}, which moves there too`));
    return `  ${first.from} → ${first.to}\n    taken by ${rivals.join(', ')}`;
  });
  const count = collisions.length === 1 ? 'A file' : `${collisions.length} files`;
  throw new PlanProblem(
    `${count} would land on others, so nothing was moved:\n${lines.join('\n')}\nRename or remove one of each, or hold a folder back with \`--stay\`.`,
  );
}
