import { type Column, fillPlaceholders } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { RunnableQuery } from 'drizzle-orm/runnable-query';
import type { SQLitePreparedQuery } from 'drizzle-orm/sqlite-core';
import type { Database } from './database.ts';

/**
 * All code that relies on undocumented members of Drizzle. `test/node/drizzle-internals.test.ts` names the version that
 * was checked and fails for any other.
 */

/** A prepared query of Drizzle's D1 driver: its text, parameters and row mapping. */
export type Composed = Pick<
  SQLitePreparedQuery<{
    type: 'async';
    run: unknown;
    all: unknown;
    get: unknown;
    values: unknown;
    execute: unknown;
  }>,
  'getQuery' | 'mapResult'
>;

/** A query that Drizzle can compose before it is used. */
export type Composable = BatchItem<'sqlite'> & { prepare(): Composed };

/** The parts of a batch item that Drizzle's D1 `batch` relies on. */
interface Prepared {
  readonly getQuery: Composed['getQuery'];
  readonly stmt: D1PreparedStatement;
  readonly mapResult: Composed['mapResult'];
}

/** Returns a composed query with these values, as an item of a batch. Only `db.batch` may use it; it cannot be extended. */
export function bindComposed<Query extends Composable>(
  db: Database,
  composed: Composed,
  values: Readonly<Record<string, unknown>>,
): Query {
  const query = composed.getQuery();
  return asQuery<Query>({
    getQuery: () => ({ ...query, params: fillPlaceholders(query.params, values) }),
    stmt: db.$client.prepare(query.sql),
    mapResult: (response, isFromBatch) => composed.mapResult(response, isFromBatch),
  });
}

/** The rows that a query returned, which are decoded as many at a time as their reader decides. */
export interface StoredRows<Row> {
  readonly count: number;
  /** Decodes the rows from one position up to another. */
  readonly decode: (from: number, to: number) => readonly Row[];
}

type RowQuery = Composable & RunnableQuery<readonly unknown[], 'sqlite'>;
type RowOf<Query extends RowQuery> = Query['_']['result'][number];

/** Returns a query whose rows are decoded after the batch. Only `db.batch` may use it; it cannot be extended. */
export function decodedLater<Query extends RowQuery>(
  db: Database,
  query: Query,
): RunnableQuery<StoredRows<RowOf<Query>>, 'sqlite'> {
  const composed = query.prepare();
  const rowsOf = (results: unknown): readonly RowOf<Query>[] => {
    if (!Array.isArray(results)) throw new Error('not the rows of a query');
    return results;
  };
  return asQuery({
    getQuery: () => composed.getQuery(),
    stmt: db.$client.prepare(composed.getQuery().sql),
    mapResult: (response) => {
      const stored = rowsOf(typeof response === 'object' && response && Reflect.get(response, 'results'));
      return {
        count: stored.length,
        decode: (from: number, to: number) =>
          rowsOf(composed.mapResult({ results: stored.slice(from, to) }, true)),
      };
    },
  });
}

/** Casts an item of a batch to its builder's type. Throws Error if it is not one. */
function asQuery<Query extends BatchItem<'sqlite'>>(item: Prepared): Query {
  if (typeof item.mapResult !== 'function' || typeof item.stmt?.bind !== 'function') {
    throw new Error('not a composed query');
  }
  return { _prepare: () => item } as unknown as Query;
}

/** Returns a column's value as stored by the driver: flags as numbers, objects as text. */
export function storedValue(column: Column, value: unknown): unknown {
  return column.mapToDriverValue(value);
}

/** Returns a column's default value, or null if it has none. */
export function defaultOf(column: Column): unknown {
  return column.default ?? null;
}

/** Returns whether a column holds bytes. */
export function isBytes(column: Column): boolean {
  return column.getSQLType() === 'blob';
}
