import { eq } from 'drizzle-orm';
import type { Environment } from '#platform/env.ts';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { connections } from '#platform/storage/athlete-schema.ts';
import { consents } from '#platform/storage/registry-schema.ts';
import { endConnections } from './connections.ts';
import { hashesOfAddress } from './consents.ts';
import { openDatabaseAt } from './database-address.ts';
import { deleteConsents, selectConsents } from './shared-repository.ts';

/** A connection of an address, with the names of its client and partner. */
export interface NamedConnection {
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
