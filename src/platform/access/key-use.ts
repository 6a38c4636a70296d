import { HOUR_MS } from '../clock.ts';
import type { RequestContext } from '../http/context.ts';
import { openDatabase } from '../storage/database.ts';
import { updateLastUse } from './repository.ts';

const REMEMBERED_KEYS_MAX = 10_000;

/** The time of this isolate's last write of a key's `last_used_at`. */
const notedAtMs = new Map<string, number>();

/**
 * Records a key's `last_used_at`, accurate to the hour. Writes at most once per hour, isolate and key, after the response,
 * so no request waits for it. A failed write only leaves an older time.
 */
export function recordKeyUse(ctx: RequestContext, keyId: string): void {
  const noted = notedAtMs.get(keyId);
  if (noted !== undefined && ctx.nowMs < noted + HOUR_MS) return;
  if (notedAtMs.size >= REMEMBERED_KEYS_MAX) notedAtMs.clear();
  notedAtMs.set(keyId, ctx.nowMs);
  // Metered separately, because the request's log line counts only the queries that the request waited for.
  const db = openDatabase(ctx.env.registry, { d1Batches: 0, d1RowsRead: 0, d1RowsWritten: 0 });
  const write = db.batch([updateLastUse(db, keyId, ctx.nowMs)]);
  ctx.waitUntil(write.catch(() => notedAtMs.delete(keyId)));
}
