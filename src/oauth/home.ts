import type { Env } from '../env.ts';
import type { RequestContext } from '../http/context.ts';
import { requireAthleteDatabase } from '../storage/athlete-databases.ts';
import type { Database } from '../storage/database.ts';
import type { AthleteAddress } from '../storage/ids.ts';

/**
 * The athlete database that a sign-in, a session or a consent lives in: that of the client's environment and
 * partner. Cookies carry it in front of their secret, so that it needs no look-up.
 */
export type Home = AthleteAddress;

export function openHome(ctx: RequestContext, home: Home): Database {
  return requireAthleteDatabase(ctx.env, ctx.log, home);
}

/** Every athlete database there is, for the athlete's own page, which is about no single partner. */
export function allHomes(env: Env): readonly Home[] {
  return (['live', 'test'] as const).flatMap((environment) =>
    [...env.athleteDatabases[environment].keys()].map((shard) => ({ environment, shard })),
  );
}

/** Where a sign-in lives that was started without a client. */
export function accountHome(env: Env): Home {
  const home = allHomes(env)[0];
  if (!home) throw new Error('no athlete database is bound');
  return home;
}

export function isSameHome(one: Home, other: Home): boolean {
  return one.environment === other.environment && one.shard === other.shard;
}

export function toCookieValue(home: Home, secret: string): string {
  return `${home.environment}.${home.shard}.${secret}`;
}

/** The parts of a cookie of ours, or null where it is none or names a database that is not there. */
export function fromCookieValue(
  env: Env,
  value: string | undefined,
): { readonly home: Home; readonly secret: string } | null {
  const [, environment, shard, secret] =
    /^(test|live)\.([0-9a-z])\.([A-Za-z0-9_-]{43})$/.exec(value ?? '') ?? [];
  if (shard === undefined || secret === undefined) return null;
  const home: Home = { environment: environment === 'live' ? 'live' : 'test', shard };
  return env.athleteDatabases[home.environment].has(shard) ? { home, secret } : null;
}
