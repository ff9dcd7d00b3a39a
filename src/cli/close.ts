import { dirname, resolve } from 'node:path';
import { locked } from '../apply/lock.ts';
import { runFolderAt } from '../apply/run-folder.ts';
import { type Closed, closedText, closeFollowUps, followUpLine, reopenFollowUps } from '../report/closing.ts';
import { readReport } from '../report/read-report.ts';
import type { Report } from '../report/report.ts';
import { counted } from '../report/sentences.ts';
import { openFollowUps } from '../report/summary.ts';
import { changeLast, readReportText, standingIn } from './earlier-reports.ts';
import type { CommandFlags } from './flags.ts';
import { type Io, UsageError } from './io.ts';
import { patchPrefix, writeReport } from './named-files.ts';

// A note is a sentence, not a document.
const longestNote = 2_000;

/** `fw-migrate close`: closes follow-ups in the report of the last run, or in a saved one. */
export async function closeCommand(ids: readonly string[], flags: CommandFlags, io: Io): Promise<void> {
  const note = flags.note?.trim() || undefined;
  if (note !== undefined && note.length > longestNote)
    throw new UsageError(`The note is longer than ${longestNote} characters. Shorten it.`);
  const closed = await changeLedger(flags, io, (report) => closeFollowUps(report, ids, note));
  printOutcome(closed, 'Closed', 'already closed', io);
}

/** `fw-migrate reopen`: opens follow-ups again. */
export async function reopenCommand(ids: readonly string[], flags: CommandFlags, io: Io): Promise<void> {
  const opened = await changeLedger(flags, io, (report) => reopenFollowUps(report, ids));
  printOutcome(opened, 'Reopened', 'not closed', io);
}

/** Changes the report of the last run, or a saved report, whose other bytes stay the same. */
async function changeLedger(
  { baseline }: CommandFlags,
  io: Io,
  change: (report: Report) => Closed,
): Promise<Closed> {
  if (baseline === undefined) return changeLast(io, change);
  const path = resolve(io.cwd, baseline);
  // A file that is not a report is refused before a lock is written beside it.
  const saved = readReport(readReportText(baseline, io.cwd), baseline);
  const isHere = saved.base === patchPrefix(io.cwd, io.cwd);
  const standing = isHere ? await standingIn(io.cwd, saved, io) : (report: Report) => report;
  return locked(runFolderAt(dirname(path)), () => {
    const source = readReportText(baseline, io.cwd);
    const report = readReport(source, baseline);
    const result = change(report);
    if (result.changed.length > 0)
      writeReport({ name: baseline, path }, closedText(source, report, result.report), io.cwd);
    return { ...result, report: standing(result.report) };
  });
}

function printOutcome({ report, changed, same }: Closed, done: string, already: string, io: Io): void {
  for (const followUp of changed) io.out(`${done}: ${followUpLine(followUp)}\n`);
  for (const followUp of same) io.out(`${followUpLine(followUp)} is ${already}\n`);
  const open = openFollowUps(report).length;
  io.out(
    open === 0 ? 'No follow-ups are open.\n' : `${counted(open, 'follow-up is', 'follow-ups are')} open.\n`,
  );
}
