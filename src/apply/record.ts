import { dirname } from 'node:path';
import { integer, listOf, mapOf, object, oneOf, readAs, text } from '../project/shape.ts';
import type { TreePath } from '../project/snapshot.ts';
import { area, isOurs, readOurs } from './area.ts';
import { type Digest, digestAt, digestOf } from './digest.ts';
import { type Disk, lookAt, onDisk, type Place, realDisk } from './disk.ts';
import { writeDurably } from './durable.ts';
import type { PastFolders } from './folders.ts';
import { giveLike } from './owner.ts';
import type { Phases } from './phases.ts';
import { ApplyProblem, guarded, nothingChanged } from './problem.ts';
import type { Step } from './steps.ts';
import type { FileToDo } from './to-do.ts';

/** The last run, written down so that it can be taken back. Only the last one is kept. */
export const recordPath = `${area}/last-run.json`;

/** Which versions of this tool can take back a run of this one. */
const version = 2;

/** What is known of the last run. */
export interface LastRun {
  readonly files: readonly RecordedFile[];
  readonly folders: PastFolders;
}

/** What a run did to one file. */
export interface RecordedFile {
  readonly from: TreePath;
  readonly to: TreePath;
  readonly kind: FileToDo['kind'];
  /** What it was, where the run changed it. */
  readonly before?: { readonly text: string; readonly mode: number };
  /** What the run left in its place. */
  readonly left: Digest;
}

/** The steps that make a run the last one: part of the run, so that the record always tells of what is on disk. */
export function* keepRecord(
  place: Place,
  staging: TreePath,
  files: readonly FileToDo[],
  steps: readonly Step[],
): Phases<readonly Step[]> {
  const done: RecordedFile[] = [];
  for (const file of files) {
    done.push(guarded(file.from, () => recorded(place, file)));
    yield 'may stop';
  }
  const last: LastRun = { files: done, folders: pastFolders(steps) };
  return guarded(recordPath, () => writeRecord(place, staging, last));
}

function writeRecord(place: Place, staging: TreePath, last: LastRun): readonly Step[] {
  const from = `${staging}/last-run.new`;
  writeDurably(place, from, JSON.stringify({ version, ...last }));
  // Who runs as the superuser leaves a record that the owner of the folder can use.
  giveLike(place, from, area);
  const previous = lookAt(place, recordPath) ? forgetRecord(staging) : [];
  return [...previous, { kind: 'rename', from, to: recordPath }];
}

function recorded(place: Place, { from, to, kind, text: after }: FileToDo): RecordedFile {
  if (after === undefined) return { from, to, kind, left: digestAt(place, from, kind) };
  const { disk } = place;
  const path = onDisk(place, from);
  const before = {
    text: kind === 'link' ? disk.readlinkSync(path, 'utf8') : disk.readFileSync(path, 'utf8'),
    mode: disk.lstatSync(path).mode & 0o7777,
  };
  return { from, to, kind, before, left: digestOf(after) };
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
  const source = readOurs(place, recordPath);
  if (source === undefined) return undefined;
  const last = readAs<LastRun>(recordShape, source);
  if (last) return last;
  throw new ApplyProblem(
    recordPath,
    `It is not a record of a run, or one of another version. ${nothingChanged}`,
  );
}

/** The next folder that this one lies in and in which a run can be taken back. */
export function folderOfRunAbove(folder: string, disk: Disk = realDisk): string | undefined {
  for (let inner = folder; dirname(inner) !== inner; inner = dirname(inner)) {
    const outer = dirname(inner);
    if (lookAt({ disk, folder: outer }, recordPath)) return outer;
  }
  return undefined;
}

const recordShape = object({
  version: oneOf(version),
  files: listOf(
    object(
      { from: text, to: text, kind: oneOf('file', 'link'), left: text },
      { before: object({ text, mode: integer(0) }) },
    ),
  ),
  folders: object({ made: listOf(text), removed: mapOf(integer(0)) }),
});
