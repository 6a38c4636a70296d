import { type Placeholder, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { bindComposed, type Composable, type Composed } from './drizzle-internals.ts';

/**
 * The values for one use. Nulls are not allowed, because an encoder would turn them into values. Write them in the query.
 */
type Values<Name extends string> = Readonly<Record<Name, NonNullable<unknown>>>;

/**
 * Returns a query for `db.batch` whose SQL is composed once per isolate and then only bound to values. Composing the
 * statements for each read of an activity took a fifth of its time.
 *
 * @param build builds the query, with `value('name')` in place of each value
 */
export function composedOnce<Name extends string, Query extends Composable>(
  build: (db: Database, value: (name: Name) => Placeholder<Name>) => Query,
): (db: Database, values: Values<Name>) => Query {
  let composed: Composed | null = null;
  return (db, values) => {
    composed ??= build(db, (name) => sql.placeholder(name)).prepare();
    return bindComposed<Query>(db, composed, values);
  };
}
