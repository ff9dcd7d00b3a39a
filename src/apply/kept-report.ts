import { object, readAs, text } from '../catalogue/shape.ts';
import { guarded } from './apply-problem.ts';
import { lastRun } from './journal.ts';
import { locked } from './lock.ts';
import { type DiskOptions, type MigratedFolder, migratedFolderAt } from './migrated-folder.ts';
import { readSealed, refuseForeignState, stateFolder, writeSealed } from './state-folder.ts';

const path = `${stateFolder}/report.json`;

/** The report of the last run in a folder. */
export interface KeptReport {
  /** As JSON. */
  readonly text: string;
  /** Whether this user's own run in this folder wrote it: a report of a repository may only be shown. */
  readonly isOwn: boolean;
  /** The staging folder of its run; empty if that is unknown. */
  readonly staging: string;
}

/** The report to keep next; it belongs to the last run unless `staging` is given. */
type NextReport = Pick<KeptReport, 'text'> & Partial<Pick<KeptReport, 'staging'>>;

const keptShape = object({ staging: text, text });

/** Reads the last run's report; undefined if there is none. Throws an `ApplyProblem` if it is not a file. */
export function readKeptReport(root: MigratedFolder): KeptReport | undefined {
  const file = readSealed(root, 'report', path);
  if (!file) return undefined;
  const kept = readAs(keptShape, file.content);
  if (!kept) return { text: file.content, isOwn: false, staging: '' };
  return { ...kept, isOwn: file.isOwn || root.trust.acceptsForeign };
}

/**
 * Replaces the report of the last run with a changed one, or removes it. It is locked: if two processes close
 * follow-ups at the same time, both are closed.
 */
export function changeKeptReport<Next extends NextReport | undefined>(
  folder: string,
  change: (kept: KeptReport | undefined) => Next,
  options: DiskOptions = {},
): Next {
  const root = migratedFolderAt(folder, options);
  refuseForeignState(root);
  return locked(root, () => {
    const next = change(readKeptReport(root));
    guarded(path, () => {
      if (next) {
        const { staging = lastRun(root)?.staging ?? '' } = next;
        writeSealed(root, 'report', path, JSON.stringify({ staging, text: next.text }));
      } else if (root.lookAt(path)) root.removeFile(path);
    });
    return next;
  });
}
