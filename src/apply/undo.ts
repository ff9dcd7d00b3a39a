/** Undoes the last completed run, by a transaction in the other direction. */

import { defined } from '../catalogue/shape.ts';
import type { Drift, TreePath } from '../tree/snapshot.ts';
import { ApplyProblem, asProblem, nothingChanged, refused } from './apply-problem.ts';
import { driftOf, drifts, type FileToDo } from './check.ts';
import type { Kept } from './clear.ts';
import {
  asidePath,
  documentPath,
  type FileOfRun,
  lastRun,
  type Replacement,
  type RunRecord,
  recordPath,
  refuseInterrupted,
  runBefore,
} from './journal.ts';
import { lock } from './lock.ts';
import { kindOf, type MigratedFolder, migratedFolderAt } from './migrated-folder.ts';
import type { RecoverOptions } from './revert.ts';
import { refuseForeignState } from './state-folder.ts';
import { apply, inOneGo, type Phases, type Ran } from './transaction.ts';

/** A file that changed after the run and was undone anyway, and the outcome. */
export interface Forced {
  readonly path: TreePath;
  /**
   * `replaced`: the original is back, and the edited version is kept elsewhere. `moved`: the run had only moved it, and
   * it went back with the edits. `restored`: it was deleted, and is back. `missing`: it was deleted, and the run had only
   * moved it.
   */
  readonly outcome: 'replaced' | 'moved' | 'restored' | 'missing';
}

/** The result of undoing the last run. */
export interface Undone extends Ran {
  /** Files that had changed since the run, and where the changed version is kept. */
  readonly forced: readonly (Forced & Partial<Pick<Kept, 'copy'>>)[];
  /** Whether the previous run can be undone next. */
  readonly hasMore: boolean;
  /** The dates of the run, and of the previous run if that can be undone next. */
  readonly dates: readonly string[];
}

/** Undoes the last run completely or not at all; by default not if files were edited since. */
export function undoLastRun(folder: string, options?: RecoverOptions): Undone | undefined {
  return inOneGo(phasesOfUndo(folder, options));
}

/** The same as `undoLastRun`, with points at which it may be stopped. */
export function* phasesOfUndo(
  folder: string,
  options: RecoverOptions = {},
): Phases<Undone | undefined> {
  const root = migratedFolderAt(folder, options);
  refuseForeignState(root, { ofReport: false });
  refuseInterrupted(root);
  // Without a recorded run, not even a lock is written.
  const recorded = lastRun(root);
  if (!recorded) return undefined;
  const release = lock(root, recorded.files);
  try {
    refuseInterrupted(root);
    const undone = lastRun(root);
    if (!undone) return undefined;
    const runs = [undone, runBefore(root, undone) ?? []].flat();
    const dateOf = ({ staging }: RunRecord) =>
      root.lookAt(documentPath(staging))?.mtime.toISOString() ?? [];
    const dates = asProblem(recordPath, () => runs.flatMap(dateOf));
    const { toDo, forced } = undoing(root, undone, options.force ?? false);
    // The record stays, because there may be something to undo on another branch.
    if (toDo.length === 0)
      return { moved: 0, changed: 0, kept: [], forced: [], hasMore: false, dates };
    const { kept, ...applied } = yield* apply(root, toDo, { undone });
    const copyOf = ({ path, outcome }: Forced) =>
      outcome === 'replaced' ? kept.find((entry) => entry.path === path) : undefined;
    const copies = new Set(forced.map(copyOf));
    return {
      ...applied,
      hasMore: runs.length > 1,
      dates,
      forced: forced.map((file) => ({ ...file, ...defined({ copy: copyOf(file)?.copy }) })),
      kept: kept.filter((entry) => !copies.has(entry)),
    };
  } finally {
    release();
  }
}

/** A file that a run has moved or changed, its index in that run, and how it has changed since. */
interface Done {
  readonly file: FileOfRun;
  readonly index: number;
  readonly how: Drift['how'] | 'saved later' | undefined;
}

