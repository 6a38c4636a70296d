import { HOUR_MS } from '../clock.ts';
import type { Env } from '../env.ts';
import { NOTIFIED_KEYS_MAX, notifyKeysOfTermination } from '../keys/keys-of-partner.ts';
import { endConnectionsOfPartner } from '../oauth/connections.ts';
import { type Calls, calls } from '../storage/call-budget.ts';
import type { Database, StorageMeter } from '../storage/database.ts';
import type { PartnerRow } from '../storage/registry-schema.ts';
import { recordAccessEnded, selectPartnersToNotify } from './repository.ts';

/** Stores and time that ending a partner's access works with. */
interface Place {
  readonly env: Env;
  readonly meter: StorageMeter;
  readonly registry: Database;
  readonly nowMs: number;
}

/** Partners that a run reads at once, to work through one by one. */
const PAGE_PARTNERS = 100;
/** Keys are not notified in the last hour before a purge, so that no record is written to KV after it. */
const BEFORE_PURGE_MS = HOUR_MS;
/** Batches of 1,000 connections that one step ends, in addition to the one that finds no more. */
const STEP_BATCHES = 20;

/** Returns the most calls that one step of `beginFinishingTerminations` makes. */
export function callsOfEndingAccess(env: Pick<Env, 'athleteDatabases'>): Calls {
  const batches = batchesOfStep(env);
  return calls({
    d1Queries: 2 + 2 * batches,
    kvOperations: NOTIFIED_KEYS_MAX,
    subrequests: 2 + 2 * NOTIFIED_KEYS_MAX + batches,
  });
}

function batchesOfStep({ athleteDatabases }: Pick<Env, 'athleteDatabases'>): number {
  return athleteDatabases.test.size + athleteDatabases.live.size + STEP_BATCHES;
}

/**
 * Notifies every key's guard and KV record of a terminated partner, then ends the tokens of all its athletes, with at
 * most `batchesMax` batches. Idempotent. `isDone` once all have ended. Throws StorageUnavailable if a key could not be
 * notified; `beginFinishingTerminations` continues then.
 */
export async function endAccess(
  place: Place,
  partner: PartnerRow,
  batchesMax: number,
): Promise<{ readonly isDone: boolean }> {
  await notifyKeysOfTermination(place.env, place.registry, partner, terminationOf(partner));
  return endTokens(place, partner, batchesMax);
}

async function endTokens(
  { env, meter, registry, nowMs }: Place,
  partner: PartnerRow,
  batchesMax: number,
): Promise<{ readonly isDone: boolean }> {
  const ended = await endConnectionsOfPartner(env, meter, {
    partnerId: partner.id,
    nowMs: terminationOf(partner),
    batchesMax,
  });
  if (ended.isDone) await registry.batch([recordAccessEnded(registry, partner.id, nowMs)]);
  return ended;
}

function terminationOf({ terminatedAt }: PartnerRow): number {
  if (terminatedAt === null) throw new Error('a terminated partner must have a date');
  return terminatedAt;
}

/**
 * Begins to finish terminations that were interrupted before every key and token had ended, and returns a function that
 * takes the next bounded step: one partner's, the first to be purged first. Tries all of them; if one fails the last
 * step throws, and the next run retries.
 */
export function beginFinishingTerminations(
  place: Place,
): () => Promise<{ readonly partners: number; readonly isDone: boolean }> {
  const { env, registry, nowMs } = place;
  let waiting: PartnerRow[] | null = null;
  let isLastPage = false;
  const notified = new Set<string>();
  const faults: unknown[] = [];
  const finish = async (partner: PartnerRow): Promise<boolean> => {
    try {
      if (!notified.has(partner.id)) {
        await notifyKeysOfTermination(env, registry, partner, terminationOf(partner));
      }
      notified.add(partner.id);
      return (await endTokens(place, partner, batchesOfStep(env))).isDone;
    } catch (fault) {
      faults.push(fault);
      return true;
    }
  };
  return async () => {
    if (waiting === null) {
      const page = selectPartnersToNotify(registry, nowMs + BEFORE_PURGE_MS, PAGE_PARTNERS);
      [waiting] = await registry.batch([page]);
      isLastPage = waiting.length < PAGE_PARTNERS;
      return { partners: 0, isDone: waiting.length === 0 };
    }
    const faultsBefore = faults.length;
    const [partner, ...others] = waiting;
    const isFinished = partner !== undefined && (await finish(partner));
    waiting = isFinished ? others : waiting;
    const partners = isFinished && faults.length === faultsBefore ? 1 : 0;
    if (waiting.length > 0) return { partners, isDone: false };
    if (faults.length > 0) throw faults[0];
    waiting = null;
    return { partners, isDone: isLastPage };
  };
}
