import * as z from 'zod/mini';
import type { Env } from '#platform/env.ts';
import { exactly } from '#platform/http/answer.ts';
import type { Tier } from '#platform/http/context.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { subscribeUrl } from '../records/subscribe-link.ts';

export const attribution = documented(z.object({ text: z.string(), url: z.url() }), {
  id: 'Attribution',
  description: 'Where the data comes from: show it near the data.',
});

/** Members of an answer for an athlete in teaser tier. */
export const teaserFields = {
  tier: z.literal('teaser'),
  attribution,
  subscribe_url: described(z.url(), 'Where the athlete subscribes.'),
};

/** Members of every answer for one athlete that depend on the athlete's tier. */
export const tierFields = {
  tier: documented(z.enum(['teaser', 'full']), { id: 'Tier', description: 'The tier of the athlete.' }),
  attribution: z.optional(attribution),
  subscribe_url: described(z.optional(z.url()), 'Teaser tier only.'),
};

/** What the members around a prescription need of a request. */
export interface Showing {
  readonly env: Pick<Env, 'baseUrl' | 'signingSecret'>;
  readonly nowMs: number;
}

/** Returns the members that teaser tier adds to an answer: the attribution and a subscribe link. Empty in full tier. */
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

/** Returns the attribution and the subscribe link of an answer in teaser tier. */
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