/** The changes that restore every file of a run; throws if files have changed since, unless it is forced. */
function undoing(root: MigratedFolder, run: RunRecord, force: boolean) {
  const { done, spare } = leftToUndo(root, run);
  const drifted = done.filter(({ how }) => how);
  // If a folder or a link has replaced a file, it is unclear what should happen to it.
  const replaced = drifted.filter(({ how }) => how === 'another kind');
  if (force) refuse(replaced, ['Move or rename what is there now, then undo again.']);
  else
    refuse(
      [...drifted, ...savedLater(root, run, done)],
      [
        ...(replaced.length > 0 ? ['Move or rename whatever is at these paths now.'] : []),
        '`fw-migrate undo --force` undoes the run anyway. Files that the run changed get their original text back, and',
        'your edited version is kept in .fw-migrate/; files that it only moved go back with your edits, and originals as',
        'they are now.',
      ],
    );
  return {
    toDo: [...spare, ...done.flatMap((entry) => wayBack(root, run, entry))],
    forced: drifted.map(({ file: { to: path, after }, how }) => {
      const [changed, moved] =
        how === 'gone' ? (['restored', 'missing'] as const) : (['replaced', 'moved'] as const);
      return { path, outcome: after ? changed : moved };
    }),
  };
}

function digestAfter({ before = '', after }: FileOfRun): string {
  return after?.digest ?? before;
}

/** The files that are not as before the run; those whose originals someone restored, as git does, are spare. */
function leftToUndo(root: MigratedFolder, { files }: RunRecord) {
  const isBack = ({ from, to, kind, before = '' }: FileOfRun) =>
    asProblem(from, () => driftOf(root, { from, to, kind, expected: before }) === undefined);
  const back = new Set(files.filter(isBack));
  const originals = new Set([...back].map(({ from }) => from));
  const done: Done[] = [];
  const spare: FileToDo[] = [];
  for (const [index, file] of files.entries()) {
    const { from, to, kind } = file;
    if (back.has(file) && (from === to || originals.has(to))) continue;
    const expected = digestAfter(file);
    const how = asProblem(to, () => driftOf(root, { from: to, to, kind, expected }));
    if (!back.has(file) || (how && how !== 'gone')) done.push({ file, index, how });
    else if (!how) spare.push({ from: to, to, kind, expected, isSpare: true });
  }
  return { done, spare };
}

/** The files whose originals were edited after the run, by a program that still had them open. */
function savedLater(
  root: MigratedFolder,
  { staging }: RunRecord,
  done: readonly Done[],
): readonly Done[] {
  const isKnown = ({ file: { kind, before: digest }, index }: Done) => {
    const aside = asidePath(staging, index);
    return asProblem(
      aside,
      () => !root.lookAt(aside) || digest === undefined || root.isAt(aside, { kind, digest }),
    );
  };
  return done.flatMap((entry) =>
    entry.file.after && !isKnown(entry) ? [{ ...entry, how: 'saved later' }] : [],
  );
}

/** The change that restores a file; empty if nothing is left of the file. */
function wayBack(root: MigratedFolder, run: RunRecord, { file, index, how }: Done): FileToDo[] {
  const { from: to, to: from, kind, after } = file;
  const back = { from, to, kind, ...(after && { after: originalOf(root, run, { file, index }) }) };
  if (!how) return [{ ...back, expected: digestAfter(file) }];
  if (how === 'gone') return after ? [{ ...back, isLost: true }] : [];
  // The file must not change again before it is moved.
  const expected = asProblem(from, () => root.digestAt(from, kind));
  return [{ ...back, expected, ...(after && { isTheirs: true }) }];
}

/** The original of a file that a run has changed, with all edits that were saved to it. */
function originalOf(
  root: MigratedFolder,
  { staging }: RunRecord,
  { file, index }: Omit<Done, 'how'>,
): Replacement {
  const { from, kind } = file;
  const aside = asidePath(staging, index);
  return asProblem(from, () => {
    if (kindOf(root.lookAt(aside)) !== kind)
      throw refused(
        from,
        `Its original is no longer in ${staging}, so the run cannot be undone. Restore your files from a backup or with git.`,
      );
    return { original: index, digest: root.digestAt(aside, kind) };
  });
}

const words: { readonly [how in NonNullable<Done['how']>]: string } = {
  ...drifts,
  'saved later': 'has an original that was edited after the run',
};

function refuse(drifted: readonly Done[], advice: readonly string[]): void {
  if (drifted.length === 0) return;
  const lines = [
    'The run cannot be undone, because some files changed since:',
    ...drifted.map(({ file, how }) => `  ${file.to} ${how && words[how]}`),
    ...advice,
    nothingChanged,
  ];
  throw new ApplyProblem(recordPath, lines.join('\n'));
}
