import { type CamelCase, camelName, type InCode, toWire } from '../http/wire-case.ts';

/** The fields of a resource, by their names on the wire. */
type Fields = Readonly<Record<string, unknown>>;

/**
 * Maps the columns of these fields to the wire. A column that is no field is not shown, and a field without a column does
 * not compile.
 */
export function showFields<Shown extends object>(
  fields: { readonly [Name in keyof Shown]: unknown },
  columns: NoInfer<InCode<Shown>>,
): Shown {
  return toWire<Shown>(only(Object.keys(fields).map(camelName), columns));
}

/** Returns the columns with these names and leaves out the others. */
function only<Columns extends object>(names: readonly string[], columns: Columns): Columns {
  const given = new Map(Object.entries(columns));
  return Object.fromEntries(names.map((name) => [name, given.get(name)])) as Columns;
}

/** Returns the columns of these fields for a resource of which nothing is known: each is null. */
export function unknownColumns<Given extends Fields>(
  fields: Given,
): { [Name in keyof Given & string as CamelCase<Name>]: null } {
  return Object.fromEntries(Object.keys(fields).map((name) => [camelName(name), null])) as {
    [Name in keyof Given & string as CamelCase<Name>]: null;
  };
}
