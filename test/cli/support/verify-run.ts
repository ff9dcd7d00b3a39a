import { verifyPlan } from '../../../src/cli/verify.ts';
import { planRepository } from '../../../src/plan/repository.ts';
import { readSnapshot } from '../../../src/project/disk.ts';
import { transforms } from '../../../transforms/index.ts';

// A process that can be interrupted: node jiti-cli.mjs verify-run.ts <folder> <command>
const [, , folder = '', command = ''] = process.argv;
const snapshot = readSnapshot(folder);
const options = { steps: [{ kind: 'transforms' as const, transforms }] };
await verifyPlan({
  ...{ command, folder, options },
  plan: await planRepository(snapshot, options),
  replan: (reduced) => planRepository(snapshot, { ...reduced, unproven: true }),
  io: { progress: () => {}, err: (text) => void process.stderr.write(text) },
});
