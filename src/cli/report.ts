import { linesOf } from '../config/problem.ts';
import { readSnapshot } from '../project/disk.ts';
import { mostReportBytes } from '../project/own-files.ts';
import { type Snapshot, UnreadableFile } from '../project/snapshot.ts';
import { type ReadLines, withBaseline } from '../report/ledger.ts';
import { mergeReports } from '../report/merge.ts';
import { readReport } from '../report/read-report.ts';
import type { Report } from '../report/report.ts';
import { shardSentence } from '../report/summary.ts';
import { type Io, UsageError } from './io.ts';
import { readNamedFile } from './named-paths.ts';
import { type OutputFlags, outputsFor, printReport, writeReports } from './outputs.ts';

interface BaselineFlag {
  readonly baseline?: string;
}

interface ReportFlags extends OutputFlags, BaselineFlag {
  readonly verbose?: boolean;
}

/** `fw-migrate report`: shows saved reports again, in any format; several become one. */
export async function reportCommand(files: readonly string[], flags: ReportFlags, io: Io): Promise<void> {
  const outputs = outputsFor(flags, io);
  const [first, ...others] = files.map((name) => readSavedReport(name, io));
  if (!first) throw new UsageError('Name a report that was written with --format json.');
  const merged = mergeReports([first, ...others]);
  const report = compareWith(baselineOf(flags, io), merged, () => readSnapshot(io.cwd));
  const { standard = outputs.files.length === 0 ? 'pretty' : undefined } = outputs;
  const part = shardSentence(report);
  // The other formats go on to programs, of which some have no room for it.
  if (part !== undefined && standard !== 'pretty') io.err(`${part} Name all shards to have the whole.\n`);
  if (standard) await printReport(report, standard, { ...io.outLook, verbose: flags.verbose }, io);
  await writeReports(report, outputs, io);
}

/** The report to compare with; undefined if none was named. */
export function baselineOf({ baseline }: BaselineFlag, io: Io): Report | undefined {
  return baseline === undefined ? undefined : readSavedReport(baseline, io);
}

/** A report that an earlier run wrote as JSON. */
function readSavedReport(name: string, { cwd }: Io): Report {
  const advice = 'Name a report that was written with --format json.';
  return readReport(readNamedFile(name, cwd, mostReportBytes, advice).toString('utf8'), name);
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
