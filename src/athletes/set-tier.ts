import { databaseOfAnyAthlete, type RequestContext, registryOf, type Tier } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { AthleteRow } from '../storage/athlete-schema.ts';
import { auditRow, insertAudit } from '../storage/audit.ts';
import { sha256Hex } from '../storage/digest.ts';
import { selectLiveAthleteOfAnyPartner } from '../storage/live-athlete.ts';
import { writeTier } from './shared-repository.ts';

/**
 * Sets an athlete's tier on behalf of the operator, in either environment. Writes the audit row first: it is
 * in another database, and no change may happen without it. It identifies the athlete by a digest, so that an
 * erasure leaves no identifier behind.
 */
export async function setTier(
  ctx: RequestContext,
  athleteId: string,
  tier: Tier,
): Promise<AthleteRow | Failure> {
  const db = databaseOfAnyAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const [[athlete]] = await db.batch([selectLiveAthleteOfAnyPartner(db, athleteId)]);
  if (!athlete) return fail('athlete_not_found');
  const registry = registryOf(ctx);
  const subject = `sha256:${await sha256Hex(athleteId)}`;
  const detail = { partner_id: athlete.partnerId, before: athlete.tier, after: tier };
  await registry.batch([insertAudit(registry, auditRow('athlete.set_tier', subject, detail, ctx.nowMs))]);
  const [, [changed]] = await db.batch(writeTier(db, athlete, tier, ctx));
  return changed ?? fail('athlete_not_found');
}
