import { resolve } from 'node:path';
import { callable, checkArgument, fields, folderName, optionsWith } from '../plan/arguments.ts';
import type { Plan } from '../plan/plan.ts';
import { flag, listOf, text } from '../project/shape.ts';
import type { DiskSnapshot } from '../project/snapshot.ts';
import { type Ran, runPlan, type Undone, undoLastRun } from './run.ts';

/** How `applyPlan` writes. */
export interface ApplyOptions {
  /** The snapshot that the plan was made from: if one of its files has changed since, nothing is written. */
  readonly snapshot?: Pick<DiskSnapshot, 'drift'> | undefined;
  /** Whether state that another machine or user left in the folder counts: a person has confirmed that it is theirs. */
  readonly acceptForeign?: boolean | undefined;
}

/** How `undo` treats what it finds. */
export interface UndoOptions extends Pick<ApplyOptions, 'acceptForeign'> {
  /** Whether files that were edited since are replaced too; the edited versions are kept. */
  readonly force?: boolean | undefined;
}

const plannedFile = fields({ from: text, to: text }, { text: fields({ before: text, after: text }) });

/**
 * Carries out a plan in a folder, all of it or nothing, and writes it down for `undo`. Throws an `ApplyProblem` if it
 * cannot.
 */
export function applyPlan(plan: Plan, folder: string, options: ApplyOptions = {}): Ran {
  checkArgument('applyPlan', 'plan', plan, fields({ files: listOf(plannedFile) }));
  checkArgument('applyPlan', 'folder', folder, folderName);
  const optional = { snapshot: fields({ drift: callable }), acceptForeign: flag };
  checkArgument('applyPlan', 'options', options, optionsWith({}, optional));
  const { snapshot: seen, acceptForeign = false } = options;
  return runPlan(plan.files, resolve(folder), { acceptForeign, seen });
}

/** Undoes the last run in a folder, all of it or nothing; undefined if none is recorded. */
export function undo(folder: string, options: UndoOptions = {}): Undone | undefined {
  checkArgument('undo', 'folder', folder, folderName);
  checkArgument('undo', 'options', options, optionsWith({}, { force: flag, acceptForeign: flag }));
  const { force = false, acceptForeign = false } = options;
  return undoLastRun(resolve(folder), { force, acceptForeign });
}
