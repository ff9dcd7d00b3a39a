import { verifyPlan } from '../../../src/cli/verify.ts';
import { createTextsAfter } from '../../../src/plan/plan.ts';
import { type PlanOptions, planRepository } from '../../../src/plan/repository.ts';
import { readSnapshot } from '../../../src/project/disk.ts';
import { transforms } from '../../../transforms/index.ts';

// A process that can be interrupted: node jiti-cli.mjs verify-run.ts <folder> <command>
const [, , folder = '', command = ''] = process.argv;
const snapshot = readSnapshot(folder);
const options: PlanOptions = { steps: [{ kind: 'transforms', transforms }] };
const plan = await planRepository(snapshot, options);
await verifyPlan({
  ...{ command, folder, options, plan },
  textAfter: createTextsAfter(plan, snapshot),
  io: { progress: () => {}, err: (text) => void process.stderr.write(text) },
});
