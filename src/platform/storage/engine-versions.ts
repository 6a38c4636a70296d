import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from './database.ts';

/** Selects the engine versions in a table, reading one row each of the index that starts with them. */
export function selectEngineVersions(db: Database, table: SQLiteTable, condition: SQL = sql`1`) {
  // SELECT DISTINCT would read the whole index. UNION ends at the NULL after the last version.
  const versions = sql`(WITH RECURSIVE folded (version) AS (
    SELECT min(engine_version) FROM ${table} WHERE ${condition}
    UNION
    SELECT (SELECT min(engine_version) FROM ${table} WHERE engine_version > version AND ${condition}) FROM folded
  ) SELECT version FROM folded WHERE version IS NOT NULL) AS versions`;
  return db.select({ version: sql<string>`version` }).from(versions);
}
