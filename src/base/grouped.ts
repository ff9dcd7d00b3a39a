/** Groups lists by a key, and searches sorted lists. */

/** Groups items by key, in their original order. No group is empty. */
export function groupedBy<K, V>(items: readonly V[], keyOf: (item: V) => K): Map<K, [V, ...V[]]> {
  const groups = new Map<K, [V, ...V[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The index of the first sorted item for which `isBefore` is false, by binary search. */
export function firstIndex<V>(sorted: readonly V[], isBefore: (item: V) => boolean): number {
  let [start, end] = [0, sorted.length];
  while (start < end) {
    const middle = (start + end) >> 1;
    if (isBefore(sorted[middle] as V)) start = middle + 1;
    else end = middle;
  }
  return start;
}
