import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';

export type Database = DrizzleD1Database & { readonly $client: D1Database };

/** Counts of a request's storage use, for its log line and for tests of its budget. */
export interface StorageMeter {
  d1Batches: number;
  d1RowsRead: number;
  d1RowsWritten: number;
}

/** Reports that a store is unavailable or timed out. The caller may be told to retry. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}

/** Reports that a constraint of the schema rejected a write; nothing of its batch was written. */
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
 * Opens Drizzle on a D1 binding. Only `batch` reaches the network: one batch is one round trip and one transaction, so
 * verbs send everything through `db.batch([...])` and the meter counts all of it. Throws StorageUnavailable or
 * ConstraintViolation.
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
  // A statement that SQLite cannot read is a bug, not an unavailable database.
  if (/syntax error|no such (table|column)|SQLITE_ERROR|too many SQL variables/i.test(message)) throw cause;
  throw new StorageUnavailable(message, { cause });
}
