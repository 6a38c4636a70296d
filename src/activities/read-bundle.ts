import { and, eq, getTableColumns } from 'drizzle-orm';
import { ENGINE_VERSION } from '../engine/prescribe.ts';
import type { ShownFeedback } from '../feedback/wire.ts';
import { entityTag } from '../http/conditional.ts';
import { databaseOfAthlete, type PartnerContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { learnedStateOf, selectLearned } from '../learning/stored-state.ts';
import { engineInput, fingerprintOf } from '../prescriptions/engine-input.ts';
import {
  type ActivityRow,
  type AthleteRow,
  activities,
  feedback,
  type LearnedStateRow,
  type PrescriptionRow,
  type PrescriptionSummary,
  prescriptions,
} from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { selectLiveAthlete } from '../storage/live-athlete.ts';

const { explanation: _explanation, ...summaryColumns } = getTableColumns(prescriptions);
const { stateAfter: _state, prescribed: _prescribed, ...shownFeedbackColumns } = getTableColumns(feedback);

type StoredPrescription = PrescriptionSummary & Partial<Pick<PrescriptionRow, 'explanation'>>;

/** An activity with everything that is shown beside it, read in one batch. */
export interface ActivityBundle {
  readonly athlete: AthleteRow;
  readonly activity: ActivityRow;
  /** With its explanation only where that was asked for. */
  readonly prescription: StoredPrescription | null;
  readonly feedback: ShownFeedback | null;
  /** What was learned about the athlete until today. */
  readonly learned: LearnedStateRow | null;
  /** Of the inputs that a calculation would start from now. */
  readonly fingerprint: string;
}

/** Whether calculating again today would start from other inputs than the stored calculation did. */
export function isStale({ prescription, fingerprint }: ActivityBundle): boolean {
  return prescription !== null && prescription.fingerprint !== fingerprint;
}

/** The parts of an activity, joined, with today's fingerprint. */
export async function toBundle(
  athlete: AthleteRow,
  activity: ActivityRow,
  prescription: StoredPrescription | undefined,
  feedback: ShownFeedback | undefined,
  learned: LearnedStateRow | null,
): Promise<ActivityBundle> {
  const fingerprint = await fingerprintOf(engineInput(athlete, activity, learnedStateOf(learned)));
  return {
    athlete,
    activity,
    prescription: prescription ?? null,
    feedback: feedback ?? null,
    learned,
    fingerprint,
  };
}

/** The activity of this athlete of the caller's, or the 404 of the first thing that is not there. */
export async function readBundle(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
  options: { readonly withExplanation: boolean } = { withExplanation: false },
): Promise<(ActivityBundle & { readonly db: Database }) | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const ofActivity = and(eq(prescriptions.activityId, activityId), eq(prescriptions.athleteId, athleteId));
  const [[athlete], [activity], [prescription], [given], [learned]] = await db.batch([
    selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
    db
      .select()
      .from(activities)
      .where(and(eq(activities.id, activityId), eq(activities.athleteId, athleteId))),
    options.withExplanation
      ? db.select().from(prescriptions).where(ofActivity)
      : db.select(summaryColumns).from(prescriptions).where(ofActivity),
    db
      .select(shownFeedbackColumns)
      .from(feedback)
      .where(and(eq(feedback.activityId, activityId), eq(feedback.athleteId, athleteId))),
    selectLearned(db, athleteId),
  ]);
  if (!athlete) return fail('athlete_not_found');
  if (!activity) return fail('activity_not_found');
  return { db, ...(await toBundle(athlete, activity, prescription, given, learned ?? null)) };
}

export { shownFeedbackColumns, summaryColumns as prescriptionSummaryColumns };

/**
 * The tag of an activity's state, its prescription included. Today's fingerprint is in it: a profile change
 * must end a partner's cache although no row of this activity changed.
 */
export function bundleTag(bundle: ActivityBundle): Promise<string> {
  const { athlete, activity, prescription, feedback, learned, fingerprint } = bundle;
  return entityTag([
    activity.id,
    activity.revision,
    athlete.tier,
    prescription?.calculatedAt ?? null,
    prescription?.fingerprint ?? null,
    fingerprint,
    ENGINE_VERSION,
    // What feedback moved is shown with it, and any change of the history may change that.
    ...(feedback === null ? [] : [feedback.id, feedback.revision, learned?.revision ?? null]),
  ]);
}
