import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { errorCode } from '../project/file-errors.ts';
import { RefusedFile, readRegularFile } from '../project/open-file.ts';
import { ownFolder } from '../project/own-folder.ts';
import { object, oneOf, readAs, text } from '../project/shape.ts';
import type { TreePath } from '../project/snapshot.ts';
import { lookAt, onDisk, type Place } from './disk.ts';
import { writeNew } from './durable.ts';
import { makeFolder } from './make-folder.ts';
import { giveLikeFolder } from './owner.ts';
import { ApplyProblem, guarded, nothingChanged } from './problem.ts';

/** The folder for our own files: inside the folder of the run, so that renaming from there never copies. */
export const stateFolder = ownFolder;

const ignoreFile = `${stateFolder}/.gitignore`;
const ignoreText = '*\n';

/** What a name in our folder is: all but copies of what people wrote decides what is done to files. */
export type StateKind = 'journal' | 'record' | 'lock' | 'other lock' | 'staging' | 'none';

export function kindOfState(name: string): StateKind {
  if (name.startsWith('staging-')) return 'staging';
  if (name.startsWith('lock-')) return 'other lock';
  const kinds: { readonly [name: string]: StateKind } = {
    'journal.json': 'journal',
    'last-run.json': 'record',
    lock: 'lock',
  };
  return Object.hasOwn(kinds, name) ? (kinds[name] ?? 'none') : 'none';
}

/** Whether a path is one of ours, and not of the project. */
export function isOurs(path: TreePath): boolean {
  return path.startsWith(`${stateFolder}/`);
}

/** Whether a path is that of our own folder, in whichever folder a run was given. */
export function isStateFolder(path: TreePath): boolean {
  return basename(path) === stateFolder;
}

/** Whether our own folder is there. Throws an `ApplyProblem` if it is something else: a link would lead elsewhere. */
export function hasState(place: Place): boolean {
  const there = guarded(stateFolder, () => lookAt(place, stateFolder));
  if (there && !there.isDirectory())
    throw new ApplyProblem(
      stateFolder,
      `This must be a folder. Remove it, then run again. ${nothingChanged}`,
    );
  return there !== undefined;
}

/** Makes our own folder, which git does not see. */
export function makeState(place: Place): void {
  if (!hasState(place)) makeFolder(place, stateFolder);
  try {
    writeNew(place, ignoreFile, ignoreText, (file) => giveLikeFolder(place, file, ignoreFile));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** The names in our own folder; none if it is not there. */
export function namesInState(place: Place): readonly string[] {
  return hasState(place)
    ? guarded(stateFolder, () => place.disk.readdirSync(onDisk(place, stateFolder)))
    : [];
}

/** Removes our folder if nothing is left in it that matters. */
export function removeEmptyState(place: Place): void {
  try {
    const names = place.disk.readdirSync(onDisk(place, stateFolder));
    if (names.some((name) => name !== basename(ignoreFile))) return;
    // A process that was killed may have written a part of it.
    if (names.length > 0 && ignoreText.startsWith(readOurs(place, ignoreFile) ?? ignoreText))
      place.disk.unlinkSync(onDisk(place, ignoreFile));
    // Fails if another run has begun just now, or if a person has put something there.
    place.disk.rmdirSync(onDisk(place, stateFolder));
  } catch {
    // An empty folder of ours does no harm.
  }
}

// A text of JavaScript cannot be much longer.
const mostBytes = 400_000_000;

/** The text of a file of ours; undefined if there is none. What a repository may have put there is not followed. */
function readOurs(place: Place, path: TreePath): string | undefined {
  if (!hasState(place)) return undefined;
  return guarded(path, () => {
    if (!lookAt(place, path)) return undefined;
    try {
      return readRegularFile(onDisk(place, path), mostBytes, place.disk).toString('utf8');
    } catch (error) {
      if (error instanceof RefusedFile)
        throw new ApplyProblem(
          path,
          `This is ${error.reason}; fw-migrate never creates one here. Remove it, then run again. ${nothingChanged}`,
        );
      throw error;
    }
  });
}

/** Which versions of this tool understand what this one writes down. */
const version = 3;

/** What a sealed file is: one kind is not taken for another. */
type SealedKind = 'run' | 'lock';

const sealedShape = object({ version: oneOf(version), seal: text, content: text });

/** A text that only this user's own runs in this folder could have written. */
export function sealed(place: Place, kind: SealedKind, content: string): string {
  return JSON.stringify({ version, seal: sealOf(place, `${kind} ${content}`), content });
}

function sealOf(place: Place, value: string): string {
  return place.trust.seal(realFolder(place), value);
}

function realFolder({ disk, folder }: Place): string {
  return guarded(folder, () => disk.realpathSync.native(folder));
}

/** What a sealed file holds, and whether a run of this user in this folder has written it. */
interface Unsealed {
  readonly content: string;
  readonly isOwn: boolean;
}

/** Undefined if there is no such file; a text that was never sealed is not trusted. */
export function readSealed(place: Place, kind: SealedKind, path: TreePath): Unsealed | undefined {
  const source = readOurs(place, path);
  if (source === undefined) return undefined;
  const read = readAs<{ readonly seal: string; readonly content: string }>(sealedShape, source);
  if (!read) return { content: source, isOwn: false };
  const { seal, content } = read;
  return { content, isOwn: place.trust.isSealed(realFolder(place), `${kind} ${content}`, seal) };
}

/** What has a name of its own that shows whose it is: the folder of a run, and a lock before and after it counts. */
type NamedKind = 'staging' | 'lock';

const ownName = /^(staging|lock)-([\da-f]{16})-([\w-]{16})$/;

/** A new name in our folder that only this user's own runs could have given. */
export function newName(place: Place, kind: NamedKind): string {
  const nonce = randomBytes(8).toString('hex');
  return `${kind}-${nonce}-${sealOf(place, `${kind} ${nonce}`).slice(0, 16)}`;
}

/** Whether a name is one that a run of this user in this folder has given. */
export function isOwnName(place: Place, name: string): boolean {
  const [, kind, nonce, seal] = ownName.exec(name) ?? [];
  return kind !== undefined && place.trust.isSealed(realFolder(place), `${kind} ${nonce}`, seal ?? '', 16);
}

/** Whether a path is that of the folder of one run, whoever's. */
export function isStaging(path: TreePath): boolean {
  return isOurs(path) && ownName.exec(path.slice(stateFolder.length + 1))?.[1] === 'staging';
}
