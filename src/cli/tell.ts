import { gitFolderAbove } from '../project/git-ignore.ts';
import { prettyOf } from '../report/pretty.ts';
import type { Report } from '../report/report.ts';
import { allFiles, countsLine, openFollowUps } from '../report/summary.ts';
import type { Look } from '../report/terminal.ts';
import { prefixFrom, shellWord } from './folders.ts';
import { type Io, UsageError } from './io.ts';
import { type Outputs, printReport, writeReports } from './outputs.ts';

export interface Told {
  /** The folder as it was named, and where that is. */
  readonly dir: string;
  readonly folder: string;
  readonly outputs: Outputs;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/**
 * Tells what a run did: in the format that was asked for, else as text, which in a dry run stands beside the patch.
 * Standard output has the result alone, so that it can be piped on.
 */
export async function tell(report: Report, told: Told, io: Io): Promise<void> {
  const { outputs } = told;
  const standard = outputs.standard ?? defaultFormat(report, outputs);
  try {
    if (standard === 'pretty') tellPretty(report, told, io.out, io.outLook, io);
    else {
      await printReport(report, standard, io.outLook, io);
      if (outputs.standard === undefined) tellPretty(report, told, io.err, io.errLook, io);
      else if (!told.quiet) io.err(`${countsLine(report)}\n`);
    }
  } catch (error) {
    if (report.dryRun || !(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message} Everything else was done.`);
  } finally {
    // Also if standard output cannot have it.
    await writeReports(report, outputs, io);
  }
}

/** The patch is what a dry run is for, unless a file tells it. */
function defaultFormat({ dryRun }: Report, { files }: Outputs): 'patch' | 'pretty' {
  return dryRun && files.length === 0 ? 'patch' : 'pretty';
}

function tellPretty(
  report: Report,
  { dir, folder, quiet, verbose }: Told,
  say: Io['out'],
  base: Io['outLook'],
  io: Io,
): void {
  const look: Look = { ...base, verbose, prefix: prefixFrom(io.cwd, folder) };
  if (!quiet) say(`${prettyOf(report, look)}\n`);
  say(`${countsLine(report)}\n`);
  if (quiet) return;
  if (openFollowUps(report).length > 0) say('`fw-migrate explain <code>` tells more about a follow-up.\n');
  const files = allFiles(report);
  const top = gitFolderAbove(folder);
  if (top !== undefined && top !== folder && files.some(({ from }) => from !== undefined))
    say(
      'Files outside this folder were not checked. If they refer to files that moved, run at the top of the repository instead.\n',
    );
  if (!report.dryRun && files.length > 0)
    say(`To undo this run: fw-migrate undo${dir === '.' ? '' : ` ${shellWord(dir)}`}\n`);
}
