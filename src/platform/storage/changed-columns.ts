/** Returns the columns of `changes` whose values differ from those of the row. */
export function changedColumns<Row extends object, Changes extends Partial<Row>>(
  row: Row,
  changes: Changes,
): Partial<Row> {
  const stored = new Map<string, unknown>(Object.entries(row));
  const changed = Object.entries(changes).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(stored.get(name)),
  );
  return asPartOf<Row>(Object.fromEntries(changed), stored);
}

/** Casts columns to a part of a row. Throws if one is not a column of the row (a bug). */
function asPartOf<Row extends object>(
  columns: Readonly<Record<string, unknown>>,
  row: ReadonlyMap<string, unknown>,
): Partial<Row> {
  for (const name of Object.keys(columns)) if (!row.has(name)) throw new Error(`${name} is not a column`);
  return columns as Partial<Row>;
}
