/** The commands `undo` and `clean`, and the writing of files for commands that can be undone. */

import { ApplyProblem } from '../apply/apply-problem.ts';
import {
  type Cleared,
  cleanRuns,
  type KeptRuns,
  keptRuns,
  notesOf,
  usualRuns,
} from '../apply/clear.ts';
import { folderOfRunAbove, lastRun } from '../apply/journal.ts';
import { type DiskOptions, migratedFolderAt } from '../apply/migrated-folder.ts';
import { type RecoverOptions, type Recovery, recover } from '../apply/revert.ts';
import { phasesOfRun, type RunOptions } from '../apply/transaction.ts';
import { phasesOfUndo, type Undone } from '../apply/undo.ts';
import type { PlannedFile } from '../plan/plan.ts';
import { plainLine, present } from '../report/printing.ts';
import { counted, undoCommandIn } from '../report/sentences.ts';
import { isInHistory } from '../tree/git-commit.ts';
import { hasReport, undoLast } from './earlier-reports.ts';
import type { CommandFlags } from './flags.ts';
import { type Io, inPhases, UsageError } from './io.ts';
import { folderNamed, revertCommandLine } from './named-files.ts';
import { folderOfRun } from './target.ts';

/** `fw-migrate undo`: undoes the last run in a folder. Returns the exit code. */
export async function undoCommand(
  dir: string,
  { force = false, recover = false, quiet = false }: CommandFlags,
  io: Io,
): Promise<number> {
  const folder = folderOfRun(folderNamed(dir, io));
  const options = { force, acceptForeign: recover };
  // Recovery has already undone the interrupted run, so an older run is not undone.
  if (recoverIn(folder, io, options)?.run === 'migration') return 0;
  // A run that is part of the history is undone with new commits.
  const last = lastRun(migratedFolderAt(folder, options));
  const commits = (last?.commits ?? []).filter((commit) => isInHistory(folder, commit));
  if (commits.length > 0)
    throw new UsageError(
      `The run was committed, and fw-migrate does not rewrite history. Nothing was changed. To undo it: ${revertCommandLine(commits)}`,
    );
  const { result: undone, exitCode } = await inPhases(phasesOfUndo(folder, options));
  if (!undone) {
    const where = folderOfRunAbove(folder);
    const older = 'The originals of older runs are not kept (see `--keep-runs`): go back with git.';
    const here = hasReport(folder) ? older : 'Pass the folder that was migrated.';
    const hint = where === undefined ? here : `There is one in ${where}.`;
    throw new UsageError(
      `There is no run to undo in ${dir === '.' ? 'this folder' : dir}. ${hint}`,
    );
  }
  if (last) undoLast(last.staging, folder, options, io);
  const { moved, changed, forced, hasMore, dates } = undone;
  const others = `${counted(forced.length, 'file')} edited or deleted since; your edits are kept in .fw-migrate/.`;
  const except = forced.length === 0 ? '.' : quiet ? `, except ${others}` : ', except:';
  const run = `the run of ${shownDate(dates[0])}`;
  const counts = `${counted(moved, 'file')} moved, ${counted(changed, 'file')} changed`;
  if (moved + changed + forced.length === 0)
    io.out(`All files are already as they were before ${run}.\n`);
  else io.out(`Reverted ${run}: ${counts}. All of them are as they were before the run${except}\n`);
  for (const { path, outcome, copy } of quiet ? [] : forced)
    io.out(`  ${plainLine(present([path, outcomes[outcome], copy]).join(' '))}\n`);
  if (hasMore)
    io.out(
      `To undo the run before it (${shownDate(dates[1])}) as well: ${plainLine(undoCommandIn(dir))}\n`,
    );
  printNotes(undone, io);
  return exitCode;
}

function shownDate(date = ''): string {
  return `${date.slice(0, 19).replace('T', ' ')} UTC`;
}

const outcomes: { readonly [Outcome in Undone['forced'][number]['outcome']]: string } = {
  replaced: 'was edited since: the original is back, the edited version is',
  moved: 'was edited since: the run had only moved it, so it was moved back with your edits',
  restored: 'was deleted since: the original is back',
  missing: 'was deleted since: the run had only moved it, so it stays deleted',
};

/** Reverts an interrupted run and prints a message; with `force`, also if other files are in the way. */
export function recoverIn(
  folder: string,
  io: Io,
  options: RecoverOptions = {},
): Recovery | undefined {
  const recovery = recover(folder, options);
  if (!recovery) return undefined;
  io.err(
    `An earlier ${recovery.run} was interrupted. It has been reverted: all files are back where they were.\n`,
  );
  for (const path of recovery.missing)
    io.err(`  ${plainLine(path)} is missing: it was deleted after the interruption\n`);
  printNotes(recovery, io);
  return recovery;
}

/** Prints where edited files are kept, and which files could not be removed. */
function printNotes(cleared: Cleared, io: Io): void {
  for (const note of notesOf(cleared)) io.err(`  ${plainLine(note)}\n`);
}

/** Writes files as a run, and prints notes about it that are not part of its report. Returns the exit code. */
export async function writeFiles(
  files: readonly PlannedFile[],
  folder: string,
  options: RunOptions,
  io: Io,
) {
  io.progress(`writing ${files.length} files`);
  const phases = phasesOfRun(files, folder, options);
  const { result, exitCode } = await inPhases(phases).finally(() => io.progress(''));
  printNotes(result, io);
  if (result.unkeptIn !== undefined)
    io.err(
      `To undo this run you need \`fw-migrate undo --recover\`: ${plainLine(result.unkeptIn)} is part of the repository or cannot be written.\n`,
    );
  return exitCode;
}

/** `fw-migrate clean`: removes the originals that `undo` no longer needs. */
export function cleanCommand(dir: string, { keepRuns = usualRuns }: CommandFlags, io: Io): void {
  const folder = folderOfRun(folderNamed(dir, io));
  const cleaned = cleanRuns(folder, keepRuns, (commit) => isInHistory(folder, commit));
  const { before, after } = cleaned;
  const runs = before.runs - after.runs;
  const removed = `Removed the originals of ${counted(runs, 'run')} (${sizeText(before.bytes - after.bytes)})`;
  const outcome = runs > 0 ? removed : 'There was nothing to remove';
  io.out(`${outcome}. ${keptText(after) ?? 'There is no run to undo.'}\n`);
  printNotes(cleaned, io);
}

/** A sentence about the originals kept for `undo`; undefined if there are none, or they are unknown. */
export function keptSentence(folder: string, options: DiskOptions): string | undefined {
  try {
    return keptText(keptRuns(migratedFolderAt(folder, options)));
  } catch (error) {
    if (error instanceof ApplyProblem) return undefined;
    throw error;
  }
}

function keptText({ runs, bytes }: KeptRuns): string | undefined {
  if (runs === 0) return undefined;
  return `.fw-migrate/ keeps the originals of the last ${runs === 1 ? 'run' : `${runs} runs`} (${sizeText(bytes)}).`;
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.ceil(bytes / 1000)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
