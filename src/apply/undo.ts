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

/**
 * The files that are not what they were before the run. Somebody may have put originals back already, as git does: what
 * the run left of those is of no use then.
 */
export function leftToUndo(
  place: Place,
  files: readonly RecordedFile[],
): { readonly files: readonly RecordedFile[]; readonly spare: readonly FileToDo[] } {
  const back = new Set(files.filter((file) => isOriginal(place, file)));
  const originals = new Set([...back].map(({ from }) => from));
  const states = files.map((file) => ({
    file,
    left: back.has(file) ? leftOf(place, file, originals) : 'other',
  }));
  return {
    files: states.flatMap(({ file, left }) => (left === 'other' ? [file] : [])),
    spare: states.flatMap(({ file: { to, kind, left: expected }, left }) =>
      left === 'spare' ? [{ from: to, to, kind, expected, isSpare: true }] : [],
    ),
  };
}

/** Whether what was in a place before the run is there. */
function isOriginal(place: Place, { from, to, kind, before, left }: RecordedFile): boolean {
  const expected = before ? digestOf(before.text) : left;
  return (
    [from, to].every(isInside) &&
    guarded(from, () => driftOf(place, { from, to, kind, expected }) === undefined)
  );
}

/** What is in the place that a run gave to a file whose original is back. */
function leftOf(
  place: Place,
  { from, to, kind, left }: RecordedFile,
  originals: ReadonlySet<TreePath>,
): 'nothing' | 'spare' | 'other' {
  if (from === to || originals.has(to)) return 'nothing';
  const how = guarded(to, () => driftOf(place, { from: to, to, kind, expected: left }));
  if (how === 'gone') return 'nothing';
  return how === undefined ? 'spare' : 'other';
}

/**
 * The way back of every file. Throws an `ApplyProblem` that names those which are not what the run left, unless there is
 * a folder for copies of what a person wrote.
 */
export function undoing(place: Place, files: readonly RecordedFile[], copies: TreePath | undefined): Undoing {
  const drifted = driftedIn(place, files);
  if (copies === undefined) refuseDrifted(drifted);
  else refuseOtherKinds(drifted);
  const drifts = new Map(drifted.map((one) => [one.file, one]));
  const forced: Forced[] = [];
  const toDo = files.flatMap((file) => {
    const drift = drifts.get(file);
    if (!drift || copies === undefined) return wayBack(file);
    const one = forcedOne(place, drift, copies);
    forced.push(one);
    return forcedBack(place, drift, one);
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
function forcedBack(place: Place, { file }: Drifted, forced: Forced): readonly FileToDo[] {
  switch (forced.outcome) {
    case 'replaced':
      // It must still be what was copied.
      return [{ ...wayBack(file), expected: digestAt(place, forced.copy, file.kind) }];
    case 'moved':
      return [{ ...wayBack(file), expected: digestAt(place, file.to, file.kind) }];
    case 'restored':
      return [{ ...wayBack(file), lost: file.before?.mode ?? 0o644 }];
    case 'missing':
      return [];
  }
}

/** What becomes of a file that is not what the run left. An edited version is copied. */
function forcedOne(place: Place, { file, how }: Drifted, copies: TreePath): Forced {
  const path = file.to;
  if (how === 'gone') return { path, outcome: file.before ? 'restored' : 'missing' };
  if (!file.before) return { path, outcome: 'moved' };
  return { path, outcome: 'replaced', copy: keepCopy(place, copies, path, file.kind) };
}

const words: { readonly [how in Drift['how']]: string } = {
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
    ...drifted.map(({ file, how }) => `  ${file.to} ${words[how]}`),
    ...advice,
    nothingChanged,
  ];
  throw new ApplyProblem(recordPath, lines.join('\n'));
}
