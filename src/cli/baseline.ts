import { linesOf } from '../config/problem.ts';
import { mostReportBytes } from '../project/own-files.ts';
import { type Snapshot, UnreadableFile } from '../project/snapshot.ts';
import { type ReadLines, withBaseline } from '../report/ledger.ts';
import { readReport } from '../report/read-report.ts';
import type { Report } from '../report/report.ts';
import type { Io } from './io.ts';
import { readNamedFile } from './named-paths.ts';

/** A report that an earlier run wrote as JSON. */
export function readSavedReport(name: string, { cwd }: Io): Report {
  const advice = 'Name a report that was written with --format json.';
  return readReport(readNamedFile(name, cwd, mostReportBytes, advice).toString('utf8'), name);
}

/**
 * The report with what became of the follow-ups of an earlier run. That report may name any file, and what is found
 * there shows: only files that take part in the run are read.
 */
export function compareWith(earlier: Report, report: Report, takeSnapshot: () => Snapshot): Report {
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
