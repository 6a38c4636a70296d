import type { Reader } from '@musette/languages/languages';
import type * as z from 'zod/mini';
import { databaseOfAthlete, type PartnerContext, type Tier } from '#platform/http/context.ts';
import { type Failure, fail } from '#platform/http/errors.ts';
import type { Camelized } from '#platform/http/wire-case.ts';
import { type KnownMoment, noonOfDay } from '#platform/local-time.ts';
import { type ActualSession, type FeedbackRow, feedback } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { newId } from '#platform/storage/ids.ts';
import { selectLiveAthlete } from '#platform/storage/live-athlete.ts';
import { recordEvents } from '#platform/storage/record-events.ts';
import { doneAtOf, toActual } from '../records/actual.ts';
import { ofActivity } from '../records/report-changes.ts';
import type { Schedule } from '../records/schedule.ts';
import { feedbackEvent, historyOf, type Moment, selectHistory } from './history.ts';
import { refuseFuture } from './repeated-tests.ts';
import {
  selectActivity,
  selectFeedback,
  selectPrescribedNumbers,
  sinceFeedbackOf,
  upsertFeedback,
} from './repository.ts';
import type { FeedbackInput } from './requests.ts';
import {
  changeHistory,
  chargeRefold,
  isPartial,
  PARTIAL,
  removeEvidence,
  taughtBy,
  writeHistory,
} from './write-history.ts';

type FeedbackFields = Camelized<z.output<typeof FeedbackInput>>;

interface StoredFeedback {
  readonly feedback: FeedbackRow;
  readonly tier: Tier;
  /** The athlete's language and units. */
  readonly reader: Reader;
  readonly isFirst: boolean;
}

/**
 * Stores feedback on an activity over any earlier one, and in the same batch what is learned from it: the
 * state after it and after every later session. Of two concurrent requests, the second learns on top of the
 * first. Idempotent: repeated feedback writes nothing.
 */
export async function giveFeedback(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
  fields: FeedbackFields,
): Promise<StoredFeedback | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  return changeHistory(
    athleteId,
    sinceFeedbackOf(athleteId, activityId, fields.actual?.startedAt ?? null),
    (from) => attempt(ctx, db, from, { athleteId, activityId, fields }),
  );
}

async function attempt(
  ctx: PartnerContext,
  db: Database,
  from: Moment,
  request: { readonly athleteId: string; readonly activityId: string; readonly fields: FeedbackFields },
): Promise<StoredFeedback | Failure | typeof PARTIAL | null> {
  const { athleteId, activityId, fields } = request;
  const [[athlete], [activity], [earlier], [prescription], ...rows] = await db.batch([
    selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
    selectActivity(db, athleteId, activityId),
    selectFeedback(db, athleteId, activityId),
    selectPrescribedNumbers(db, athleteId, activityId),
    ...selectHistory(db, athleteId, from),
  ]);
  if (!athlete) return fail('athlete_not_found');
  if (!activity) return fail('activity_not_found');
  const { tier } = athlete;
  const reported = columnsOf(fields);
  const early = refuseFuture(startOf(activity, reported.actual), ctx.nowMs, NOT_YET);
  if (early) return early;
  if (earlier && reportsTheSame(earlier, reported))
    return { feedback: earlier, tier, reader: athlete, isFirst: false };
  const history = await historyOf(ctx, rows);
  const evidence = {
    ...reported,
    id: earlier?.id ?? newId('fbk', ctx.nowMs),
    activityId,
    sessionAt: doneAtOf(activity, reported.actual),
    prescribed: earlier ? earlier.prescribed : (prescription?.numbers ?? null),
  };
  const others = history.events.filter(({ id }) => id !== evidence.id);
  const given = feedbackEvent(evidence, activity);
  if (isPartial(history, from, [...history.events, given])) return PARTIAL;
  await chargeRefold(ctx, history);
  const events = [...others, given];
  const write = await writeHistory(ctx, db, athlete, history, events, { activity });
  const feedback = {
    ...evidence,
    athleteId,
    revision: (earlier?.revision ?? 0) + 1,
    ...taughtBy(write.taught, evidence.id),
    createdAt: earlier?.createdAt ?? ctx.nowMs,
    updatedAt: ctx.nowMs,
  };
  const [{ meta }] = await db.batch([
    write.take,
    upsertFeedback(db, feedback, write.taken),
    recordEvents(db, ctx, [
      { type: 'feedback.received', data: ofActivity(activity) },
      ...write.learnedEvents,
    ]),
    ...write.updates,
  ]);
  return meta.changes > 0 ? { feedback, tier, reader: athlete, isFirst: earlier === undefined } : null;
}

