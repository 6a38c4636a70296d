import { snakeName } from '../http/wire-case.ts';
import { changedColumns } from '../storage/changed-columns.ts';

/** Columns that follow from others or from the clock; no caller sets them. */
const DERIVED: ReadonlySet<string> = new Set(['effectiveAt', 'updatedAt', 'revision']);

/** Lists the fields that these columns change in a row, by their names on the wire. */
export function changedNames<Row extends object>(row: Row, columns: Partial<Row>): string[] {
  return Object.keys(changedColumns(row, columns))
    .filter((name) => !DERIVED.has(name))
    .map(snakeName);
}
