import { type Answer, created } from '../http/answer.ts';
import { databaseOfPartner, type PartnerContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { type Claim, createOnce, replayedAnswer, selectFirstAnswer } from '../http/idempotency.ts';
import { type AthleteFields, externalIdTaken, refuseFields } from '../records/profile.ts';
import { insertAthlete, newAthlete } from './new-athlete.ts';
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
  const athlete = newAthlete(ctx.principal, fields, ctx.nowMs);
  const location = `${ctx.env.baseUrl}/v1/athletes/${athlete.id}`;
  const answer = created(location, athleteToWire(athlete, null), { tiers: [athlete.tier] });
  const creation = {
    answer,
    resourceId: athlete.id,
    athleteId: athlete.id,
    showsSecret: false,
    onlyWhere: null,
  };
  const made = await createOnce(db, claim, creation, [insertAthlete(db, athlete)]).catch(externalIdTaken);
  return made ?? fail('temporarily_unavailable');
}
