// What the checks of a plan cost: planning a repository with them, against planning without. Goal: at most 1.5 times.
// The witness reads every text and makes up most of it; its goal is a tenth of the planning time.
// The number of files may be given: `node bench/checks.mjs 10000`. ROUNDS says how often everything is run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planMigration, readSnapshot } from '../dist/index.js';
import { writeRepository } from './generate-repository.mjs';
import { median } from './measure.mjs';

const count = Number(process.argv[2] ?? 10_000);
const rounds = Number(process.env.ROUNDS ?? 7);
const folder = mkdtempSync(join(tmpdir(), 'fw-migrate-bench-'));

try {
  writeRepository(folder, count);
  const times = { without: [], with: [] };
  const plan = async (unchecked) => {
    const start = performance.now();
    const { proof } = await planMigration(readSnapshot(folder), { unchecked });
    times[unchecked ? 'without' : 'with'].push(performance.now() - start);
    return proof;
  };
  // The first rounds warm up, and take turns so that neither has the better machine.
  for (let round = 0; round < 2; round += 1) for (const unchecked of [true, false]) await plan(unchecked);
  times.without.length = 0;
  times.with.length = 0;
  let proof;
  for (let round = 0; round < rounds; round += 1) {
    await plan(true);
    proof = await plan(false);
  }
  const [without, proven] = [median(times.without), median(times.with)];
  console.log(`${count} files, ${proof.references.checked} references, ${proof.compared} texts, one process`);
  console.log(`  planning without checks  ${without.toFixed(0)} ms   1.00 ×`);
  console.log(`  planning with all checks ${proven.toFixed(0)} ms   ${(proven / without).toFixed(2)} ×`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
