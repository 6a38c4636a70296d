import type { Environment } from '../env.ts';
import { type RequestContext, registryOf } from '../http/context.ts';
import { requireAthleteDatabase } from '../storage/athlete-databases.ts';
import type { Database } from '../storage/database.ts';
import { selectPartner } from '../storage/partner.ts';
import { homeShard, type ShardList, shardsIn } from '../storage/placement.ts';
import type { PartnerRow, WebhookRow } from '../storage/registry-schema.ts';
import { REGISTRY_STORE } from './queue-messages.ts';
import { selectActiveWebhooks } from './repository.ts';

/** A partner's environment. */
export interface Subscriber {
  readonly partnerId: string;
  readonly environment: Environment;
}

/** An active partner with its active webhooks and the database of their deliveries. */
export interface Subscription extends Subscriber {
  readonly partner: PartnerRow;
  readonly shards: ShardList;
  readonly webhooks: readonly WebhookRow[];
  readonly home: Database;
}

/** Reads a partner's active webhooks; null if the partner is not active. */
export async function readSubscription(
  ctx: RequestContext,
  { partnerId, environment }: Subscriber,
): Promise<Subscription | null> {
  const registry = registryOf(ctx);
  const [[partner], webhooks] = await registry.batch([
    selectPartner(registry, partnerId),
    selectActiveWebhooks(registry, partnerId, environment),
  ]);
  if (partner?.status !== 'active') return null;
  const shards = shardsIn(partner, environment);
  const home = requireAthleteDatabase(ctx.env, ctx.log, { environment, shard: homeShard(shards) });
  return { partnerId, environment, partner, shards, webhooks, home };
}

/** Opens a store of events: the registry or a shard. */
export function openStore(ctx: RequestContext, { environment }: Subscriber, store: string): Database {
  if (store === REGISTRY_STORE) return registryOf(ctx);
  return requireAthleteDatabase(ctx.env, ctx.log, { environment, shard: store });
}
