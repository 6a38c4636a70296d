import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { homeShard, type ShardList, shardsIn } from '#platform/storage/placement.ts';
import type { ClientRow, partners } from '#platform/storage/registry-schema.ts';
import type { DatabaseAddress } from './database-address.ts';
import { selectClient, selectPartnerOfClient } from './repository.ts';

/**
 * A client that requests an athlete's consent, with its partner, the partner's shards, and the home shard,
 * which holds the sign-in and the authorization request. The consent itself is stored in the athlete's shard.
 */
export interface ConsentRequester {
  readonly client: ClientRow;
  readonly partner: typeof partners.$inferSelect;
  readonly shards: ShardList;
  readonly databaseAddress: DatabaseAddress;
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
