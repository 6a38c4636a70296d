import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';

export type Database = DrizzleD1Database & { readonly $client: D1Database };

/** Where a request's storage use is counted, for its log line and for the budget that a test holds. */
export interface StorageMeter {
  d1Batches: number;
  d1RowsRead: number;
  d1RowsWritten: number;
}

/** The database did not answer, or not in time. Safe to say to a caller as "try again". */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}

/** A UNIQUE or CHECK rule of the schema refused the write; nothing of its batch was written. */
export class ConstraintViolation extends Error {
  override readonly name = 'ConstraintViolation';
  /** `table.column` as SQLite names it, or the index's name; null for other constraints. */
  readonly uniqueColumns: string | null;

  constructor(message: string, uniqueColumns: string | null) {
    super(message);
    this.uniqueColumns = uniqueColumns;
  }
}

/**
 * Drizzle over a D1 binding. Only `batch` reaches the network here: one batch is one round trip and one
 * transaction, so verbs send everything through `db.batch([...])` and the meter sees all of it.
 */
export function openDatabase(binding: D1Database, meter: StorageMeter): Database {
  return drizzle(metered(binding, meter));
}

function metered(binding: D1Database, meter: StorageMeter): D1Database {
  return {
    prepare: (query) => binding.prepare(query),
    batch: async <T = unknown>(statements: D1PreparedStatement[]) => {
      meter.d1Batches += 1;
      const results = await binding.batch<T>(statements).catch(rethrowClassified);
      for (const { meta } of results) {
        meter.d1RowsRead += meta.rows_read;
        meter.d1RowsWritten += meta.rows_written;
      }
      return results;
    },
    exec: (query) => binding.exec(query),
    dump: () => binding.dump(),
    withSession: (constraint) => binding.withSession(constraint),
  };
}

function rethrowClassified(cause: unknown): never {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (/constraint failed/i.test(message)) {
    const unique = /UNIQUE constraint failed: ([^:]+?)(?::|$)/.exec(message);
    throw new ConstraintViolation(message, unique?.[1]?.trim() ?? null);
  }
  // A statement that SQLite cannot read is our bug, not the database's bad moment.
  if (/syntax error|no such (table|column)|SQLITE_ERROR|too many SQL variables/i.test(message)) throw cause;
  throw new StorageUnavailable(message, { cause });
}
