import { parentOf, type TreePath } from '../project/snapshot.ts';
import { type Fingerprint, isAt, kindOf } from './digest.ts';
import { foldersOf, lookAt, obstacleTo, onDisk, type Place } from './disk.ts';
import { makeFolder, removeFolder } from './make-folder.ts';
import { isOneFile, putInPlace, renameIfFree } from './move-file.ts';
import { withFolder } from './owner.ts';
import { causeOf } from './problem.ts';
import { type Run, readRun } from './run-document.ts';
import { secondName } from './staging.ts';
import { isOurs } from './state.ts';
import { perform, type Rename, type Step, stepsOf } from './steps.ts';

/** A step that could not be reverted. */
export interface Stuck {
  /** What is in the way, and why. */
  readonly path: TreePath;
  readonly why: string;
  /** Whether a person put it there: it may be moved, and nothing is lost. */
  readonly isTheirs: boolean;
}

function inTheWay(path: TreePath, why = 'something else is there now'): Stuck {
  return { path, why, isTheirs: true };
}

/** What reverting steps needs to know of the run that they belong to. */
interface Context {
  readonly place: Place;
  readonly run: Run;
  /** What was where before the run: somebody may have put it back. */
  readonly originals: ReadonlyMap<TreePath, Fingerprint>;
}

function originalsOf({ files }: Run): ReadonlyMap<TreePath, Fingerprint> {
  return new Map(
    files.flatMap(({ from, kind, before: digest }) =>
      digest === undefined ? [] : [[from, { kind, digest }]],
    ),
  );
}

/**
 * Reverts a run, from its last step to its first, as far as that goes; says what is in the way. Which steps were done
 * shows on the disk, and nothing is overwritten, so it can be done again, and others may have been at work since. First
 * all that is in place goes back aside, then from there to where it was. Files that make room for each other wait until
 * the first part is complete: only then is the checkpoint removed, which tells where they are.
 */
export function rollBack(place: Place, run: Run): readonly Stuck[] {
  const { aside, checkpoint, inPlace } = stepsOf(run);
  const context = { place, run, originals: originalsOf(run) };
  const unknown = run.isForeign ? [ifPossible(run.staging, () => unknownTo(context))].flat() : [];
  if (unknown.length > 0) return unknown;
  const isAllAside = ifPossible(checkpoint, () => lookAt(place, checkpoint) !== undefined);
  if (typeof isAllAside !== 'boolean') return [isAllAside];
  if (isAllAside) {
    const stuck = revertAll(context, inPlace);
    if (stuck.length > 0) return [...stuck, ...revertAll(context, aside.filter(createIndependence(run)))];
    const failed = ifPossible(checkpoint, () => removeFolder(place, checkpoint));
    if (failed) return [failed];
  }
  return revertAll(context, aside);
}

/** What the document of somebody else's run does not know for certain: if there is any of it, nothing is done at all. */
function unknownTo({ place, run, originals }: Context): Stuck[] {
  const { aside, inPlace } = stepsOf(run);
  return [...aside, ...inPlace].flatMap((step): Stuck[] => {
    if (step.kind !== 'rename' || !step.what) return [];
    const [own, theirs] = isOurs(step.to) ? [step.to, step.from] : [step.from, step.to];
    const known = [step.what, originals.get(theirs)].filter((one) => one !== undefined);
    const isKnown = (path: TreePath) =>
      !lookAt(place, path) || (isPlain(place, path) && known.some((one) => isAt(place, path, one)));
    const strange = [own, theirs].find((path) => obstacleTo(place, path) !== undefined || !isKnown(path));
    return strange === undefined ? [] : [notOurs(strange)];
  });
}

/** Whether a file does not run as its owner. */
function isPlain(place: Place, path: TreePath): boolean {
  const there = lookAt(place, path);
  return there?.isSymbolicLink() === true || ((there?.mode ?? 0) & 0o7000) === 0;
}

/** What the file system says against something is in its way. */
function ifPossible<Result>(path: TreePath, act: () => Result): Result | Stuck {
  try {
    return act();
  } catch (error) {
    return { path, why: causeOf(error), isTheirs: false };
  }
}

/** Tells the files that no other file of the run makes room for, and no folder. */
function createIndependence({ files }: Run): (step: Step) => boolean {
  const places = new Map<TreePath, number>();
  for (const { from, to } of files)
    for (const path of new Set([from, to])) places.set(path, (places.get(path) ?? 0) + 1);
  const isAlone = (path: TreePath) =>
    places.get(path) === 1 && !foldersOf(path).some((one) => places.has(one));
  const alone = new Set(files.flatMap(({ from, to }) => (isAlone(from) && isAlone(to) ? [from] : [])));
  return (step) => step.kind === 'rename' && alone.has(step.from);
}

