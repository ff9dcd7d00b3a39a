import type { Drift, TreePath } from '../project/snapshot.ts';
import { driftOf } from './check.ts';
import { digestAt, isAt, kindOf } from './digest.ts';
import { lookAt, type Place } from './disk.ts';
import { recordPath } from './journal.ts';
import { ApplyProblem, guarded, nothingChanged } from './problem.ts';
import type { FileOfRun, Run } from './run-document.ts';
import { asidePath } from './staging.ts';
import type { FileToDo } from './to-do.ts';

/** What became of a file that is not what the run left, and was undone all the same. */
export type Forced =
  /** The original is back; the edited version is kept elsewhere. */
  | { readonly path: TreePath; readonly outcome: 'replaced' }
  /** The run had only moved it: it went back with the edits. */
  | { readonly path: TreePath; readonly outcome: 'moved' }
  /** It was deleted, and is back. */
  | { readonly path: TreePath; readonly outcome: 'restored' }
  /** It was deleted, and the run had only moved it. */
  | { readonly path: TreePath; readonly outcome: 'missing' };

/** What is to be done to undo a run. */
interface Undoing {
  readonly toDo: readonly FileToDo[];
  readonly forced: readonly Forced[];
}

/** A file that a run has moved or changed, and its number in that run. */
interface Done {
  readonly file: FileOfRun;
  readonly index: number;
}

/** A file that is not what the run left, or whose original is not what the run put aside. */
interface Drifted extends Done {
  readonly how: Drift['how'] | 'saved later';
}

/**
 * The way back of every file that a run has moved or changed. Throws an `ApplyProblem` that names those which are not
 * what the run left, unless it is forced.
 */
export function undoing(place: Place, run: Run, force: boolean): Undoing {
  const { files, spare } = leftToUndo(place, run);
  const drifted = driftedIn(place, files);
  if (force) refuseOtherKinds(drifted);
  else refuseDrifted([...drifted, ...savedLater(place, run, files)]);
  const drifts = new Map(drifted.map((one) => [one.index, one]));
  const toDo: FileToDo[] = [...spare];
  const forced: Forced[] = [];
  for (const done of files) {
    const drift = drifts.get(done.index);
    if (drift) forced.push(outcomeOf(drift));
    toDo.push(...wayBack(place, run, done, drift));
  }
  return { toDo, forced };
}

/** What a run left of a file. */
function leftOf({ before = '', after }: FileOfRun): string {
  return after?.digest ?? before;
}

/**
 * The files that are not what they were before the run. Somebody may have put originals back already, as git does: what
 * the run left of those is of no use then.
 */
function leftToUndo(
  place: Place,
  { files }: Run,
): { readonly files: readonly Done[]; readonly spare: readonly FileToDo[] } {
  const back = new Set(files.filter((file) => isOriginal(place, file)));
  const originals = new Set([...back].map(({ from }) => from));
  const states = files.map((file, index) => ({
    ...{ file, index },
    rest: back.has(file) ? restOf(place, file, originals) : 'other',
  }));
  return {
    files: states.filter(({ rest }) => rest === 'other'),
    spare: states.flatMap(({ file, rest }) =>
      rest === 'spare'
        ? [{ from: file.to, to: file.to, kind: file.kind, expected: leftOf(file), isSpare: true }]
        : [],
    ),
  };
}

/** Whether what was in a place before the run is there. */
function isOriginal(place: Place, { from, to, kind, before = '' }: FileOfRun): boolean {
  return guarded(from, () => driftOf(place, { from, to, kind, expected: before }) === undefined);
}

/** What is in the place that a run gave to a file whose original is back. */
function restOf(
  place: Place,
  file: FileOfRun,
  originals: ReadonlySet<TreePath>,
): 'nothing' | 'spare' | 'other' {
  const { from, to } = file;
  if (from === to || originals.has(to)) return 'nothing';
  const how = driftFromLeft(place, file);
  if (how === 'gone') return 'nothing';
  return how === undefined ? 'spare' : 'other';
}

