import { type RequestContext, registryOf } from '../http/context.ts';
import type { ClientRow, partners } from '../storage/registry-schema.ts';
import type { DatabaseAddress } from './database-address.ts';
import { selectClient, selectPartnerOfClient } from './repository.ts';

/**
 * A client that asks an athlete for consent, with its partner and the database that will hold the consent.
 */
export interface ConsentRequester {
  readonly client: ClientRow;
  readonly partner: typeof partners.$inferSelect;
  readonly databaseAddress: DatabaseAddress;
}

/** Finds an active client of an active partner; null if either is missing or has ended. */
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
  const shard = environment === 'test' ? partner.testShard : partner.liveShard;
  return { client, partner, databaseAddress: { environment, shard } };
}
