import { transforms } from '../../transforms/index.ts';
import { ApplyProblem } from '../apply/apply-problem.ts';
import { folderOfRunAbove } from '../apply/journal.ts';
import { changeKeptReport, type KeptReport, readKeptReport } from '../apply/kept-report.ts';
import { type DiskOptions, migratedFolderAt } from '../apply/migrated-folder.ts';
import type { Undone } from '../apply/undo.ts';
import { Problem } from '../catalogue/shape.ts';
import { linesOf } from '../config/problem.ts';
import { planRepository } from '../plan/plan-repository.ts';
import { followsMoves, selectTransforms, stepsOfRun } from '../plan/selection.ts';
import { readSnapshot } from '../project/disk.ts';
import type { Move } from '../project/moves.ts';
import { mostReportBytes } from '../project/own-files.ts';
import { type Snapshot, UnreadableFile } from '../project/snapshot.ts';
import { createTree } from '../project/tree.ts';
import { type TreeNow, withBaseline, withStanding } from '../report/ledger.ts';
import { ReportProblem, readReport } from '../report/read-report.ts';
import type { FollowUpReport, Report } from '../report/report.ts';
import { reportOf } from '../report/report-of.ts';
import { allFollowUps, catalogueOf, summaryOf, withFollowUps } from '../report/summary.ts';
import type { CommandFlags } from './flags.ts';
import { type Io, UsageError } from './io.ts';
import { readNamedText } from './named-files.ts';

const name = '.fw-migrate/report.json';
const foreign = `${name}: This is not from one of your runs in this folder`;

/** The report of the last run in a folder, and whether it is the user's own. Throws if there is none. */
function lastReport(folder: string, kept = readKeptReport(migratedFolderAt(folder))) {
  if (kept) return { ...kept, report: readReport(kept.text, name) };
  const where = folderOfRunAbove(folder);
  const first = 'Run `fw-migrate v4` first, or pass a report written with --format json.';
  const hint = where === undefined ? first : `There is one in ${where}.`;
  throw new UsageError(`There is no report of a run in this folder. ${hint}`);
}

/** The report of the last run in the current folder, brought up to date if it is the user's own. */
export async function lastReportIn(io: Io): Promise<Report> {
  const { report, isOwn } = lastReport(io.cwd);
  if (isOwn) return (await standingIn(io.cwd, report, io))(report);
  io.err(`${foreign}, so it is shown but not used for comparison.\n`);
  return report;
}

/** Changes the report of the last run. Throws if it is not the user's own: it decides what counts as done. */
export async function changeLast<Changed extends { readonly report: Report }>(
  io: Io,
  change: (report: Report) => Changed,
): Promise<Changed> {
  const { cwd } = io;
  // This throws before anything is written if there is no report to change.
  const standing = await standingIn(cwd, ownLastReport(cwd).report, io);
  const { changed } = changeKeptReport(cwd, (kept) => {
    const { report, staging } = ownLastReport(cwd, kept);
    const changed = change(standing(report));
    return { changed, text: JSON.stringify(changed.report), staging };
  });
  return changed;
}

/** The report of the last run in a folder. Throws if it is not the user's own. */
export function ownLastReport(folder: string, kept?: KeptReport) {
  const last = lastReport(folder, kept);
  if (last.isOwn) return last;
  throw new UsageError(
    `${foreign}, so it is neither changed nor compared. Run \`fw-migrate v4\` first; use --recover to trust your own run from elsewhere.`,
  );
}

/** The report of the previous run, for a comparison without `--baseline`; undefined if there is none. */
export function ledgerOf(folder: string, options: DiskOptions, io: Io): Report | undefined {
  const kept = readKeptReport(migratedFolderAt(folder, options));
  const advice = 'Use --recover to trust your own run from elsewhere.';
  try {
    if (kept?.isOwn) return readReport(kept.text, name);
    if (kept) io.err(`${foreign}, so this run is not compared with it. ${advice}\n`);
  } catch (error) {
    if (!(error instanceof ReportProblem)) throw error;
    io.err(`${error.message}\nThis run is not compared with it.\n`);
  }
  return undefined;
}

