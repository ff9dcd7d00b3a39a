import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ApplyProblem } from '../../src/apply/apply-problem.ts';
import { recover } from '../../src/apply/revert.ts';
import { undoLastRun } from '../../src/apply/undo.ts';
import { roundsOf } from '../support/sample.ts';
import { own, projectIn, versions } from './support/kept.ts';
import { rawContentsOf } from './support/tree.ts';

// State and locks that a crash, a disk or an attacker has damaged: the files of the user are as they are, or all back.

const [[, kept]] = versions as [(typeof versions)[number]];

const damage = fc.record({
  state: fc.constantFrom('done' as const, 'killed' as const),
  file: fc.nat(),
  how: fc.constantFrom('cut' as const, 'flip' as const, 'fill' as const, 'swap' as const),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  byte: fc.integer({ min: 1, max: 255 }),
});

function damaged(bytes: Buffer, how: 'cut' | 'flip' | 'fill', at: number, byte: number): Buffer {
  const index = Math.floor(at * (bytes.length - 1));
  if (how === 'cut') return bytes.subarray(0, index);
  const copy = Buffer.from(bytes);
  if (how === 'flip') copy[index] = (copy[index] ?? 0) ^ byte;
  else copy.fill(byte, index);
  return copy;
}

/** What a command does with the folder; a problem in words is fine, any other error is not. */
function tried(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(ApplyProblem);
  }
}

it('loses nothing and mixes nothing', () => {
  const whole = own(kept.done);
  undoLastRun(whole);
  const afterOne = projectIn(whole);
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (damages) => {
      const state = damages[0]?.state ?? 'done';
      const folder = own(kept[state]);
      const before = projectIn(folder);
      const controls = Object.keys(rawContentsOf(folder)).filter((path) =>
        /^\.fw-migrate\/.*(?:\.json|lock)$/.test(path),
      );
      const paths = controls.map((path) => join(folder, path));
      const pathAt = (number: number) => paths[number % paths.length] ?? '';
      for (const { file, how, at, byte } of damages) {
        const bytes = readFileSync(pathAt(file));
        const other =
          how === 'swap' ? readFileSync(pathAt(file + 1)) : damaged(bytes, how, at, byte);
        writeFileSync(pathAt(file), other);
      }
      tried(() => recover(folder));
      expect([before, kept.input]).toContainEqual(projectIn(folder));
      tried(() => undoLastRun(folder));
      expect([before, kept.input, afterOne]).toContainEqual(projectIn(folder));
    }),
    { numRuns: roundsOf(40, 1000), seed: Number(process.env.FW_MIGRATE_SEED ?? 1) },
  );
});
