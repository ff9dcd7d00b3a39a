import { folderOfRunAbove } from '../apply/journal.ts';
import { changeKeptReport, type KeptReport, readKeptReport } from '../apply/kept-report.ts';
import { ApplyProblem } from '../apply/problem.ts';
import type { RunFolderOptions } from '../apply/run-folder.ts';
import { linesOf } from '../config/problem.ts';
import { mostReportBytes } from '../project/own-files.ts';
import { type Snapshot, UnreadableFile } from '../project/snapshot.ts';
import { type ReadLines, withBaseline } from '../report/ledger.ts';
import { ReportProblem, readReport } from '../report/read-report.ts';
import type { Report } from '../report/report.ts';
import { allFollowUps } from '../report/summary.ts';
import type { CommandFlags } from './flags.ts';
import { type Io, UsageError } from './io.ts';
import { readNamedText } from './named-files.ts';

const name = '.fw-migrate/report.json';
const foreign = `${name}: This is not from one of your runs in this folder`;

/** The report of the last run, and whether it is the user's own. */
interface LastReport extends Omit<KeptReport, 'text'> {
  readonly report: Report;
}

/** The report of the last run in a folder. Throws if there is none. */
function lastReport(folder: string, kept = readKeptReport(folder)): LastReport {
  if (kept) return { ...kept, report: readReport(kept.text, name) };
  const where = folderOfRunAbove(folder);
  throw new UsageError(
    `There is no report of a run in this folder. ${where === undefined ? 'Run `fw-migrate v4` first, or pass a report written with --format json.' : `There is one in ${where}.`}`,
  );
}

/** The report that the last run in the current folder has left, to be shown: it may be someone else's. */
export function lastReportIn({ cwd, err }: Io): Report {
  const { report, isOwn } = lastReport(cwd);
  if (!isOwn) err(`${foreign}, so it is shown but not used for comparison.\n`);
  return report;
}

/** Changes the report of the last run. Throws if it is not the user's own: it would decide what counts as done. */
export function changeLast<Changed extends { readonly report: Report }>(
  { cwd }: Io,
  change: (report: Report) => Changed,
): Changed {
  // Where there is nothing to change, nothing is written either.
  ownReport(lastReport(cwd));
  const { changed } = changeKeptReport(cwd, (kept) => {
    const { report, isOfLastRun } = ownReport(lastReport(cwd, kept));
    const changed = change(report);
    return { changed, text: JSON.stringify(changed.report), isOfLastRun };
  });
  return changed;
}

function ownReport(last: LastReport): LastReport {
  if (last.isOwn) return last;
  throw new UsageError(
    `${foreign}, so nothing can be closed in it. Run \`fw-migrate v4\` first; use --recover to trust your own run from elsewhere.`,
  );
}

/** What a run is compared with if no baseline was named: the report of the run before; undefined if there is none. */
export function ledgerOf(folder: string, options: RunFolderOptions, io: Io): Report | undefined {
  const kept = readKeptReport(folder, options);
  if (!kept) return undefined;
  if (!kept.isOwn) {
    io.err(
      `${foreign}, so this run is not compared with it. Use --recover to trust your own run from elsewhere.\n`,
    );
    return undefined;
  }
  try {
    return readReport(kept.text, name);
  } catch (error) {
    if (!(error instanceof ReportProblem)) throw error;
    io.err(`${error.message}\nThis run is not compared with it.\n`);
    return undefined;
  }
}

/** Keeps the report of a run, so that later runs know what is closed. A failure does not fail the run. */
export function keepLast(report: Report, folder: string, options: RunFolderOptions, io: Io): void {
  try {
    changeKeptReport(folder, () => ({ text: JSON.stringify(report), isOfLastRun: true }), options);
  } catch (error) {
    if (!(error instanceof ApplyProblem)) throw error;
    io.err(`The report of this run could not be saved: ${error.message}\n`);
  }
}

/**
 * After a run is undone, its report is of no use, unless someone has closed something in it: then it is that of a run
 * that has not happened, and the next one knows what is closed.
 */
export function undoLast(
  kept: KeptReport | undefined,
  folder: string,
  options: RunFolderOptions,
  io: Io,
): void {
  if (!kept?.isOfLastRun) return;
  try {
    const change = (now = kept) => {
      const report = readReport(now.text, name);
      const isWorkedOn = allFollowUps(report).some(({ status, closed }) => status !== undefined || closed);
      const text = JSON.stringify({ ...report, dryRun: true });
      return isWorkedOn ? { text, isOfLastRun: true } : undefined;
    };
    changeKeptReport(folder, change, options);
  } catch (error) {
    if (!(error instanceof ApplyProblem || error instanceof ReportProblem)) throw error;
    io.err(`${error.message}\n`);
  }
}

/** The report to compare with; undefined if none was named. */
export function baselineOf({ baseline }: CommandFlags, io: Io): Report | undefined {
  return baseline === undefined ? undefined : readSavedReport(baseline, io);
}

/** A report that an earlier run wrote as JSON. */
export function readSavedReport(name: string, { cwd }: Io): Report {
  return readReport(readReportText(name, cwd), name);
}

/** The text of a file that should be such a report. */
export function readReportText(name: string, cwd: string): string {
  const advice = 'Pass a report written with --format json.';
  return readNamedText(name, cwd, mostReportBytes, advice);
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
