import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Environment } from '../env.ts';
import { type Region, requireRegionOfShard } from '../regions.ts';
import type { Database } from './database.ts';
import { REGISTRY_STORE } from './event-id.ts';
import { type SubscriberRow, subscribers } from './events-schema.ts';
import { type WebhookRow, webhooks } from './registry-schema.ts';
import { isOneOf } from './statements.ts';
import type { OwnWebhook, Subscriber } from './subscriber.ts';

/** Higher than every version of a webhook, because no change comes after its deletion. */
const LAST_VERSION = Number.MAX_SAFE_INTEGER;

/** Selects the webhooks of a partner's environment, at most ten, including disabled ones. */
export function selectWebhooksOf(registry: Database, partnerId: string, environment: Environment) {
  return registry
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.partnerId, partnerId), eq(webhooks.environment, environment)));
}

/** Returns the region of a store. For the registry, which has none, returns the partner's home region. */
export function regionOfStore(store: string, homeRegion: Region): Region {
  return store === REGISTRY_STORE ? homeRegion : requireRegionOfShard(store);
}

const HEAD = sql`coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0)`;

/**
 * Writes a webhook to a store, unless the store has a later version. A webhook that was just created or enabled starts
 * after the last event recorded in the store.
 *
 * @param homeRegion the partner's home region, where the dispatcher for the registry's events is
 */
export function writeSubscriber(store: Database, webhook: WebhookRow, name: string, homeRegion: Region) {
  const { id: webhookId, partnerId, environment, url, events: types, ...rest } = webhook;
  const { version, status, secret, previousSecret, previousSecretUntil, activation, resumeAt } = rest;
  const region = regionOfStore(name, homeRegion);
  const secrets = { secret, previousSecret, previousSecretUntil };
  const changes = { version, status, url, types, ...secrets, activation, resumeAt };
  const positionOf = (column: 'starts_after' | 'acknowledged') =>
    sql`iif(excluded.activation > subscribers.activation, excluded.${sql.raw(column)}, subscribers.${sql.raw(column)})`;
  return store
    .insert(subscribers)
    .values({
      partnerId,
      environment,
      webhookId,
      store: name,
      region,
      ...changes,
      startsAfter: HEAD,
      acknowledged: HEAD,
    })
    .onConflictDoUpdate({
      target: [subscribers.partnerId, subscribers.environment, subscribers.webhookId],
      set: { ...changes, startsAfter: positionOf('starts_after'), acknowledged: positionOf('acknowledged') },
      setWhere: sql`excluded.version > ${subscribers.version}`,
    });
}

/** Ends webhooks in a store. Their rows stay until their dispatchers have deleted what they store. */
export function endSubscribers(store: Database, own: readonly OwnWebhook[]) {
  const keys = own.map(({ partnerId, environment, webhookId }) => [partnerId, environment, webhookId]);
  const key = sql`(${subscribers.partnerId}, ${subscribers.environment}, ${subscribers.webhookId})`;
  const ended = sql`SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${JSON.stringify(keys)})`;
  return endWhere(store, sql`${key} IN (${ended})`);
}

/** Ends all webhooks of these partners in a store. */
export function endSubscribersOf(store: Database, partnerIds: readonly string[]) {
  return endWhere(store, isOneOf(subscribers.partnerId, partnerIds));
}

function endWhere(store: Database, condition: SQL | undefined) {
  return store.update(subscribers).set({ status: 'deleted', version: LAST_VERSION }).where(condition);
}

/** Builds the condition that a row belongs to this webhook. */
export function isSubscriber({ partnerId, environment, webhookId }: OwnWebhook): SQL | undefined {
  return and(
    eq(subscribers.partnerId, partnerId),
    eq(subscribers.environment, environment),
    eq(subscribers.webhookId, webhookId),
  );
}

/** Returns the address of a row's dispatcher. */
export function addressOf(row: SubscriberRow): Subscriber {
  const { partnerId, environment, webhookId, store, region, resumeAt } = row;
  return { partnerId, environment, webhookId, store, region, resumeAt };
}
