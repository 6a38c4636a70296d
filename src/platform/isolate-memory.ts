/** Returns what this isolate remembers for an object, such as a set of bindings, and begins it the first time. */
export function memoryOf<Key extends WeakKey, Memory>(
  memories: WeakMap<Key, Memory>,
  key: Key,
  begin: () => Memory,
): Memory {
  const memory = memories.get(key) ?? begin();
  memories.set(key, memory);
  return memory;
}

/** Drops the oldest entry of a map that has more than `max`, which bounds the memory of the isolate. */
export function dropOldest(map: Map<string, unknown>, max: number): void {
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}
