import { customType } from 'drizzle-orm/sqlite-core';

/** Values without names, in a fixed order, to store frequent data in few bytes. */
export type Packed = readonly unknown[];

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

/** Stores a value without names. `unpack` reverses `pack`. */
export interface Packing<Value> {
  readonly pack: (value: Value) => Packed | null;
  readonly unpack: (packed: unknown) => Value;
}

/** The members of a value in storage order. */
export type Members<Value> = Readonly<Record<keyof Value, 1>>;

/** Returns the values of these members in their order. */
export function packMembers<Value extends object>(members: Members<Value>, value: Value): Packed {
  return Object.keys(members).map((name) => Reflect.get(value, name));
}

/** Assigns stored values to these members. Throws if their number differs. */
export function unpackMembers<Value extends object>(members: Members<Value>, packed: unknown): Value {
  const names = Object.keys(members);
  const values = asPacked(packed, names.length);
  return Object.fromEntries(names.map((name, index) => [name, values[index]])) as Value;
}

/** Creates a column of JSON lists that packs and unpacks its values. */
export function packedColumn<Value>({ pack, unpack }: Packing<Value>) {
  return customType<{ data: Value; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(pack(value)),
    fromDriver: (stored) => unpack(JSON.parse(stored)),
  });
}
