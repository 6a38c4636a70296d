import { MINUTE_MS } from '#platform/clock.ts';
import type { Env } from '#platform/env.ts';
import { callDispatcher } from '#platform/guards/call-object.ts';
import type { Database, StorageMeter } from '#platform/storage/database.ts';
import type { JobStep } from '#platform/storage/job.ts';
import { selectPartner } from '#platform/storage/partner.ts';
import { endSubscribers } from '#platform/storage/subscribers.ts';
import { ownerOf, spreadWebhook } from './fan-out.ts';
import { markUnspread, selectUnspread, selectVersions } from './repository.ts';
import { selectLate, selectSubscribersAfter } from './subscriber-repository.ts';

/** Subscribers of a store that one step compares. */
const PAGE_SUBSCRIBERS = 50;

/** An event that waits longer for a working receiver is late. */
const LATE_MS = 15 * MINUTE_MS;

/**
 * Begins to wake the dispatchers that are behind a store, and returns a function that takes the next bounded
 * step. An event whose wake was lost waits at most ten minutes. Deletes webhooks from the store that the
 * registry no longer has, and spreads those again that have a later version there. `late` counts dispatchers
 * with an event that has waited for 15 minutes although their receiver answers.
 */
export function beginWaking(
  env: Pick<Env, 'dispatchers' | 'isLocal'>,
  registry: Database,
  store: Database,
  nowMs: number,
): () => Promise<JobStep> {
  let after = { partnerId: '', environment: 'live', webhookId: '' } as const;
  return async () => {
    const [page] = await store.batch([selectSubscribersAfter(store, after, PAGE_SUBSCRIBERS)]);
    const last = page.at(-1);
    if (!last) return { counts: { woken: 0 }, isDone: true };
    after = last as typeof after;
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
    if (ids.length > 0) await registry.batch([markUnspread(registry, ids)]);
    const behind = page.filter((one) => one.isBehind === 1 || one.status === 'deleted' || gone.includes(one));
    const woken = await Promise.allSettled(
      behind.map((one) => callDispatcher(env, one, (dispatcher) => dispatcher.wake(one))),
    );
    const failed = woken.find(({ status }) => status === 'rejected');
    if (failed) throw failed.status === 'rejected' ? failed.reason : null;
    const places = behind.flatMap((one, index) => {
      const outcome = woken[index];
      const position = outcome?.status === 'fulfilled' ? outcome.value : null;
      return position === null || one.status !== 'active' ? [] : [{ ...one, position }];
    });
    const late = places.length === 0 ? 0 : await countLate(store, places, nowMs - LATE_MS);
    return { counts: { woken: woken.length, late }, isDone: page.length < PAGE_SUBSCRIBERS };
  };
}

async function countLate(
  store: Database,
  places: Parameters<typeof selectLate>[1],
  beforeMs: number,
): Promise<number> {
  const [[row]] = await store.batch([selectLate(store, places, beforeMs)]);
  return row?.late ?? 0;
}

/**
 * Begins to copy changes of webhooks to the stores that lack them, and returns a function that takes the next
 * step: one webhook. If a store is unavailable, the others still get the change, and the run fails at its
 * end.
 */
export function beginSpreading(
  env: Pick<Env, 'registry' | 'athleteDatabases'>,
  meter: StorageMeter,
  registry: Database,
  nowMs: number,
): () => Promise<JobStep> {
  let afterId = '';
  let fault: unknown = null;
  return async () => {
    const [[webhook]] = await registry.batch([selectUnspread(registry, afterId, nowMs, 1)]);
    if (!webhook) {
      if (fault !== null) throw fault;
      return { counts: {}, isDone: true };
    }
    afterId = webhook.id;
    try {
      const [[partner]] = await registry.batch([selectPartner(registry, webhook.partnerId)]);
      if (partner) await spreadWebhook(env, meter, ownerOf(partner, webhook.environment), webhook);
      return { counts: { webhooks: 1 }, isDone: false };
    } catch (cause) {
      fault ??= cause;
      return { counts: {}, isDone: false };
    }
  };
}
