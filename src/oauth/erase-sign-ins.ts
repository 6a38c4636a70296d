import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Env } from '../env.ts';
import { athleteDatabases } from '../storage/athlete-databases.ts';
import { athleteSessions, athletes, loginCodes } from '../storage/athlete-schema.ts';
import { type Calls, calls } from '../storage/call-budget.ts';
import type { Database, StorageMeter } from '../storage/database.ts';
import { foldEmail } from './sign-in-rules.ts';

/** Tables whose rows are about an e-mail address and no single athlete; a test holds the list against the live schema. */
export const SIGN_IN_TABLES = [
  { table: athleteSessions, email: athleteSessions.email },
  { table: loginCodes, email: loginCodes.email },
] as const;

/** The most calls that removing any number of athletes' sign-ins makes: every database is asked. */
export function callsOfErasingSignIns({ athleteDatabases }: Pick<Env, 'athleteDatabases'>): Calls {
  const databases = athleteDatabases.test.size + athleteDatabases.live.size;
  return calls({ d1Queries: databases * (1 + SIGN_IN_TABLES.length), subrequests: databases * 2 });
}

/**
 * Removes the sign-in codes and sessions of these athletes' addresses, wherever they are, unless another
 * athlete anywhere has the address. For an erasure, before the athletes' rows are blanked: afterwards nobody
 * knows their addresses. Idempotent.
 */
export async function eraseSignIns(
  env: Pick<Env, 'athleteDatabases'>,
  meter: StorageMeter,
  subjects: readonly { readonly id: string; readonly email: string | null }[],
): Promise<void> {
  const emails = new Set(subjects.map(({ email }) => foldEmail(email ?? '')).filter((email) => email !== ''));
  if (emails.size === 0) return;
  const databases = athleteDatabases(env, meter).map(({ db }) => db);
  const ids = subjects.map(({ id }) => id);
  const inUse = await Promise.all(databases.map((db) => addressesInUse(db, [...emails], ids)));
  for (const email of inUse.flat()) emails.delete(email);
  if (emails.size === 0) return;
  const nobodys = [...emails];
  const [first, ...others] = SIGN_IN_TABLES;
  const remove = (db: Database, { table, email }: (typeof SIGN_IN_TABLES)[number]) =>
    db.delete(table).where(isOneOf(email, nobodys));
  await Promise.all(
    databases.map((db) => db.batch([remove(db, first), ...others.map((table) => remove(db, table))])),
  );
}

/** Those of these addresses that a live athlete of this database has who is none of these. */
async function addressesInUse(
  db: Database,
  emails: readonly string[],
  exceptIds: readonly string[],
): Promise<readonly string[]> {
  const address = sql<string>`lower(trim(${athletes.email}))`;
  const [found] = await db.batch([
    db
      .select({ email: address.as('address') })
      .from(athletes)
      .where(
        sql`${isOneOf(address, emails)} AND ${athletes.status} = 'live' AND NOT ${isOneOf(athletes.id, exceptIds)}`,
      ),
  ]);
  return found.map(({ email }) => email);
}

function isOneOf(column: SQL | SQLiteColumn, values: readonly string[]): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
}
