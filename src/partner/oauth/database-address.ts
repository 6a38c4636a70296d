import type { Env } from '#platform/env.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { type Database, openDatabase } from '#platform/storage/database.ts';
import type { AthleteAddress } from '#platform/storage/ids.ts';

/**
 * The address of the athlete database that holds a sign-in, a session or a consent: that of the client's
 * environment and partner. Cookies put it in front of their secret, so no look-up is needed to find the
 * database.
 */
export type DatabaseAddress = AthleteAddress;

/** Opens the database at an address. Throws if it is not bound. */
export function openDatabaseAt(ctx: RequestContext, { environment, shard }: DatabaseAddress): Database {
  const binding = ctx.env.athleteDatabases[environment].get(shard);
  if (!binding) throw new Error(`no binding for the ${environment} shard ${shard}`);
  return openDatabase(binding, ctx.log);
}

/** Lists every athlete database, live ones first. The account page covers all partners and environments. */
export function allDatabaseAddresses(env: Env): readonly DatabaseAddress[] {
  return (['live', 'test'] as const).flatMap((environment) =>
    [...env.athleteDatabases[environment].keys()].map((shard) => ({ environment, shard })),
  );
}

/** Returns the database for sign-ins without a client, which is the first one. */
export function accountPageDatabaseAddress(env: Env): DatabaseAddress {
  const first = allDatabaseAddresses(env)[0];
  if (!first) throw new Error('no athlete database is bound');
  return first;
}

export function isSameDatabase(one: DatabaseAddress, other: DatabaseAddress): boolean {
  return one.environment === other.environment && one.shard === other.shard;
}

export function toCookieValue({ environment, shard }: DatabaseAddress, secret: string): string {
  return `${environment}.${shard}.${secret}`;
}

/** Parses a value made by `toCookieValue`. Returns null if it is malformed or names an unbound database. */
export function parseCookieValue(
  env: Env,
  value: string | undefined,
): { readonly databaseAddress: DatabaseAddress; readonly secret: string } | null {
  const [, environment, shard, secret] =
    /^(test|live)\.([a-g][0-9a-z]{3})\.([A-Za-z0-9_-]{43})$/.exec(value ?? '') ?? [];
  if (shard === undefined || secret === undefined) return null;
  const databaseAddress: DatabaseAddress = { environment: environment === 'live' ? 'live' : 'test', shard };
  return env.athleteDatabases[databaseAddress.environment].has(shard) ? { databaseAddress, secret } : null;
}
