import { posix } from 'node:path';
import { rootFolderKinds } from '../catalogue/folder-kinds.ts';
import { names } from '../catalogue/names.ts';
import { groupedBy } from '../config/grouped.ts';
import { isAbsolutePath, isInside, pathFrom, placeAt } from '../config/places.ts';
import { basesOf } from '../project/bases.ts';
import { configNames } from '../project/discover.ts';
import type { MoveOverrides } from '../project/layout-moves.ts';
import { combineMoves, createMoveMap, type Move, type MoveMap } from '../project/moves.ts';
import { isKnownJson } from '../project/references/json-files.ts';
import type { Repository } from '../project/repository.ts';
import {
  folded,
  type IgnoredPath,
  parentOf,
  type Snapshot,
  type TreeFile,
  type TreePath,
  type Unreadable,
} from '../project/snapshot.ts';
import type { Tree } from '../project/tree.ts';
import { compatibilityIn, variantOf } from './effective/project.ts';
import { type FollowUp, fileFollowUp } from './follow-up.ts';
import type { OpenProject } from './open-project.ts';
import { PlanProblem } from './plan.ts';

/** The moves of all projects in one map. Refuses if what is asked for cannot be done. */
export function planMoves(
  projects: readonly OpenProject[],
  { tree }: Repository,
  { move = [], stay = [] }: MoveOverrides,
): MoveMap {
  refuseUnknownNames(projects, tree, [...move, ...stay]);
  refuseRootFolders(move);
  refuseTarget(projects, move);
  refuseOtherProjects(projects, [...move, ...stay]);
  refuseSharedSources(projects);
  const moves = combineMoves(
    projects.flatMap(({ found: { folder }, decision }) =>
      decision.kind === 'layout' ? [{ folder, moves: decision.layout.moves }] : [],
    ),
  );
  return createMoveMap(
    [...moves, ...withoutExtensions(moves, tree)],
    (place) => tree.kindOf(place) !== undefined,
  );
}

