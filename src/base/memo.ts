/** Remembers what was computed: once, per key, or for the last key. */

interface Memory<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** The memoized value for a key, computed on the first call. */
export function memo<K, V>(memory: Memory<K, V>, key: K, compute: () => V): V {
  const memoized = memory.get(key);
  if (memoized !== undefined) return memoized;
  const value = compute();
  memory.set(key, value);
  return value;
}

/** A memoized value for a slice of a file's text. */
export function memoText<V>(memory: Map<string, V>, text: string, compute: () => V): V {
  return memory.get(text) ?? memo(memory, copied(text), compute);
}

/** A copy of a slice, because the engine would keep the whole file in memory otherwise. */
export function copied(text: string): string {
  return ` ${text}`.slice(1);
}

/** Memoizes the last result, for several calls in a row about the same file. */
export function memoLast<K, V>(compute: (key: K) => V): (key: K) => V {
  let last: { readonly key: K; readonly value: V } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, value: compute(key) };
    return last.value;
  };
}

/** A value that is computed on the first call. */
export function lazy<V>(compute: () => V): () => V {
  let memoized: { readonly value: V } | undefined;
  return () => {
    memoized ??= { value: compute() };
    return memoized.value;
  };
}
