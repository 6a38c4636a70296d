import { lt, or } from 'drizzle-orm';
import { DAY_MS } from '#platform/clock.ts';
import type { Env } from '#platform/env.ts';
import type { Database } from '#platform/storage/database.ts';
import type { Counts, JobStep } from '#platform/storage/job.ts';
import { deleteOldEvents } from '#platform/storage/record-events.ts';
import { apiKeys } from '#platform/storage/registry-schema.ts';
import { STEP_ROWS } from '#platform/storage/statements.ts';
import { deleteKeys } from '../keys/keys-of-partner.ts';
import {
  blankCountedAddresses,
  deleteExpiredAnswers,
  deleteOldAccesses,
  deleteOldApplied,
  deleteOldEnds,
  deleteOldErasures,
  deleteOldFlushes,
  deleteOldRecalculations,
  deleteOldRequests,
  deleteOldUsage,
  dropOldInputs,
  selectVersionsWithInputs,
} from './repository.ts';

/** Removes the registry's rows past their retention, at most 1,000 of each table per call. */
export async function purgeOldRowsOfRegistry(registry: Database, nowMs: number): Promise<JobStep> {
  const [ledger, events, requests, addresses, counts, flushes, recalculated, ended] = await registry.batch([
    deleteOldErasures(registry, nowMs),
    deleteOldEvents(registry, nowMs),
    deleteOldRequests(registry, nowMs),
    blankCountedAddresses(registry, nowMs),
    deleteOldUsage(registry, nowMs),
    deleteOldFlushes(registry, nowMs),
    deleteOldRecalculations(registry, nowMs),
    deleteOldEnds(registry, nowMs),
  ]);
  return stepOf({
    ledger: ledger.meta.changes,
    events: events.meta.changes,
    access_requests: requests.meta.changes,
    counted_addresses: addresses.meta.changes,
    usage: counts.meta.changes,
    usage_flushes: flushes.meta.changes,
    recalculations: recalculated.meta.changes,
    ends: ended.meta.changes,
  });
}

/** Removes an athlete database's rows past their retention, at most 1,000 of each table per call. */
export async function purgeOldRowsOfHome(db: Database, nowMs: number): Promise<JobStep> {
  const [found, accessLog, applied, events, ended] = await db.batch([
    selectVersionsWithInputs(db),
    deleteOldAccesses(db, nowMs),
    deleteOldApplied(db, nowMs),
    deleteOldEvents(db, nowMs),
    deleteOldEnds(db, nowMs),
  ]);
  const versions = found.map(({ version }) => version);
  const inputs = versions.length === 0 ? [] : await db.batch([dropOldInputs(db, versions, nowMs)]);
  return stepOf({
    access_log: accessLog.meta.changes,
    ledger: applied.meta.changes,
    events: events.meta.changes,
    ends: ended.meta.changes,
    prescription_inputs: inputs[0]?.meta.changes ?? 0,
  });
}

function stepOf(counts: Counts): JobStep {
  return { counts, isDone: Object.values(counts).every((rows) => rows < STEP_ROWS) };
}

/**
 * Removes stored answers after 24 hours, at most 1,000 per call. They are already ignored, so this only frees
 * their storage. `isDone` is false while more remain.
 */
export async function purgeIdempotencyKeys(db: Database, nowMs: number): Promise<JobStep> {
  const [removed] = await db.batch([deleteExpiredAnswers(db, nowMs)]);
  return stepOf({ rows: removed.meta.changes });
}

/** Expired and revoked keys are retained for this long, so that late requests with them get the precise error. */
const REMEMBERED_MS = 90 * DAY_MS;
/** Keys that one step removes. Each costs a message to its guard. */
const BATCH_ROWS = 50;

/**
 * Removes keys that expired or were revoked over 90 days ago, at most 50 per call. Keeps their guards, a few
 * bytes each, so that a stale KV record can never make a key valid again. `isDone` is false while more
 * remain.
 */
export async function purgeDeadKeys(
  env: Pick<Env, 'keyGuards' | 'isLocal'>,
  db: Database,
  nowMs: number,
): Promise<JobStep> {
  const before = nowMs - REMEMBERED_MS;
  const [ended] = await db.batch([
    db
      .select({ id: apiKeys.id, hash: apiKeys.hash, region: apiKeys.region })
      .from(apiKeys)
      .where(or(lt(apiKeys.expiresAt, before), lt(apiKeys.revokedAt, before)))
      .limit(BATCH_ROWS),
  ]);
  await deleteKeys(env, db, ended);
  return { counts: { keys: ended.length }, isDone: ended.length < BATCH_ROWS };
}
