import { cleanRuns, type KeptRuns, keptRuns } from '../apply/clean.ts';
import { ApplyProblem } from '../apply/problem.ts';
import { usualRuns } from '../apply/run.ts';
import type { RunFolderOptions } from '../apply/run-folder.ts';
import { isInHistory } from '../project/git-commit.ts';
import { counted } from '../report/sentences.ts';
import { type CommandFlags, numberFor } from './flags.ts';
import type { Io } from './io.ts';
import { folderNamed } from './named-files.ts';
import { printNotes } from './undo.ts';

/** More runs than anyone makes. */
export const mostRuns = 1000;

/** How many runs stay undoable after this one; undefined if nothing is said. */
export function runsToKeep({ keepRuns }: CommandFlags, least = 1): number | undefined {
  return numberFor('number of runs', keepRuns, least, mostRuns);
}

/** `fw-migrate clean`: removes the originals that `undo` no longer needs. */
export function cleanCommand(dir: string, flags: CommandFlags, io: Io): void {
  const folder = folderNamed(dir, io);
  const keepRuns = runsToKeep(flags, 0) ?? usualRuns;
  const cleaned = cleanRuns(folder, keepRuns, (commit) => isInHistory(folder, commit));
  const { before, after } = cleaned;
  const runs = before.runs - after.runs;
  const removed =
    runs > 0
      ? `Removed the originals of ${counted(runs, 'run')} (${sizeText(before.bytes - after.bytes)})`
      : 'There was nothing to remove';
  io.out(`${removed}. ${keptText(after) ?? 'There is no run to undo.'}\n`);
  printNotes(cleaned, io);
}

/** Says how much a folder keeps for `undo`; undefined if nothing is kept, or nobody can tell. */
export function keptSentence(folder: string, options: RunFolderOptions): string | undefined {
  try {
    return keptText(keptRuns(folder, options));
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
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
