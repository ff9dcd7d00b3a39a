import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import type { Edition } from '../catalogue/index.ts';
import type { CheckedFile, SearchTeam } from '../check/checked-files.ts';
import type { Plan } from '../check/checked-plan.ts';
import { planRepository } from '../check/checked-plan.ts';
import type { PlanOptions } from '../plan/plan-repository.ts';
import { noteStamp } from '../tree/disk.ts';
import type { DiskSnapshot, TreePath } from '../tree/snapshot.ts';
import { UsageError } from './io.ts';

/** The input with which another thread makes the same plan; all of it can be sent to a thread. */
export interface SearchJob {
  readonly folder: string;
  /** The edition; undefined for the default one. */
  readonly overlay: Edition | undefined;
  readonly only: readonly string[] | undefined;
  readonly skip: readonly string[] | undefined;
  readonly options: Omit<PlanOptions, 'steps' | 'catalogue' | 'onProgress'>;
  /** The number of the next batch, in memory that all threads share. */
  readonly next: Int32Array;
}

/** The results of another thread for a batch, and the files that it read. */
export interface SearchedBatch {
  readonly batch: number;
  readonly searched: readonly CheckedFile[];
  readonly stamps: readonly (readonly [path: TreePath, stamp: string])[];
}

// A thread first loads the program and makes the plan itself. Measured on two cores, a second thread starts to
// pay off between 14,000 files (1.07 times the time of one thread) and 50,000 (0.77 times).
const filesPerJob = 20_000;

/** The number of threads that search, including this one: as requested, or as many as pay off. */
export function jobsFor(asked: number | undefined, files: number): number {
  return asked ?? Math.min(availableParallelism(), 1 + Math.floor(files / filesPerJob));
}

/** Makes a plan with other threads that search part of the files. The snapshot records what they read. */
export async function planWithJobs(
  jobs: number,
  snapshot: DiskSnapshot,
  options: PlanOptions,
  job: Pick<SearchJob, 'folder' | 'overlay' | 'only' | 'skip'>,
): Promise<Plan> {
  if (jobs === 1) return planRepository(snapshot, options);
  const { steps: _, catalogue: __, onProgress: ___, ...shared } = options;
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: SearchJob = { ...job, options: shared, next };
  const { Worker } = await import('node:worker_threads');
  const workers = Array.from(
    { length: jobs - 1 },
    () => new Worker(new URL('../search-worker.js', import.meta.url), { workerData }),
  );
  const found = collectBatches(workers, ({ stamps }) => {
    for (const [path, stamp] of stamps) noteStamp(snapshot.stamps, path, stamp);
  });
  const team = { claim: () => Atomics.add(next, 0, 1), found };
  try {
    return await planRepository(snapshot, options, team);
  } finally {
    for (const worker of workers) void worker.terminate();
  }
}

/** Collects the results of threads until all batches that they have claimed are there. */
function collectBatches(
  workers: readonly Worker[],
  note: (batch: SearchedBatch) => void,
): SearchTeam['found'] {
  const batches = new Map<number, readonly CheckedFile[]>();
  let failure: UsageError | undefined;
  let onChange = () => {};
  const fail = (why: string) => {
    failure ??= new UsageError(
      `A worker thread failed: ${why.replace(/\.$/, '')}. Nothing was written. Run again with --jobs 1, and report it if that works.`,
    );
    onChange();
  };
  for (const worker of workers) {
    worker.on('message', (message: SearchedBatch) => {
      note(message);
      batches.set(message.batch, message.searched);
      onChange();
    });
    worker.on('error', (error) => fail(error.message));
    worker.on('exit', (code) => code !== 0 && fail(`it ended with code ${code}`));
  }
  return (count) =>
    new Promise((resolve, reject) => {
      onChange = () => {
        if (batches.size >= count) resolve(batches);
        else if (failure) reject(failure);
      };
      onChange();
    });
}
