import * as z from 'zod/mini';
import type { Env } from '#platform/env.ts';
import { exactly } from '#platform/http/answer.ts';
import type { PartnerContext, Tier } from '#platform/http/context.ts';
import type { Replayed } from '#platform/http/idempotency.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import type { Scope } from '#platform/http/route.ts';
import { maySee } from '#platform/http/scopes.ts';
import type { AthleteRow } from '#platform/storage/athlete-schema.ts';
import { subscribeUrl } from '../records/subscribe-link.ts';
import { teaserRanges } from './prescription-shape.ts';

export const attribution = documented(z.object({ text: z.string(), url: z.url() }), {
  id: 'Attribution',
  description: 'Attribution. Show it near the data.',
});

/** Members of every answer for an athlete in teaser tier. */
export const teaserFields = {
  tier: z.literal('teaser'),
  attribution,
  subscribe_url: described(z.url(), 'Link where the athlete can subscribe.'),
};

/** Members of every answer for one athlete that depend on the tier. */
export const tierFields = {
  tier: documented(z.enum(['teaser', 'full']), { id: 'Tier', description: "The athlete's tier." }),
  attribution: z.optional(attribution),
  subscribe_url: described(z.optional(z.url()), 'Teaser tier only.'),
};

/** The parts of a request needed to show a prescription. */
export interface Showing {
  readonly env: Pick<Env, 'baseUrl' | 'signingSecret'>;
  readonly nowMs: number;
}

/** Returns the members added in teaser tier: the attribution and a subscribe link. Empty in full tier. */
export async function teaserExtras(
  ctx: Showing,
  tier: Tier,
  athleteId: string | null,
): Promise<Partial<TeaserMembers>> {
  return tier === 'full' ? {} : teaserMembers(ctx, athleteId);
}

interface TeaserMembers {
  attribution: z.output<typeof attribution>;
  subscribe_url: string;
}

/** Returns the attribution and the subscribe link of a teaser-tier answer. */
export async function teaserMembers(ctx: Showing, athleteId: string | null): Promise<TeaserMembers> {
  return exactly({
    ...attributionOf(ctx),
    subscribe_url:
      athleteId === null ? `${ctx.env.baseUrl}/subscribe` : await subscribeUrl(ctx.env, ctx.nowMs, athleteId),
  });
}

/** Returns the attribution member of an answer. */
export function attributionOf(ctx: Showing): Pick<TeaserMembers, 'attribution'> {
  return { attribution: { text: 'Powered by Musette', url: ctx.env.baseUrl } };
}

/** A stored answer about an athlete's activity or sweat test, as first shown to a caller with every scope. */
const StoredAnswer = z.looseObject({ athlete_id: z.string(), tier: z.enum(['full', 'teaser']) });
const StoredNumbers = z.object({
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
  const stored = z.safeParse(StoredAnswer, whole);
  // Unchanged, with its members in their order: a replay has the text of the first answer.
  if (!stored.success || tier === 'full' || stored.data.tier === 'teaser') return whole;
  const hidden = FULL_TIER_ONLY.filter((name) => name in whole).map((name) => [name, null]);
  const numbers = z.safeParse(StoredNumbers, whole);
  return {
    ...whole,
    ...Object.fromEntries(hidden),
    // Unreadable numbers are left out: masking too much does no harm.
    ...('prescription' in whole && { prescription: numbers.success ? rangesOf(numbers.data) : null }),
    tier,
    ...(await teaserExtras(ctx, tier, id)),
  };
}

function rangesOf({ prescription, safety }: z.output<typeof StoredNumbers>) {
  const ranges = teaserRanges({
    carbGPerHr: prescription.carb_g_per_hr,
    sodiumMgPerHr: prescription.sodium_mg_per_hr,
    fluidMlPerHr: prescription.fluid_ml_per_hr,
    maxSafeFluidMlPerHr: safety.max_safe_fluid_ml_per_hr,
    maxSafeSodiumMgPerHr: safety.max_safe_sodium_mg_per_hr,
  });
  return { ...ranges, calculated_at: prescription.calculated_at };
}
