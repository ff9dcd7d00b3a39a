import fc from 'fast-check';
import { describe, it } from 'vitest';
import { roundsOf } from '../support/sample.ts';
import { generateWorkspace, workspaceSpecs } from './support/generate-workspace.ts';
import { checkRun, shownRun } from './support/workspace-check.ts';

const runs = roundsOf(50, 200);
const seed = Number(process.env.FW_MIGRATE_SEED ?? 4);
const limit = Math.max(40_000, runs * 200);
const layouts = fc.constantFrom('auto', 'app', 'keep');

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
});
