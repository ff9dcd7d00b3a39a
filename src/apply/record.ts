import type { PlannedFile } from '../plan/plan.ts';
import type { TreePath } from '../project/snapshot.ts';
import { area, isOurs, readOurs } from './area.ts';
import { lookAt, type Place } from './disk.ts';
import { writeDurably } from './durable.ts';
import type { PastFolders } from './folders.ts';
import { ApplyProblem, guarded, nothingChanged } from './problem.ts';
import type { Step } from './steps.ts';

/** The last run, written down so that it can be taken back. Only the last one is kept. */
export const recordPath = `${area}/last-run.json`;

/** What is known of the last run. */
export interface LastRun {
  readonly files: readonly PlannedFile[];
  /** Absent in the records of early versions. */
  readonly folders?: PastFolders;
}

/** The steps that make a run the last one: part of the run, so that the record always tells of what is on disk. */
export function keepRecord(
  place: Place,
  staging: TreePath,
  files: readonly PlannedFile[],
  steps: readonly Step[],
): readonly Step[] {
  const from = `${staging}/last-run.new`;
  return guarded(recordPath, () => {
    writeDurably(place, from, JSON.stringify({ version: 1, files, folders: pastFolders(steps) }));
    const previous = lookAt(place, recordPath) ? forgetRecord(staging) : [];
    return [...previous, { kind: 'rename', from, to: recordPath }];
  });
}

/** The steps after which there is no last run any more. */
export function forgetRecord(staging: TreePath): readonly Step[] {
  return [{ kind: 'rename', from: recordPath, to: `${staging}/last-run.old` }];
}

function pastFolders(steps: readonly Step[]): PastFolders {
  const made: TreePath[] = [];
  const removed: { [path: TreePath]: number } = Object.create(null);
  for (const step of steps) {
    if (step.kind === 'make folder' && !isOurs(step.path)) made.push(step.path);
    if (step.kind === 'remove folder if empty' && step.mode !== undefined) removed[step.path] = step.mode;
  }
  return { made, removed };
}

/** The last run; nothing where none is written down. */
export function lastRun(place: Place): LastRun | undefined {
  const text = readOurs(place, recordPath);
  if (text === undefined) return undefined;
  const record = recordIn(text);
  if (record) return record;
  throw new ApplyProblem(
    recordPath,
    `It is not a record of a run, or one of another version. ${nothingChanged}`,
  );
}

function recordIn(text: string): LastRun | undefined {
  try {
    const record: unknown = JSON.parse(text);
    return isRecord(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is LastRun {
  if (typeof value !== 'object' || value === null || !('version' in value) || value.version !== 1)
    return false;
  if ('folders' in value && !isPastFolders(value.folders)) return false;
  return 'files' in value && Array.isArray(value.files) && value.files.every(isPlannedFile);
}

function isPastFolders(value: unknown): value is PastFolders {
  if (typeof value !== 'object' || value === null || !('made' in value) || !('removed' in value))
    return false;
  const { made, removed } = value;
  if (!Array.isArray(made) || !made.every((path) => typeof path === 'string')) return false;
  if (typeof removed !== 'object' || removed === null) return false;
  return Object.values(removed).every((mode) => Number.isInteger(mode));
}

function isPlannedFile(value: unknown): value is PlannedFile {
  if (typeof value !== 'object' || value === null) return false;
  const isNamed =
    'from' in value && typeof value.from === 'string' && 'to' in value && typeof value.to === 'string';
  if (!isNamed || ('text' in value && !isText(value.text))) return false;
  return 'kind' in value && (value.kind === 'file' || value.kind === 'link');
}

function isText(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('before' in value) || !('after' in value))
    return false;
  return typeof value.before === 'string' && typeof value.after === 'string';
}
