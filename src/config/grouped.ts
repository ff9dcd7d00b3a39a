/** Things by what they have in common, in the order in which they came; no group is empty. */
export function groupedBy<K, V>(things: readonly V[], keyOf: (thing: V) => K): Map<K, [V, ...V[]]> {
  const groups = new Map<K, [V, ...V[]]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return groups;
}

/** The index of the first of sorted things that does not come before what is looked for. */
export function firstIndex<V>(sorted: readonly V[], isBefore: (thing: V) => boolean): number {
  let [start, end] = [0, sorted.length];
  while (start < end) {
    const middle = (start + end) >> 1;
    if (isBefore(sorted[middle] as V)) start = middle + 1;
    else end = middle;
  }
  return start;
}
