import * as z from 'zod/mini';
import type { Env } from '#platform/env.ts';
import { exactly } from '#platform/http/answer.ts';
import type { Tier } from '#platform/http/context.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { subscribeUrl } from '../records/subscribe-link.ts';

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
