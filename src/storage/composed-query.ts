import { fillPlaceholders, type Placeholder, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { SQLitePreparedQuery } from 'drizzle-orm/sqlite-core';
import type { Database } from './database.ts';

type Composed = Pick<
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

/**
 * Values of one use. Nulls are not allowed, because an encoder would turn them into values: write them in the
 * query.
 */
type Values<Name extends string> = Readonly<Record<Name, NonNullable<unknown>>>;

/** A query that Drizzle can compose before it is used. */
type Composable = BatchItem<'sqlite'> & { prepare(): Composed };

/**
 * Returns a query for `db.batch` whose SQL is composed once per isolate and then only bound to values.
 * Composing the statements on each read of an activity took a fifth of its time.
 *
 * @param build builds the query, with `value('name')` in place of each value
 */
export function composedOnce<Name extends string, Query extends Composable>(
  build: (db: Database, value: (name: Name) => Placeholder<Name>) => Query,
): (db: Database, values: Values<Name>) => Query {
  let composed: Composed | null = null;
  return (db, values) => {
    composed ??= build(db, (name) => sql.placeholder(name)).prepare();
    return asQuery<Query>(prepared(db, composed, values));
  };
}

/** The members that Drizzle's D1 batch uses of each of its items. */
interface Prepared {
  readonly getQuery: Composed['getQuery'];
  readonly stmt: D1PreparedStatement;
  readonly mapResult: Composed['mapResult'];
}

function prepared(db: Database, composed: Composed, values: Values<string>): Prepared {
  const query = composed.getQuery();
  return {
    getQuery: () => ({ ...query, params: fillPlaceholders(query.params, values) }),
    stmt: db.$client.prepare(query.sql),
    mapResult: (response, isFromBatch) => composed.mapResult(response, isFromBatch),
  };
}

/**
 * Casts a composed query to the type of its builder. Only a batch may use it; it cannot be extended. Throws
 * if it is not a composed query.
 */
function asQuery<Query extends Composable>(item: Prepared): Query {
  if (typeof item.mapResult !== 'function' || typeof item.stmt?.bind !== 'function') {
    throw new Error('not a composed query');
  }
  return { _prepare: () => item } as unknown as Query;
}
