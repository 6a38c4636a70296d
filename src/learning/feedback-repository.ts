import { and, eq, type SQL, sql } from 'drizzle-orm';
import { activities, type FeedbackRow, feedback, prescriptions } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere, overwriteAllBut } from '../storage/guarded-insert.ts';

export function selectActivity(db: Database, athleteId: string, activityId: string) {
  return db
    .select()
    .from(activities)
    .where(and(eq(activities.id, activityId), eq(activities.athleteId, athleteId)));
}

/** When the activity takes place, as a subquery for other statements of the batch; nothing where there is none. */
export function timeOfActivity(athleteId: string, activityId: string): SQL<number> {
  return sql`(SELECT effective_at FROM activities WHERE id = ${activityId} AND athlete_id = ${athleteId})`;
}

export function selectFeedback(db: Database, athleteId: string, activityId: string) {
  return db
    .select()
    .from(feedback)
    .where(and(eq(feedback.activityId, activityId), eq(feedback.athleteId, athleteId)));
}

/** The rates that this activity's prescription shows. */
export function selectPrescribedRates(db: Database, athleteId: string, activityId: string) {
  const { carbGPerHr, sodiumMgPerHr, fluidMlPerHr } = prescriptions;
  return db
    .select({ carbGPerHr, sodiumMgPerHr, fluidMlPerHr })
    .from(prescriptions)
    .where(and(eq(prescriptions.activityId, activityId), eq(prescriptions.athleteId, athleteId)));
}

/** Writes the feedback over any earlier one on its activity, where `condition` holds. */
export function upsertFeedback(db: Database, row: FeedbackRow, condition: SQL) {
  return insertWhere(db, feedback, row, condition).onConflictDoUpdate({
    target: feedback.activityId,
    set: overwriteAllBut(feedback, 'activity_id'),
  });
}

export function deleteFeedback(db: Database, id: string, condition: SQL) {
  return db.delete(feedback).where(and(eq(feedback.id, id), condition));
}

/** That nobody changed the activity since its row was read: what was done then is part of what feedback teaches. */
export function isActivityAsRead({ id, revision }: { readonly id: string; readonly revision: number }): SQL {
  return sql`EXISTS (SELECT 1 FROM activities WHERE id = ${id} AND revision = ${revision})`;
}
