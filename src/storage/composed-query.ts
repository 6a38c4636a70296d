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

/** No nulls: what is absent is written in the query, where an encoder cannot make a value of it. */
type Values<Name extends string> = Readonly<Record<Name, NonNullable<unknown>>>;

/** A query that Drizzle can compose ahead of its use. */
type Composable = BatchItem<'sqlite'> & { prepare(): Composed };

/**
 * A query for `db.batch` whose SQL is composed once an isolate and then only given its values. Composing the
 * statements of one activity anew took a fifth of the time of reading it.
 *
 * @param build says the query, with `value('name')` wherever a value of this use goes
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

/** What Drizzle's D1 batch asks of each of its items. */
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
 * A composed query in the place of the builder that it came from. Only a batch may use it: it cannot be built
 * upon. Throws where it is given no composed query.
 */
function asQuery<Query extends Composable>(item: Prepared): Query {
  if (typeof item.mapResult !== 'function' || typeof item.stmt?.bind !== 'function') {
    throw new Error('this is no composed query');
  }
  return { _prepare: () => item } as unknown as Query;
}
