import { parentPort, workerData } from 'node:worker_threads';
import { transforms } from '../../transforms/index.ts';
import { createCatalogue, fwCatalogue } from '../catalogue/index.ts';
import { searchForPlan } from '../check/checked-plan.ts';
import { selectTransforms, stepsOfRun } from '../plan/selection.ts';
import { readSnapshot } from '../tree/disk.ts';
import type { SearchedBatch, SearchJob } from './jobs.ts';

// A thread that makes the same plan as the main thread, and searches files for it.

const { folder, overlay, only, skip, options, next } = workerData as SearchJob;
const catalogue = overlay ? createCatalogue(overlay) : fwCatalogue;
const snapshot = readSnapshot(folder, catalogue.names.buildDir);
const steps = stepsOfRun(selectTransforms(transforms, { only, skip }), []);

await searchForPlan(
  snapshot,
  { ...options, steps, catalogue },
  () => Atomics.add(next, 0, 1),
  (batch, searched) => {
    const result: SearchedBatch = { batch, searched, stamps: [...snapshot.stamps] };
    parentPort?.postMessage(result);
    snapshot.stamps.clear();
  },
);
