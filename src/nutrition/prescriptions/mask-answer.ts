import * as z from 'zod/mini';
import type { PartnerContext } from '#platform/http/context.ts';
import type { Replayed } from '#platform/http/idempotency.ts';
import type { Scope } from '#platform/http/route.ts';
import { maySee } from '#platform/http/scopes.ts';
import type { AthleteRow } from '#platform/storage/athlete-schema.ts';
import { teaserRanges } from './prescription-shape.ts';
import { type Showing, teaserExtras } from './tier-shape.ts';

/** A stored answer about an athlete's activity or sweat test, as first shown to a caller with every scope. */
const Kept = z.looseObject({ athlete_id: z.string(), tier: z.enum(['full', 'teaser']) });
const KeptNumbers = z.object({
  prescription: z.object({
    carb_g_per_hr: z.number(),
    sodium_mg_per_hr: z.number(),
    fluid_ml_per_hr: z.number(),
    calculated_at: z.string(),
  }),
  safety: z.object({ max_safe_fluid_ml_per_hr: z.number(), max_safe_sodium_mg_per_hr: z.number() }),
});

/** Members hidden in teaser tier. */
const FULL_TIER_ONLY = ['coverage', 'learned', 'not_learned', 'remarks'];

/**
 * Masks the members of a stored answer that the caller may not see today, by tier and token scopes. An answer
 * stored in teaser tier stays so after an upgrade.
 *
 * @param scopesOf the scopes required to see a member; none if it is always shown
 */
export async function maskAnswer(
  ctx: PartnerContext,
  athlete: Pick<AthleteRow, 'id' | 'tier'>,
  answer: Replayed,
  scopesOf: (member: string) => readonly Scope[],
): Promise<Replayed> {
  const body = Object.entries(await maskTier(ctx, athlete, answer.replayedBody));
  const { principal } = ctx;
  const shown = body.map(([name, value]) => [name, maySee(principal, ...scopesOf(name)) ? value : null]);
  const tiers = [...new Set([...(answer.tiers ?? []), athlete.tier])];
  return { ...answer, replayedBody: Object.fromEntries(shown), tiers };
}

/**
 * Returns the body of a stored answer in the athlete's current tier. Answers about anything else are
 * unchanged.
 */
async function maskTier(
  ctx: Showing,
  { id, tier }: Pick<AthleteRow, 'id' | 'tier'>,
  body: unknown,
): Promise<object> {
  const whole = typeof body === 'object' && body !== null ? body : {};
  const kept = z.safeParse(Kept, whole);
  // Unchanged, with its members in their order: a replay has the text of the first answer.
  if (!kept.success || tier === 'full' || kept.data.tier === 'teaser') return whole;
  const hidden = FULL_TIER_ONLY.filter((name) => name in whole).map((name) => [name, null]);
  const numbers = z.safeParse(KeptNumbers, whole);
  return {
    ...whole,
    ...Object.fromEntries(hidden),
    // Unreadable numbers are left out: masking too much does no harm.
    ...('prescription' in whole && { prescription: numbers.success ? rangesOf(numbers.data) : null }),
    tier,
    ...(await teaserExtras(ctx, tier, id)),
  };
}

function rangesOf({ prescription, safety }: z.output<typeof KeptNumbers>) {
  const ranges = teaserRanges({
    carbGPerHr: prescription.carb_g_per_hr,
    sodiumMgPerHr: prescription.sodium_mg_per_hr,
    fluidMlPerHr: prescription.fluid_ml_per_hr,
    maxSafeFluidMlPerHr: safety.max_safe_fluid_ml_per_hr,
    maxSafeSodiumMgPerHr: safety.max_safe_sodium_mg_per_hr,
  });
  return { ...ranges, calculated_at: prescription.calculated_at };
}
