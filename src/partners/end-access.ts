import type { Env } from '../env.ts';
import { notifyKeysOfTermination, TOLD_KEYS_MAX } from '../keys/notify-keys-of-termination.ts';
import { endConnectionsOfPartner } from '../oauth/end-connections.ts';
import { type Calls, calls } from '../storage/call-budget.ts';
import type { Database, StorageMeter } from '../storage/database.ts';
import { type PartnerRow, recordAccessEnded, selectPartnersToTell } from './repository.ts';

/** Partners that a run reads at once, to work through one by one. */
const PAGE_PARTNERS = 100;
/** No record may be written into KV behind a purge, so nobody is told in the last hour before it. */
const BEFORE_PURGE_MS = 3_600_000;
/** Batches of 1,000 connections that one step ends, beside the one that finds a database empty. */
const STEP_BATCHES = 20;

/** The most calls that one step of `beginFinishingTerminations` makes. */
export function callsOfEndingAccess(env: Pick<Env, 'athleteDatabases'>): Calls {
  const batches = batchesOfStep(env);
  return calls({
    d1Queries: 2 + 2 * batches,
    kvOperations: TOLD_KEYS_MAX,
    subrequests: 2 + 2 * TOLD_KEYS_MAX + batches,
  });
}

function batchesOfStep({ athleteDatabases }: Pick<Env, 'athleteDatabases'>): number {
  return athleteDatabases.test.size + athleteDatabases.live.size + STEP_BATCHES;
}

/**
 * Tells every key's guard and KV record of a terminated partner, then ends every athlete's token of it, with at most
 * so many batches. Idempotent. `isDone` once all have ended. Throws StorageUnavailable where one could not be told;
 * `beginFinishingTerminations` goes on then.
 */
export async function endAccess(
  env: Env,
  meter: StorageMeter,
  registry: Database,
  partner: PartnerRow,
  nowMs: number,
  batchesMax: number,
): Promise<{ readonly isDone: boolean }> {
  await notifyKeysOfTermination(env, registry, partner, terminationOf(partner));
  return endTokens(env, meter, registry, partner, nowMs, batchesMax);
}

async function endTokens(
  env: Env,
  meter: StorageMeter,
  registry: Database,
  partner: PartnerRow,
  nowMs: number,
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
  if (terminatedAt === null) throw new Error('a terminated partner has no date');
  return terminatedAt;
}

/**
 * Begins to finish terminations that were cut off before every key and token had ended, and returns what takes the
 * next bounded step: one partner's, the first to be purged first. All are tried, whatever becomes of one; the last
 * step throws then, and the next run tries again.
 */
export function beginFinishingTerminations(
  env: Env,
  meter: StorageMeter,
  registry: Database,
  nowMs: number,
): () => Promise<{ readonly partners: number; readonly isDone: boolean }> {
  let waiting: PartnerRow[] | null = null;
  let isLastPage = false;
  const told = new Set<string>();
  const faults: unknown[] = [];
  const finish = async (partner: PartnerRow): Promise<boolean> => {
    try {
      if (!told.has(partner.id))
        await notifyKeysOfTermination(env, registry, partner, terminationOf(partner));
      told.add(partner.id);
      return (await endTokens(env, meter, registry, partner, nowMs, batchesOfStep(env))).isDone;
    } catch (fault) {
      faults.push(fault);
      return true;
    }
  };
  return async () => {
    if (waiting === null) {
      const page = selectPartnersToTell(registry, nowMs + BEFORE_PURGE_MS, PAGE_PARTNERS);
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
