import { getTableColumns, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from './database.ts';
import { chunksOf } from './json-chunks.ts';

/** Half of what D1 takes as one parameter (2 MB). */
const CHUNK_CHARACTERS = 1_000_000;

/** Builds statements that insert any number of whole rows, each with as many as one parameter holds. */
export function insertMany<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  rows: readonly Table['$inferSelect'][],
) {
  const columns = Object.entries(getTableColumns(table));
  const values = columns.map(([, column]) => sql`value ->> ${sql.raw(`'$.${column.name}'`)}`);
  return chunksOf(
    rows.map((row) => JSON.stringify(stored(columns, row))),
    CHUNK_CHARACTERS,
  ).map((chunk) =>
    db.insert(table).select(sql`SELECT ${sql.join(values, sql`, `)} FROM json_each(${chunk}) WHERE 1`),
  );
}

/** Maps a row to what the database stores: flags as numbers, objects as text. */
function stored(
  columns: readonly [string, ReturnType<typeof getTableColumns>[string]][],
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    columns.map(([name, column]) => {
      const value = row[name] ?? null;
      return [column.name, value === null ? null : column.mapToDriverValue(value)];
    }),
  );
}
