/** Our folder `.fw-migrate/`: what may be in it, and whether this user's own runs wrote it. */

import { basename, isAbsolute, sep } from 'node:path';
import { integer, object, readAs, type TypeOf, text } from '../catalogue/shape.ts';
import { GitProblem, trackedBelow } from '../tree/git.ts';
import { errorCode, RefusedFile, readRegularFile } from '../tree/open-file.ts';
import { ownFolder } from '../tree/own-files.ts';
import type { TreePath } from '../tree/snapshot.ts';
import { ApplyProblem, asProblem, nothingChanged, refused } from './apply-problem.ts';
import type { MigratedFolder } from './migrated-folder.ts';
import { crypto } from './trust.ts';

/** The folder for our own files: inside the migrated folder, so that renaming a file never copies it. */
export const stateFolder = ownFolder;

const ignoreFile = `${stateFolder}/.gitignore`;
const ignoreText = '*\n';

/** The kind of a sealed file. It is part of the seal, so that kinds cannot be exchanged. */
type SealedKind = 'run' | 'lock' | 'report';

/** The names of sealed files in our folder. Others, such as kept files, do not affect runs. */
const sealedNames: ReadonlyMap<string, SealedKind> = new Map([
  ['journal.json', 'run'],
  ['last-run.json', 'run'],
  ['lock', 'lock'],
  ['report.json', 'report'],
]);

/** The paths of the entries in our folder whose names start like this. */
export function pathsInState(
  root: MigratedFolder,
  start: 'staging-' | 'lock-',
): readonly TreePath[] {
  const names = namesInState(root).filter((name) => name.startsWith(start));
  return names.map((name) => `${stateFolder}/${name}`);
}

/** Whether a path is in our folder, and not a path of the project. */
export function isOurs(path: TreePath): boolean {
  return path.startsWith(`${stateFolder}/`);
}

/** Whether a path is inside the migrated folder and may be written. */
export function isProjectPath(path: TreePath): boolean {
  if (isAbsolute(path) || path.includes('\0')) return false;
  // On Windows, these characters can lead out of a folder, and cannot be part of a name.
  if (sep === '\\' && /[\\:]/.test(path)) return false;
  return path.split('/').every((name, index) => {
    // Windows ignores dots and spaces at the end of a name, and has short names such as `git~1`.
    const plain = name.toLowerCase().replace(/(?<=[^. ])[. ]+$/, '');
    return (
      !['', '.', '..', '.git', 'git~1'].includes(plain) && !(index === 0 && plain === stateFolder)
    );
  });
}

/** Whether our own folder exists. Throws an `ApplyProblem` if it is not a folder: links are not followed. */
export function hasState(root: MigratedFolder): boolean {
  const there = asProblem(stateFolder, () => root.lookAt(stateFolder));
  if (there && !there.isDirectory())
    throw refused(stateFolder, 'This must be a folder. Remove it, then run again.');
  return there !== undefined;
}

