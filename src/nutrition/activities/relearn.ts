import type { PartnerContext } from '#platform/http/context.ts';
import type { ActivityRow } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { chargeRefold } from '../learning/change-history.ts';
import { BEGINNING, historyOf, selectHistory } from '../learning/history.ts';
import { type HistoryWrite, writeHistory } from '../learning/write-history.ts';
import { toEngineActivity } from '../records/engine-input.ts';
import type { ActivityDetails } from '../records/read-activity.ts';

/** An activity as read, with its database. */
export type ReadActivity = ActivityDetails & { readonly db: Database };

/**
 * Refolds the athlete's history with the activity of this feedback changed to `after`, or deleted (null).
 * Writes only if the activity is unchanged since the read. Returns null if the history has changed.
 *
 * @throws RequestRefused with 429 if too few units are left
 */
export async function relearn(
  ctx: PartnerContext,
  { db, athlete, activity, learned }: ReadActivity,
  feedback: { readonly id: string },
  after: ActivityRow | null,
): Promise<HistoryWrite | null> {
  const from = Math.min(activity.effectiveAt, after?.effectiveAt ?? activity.effectiveAt);
  const recent = await historyOf(ctx, await db.batch(selectHistory(db, athlete.id, from)));
  const history = recent.isOutdated
    ? await historyOf(ctx, await db.batch(selectHistory(db, athlete.id, BEGINNING)))
    : recent;
  if (history.revision !== learned?.revision) return null;
  await chargeRefold(ctx, history);
  const events = history.events.flatMap((event) => {
    if (event.id !== feedback.id || event.kind !== 'feedback') return [event];
    return after === null ? [] : [{ ...event, atMs: after.effectiveAt, activity: toEngineActivity(after) }];
  });
  return writeHistory(ctx, db, athlete, history, events, { activity });
}

/** Returns whether feedback teaches the same on both versions of an activity. */
export function teachesTheSame(before: ActivityRow, after: ActivityRow): boolean {
  return (
    before.effectiveAt === after.effectiveAt &&
    JSON.stringify(toEngineActivity(before)) === JSON.stringify(toEngineActivity(after))
  );
}
