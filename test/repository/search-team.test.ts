import { describe, expect, it } from 'vitest';
import type { CheckedFile } from '../../src/check/checked-files.ts';
import { planRepository, searchForPlan } from '../../src/check/checked-plan.ts';
import type { PlanOptions } from '../../src/plan/plan-repository.ts';
import { snapshotOf } from '../../src/tree/snapshot.ts';
import { transforms } from '../../transforms/index.ts';
import { sampleOf } from '../support/sample.ts';
import { fixtureSnapshot, migratedFixtures, named, planOf } from './support/project-fixtures.ts';

const steps = [{ kind: 'transforms' as const, transforms }];

/** What another thread finds in all files, as it is handed over. */
async function searchedElsewhere(
  snapshot: Parameters<typeof planRepository>[0],
  options: PlanOptions,
): Promise<ReadonlyMap<number, readonly CheckedFile[]>> {
  const found = new Map<number, readonly CheckedFile[]>();
  let next = 0;
  await searchForPlan(
    snapshot,
    options,
    () => next++,
    (batch, searched) => found.set(batch, structuredClone(searched)),
  );
  return found;
}

describe('a plan is the same if another thread searches the files', () => {
  it.each(named(sampleOf(migratedFixtures, 12)))('%s', async (_, fixture) => {
    const options = { steps, ...fixture.options };
    const snapshot = fixtureSnapshot(fixture.input, fixture.git);
    const found = await searchedElsewhere(snapshot, options).catch(() => undefined);
    // What is refused there is refused here as well, and planned without the project.
    const team = found && { claim: () => Number.MAX_SAFE_INTEGER, found: async () => found };
    expect(await planRepository(snapshot, options, team)).toEqual(await planOf(fixture));
  });
});

describe('a team that fails', () => {
  const snapshot = snapshotOf({
    'fw.config.ts': 'export default defineFwConfig({})',
    'pages/a.vue': '',
  });

  it('ends the plan', async () => {
    const team = {
      claim: () => Number.MAX_SAFE_INTEGER,
      found: async () => Promise.reject(new Error('a worker is gone')),
    };
    await expect(planRepository(snapshot, { steps }, team)).rejects.toThrow('a worker is gone');
  });

  it('has seen other files', async () => {
    const other = snapshotOf({
      'fw.config.ts': 'export default defineFwConfig({})',
      'pages/b.vue': '',
    });
    const found = await searchedElsewhere(other, { steps });
    const team = { claim: () => Number.MAX_SAFE_INTEGER, found: async () => found };
    await expect(planRepository(snapshot, { steps }, team)).rejects.toThrow(
      'pages/a.vue: Files came or went while they were searched. Nothing was written. Run again.',
    );
  });
});
