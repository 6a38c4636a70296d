/** As much of Miniflare's D1 as seeding needs. */
export interface SeedDatabase {
  prepare(sql: string): {
    bind(...parameters: unknown[]): {
      all<Row>(): Promise<{ results: Row[]; meta: SeedMeta }>;
      run(): Promise<{ meta: SeedMeta }>;
    };
  };
}

interface SeedMeta {
  readonly changes: number;
  /** Bytes of the whole database, after the statement. */
  readonly size_after: number;
}

/** The growth of a database in rows, and in bytes including indexes. */
export interface Cloned {
  readonly rows: number;
  readonly bytes: number;
}

/** Rows that one statement writes: far below what D1 does in its time limit. */
const STATEMENT_ROWS = 5000;

export interface Cloning {
  readonly table: string;
  /** Which row is copied, as SQL over `template`. */
  readonly template: string;
  /** Copies are numbered `i` from here … */
  readonly from: number;
  /** … to here, exclusive. */
  readonly to: number;
  /** Which numbers get a copy, as SQL over `i`. All do where it is not given. */
  readonly where?: string;
  /** Columns that differ, as SQL over `i`. Every other one is as in the row that the service wrote. */
  readonly columns: Readonly<Record<string, string>>;
}

/**
 * Copies a row that the service itself wrote, so that a seeded row is as realistic as its template and a new column
 * needs nothing here.
 */
export async function cloneRows(database: SeedDatabase, cloning: Cloning): Promise<Cloned> {
  const { table, template, from, to, where = '1', columns } = cloning;
  const { results, meta } = await database
    .prepare('SELECT name FROM pragma_table_info(?)')
    .bind(table)
    .all<{ name: string }>();
  const names = results.map(({ name }) => name);
  const unknown = Object.keys(columns).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`${table} has no column ${unknown.join(', ')}`);
  const values = names.map((name) => columns[name] ?? `template.${name}`);
  const cloned = { rows: 0, bytes: 0 };
  for (let first = from; first < to; first += STATEMENT_ROWS) {
    const last = Math.min(first + STATEMENT_ROWS, to) - 1;
    const written = await database
      .prepare(
        `WITH RECURSIVE numbers(i) AS (VALUES(?) UNION ALL SELECT i + 1 FROM numbers WHERE i < ?)
         INSERT INTO ${table} (${names.join(', ')})
         SELECT ${values.join(', ')} FROM numbers, (SELECT * FROM ${table} AS template WHERE ${template} LIMIT 1) AS template
         WHERE ${where}`,
      )
      .bind(first, last)
      .run();
    if (written.meta.changes === 0 && where === '1')
      throw new Error(`${table} has no row to copy where ${template}`);
    cloned.rows += written.meta.changes;
    cloned.bytes = written.meta.size_after - meta.size_after;
  }
  return cloned;
}

/** An identifier of ours that sorts by its number and before everything that is made today. */
export function idOf(prefix: string, number: string): string {
  return `'${prefix}01k' || printf('%023d', ${number})`;
}

export function hashOf(number: string): string {
  return `printf('%064x', ${number})`;
}
