import { basename, isAbsolute, sep } from 'node:path';
import { object, oneOf, readAs, text } from '../catalogue/shape.ts';
import { crypto } from '../project/crypto.ts';
import { GitProblem, trackedBelow } from '../project/git.ts';
import { errorCode, RefusedFile, readRegularFile } from '../project/open-file.ts';
import { ownFolder } from '../project/own-files.ts';
import type { TreePath } from '../project/snapshot.ts';
import { ApplyProblem, guarded, nothingChanged, refused } from './problem.ts';
import type { RunFolder } from './run-folder.ts';

/** The folder for our own files: inside the folder of the run, so that renaming from there never copies. */
export const stateFolder = ownFolder;

const ignoreFile = `${stateFolder}/.gitignore`;
const ignoreText = '*\n';

/** The name of the last run's report in our folder. */
export const keptReportName = 'report.json';

/** What a name in our folder is: all but copies of what people wrote decides what is done to files. */
type StateKind = 'journal' | 'record' | 'lock' | 'other lock' | 'staging' | 'report' | 'none';

function kindOfState(name: string): StateKind {
  if (name.startsWith('staging-')) return 'staging';
  if (name.startsWith('lock-')) return 'other lock';
  if (name === 'journal.json') return 'journal';
  if (name === 'last-run.json') return 'record';
  if (name === keptReportName) return 'report';
  return name === 'lock' ? 'lock' : 'none';
}

/** The paths of what is in our folder and of one of these kinds. */
export function pathsInState(root: RunFolder, ...kinds: readonly StateKind[]): readonly TreePath[] {
  const names = namesInState(root).filter((name) => kinds.includes(kindOfState(name)));
  return names.map((name) => `${stateFolder}/${name}`);
}

/** Whether a path is one of ours, and not of the project. */
export function isOurs(path: TreePath): boolean {
  return path.startsWith(`${stateFolder}/`);
}

/** Whether a path is that of our own folder, in whichever folder a run was given. */
export function isStateFolder(path: TreePath): boolean {
  return basename(path) === stateFolder;
}

/** Whether a path names something below the folder of the run that may be written. */
export function isProjectPath(path: TreePath): boolean {
  if (isAbsolute(path) || path.includes('\0')) return false;
  // On Windows these are further ways to leave a folder, and no part of a name.
  if (sep === '\\' && /[\\:]/.test(path)) return false;
  return path.split('/').every((name, index) => {
    // Windows drops dots and spaces at the end of a name, and has a short name for each.
    const plain = name.toLowerCase().replace(/(?<=[^. ])[. ]+$/, '');
    return !['', '.', '..', '.git', 'git~1'].includes(plain) && !(index === 0 && plain === stateFolder);
  });
}

/** Whether our own folder is there. Throws an `ApplyProblem` if it is something else: a link would lead elsewhere. */
export function hasState(root: RunFolder): boolean {
  const there = guarded(stateFolder, () => root.lookAt(stateFolder));
  if (there && !there.isDirectory())
    throw refused(stateFolder, 'This must be a folder. Remove it, then run again.');
  return there !== undefined;
}

