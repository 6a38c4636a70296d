import { lt, or } from 'drizzle-orm';
import { DAY_MS } from '#platform/clock.ts';
import type { Env } from '#platform/env.ts';
import type { Database } from '#platform/storage/database.ts';
import type { JobStep } from '#platform/storage/job.ts';
import { apiKeys } from '#platform/storage/registry-schema.ts';
import { deleteKeys } from '../keys/keys-of-partner.ts';

/** Expired and revoked keys are kept for this long, so that late requests with them get the precise error. */
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
