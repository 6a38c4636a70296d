import { databaseOfPartner, type PartnerContext } from '../http/context.ts';
import { type Failure, isFailure } from '../http/errors.ts';
import type { AthleteRow } from '../storage/athlete-schema.ts';
import { newAthleteId } from '../storage/ids.ts';
import { type AthleteFields, externalIdTaken, refuseFields, toColumns } from './profile.ts';
import { insertAthlete } from './repository.ts';

/** A new athlete in the caller's environment, on the partner's shard. */
export async function createAthlete(
  ctx: PartnerContext,
  fields: AthleteFields,
): Promise<AthleteRow | Failure> {
  const refusal = refuseFields(ctx, fields);
  if (refusal) return refusal;
  const { partnerId, environment, shard, defaultTier } = ctx.principal;
  const db = databaseOfPartner(ctx);
  const inserted = await db
    .batch([
      insertAthlete(db, {
        tier: defaultTier,
        ...toColumns(fields, null),
        id: newAthleteId(environment, shard, ctx.nowMs),
        partnerId,
        createdAt: ctx.nowMs,
        updatedAt: ctx.nowMs,
      }),
    ])
    .catch(externalIdTaken);
  if (isFailure(inserted)) return inserted;
  const row = inserted[0][0];
  if (!row) throw new Error('an insert returned no row');
  return row;
}
