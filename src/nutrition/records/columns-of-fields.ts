import { type CamelCase, camelName, type InCode, toWire } from '#platform/http/wire-case.ts';

/** Fields without undefined values. */
type Present<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

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

/** The fields of a resource, by name on the wire. */
type Fields = Readonly<Record<string, unknown>>;

/** Wire names of fields with the names of their columns, by the list that declares them. */
const columnNames = new WeakMap<object, readonly (readonly [name: string, column: string])[]>();

function columnsOf(fields: object) {
  const known = columnNames.get(fields);
  if (known !== undefined) return known;
  const made = Object.keys(fields).map((name) => [name, camelName(name)] as const);
  columnNames.set(fields, made);
  return made;
}

/**
 * Maps the columns of these fields to the wire. A column without a field is not shown, and a field without a
 * column does not compile.
 */
export function showFields<Shown extends object>(
  fields: { readonly [Name in keyof Shown]: unknown },
  columns: NoInfer<InCode<Shown>>,
): Shown {
  const row: object = columns;
  const shown = columnsOf(fields).map(([name, column]) => [name, toWire<unknown>(Reflect.get(row, column))]);
  // Its names are those of `fields`, and each value was renamed from the type of its column.
  return Object.fromEntries(shown) as Shown;
}

/** Returns the columns of these fields for an unknown resource: each is null. */
export function unknownColumns<Declared extends Fields>(
  fields: Declared,
): { [Name in keyof Declared & string as CamelCase<Name>]: null } {
  return Object.fromEntries(Object.keys(fields).map((name) => [camelName(name), null])) as {
    [Name in keyof Declared & string as CamelCase<Name>]: null;
  };
}
