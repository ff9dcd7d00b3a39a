interface Memory<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** What is known for a key; worked out when it is first asked for. */
export function remembered<K, V>(memory: Memory<K, V>, key: K, compute: () => V): V {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const value = compute();
  memory.set(key, value);
  return value;
}

/** The same for texts that are cut out of files. */
export function rememberedText<V>(memory: Map<string, V>, text: string, compute: () => V): V {
  return memory.get(text) ?? remembered(memory, copied(text), compute);
}

/** A copy of a text: of one that is cut out of a file, the engine would keep the whole file in memory. */
export function copied(text: string): string {
  return ` ${text}`.slice(1);
}

/** Remembers the answer that was asked for last: of several questions about one file, only the first takes work. */
export function latest<K, V>(compute: (key: K) => V): (key: K) => V {
  let known: { readonly key: K; readonly value: V } | undefined;
  return (key) => {
    if (known?.key !== key) known = { key, value: compute(key) };
    return known.value;
  };
}

/** What is worked out when it is first asked for. */
export function once<V>(compute: () => V): () => V {
  let known: { readonly value: V } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}
