import { object, readAs, text } from '../catalogue/shape.ts';
import { lastRun } from './journal.ts';
import { locked } from './lock.ts';
import { guarded } from './problem.ts';
import { type RunFolder, type RunFolderOptions, runFolderAt } from './run-folder.ts';
import {
  keptReportName,
  newPath,
  readSealed,
  refuseForeignState,
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
  /** The folder of the run that it is about; empty if that is unknown. */
  readonly staging: string;
}

/** What is kept next: the report of the last run, unless it is still about another one. */
type NextReport = Pick<KeptReport, 'text'> & Partial<Pick<KeptReport, 'staging'>>;

const keptShape = object({ staging: text, text });

/** Reads the report of the last run; undefined if there is none. Throws an `ApplyProblem` if a link or the like is there. */
export function readKeptReport(folder: string, options: RunFolderOptions = {}): KeptReport | undefined {
  return readKept(runFolderAt(folder, options));
}

function readKept(root: RunFolder): KeptReport | undefined {
  const found = readSealed(root, 'report', path);
  if (!found) return undefined;
  const kept = readAs(keptShape, found.content);
  if (!kept) return { text: found.content, isOwn: false, isOfLastRun: false, staging: '' };
  const isOwn = found.isOwn || root.trust.acceptsForeign;
  return {
    ...kept,
    isOwn,
    isOfLastRun: isOwn && kept.staging !== '' && kept.staging === stagingOf(root),
  };
}

/**
 * Replaces the report of the last run by what follows from it, or removes it. Nobody else changes it meanwhile: two that
 * close something at the same time both have it closed.
 */
export function changeKeptReport<Next extends NextReport | undefined>(
  folder: string,
  change: (kept: KeptReport | undefined) => Next,
  options: RunFolderOptions = {},
): Next {
  const root = runFolderAt(folder, options);
  refuseForeignState(root);
  return locked(root, () => {
    const next = change(readKept(root));
    guarded(path, () => {
      if (next) {
        const { staging = stagingOf(root) } = next;
        const content = JSON.stringify({ staging, text: next.text });
        // What is left of it by a process that is killed goes with the locks.
        const draft = newPath(root, 'lock');
        root.writeNew(draft, sealed(root, 'report', content), { isDurable: true });
        renameInState(root, draft, path);
      } else if (root.lookAt(path)) root.removeFile(path);
    });
    return next;
  });
}

/** The folder of the run that `undo` would undo; empty if there is none. */
function stagingOf(root: RunFolder): string {
  return lastRun(root)?.staging ?? '';
}
