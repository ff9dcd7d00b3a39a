import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallestFailing } from '../../src/plan/find-cause.ts';

/** Units are the numbers from 0; a subset is one bit for each. */
const bits = (subset: readonly number[]) => subset.reduce((sum, unit) => sum | (1 << unit), 0);
const unitsOf = (count: number) => Array.from({ length: count }, (_, unit) => unit);

/** Asks about subsets as numbers, and notes what was asked. */
async function search(count: number, fails: (subset: number) => boolean, maximum?: number) {
  const asked: number[] = [];
  const found = await smallestFailing(
    unitsOf(count),
    async (subset) => {
      expect(subset).toEqual(subset.toSorted((a, b) => a - b));
      asked.push(bits(subset));
      return fails(bits(subset));
    },
    maximum,
  );
  return { ...found, asked };
}

describe('properties', () => {
  /** Some sets of units, each of which is enough to fail. */
  const causes = fc.integer({ min: 1, max: 10 }).chain((count) =>
    fc.record({
      count: fc.constant(count),
      sets: fc.array(fc.integer({ min: 0, max: 2 ** count - 1 }), { minLength: 1, maxLength: 4 }),
    }),
  );

  it('finds a cause of which nothing can be left out, where more units never help', async () => {
    await fc.assert(
      fc.asyncProperty(causes, async ({ count, sets }) => {
        const { units, isSmallest } = await search(
          count,
          (subset) => sets.some((set) => (set & subset) === set),
          1000,
        );
        const smallest = sets.filter((set) =>
          sets.every((other) => (other & set) !== other || other === set),
        );
        expect(isSmallest).toBe(true);
        expect(smallest).toContain(bits(units));
      }),
    );
  });

  /** An answer for every subset, whatever it is; all together fail. */
  const tables = fc
    .integer({ min: 1, max: 6 })
    .chain((count) => fc.array(fc.boolean(), { minLength: 2 ** count, maxLength: 2 ** count }))
    .map((table) => table.with(-1, true));

  it('finds units that fail, and each of which is needed, where anything may happen', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (table) => {
        const { units, isSmallest, asked } = await search(Math.log2(table.length), (s) => table[s] === true);
        const found = bits(units);
        expect(isSmallest).toBe(true);
        expect(table[found]).toBe(true);
        for (const unit of units) expect(table[found & ~(1 << unit)]).toBe(false);
        expect(new Set(asked).size).toBe(asked.length);
      }),
    );
  });

  it('keeps to the number of tests that it may make, and still gives units that fail', async () => {
    await fc.assert(
      fc.asyncProperty(tables, fc.integer({ min: 0, max: 8 }), async (table, maximum) => {
        const fails = (subset: number) => table[subset] === true;
        const { units, isSmallest, asked } = await search(Math.log2(table.length), fails, maximum);
        expect(asked.length).toBeLessThanOrEqual(maximum);
        expect(table[bits(units)]).toBe(true);
        if (isSmallest) for (const unit of units) expect(fails(bits(units) & ~(1 << unit))).toBe(false);
      }),
    );
  });
});

it.each([1, 2, 7, 16, 30])('finds one cause among %i in as many tests as halving takes', async (count) => {
  for (const cause of unitsOf(count)) {
    const { units, asked } = await search(count, (subset) => (subset & (1 << cause)) !== 0);
    expect(units).toEqual([cause]);
    expect(asked.length).toBeLessThanOrEqual(Math.ceil(Math.log2(count)) + 2);
  }
});

it('says that nothing is needed where it fails without any', async () => {
  expect(await search(5, () => true)).toEqual({ units: [], isSmallest: true, asked: [0] });
  expect(await search(0, () => true)).toEqual({ units: [], isSmallest: true, asked: [] });
});
