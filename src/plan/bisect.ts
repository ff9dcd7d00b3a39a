/** A part of some units that fails. */
export interface Failing<T> {
  readonly units: readonly T[];
  /** Whether none of them can be left out; unknown where the search had to stop. */
  readonly isSmallest: boolean;
}

/**
 * Finds units that fail together, and of which none can be left out. All of them together are known to fail. One cause
 * among n is found in log n tests, and each that takes part in it costs as many again. No subset is tested twice.
 */
export async function smallestFailing<T>(
  units: readonly T[],
  fails: (subset: readonly T[]) => Promise<boolean>,
  maximum = 40,
): Promise<Failing<T>> {
  const known = new Map([[keyOf(units.keys()), true]]);
  let isExhausted = false;
  /** What is no longer tested counts as passing, so that it is not taken for the cause. */
  const test = async (subset: readonly number[]): Promise<boolean> => {
    const inOrder = subset.toSorted((a, b) => a - b);
    const key = keyOf(inOrder);
    let answer = known.get(key);
    if (answer === undefined && known.size > maximum) isExhausted = true;
    else if (answer === undefined) {
      answer = await fails(units.filter((_, index) => inOrder.includes(index)));
      known.set(key, answer);
    }
    return answer ?? false;
  };
  const found = await withoutSuperfluous(await narrowed([...units.keys()], test), test);
  return { units: units.filter((_, index) => found.includes(index)), isSmallest: !isExhausted };
}

type Test = (subset: readonly number[]) => Promise<boolean>;

function keyOf(subset: Iterable<number>): string {
  return [...subset].join();
}

/** What is needed and what is still open fail together at all times: so do those that are left in the end. */
async function narrowed(units: readonly number[], test: Test): Promise<readonly number[]> {
  let needed: readonly number[] = [];
  let open = units;
  while (open.length > 0 && !(await test(needed))) {
    const length = await shortestFailing(open, needed, test);
    needed = [...needed, ...open.slice(length - 1, length)];
    open = open.slice(0, length - 1);
  }
  return needed;
}

/** How many of the first units it takes to fail: one less does not. */
async function shortestFailing(
  open: readonly number[],
  needed: readonly number[],
  test: Test,
): Promise<number> {
  let passing = 0;
  let failing = open.length;
  while (failing - passing > 1) {
    const middle = Math.floor((passing + failing) / 2);
    if (await test([...needed, ...open.slice(0, middle)])) failing = middle;
    else passing = middle;
  }
  return failing;
}

/** Fewer units may fail although more of them passed on the way. */
async function withoutSuperfluous(units: readonly number[], test: Test): Promise<readonly number[]> {
  for (const one of units) {
    const others = units.filter((other) => other !== one);
    if (await test(others)) return withoutSuperfluous(others, test);
  }
  return units;
}
