import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from './database.ts';

/**
 * An INSERT that happens only where `condition` holds in the very same statement, so that nothing can be
 * written behind an erasure. `meta.changes` of its result is 0 where it did not.
 *
 * @param conflict what to do with an existing row, such as `ON CONFLICT (id) DO UPDATE SET …`
 */
export function insertWhere<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  row: Table['$inferInsert'],
  condition: SQL,
  conflict: SQL = sql.raw(''),
) {
  const columns = getTableColumns(table);
  const given = Object.entries(row).flatMap(([name, value]) => {
    const column = columns[name];
    return column && value !== undefined ? [{ column, value }] : [];
  });
  const names = sql.join(
    given.map(({ column }) => sql.identifier(column.name)),
    sql`, `,
  );
  const values = sql.join(
    given.map(({ column, value }) => sql`${sql.param(value, column)}`),
    sql`, `,
  );
  return db.run(sql`INSERT INTO ${table} (${names}) SELECT ${values} WHERE ${condition} ${conflict}`);
}
