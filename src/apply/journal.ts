import {
  type Check,
  isObject,
  listOf,
  number,
  object,
  oneOf,
  readAs,
  text,
  where,
} from '../project/shape.ts';
import type { TreePath } from '../project/snapshot.ts';
import { area, hasArea, readOurs } from './area.ts';
import { isInside } from './check.ts';
import { lookAt, onDisk, type Place } from './disk.ts';
import { syncPaths, writeDurably } from './durable.ts';
import { ApplyProblem, guarded, nothingChanged } from './problem.ts';
import { recordPath } from './record.ts';
import { isStaging } from './staging.ts';
import type { Step } from './steps.ts';

/** There from before the first step of a run until after its last: who finds it finds a run that was interrupted. */
export const journalPath = `${area}/journal.json`;

/** Which versions of this tool can take up a run of this one. */
const version = 2;

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
    writeDurably(place, draft, JSON.stringify({ version, ...journal }));
    syncPaths(place, [journal.staging]);
    place.disk.renameSync(onDisk(place, draft), onDisk(place, journalPath));
    syncPaths(place, [area]);
  });
}

/** Ends a run, done or taken back: from then on its files are rubbish. Whether that could be written down. */
export function closeJournal(place: Place, staging: TreePath): boolean {
  try {
    if (!lookAt(place, journalPath)) return true;
    place.disk.renameSync(onDisk(place, journalPath), onDisk(place, draftOf(staging)));
    syncPaths(place, [area]);
    return true;
  } catch {
    return false;
  }
}

/** The journal of a run that was interrupted; nothing where none was. */
export function readJournal(place: Place): Journal | undefined {
  const source = readOurs(place, journalPath);
  if (source === undefined) return undefined;
  const journal = readAs<Journal>(journalShape, source);
  if (journal) return journal;
  throw new ApplyProblem(
    journalPath,
    `It is not a journal of a run, or one of another version. ${nothingChanged}`,
  );
}

/** A journal comes from the folder of the project, and so may be anyone's: it leads nowhere else. */
const journalShape: Check = (value, at) => {
  const staging = isObject(value) ? String(value.staging) : '';
  const shape = object({
    version: oneOf(version),
    run: oneOf('migration', 'undo'),
    staging: where('a folder of ours', () => isStaging(staging)),
    steps: listOf(stepShape(staging)),
  });
  shape(value, at);
};

function stepShape(staging: TreePath): Check {
  const path = where(
    'a path of the project',
    (value) => typeof value === 'string' && isAllowed(value, staging),
  );
  const kind = text;
  const fresh = object({ kind: oneOf('file', 'link'), digest: text });
  const stamp = object({ size: number, mtimeMs: number });
  const rename = object({ kind, from: path, to: path }, { fresh, stamp });
  const folder = object({ kind: oneOf('make folder', 'remove folder if empty'), path }, { mode: number });
  return (value, at) => (isObject(value) && value.kind === 'rename' ? rename : folder)(value, at);
}

function isAllowed(path: TreePath, staging: TreePath): boolean {
  if (!path.startsWith(`${staging}/`)) return path === recordPath || isInside(path);
  const name = path.slice(staging.length + 1);
  return /^[\w.-]+$/.test(name) && !/^\.+$/.test(name);
}
