import { MINUTE_MS } from '#platform/clock.ts';
import { ENVIRONMENTS, type Env, type Environment } from '#platform/env.ts';
import { callDispatcher, settleAll, wakeDispatchers } from '#platform/guards/call-object.ts';
import { type PartnerContext, registryOf } from '#platform/http/context.ts';
import { listShards } from '#platform/http/partner-shards.ts';
import type { Region } from '#platform/regions.ts';
import { askInGroups, requireAthleteDatabase } from '#platform/storage/athlete-databases.ts';
import {
  type Database,
  ignoreUnavailable,
  openRegistry,
  type StorageMeter,
} from '#platform/storage/database.ts';
import { REGISTRY_STORE } from '#platform/storage/event-id.ts';
import type { JobStep } from '#platform/storage/job.ts';
import { selectPartner } from '#platform/storage/partner.ts';
import { selectPartnerShards } from '#platform/storage/partner-shards.ts';
import { homeShard, type ShardList, shardsIn } from '#platform/storage/placement.ts';
import type { PartnerRow, WebhookRow } from '#platform/storage/registry-schema.ts';
import type { OwnWebhook, Subscriber } from '#platform/storage/subscriber.ts';
import { endSubscribers, regionOfStore, writeSubscriber } from '#platform/storage/subscribers.ts';
import {
  recordFanOut,
  requestFanOut,
  resumeActive,
  selectAwaitingFanOut,
  selectVersions,
} from './repository.ts';
import { selectLate, selectSubscribersAfter, selectSubscribersOf } from './subscriber-repository.ts';

type StoreBindings = Pick<Env, 'registry' | 'athleteDatabases'>;

/** A partner's environment, with the stores of its events. */
export interface Owner {
  readonly partnerId: string;
  readonly environment: Environment;
  readonly homeRegion: Region;
  readonly shards: ShardList;
}

/** Returns the owner of a partner's webhooks in an environment. */
export function ownerOf(partner: PartnerRow, environment: Environment): Owner {
  const { id: partnerId, homeRegion } = partner;
  return { partnerId, environment, homeRegion, shards: shardsIn(partner, environment) };
}

/** Returns the caller as the owner of its webhooks. */
export function ownerIn({ principal }: PartnerContext): Owner {
  const { partnerId, environment, shards, regions } = principal;
  const [homeRegion] = regions;
  if (homeRegion === undefined) throw new Error('only a partner itself may have webhooks');
  return { partnerId, environment, homeRegion, shards };
}

/** Opens a store of events: the registry or a shard. */
export function openStore(
  env: StoreBindings,
  meter: StorageMeter,
  { environment, store }: Pick<Subscriber, 'environment' | 'store'>,
): Database {
  if (store === REGISTRY_STORE) return openRegistry(env, meter);
  return requireAthleteDatabase(env, meter, { environment, shard: store });
}

/**
 * Runs `act` in each store of a partner's events, five at a time: the registry and every shard, including
 * shards that the partner is only starting to use. If one fails, finishes the others, then throws its error.
 */
