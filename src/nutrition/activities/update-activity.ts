import { namesState } from '#platform/http/answer.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import type { ActivityRow, FeedbackRow } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { retryOnConflict } from '#platform/storage/optimistic-write.ts';
import { PRECEDING_CHANGED, recordAny } from '#platform/storage/record-events.ts';
import { BEGINNING, type History, historyOf, isDayOnly, selectHistory } from '../learning/history.ts';
import { chargeRefold, type HistoryWrite, isPartial, writeHistory } from '../learning/write-history.ts';
import { prescribeActivity } from '../prescriptions/prescription-row.ts';
import { upsertPrescriptions } from '../prescriptions/prescriptions.ts';
import { type ActivityChanges, refuseSession, toActivityColumns } from '../records/activity-fields.ts';
import { asDone, doneAtOf } from '../records/actual.ts';
import { toEngineActivity } from '../records/engine-input.ts';
import { type ActivityDetails, readActivity, toActivityDetails } from '../records/read-activity.ts';
import { reportActivityChange } from '../records/report-changes.ts';
import { dayWithoutTime } from '../records/schedule.ts';
import { activityTag } from './activity-shape.ts';
import { refuseTaken } from './create-activity.ts';
import { hasNoFeedback, moveFeedback, updateActivity as updateRow } from './repository.ts';

interface ActivityUpdate {
  readonly changes: ActivityChanges;
  readonly ifMatch: string | null;
  readonly calculate: boolean;
}

/**
 * Updates the provided fields. The stored prescription remains. If the engine reads one of the fields, the
 * prescription becomes stale and what was learned from its feedback is refolded. With `calculate`, the
 * prescription is recalculated in the same write.
 */
export async function updateActivity(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
  { changes, ifMatch, calculate }: ActivityUpdate,
): Promise<ActivityDetails | Failure> {
  const after = await retryOnConflict(async () => {
    const before = await readActivity(ctx, athleteId, activityId);
    if (isFailure(before)) return before;
    const columns = toActivityColumns(changes, before.activity, before.athlete.timeZone);
    const next = { ...before.activity, ...columns };
    const refusal = refuseSession(next);
    if (refusal) return refusal;
    if (ifMatch !== null && !namesState(ifMatch, await activityTag(ctx, before)))
      return fail('precondition_failed');
    const written = { ...columns, updatedAt: ctx.nowMs };
    return refuseTaken(before.db, athleteId, next.externalId, () => write(ctx, before, written, calculate));
  }, athleteId);
  return after ?? fail('temporarily_unavailable');
}

/**
 * Writes the changes, with the prescription if requested. Returns null if the activity or the history has
 * changed since the read.
 */
async function write(
  ctx: PartnerContext,
  before: ReadActivity,
  columns: Partial<ActivityRow>,
  calculate: boolean,
): Promise<ActivityDetails | null> {
  const { db, activity, feedback, learned } = before;
  const { partnerId } = ctx.principal;
  const next = { ...activity, ...columns, revision: activity.revision + 1 };
  const changes = reportActivityChange(activity, columns);
  const teachesSame = teachesTheSame(activity, next);
  if (teachesSame || feedback === null) {
    const condition = teachesSame ? undefined : hasNoFeedback(activity.id);
    const { after, prescriptions } = await complete(
      ctx,
      before,
      { activity: next, feedback, learned },
      calculate,
    );
    const [[written]] = await db.batch([
      updateRow(db, partnerId, activity, columns, condition),
      ...recordAny(db, ctx, changes),
      ...prescriptions,
    ]);
    return written ? after : null;
  }
  const folded = await relearn(ctx, before, feedback, next);
  const update = folded?.taught.get(feedback.id);
  if (!folded || !update) return null;
  const { changes: moved, remarks } = update;
  const taught = {
    activity: next,
    feedback: { ...feedback, changes: moved, remarks },
    learned: folded.learned,
  };
  const { after, prescriptions } = await complete(ctx, before, taught, calculate);
  const [, [written]] = await db.batch([
    folded.take,
    updateRow(db, partnerId, activity, columns, folded.taken),
    ...recordAny(db, ctx, [...changes, ...folded.learnedEvents]),
    ...prescriptions,
    moveFeedback(db, feedback.id, doneAtOf(next, feedback.actual), folded.taken),
    ...folded.updates,
  ]);
  return written ? after : null;
}

/**
 * Completes an activity about to be written, with the statements of its prescription if requested. They come
 * directly after the change or its events and write only if that changed a row, because another request may
 * have made a different change to the same next revision.
 */
async function complete(
  ctx: PartnerContext,
  { db, athlete, prescription, products }: ReadActivity,
  { activity, feedback, learned }: Pick<ActivityDetails, 'activity' | 'feedback' | 'learned'>,
  calculate: boolean,
) {
  const after = await toActivityDetails(athlete, activity, { prescription, products, feedback, learned });
  if (!calculate) return { after, prescriptions: [] };
  const calculated = await prescribeActivity(after, ctx.nowMs);
  const prescriptions = upsertPrescriptions(db, ctx, [calculated], () => PRECEDING_CHANGED);
  return { after: calculated, prescriptions };
}

/**
 * Activities whose feedback one attempt of a batch refolds. Each takes some twenty queries, and an invocation has a
 * thousand. The rest are left to the second attempt, then to another request.
 */
export const RELEARNED_MAX = 15;
export const RELEARNING_ROUNDS = 2;

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
  feedback: Pick<FeedbackRow, 'id' | 'actual'>,
  after: ActivityRow | null,
): Promise<HistoryWrite | null> {
  const { actual } = feedback;
  const beforeMs = doneAtOf(activity, actual);
  const from = Math.min(beforeMs, after ? doneAtOf(after, actual) : beforeMs);
  const recent = await historyOf(ctx, await db.batch(selectHistory(db, athlete.id, from)));
  const changed = ({ events }: History) =>
    events.flatMap((event) => {
      if (event.id !== feedback.id || event.kind !== 'feedback') return [event];
      if (after === null) return [];
      const moved = { atMs: doneAtOf(after, actual), isDayOnly: isDayOnly(after, actual) };
      return [{ ...event, ...moved, activity: toEngineActivity(asDone(after, actual)) }];
    });
  const history = isPartial(recent, from, [...recent.events, ...changed(recent)])
    ? await historyOf(ctx, await db.batch(selectHistory(db, athlete.id, BEGINNING)))
    : recent;
  if (history.revision !== learned?.revision) return null;
  await chargeRefold(ctx, history);
  return writeHistory(ctx, db, athlete, history, changed(history), { activity });
}

/** Returns whether feedback teaches the same on both versions of an activity. */
export function teachesTheSame(before: ActivityRow, after: ActivityRow): boolean {
  return (
    before.effectiveAt === after.effectiveAt &&
    dayWithoutTime(before) === dayWithoutTime(after) &&
    JSON.stringify(toEngineActivity(before)) === JSON.stringify(toEngineActivity(after))
  );
}
