import { eq } from 'drizzle-orm';
import { type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { ofOwnEnvironment } from '../http/own-environment.ts';
import { inEachShard } from '../http/partner-shards.ts';
import { connections } from '../storage/athlete-schema.ts';
import { endConnections } from './end-connections.ts';
import { ownClient, selectClientOfPartner, updateOwnClient } from './repository.ts';

/**
 * Deletes a client: ends every connection, then the client itself, so that an interrupted deletion can be
 * retried, then the connections that were made meanwhile. Without a client no code can be exchanged, so no
 * others can follow. Returns `client_not_found` for a client that is already deleted, after it has ended what
 * an interrupted deletion may have left.
 */
export async function deleteClient(ctx: PartnerContext, clientId: string): Promise<Failure | null> {
  const registry = registryOf(ctx);
  const own = ownClient(ctx, clientId);
  const [[known]] = await registry.batch([selectClientOfPartner(registry, own, { includeDeleted: true })]);
  const client = ofOwnEnvironment(ctx, known, 'client_not_found');
  if (isFailure(client)) return client;
  const ofClient = eq(connections.clientId, clientId);
  const { environment } = ctx.principal;
  const endAll = () => inEachShard(ctx, (db) => endConnections(ctx, db, ofClient, environment));
  await endAll();
  if (client.status === 'deleted') return fail('client_not_found');
  await registry.batch([
    updateOwnClient(registry, own, {
      status: 'deleted',
      secretHash: '',
      updatedAt: ctx.nowMs,
    }),
  ]);
  await endAll();
  return null;
}
