/** Checks that a plan can be written completely and that no file has changed since it was made. It writes nothing. */

import { basename, dirname } from 'node:path';
import type { PlannedFile } from '../plan/plan.ts';
import { type Drift, folded, type TreePath } from '../tree/snapshot.ts';
import { asProblem, refused } from './apply-problem.ts';
import type { FileOfRun } from './journal.ts';
import {
  type Digest,
  digestOf,
  foldersOf,
  kindOf,
  type MigratedFolder,
} from './migrated-folder.ts';
import { isProjectPath } from './state-folder.ts';

/** A file or link that a run moves or changes, and the state that it must have before. */
export interface FileToDo extends Omit<FileOfRun, 'before'> {
  /** Its new text, or the new target of the link; absent if the text stays, or an original is restored. */
  readonly text?: string;
  /** The digest that it must have now; absent if that does not matter. */
  readonly expected?: Digest;
  /** Whether the file is missing and will be restored. */
  readonly isLost?: boolean;
}

/** The files of a plan that move or change. */
export function toDoFor(files: readonly PlannedFile[]): readonly FileToDo[] {
  return files.flatMap(({ from, to, kind, text }) => {
    if (text === undefined || text.before === text.after)
      return from === to ? [] : [{ from, to, kind }];
    const after = { digest: digestOf(text.after) };
    return [{ from, to, kind, text: text.after, after, expected: digestOf(text.before) }];
  });
}

/** The parent folders of all files of a plan, with their modes; undefined if a folder has to be made. */
export type Folders = ReadonlyMap<TreePath, number | undefined>;

/** The folders that files move out of, and that no file moves into. */
export function leftFolders(files: readonly FileToDo[]): ReadonlySet<TreePath> {
  const leaving = files.filter(({ from, to, isSpare }) => isSpare || from !== to);
  const left = new Set(leaving.flatMap(({ from }) => foldersOf(from)));
  for (const { to, isSpare } of files)
    if (!isSpare) for (const folder of foldersOf(to)) left.delete(folder);
  return left;
}

const runAgain = 'Run again to plan with the current files.';

/** Checks that a plan can be applied completely; writes nothing. Throws an `ApplyProblem` if it cannot. */
export function checkPlan(root: MigratedFolder, files: readonly FileToDo[]): Folders {
  checkPaths(files);
  const folders = checkFolders(root, files);
  checkSources(root, files);
  checkTargets(root, files, folders);
  return folders;
}

function checkPaths(files: readonly FileToDo[]): void {
  const sources = new Set<TreePath>();
  const targets = new Set<TreePath>();
  for (const { from, to } of files) {
    for (const path of [from, to])
      if (!isProjectPath(path)) throw refused(path, 'The plan must not change this path.');
    if (sources.has(from)) throw refused(from, 'The plan moves or changes it twice.');
    if (targets.has(to)) throw refused(to, 'The plan puts two files there.');
    sources.add(from);
    targets.add(to);
  }
  for (const path of targets) {
    const file = foldersOf(path).find((folder) => targets.has(folder));
    if (file !== undefined)
      throw refused(file, `The plan puts a file there, and ${path} in a folder of that name.`);
  }
}

/** The parent folders of all paths; none may be a file or a link, so that a revert never has to make room. */
function checkFolders(root: MigratedFolder, files: readonly FileToDo[]): Folders {
  const folders = new Map<TreePath, number | undefined>();
  for (const path of files.flatMap(({ from, to, isLost }) => (isLost ? [to] : [from, to]))) {
    for (const folder of foldersOf(path)) {
      if (folders.has(folder)) continue;
      const stats = asProblem(folder, () => root.lookAt(folder));
      if (stats && !stats.isDirectory())
        throw refused(
          folder,
          stats.isSymbolicLink()
            ? `It is a symbolic link, and ${path} is behind it; fw-migrate does not write through links. ${runAgain}`
            : `It is a file, but ${path} needs a folder with that name. Move or rename it, then run again.`,
        );
      folders.set(folder, stats?.mode);
    }
  }
  return folders;
}

/** Checks that every file is still as it was when the plan was made. */
export function checkSources(root: MigratedFolder, files: readonly FileToDo[]): void {
  for (const file of files) {
    const how = asProblem(file.from, () => driftOf(root, file));
    if (how) refuseDrift({ path: file.from, how });
  }
}

/** How a file has changed, in words. */
export const drifts: { readonly [how in Drift['how']]: string } = {
  gone: 'was removed',
  new: 'appeared',
  'another kind': 'was replaced by something else',
  edited: 'was edited',
};

/** Throws an `ApplyProblem` for a file that has changed since the plan was made. */
export function refuseDrift({ path, how }: Drift): never {
  throw refused(path, `It ${drifts[how]} after the plan was made. ${runAgain}`);
}

/** How a file has changed since the plan was made; undefined if it has not. */
export function driftOf(root: MigratedFolder, { from, kind, expected, isLost }: FileToDo) {
  if (root.obstacleTo(from) !== undefined) return isLost ? undefined : 'another kind';
  const stats = root.lookAt(from);
  if (isLost) return stats ? 'new' : undefined;
  if (!stats) return 'gone';
  if (kindOf(stats) !== kind) return 'another kind';
  return expected === undefined || root.digestAt(from, kind) === expected ? undefined : 'edited';
}

function checkTargets(root: MigratedFolder, files: readonly FileToDo[], folders: Folders): void {
  const sources = new Set(files.map(({ from }) => from));
  const alike = new Map(files.map(({ from }) => [folded(from), from]));
  for (const { from, to } of files) {
    const parent = foldersOf(to).at(-1);
    if (sources.has(to) || (parent !== undefined && folders.get(parent) === undefined)) continue;
    asProblem(to, () => {
      if (!root.lookAt(to) || isSameName(root, alike.get(folded(to)), to)) return;
      throw refused(
        to,
        `${from} should move here, but something already exists. Move or remove it, then run again.`,
      );
    });
  }
}

/** Whether two spellings are one file on a case-insensitive disk. Hard links count as two files. */
function isSameName(root: MigratedFolder, source: TreePath | undefined, to: TreePath): boolean {
  if (source === undefined) return false;
  const [old, next] = [root.onDisk(source), root.onDisk(to)];
  const real = root.disk.realpathSync.native;
  if (real(dirname(old)) !== real(dirname(next))) return false;
  return (
    basename(old) === basename(next) ||
    !root.disk.readdirSync(dirname(next)).includes(basename(next))
  );
}
