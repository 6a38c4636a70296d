import { eq } from 'drizzle-orm';
import { databaseOfPartner, type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { connections } from '../storage/athlete-schema.ts';
import { endConnections } from './end-connections.ts';
import { selectOwnClient, updateOwnClient } from './repository.ts';

/** A deletion that was cut off is finished by repeating it. */
const EVEN_DELETED = true;

/**
 * Ends a client: first every token of its connections, then the client itself, so that a deletion that was
 * cut half-way can be repeated. Then once more what was connected in between: without a client no code can
 * be exchanged, so nothing can follow. A client that is deleted already is unknown, but where its deletion was
 * cut before that last step, asking again takes it.
 */
export async function deleteClient(ctx: PartnerContext, clientId: string): Promise<Failure | null> {
  const registry = registryOf(ctx);
  const { partnerId, environment } = ctx.principal;
  const [[client]] = await registry.batch([
    selectOwnClient(registry, partnerId, environment, clientId, EVEN_DELETED),
  ]);
  if (!client) return fail('client_not_found');
  const db = databaseOfPartner(ctx);
  const ofClient = eq(connections.clientId, clientId);
  await endConnections(db, ofClient, ctx.nowMs);
  if (client.status === 'deleted') return fail('client_not_found');
  await registry.batch([
    updateOwnClient(registry, partnerId, environment, clientId, {
      status: 'deleted',
      secretHash: '',
      updatedAt: ctx.nowMs,
    }),
  ]);
  await endConnections(db, ofClient, ctx.nowMs);
  return null;
}