/** Saves the report of a run, so that later runs know closed follow-ups. A failure does not fail the run. */
export function keepLast(report: Report, folder: string, options: DiskOptions, io: Io): void {
  try {
    changeKeptReport(folder, () => ({ text: JSON.stringify(report) }), options);
  } catch (error) {
    if (!(error instanceof ApplyProblem)) throw error;
    io.err(`The report of this run could not be saved: ${error.message}\n`);
  }
}

/**
 * Reduces the report of an undone run to the follow-ups that the next run needs: those that someone has closed
 * and, if earlier runs are not undone, those of earlier runs.
 */
export function undoLast(
  kept: KeptReport,
  folder: string,
  { hasMore, ...options }: DiskOptions & Pick<Undone, 'hasMore'>,
  io: Io,
): void {
  const isKept = ({ status = 'new', closed }: FollowUpReport) => closed || (hasMore && status !== 'new');
  try {
    const change = (current = kept) => {
      const report = withFollowUps(readReport(current.text, name), (list) => list.filter(isKept));
      const text = JSON.stringify({ ...report, dryRun: true, summary: summaryOf(report) });
      return allFollowUps(report).length > 0 ? { text } : undefined;
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

/** The text of a file that should be a JSON report. */
export function readReportText(name: string, cwd: string): string {
  return readNamedText(name, cwd, 'Pass a report written with --format json.', mostReportBytes);
}

/**
 * Compares a report with an earlier one, if there is one. The earlier report may name any file, and the result
 * shows its lines, so only files that take part in the run are read.
 */
export function compareWith(
  earlier: Report | undefined,
  report: Report,
  takeSnapshot: () => Snapshot,
  moves: readonly Move[] = [],
): Report {
  return earlier ? withBaseline(report, earlier, treeNow(takeSnapshot(), moves)) : report;
}

/**
 * Plans the transforms of a run for the current files of a folder, and returns a function that brings the
 * follow-ups of a report up to date. If no plan can be made, a message says so and the follow-ups stay.
 */
export async function standingIn(folder: string, run: Report, io: Io): Promise<(report: Report) => Report> {
  const catalogue = catalogueOf(run);
  const snapshot = readSnapshot(folder, catalogue.names.buildDir);
  const selected = selectTransforms(transforms, { only: idsIn(run, 'only'), skip: idsIn(run, 'skip') });
  try {
    const plan = await planRepository(snapshot, {
      ...{ catalogue, steps: stepsOfRun(selected, []), configsOnly: !followsMoves(transforms, selected) },
      onProgress: progressOn(io),
    });
    const { base, settings } = run;
    const current = reportOf(plan, { dryRun: true, base, settings });
    return (report) => withStanding(report, current, treeNow(snapshot));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    io.err(
      `The follow-ups are as the last run left them, because they could not be checked: ${error.message}\n`,
    );
    return (report) => report;
  }
}

/** Shows how many files are searched, while a plan is made. */
export function progressOn(io: Io): (done: number, total: number) => void {
  return (done, total) => io.progress(done < total ? `${done} of ${total} files searched` : '');
}

function idsIn({ settings }: Report, key: 'only' | 'skip'): string[] | undefined {
  const value = settings?.chosen.find((row) => row.key === key && row.project === undefined)?.value;
  return Array.isArray(value) ? value.map(String) : undefined;
}

/**
 * The files of a snapshot, for the conditions of follow-ups; `exists` uses the paths after the moves of a run.
 * Only listed files that are not links have lines.
 */
function treeNow(snapshot: Snapshot, moves: readonly Move[] = []): TreeNow {
  const files = new Set(snapshot.files.flatMap(({ path, link }) => (link === undefined ? [path] : [])));
  const places = new Map(moves.map(({ from, to }) => [from, to]));
  const placed = snapshot.files.map((file) => ({ ...file, path: places.get(file.path) ?? file.path }));
  const tree = createTree({ ...snapshot, files: placed });
  return {
    exists: (path) => tree.kindOf(path) !== undefined,
    isIgnored: (path) => !files.has(path) && snapshot.ignoredBy(path) !== undefined,
    lines(path) {
      if (!files.has(path)) return undefined;
      try {
        return linesOf(Buffer.from(snapshot.read(path)).toString('utf8'));
      } catch (error) {
        if (error instanceof UnreadableFile) return undefined;
        throw error;
      }
    },
  };
}