const NOT_YET = {
  pointer: '/actual/started_at',
  remedy: 'The session has not happened yet. Send when it began, or move the session',
};

/** Returns when a session began as far as it is known: as reported, else as planned. */
function startOf(
  { scheduledAt, scheduledLocal, scheduledSent }: Schedule,
  done: ActualSession | null,
): KnownMoment {
  if (done?.startedAt) return { atMs: Date.parse(done.startedAt), localMs: null };
  return { atMs: scheduledAt, localMs: scheduledLocal ?? noonOfDay(scheduledSent) };
}

type ReportedColumns = ReturnType<typeof columnsOf>;

/** Maps the request to columns. A missing field is null. */
function columnsOf(fields: FeedbackFields) {
  return {
    giComfort: fields.giComfort ?? null,
    energyLevel: fields.energyLevel ?? null,
    hydrationFeel: fields.hydrationFeel ?? null,
    notes: fields.notes ?? null,
    carbsGrams: fields.actualIntake?.carbsGrams ?? null,
    fluidMl: fields.actualIntake?.fluidMl ?? null,
    sodiumMg: fields.actualIntake?.sodiumMg ?? null,
    bodyMassBeforeKg: fields.bodyMassBeforeKg ?? null,
    bodyMassAfterKg: fields.bodyMassAfterKg ?? null,
    source: fields.source ?? 'scale',
    urineMl: fields.urineMl ?? null,
    urinated: fields.urinated ?? null,
    clothingAfter: fields.clothingAfter ?? null,
    actual: toActual(fields.actual),
  };
}

function reportsTheSame(stored: FeedbackRow, reported: ReportedColumns): boolean {
  return (Object.keys(reported) as (keyof ReportedColumns)[]).every(
    (column) => JSON.stringify(stored[column]) === JSON.stringify(reported[column]),
  );
}

/** Reads the feedback on an activity, with the athlete's tier and language. */
export async function getFeedback(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
): Promise<{ readonly feedback: FeedbackRow; readonly tier: Tier; readonly reader: Reader } | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const [[athlete], [activity], [feedback]] = await db.batch([
    selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
    selectActivity(db, athleteId, activityId),
    selectFeedback(db, athleteId, activityId),
  ]);
  if (!athlete) return fail('athlete_not_found');
  if (!activity) return fail('activity_not_found');
  return feedback ? { feedback, tier: athlete.tier, reader: athlete } : fail('feedback_not_found');
}

/** Deletes the feedback on an activity and recomputes what later sessions teach without it. */
export async function deleteFeedback(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
): Promise<'deleted' | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  return changeHistory(athleteId, sinceFeedbackOf(athleteId, activityId, null), async (from) => {
    const [[athlete], [activity], [stored], ...rows] = await db.batch([
      selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
      selectActivity(db, athleteId, activityId),
      selectFeedback(db, athleteId, activityId),
      ...selectHistory(db, athleteId, from),
    ]);
    if (!athlete) return fail('athlete_not_found');
    if (!activity) return fail('activity_not_found');
    if (!stored) return fail('feedback_not_found');
    const history = await historyOf(ctx, rows);
    if (isPartial(history, from, history.events)) return PARTIAL;
    const events = [{ type: 'feedback.deleted', data: ofActivity(activity) } as const];
    return removeEvidence(ctx, db, athlete, history, { table: feedback, id: stored.id, events });
  });
}