export async function inEachStore<Result>(
  env: StoreBindings,
  meter: StorageMeter,
  { partnerId, environment, shards }: Owner,
  act: (db: Database, store: string) => Promise<Result>,
): Promise<readonly Result[]> {
  const home = requireAthleteDatabase(env, meter, { environment, shard: homeShard(shards) });
  const [announced] = await home.batch([selectPartnerShards(home, partnerId)]);
  const stores = new Set([REGISTRY_STORE, ...shards, ...announced.map(({ shard }) => shard)]);
  const outcomes = await askInGroups([...stores], async (store) => {
    const [outcome] = await Promise.allSettled([act(openStore(env, meter, { environment, store }), store)]);
    return outcome;
  });
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

/**
 * Writes a webhook to all stores of its partner, so that the batch of every later change finds it there.
 * Idempotent. After an interruption, a repeated request or the cron completes it. Throws StorageUnavailable
 * if a store is unavailable.
 */
export async function fanOutWebhook(
  env: StoreBindings,
  meter: StorageMeter,
  owner: Owner,
  webhook: WebhookRow,
): Promise<void> {
  await inEachStore(env, meter, owner, (db, store) =>
    db.batch([writeSubscriber(db, webhook, store, owner.homeRegion)]),
  );
  const registry = openRegistry(env, meter);
  await registry.batch([recordFanOut(registry, webhook)]);
}

/**
 * Lets all dispatchers of an active webhook probe its receiver, because it may be back. If a store is
 * unavailable, the cron completes it.
 */
export async function resumeWebhook(ctx: PartnerContext, own: OwnWebhook): Promise<void> {
  const registry = registryOf(ctx);
  try {
    const [[webhook]] = await registry.batch([resumeActive(registry, own, ctx.nowMs)]);
    if (!webhook) return;
    await fanOutWebhook(ctx.env, ctx.log, ownerIn(ctx), webhook);
    await wakeAll(ctx, webhook);
  } catch (fault) {
    ignoreUnavailable(fault);
  }
}

/** Wakes all dispatchers of a webhook, after the answer. */
export async function wakeAll(ctx: PartnerContext, webhook: WebhookRow): Promise<void> {
  const subscribers = await subscribersOf(ctx, webhook);
  ctx.waitUntil(wakeDispatchers(ctx.env, subscribers));
}

/** Returns the address of each dispatcher of one of the caller's webhooks, for all stores of the partner. */
export async function subscribersOf(
  ctx: PartnerContext,
  { id: webhookId, resumeAt }: Pick<WebhookRow, 'id' | 'resumeAt'>,
): Promise<readonly Subscriber[]> {
  const owner = ownerIn(ctx);
  const { partnerId, environment } = owner;
  const stores = [REGISTRY_STORE, ...(await listShards(ctx))];
  return stores.map((store) => {
    const region = regionOfStore(store, owner.homeRegion);
    return { partnerId, environment, webhookId, store, region, resumeAt };
  });
}

/** Wakes the dispatchers of all webhooks of a partner, in all stores of its events. */
export async function wakeWebhooksOf(
  env: StoreBindings & Pick<Env, 'dispatchers' | 'isLocal'>,
  meter: StorageMeter,
  partner: PartnerRow,
): Promise<void> {
  for (const environment of ENVIRONMENTS) {
    await inEachStore(env, meter, ownerOf(partner, environment), async (db) => {
      const [subscribers] = await db.batch([selectSubscribersOf(db, [partner.id])]);
      await wakeDispatchers(env, subscribers);
    });
  }
}

/** Subscribers of a store that one step compares. */
const PAGE_SUBSCRIBERS = 50;

/** An event that waits longer for a working receiver is late. */
const LATE_MS = 15 * MINUTE_MS;

/**
 * Begins to wake the dispatchers that are behind a store, and returns a function that takes the next bounded
 * step. An event whose wake was lost waits at most ten minutes. Deletes webhooks from the store that the
 * registry no longer has, and fans those out again that have a later version there. `late` counts dispatchers
 * with an event that has waited for 15 minutes although their receiver answers.
 */
export function beginWaking(
  env: Pick<Env, 'dispatchers' | 'isLocal'>,
  registry: Database,
  store: Database,
  nowMs: number,
): () => Promise<JobStep> {
  let after: OwnWebhook = { partnerId: '', environment: 'live', webhookId: '' };
  return async () => {
    const [page] = await store.batch([selectSubscribersAfter(store, after, PAGE_SUBSCRIBERS)]);
    const last = page.at(-1);
    if (!last) return { counts: { woken: 0 }, isDone: true };
    after = last;
    const [versions] = await registry.batch([
      selectVersions(
        registry,
        page.map(({ webhookId }) => webhookId),
      ),
    ]);
    const versionOf = new Map(versions.map(({ id, version }) => [id, version]));
    const gone = page.filter(({ webhookId, status }) => status !== 'deleted' && !versionOf.has(webhookId));
    if (gone.length > 0) await store.batch([endSubscribers(store, gone)]);
    const outdated = page.filter(
      ({ webhookId, version, status }) => status !== 'deleted' && version < (versionOf.get(webhookId) ?? 0),
    );
    const ids = outdated.map(({ webhookId }) => webhookId);
    if (ids.length > 0) await registry.batch([requestFanOut(registry, ids)]);
    const behind = page.filter((one) => one.isBehind === 1 || one.status === 'deleted' || gone.includes(one));
    const woken = await settleAll(
      behind.map(async (one) => {
        const position = await callDispatcher(env, one, (dispatcher) => dispatcher.wake(one));
        return position === null || one.status !== 'active' ? [] : [{ ...one, position }];
      }),
    );
    const positions = woken.flat();
    const late = positions.length === 0 ? 0 : await countLate(store, positions, nowMs - LATE_MS);
    return { counts: { woken: woken.length, late }, isDone: page.length < PAGE_SUBSCRIBERS };
  };
}

async function countLate(
  store: Database,
  positions: Parameters<typeof selectLate>[1],
  beforeMs: number,
): Promise<number> {
  const [[row]] = await store.batch([selectLate(store, positions, beforeMs)]);
  return row?.late ?? 0;
}

/**
 * Begins to copy changes of webhooks to the stores that lack them, and returns a function that takes the next
 * step: one webhook. If a store is unavailable, the others still get the change, and the run fails at its
 * end.
 */
export function beginFanningOut(
  env: StoreBindings,
  meter: StorageMeter,
  registry: Database,
  nowMs: number,
): () => Promise<JobStep> {
  let afterId = '';
  let fault: unknown = null;
  return async () => {
    const [[webhook]] = await registry.batch([selectAwaitingFanOut(registry, afterId, nowMs, 1)]);
    if (!webhook) {
      if (fault !== null) throw fault;
      return { counts: {}, isDone: true };
    }
    afterId = webhook.id;
    try {
      const [[partner]] = await registry.batch([selectPartner(registry, webhook.partnerId)]);
      if (partner) await fanOutWebhook(env, meter, ownerOf(partner, webhook.environment), webhook);
      return { counts: { webhooks: 1 }, isDone: false };
    } catch (cause) {
      fault ??= cause;
      return { counts: {}, isDone: false };
    }
  };
}
