import { type Column, fillPlaceholders, is } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { RunnableQuery } from 'drizzle-orm/runnable-query';
import { type SQLitePreparedQuery, SQLiteSelectBase } from 'drizzle-orm/sqlite-core';

/**
 * All code that relies on undocumented members of Drizzle. `test/node/drizzle-internals.test.ts` names the version that
 * was checked and fails for any other.
 */

/** A prepared query of Drizzle's D1 driver: its text, parameters and row mapping. */
type PreparedQuery = Pick<
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

/** A prepared query, and whether its builder only reads. */
export interface Composed {
  readonly prepared: PreparedQuery;
  readonly onlyReads: boolean;
}

/** What a composed query needs of a database. */
interface Client {
  readonly $client: D1Database;
}

/** A query that Drizzle can compose before it is used. */
export type Composable = BatchItem<'sqlite'> & { prepare(): PreparedQuery };

/** Returns whether the builder of an item of a batch only reads. */
export function onlyReads(query: BatchItem<'sqlite'>): boolean {
  return is(query, SQLiteSelectBase) || Reflect.get(query, 'onlyReads') === true;
}

/** The parts of a batch item that Drizzle's D1 `batch` relies on. */
interface Prepared {
  readonly getQuery: PreparedQuery['getQuery'];
  readonly stmt: D1PreparedStatement;
  readonly mapResult: PreparedQuery['mapResult'];
  readonly onlyReads: boolean;
}

/** An item of a batch as it is sent, and what its rows become. */
export interface Sent {
  readonly statement: D1PreparedStatement;
  readonly rowsOf: (result: unknown) => unknown;
}

/** Returns an item of a batch with its parameters, in place of Drizzle's own `batch`. */
export function asSent(query: BatchItem<'sqlite'>): Sent {
  const prepared = asPrepared(query);
  return {
    statement: prepared.stmt.bind(...prepared.getQuery().params),
    rowsOf: (result) => prepared.mapResult(result, true),
  };
}

/** Prepares a query, and casts the result to the members that it has on D1. Throws if one is missing. */
function asPrepared(query: object): Omit<Prepared, 'onlyReads'> {
  const prepare: unknown = Reflect.get(query, '_prepare');
  const prepared: unknown = typeof prepare === 'function' ? prepare.call(query) : null;
  const has = (name: string) => typeof Reflect.get(Object(prepared), name) === 'function';
  if (!has('getQuery') || !has('mapResult') || !Reflect.get(Object(prepared), 'stmt')) {
    throw new Error('not a query of Drizzle on D1');
  }
  return prepared as Omit<Prepared, 'onlyReads'>;
}

/** Composes a query once, to be bound to values later. */
export function compose(query: Composable): Composed {
  return { prepared: query.prepare(), onlyReads: onlyReads(query) };
}

/** Returns a composed query with these values, as an item of a batch. Only `db.batch` may use it; it cannot be extended. */
export function bindComposed<Query extends Composable>(
  db: Client,
  { prepared, onlyReads }: Composed,
  values: Readonly<Record<string, unknown>>,
): Query {
  const query = prepared.getQuery();
  return asQuery<Query>({
    getQuery: () => ({ ...query, params: fillPlaceholders(query.params, values) }),
    stmt: db.$client.prepare(query.sql),
    mapResult: (response, isFromBatch) => prepared.mapResult(response, isFromBatch),
    onlyReads,
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
  db: Client,
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
    onlyReads: onlyReads(query),
  });
}

/** Casts an item of a batch to its builder's type. Throws Error if it is not one. */
function asQuery<Query extends BatchItem<'sqlite'>>(item: Prepared): Query {
  if (typeof item.mapResult !== 'function' || typeof item.stmt?.bind !== 'function') {
    throw new Error('not a composed query');
  }
  return { _prepare: () => item, onlyReads: item.onlyReads } as unknown as Query;
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
