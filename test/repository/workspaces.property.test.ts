import fc from 'fast-check';
import { describe, it } from 'vitest';
import { roundsOf } from '../support/sample.ts';
import { generateWorkspace, workspaceSpecs } from './support/generate-workspace.ts';
import { checkOneByOne, checkRun, shownRun } from './support/workspace-check.ts';

const runs = roundsOf(50, 200);
const seed = Number(process.env.FW_MIGRATE_SEED ?? 4);
const limit = Math.max(40_000, runs * 200);
const layouts = fc.constantFrom('auto', 'app', 'keep');

// Each has a package of its own: nothing but its version shows that a project with `srcDir` was migrated.
const orders = workspaceSpecs.chain((spec) => {
  const projects = spec.projects.map(([place, project]): (typeof spec.projects)[number] => [
    place,
    { ...project, fate: 'migrate', isPackage: true },
  ]);
  const places = projects.map(([place]) => place);
  return fc.record({
    spec: fc.constant({ ...spec, projects }),
    order: fc.shuffledSubarray(places, { minLength: places.length }),
  });
});

describe('migrating random workspaces', () => {
  it('keeps what every reference means, whatever becomes of each project', {
    timeout: 2 * limit,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(workspaceSpecs, layouts, async (spec, layout) => {
        const workspace = generateWorkspace(spec);
        const { problems, after } = await checkRun(workspace, layout);
        if (problems.length > 0)
          throw new Error(`${problems.join('\n')}\n${shownRun(workspace, after)}`);
      }),
      { numRuns: runs, interruptAfterTimeLimit: limit, seed },
    );
  });

  it('gives the same bytes project by project, in every order, as all at once', {
    timeout: 2 * limit,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(orders, async ({ spec, order }) => {
        const workspace = generateWorkspace(spec);
        const differences = await checkOneByOne(workspace, order);
        if (differences.length > 0)
          throw new Error(`${order.join(', ')}\n${differences.join('\n')}`);
      }),
      { numRuns: runs, interruptAfterTimeLimit: limit, seed },
    );
  });
});
