import { linesOf } from '../config/problem.ts';
import { readSnapshot } from '../project/disk.ts';
import { mostReportBytes } from '../project/own-files.ts';
import { type Snapshot, UnreadableFile } from '../project/snapshot.ts';
import { type ReadLines, withBaseline } from '../report/ledger.ts';
import { mergeReports } from '../report/merge.ts';
import { readReport } from '../report/read-report.ts';
import type { Report } from '../report/report.ts';
import { shardSentence } from '../report/summary.ts';
import type { CommandFlags } from './flags.ts';
import type { Io } from './io.ts';
import { lastReport, noteForeign } from './kept-report.ts';
import { readNamedFile } from './named-paths.ts';
import { outputsFor, printReport, writeReports } from './outputs.ts';

// GitHub has no longer ones.
const longestComment = 1_000_000;

/** `fw-migrate report`: shows the report of the last run, or saved ones, in any format; several become one. */
export async function reportCommand(files: readonly string[], flags: CommandFlags, io: Io): Promise<void> {
  if (flags.campaign) return (await import('./campaign.ts')).campaignCommand(files, flags, io);
  const outputs = outputsFor(flags, io);
  const advice = 'Pass a file that contains the comment.';
  const ticks =
    flags.ticks === undefined
      ? undefined
      : readNamedFile(flags.ticks, io.cwd, longestComment, advice).toString('utf8');
  const [first, ...others] = files.map((name) => readSavedReport(name, io));
  const merged = first ? mergeReports([first, ...others]) : lastReportIn(io);
  const report = compareWith(baselineOf(flags, io), merged, () => readSnapshot(io.cwd));
  const { standard = outputs.files.length === 0 ? 'pretty' : undefined } = outputs;
  const part = shardSentence(report);
  // The other formats go on to programs, of which some have no room for it.
  if (part !== undefined && standard !== 'pretty')
    io.err(`${part} Pass all shards to get the whole report.\n`);
  if (standard) await printReport(report, standard, { ...io.outLook, verbose: flags.verbose }, io, ticks);
  await writeReports(report, outputs, io, ticks);
}

/** The report that the last run in the current folder has left. */
function lastReportIn(io: Io): Report {
  const last = lastReport(io.cwd);
  noteForeign(last, io);
  return last.report;
}

/** The report to compare with; undefined if none was named. */
export function baselineOf({ baseline }: CommandFlags, io: Io): Report | undefined {
  return baseline === undefined ? undefined : readSavedReport(baseline, io);
}

/** A report that an earlier run wrote as JSON. */
function readSavedReport(name: string, { cwd }: Io): Report {
  return readReport(readReportText(name, cwd), name);
}

/** The text of a file that should be such a report. */
export function readReportText(name: string, cwd: string): string {
  const advice = 'Pass a report written with --format json.';
  return readNamedFile(name, cwd, mostReportBytes, advice).toString('utf8');
}

/**
 * The report with what became of the follow-ups of an earlier run, if there is one to compare with. That report may name
 * any file, and what is found there shows: only files that take part in the run are read.
 */
export function compareWith(
  earlier: Report | undefined,
  report: Report,
  takeSnapshot: () => Snapshot,
): Report {
  if (!earlier) return report;
  let readLines: ReadLines | undefined;
  return withBaseline(report, earlier, (path) => {
    readLines ??= linesIn(takeSnapshot());
    return readLines(path);
  });
}

/** The lines of the files that a snapshot lists; links are none of those. */
function linesIn(snapshot: Snapshot): ReadLines {
  const files = new Set(snapshot.files.flatMap(({ path, link }) => (link === undefined ? [path] : [])));
  return (path) => {
    if (!files.has(path)) return undefined;
    try {
      return linesOf(Buffer.from(snapshot.read(path)).toString('utf8'));
    } catch (error) {
      if (error instanceof UnreadableFile) return undefined;
      throw error;
    }
  };
}
