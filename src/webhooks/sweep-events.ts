import type { RequestContext } from '../http/context.ts';
import type { DeliveryRow } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { sha256Hex } from '../storage/digest.ts';
import { namedEvent } from '../storage/event-id.ts';
import { eventTypesOf } from '../storage/event-types.ts';
import type { EventRow } from '../storage/events-schema.ts';
import { newId } from '../storage/ids.ts';
import { homeShard } from '../storage/placement.ts';
import type { WebhookRow } from '../storage/registry-schema.ts';
import {
  advancePositions,
  insertDeliveries,
  type PositionRow,
  selectDue,
  selectProgress,
} from './deliveries-repository.ts';
import { selectEpoch, selectEventsAfter, selectPlaceBefore } from './events-of-store.ts';
import { REGISTRY_STORE, type SweepMessage, sendMessages } from './queue-messages.ts';
import { openStore, readSubscription, repairSubscriptions, type Subscription } from './subscriptions.ts';

/** Events of one store that one sweep turns into deliveries; a further message continues. */
const PAGE_EVENTS = 200;
/** Due deliveries that one sweep sends; the next one sends more. */
const DUE_MAX = 500;

/** A webhook and the sequence up to which a store's events have become its deliveries. */
interface Reader {
  readonly webhook: WebhookRow;
  readonly after: number;
}

/**
 * Makes deliveries of the events after each webhook's position, and sends a message for each. Deliveries and
 * positions are written in one batch, and an event makes one delivery of a webhook: so a sweep may be
 * interrupted anywhere, run twice at once, or begin too early in a store, without missing or duplicating an
 * event. A store that fails, or a key whose guard does not answer, holds up nothing else, and fails the
 * sweep at its end, so that the message comes again.
 */
export async function sweepEvents(ctx: RequestContext, message: SweepMessage): Promise<void> {
  const subscription = await readSubscription(ctx, message);
  if (!subscription) return;
  const isWanted = subscription.webhooks.length > 0;
  const faults: unknown[] = [];
  const noteFault = (fault: unknown): void => {
    faults.push(fault);
  };
  // Every ten minutes, or when a message shows that nobody wants what was recorded.
  if (message.store === null || !isWanted) await repairSubscriptions(ctx, subscription).catch(noteFault);
  if (isWanted) await sweepStores(ctx, subscription, message.store, noteFault);
  if (faults.length > 0) throw faults[0];
}

/** Sweeps a store; if it is null, all stores of the partner, and sends what is due. */
async function sweepStores(
  ctx: RequestContext,
  subscription: Subscription,
  store: string | null,
  noteFault: (fault: unknown) => void,
): Promise<void> {
  const { home, partnerId, shards } = subscription;
  const [positions, announced] = await home.batch(selectProgress(home, partnerId));
  const all = [REGISTRY_STORE, ...shards, ...announced.map(({ shard }) => shard)];
  for (const each of store === null ? new Set(all) : [store]) {
    await sweepStore(ctx, subscription, each, positions).catch(noteFault);
  }
  if (store !== null) return;
  const [due] = await home.batch([selectDue(home, partnerId, ctx.nowMs, DUE_MAX)]);
  await sendAttempts(ctx, subscription, due);
}

async function sweepStore(
  ctx: RequestContext,
  subscription: Subscription,
  store: string,
  positions: readonly PositionRow[],
): Promise<void> {
  const { home, partnerId, environment } = subscription;
  const db = openStore(ctx, subscription, store);
  const { epoch, readers } = await findReaders(db, subscription, store, positions);
  const from = Math.min(...readers.map(({ after }) => after));
  const [rows] = await db.batch([selectEventsAfter(db, subscription, from, PAGE_EVENTS)]);
  const page = rows.map((row) => namedEvent(store, row));
  const last = page.at(-1);
  if (!last) return;
  const made = await makeDeliveries(readers, page, store, ctx.nowMs);
  const moved = readers.map(({ webhook: { id: webhookId, activeSince } }) => {
    return { partnerId, webhookId, store, epoch, activeSince, sequence: last.sequence };
  });
  const [first, ...others] = [...advancePositions(home, moved), ...insertDeliveries(home, made)];
  if (first) await home.batch([first, ...others]);
  await sendAttempts(ctx, subscription, made);
  if (page.length === PAGE_EVENTS) {
    await sendMessages(ctx.env, [{ kind: 'sweep', partnerId, environment, store }]);
  }
}