/** In what way a file is not what the run left. */
function driftFromLeft(place: Place, file: FileOfRun): Drift['how'] | undefined {
  const { to, kind } = file;
  return guarded(to, () => driftOf(place, { from: to, to, kind, expected: leftOf(file) }));
}

function driftedIn(place: Place, files: readonly Done[]): readonly Drifted[] {
  return files.flatMap((done) => {
    const how = driftFromLeft(place, done.file);
    return how ? [{ ...done, how }] : [];
  });
}

/** A program that had a file open when the run put it aside may have saved to it since. */
function savedLater(place: Place, { staging }: Run, files: readonly Done[]): readonly Drifted[] {
  return files.flatMap(({ file, index }) => {
    const { kind, before: digest, after } = file;
    const aside = asidePath(staging, index);
    const isKnown = () =>
      !lookAt(place, aside) || digest === undefined || isAt(place, aside, { kind, digest });
    return after && !guarded(aside, isKnown) ? [{ file, index, how: 'saved later' as const }] : [];
  });
}

/** What becomes of a file that is not what the run left. */
function outcomeOf({ file: { to: path, after }, how }: Drifted): Forced {
  if (how === 'gone') return { path, outcome: after ? 'restored' : 'missing' };
  return { path, outcome: after ? 'replaced' : 'moved' };
}

/** The way back of one file; none if nothing is left of it. */
function wayBack(place: Place, run: Run, { file, index }: Done, drift: Drifted | undefined): FileToDo[] {
  const { from: to, to: from, kind, after } = file;
  const back = { from, to, kind, ...(after ? { original: originalOf(place, run, file, index) } : {}) };
  if (!drift) return [{ ...back, expected: leftOf(file) }];
  if (drift.how === 'gone') return after ? [{ ...back, isLost: true }] : [];
  // It must stay what it is now until it goes.
  const expected = guarded(from, () => digestAt(place, from, kind));
  return [{ ...back, expected, ...(after ? { isTheirs: true } : {}) }];
}

/** The original of a file that a run has changed: the very file, with all that was saved to it. */
function originalOf(place: Place, { staging }: Run, { from, kind }: FileOfRun, original: number) {
  const aside = asidePath(staging, original);
  return guarded(from, () => {
    if (kindOf(lookAt(place, aside)) !== kind)
      throw new ApplyProblem(
        from,
        `Its original is not in ${staging} any more, so the run cannot be undone. Restore your files from a backup, or with git. ${nothingChanged}`,
      );
    return { original, digest: digestAt(place, aside, kind) };
  });
}

const words: { readonly [how in Drifted['how']]: string } = {
  gone: 'is no longer there',
  new: 'is there again',
  'another kind': 'is something else now',
  edited: 'was edited since the migration',
  'saved later': 'has an original that was saved to after the run had put it aside',
};

function refuseDrifted(drifted: readonly Drifted[]): void {
  if (drifted.length === 0) return;
  const isOther = drifted.some(({ how }) => how === 'another kind');
  refuse(drifted, [
    ...(isOther ? ['Move or rename whatever has taken their place.'] : []),
    '`fw-migrate undo --force` undoes the run anyway. Files that the run had changed get their original text back, and',
    'your edited version is kept in .fw-migrate/; files that it had only moved go back with your edits, and originals as',
    'they are now.',
  ]);
}

/** If a folder or a link has taken the place of a file, nobody can say what should become of it. */
function refuseOtherKinds(drifted: readonly Drifted[]): void {
  const others = drifted.filter(({ how }) => how === 'another kind');
  if (others.length > 0) refuse(others, ['Move or rename what is there now, and undo again.']);
}

function refuse(drifted: readonly Drifted[], advice: readonly string[]): never {
  const lines = [
    'The run cannot be undone, because not all files are as it left them:',
    ...drifted.map(({ file, how }) => `  ${file.to} ${words[how]}`),
    ...advice,
    nothingChanged,
  ];
  throw new ApplyProblem(recordPath, lines.join('\n'));
}
