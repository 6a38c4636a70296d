import { customType } from 'drizzle-orm/sqlite-core';

/** Values without names, in a fixed order, to store frequent data in few bytes. */
type Packed = readonly unknown[];

/**
 * Interprets stored JSON as values in order. Throws unless it is a list of this length.
 *
 * @param length of the list; any length if omitted
 */
export function asPacked<Values extends Packed>(json: unknown, length?: number): Values {
  if (!Array.isArray(json) || (length !== undefined && json.length !== length)) {
    throw new Error(`a stored list must have ${length ?? 'any number of'} values`);
  }
  return json as unknown as Values;
}

/** Stores a value as JSON. `unpack` reverses `pack`. */
export interface Packing<Value> {
  readonly pack: (value: Value) => object | null;
  readonly unpack: (packed: unknown) => Value;
}

/** Creates a column of JSON that packs and unpacks its values. */
export function packedColumn<Value>({ pack, unpack }: Packing<Value>) {
  return customType<{ data: Value; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(pack(value)),
    fromDriver: (stored) => unpack(JSON.parse(stored)),
  });
}
