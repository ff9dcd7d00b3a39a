/**
 * Gives every file its path after the run, and refuses projects whose files would collide, get lost or be ignored by
 * git there.
 */

import { groupedBy } from '../base/grouped.ts';
import { baseName, placeAt } from '../base/paths.ts';
import { startOf } from '../base/position.ts';
import { isMadeByTools } from '../catalogue/file-kinds.ts';
import { createOwnerFinder } from '../tree/discover.ts';
import type { Move, MoveMap } from '../tree/moves.ts';
import {
  folded,
  type IgnoredPath,
  type IgnoringRule,
  parentOf,
  type Snapshot,
  type TreeFile,
  type TreePath,
} from '../tree/snapshot.ts';
import { type FollowUp, fileFollowUp, followUpFrom } from './follow-up.ts';
import type { OpenProject } from './open-projects.ts';
import {
  type ProjectRefusal,
  type RefusedItem,
  refusedProject,
  refuseProjects,
} from './refusal.ts';

/**
 * Every file, including ignored ones in a folder that moves, and follow-ups for files that are not searched or
 * moved. Throws `ProjectProblems` if files cannot be at their new path.
 */
export function placeFiles(
  snapshot: Snapshot,
  moves: MoveMap,
  projects: readonly OpenProject[],
  { allowIgnored = false }: { readonly allowIgnored?: boolean | undefined },
): { readonly files: readonly TreeFile[]; readonly followUps: readonly FollowUp[] } {
  const moving = snapshot.ignored.filter(({ path }) => moves.after(path) !== path);
  // Dependencies and build output are recreated where they belong.
  const isLeftOut = ({ path, kind }: IgnoredPath) =>
    kind !== 'file' && isMadeByTools(baseName(path));
  const ignoredFiles = moving
    .filter((entry) => !isLeftOut(entry))
    .flatMap(({ kind, ...file }) => (kind === 'file' ? [file] : snapshot.list(file.path)));
  const files = [...snapshot.files, ...ignoredFiles].sort((a, b) => (a.path < b.path ? -1 : 1));
  const hidden = nowIgnored(snapshot, moves);
  const obstacles = [
    immovable(snapshot, moves),
    intoRepositories(snapshot, moves),
    collisions(files, moves),
    ...(allowIgnored ? [] : [underRules(hidden.filter(({ isForced }) => !isForced))]),
  ];
  refuseProjects(refusalsFor(obstacles, projects));
  return {
    files,
    followUps: [
      ...snapshot.unreadable.map(({ path, why }) =>
        fileFollowUp('unsearched-file', path, `${why} It was not searched for references.`),
      ),
      ...moving.filter(isLeftOut).map(leftBehind),
      ...ignoredFiles.flatMap(({ path }) => noLongerIgnored(path, snapshot, moves)),
      ...nowIgnoredFollowUps(hidden),
      ...trackedUnknown(snapshot),
    ],
  };
}

/** Files that cannot move, with the reasons; the projects that move them are refused. */
interface Obstacles {
  readonly items: readonly (RefusedItem & { readonly moving: readonly TreePath[] })[];
  summary(count: number): string;
  readonly advice: string;
}

/** Refuses the projects that would move such files. */
function refusalsFor(
  obstacles: readonly Obstacles[],
  projects: readonly OpenProject[],
): ProjectRefusal[] {
  const movers = new Map<TreePath, OpenProject>();
  for (const project of projects)
    for (const { from } of project.ownMoves)
      movers.set(placeAt(project.found.folder, from), project);
  const moveOf = createOwnerFinder([...movers.keys()]);
  const moverOf = (path: TreePath) => movers.get(moveOf(path) ?? '..');
  return obstacles.flatMap(({ items, summary, advice }) => {
    const moved = items.flatMap(({ moving, ...item }) =>
      Array.from(new Set(moving.map(moverOf)), (project) => ({ project, item })),
    );
    return [...groupedBy(moved, ({ project }) => project)].flatMap(([project, group]) => {
      const refusal = {
        summary: summary(group.length),
        items: group.map(({ item }) => item),
        advice,
      };
      return project ? refusedProject(project, refusal) : [];
    });
  });
}

function immovable({ unreadable, foreign }: Snapshot, moves: MoveMap): Obstacles {
  const moving = [...unreadable, ...foreign].filter(({ path }) => moves.after(path) !== path);
  return {
    items: moving.map(({ path, why }) => ({
      at: undefined,
      text: `${path}: ${why}`,
      moving: [path],
    })),
    summary: () => 'A folder contains something that cannot be moved, so nothing was moved',
    advice:
      'Remove it from the folder, make it readable, or keep the folder in place with `--stay`.',
  };
}

/** Files that would move into a nested repository would be missing from this one. */
function intoRepositories({ files, foreign }: Snapshot, moves: MoveMap): Obstacles {
  const repositoryAt = createOwnerFinder(foreign.map(({ path }) => path));
  const moving = foreign.length === 0 ? [] : files.filter(({ path }) => moves.after(path) !== path);
  const byFolder = groupedBy(moving, ({ path }) => repositoryAt(moves.after(path)));
  return {
    items: [...byFolder].flatMap(([folder, inside]) => {
      const [first] = inside;
      if (folder === undefined) return [];
      const text = `${first.path} → ${moves.after(first.path)}${andMore(inside.length - 1)}\n    ${folder}/ is a separate repository, such as a submodule`;
      return [{ at: startOf(first.path), text, moving: inside.map(({ path }) => path) }];
    }),
    summary: () => 'Files would move into another repository, so nothing was moved',
    advice: 'Make it a regular folder of this repository, or run with `--layout keep`.',
  };
}

function andMore(count: number): string {
  return count === 0 ? '' : ` and ${count} more`;
}

