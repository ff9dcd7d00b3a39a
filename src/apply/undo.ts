import type { Drift, TreePath } from '../project/snapshot.ts';
import { driftOf, isInside } from './check.ts';
import { digestAt } from './digest.ts';
import type { Place } from './disk.ts';
import { ApplyProblem, guarded, nothingChanged } from './problem.ts';
import { type RecordedFile, recordPath } from './record.ts';
import { keepCopy } from './set-aside.ts';
import type { FileToDo } from './to-do.ts';

/** A file that is not what the run left. */
interface Drifted {
  readonly file: RecordedFile;
  readonly how: Drift['how'];
}

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

/** Every file that is not what the run left. */
export function driftedSince(place: Place, files: readonly RecordedFile[]): readonly Drifted[] {
  return files.flatMap((file) => {
    // What may not be touched is not looked at either; that it may not will be said later.
    const how = isInside(file.to) ? guarded(file.to, () => driftOf(place, wayBack(file))) : undefined;
    return how ? [{ file, how }] : [];
  });
}

/** The way back of one file, which must be what the run left. */
export function wayBack({ from, to, kind, before, left }: RecordedFile): FileToDo {
  return { from: to, to: from, kind, expected: left, ...(before === undefined ? {} : { text: before.text }) };
}

const drifts: { readonly [how in Drift['how']]: string } = {
  gone: 'is not there any more',
  new: 'is there again',
  'another kind': 'is something else now',
  edited: 'was edited since the migration',
};

/** Throws an `ApplyProblem` that names every file which is not what the run left. */
export function refuseDrifted(drifted: readonly Drifted[]): void {
  if (drifted.length === 0) return;
  refuse(drifted, [
    'Undo with --force to take the run back all the same: what was deleted is written again, and of a file whose',
    'original is put back the edited version is kept in .fw-migrate/. Or put each back as it was after the migration.',
  ]);
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

/** The way back of files that are not what the run left, and what becomes of them. Edited versions are copied. */
export function forcedBack(
  place: Place,
  drifted: readonly Drifted[],
  copies: TreePath,
): { readonly files: readonly FileToDo[]; readonly forced: readonly Forced[] } {
  const others = drifted.filter(({ how }) => how === 'another kind');
  if (others.length > 0) refuse(others, ['Move or rename what is there now, and undo again.']);
  const forced = drifted.map((one) => forcedOne(place, one, copies));
  return {
    files: drifted.flatMap(({ file, how }) => {
      if (how === 'edited') return { ...wayBack(file), expected: digestAt(place, file.to, file.kind) };
      return file.before ? { ...wayBack(file), lost: file.before.mode } : [];
    }),
    forced,
  };
}

function forcedOne(place: Place, { file, how }: Drifted, copies: TreePath): Forced {
  const path = file.to;
  if (how === 'gone') return { path, outcome: file.before ? 'restored' : 'missing' };
  if (!file.before) return { path, outcome: 'moved' };
  return { path, outcome: 'replaced', copy: keepCopy(place, copies, path, file.kind) };
}
