import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runPlan } from '../../../src/apply/transaction.ts';
import { undoLastRun } from '../../../src/apply/undo.ts';
import type { FileSystem } from '../../../src/tree/open-file.ts';
import { quickDisk } from './disks.ts';
import { change, fill, giveModes, plan, projectFiles } from './project.ts';

/** Something that can be interrupted, and the folder that it begins with. */
export interface Scenario {
  begin(folder: string): void;
  act(folder: string, disk: FileSystem): unknown;
}

function beginProject(folder: string): void {
  fill(folder, projectFiles);
  giveModes(folder);
  // Taken back, a run may not remove what was there before it.
  mkdirSync(join(folder, 'bin'), { mode: 0o750 });
}

type ScenarioName = 'migration' | 'second migration' | 'undo' | 'undo of a second migration';

function beginSecond(folder: string): void {
  beginProject(folder);
  const first = change('pages/deep/.ignored', 'pages/deep/.ignored', 'stays', 'STAYS');
  runPlan([first], folder, { disk: quickDisk() });
}

/** Everything that is written down, and so can be interrupted. */
export const scenarios: { readonly [name in ScenarioName]: Scenario } = {
  migration: { begin: beginProject, act: (folder, disk) => runPlan(plan, folder, { disk }) },
  'second migration': {
    begin: beginSecond,
    act: (folder, disk) => runPlan(plan, folder, { disk }),
  },
  'undo of a second migration': {
    begin: (folder) => {
      beginSecond(folder);
      runPlan(plan, folder, { disk: quickDisk() });
    },
    act: (folder, disk) => undoLastRun(folder, { disk }),
  },
  undo: {
    begin: (folder) => {
      beginProject(folder);
      runPlan(plan, folder, { disk: quickDisk() });
    },
    act: (folder, disk) => undoLastRun(folder, { disk }),
  },
};
