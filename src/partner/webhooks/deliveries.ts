import type { Env } from '#platform/env.ts';
import { callDispatcher } from '#platform/guards/call-object.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import type { PageRequest } from '#platform/http/pagination.ts';
import { contextOfOtherEnvironment } from '#platform/http/request-identifiers.ts';
import { askInGroups } from '#platform/storage/athlete-databases.ts';
import type { Database } from '#platform/storage/database.ts';
import { namedEvent } from '#platform/storage/event-id.ts';
import { eventTypesOf } from '#platform/storage/event-types.ts';
import type { EventRow } from '#platform/storage/events-schema.ts';
import type { WebhookRow } from '#platform/storage/registry-schema.ts';
import { addressOf } from '#platform/storage/subscribers.ts';
import { type DeliveryRecord, type DeliveryStatus, positionOfDelivery } from './delivery-shape.ts';
import { openStore, resumeWebhook, subscribersOf } from './fan-out.ts';
import { ownWebhook } from './repository.ts';
import { selectEventsAt, selectSubscribersOf } from './subscriber-repository.ts';
import { getWebhook } from './webhooks.ts';

interface ListedDeliveries {
  readonly webhook: WebhookRow;
  readonly rows: readonly DeliveryRecord[];
  /** Totals of the last 30 days, in all stores. */
  readonly successes: number;
}

/** Lists a webhook's deliveries in all stores, newest first, with the webhook and its number of successes. */
export async function listDeliveries(
  ctx: PartnerContext,
  webhookId: string,
  page: PageRequest,
  status: DeliveryStatus | undefined,
): Promise<ListedDeliveries | Failure> {
  const webhook = await getWebhook(ctx, webhookId);
  if (isFailure(webhook)) return webhook;
  const found = await askInGroups(await subscribersOf(ctx, webhook), (subscriber) =>
    callDispatcher(ctx.env, subscriber, (dispatcher) => dispatcher.list(page, status)),
  );
  const rows = found.flatMap((each) => each.rows).sort((one, other) => (one.id < other.id ? 1 : -1));
  const successes = found.reduce((sum, each) => sum + each.successes, 0);
  return { webhook, rows: rows.slice(0, page.limit), successes };
}

/**
 * Sends a delivery again, with the same `webhook-id` and the full number of attempts. Also accepts the
 * identifier of an event from the last 30 days that the webhook subscribes to.
 */
export async function redeliver(
  ctx: PartnerContext,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryRecord | Failure> {
  const webhook = await getWebhook(ctx, webhookId);
  if (isFailure(webhook)) return webhook;
  if (webhook.status === 'disabled') return fail('webhook_disabled');
  const event = await findEvent(ctx, deliveryId);
  if (!isWanted(event, webhook)) {
    const isElsewhere = (await findEvent(await contextOfOtherEnvironment(ctx), deliveryId)) !== null;
    return fail(isElsewhere ? 'environment_mismatch' : 'delivery_not_found');
  }
  const store = positionOfDelivery(deliveryId)?.store;
  const subscriber = (await subscribersOf(ctx, webhook)).find((one) => one.store === store);
  if (!subscriber) return fail('delivery_not_found');
  const delivery = await callDispatcher(ctx.env, subscriber, (dispatcher) =>
    dispatcher.redeliver(subscriber, event),
  );
  if (!delivery) return fail('temporarily_unavailable');
  await resumeWebhook(ctx, ownWebhook(ctx, webhookId));
  return delivery;
}

/** Reads the event that a delivery of a webhook sends. */
export async function readDeliveredEvent(
  ctx: PartnerContext,
  webhookId: string,
  deliveryId: string,
): Promise<EventRow | Failure> {
  const [webhook, event] = await Promise.all([getWebhook(ctx, webhookId), findEvent(ctx, deliveryId)]);
  if (isFailure(webhook)) return webhook;
  return isWanted(event, webhook) ? event : fail('delivery_not_found');
}

function isWanted(event: EventRow | null, { events }: WebhookRow): event is EventRow {
  return event !== null && events.some((pattern) => eventTypesOf(pattern).includes(event.type));
}

/** Reads the caller's event of a delivery. Returns null if there is none. */
async function findEvent(ctx: PartnerContext, deliveryId: string): Promise<EventRow | null> {
  const position = positionOfDelivery(deliveryId);
  const { partnerId, environment } = ctx.principal;
  const isStore =
    position &&
    (position.store === 'registry' ||
      ctx.principal.shards.includes(position.store) ||
      ctx.env.athleteDatabases[environment].has(position.store));
  if (!isStore) return null;
  const store = openStore(ctx.env, ctx.log, { environment, store: position.store });
  const [[event]] = await store.batch([
    selectEventsAt(store, { partnerId, environment }, [position.sequence]),
  ]);
  return event?.createdAt === position.createdAt ? namedEvent(position.store, event) : null;
}

/**
 * Deletes the deliveries of these athletes' events in the dispatchers of their store. A delivery in progress
 * ends too, because its event is missing by then. Throws StorageUnavailable if a dispatcher does not answer.
 */
export async function deleteDeliveriesOf(
  env: Pick<Env, 'dispatchers' | 'isLocal'>,
  store: Database,
  athletes: readonly { readonly id: string; readonly partnerId: string }[],
): Promise<void> {
  const partnerIds = [...new Set(athletes.map(({ partnerId }) => partnerId))];
  const [found] = await store.batch([selectSubscribersOf(store, partnerIds)]);
  await askInGroups(found.map(addressOf), (subscriber) => {
    const own = athletes.filter(({ partnerId }) => partnerId === subscriber.partnerId);
    return callDispatcher(env, subscriber, (dispatcher) =>
      dispatcher.forgetAthletes(own.map(({ id }) => id)),
    );
  });
}
