/** What stands in a text before, and what stands in its place afterwards. */
export interface Pair<T> {
  readonly old: T;
  readonly now: readonly T[];
}

/** Pairs two lists in their order. An item of a list may have become several: as many as it takes. */
export function pairInOrder<T>(
  before: readonly T[],
  after: readonly T[],
  mayGrow: (item: T) => boolean,
  fits: (pair: Pair<T>) => boolean,
): Pair<T>[] {
  let spare = after.length - before.length;
  let at = 0;
  return before.map((old) => {
    const most = mayGrow(old) ? 1 + Math.max(0, spare) : 1;
    const tried = Array.from({ length: most }, (_, more) => ({ old, now: after.slice(at, at + 1 + more) }));
    const pair = tried.find(fits) ?? { old, now: after.slice(at, at + 1) };
    spare -= pair.now.length - 1;
    at += pair.now.length;
    return pair;
  });
}

/** Pairs what fits together in two lists, as much as can be, and one by one what is left between. */
export function pairByMeaning<T>(
  before: readonly T[],
  after: readonly T[],
  fits: (pair: Pair<T>) => boolean,
): Pair<T>[] {
  const pairs: Pair<T>[] = [];
  let [left, right] = [0, 0];
  for (const [i, j] of [...longestFit(before, after, fits), [before.length, after.length] as const]) {
    // Where one side has more, something was added or taken away on purpose.
    if (i - left === j - right)
      pairs.push(
        ...before.slice(left, i).map((old, n) => ({ old, now: after.slice(right + n, right + n + 1) })),
      );
    const [old, now] = [before[i], after[j]];
    if (old !== undefined && now !== undefined) pairs.push({ old, now: [now] });
    [left, right] = [i + 1, j + 1];
  }
  return pairs;
}

// Beyond this, a file is generated; what is left is paired one by one.
const mostCompared = 1_000_000;

/** The places of the longest common part of two lists. */
function longestFit<T>(
  before: readonly T[],
  after: readonly T[],
  fits: (pair: Pair<T>) => boolean,
): (readonly [number, number])[] {
  if (before.length * after.length > mostCompared) return [];
  const lengths = before.map(() => after.map(() => 0));
  const match = before.map((old) => after.map((now) => fits({ old, now: [now] })));
  const length = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = lengths[i] ?? [];
      row[j] = match[i]?.[j] ? 1 + length(i + 1, j + 1) : Math.max(length(i + 1, j), length(i, j + 1));
    }
  const found: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < before.length && j < after.length; ) {
    if (match[i]?.[j]) found.push([i++, j++]);
    else if (length(i + 1, j) >= length(i, j + 1)) i += 1;
    else j += 1;
  }
  return found;
}
