import { MINUTE_MS, toSeconds } from '../clock.ts';
import type { Environment } from '../env.ts';
import { projectPartner } from '../guards/project-partner.ts';
import { type PartnerContext, type RequestContext, registryOf } from '../http/context.ts';
import { refreshRecords } from '../keys/keys-of-partner.ts';
import { requireAthleteDatabase } from '../storage/athlete-databases.ts';
import type { Database } from '../storage/database.ts';
import { selectPartner } from '../storage/partner.ts';
import { homeShard, type ShardList, shardsIn } from '../storage/placement.ts';
import type { PartnerRow, WebhookRow } from '../storage/registry-schema.ts';
import { REGISTRY_STORE, sendMessages } from './queue-messages.ts';
import { forgetEventTypes, selectActiveWebhooks, updateEventTypes } from './repository.ts';

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

/** Time after which no isolate and no edge location uses an earlier record of a key. */
const RECORDS_ARE_NEW_MS = 3 * MINUTE_MS;

/**
 * Copies the event types that webhooks want to the partner's row, then with `project` to the records of its keys. If that
 * fails the row forgets them, so that the next sweep finds them missing and repeats both.
 */
async function copyEventTypes(
  ctx: RequestContext,
  { partnerId, environment }: Subscriber,
  project: () => Promise<unknown>,
): Promise<void> {
  const registry = registryOf(ctx);
  await registry.batch([updateEventTypes(registry, partnerId, environment)]);
  try {
    await project();
  } catch (fault) {
    await registry.batch([forgetEventTypes(registry, partnerId, environment)]);
    throw fault;
  }
}

/**
 * Copies the event types that the caller's webhooks want to the partner's row and the record of each of its
 * keys, after the answer. A later sweep finds the events that were recorded before every record was updated.
 * If this fails, the cron finds them, and repeats it.
 */
export function refreshSubscriptions(ctx: PartnerContext): void {
  const { partnerId, environment } = ctx.principal;
  const refresh = async () => {
    await copyEventTypes(ctx, ctx.principal, () => refreshRecords(ctx, partnerId));
    const sweep = { kind: 'sweep', partnerId, environment, store: null } as const;
    await sendMessages(ctx.env, [sweep], toSeconds(RECORDS_ARE_NEW_MS));
  };
  ctx.waitUntil(refresh().catch(() => undefined));
}

/**
 * Copies the event types that webhooks want to the partner's row and its keys' records, after an interrupted
 * change.
 */
export async function repairSubscriptions(
  ctx: RequestContext,
  { partner, partnerId, environment, webhooks }: Subscription,
): Promise<void> {
  const stored = environment === 'test' ? partner.testEventTypes : partner.liveEventTypes;
  const wanted = new Set(webhooks.flatMap(({ events }) => events));
  if (wanted.size === stored.length && stored.every((type) => wanted.has(type))) return;
  const subscriber = { partnerId, environment };
  await copyEventTypes(ctx, subscriber, () => projectPartner(ctx.env, ctx.log, partnerId));
}
