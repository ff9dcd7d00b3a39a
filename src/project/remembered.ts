/** What is known for a key; worked out when it is first asked for. */
export function remembered<K, V>(memory: Map<K, V>, key: K, compute: () => V): V {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const value = compute();
  memory.set(key, value);
  return value;
}
