import type { TreePath } from '../project/snapshot.ts';
import { area, hasArea, readOurs } from './area.ts';
import { isInside } from './check.ts';
import { lookAt, onDisk, type Place } from './disk.ts';
import { syncFolders, writeDurably } from './durable.ts';
import { ApplyProblem, guarded, nothingChanged } from './problem.ts';
import { recordPath } from './record.ts';
import { isStaging } from './staging.ts';
import type { Step } from './steps.ts';

/** There from before the first step of a run until after its last: who finds it finds a run that was interrupted. */
export const journalPath = `${area}/journal.json`;

/** What a run was for. */
export type RunKind = 'migration' | 'undo';

/** What a run is about to do, written down so that it can be taken back by another process. */
export interface Journal {
  readonly run: RunKind;
  /** The folder for the files of the run. */
  readonly staging: TreePath;
  readonly steps: readonly Step[];
}

/** Where the journal is before and after it counts: only a whole one ever has its name. */
function draftOf(staging: TreePath): TreePath {
  return `${staging}/journal.json`;
}

/** Whether a run was interrupted in a folder, or still is at work. */
export function isInterrupted(place: Place): boolean {
  return hasArea(place) && guarded(journalPath, () => lookAt(place, journalPath)) !== undefined;
}

/** Makes sure that no run was interrupted here: what it left is not what a plan may be made from. */
export function refuseInterrupted(place: Place): void {
  if (!isInterrupted(place)) return;
  throw new ApplyProblem(
    journalPath,
    `An earlier run was interrupted. Run again, so that it is taken back first. ${nothingChanged}`,
  );
}

/** Writes the journal down to the disk. From then on an interrupted run is taken up. */
export function openJournal(place: Place, journal: Journal): void {
  guarded(journalPath, () => {
    const draft = draftOf(journal.staging);
    writeDurably(place, draft, JSON.stringify({ version: 2, ...journal }));
    syncFolders(place, [journal.staging]);
    place.disk.renameSync(onDisk(place, draft), onDisk(place, journalPath));
    syncFolders(place, [area]);
  });
}

/** Ends a run, done or taken back: from then on its files are rubbish. Whether that could be written down. */
export function closeJournal(place: Place, staging: TreePath): boolean {
  try {
    if (!lookAt(place, journalPath)) return true;
    place.disk.renameSync(onDisk(place, journalPath), onDisk(place, draftOf(staging)));
    syncFolders(place, [area]);
    return true;
  } catch {
    return false;
  }
}

/** The journal of a run that was interrupted; nothing where none was. */
export function readJournal(place: Place): Journal | undefined {
  const text = readOurs(place, journalPath);
  if (text === undefined) return undefined;
  const journal = parsed(text);
  if (isJournal(journal)) return journal;
  throw new ApplyProblem(
    journalPath,
    `It is not a journal of a run, or one of another version. ${nothingChanged}`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isJournal(value: unknown): value is Journal {
  if (typeof value !== 'object' || value === null || !('version' in value) || value.version !== 2)
    return false;
  if (!('run' in value) || (value.run !== 'migration' && value.run !== 'undo')) return false;
  if (!('staging' in value) || typeof value.staging !== 'string' || !isStaging(value.staging)) return false;
  const { staging } = value;
  return 'steps' in value && Array.isArray(value.steps) && value.steps.every((step) => isStep(step, staging));
}

/** A journal comes from the folder of the project, and so may be anyone's: it leads nowhere else. */
function isStep(value: unknown, staging: TreePath): value is Step {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  const isPath = (path: unknown) => typeof path === 'string' && isAllowed(path, staging);
  if (value.kind === 'rename')
    return (
      'from' in value &&
      isPath(value.from) &&
      'to' in value &&
      isPath(value.to) &&
      isFreshStep(value) &&
      isStampedStep(value)
    );
  if (value.kind !== 'make folder' && value.kind !== 'remove folder if empty') return false;
  return 'path' in value && isPath(value.path) && (!('mode' in value) || typeof value.mode === 'number');
}

function isAllowed(path: TreePath, staging: TreePath): boolean {
  if (!path.startsWith(`${staging}/`)) return path === recordPath || isInside(path);
  const name = path.slice(staging.length + 1);
  return /^[\w.-]+$/.test(name) && !/^\.+$/.test(name);
}

function isFreshStep(value: object): boolean {
  if (!('fresh' in value)) return true;
  const { fresh } = value;
  if (typeof fresh !== 'object' || fresh === null || !('digest' in fresh) || !('kind' in fresh)) return false;
  return typeof fresh.digest === 'string' && (fresh.kind === 'file' || fresh.kind === 'link');
}

function isStampedStep(value: object): boolean {
  if (!('stamp' in value)) return true;
  const { stamp } = value;
  if (typeof stamp !== 'object' || stamp === null || !('size' in stamp) || !('mtimeMs' in stamp))
    return false;
  return typeof stamp.size === 'number' && typeof stamp.mtimeMs === 'number';
}
