import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recover } from '../../src/apply/revert.ts';
import { closely } from './support/closely.ts';
import { callsOf, killedAt, quickDisk } from './support/disks.ts';
import { type Scenario, scenarios } from './support/scenarios.ts';
import { newFolder, type Tree, treeOf } from './support/tree.ts';

const all = Object.entries(scenarios);

/** A new folder in which a scenario is about to begin. */
function begun({ begin }: Scenario): string {
  const folder = newFolder();
  begin(folder);
  return folder;
}

interface Ends {
  readonly before: Tree;
  readonly after: Tree;
  readonly calls: number;
}

/** What a scenario begins and ends with when nobody kills it. */
function endsOf(scenario: Scenario): Ends {
  const folder = begun(scenario);
  const before = treeOf(folder);
  const calls = callsOf((disk) => scenario.act(folder, disk));
  const after = treeOf(folder);
  expect(after).not.toEqual(before);
  expect(recover(folder)).toBeUndefined();
  expect(treeOf(folder)).toEqual(after);
  return { before, after, calls };
}

/** Does something with a disk that is killed; what a process would have said after that does not matter. */
function killed(act: () => unknown): void {
  try {
    act();
  } catch {
    // It is dead.
  }
}

/** Recovers, and makes sure that all is as before or after; says which. */
function settled(folder: string, { before, after }: Ends, label: string): 'before' | 'after' {
  const recovery = recover(folder, { disk: quickDisk() });
  const tree = treeOf(folder);
  const end = JSON.stringify(tree) === JSON.stringify(before) ? 'before' : 'after';
  expect(tree, label).toEqual(end === 'before' ? before : after);
  if (recovery) expect(end, label).toBe('before');
  expect(recover(folder), label).toBeUndefined();
  return end;
}

describe.each(all)('a killed %s', (name, scenario) => {
  const distance = name === 'migration' ? closely : 2 * closely - 1;

  it.each([
    ['before', false],
    ['within', true],
  ])('%s any call ends as before or after', (_, torn) => {
    // The others do the same calls for other files; few calls are more than one thing to the system.
    const stride = name !== 'migration' ? distance : torn ? closely : Math.ceil(closely / 3);
    const ends = endsOf(scenario);
    const seen: string[] = [];
    let folder = begun(scenario);
    for (let fatal = 1; fatal <= ends.calls; fatal += stride) {
      killed(() => scenario.act(folder, killedAt(fatal, torn)));
      seen.push(settled(folder, ends, `call ${fatal}`));
      if (seen.at(-1) === 'before') continue;
      rmSync(folder, { recursive: true });
      folder = begun(scenario);
    }
    // Once it is done it stays so.
    expect(seen.join(' ')).toMatch(/^(?:before ){10,}after(?: after)*$/);
  });

  it('and a killed recovery end as before or after', () => {
    const ends = endsOf(scenario);
    // From the first step to the last: some things are aside, all are, some are in place, folders are gone.
    for (const part of [0.55, 0.7, 0.85, 0.97]) {
      const interrupted = Math.round(ends.calls * part);
      let folder = begun(scenario);
      killed(() => scenario.act(folder, killedAt(interrupted)));
      const calls = callsOf((disk) => recover(folder, { disk }));
      for (let fatal = 1; fatal <= calls; fatal += part === 0.85 ? distance : 5 * distance) {
        if (settled(folder, ends, 'before the next') === 'after') {
          rmSync(folder, { recursive: true });
          folder = begun(scenario);
        }
        killed(() => scenario.act(folder, killedAt(interrupted)));
        killed(() => recover(folder, { disk: killedAt(fatal, fatal % 2 === 0) }));
        settled(folder, ends, `call ${interrupted}, then call ${fatal} of recovery`);
      }
    }
  });
});
