import type { Drift, TreePath } from '../project/snapshot.ts';
import { driftOf, isInside } from './check.ts';
import { digestAt, digestOf } from './digest.ts';
import type { Place } from './disk.ts';
import { ApplyProblem, guarded, nothingChanged } from './problem.ts';
import { type RecordedFile, recordPath } from './record.ts';
import { keepCopy } from './set-aside.ts';
import type { FileToDo } from './to-do.ts';

/** What became of a file that is not what the run left, where it was taken back all the same. */
export type Forced =
  /** The original is back; the edited version is kept elsewhere. */
  | { readonly path: TreePath; readonly outcome: 'replaced'; readonly copy: TreePath }
  /** The run had only moved it: it went back with the edits. */
  | { readonly path: TreePath; readonly outcome: 'moved' }
  /** It was deleted, and is back. */
  | { readonly path: TreePath; readonly outcome: 'restored' }
  /** It was deleted, and the run had only moved it. */
  | { readonly path: TreePath; readonly outcome: 'missing' };

/** What is to be done to take a run back. */
interface Undoing {
  readonly toDo: readonly FileToDo[];
  readonly forced: readonly Forced[];
}

/** A file that is not what the run left. */
interface Drifted {
  readonly file: RecordedFile;
  readonly how: Drift['how'];
}

/** Whether a file is what it was before the run: somebody has put it back already, as git does. */
export function isBack(place: Place, { from, to, kind, before, left }: RecordedFile): boolean {
  if (![from, to].every(isInside)) return false;
  const expected = before ? digestOf(before.text) : left;
  return guarded(from, () => {
    const isGone = from === to || driftOf(place, { from: to, to, kind }) === 'gone';
    return isGone && driftOf(place, { from, to, kind, expected }) === undefined;
  });
}

/**
 * The way back of every file. Throws an `ApplyProblem` that names those which are not what the run left, unless there is
 * a folder for copies of what a person wrote.
 */
export function undoing(place: Place, files: readonly RecordedFile[], copies: TreePath | undefined): Undoing {
  const drifted = driftedIn(place, files);
  if (copies === undefined) refuseDrifted(drifted);
  else refuseOtherKinds(drifted);
  const others = new Map(drifted.map((one) => [one.file, one]));
  const forced = copies === undefined ? [] : drifted.map((one) => forcedOne(place, one, copies));
  const toDo = files.flatMap((file) => {
    const drift = others.get(file);
    return drift ? forcedBack(place, drift) : wayBack(file);
  });
  return { toDo, forced };
}

function driftedIn(place: Place, files: readonly RecordedFile[]): readonly Drifted[] {
  return files.flatMap((file) => {
    // What may not be touched is not looked at either; that it may not will be said later.
    const how = isInside(file.to) ? guarded(file.to, () => driftOf(place, wayBack(file))) : undefined;
    return how ? [{ file, how }] : [];
  });
}

/** The way back of one file, which must be what the run left. */
function wayBack({ from, to, kind, before, left }: RecordedFile): FileToDo {
  return { from: to, to: from, kind, expected: left, ...(before === undefined ? {} : { text: before.text }) };
}

/** The way back of a file that is not what the run left; none where nothing is left of it. */
function forcedBack(place: Place, { file, how }: Drifted): readonly FileToDo[] {
  if (how === 'edited') return [{ ...wayBack(file), expected: digestAt(place, file.to, file.kind) }];
  return file.before ? [{ ...wayBack(file), lost: file.before.mode }] : [];
}

/** What becomes of a file that is not what the run left. An edited version is copied. */
function forcedOne(place: Place, { file, how }: Drifted, copies: TreePath): Forced {
  const path = file.to;
  if (how === 'gone') return { path, outcome: file.before ? 'restored' : 'missing' };
  if (!file.before) return { path, outcome: 'moved' };
  return { path, outcome: 'replaced', copy: keepCopy(place, copies, path, file.kind) };
}

const drifts: { readonly [how in Drift['how']]: string } = {
  gone: 'is not there any more',
  new: 'is there again',
  'another kind': 'is something else now',
  edited: 'was edited since the migration',
};

function refuseDrifted(drifted: readonly Drifted[]): void {
  if (drifted.length === 0) return;
  const isOther = drifted.some(({ how }) => how === 'another kind');
  refuse(drifted, [
    ...(isOther ? ['Move or rename what is something else now.'] : []),
    '`fw-migrate undo --force` takes the run back all the same. Of a file that the run had changed the original comes',
    'back, and the edited version is kept in .fw-migrate/; one that it had only moved goes back as it is now.',
  ]);
}

/** Where a folder or a link has taken the place of a file, nobody can say what should become of it. */
function refuseOtherKinds(drifted: readonly Drifted[]): void {
  const others = drifted.filter(({ how }) => how === 'another kind');
  if (others.length > 0) refuse(others, ['Move or rename what is there now, and undo again.']);
}

function refuse(drifted: readonly Drifted[], advice: readonly string[]): never {
  const lines = [
    'The run cannot be taken back, because not all files are as it left them:',
    ...drifted.map(({ file, how }) => `  ${file.to} ${drifts[how]}`),
    ...advice,
    nothingChanged,
  ];
  throw new ApplyProblem(recordPath, lines.join('\n'));
}