/**
 * Returns each webhook with its position in a store; without one, a little before the first of those without one became
 * active. So the store is asked as often for ten webhooks as for one.
 */
async function findReaders(
  db: Database,
  subscription: Subscription,
  store: string,
  positions: readonly PositionRow[],
): Promise<{ readonly epoch: string; readonly readers: readonly Reader[] }> {
  const placed = subscription.webhooks.map((webhook) => ({
    webhook,
    position: positions.find(
      (row) => row.webhookId === webhook.id && row.store === store && row.activeSince === webhook.activeSince,
    ),
  }));
  const since = placed.flatMap(({ webhook, position }) => (position ? [] : webhook.activeSince));
  const [[named], ...starts] = await db.batch([
    selectEpoch(db),
    ...(since.length === 0 ? [] : [selectPlaceBefore(db, Math.min(...since))]),
  ]);
  if (!named) throw new Error('a store of events must have an epoch');
  const { epoch } = named;
  // Positions of another epoch are none: the store counts anew.
  if (placed.some(({ position }) => position && position.epoch !== epoch)) {
    const ofEpoch = positions.filter((row) => row.epoch === epoch);
    return findReaders(db, subscription, store, ofEpoch);
  }
  const start = starts[0]?.[0]?.sequence ?? 0;
  return {
    epoch,
    readers: placed.map(({ webhook, position }) => ({ webhook, after: position?.sequence ?? start })),
  };
}

/** Makes the rows of each reader's deliveries of a page of events. */
async function makeDeliveries(
  readers: readonly Reader[],
  page: readonly EventRow[],
  store: string,
  nowMs: number,
): Promise<readonly DeliveryRow[]> {
  const hashes = await Promise.all(page.map(athleteHashOf));
  return readers.flatMap(({ webhook, after }) => {
    const types = new Set<string>(webhook.events.flatMap(eventTypesOf));
    return page.flatMap((event, index) =>
      event.sequence > after && event.createdAt >= webhook.activeSince && types.has(event.type)
        ? [newDelivery(webhook, event, { store, athleteHash: hashes[index] ?? null, nowMs })]
        : [],
    );
  });
}

/** Returns the hash by which an erasure finds a delivery; null for the one event that outlives its athlete. */
async function athleteHashOf({ athleteId, type }: EventRow): Promise<string | null> {
  return athleteId === null || type === 'athlete.erased' ? null : sha256Hex(athleteId);
}

function newDelivery(
  { id: webhookId, partnerId }: WebhookRow,
  { id: eventId, type, sequence }: EventRow,
  made: { readonly store: string; readonly athleteHash: string | null; readonly nowMs: number },
): DeliveryRow {
  const { store, athleteHash, nowMs } = made;
  return {
    id: newId('dlv', nowMs),
    ...{ partnerId, webhookId, eventId, type, store, sequence, athleteHash },
    status: 'pending',
    attempts: [],
    failures: 0,
    nextAttemptAt: nowMs,
  };
}

/** Sends a message for each delivery. One that another sweep made first is not found, and its message does nothing. */
async function sendAttempts(
  ctx: RequestContext,
  { partnerId, environment, shards }: Subscription,
  due: readonly Pick<DeliveryRow, 'id' | 'webhookId'>[],
): Promise<void> {
  const shard = homeShard(shards);
  await sendMessages(
    ctx.env,
    due.map(({ id: deliveryId, webhookId }) => {
      return { kind: 'attempt', partnerId, environment, shard, webhookId, deliveryId };
    }),
  );
}
