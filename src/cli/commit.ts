import { recordCommits } from '../apply/run.ts';
import type { RunFolderOptions } from '../apply/run-folder.ts';
import type { Names } from '../catalogue/names.ts';
import type { PlannedFile } from '../plan/plan.ts';
import { GitProblem } from '../project/git.ts';
import { type CommitMessages, type CommittedFile, commitRun } from '../project/git-commit.ts';
import type { RunReport } from '../report/report.ts';
import type { CommandFlags } from './flags.ts';
import { UsageError } from './io.ts';

/** Throws if the flags of `--commit` do not belong together. */
export function refuseCommitFlags({ commit, allowDirty, messageMoves, messageEdits }: CommandFlags): void {
  if (!commit && (messageMoves ?? messageEdits) !== undefined)
    throw new UsageError('A commit message needs --commit. Add --commit, or remove the message.');
  if (commit && allowDirty)
    throw new UsageError(
      '--commit needs a clean git tree, so that the commits contain only the migration. Remove --allow-dirty.',
    );
  if ([messageMoves, messageEdits].some((message) => message?.trim() === ''))
    throw new UsageError('The commit message is empty. Add a message, or remove the option.');
}

/** The messages of the commits of a run; by default with the command that repeats it. */
export function messagesFor(flags: CommandFlags, run: RunReport, { variants: { a } }: Names): CommitMessages {
  const origin = `Made with ${run.command} (version ${run.version}).`;
  const moves = `Move files for ${a}\n\nThis commit only moves files. ${origin}`;
  const edits = `Migrate to ${a}\n\n${origin}`;
  return { moves: `${flags.messageMoves ?? moves}\n`, edits: `${flags.messageEdits ?? edits}\n` };
}

/** A planned file as `commitRun` expects it. */
export function committedFile({ from, to, text }: PlannedFile): CommittedFile {
  return { from, to, isEdited: text !== undefined && text.before !== text.after };
}

/** The commits of a run, or why there are none. */
export interface Committed {
  readonly commits: readonly string[];
  readonly failure?: GitProblem;
}

/** Commits a finished run. A failure is returned, so that the caller can print the report first. */
export function commitFiles(
  files: readonly PlannedFile[],
  folder: string,
  messages: CommitMessages,
  options: RunFolderOptions,
): Committed {
  try {
    const commits = commitRun(folder, files.map(committedFile), messages);
    recordCommits(folder, commits, options);
    return { commits };
  } catch (error) {
    if (!(error instanceof GitProblem)) throw error;
    return { commits: [], failure: error };
  }
}
