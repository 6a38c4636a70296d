import * as z from 'zod/mini';
import { tier } from '#nutrition/records/athlete-fields.ts';
import { described } from '#platform/http/openapi-metadata.ts';
import { REGIONS } from '#platform/regions.ts';

/** Regions of a partner, each once, its home region first. */
export const regions = z.array(z.enum(REGIONS)).check(
  z.minLength(1),
  z.maxLength(REGIONS.length),
  z.refine((list) => new Set(list).size === list.length, { error: 'must name each region once' }),
);

/** More a minute would pass what one Durable Object can answer. */
const BUDGET_PER_MIN_MAX = 60_000;
const BUDGET_PER_DAY_MAX = 100_000;

const perMin = z.nullable(z.int().check(z.minimum(1), z.maximum(BUDGET_PER_MIN_MAX)));
const perDay = z.nullable(z.int().check(z.minimum(1), z.maximum(BUDGET_PER_DAY_MAX)));

/** A partner's own budgets: a missing member stays, null returns to the environment's default. */
export const budgets = z.strictObject({
  requests_per_min: described(z.optional(perMin), 'Requests per minute for each key.'),
  product_requests_per_min: described(z.optional(perMin), 'Product requests per minute for each athlete.'),
  product_records_per_day: described(z.optional(perDay), 'Distinct products per UTC day for each athlete.'),
  exports_per_day: described(z.optional(perDay), 'Exports per UTC day for each athlete.'),
});

/** What the operator chooses for a new partner. */
export const partnerChoices = {
  default_tier: described(
    z.optional(tier),
    'The tier of new athletes in production; the default is `teaser`. In the sandbox it is always `full`.',
  ),
  regions: described(
    z.optional(regions),
    'The regions in which its athletes are stored. The first is always the home region; the default is `weur`.',
  ),
};
