import type { PlannedFile } from '../plan/plan.ts';
import { onDisk, type Place } from './disk.ts';
import { ApplyProblem, causeOf, errorCode, nothingChanged } from './problem.ts';
import { area, discard, makeArea } from './staging.ts';

/** The last run, written down so that it can be taken back. Only the last one is kept. */
const recordPath = `${area}/last-run.json`;

const nextPath = `${area}/next-run.json`;

/** Writes down what a run is about to do, before it does it. */
export function prepareRecord(place: Place, files: readonly PlannedFile[]): void {
  try {
    makeArea(place);
    place.disk.writeFileSync(onDisk(place, nextPath), JSON.stringify({ version: 1, files }));
  } catch (error) {
    dropRecord(place);
    if (error instanceof ApplyProblem) throw error;
    throw new ApplyProblem(nextPath, `${causeOf(error)} ${nothingChanged}`);
  }
}

/** The run did not take place. */
export function dropRecord(place: Place): void {
  place.disk.rmSync(onDisk(place, nextPath), { force: true });
  discard(place);
}

/** The run is done, and is the last one now. */
export function keepRecord(place: Place): void {
  place.disk.renameSync(onDisk(place, nextPath), onDisk(place, recordPath));
}

/** The last run was taken back. */
export function forgetRecord(place: Place): void {
  place.disk.rmSync(onDisk(place, recordPath), { force: true });
  discard(place);
}

/** The files of the last run; nothing where none is written down. */
export function lastRun(place: Place): readonly PlannedFile[] | undefined {
  let text: string;
  try {
    text = place.disk.readFileSync(onDisk(place, recordPath), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new ApplyProblem(recordPath, `${causeOf(error)} ${nothingChanged}`);
  }
  const files = filesIn(text);
  if (!files)
    throw new ApplyProblem(
      recordPath,
      `It is not a record of a run, or one of another version. ${nothingChanged}`,
    );
  return files;
}

function filesIn(text: string): PlannedFile[] | undefined {
  try {
    const record: unknown = JSON.parse(text);
    if (typeof record !== 'object' || record === null || !('version' in record) || record.version !== 1)
      return undefined;
    if (!('files' in record) || !Array.isArray(record.files)) return undefined;
    return record.files.every(isPlannedFile) ? record.files : undefined;
  } catch {
    return undefined;
  }
}

function isPlannedFile(value: unknown): value is PlannedFile {
  if (typeof value !== 'object' || value === null) return false;
  const isNamed =
    'from' in value && typeof value.from === 'string' && 'to' in value && typeof value.to === 'string';
  return isNamed && 'kind' in value && (value.kind === 'file' || value.kind === 'link');
}
