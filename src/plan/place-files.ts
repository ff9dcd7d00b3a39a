import { posix } from 'node:path';
import { isAbsolutePath, isInside, placeAt } from '../config/places.ts';
import { findCollisions } from '../project/collisions.ts';
import { combineMoves, createMoveMap, type Move, type MoveMap } from '../project/moves.ts';
import type { Repository } from '../project/repository.ts';
import type { Snapshot, TreeFile, TreePath } from '../project/snapshot.ts';
import type { Tree } from '../project/tree.ts';
import { names } from '../reference/names.ts';
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
    if (isAbsolutePath(name) || place === '' || !isInside(place, ''))
      throw new PlanProblem(
        `\`${name}\` is not a folder among the sources. Name one as \`stores\` or \`lib/api\`.`,
      );
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
  for (const { path, why } of snapshot.unreadable) {
    if (moves.after(path) === path) continue;
    throw new PlanProblem(
      `${path}: ${why} It lies in a folder that moves, so nothing was moved. Make it readable, or hold the folder back with \`--stay\`.`,
    );
  }
  const along: TreeFile[] = [];
  const followUps: FollowUp[] = [];
  for (const { kind, ...file } of snapshot.ignored) {
    const { path } = file;
    if (moves.after(path) === path) continue;
    if (kind === 'file') along.push(file);
    else if (isMadeAnew(path)) followUps.push(leftBehind(path));
    else along.push(...snapshot.list(path));
  }
  const files = [...snapshot.files, ...along].sort((a, b) => (a.path < b.path ? -1 : 1));
  refuseCollisions(files, moves);
  return { files, followUps };
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