/** Makes our own folder, which git ignores. */
export function makeState(root: MigratedFolder): void {
  if (!hasState(root)) root.makeFolder(stateFolder);
  try {
    root.writeNew(ignoreFile, ignoreText);
    root.syncPaths([ignoreFile, '']);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** The names in our own folder; empty if it does not exist. */
export function namesInState(root: MigratedFolder): readonly string[] {
  return hasState(root)
    ? asProblem(stateFolder, () => root.disk.readdirSync(root.onDisk(stateFolder)))
    : [];
}

/** Removes our folder if nothing that matters is left in it. */
export function removeEmptyState(root: MigratedFolder): void {
  try {
    const names = root.disk.readdirSync(root.onDisk(stateFolder));
    if (names.some((name) => name !== basename(ignoreFile))) return;
    // A process that was killed may have written only a part of the file.
    if (names.length > 0 && ignoreText.startsWith(readOurs(root, ignoreFile) ?? ignoreText))
      root.removeFile(ignoreFile);
    // Fails if another run has begun just now, or if someone has put something there.
    root.disk.rmdirSync(root.onDisk(stateFolder));
  } catch {
    // An empty folder of ours does no harm.
  }
}

// A string in JavaScript cannot be much longer.
const mostBytes = 400_000_000;

/** The text of a file of ours; undefined if there is none. Links from a repository are not followed. */
function readOurs(root: MigratedFolder, path: TreePath): string | undefined {
  if (!hasState(root)) return undefined;
  return asProblem(path, () => {
    if (!root.lookAt(path)) return undefined;
    try {
      return readRegularFile(root.onDisk(path), mostBytes, root.disk).toString('utf8');
    } catch (error) {
      // The owner of a lock removes it when its run is done.
      if (errorCode(error) === 'ENOENT' && !root.lookAt(path)) return undefined;
      if (!(error instanceof RefusedFile)) throw error;
      throw refused(
        path,
        `This is ${error.reason}, which fw-migrate never creates here. Remove it, then run again.`,
      );
    }
  });
}

/** The version of the format: other versions of this tool may not understand it. */
const version = 3;

const sealedShape = object({ version: integer(1), seal: text, content: text });

/** A text that only this user's own runs in this folder could have written. */
export function sealed(root: MigratedFolder, kind: SealedKind, content: string): string {
  return JSON.stringify({ version, seal: sealOf(root, `${kind} ${content}`), content });
}

/** Writes a sealed file completely or not at all, flushes it to the disk, and replaces an earlier one. */
export function writeSealed(
  root: MigratedFolder,
  kind: SealedKind,
  path: TreePath,
  content: string,
): void {
  // If the process is killed, the draft is removed together with old locks.
  const draft = newPath(root, 'lock');
  try {
    root.writeNew(draft, sealed(root, kind, content), { isDurable: true });
    root.disk.renameSync(root.onDisk(draft), root.onDisk(path));
    root.syncPaths([stateFolder]);
  } catch (error) {
    if (root.lookAt(draft)) root.removeFile(draft);
    throw error;
  }
}

function sealOf(root: MigratedFolder, value: string): string {
  return root.trust.seal(realFolder(root), value);
}

function realFolder({ disk, folder }: MigratedFolder): string {
  return asProblem(folder, () => disk.realpathSync.native(folder));
}

/**
 * The content of a sealed file, and whether a run of this user in this folder has written it. A text without a
 * seal is not trusted, unless it is an incomplete lock. Undefined if the file does not exist.
 */
export function readSealed(
  root: MigratedFolder,
  kind: SealedKind,
  path: TreePath,
): { readonly content: string; readonly isOwn: boolean } | undefined {
  const source = readOurs(root, path);
  if (source === undefined) return undefined;
  const read = readAs<TypeOf<typeof sealedShape>>(sealedShape, source);
  if (read && read.version !== version) throw otherVersion(path);
  if (!read) {
    // If a run of this user is recorded here, an incomplete lock is the rest of their own after a power cut.
    const isRecorded = () =>
      [...sealedNames].some(
        ([name, of]) => of === 'run' && readSealed(root, of, `${stateFolder}/${name}`)?.isOwn,
      );
    return { content: source, isOwn: kind === 'lock' && isRecorded() };
  }
  const { seal, content } = read;
  return { content, isOwn: root.trust.isSealed(realFolder(root), `${kind} ${content}`, seal) };
}

const ownName = /^(staging|lock)-([\da-f]{16})-([\w-]{16})$/;

/** A new path in our folder for a run or a lock, with a name that only this user's own runs could give. */
export function newPath(root: MigratedFolder, kind: 'staging' | 'lock'): TreePath {
  const nonce = crypto().randomBytes(8).toString('hex');
  return `${stateFolder}/${kind}-${nonce}-${sealOf(root, `${kind} ${nonce}`).slice(0, 16)}`;
}

/** Whether the name of a path was given by a run of this user in this folder. */
export function hasOwnName(root: MigratedFolder, path: TreePath): boolean {
  const [, kind, nonce, seal] = ownName.exec(basename(path)) ?? [];
  return (
    kind !== undefined && root.trust.isSealed(realFolder(root), `${kind} ${nonce}`, seal ?? '', 16)
  );
}

/** Whether a path is that of a staging folder, of any user. */
export function isStaging(path: TreePath): boolean {
  return isOurs(path) && ownName.exec(path.slice(stateFolder.length + 1))?.[1] === 'staging';
}

/**
 * Throws an `ApplyProblem` if state in a folder was not left by a run of this user on this machine in this
 * folder: a repository could use it to move, delete and publish files. Files that git tracks are never trusted.
 * What reverts files does not need the report, and goes on without it.
 */
export function refuseForeignState(root: MigratedFolder, { ofReport = true } = {}): void {
  if (!hasState(root)) return;
  // Tracked state is refused even before the first run, because that run could not be undone.
  refuseTracked(root);
  if (root.trust.acceptsForeign) return;
  const isNeeded = (name: string) => ofReport || sealedNames.get(name) !== 'report';
  const foreign = namesInState(root).find((name) => isNeeded(name) && !isOwn(root, name));
  if (foreign !== undefined) throw foreignState(`${stateFolder}/${foreign}`);
}

function isOwn(root: MigratedFolder, name: string): boolean {
  const kind = sealedNames.get(name);
  if (kind) return readSealed(root, kind, `${stateFolder}/${name}`)?.isOwn ?? true;
  return !/^(?:staging|lock)-/.test(name) || hasOwnName(root, name);
}

function refuseTracked({ folder, trust }: MigratedFolder): void {
  let tracked: string | undefined;
  try {
    tracked = trackedBelow(folder, stateFolder)?.[0];
  } catch (error) {
    // If git cannot read the repository, only the seals show whose state it is.
    if (!(error instanceof GitProblem) || trust.acceptsForeign) throw error;
  }
  if (tracked !== undefined)
    throw refused(
      tracked,
      `This is part of the repository, and fw-migrate does not trust state that comes from a repository. Stop tracking it (\`git rm -r --cached ${stateFolder}\`), and move it out of this folder unless it is from your own run.`,
    );
}

/** The problem of state in another format. */
export function otherVersion(path: TreePath): ApplyProblem {
  return refused(
    path,
    `This was not written by this version of fw-migrate. Undo that run with the version that wrote it, or move ${stateFolder}/ out of this folder.`,
  );
}

/** The problem of state that is not ours, with what to do about it. */
export function foreignState(path: string): ApplyProblem {
  return new ApplyProblem(
    path,
    [
      'This is not from one of your runs in this folder, so it is not trusted.',
      `${nothingChanged} What to do:`,
      '  If another run is in progress here, wait for it to finish.',
      `  If it came with the repository, move ${stateFolder}/ out of this folder and run again.`,
      '  If it is from your own run elsewhere (another machine, container or user, or the folder was',
      '  moved), it may contain your original files: `fw-migrate undo --recover` reverts that run.',
    ].join('\n'),
  );
}
