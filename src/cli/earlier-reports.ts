/** Keeps the report of the last run, and brings it up to date for `next`, `report` and `--baseline`. */

import { transforms } from '../../transforms/index.ts';
import { ApplyProblem, asProblem } from '../apply/apply-problem.ts';
import { folderOfRunAbove, lastRun } from '../apply/journal.ts';
import { locked } from '../apply/lock.ts';
import {
  type DiskOptions,
  type MigratedFolder,
  migratedFolderAt,
} from '../apply/migrated-folder.ts';
import { readSealed, refuseForeignState, stateFolder, writeSealed } from '../apply/state-folder.ts';
import { linesOf } from '../base/position.ts';
import { mapOf, object, Problem, readAs, text } from '../catalogue/shape.ts';
import { planRepository } from '../check/checked-plan.ts';
import type { PlannedFile } from '../plan/plan.ts';
import { selectRun } from '../plan/selection.ts';
import { type TreeNow, withAlso, withStanding } from '../report/ledger.ts';
import { ReportProblem, readReport } from '../report/read-report.ts';
import type { Report } from '../report/report.ts';
import { reportOf } from '../report/report-of.ts';
import { allFollowUps, catalogueOf } from '../report/summary.ts';
import { readSnapshot } from '../tree/disk.ts';
import { mostReportBytes } from '../tree/own-files.ts';
import { type Snapshot, UnreadableFile } from '../tree/snapshot.ts';
import { createTree } from '../tree/tree.ts';
import type { CommandFlags } from './flags.ts';
import { type Io, UsageError } from './io.ts';
import { readNamedText } from './named-files.ts';
import { folderOfRun } from './target.ts';

const reportPath = `${stateFolder}/report.json`;
const foreign = `${reportPath}: This is not from one of your runs in this folder`;
const keptShape = object({ staging: text, text, 'before?': mapOf(text) });

type KeptReport = NonNullable<ReturnType<typeof keptReport>>;

/** The report of the last run in a folder, as it is kept for later runs. */
function keptReport(root: MigratedFolder) {
  const file = readSealed(root, 'report', reportPath);
  if (!file) return undefined;
  const kept = readAs(keptShape, file.content);
  return {
    /** Reads the report. Throws a `ReportProblem` if it is not one. */
    read: () => readReport(kept?.text ?? file.content, reportPath),
    /** Whether this user's own run in this folder wrote it: a report of a repository may only be shown. */
    isOwn: kept !== undefined && (file.isOwn || root.trust.acceptsForeign),
    /** The staging folder of its run; empty if that is unknown. */
    staging: kept?.staging ?? '',
    /** The reports that were kept when runs began, by the staging folder of the run. */
    before: kept?.before ?? {},
    text: kept?.text ?? file.content,
  };
}

interface Kept extends Pick<KeptReport, 'staging' | 'before'> {
  readonly report: Report;
}

/** Keeps a report as that of a run. */
function keep(root: MigratedFolder, { report, staging, before }: Kept): void {
  const content = JSON.stringify({ staging, before, text: JSON.stringify(report) });
  asProblem(reportPath, () => writeSealed(root, 'report', reportPath, content));
}

/** Works on the kept report under a lock: if two processes close follow-ups, both are closed. */
function inLedger<Result>(
  folder: string,
  options: DiskOptions,
  work: (root: MigratedFolder) => Result,
) {
  const root = migratedFolderAt(folder, options);
  refuseForeignState(root);
  return locked(root, () => work(root));
}

/** Whether the report of a run is kept in a folder, although its originals may not be. */
export function hasReport(folder: string): boolean {
  return keptReport(migratedFolderAt(folder)) !== undefined;
}

function lastReport(root: MigratedFolder): KeptReport {
  const kept = keptReport(root);
  if (kept) return kept;
  const where = folderOfRunAbove(root.folder);
  const first = 'Run `fw-migrate v4` first, or pass a report written with --format json.';
  const hint = where === undefined ? first : `There is one in ${where}.`;
  throw new UsageError(`There is no report of a run in this folder. ${hint}`);
}

/** The user's own report of the last run. Throws if there is none: it decides what counts as done. */
export function ownReport(root: MigratedFolder): KeptReport {
  const kept = lastReport(root);
  if (kept.isOwn) return kept;
  throw new UsageError(
    `${foreign}, so it is neither changed nor compared. Run \`fw-migrate v4\` first, with --recover if it is of your own run elsewhere.`,
  );
}

/**
 * The report of the last run in the current folder, brought up to date if it is the user's own, and how to change it
 * as long as no file changes.
 */
export async function lastLedgerIn(io: Io) {
  const folder = folderOfRun(io.cwd);
  const { read, isOwn } = lastReport(migratedFolderAt(folder));
  const report = read();
  if (!isOwn) io.err(`${foreign}, so it is shown but not used for comparison.\n`);
  const standing = isOwn ? await standingIn(folder, report, io) : (kept: Report) => kept;
  return {
    report: standing(report),
    /** Changes the report. Throws if it is not the user's own. */
    change: <Changed extends { readonly report: Report }>(make: (report: Report) => Changed) =>
      inLedger(folder, {}, (root) => {
        const own = ownReport(root);
        const changed = make(standing(own.read()));
        keep(root, { ...own, report: changed.report });
        return changed;
      }),
  };
}

/** The report of the last run in the current folder, brought up to date if it is the user's own. */
export async function lastReportIn(io: Io): Promise<Report> {
  return (await lastLedgerIn(io)).report;
}