function revertAll(context: Context, steps: readonly Step[]): readonly Stuck[] {
  return steps.toReversed().flatMap((step) => {
    const path = step.kind !== 'rename' ? step.path : isOurs(step.from) ? step.to : step.from;
    return ifPossible(path, () => revertStep(context, step)) ?? [];
  });
}

function revertStep(context: Context, step: Step): Stuck | undefined {
  const { place } = context;
  const ends = step.kind === 'rename' ? [step.from, step.to] : [step.path];
  const obstacle = ends.map((path) => obstacleTo(place, path)).find((path) => path !== undefined);
  if (obstacle !== undefined) return inTheWay(obstacle);
  if (step.kind !== 'rename') return restoreFolder(context, step);
  return isOurs(step.to) ? putBack(context, step) : withdraw(context, step);
}

function restoreFolder({ place, run }: Context, step: Exclude<Step, Rename>): undefined {
  const { path } = step;
  // A mode is nothing that a digest could vouch for.
  const mode = run.isForeign ? undefined : step.mode;
  const there = lookAt(place, path);
  // The files that were in it will say so if something took its place.
  if (there && !there.isDirectory()) return undefined;
  if (step.kind === 'make folder') removeFolder(place, path);
  else if (!there) makeFolder(place, path, mode);
  // The process may have been killed after it had made the folder, before it could give it its mode.
  else if (mode !== undefined && (there.mode & 0o7777) !== mode)
    withFolder(place, path, (file) => place.disk.fchmodSync(file, mode));
}

/** Reverts a step that took something aside: it goes back to where it was. */
function putBack(context: Context, step: Rename): Stuck | undefined {
  const { place } = context;
  const { from, to, what } = step;
  const [source, target] = [lookAt(place, from), lookAt(place, to)];
  if (!target) return undefined;
  if (source) {
    if (isOneFile(place, from, to)) place.disk.unlinkSync(onDisk(place, to));
    // A person has put the same file back already, as git does. What is aside is of no use then.
    else if (!what || !isAt(place, from, what)) return inTheWay(from);
    return undefined;
  }
  if (!mayMove(context, step)) return notOurs(to);
  makeFoldersOf(place, from);
  putInPlace(place, to, from, what?.kind);
  return undefined;
}

/** Reverts a step that put something in place: it goes back to our folder. */
function withdraw(context: Context, step: Rename): Stuck | undefined {
  const { place, run } = context;
  const { from, to, what } = step;
  const [source, target] = [lookAt(place, from), lookAt(place, to)];
  if (!target) return undefined;
  if (source) {
    // Only a process that was killed between the two names of a file leaves both. What else is there is not ours.
    if (isOneFile(place, from, to)) dropSecondName(place, from, to);
    return undefined;
  }
  if (!what || isAt(place, to, what)) return void renameIfFree(place, to, from);
  const original = context.originals.get(to);
  // Git puts originals back where the run has put something else.
  if (original && isAt(place, to, original)) return undefined;
  const isEditedOriginal = isOriginalOf(context, step) && kindOf(target) === what.kind;
  // What the run had only moved, or has put back, goes back with the edits.
  return isEditedOriginal && !run.isForeign ? void renameIfFree(place, to, from) : notOurs(to);
}

/** Taken by renaming, so that a file which an editor puts there at this moment is not the one that is deleted. */
function dropSecondName(place: Place, from: TreePath, to: TreePath): void {
  const second = secondName(from);
  renameIfFree(place, to, second);
  if (isOneFile(place, from, second)) place.disk.unlinkSync(onDisk(place, second));
  else putInPlace(place, second, to);
}

function notOurs(path: TreePath): Stuck {
  return inTheWay(path, 'it is not what the run put there');
}

/** What was put aside goes back, with the edits that somebody saved meanwhile; a document must be the right one. */
function mayMove({ place, run }: Context, { to, what }: Rename): boolean {
  return !run.isForeign || what !== undefined || readRun(place, to)?.staging === run.previous;
}

/** Whether the run puts the very file of a person there: one that it moves, or an original that an undo puts back. */
function isOriginalOf({ run, originals }: Context, { from, to }: Rename): boolean {
  if (!from.endsWith('.old')) return false;
  return run.previous !== undefined && from.startsWith(`${run.previous}/`) ? true : !originals.has(to);
}

/** A person may have removed folders that seemed to be of no use. */
function makeFoldersOf(place: Place, path: TreePath): void {
  if (!lookAt(place, parentOf(path)))
    for (const folder of foldersOf(path)) perform(place, { kind: 'make folder', path: folder });
}
