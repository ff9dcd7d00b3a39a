import { basename, dirname } from 'node:path';
import type { PlannedFile } from '../plan/plan.ts';
import { type Drift, folded, type TreePath } from '../project/snapshot.ts';
import type { FileOfRun } from './journal.ts';
import { guarded, refused } from './problem.ts';
import { type Digest, digestOf, foldersOf, kindOf, type RunFolder } from './run-folder.ts';
import { isProjectPath } from './state-directory.ts';

/** What is to be done to one file or link, and what must be true for it. */
export interface FileToDo extends Omit<FileOfRun, 'before'> {
  /** What it will hold, or what the link will say; absent if the text stays, or an original comes back. */
  readonly text?: string;
  /** What is there now; absent if that does not matter. */
  readonly expected?: Digest;
  /** Whether the file is gone and comes back. */
  readonly isLost?: boolean;
}

/** What a plan asks for, without what stays as it is. */
export function toDoFor(files: readonly PlannedFile[]): readonly FileToDo[] {
  return files.flatMap(({ from, to, kind, text }): FileToDo[] => {
    if (text === undefined || text.before === text.after) return from === to ? [] : [{ from, to, kind }];
    const after = { digest: digestOf(text.after) };
    return [{ from, to, kind, text: text.after, after, expected: digestOf(text.before) }];
  });
}

/** The folders on the way to every file of a plan, with their modes; without one if the folder must be made. */
export type Folders = ReadonlyMap<TreePath, number | undefined>;

/** The folders that files leave and none enters. */
export function leftFolders(files: readonly FileToDo[]): ReadonlySet<TreePath> {
  const leaving = files.filter(({ from, to, isSpare }) => isSpare || from !== to);
  const left = new Set(leaving.flatMap(({ from }) => foldersOf(from)));
  for (const { to, isSpare } of files) if (!isSpare) for (const folder of foldersOf(to)) left.delete(folder);
  return left;
}

const runAgain = 'Run again to plan with the current files.';

function refuse(path: TreePath, summary: string): never {
  throw refused(path, summary);
}

/** Makes sure that a plan can be carried out in full; writes nothing. Throws an `ApplyProblem` if it cannot. */
export function checkPlan(root: RunFolder, files: readonly FileToDo[]): Folders {
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
      if (!isProjectPath(path)) refuse(path, 'The plan must not change this path.');
    if (sources.has(from)) refuse(from, 'The plan moves or changes it twice.');
    if (targets.has(to)) refuse(to, 'The plan puts two files there.');
    sources.add(from);
    targets.add(to);
  }
  for (const path of targets) {
    const file = foldersOf(path).find((folder) => targets.has(folder));
    if (file !== undefined) refuse(file, `The plan puts a file there, and ${path} in a folder of that name.`);
  }
}

function checkFolders(root: RunFolder, files: readonly FileToDo[]): Folders {
  const folders = new Map<TreePath, number | undefined>();
  const leaving = new Set(files.filter(({ from, to }) => from !== to).map(({ from }) => from));
  for (const { from, isLost } of files) if (!isLost) checkFoldersOf(root, from, folders, new Set());
  for (const { to } of files) checkFoldersOf(root, to, folders, leaving);
  return folders;
}

/** Notes the folders of a path; a file or link in the way must be among those that leave. */
function checkFoldersOf(
  root: RunFolder,
  path: TreePath,
  folders: Map<TreePath, number | undefined>,
  leaving: ReadonlySet<TreePath>,
): void {
  let missing = false;
  for (const folder of foldersOf(path)) {
    if (!folders.has(folder)) {
      // Looking further would follow a link that is about to leave.
      const stats = missing ? undefined : guarded(folder, () => root.lookAt(folder));
      if (stats && !stats.isDirectory() && !leaving.has(folder))
        refuse(
          folder,
          stats.isSymbolicLink()
            ? `It is a symbolic link, and ${path} is behind it; fw-migrate does not write through links. ${runAgain}`
            : `It is a file, but ${path} needs a folder with that name. Move or rename it, then run again.`,
        );
      folders.set(folder, stats?.isDirectory() ? stats.mode : undefined);
    }
    missing = folders.get(folder) === undefined;
  }
}

/** Makes sure that every file still is what the plan was made from. */
export function checkSources(root: RunFolder, files: readonly FileToDo[]): void {
  for (const file of files) {
    const how = guarded(file.from, () => driftOf(root, file));
    if (how) refuseDrift({ path: file.from, how });
  }
}

const drifts: { readonly [how in Drift['how']]: string } = {
  gone: 'It no longer exists.',
  new: 'It appeared after the plan was made.',
  'another kind': 'Its type changed after the plan was made.',
  edited: 'It was changed after the plan was made.',
};

/** Throws an `ApplyProblem` for a file that is not what a plan was made from. */
export function refuseDrift({ path, how }: Drift): never {
  refuse(path, `${drifts[how]} ${runAgain}`);
}

/** In what way a file is not what a plan was made from. */
export function driftOf(
  root: RunFolder,
  { from, kind, expected, isLost }: FileToDo,
): Drift['how'] | undefined {
  if (root.obstacleTo(from) !== undefined) return isLost ? undefined : 'another kind';
  const stats = root.lookAt(from);
  if (isLost) return stats ? 'new' : undefined;
  if (!stats) return 'gone';
  if (kindOf(stats) !== kind) return 'another kind';
  return expected === undefined || root.digestAt(from, kind) === expected ? undefined : 'edited';
}

function checkTargets(root: RunFolder, files: readonly FileToDo[], folders: Folders): void {
  const sources = new Set(files.map(({ from }) => from));
  const alike = new Map(files.map(({ from }) => [folded(from), from]));
  const leaving: ReadonlySet<TreePath> = new Set([...sources, ...leftFolders(files)]);
  for (const { from, to } of files) {
    const parent = foldersOf(to).at(-1);
    if (sources.has(to) || (parent !== undefined && folders.get(parent) === undefined)) continue;
    guarded(to, () => {
      const there = root.lookAt(to);
      if (!there || isSameName(root, alike.get(folded(to)), to)) return;
      if (there.isDirectory() && isEmptied(root, to, leaving)) return;
      refuse(
        to,
        `${from} should move here, but something already exists. Move or remove it, then run again.`,
      );
    });
  }
}

/** Whether all that is in a folder leaves it. */
function isEmptied(root: RunFolder, folder: TreePath, leaving: ReadonlySet<TreePath>): boolean {
  if (!leaving.has(folder)) return false;
  return root.disk.readdirSync(root.onDisk(folder), { withFileTypes: true }).every((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? isEmptied(root, path, leaving) : leaving.has(path);
  });
}

/** Whether two spellings name one file: so they do where case does not count. Hard links are two files. */
function isSameName(root: RunFolder, source: TreePath | undefined, to: TreePath): boolean {
  if (source === undefined) return false;
  const [old, now] = [root.onDisk(source), root.onDisk(to)];
  const real = root.disk.realpathSync.native;
  if (real(dirname(old)) !== real(dirname(now))) return false;
  return basename(old) === basename(now) || !root.disk.readdirSync(dirname(now)).includes(basename(now));
}