/** Changes the report of the last run. Throws if it is not the user's own. */
export async function changeLast<Changed extends { readonly report: Report }>(
  io: Io,
  change: (report: Report) => Changed,
): Promise<Changed> {
  // This throws before the repository is searched if there is no report to change.
  ownReport(migratedFolderAt(folderOfRun(io.cwd)));
  return (await lastLedgerIn(io)).change(change);
}

/** The report of the previous run, for a comparison without `--baseline`; undefined if there is none. */
export function ledgerOf(folder: string, options: DiskOptions, io: Io): Report | undefined {
  const kept = keptReport(migratedFolderAt(folder, options));
  const advice = 'Use --recover to trust your own run from elsewhere.';
  try {
    if (kept?.isOwn) return kept.read();
    if (kept) io.err(`${foreign}, so this run is not compared with it. ${advice}\n`);
  } catch (error) {
    if (!(error instanceof ReportProblem)) throw error;
    io.err(`${error.message}\nThis run is not compared with it.\n`);
  }
  return undefined;
}

// More runs are hardly undone one after the other.
const mostRuns = 20;

/** Saves the report of a run, so that later runs know closed follow-ups. A failure does not fail the run. */
export function keepLast(report: Report, folder: string, options: DiskOptions, io: Io): void {
  try {
    inLedger(folder, options, (root) => {
      const staging = lastRun(root)?.staging ?? '';
      const kept = keptReport(root);
      const runs = Object.entries(kept?.before ?? {}).slice(-mostRuns);
      // A run that wrote nothing belongs to the one before it.
      if (kept?.isOwn && kept.staging !== staging) runs.push([staging, kept.text]);
      keep(root, { report, staging, before: Object.fromEntries(runs) });
    });
  } catch (error) {
    if (!(error instanceof ApplyProblem)) throw error;
    io.err(`The report of this run could not be saved: ${error.message}\n`);
  }
}

/** Adds the follow-ups of another report to the kept one, which becomes that report if there is none. */
export function addToLedger(report: Report, folder: string, io: Io): void {
  if (allFollowUps(report).length === 0) return;
  const kept = ledgerOf(folder, {}, io);
  keepLast(kept ? withAlso(kept, report) : report, folder, {}, io);
}

/** Goes back to the report that was kept before an undone run: what was closed since then is open again. */
export function undoLast(undoneRun: string, folder: string, options: DiskOptions, io: Io): void {
  try {
    const isOfRun = (kept: KeptReport | undefined) => kept?.isOwn && kept.staging === undoneRun;
    const before = keptReport(migratedFolderAt(folder, options));
    if (before && !before.isOwn) io.err(`${foreign}, so it stays as it is.\n`);
    // Without such a report, nothing is written, and so nothing is locked.
    if (!isOfRun(before)) return;
    inLedger(folder, options, (root) => {
      const kept = keptReport(root);
      if (!kept || !isOfRun(kept)) return;
      const { [undoneRun]: earlier, ...before } = kept.before;
      const staging = lastRun(root)?.staging ?? '';
      if (earlier === undefined) asProblem(reportPath, () => root.removeFile(reportPath));
      else keep(root, { report: readReport(earlier, reportPath), staging, before });
    });
  } catch (error) {
    if (!(error instanceof ApplyProblem || error instanceof ReportProblem)) throw error;
    io.err(`The report of the run stays as it is. ${error.message}\n`);
  }
}

/** The report to compare with; undefined if none was named. */
export function baselineOf({ baseline }: CommandFlags, io: Io): Report | undefined {
  return baseline === undefined ? undefined : savedReport(baseline, io).report;
}

/** A report that an earlier run wrote as JSON, and its text. */
export function savedReport(name: string, { cwd }: Io) {
  const source = readNamedText(
    name,
    cwd,
    'Pass a report written with --format json.',
    mostReportBytes,
  );
  return { source, report: readReport(source, name) };
}

/** Plans a run again, and returns how to bring follow-ups up to date; if that fails, they stay as they are. */
export async function standingIn(
  folder: string,
  run: Report,
  io: Io,
): Promise<(report: Report) => Report> {
  const catalogue = catalogueOf(run);
  const snapshot = readSnapshot(folder, catalogue.names.buildDir);
  const selected = selectRun(transforms, { only: idsIn(run, 'only'), skip: idsIn(run, 'skip') });
  try {
    const plan = await planRepository(snapshot, {
      ...selected,
      catalogue,
      within: run.left && run.projects.map(({ root }) => root),
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
 * The files of a snapshot, for the conditions of follow-ups, with the edits of a run; `exists` uses the paths after it.
 * An earlier report may name any file, and its lines are shown: only listed files that are not links have lines.
 */
export function treeNow(snapshot: Snapshot, planned: readonly PlannedFile[] = []): TreeNow {
  const files = new Set(
    snapshot.files.flatMap(({ path, link }) => (link === undefined ? [path] : [])),
  );
  const changed = new Map(planned.map((file) => [file.from, file]));
  const placed = snapshot.files.map((file) => ({
    ...file,
    path: changed.get(file.path)?.to ?? file.path,
  }));
  const tree = createTree({ ...snapshot, files: placed });
  return {
    exists: (path) => tree.kindOf(path) !== undefined,
    isIgnored: (path) => !files.has(path) && snapshot.ignoredBy(path) !== undefined,
    lines(path) {
      if (!files.has(path)) return undefined;
      try {
        const text = changed.get(path)?.text?.after;
        return linesOf(text ?? Buffer.from(snapshot.read(path)).toString('utf8'));
      } catch (error) {
        if (error instanceof UnreadableFile) return undefined;
        throw error;
      }
    },
  };
}
