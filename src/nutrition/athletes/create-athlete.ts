import { type PartnerContext, requireDatabaseOfAthlete } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import type { Claim, Replayed } from '#platform/http/idempotency.ts';
import { regionNotAssigned, shardsOfPartner } from '#platform/http/partner-shards.ts';
import { type Region, regionOfShard } from '#platform/regions.ts';
import type { AthleteRow } from '#platform/storage/athlete-schema.ts';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { newAthleteId, parseAthleteId } from '#platform/storage/ids.ts';
import { currentShard } from '#platform/storage/placement.ts';
import {
  type AthleteFields,
  refuseFields,
  refusePreferences,
  unknownPreferred,
} from '../records/athlete-fields.ts';
import { createAthleteOnce } from './create-athlete-once.ts';
import { claimExternalId, TAKEN, takenOrThrow } from './external-ids.ts';
import { leaveFullShard } from './move-on.ts';
import { creationAnswer, type NewAthlete, newAthlete, reportCreation } from './new-athlete.ts';
import { insertAthlete, insertReserved } from './shared-repository.ts';

const ATTEMPTS_MAX = 3;

/** Creates an athlete in the caller's environment and a region of the partner, by default its home region. */
export async function createAthlete(
  ctx: PartnerContext,
  { region: wanted, ...fields }: AthleteFields & { readonly region?: Region | undefined },
  claim: Claim | null,
): Promise<NewAthlete | Replayed | Failure> {
  const refusal =
    refuseFields(ctx, fields) ?? refusePreferences(fields, await unknownPreferred(ctx, [fields]));
  if (refusal) return refusal;
  const athlete = placeAthlete(ctx, fields, wanted);
  if (isFailure(athlete)) return athlete;
  const answer =
    claim === null ? await createNow(ctx, athlete) : await createAthleteOnce(ctx, claim, athlete);
  leaveIfFull(ctx, shardOf(athlete.id), 1);
  return answer;
}

/** Builds the row of a new athlete in a region of the partner, by default its home region. Rejects other regions. */
export function placeAthlete(
  ctx: PartnerContext,
  fields: AthleteFields,
  wanted: Region | undefined,
): AthleteRow | Failure {
  const { environment, partnerId, defaultTier, regions } = ctx.principal;
  const region = wanted ?? regions[0];
  const shard = region === undefined ? null : currentShard(shardsOfPartner(ctx), region);
  if (region === undefined || shard === null || !regions.includes(region)) return regionNotAssigned(regions);
  return newAthlete({ environment, partnerId, defaultTier, shard }, fields, ctx.nowMs);
}

/** Moves the partner to another shard, after the answer, if these creations filled this one. */
export function leaveIfFull(ctx: PartnerContext, shard: string, created: number): void {
  const { environment, partnerId } = ctx.principal;
  const region = regionOfShard(shard);
  if (region) ctx.waitUntil(leaveFullShard(ctx, { environment, partnerId, region, shard, created }));
}

/**
 * Creates an athlete without an Idempotency-Key. One with an `external_id` gets the identifier of its
 * reservation.
 */
async function createNow(ctx: PartnerContext, draft: AthleteRow): Promise<NewAthlete | Failure> {
  const { externalId } = draft;
  if (externalId === null) {
    const db = requireDatabaseOfAthlete(ctx, draft.id);
    await db.batch([insertAthlete(db, draft), reportCreation(ctx, db, draft)]);
    return creationAnswer(ctx, draft);
  }
  let reserved = await claimExternalId(ctx, externalId, {
    athleteId: draft.id,
    isNew: true,
    isPatient: true,
  });
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    if (isFailure(reserved)) return reserved;
    const athlete = { ...draft, id: reserved.athleteId };
    const db = requireDatabaseOfAthlete(ctx, athlete.id);
    const insertion = insertReserved(db, athlete, await sha256Hex(athlete.id));
    const written = await db.batch([insertion, reportCreation(ctx, db, athlete)]).catch(takenOrThrow);
    if (written !== TAKEN && written[0].meta.changes > 0) return creationAnswer(ctx, athlete);
    const another = newAthleteId(ctx.principal.environment, shardOf(draft.id), ctx.nowMs);
    reserved = await claimExternalId(
      ctx,
      externalId,
      { athleteId: another, isNew: true, isPatient: true },
      reserved,
    );
  }
  return isFailure(reserved) ? reserved : fail('temporarily_unavailable');
}

function shardOf(athleteId: string): string {
  return parseAthleteId(athleteId)?.shard ?? '';
}