/** A name that no project has is a mistake of the person who runs this: without an error nobody would notice. */
function refuseUnknownNames(projects: readonly OpenProject[], tree: Tree, wanted: readonly string[]): void {
  // If nothing moves, as in a second run, no name matters.
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
      const sources =
        decision.kind === 'layout' ? [decision.layout.before, decision.layout.after] : ['', names.sourceDirA];
      return sources.some((source) => tree.kindOf(placeAt(folder, placeAt(source, place))) !== undefined);
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

/** What would hold everything else cannot go into itself. */
function refuseTarget(projects: readonly OpenProject[], move: readonly string[]): void {
  for (const { found, decision } of projects) {
    if (decision.kind !== 'layout' || decision.layout.before === decision.layout.after) continue;
    const { before, after } = decision.layout;
    const name = move.find((one) => placeAt(before, one) === after);
    if (name !== undefined)
      throw new PlanProblem(
        `\`--move ${name}\`: this is the folder that the sources of ${found.config} go to. Leave it out: what is in it stays.`,
      );
  }
}

/** What belongs to a project inside another one is moved by that, if at all. */
function refuseOtherProjects(projects: readonly OpenProject[], wanted: readonly string[]): void {
  for (const { found, decision } of projects) {
    if (decision.kind !== 'layout') continue;
    const inner = projects.filter(
      (one) => one.found.folder !== found.folder && isInside(one.found.folder, found.folder),
    );
    for (const name of wanted) {
      const place = placeAt(found.folder, placeAt(decision.layout.before, name));
      const owner = inner.find((one) => place !== one.found.folder && isInside(place, one.found.folder));
      if (owner)
        throw new PlanProblem(
          `\`${name}\` belongs to the project of ${owner.found.config}, whose layout decides about it. Name \`${pathFrom(owner.found.folder, place)}\`, or run in \`${owner.found.folder}\` alone.`,
        );
    }
  }
}

/** If two projects share their sources, neither can move them without taking them from the other. */
function refuseSharedSources(projects: readonly OpenProject[]): void {
  const byFolder = new Map(projects.map((project) => [project.found.folder, project]));
  for (const project of projects) {
    const { found: outer, config } = project;
    const { source } = basesOf(config, variantOf(project), compatibilityIn(project));
    if (!('place' in source)) continue;
    const sources = placeAt(outer.folder, source.place);
    const inner = sources === outer.folder ? undefined : byFolder.get(sources);
    if (inner?.decision.kind !== 'layout' || inner.decision.layout.moves.moves.length === 0) continue;
    throw new PlanProblem(
      `${inner.found.config}: The folder of this project is the source directory of ${outer.config}, so neither can move its sources. Remove the config that is not used, or run with \`--layout keep\`.`,
    );
  }
}

/** Whether the framework or its tools look for a file beside the config. */
function isBoundToRoot(place: TreePath): boolean {
  return configNames.includes(place) || isKnownJson(place) || place === 'node_modules';
}

/** A file that moves is also named without its extension, unless something else has that name. */
function withoutExtensions(moves: readonly Move[], tree: Tree): Move[] {
  return moves.flatMap(({ from, to }) => {
    const { length } = posix.extname(from);
    if (length === 0 || tree.kindOf(from) !== 'file') return [];
    const bare = from.slice(0, -length);
    if (tree.kindOf(bare) !== undefined || moves.some((other) => other.from === bare)) return [];
    return [{ from: bare, to: to.slice(0, -length) }];
  });
}

/** The files that a run is about, and what a person must know about those that it does not search or move. */
interface PlacedFiles {
  readonly files: readonly TreeFile[];
  readonly followUps: readonly FollowUp[];
}

/** Every file, including those that git ignores if they are in a folder that moves. Refuses if two would collide. */
export function placeFiles(snapshot: Snapshot, moves: MoveMap): PlacedFiles {
  refuseImmovable([...snapshot.unreadable, ...snapshot.foreign], moves);
  const moving = snapshot.ignored.filter(({ path }) => moves.after(path) !== path);
  const isLeft = ({ path, kind }: IgnoredPath) => kind !== 'file' && isRecreated(path);
  const along = moving
    .filter((entry) => !isLeft(entry))
    .flatMap(({ kind, ...file }) => (kind === 'file' ? [file] : snapshot.list(file.path)));
  const files = [...snapshot.files, ...along].sort((a, b) => (a.path < b.path ? -1 : 1));
  refuseCollisions(files, moves);
  return {
    files,
    followUps: [
      ...snapshot.unreadable.map(unsearched),
      ...moving.filter(isLeft).map(leftBehind),
      ...along.filter(({ path }) => isNoLongerIgnored(path, snapshot, moves)).map(noLongerIgnored),
      ...nowIgnored(snapshot, moves),
    ],
  };
}

function refuseImmovable(paths: readonly Unreadable[], moves: MoveMap): void {
  const moving = paths.filter(({ path }) => moves.after(path) !== path);
  if (moving.length === 0) return;
  const lines = moving.map(({ path, why }) => `  ${path}: ${why}`);
  throw new PlanProblem(
    `A folder that moves holds what cannot be moved along, so nothing was moved:\n${lines.join('\n')}\nTake it out of the folder or make it readable, or hold the folder back with \`--stay\`.`,
  );
}

/** Dependencies and build output are recreated where they belong. */
function isRecreated(path: TreePath): boolean {
  return /(?:^|\/)(?:node_modules|dist|coverage|\.[^/]*)$/.test(path);
}

/** A rule with a path in it does not follow the file; one that moves along with it, or names it anywhere, does. */
function isNoLongerIgnored(path: TreePath, snapshot: Snapshot, moves: MoveMap): boolean {
  const folder = snapshot.ignoredBy(path);
  if (folder === undefined || moves.after(folder) !== folder) return false;
  return snapshot.ignoredBy(moves.after(path)) === undefined;
}

function unsearched({ path, why }: Unreadable): FollowUp {
  return fileFollowUp('unsearched-file', path, `${why} What is in it was not searched for references.`);
}

function leftBehind({ path }: TreeFile): FollowUp {
  const message = `\`${path}\` is ignored by git and stays, although its folder moves: remove it, or move it by hand.`;
  return fileFollowUp('left-behind', path, message);
}

function noLongerIgnored({ path }: TreeFile): FollowUp {
  const message = `\`${path}\` was ignored by git and moves along; where it is then, git sees it: correct .gitignore before you commit.`;
  return fileFollowUp('no-longer-ignored', path, message);
}

/** A file that git keeps, and that moves to where a rule ignores it, would be missing from the next commit. */
function nowIgnored(snapshot: Snapshot, moves: MoveMap): FollowUp[] {
  const [first, ...others] = snapshot.files.filter(({ path }) => {
    const to = moves.after(path);
    return to !== path && snapshot.ignoredBy(to) !== undefined;
  });
  if (!first) return [];
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const message = `\`${moves.after(first.path)}\`${more} would be ignored by git, and missing from the next commit: correct .gitignore first.`;
  return [fileFollowUp('now-ignored', first.path, message)];
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

/**
 * Every place that two files would land on, or a file and a folder; the first of each moves. Names that differ only in
 * case collide on every file system, because the next one to check the project out may not tell them apart.
 */
function findCollisions(placed: readonly Move[]): (readonly [Move, ...Move[]])[] {
  const folders = new Map<string, Move>();
  for (const file of placed) {
    for (let folder = parentOf(file.to); folder !== ''; folder = parentOf(folder)) {
      const known = folders.get(folded(folder));
      // One that moves is kept, because only a move makes a collision.
      if (known && (known.from !== known.to || file.from === file.to)) break;
      folders.set(folded(folder), file);
    }
  }
  return [...groupedBy(placed, ({ to }) => folded(to))]
    .flatMap(([key, files]) => {
      const inFolder = folders.get(key);
      const all = inFolder ? [...files, inFolder] : files;
      // What collided before the run is not our doing.
      const moving = all.find(({ from, to }) => from !== to);
      if (!moving || all.length < 2) return [];
      return [[moving, ...all.filter((one) => one !== moving)] as const];
    })
    .toSorted(([a], [b]) => (a.from < b.from ? -1 : 1));
}
