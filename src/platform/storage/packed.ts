import { customType } from 'drizzle-orm/sqlite-core';

/** Values without their names, in a fixed order: what is stored many times in few bytes. */
export type Packed = readonly unknown[];

/**
 * Takes stored JSON for values in their order. Throws if it is no list of so many: it was stored in another order then.
 *
 * @param length of the list; a list of any length if it is left out
 */
export function asPacked<Values extends Packed>(json: unknown, length?: number): Values {
  if (!Array.isArray(json) || (length !== undefined && json.length !== length)) {
    throw new Error(`a stored list must have ${length ?? 'any number of'} values`);
  }
  return json as unknown as Values;
}

/** How a value is stored without names. `unpack` returns what `pack` was given. */
export interface Packing<Value> {
  readonly pack: (value: Value) => Packed | null;
  readonly unpack: (packed: unknown) => Value;
}

/** The members of a value in the order in which they are stored. */
export type Members<Value> = Readonly<Record<keyof Value, 1>>;

/** Returns the values of these members in their order. */
export function packMembers<Value extends object>(members: Members<Value>, value: Value): Packed {
  return Object.keys(members).map((name) => Reflect.get(value, name));
}

/** Takes stored values for these members. Throws if there are more or fewer. */
export function unpackMembers<Value extends object>(members: Members<Value>, packed: unknown): Value {
  const names = Object.keys(members);
  const values = asPacked(packed, names.length);
  return Object.fromEntries(names.map((name, index) => [name, values[index]])) as Value;
}

/** Makes a column of JSON lists that reads and writes values by their packing. */
export function packedColumn<Value>({ pack, unpack }: Packing<Value>) {
  return customType<{ data: Value; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(pack(value)),
    fromDriver: (stored) => unpack(JSON.parse(stored)),
  });
}
