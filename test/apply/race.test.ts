import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApplyProblem } from '../../src/apply/apply-problem.ts';
import { runPlan } from '../../src/apply/transaction.ts';
import { undoLastRun } from '../../src/apply/undo.ts';
import { cli, folderWith } from '../cli/support/run.ts';
import { closely } from './support/closely.ts';
import { callsOf, quickDisk, watched } from './support/disks.ts';
import { change, move } from './support/project.ts';
import { folderOf, rawContentsOf } from './support/tree.ts';

// A person saves a file at any instant of a run. Every byte they wrote is in the tree, in `.fw-migrate/kept-N`, or in
// the original that undo brings back; or the run refused.

const content = { 'a.ts': 'A', 'b.ts': 'B', 'dir/c.ts': 'C', 'dir/d.ts': 'D', 'e.ts': 'E' };
const files = [
  change('a.ts', 'a.ts', 'A', 'A2'),
  change('b.ts', 'app/b.ts', 'B', 'B2'),
  move('dir/c.ts', 'app/c.ts'),
  change('dir/d.ts', 'e.ts', 'D', 'D2'),
  change('e.ts', 'dir/d.ts', 'E', 'E2'),
];

const saved = 'SAVED BY A PERSON';

const byDescriptor = 'writes to it through a descriptor that was open before';

/** The ways in which editors save. */
const ways: { readonly [name: string]: (path: string) => () => void } = {
  'writes it anew': (path) => () => writeFileSync(path, saved),
  'appends to it': (path) => () => appendFileSync(path, saved),
  'replaces it by another': (path) => () => {
    writeFileSync(`${path}.tmp`, saved);
    renameSync(`${path}.tmp`, path);
  },
  [byDescriptor]: (path) => {
    const file = openSync(path, 'r+');
    return () => {
      writeSync(file, saved);
      closeSync(file);
    };
  },
};

/** Does something right before one of the calls that a run makes. */
function meanwhile(fatal: number, act: () => void) {
  return watched(({ number }) => {
    if (number === fatal) act();
  });
}

function attempt(act: () => unknown): void {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(ApplyProblem);
  }
}

function isThere(folder: string): boolean {
  return Object.values(rawContentsOf(folder)).some((text) => text.includes(saved));
}

/** Saves at one call of an act. What has no folder any more cannot be saved there, and the editor says so. */
function savedAt(
  folder: string,
  call: number,
  save: () => void,
  act: (disk: ReturnType<typeof quickDisk>) => unknown,
) {
  let isSaved = false;
  const disk = meanwhile(call, () => {
    try {
      save();
      isSaved = true;
    } catch {
      // The editor asks where to save it.
    }
  });
  attempt(() => act(disk));
  return isSaved && !isThere(folder) ? 'lost' : 'kept';
}

describe.each(Object.entries(ways))('a person %s', (_, way) => {
  it.each(Object.keys(content))('%s, at any call of a run and of its undo', (path) => {
    const calls = callsOf((disk) => runPlan(files, folderOf(content), { disk }));
    // Each file begins at another call.
    for (let call = 1 + Object.keys(content).indexOf(path); call <= calls; call += 2 * closely) {
      const folder = folderOf(content);
      const save = way(join(folder, path));
      const label = `call ${call} of ${calls}`;
      expect(
        savedAt(folder, call, save, (disk) => runPlan(files, folder, { disk })),
        label,
      ).toBe('kept');
      // What undo brings back, and what the next run lets go, is not lost either.
      attempt(() => undoLastRun(folder, { force: true, disk: quickDisk() }));
      expect(
        isThere(folder) || rawContentsOf(folder)[path] === content[path as keyof typeof content],
        label,
      ).toBe(true);
    }
  });

  // What the run wrote is deleted in the end: whoever then still has it open writes to a deleted file.
  if (way === ways[byDescriptor]) return;

  it('what the run has left, at any call of undo', () => {
    const migrated = () => {
      const folder = folderOf(content);
      runPlan(files, folder, { disk: quickDisk() });
      return folder;
    };
    const calls = callsOf((disk) => undoLastRun(migrated(), { disk }));
    // Each file begins at another call.
    for (const [index, path] of ['a.ts', 'app/b.ts', 'app/c.ts', 'e.ts'].entries()) {
      for (let call = 1 + (index % closely); call <= calls; call += 2 * closely - 1) {
        const folder = migrated();
        const save = way(join(folder, path));
        const undo = (disk: ReturnType<typeof quickDisk>) => undoLastRun(folder, { disk });
        expect(savedAt(folder, call, save, undo), `${path}, call ${call} of ${calls}`).toBe('kept');
      }
    }
  });
});

describe('what is saved while a command runs', () => {
  const project = Object.fromEntries([
    ['fw.config.ts', "export default defineFwConfig({\n  generate: { routes: ['/a'] },\n})\n"],
    ...Array.from({ length: 40 }, (_, index) => [
      `pages/p${index}.vue`,
      '<script setup>\nimport { a } from "../server/a";\n</script>\n',
    ]),
    ['server/a.ts', 'export const a = 1;\n'],
  ]) as { readonly [path: string]: string };

  const rounds = Number(process.env.FW_MIGRATE_RACES ?? 4);

  it.each([
    ['v4', ['v4', '--quiet']],
    ['transform', ['transform', 'all']],
  ])('is never lost: %s', async (name, args) => {
    const paths = name === 'v4' ? Object.keys(project) : ['fw.config.ts'];
    const random = fc.sample(fc.tuple(fc.constantFrom(...paths), fc.nat(400)), {
      numRuns: rounds,
      seed: 7,
    });
    for (const [path, delay] of random) {
      const folder = folderWith(project);
      const child = spawn(process.execPath, [cli, ...args], { cwd: folder, stdio: 'ignore' });
      const closed = once(child, 'close');
      const text = `\n// ${saved}`;
      let appended = 0;
      const timer = setTimeout(() => {
        try {
          appendFileSync(join(folder, path), text);
          appended += 1;
        } catch {
          // Its folder is gone.
        }
      }, delay);
      const [code] = await closed;
      clearTimeout(timer);
      expect([0, 2]).toContain(code);
      if (appended > 0) expect(isThere(folder), `${path} after ${delay} ms`).toBe(true);
      else expect(readFileSync(join(folder, 'server/a.ts'), 'utf8')).toBe('export const a = 1;\n');
    }
  });
});
