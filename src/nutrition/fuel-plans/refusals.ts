import type { RequestContext } from '#platform/http/context.ts';
import { type Failure, fail, type Problem } from '#platform/http/errors.ts';
import type { AthleteRow } from '#platform/storage/athlete-schema.ts';
import { subscribeUrl } from '../records/subscribe-link.ts';

/** Rejects teaser-tier athletes with the subscribe link; null for full tier. */
export async function refuseTeaser(
  ctx: RequestContext,
  { id, tier }: Pick<AthleteRow, 'id' | 'tier'>,
): Promise<Failure | null> {
  if (tier === 'full') return null;
  return fail('full_tier_required', {
    details: { subscribe_url: await subscribeUrl(ctx.env, ctx.nowMs, id) },
    // The link is data of an athlete of the teaser tier, whatever the partner's default.
    headers: { 'X-Service-Data-Attribution': 'required' },
  });
}

/** Returns the problem of a member that names an unknown product. */
export function unknownProduct(pointer: string): Problem {
  return {
    pointer,
    code: 'unknown_product',
    message: 'is neither in the catalogue nor among the athlete’s own products and the unbranded foods',
  };
}
