import { cleanRuns } from '../../src/apply/clear.ts';
import { recover } from '../../src/apply/revert.ts';
import { undoLastRun } from '../../src/apply/undo.ts';
import { GitProblem, trackedBelow, uncommittedFiles } from '../../src/tree/git.ts';
import { own } from './values.ts';

/** What a command does before it plans, or instead. In a repository where we never ran, none of them changes a byte. */
export interface Command {
  readonly name: string;
  /** Whether the user vouches for the state that is there: files may then move, but none may be lost. */
  readonly isVouchedFor?: boolean;
  run(folder: string): unknown;
}

// A pipe among the files of git makes it wait forever, which is not worth more than a moment.
const patience = 2_000;

const force = { force: true };
const vouched = { acceptForeign: true };

export const commands: readonly Command[] = [
  { name: 'asking git', run: (folder) => uncommittedFiles(folder, patience) },
  { name: 'recovering', run: (folder) => recover(folder) },
  { name: 'recovering by force', run: (folder) => recover(folder, force) },
  { name: 'undoing', run: (folder) => undoLastRun(folder) },
  { name: 'undoing by force', run: (folder) => undoLastRun(folder, force) },
  { name: 'cleaning', run: (folder) => cleanRuns(folder, 0, () => false) },
  { name: 'recovering with trust', isVouchedFor: true, run: (folder) => recover(folder, vouched) },
  {
    name: 'recovering with trust by force',
    isVouchedFor: true,
    run: (folder) => recover(folder, { ...vouched, ...force }),
  },
  { name: 'undoing with trust', isVouchedFor: true, run: (folder) => undoLastRun(folder, vouched) },
  {
    name: 'undoing with trust by force',
    isVouchedFor: true,
    run: (folder) => undoLastRun(folder, { ...vouched, ...force }),
  },
];

/** Whether git answers at all. Where it does not, each command that asks it takes longer than a case may. */
export function doesGitAnswer(folder: string): boolean {
  try {
    trackedBelow(folder, own, patience);
    return true;
  } catch (error) {
    return !(error instanceof GitProblem && error.message.includes('did not finish in time'));
  }
}
