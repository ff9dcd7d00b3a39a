import type { TreePath } from '../project/snapshot.ts';
import { area, isOurs, readOurs } from './area.ts';
import { type Digest, digestAt, digestOf } from './digest.ts';
import { lookAt, onDisk, type Place } from './disk.ts';
import { writeDurably } from './durable.ts';
import type { PastFolders } from './folders.ts';
import { ApplyProblem, guarded, nothingChanged } from './problem.ts';
import type { Step } from './steps.ts';
import type { FileToDo } from './to-do.ts';

/** The last run, written down so that it can be taken back. Only the last one is kept. */
export const recordPath = `${area}/last-run.json`;

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
export function keepRecord(
  place: Place,
  staging: TreePath,
  files: readonly FileToDo[],
  steps: readonly Step[],
): readonly Step[] {
  const from = `${staging}/last-run.new`;
  return guarded(recordPath, () => {
    const last: LastRun = { files: files.map((file) => recorded(place, file)), folders: pastFolders(steps) };
    writeDurably(place, from, JSON.stringify({ version: 2, ...last }));
    const previous = lookAt(place, recordPath) ? forgetRecord(staging) : [];
    return [...previous, { kind: 'rename', from, to: recordPath }];
  });
}

function recorded(place: Place, { from, to, kind, text }: FileToDo): RecordedFile {
  if (text === undefined) return { from, to, kind, left: digestAt(place, from, kind) };
  const { disk } = place;
  const path = onDisk(place, from);
  const before = {
    text: kind === 'link' ? disk.readlinkSync(path, 'utf8') : disk.readFileSync(path, 'utf8'),
    mode: disk.lstatSync(path).mode & 0o7777,
  };
  return { from, to, kind, before, left: digestOf(text) };
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
  if (typeof value !== 'object' || value === null || !('version' in value) || value.version !== 2)
    return false;
  if (!('folders' in value) || !isPastFolders(value.folders)) return false;
  return 'files' in value && Array.isArray(value.files) && value.files.every(isRecordedFile);
}

function isPastFolders(value: unknown): value is PastFolders {
  if (typeof value !== 'object' || value === null || !('made' in value) || !('removed' in value))
    return false;
  const { made, removed } = value;
  if (!Array.isArray(made) || !made.every((path) => typeof path === 'string')) return false;
  if (typeof removed !== 'object' || removed === null) return false;
  return Object.values(removed).every((mode) => Number.isInteger(mode));
}

function isRecordedFile(value: unknown): value is RecordedFile {
  if (typeof value !== 'object' || value === null) return false;
  const isNamed =
    'from' in value && typeof value.from === 'string' && 'to' in value && typeof value.to === 'string';
  if (!isNamed || ('before' in value && !isOriginal(value.before))) return false;
  if (!('left' in value) || typeof value.left !== 'string') return false;
  return 'kind' in value && (value.kind === 'file' || value.kind === 'link');
}

function isOriginal(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('text' in value) || !('mode' in value)) return false;
  return typeof value.text === 'string' && Number.isInteger(value.mode);
}
