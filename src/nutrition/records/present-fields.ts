/** Fields without undefined values. */
export type Present<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** Returns the fields that are present: omits undefined and keeps null, which clears. */
export function presentFields<T extends object>(fields: T): Present<T> {
  const present: Partial<T> = {};
  // Without a list of entries, because a batch of calculations does this a hundred times.
  for (const name in fields) if (fields[name] !== undefined) present[name] = fields[name];
  return present as Present<T>;
}

/** Maps a field that is set. An absent one stays undefined, a cleared one null. */
export function mapSet<From extends NonNullable<unknown>, To>(
  value: From | null | undefined,
  map: (value: From) => To,
): To | null | undefined {
  if (value === undefined) return undefined;
  return value === null ? null : map(value);
}