/** A rule with a path does not follow a moved file, unless the rule's file moves too or it matches anywhere. */
function noLongerIgnored(path: TreePath, snapshot: Snapshot, moves: MoveMap): FollowUp[] {
  const rule = snapshot.ignoredBy(path);
  if (!rule || moves.after(rule.folder) !== rule.folder) return [];
  if (snapshot.ignoredBy(moves.after(path)) !== undefined) return [];
  const message = `\`${path}\` is ignored by git (${ruleText(rule)}), but not after it moves with its folder: update the rule before you commit.`;
  return [fileFollowUp('no-longer-ignored', path, message)];
}

function leftBehind({ path }: TreeFile): FollowUp {
  const message = `\`${path}\` is ignored by git and stays, although its folder moves: delete it, or move it manually.`;
  return fileFollowUp('left-behind', path, message);
}

type HiddenFile = ReturnType<typeof nowIgnored>[number];

/** Tracked files that move to ignored paths, and would be missing from the next commit; some are tracked against a rule. */
function nowIgnored(snapshot: Snapshot, moves: MoveMap) {
  return snapshot.files.flatMap(({ path: from, isForced = false }) => {
    const to = moves.after(from);
    const rule = to === from ? undefined : snapshot.ignoredBy(to);
    return rule ? [{ from, to, rule, isForced }] : [];
  });
}

/** Files by the rule that ignores them. */
function byRule(files: readonly HiddenFile[]) {
  return [...groupedBy(files, ({ rule }) => `${rule.file}:${rule.line}`).values()];
}

function ruleText({ file, line, text }: IgnoringRule): string {
  return `${file}:${line} \`${text}\``;
}

// Enough to recognise the files.
const mostFiles = 10;

function underRules(files: readonly HiddenFile[]): Obstacles {
  return {
    items: byRule(files).map((group) => {
      const [{ rule }] = group;
      const shown = group.slice(0, mostFiles).map(({ from, to }) => `\n    ${from} → ${to}`);
      const more = group.length > mostFiles ? [`\n    and ${group.length - mostFiles} more`] : [];
      const isInside = rule.file !== '' && !/^(?:[/\\]|\.\.|[a-z]:)/i.test(rule.file);
      const at = isInside ? { file: rule.file, line: rule.line, column: 1 } : undefined;
      const moving = group.map(({ from }) => from);
      return { at, text: [ruleText(rule), ...shown, ...more].join(''), moving };
    }),
    summary: () =>
      'Git would ignore files at their new path, so they would be missing from the next commit',
    advice:
      'Update the rule, keep the folder in place with `--stay`, or run with `--allow-ignored`.',
  };
}

function nowIgnoredFollowUps(files: readonly HiddenFile[]): FollowUp[] {
  return byRule(files).map((group) => {
    const [first] = group;
    const message = `\`${first.to}\`${andMore(group.length - 1)} would be ignored by git (${ruleText(first.rule)}), and missing from the next commit: update the rule, or add the files with \`git add --force\`.`;
    const evidence = group.length === 1 ? [] : group.map(({ from }) => startOf(from));
    return followUpFrom({ code: 'now-ignored', message, evidence }, '', startOf(first.from));
  });
}

/** If git cannot list the tracked files, some of them may be missing from the run. */
function trackedUnknown({ trackedUnknown: why, ignored, files }: Snapshot): FollowUp[] {
  const rules = files.find(({ path }) => baseName(path) === '.gitignore');
  const file = (rules ?? ignored[0])?.path;
  if (why === undefined || file === undefined) return [];
  const message = `Git could not list the tracked files (${why}), so all ignored files were left out: check that none of them belongs to a project.`;
  return [fileFollowUp('tracked-unknown', file, message)];
}

function collisions(files: readonly TreeFile[], moves: MoveMap): Obstacles {
  const placed = moves.moves.length === 0 ? [] : files;
  return {
    items: findCollisions(placed.map(({ path }) => ({ from: path, to: moves.after(path) }))).map(
      ([first, ...others]) => {
        const rivals = others.map(({ from, to }) =>
          from === to ? from : `${from}, which also moves there`,
        );
        return {
          at: startOf(first.from),
          text: `${first.from} → ${first.to}\n    already taken by ${rivals.join(', ')}`,
          moving: [first, ...others].flatMap(({ from, to }) => (from === to ? [] : [from])),
        };
      },
    ),
    summary: (count) =>
      `${count === 1 ? 'A file' : `${count} files`} would overwrite others, so nothing was moved`,
    advice: 'Rename or remove one of each, or keep a folder in place with `--stay`.',
  };
}

/**
 * Every path that would get two files, or a file and a folder; the first of each moves. Names that differ only
 * in case collide on every file system, because another one may not distinguish them.
 */
function findCollisions(placed: readonly Move[]): (readonly [Move, ...Move[]])[] {
  const folders = new Map<string, Move>();
  for (const file of placed) {
    for (let folder = parentOf(file.to); folder !== ''; folder = parentOf(folder)) {
      const occupant = folders.get(folded(folder));
      // A moving file is kept, because only a move can cause a collision.
      if (occupant && (occupant.from !== occupant.to || file.from === file.to)) break;
      folders.set(folded(folder), file);
    }
  }
  return [...groupedBy(placed, ({ to }) => folded(to))]
    .flatMap(([key, files]) => {
      const inFolder = folders.get(key);
      const all = inFolder ? [...files, inFolder] : files;
      // Files that collided before the run are not reported.
      const moving = all.find(({ from, to }) => from !== to);
      if (!moving || all.length < 2) return [];
      return [[moving, ...all.filter((file) => file !== moving)] as const];
    })
    .toSorted(([a], [b]) => (a.from < b.from ? -1 : 1));
}
