/** The commands about saved reports: `report`, `close` and `reopen`. */

import { dirname, resolve } from 'node:path';
import { locked } from '../apply/lock.ts';
import { migratedFolderAt } from '../apply/migrated-folder.ts';
import { positionText } from '../base/position.ts';
import { closedText } from '../report/closed-text.ts';
import { type Closed, closeFollowUps, reopenFollowUps, withBaseline } from '../report/ledger.ts';
import { plainLine } from '../report/printing.ts';
import { mergeReports } from '../report/read-report.ts';
import type { Report } from '../report/report.ts';
import { counted, shardSentence } from '../report/sentences.ts';
import { openFollowUps } from '../report/summary.ts';
import { readSnapshot } from '../tree/disk.ts';
import {
  baselineOf,
  changeLast,
  lastReportIn,
  savedReport,
  standingIn,
  treeNow,
} from './earlier-reports.ts';
import type { CommandFlags } from './flags.ts';
import { type Io, UsageError } from './io.ts';
import { patchPrefix, readNamedText, writeReport } from './named-files.ts';
import { outputsFor, printReport, renderingOf, writeReports } from './outputs.ts';

/** `fw-migrate report`: shows the report of the last run, or saved reports merged into one, in any format. */
export async function reportCommand(
  files: readonly string[],
  flags: CommandFlags,
  io: Io,
): Promise<void> {
  const outputs = outputsFor(flags, io);
  const { standard = outputs.files.length === 0 ? 'pretty' : undefined } = outputs;
  const advice = 'Pass a file that contains the comment.';
  const ticks = flags.ticks === undefined ? undefined : readNamedText(flags.ticks, io.cwd, advice);
  const [first, ...others] = files.map((name) => savedReport(name, io).report);
  const merged = first ? mergeReports([first, ...others]) : await lastReportIn(io);
  const earlier = baselineOf(flags, io);
  const report = earlier ? withBaseline(merged, earlier, treeNow(readSnapshot(io.cwd))) : merged;
  const part = shardSentence(report);
  // The other formats are for programs, and some have no place for this sentence.
  if (part !== undefined && standard !== 'pretty')
    io.err(`${part} Pass all shards to get the whole report.\n`);
  const renderIn = renderingOf(report, { ...flags, folder: io.cwd, ticks }, io);
  if (standard) await printReport(renderIn, standard, flags.verbose, io);
  await writeReports(renderIn, outputs, io);
}

// A note is a sentence, not a document.
const longestNote = 2_000;

/** `fw-migrate close`: closes follow-ups in the report of the last run, or in a saved one. */
export async function closeCommand(
  ids: readonly string[],
  flags: CommandFlags,
  io: Io,
): Promise<void> {
  const note = flags.note?.trim() || undefined;
  if (note !== undefined && note.length > longestNote)
    throw new UsageError(`The note is longer than ${longestNote} characters. Shorten it.`);
  printOutcome(
    'Closed',
    await changeLedger(flags, io, (report) => closeFollowUps(report, ids, note)),
    io,
  );
}

/** `fw-migrate reopen`: opens follow-ups again. */
export async function reopenCommand(
  ids: readonly string[],
  flags: CommandFlags,
  io: Io,
): Promise<void> {
  printOutcome(
    'Reopened',
    await changeLedger(flags, io, (report) => reopenFollowUps(report, ids)),
    io,
  );
}

async function changeLedger(
  { baseline }: CommandFlags,
  io: Io,
  change: (report: Report) => Closed,
) {
  if (baseline === undefined) return changeLast(io, change);
  // A file that is not a report is refused before a lock is written beside it.
  const { report: saved } = savedReport(baseline, io);
  const isHere = saved.base === patchPrefix(io.cwd, io.cwd);
  const standing = isHere ? await standingIn(io.cwd, saved, io) : (report: Report) => report;
  return locked(migratedFolderAt(dirname(resolve(io.cwd, baseline))), () => {
    const { source, report } = savedReport(baseline, io);
    const result = change(report);
    if (result.changed.length > 0)
      writeReport(baseline, closedText(source, report, result.report), io.cwd);
    return { ...result, report: standing(result.report) };
  });
}

function printOutcome(done: string, { report, changed }: Closed, io: Io): void {
  for (const { id, code, after, ...before } of changed)
    io.out(`${done}: ${plainLine(`${id}  ${code}  ${positionText(after ?? before)}`)}\n`);
  if (changed.length === 0) io.out('Nothing has changed.\n');
  const open = openFollowUps(report).length;
  const what = open === 0 ? 'No follow-ups are' : counted(open, 'follow-up is', 'follow-ups are');
  io.out(`${what} open.\n`);
}
