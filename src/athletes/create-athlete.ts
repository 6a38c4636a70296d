import { type Answer, created } from '../http/answer.ts';
import { databaseOfPartner, type PartnerContext } from '../http/context.ts';
import { type Failure, isFailure } from '../http/errors.ts';
import { type Claim, createOnce, replayedAnswer, selectFirstAnswer } from '../http/idempotency.ts';
import { UNKNOWN_PROFILE } from '../records/engine-input.ts';
import { type AthleteFields, externalIdTaken, refuseFields, toColumns } from '../records/profile.ts';
import type { AthleteRow } from '../storage/athlete-schema.ts';
import { newAthleteId } from '../storage/ids.ts';
import { insertAthlete } from './repository.ts';
import { athleteToWire } from './wire.ts';

/** Creates an athlete in the caller's environment, on the partner's shard. */
export async function createAthlete(
  ctx: PartnerContext,
  fields: AthleteFields,
  claim: Claim | null,
): Promise<Answer | Failure> {
  const refusal = refuseFields(ctx, fields);
  if (refusal) return refusal;
  const db = databaseOfPartner(ctx);
  if (claim !== null) {
    const [[stored]] = await db.batch([selectFirstAnswer(db, claim)]);
    const repeated = replayedAnswer(claim, stored);
    if (repeated) return repeated;
  }
  const athlete = newAthlete(ctx, fields);
  const location = `${ctx.env.baseUrl}/v1/athletes/${athlete.id}`;
  const answer = created(location, athleteToWire(athlete, null), { tiers: [athlete.tier] });
  const creation = {
    answer,
    resourceId: athlete.id,
    athleteId: athlete.id,
    showsSecret: false,
    onlyWhere: null,
  };
  const written = await createOnce(db, claim, creation, [insertAthlete(db, athlete)]).catch(externalIdTaken);
  if (isFailure(written)) return written;
  return written.outcome === 'repeated' ? written.answer : answer;
}

/** Builds the row of a new athlete, with every column set, so that the answer can be made before the write. */
export function newAthlete(ctx: PartnerContext, fields: AthleteFields): AthleteRow {
  const { partnerId, environment, shard, defaultTier } = ctx.principal;
  return {
    tier: defaultTier,
    externalId: null,
    name: null,
    email: null,
    ...UNKNOWN_PROFILE,
    diet: null,
    ...toColumns(fields, null),
    id: newAthleteId(environment, shard, ctx.nowMs),
    partnerId,
    status: 'live',
    revision: 1,
    createdAt: ctx.nowMs,
    updatedAt: ctx.nowMs,
  };
}