/** Makes our own folder, which git does not see. */
export function makeState(root: RunFolder): void {
  if (!hasState(root)) root.makeFolder(stateFolder);
  try {
    root.writeNew(ignoreFile, ignoreText);
    root.syncPaths([ignoreFile, '']);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** The names in our own folder; none if it is not there. */
export function namesInState(root: RunFolder): readonly string[] {
  return hasState(root) ? guarded(stateFolder, () => root.disk.readdirSync(root.onDisk(stateFolder))) : [];
}

/** Removes our folder if nothing is left in it that matters. */
export function removeEmptyState(root: RunFolder): void {
  try {
    const names = root.disk.readdirSync(root.onDisk(stateFolder));
    if (names.some((name) => name !== basename(ignoreFile))) return;
    // A process that was killed may have written a part of it.
    if (names.length > 0 && ignoreText.startsWith(readOurs(root, ignoreFile) ?? ignoreText))
      root.removeFile(ignoreFile);
    // Fails if another run has begun just now, or if someone has put something there.
    root.disk.rmdirSync(root.onDisk(stateFolder));
  } catch {
    // An empty folder of ours does no harm.
  }
}

/** Gives a file of ours another name in our folder, down to the disk. */
export function renameInState(root: RunFolder, from: TreePath, to: TreePath): void {
  root.disk.renameSync(root.onDisk(from), root.onDisk(to));
  root.syncPaths([stateFolder]);
}

// A text of JavaScript cannot be much longer.
const mostBytes = 400_000_000;

/** The text of a file of ours; undefined if there is none. What a repository may have put there is not followed. */
function readOurs(root: RunFolder, path: TreePath, mayGo = false): string | undefined {
  if (!hasState(root)) return undefined;
  return guarded(path, () => {
    if (!root.lookAt(path)) return undefined;
    try {
      return readRegularFile(root.onDisk(path), mostBytes, root.disk).toString('utf8');
    } catch (error) {
      if (mayGo && errorCode(error) === 'ENOENT') return undefined;
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

/** What a sealed file is: one kind is not taken for another. */
type SealedKind = 'run' | 'lock' | 'report';

const sealedShape = object({ version: oneOf(version), seal: text, content: text });

/** A text that only this user's own runs in this folder could have written. */
export function sealed(root: RunFolder, kind: SealedKind, content: string): string {
  return JSON.stringify({ version, seal: sealOf(root, `${kind} ${content}`), content });
}

function sealOf(root: RunFolder, value: string): string {
  return root.trust.seal(realFolder(root), value);
}

function realFolder({ disk, folder }: RunFolder): string {
  return guarded(folder, () => disk.realpathSync.native(folder));
}

/**
 * What a sealed file holds, and whether a run of this user in this folder has written it; a text that was never sealed is
 * not trusted, except that a lock may be torn. Undefined if there is no such file.
 */
export function readSealed(
  root: RunFolder,
  kind: SealedKind,
  path: TreePath,
): { readonly content: string; readonly isOwn: boolean } | undefined {
  // The owner of a lock takes it away whenever its run is done.
  const source = readOurs(root, path, kind === 'lock');
  if (source === undefined) return undefined;
  const read = readAs<{ readonly seal: string; readonly content: string }>(sealedShape, source);
  if (!read) {
    // If a run of this user is recorded here, a torn lock beside it is what a power cut left of theirs.
    const isRecorded = () =>
      pathsInState(root, 'journal', 'record').some((one) => readSealed(root, 'run', one)?.isOwn);
    return { content: source, isOwn: kind === 'lock' && isRecorded() };
  }
  const { seal, content } = read;
  return { content, isOwn: root.trust.isSealed(realFolder(root), `${kind} ${content}`, seal) };
}

const ownName = /^(staging|lock)-([\da-f]{16})-([\w-]{16})$/;

/** A new path in our folder for a run or a lock, with a name that only this user's own runs could have given. */
export function newPath(root: RunFolder, kind: 'staging' | 'lock'): TreePath {
  const nonce = crypto().randomBytes(8).toString('hex');
  return `${stateFolder}/${kind}-${nonce}-${sealOf(root, `${kind} ${nonce}`).slice(0, 16)}`;
}

/** Whether a path has a name that a run of this user in this folder has given. */
export function hasOwnName(root: RunFolder, path: TreePath): boolean {
  const [, kind, nonce, seal] = ownName.exec(basename(path)) ?? [];
  return kind !== undefined && root.trust.isSealed(realFolder(root), `${kind} ${nonce}`, seal ?? '', 16);
}

/** Whether a path is that of the folder of one run, whoever's. */
export function isStaging(path: TreePath): boolean {
  return isOurs(path) && ownName.exec(path.slice(stateFolder.length + 1))?.[1] === 'staging';
}

/**
 * Throws an `ApplyProblem` if state in a folder was not left by a run of this user on this machine in this folder: a
 * repository could use it to move, delete and publish files. What git tracks is never ours, whatever anybody confirms.
 */
export function refuseForeignState(root: RunFolder): void {
  // Also before the first run: what it leaves there could not be undone.
  if (!hasState(root)) return;
  refuseTracked(root);
  if (root.trust.acceptsForeign) return;
  const foreign = namesInState(root).find((name) => !isOwn(root, name));
  if (foreign !== undefined) throw foreignState(`${stateFolder}/${foreign}`);
}

function isOwn(root: RunFolder, name: string): boolean {
  const kind = kindOfState(name);
  if (kind === 'none') return true;
  if (kind === 'staging' || kind === 'other lock') return hasOwnName(root, name);
  const sealedAs = kind === 'lock' || kind === 'report' ? kind : 'run';
  return readSealed(root, sealedAs, `${stateFolder}/${name}`)?.isOwn ?? true;
}

function refuseTracked({ folder, trust }: RunFolder): void {
  let tracked: string | undefined;
  try {
    tracked = trackedBelow(folder, stateFolder)?.[0];
  } catch (error) {
    // A repository that git cannot read tracks nothing; but then only the seals tell whose the state is.
    if (!(error instanceof GitProblem) || trust.acceptsForeign) throw error;
  }
  if (tracked !== undefined)
    throw refused(
      tracked,
      `This is part of the repository, and fw-migrate does not trust state that comes from a repository. Stop tracking it (\`git rm -r --cached ${stateFolder}\`), and move it out of this folder unless it is from your own run.`,
    );
}

/** Says what to do about state that is not ours. */
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
