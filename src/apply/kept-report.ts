import { object, readAs, text } from '../catalogue/shape.ts';
import { lastRun } from './journal.ts';
import { locked } from './lock.ts';
import { guarded } from './problem.ts';
import { type RunFolder, type RunFolderOptions, runFolderAt } from './run-folder.ts';
import {
  keptReportName,
  makeState,
  newPath,
  readSealed,
  refuseForeignState,
  removeEmptyState,
  renameInState,
  sealed,
  stateFolder,
} from './state-directory.ts';

const path = `${stateFolder}/${keptReportName}`;

/** The report of the last run in a folder. */
export interface KeptReport {
  /** As JSON. */
  readonly text: string;
  /** Whether a run of this user in this folder has left it: what a repository brings along may only be shown. */
  readonly isOwn: boolean;
  /** Whether it is about the run that `undo` would undo. */
  readonly isOfLastRun: boolean;
}

/** How a report is kept. */
interface KeepOptions extends RunFolderOptions {
  /** Whether it is about the run that `undo` would undo; true by default. */
  readonly isOfLastRun?: boolean;
}

const keptShape = object({ staging: text, text });

/** Reads the report of the last run; undefined if there is none. Throws an `ApplyProblem` if a link or the like is there. */
export function readKeptReport(folder: string, options: RunFolderOptions = {}): KeptReport | undefined {
  const root = runFolderAt(folder, options);
  const found = readSealed(root, 'report', path);
  if (!found) return undefined;
  const kept = readAs(keptShape, found.content);
  if (!kept) return { text: found.content, isOwn: false, isOfLastRun: false };
  const isOwn = found.isOwn || root.trust.acceptsForeign;
  return {
    text: kept.text,
    isOwn,
    isOfLastRun: isOwn && kept.staging !== '' && kept.staging === stagingOf(root),
  };
}

/** Keeps the report of a run that is done. */
export function keepReport(folder: string, report: string, options: KeepOptions = {}): void {
  changeKept(folder, options, (root) => {
    const staging = (options.isOfLastRun ?? true) ? stagingOf(root) : '';
    const content = JSON.stringify({ staging, text: report });
    // What is left of it by a process that is killed goes with the locks.
    const draft = newPath(root, 'lock');
    root.writeNew(draft, sealed(root, 'report', content), { isDurable: true });
    renameInState(root, draft, path);
  });
}

/** Removes the report of the last run, and our folder if nothing else is in it. */
export function dropKeptReport(folder: string, options: RunFolderOptions = {}): void {
  changeKept(folder, options, (root) => {
    if (root.lookAt(path)) root.removeFile(path);
  });
  removeEmptyState(runFolderAt(folder, options));
}

function changeKept(folder: string, options: RunFolderOptions, change: (root: RunFolder) => void): void {
  const root = runFolderAt(folder, options);
  refuseForeignState(root);
  locked(root, () =>
    guarded(path, () => {
      makeState(root);
      change(root);
    }),
  );
}

/** The folder of the run that `undo` would undo; empty if there is none. */
function stagingOf(root: RunFolder): string {
  return lastRun(root)?.staging ?? '';
}
