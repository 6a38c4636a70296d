import { eq } from 'drizzle-orm';
import type { Env, Environment } from '#platform/env.ts';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { requireAthleteDatabase } from '#platform/storage/athlete-databases.ts';
import { connections } from '#platform/storage/athlete-schema.ts';
import { sign } from '#platform/storage/cryptography.ts';
import type { Database } from '#platform/storage/database.ts';
import type { AthleteAddress } from '#platform/storage/ids.ts';
import { homeShard, type ShardList, shardsIn } from '#platform/storage/placement.ts';
import { type ClientRow, consents, type partners } from '#platform/storage/registry-schema.ts';
import { endConnections } from './connections.ts';
import { selectClient, selectPartnerOfClient } from './repository.ts';
import { deleteConsents, selectConsents } from './shared-repository.ts';

/**
 * A client that requests an athlete's consent, with its partner, the partner's shards, and the home shard,
 * which holds the sign-in and the authorization request. The consent itself is stored in the athlete's shard.
 */
export interface ConsentRequester {
  readonly client: ClientRow;
  readonly partner: typeof partners.$inferSelect;
  readonly shards: ShardList;
  readonly databaseAddress: AthleteAddress;
}

/** Finds an active client, whose partner may be suspended. Returns null if either is missing or has ended. */
export async function findConsentRequester(
  ctx: RequestContext,
  clientId: string,
): Promise<ConsentRequester | null> {
  const registry = registryOf(ctx);
  const [[client], [partner]] = await registry.batch([
    selectClient(registry, clientId),
    selectPartnerOfClient(registry, clientId),
  ]);
  if (!client || !partner) return null;
  const { environment } = client;
  const shards = shardsIn(partner, environment);
  return { client, partner, shards, databaseAddress: { environment, shard: homeShard(shards) } };
}

/** A connection of an address, with the names of its client and partner. */
interface NamedConnection {
  readonly id: string;
  readonly environment: Environment;
  readonly scopes: readonly string[];
  readonly connectedAt: number;
  readonly clientName: string;
  readonly partnerName: string;
}

/**
 * Lists the active connections that an address has consented to, at all partners, newest first. Reads only
 * the registry, so a partner cannot hide one by changing its athlete.
 */
export async function listConnectionsOfAddress(
  ctx: RequestContext,
  email: string,
): Promise<readonly NamedConnection[]> {
  const registry = registryOf(ctx);
  const [found] = await registry.batch([selectConsents(registry, await hashesOfAddress(ctx.env, email))]);
  // During the rotation of LOOKUP_KEY, an address may have two consents to a connection.
  const byId = new Map(found.map((each) => [each.id, each]));
  return [...byId.values()].sort((one, other) => other.connectedAt - one.connectedAt);
}

/** Returns whether an address has an active connection to this client. */
export async function isConnectedTo(ctx: RequestContext, email: string, clientId: string): Promise<boolean> {
  const registry = registryOf(ctx);
  const hashes = await hashesOfAddress(ctx.env, email);
  const [[found]] = await registry.batch([selectConsents(registry, hashes, eq(consents.clientId, clientId))]);
  return found !== undefined;
}

/**
 * Ends one connection of an address: first in the athlete's database, which verifies its tokens, then its
 * consents. If interrupted in between, the next attempt or a cron completes it. Returns false if the address
 * has no such connection.
 */
export async function endConnectionOfAddress(
  ctx: RequestContext,
  email: string,
  connectionId: string,
): Promise<boolean> {
  const registry = registryOf(ctx);
  const hashes = await hashesOfAddress(ctx.env, email);
  const [[found]] = await registry.batch([
    selectConsents(registry, hashes, eq(consents.connectionId, connectionId)),
  ]);
  if (!found) return false;
  const { environment, shard, activation } = found;
  const db = openDatabaseAt(ctx, { environment, shard });
  await endConnections(ctx, db, eq(connections.id, connectionId), environment);
  // No row leads to the consent of an athlete who was erased just before it was written.
  await registry.batch([deleteConsents(registry, [{ id: connectionId, activation }])]);
  return true;
}

/**
 * Hashes the address of a consent. Has its own key, so that other secrets can change without losing consents.
 */
export function hashConsentAddress({ lookupKey }: Pick<Env, 'lookupKey'>, email: string): Promise<string> {
  return sign(lookupKey, 'consent-address', email);
}

/**
 * Returns the hashes under which an address's consents may be stored: two during the rotation of LOOKUP_KEY.
 */
export function hashesOfAddress(
  { lookupKey, formerLookupKey }: Pick<Env, 'lookupKey' | 'formerLookupKey'>,
  email: string,
): Promise<readonly string[]> {
  const keys = formerLookupKey === null ? [lookupKey] : [lookupKey, formerLookupKey];
  return Promise.all(keys.map((key) => hashConsentAddress({ lookupKey: key }, email)));
}

/** Opens the athlete database at an address. Throws StorageUnavailable if it is not bound. */
export function openDatabaseAt(ctx: RequestContext, address: AthleteAddress): Database {
  return requireAthleteDatabase(ctx.env, ctx.log, address);
}

/** Returns the database for sign-ins without a client: the first live one, else the first of the sandbox. */
export function accountPageDatabaseAddress({ athleteDatabases }: Env): AthleteAddress {
  for (const environment of ['live', 'test'] as const) {
    const [shard] = athleteDatabases[environment].keys();
    if (shard !== undefined) return { environment, shard };
  }
  throw new Error('no athlete database is bound');
}

export function isSameDatabase(one: AthleteAddress, other: AthleteAddress): boolean {
  return one.environment === other.environment && one.shard === other.shard;
}

/** Returns the value of a cookie: the address of its database, so that no look-up is needed, and its secret. */
export function toCookieValue({ environment, shard }: AthleteAddress, secret: string): string {
  return `${environment}.${shard}.${secret}`;
}

/** Parses a value made by `toCookieValue`. Returns null if it is malformed or names an unbound database. */
export function parseCookieValue(
  env: Env,
  value: string | undefined,
): { readonly databaseAddress: AthleteAddress; readonly secret: string } | null {
  const [, environment, shard, secret] =
    /^(test|live)\.([a-g][0-9a-z]{3})\.([A-Za-z0-9_-]{43})$/.exec(value ?? '') ?? [];
  if (shard === undefined || secret === undefined) return null;
  const databaseAddress: AthleteAddress = { environment: environment === 'live' ? 'live' : 'test', shard };
  return env.athleteDatabases[databaseAddress.environment].has(shard) ? { databaseAddress, secret } : null;
}
