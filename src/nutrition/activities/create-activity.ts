import { textsFor } from '@musette/languages/languages';
import type { SQL } from 'drizzle-orm';
import { type Answer, created } from '#platform/http/answer.ts';
import { databaseOfAthlete, type PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import {
  type Claim,
  createOnce,
  type Replayed,
  replayedAnswer,
  selectFirstAnswer,
} from '#platform/http/idempotency.ts';
import { withEveryScope } from '#platform/http/scopes.ts';
import type { ActivityRow } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { newId } from '#platform/storage/ids.ts';
import { selectLiveAthlete, whereAthleteIsLive } from '#platform/storage/live-athlete.ts';
import { recordEvents } from '#platform/storage/record-events.ts';
import { prescribeActivity } from '../prescriptions/prescription-row.ts';
import { upsertPrescriptions } from '../prescriptions/prescriptions.ts';
import { maskAnswer } from '../prescriptions/tier-shape.ts';
import { type ActivityFields, newSession, refuseSession, type Session } from '../records/activity-fields.ts';
import { refuseTakenId } from '../records/external-id.ts';
import { type ActivityDetails, toActivityDetails } from '../records/read-activity.ts';
import { selectLearned } from '../records/read-athlete.ts';
import { ofActivity } from '../records/report-changes.ts';
import {
  type Activity,
  scopesOfMember,
  type WrittenActivity,
  writtenActivityToWire,
} from './activity-shape.ts';
import { hasNoTimeZone, insertActivity, selectHolder } from './repository.ts';

type NewActivity = Answer<Activity | WrittenActivity, 201>;

interface ActivityCreation {
  readonly claim: Claim | null;
  readonly calculate: boolean;
  /** The request's headers, which choose the language of the answer. */
  readonly headers: Headers;
}

/**
 * Creates an activity for one of the caller's athletes in one batch. Takes two if it has an
 * `Idempotency-Key`, because the stored answer must be complete before it is written, or a prescription or a
 * time zone, which come from the athlete.
 */
export async function createActivity(
  ctx: PartnerContext,
  athleteId: string,
  fields: ActivityFields,
  { claim, calculate, headers }: ActivityCreation,
): Promise<NewActivity | Replayed | Failure> {
  const draft = newSession(fields, null, ctx.nowMs);
  const refusal = refuseSession(draft);
  if (refusal) return refusal;
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const { partnerId } = ctx.principal;
  const id = newId('act', ctx.nowMs);
  if (claim === null && !calculate) {
    const created = await insertNow(ctx, db, newActivity(draft, athleteId, ctx.nowMs, id), fields);
    return isFailure(created) ? created : answerWith(ctx, created, headers);
  }
  const [[athlete], [learned], [stored]] = await db.batch([
    selectLiveAthlete(db, partnerId, athleteId),
    selectLearned(db, athleteId),
    selectFirstAnswer(db, claim),
  ]);
  if (!athlete) return fail('athlete_not_found');
  const show = (stored: Replayed) => maskAnswer(ctx, athlete, stored, scopesOfMember);
  const repeated = replayedAnswer(claim, stored);
  if (repeated) return isFailure(repeated) ? repeated : show(repeated);
  const session = newSession(fields, athlete.timeZone, ctx.nowMs);
  const activity = newActivity(session, athleteId, ctx.nowMs, id);
  const insert = insertActivity(db, partnerId, activity);
  const report = recordEvents(db, ctx, [{ type: 'activity.created', data: ofActivity(activity) }]);
  const details = await toActivityDetails(athlete, activity, { learned });
  const calculated = calculate ? await prescribeActivity(details, ctx.nowMs) : null;
  const creation = {
    answer: await answerWith(ctx, calculated ?? details, headers),
    // Stored with every scope, because the scopes of a connection can change before a replay.
    ...(claim && { storedAnswer: await answerWith(withEveryScope(ctx), calculated ?? details, headers) }),
    show,
    resourceId: activity.id,
    athleteId,
    showsSecret: false,
    onlyWhere: whereAthleteIsLive(partnerId, athleteId),
  };
  const prescriptions = calculated === null ? [] : upsertPrescriptions(db, ctx, [calculated]);
  const made = await refuseTaken(db, athleteId, activity.externalId, () =>
    createOnce(db, claim, creation, [insert, report, ...prescriptions]),
  );
  // Null if the athlete was erased between the read and the write.
  return made ?? fail('athlete_not_found');
}

/**
 * Inserts an activity in one batch. Takes two if it is in the time zone of its athlete, which the first batch reads.
 */
async function insertNow(
  ctx: PartnerContext,
  db: Database,
  draft: ActivityRow,
  fields: ActivityFields,
): Promise<ActivityDetails | Failure> {
  const { partnerId } = ctx.principal;
  const { athleteId, externalId } = draft;
  const insert = (row: ActivityRow, condition?: SQL) =>
    refuseTaken(db, athleteId, externalId, () =>
      db.batch([
        insertActivity(db, partnerId, row, condition),
        recordEvents(db, ctx, [{ type: 'activity.created', data: ofActivity(row) }]),
        selectLiveAthlete(db, partnerId, athleteId),
      ]),
    );
  const first = await insert(draft, draft.timeZone === null ? hasNoTimeZone(athleteId) : undefined);
  if (isFailure(first)) return first;
  const [{ meta }, , [athlete]] = first;
  if (!athlete) return fail('athlete_not_found');
  if (meta.changes > 0) return toActivityDetails(athlete, draft, { learned: null });
  const activity = { ...draft, ...newSession(fields, athlete.timeZone, draft.createdAt) };
  const second = await insert(activity);
  if (isFailure(second)) return second;
  const [{ meta: inserted }] = second;
  return inserted.changes === 0
    ? fail('athlete_not_found')
    : toActivityDetails(athlete, activity, { learned: null });
}

/** Builds the row of a new activity. */
export function newActivity(
  session: Session,
  athleteId: string,
  nowMs: number,
  id = newId('act', nowMs),
): ActivityRow {
  return { ...session, id, athleteId, revision: 1, createdAt: nowMs, updatedAt: nowMs };
}

async function answerWith(
  ctx: PartnerContext,
  details: ActivityDetails,
  headers: Headers,
): Promise<NewActivity> {
  const { athlete, activity } = details;
  const location = `${ctx.env.baseUrl}/v1/athletes/${athlete.id}/activities/${activity.id}`;
  const texts = await textsFor(headers, athlete);
  const body = await writtenActivityToWire(ctx, details, texts);
  return created(location, body, { tiers: [athlete.tier], languages: [texts.tag] });
}

/**
 * Runs a write that may give an activity an `external_id`. Returns 409 with the holder if another activity of
 * the athlete has it, in which case nothing is written.
 */
export function refuseTaken<Written>(
  db: Database,
  athleteId: string,
  externalId: string | null,
  write: () => Promise<Written>,
): Promise<Written | Failure> {
  const findHolder = async () => (await db.batch([selectHolder(db, athleteId, externalId ?? '')]))[0][0];
  return refuseTakenId({ table: 'activities', noun: 'activity', findHolder }, write);
}
