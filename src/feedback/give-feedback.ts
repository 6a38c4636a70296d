import type * as z from 'zod';
import { databaseOfAthlete, type PartnerContext, type Tier } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { Camelized } from '../http/wire-case.ts';
import { BEGINNING, feedbackEvent, historyOf, selectHistory } from '../learning/history.ts';
import { HISTORY_ATTEMPTS_MAX, taughtBy, writeHistory } from '../learning/write-history.ts';
import type { FeedbackRow } from '../storage/athlete-schema.ts';
import { newId } from '../storage/ids.ts';
import { selectLiveAthlete } from '../storage/live-athlete.ts';
import {
  isActivityAsRead,
  selectActivity,
  selectFeedback,
  selectPrescribedRates,
  timeOfActivity,
  upsertFeedback,
} from './repository.ts';
import type { FeedbackInput } from './schemas.ts';

export type FeedbackFields = Camelized<z.output<typeof FeedbackInput>>;

export interface GivenFeedback {
  readonly feedback: FeedbackRow;
  readonly tier: Tier;
  readonly isFirst: boolean;
}

/**
 * Stores feedback on an activity over any earlier one, and in the same batch what it teaches: the state after it and
 * after every later session. Of two at once the second learns on top of the first.
 */
export async function giveFeedback(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
  fields: FeedbackFields,
): Promise<GivenFeedback | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  let from: ReturnType<typeof timeOfActivity> | number = timeOfActivity(athleteId, activityId);
  for (let attempt = 0; attempt < HISTORY_ATTEMPTS_MAX; attempt++) {
    const [[athlete], [activity], [earlier], [rates], ...rows] = await db.batch([
      selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
      selectActivity(db, athleteId, activityId),
      selectFeedback(db, athleteId, activityId),
      selectPrescribedRates(db, athleteId, activityId),
      ...selectHistory(db, athleteId, from),
    ]);
    if (!athlete) return fail('athlete_not_found');
    if (!activity) return fail('activity_not_found');
    const history = historyOf(rows);
    if (history.isOutdated && from !== BEGINNING) {
      from = BEGINNING;
      continue;
    }
    const evidence = {
      id: earlier?.id ?? newId('fbk', ctx.nowMs),
      activityId,
      sessionAt: activity.effectiveAt,
      ...answersOf(fields),
      prescribed: earlier ? earlier.prescribed : (rates ?? null),
    };
    const event = feedbackEvent(evidence, activity);
    const others = history.events.filter(({ id }) => id !== evidence.id);
    const write = writeHistory(db, athlete, history, [...others, event], ctx.nowMs, {
      onlyWhere: isActivityAsRead(activity),
    });
    const feedback = {
      ...evidence,
      athleteId,
      revision: (earlier?.revision ?? 0) + 1,
      notes: fields.notes ?? null,
      sodiumMg: fields.actualIntake?.sodiumMg ?? null,
      ...taughtBy(write.steps, evidence.id),
      createdAt: earlier?.createdAt ?? ctx.nowMs,
      updatedAt: ctx.nowMs,
    };
    const [{ meta }] = await db.batch([
      write.take,
      upsertFeedback(db, feedback, write.taken),
      ...write.updates,
    ]);
    if (meta.changes > 0) return { feedback, tier: athlete.tier, isFirst: earlier === undefined };
  }
  return fail('temporarily_unavailable');
}

function answersOf(fields: FeedbackFields) {
  return {
    giComfort: fields.giComfort ?? null,
    energyLevel: fields.energyLevel ?? null,
    hydrationFeel: fields.hydrationFeel ?? null,
    carbsGrams: fields.actualIntake?.carbsGrams ?? null,
    fluidMl: fields.actualIntake?.fluidMl ?? null,
    bodyMassBeforeKg: fields.bodyMassBeforeKg ?? null,
    bodyMassAfterKg: fields.bodyMassAfterKg ?? null,
    urineMl: fields.urineMl ?? null,
  };
}
