import * as z from 'zod/mini';
import { tier } from '#nutrition/records/athlete-fields.ts';
import { described } from '#platform/http/openapi-metadata.ts';
import { distinct, text } from '#platform/http/wire-fields.ts';
import { REGIONS } from '#platform/regions.ts';

/** Regions of a partner, without duplicates, home region first. */
export const regions = z.array(z.enum(REGIONS)).check(
  z.minLength(1),
  z.maxLength(REGIONS.length),
  z.refine((list) => new Set(list).size === list.length, { error: 'must not repeat a region' }),
);

/** A Durable Object could not answer more per minute. */
const BUDGET_PER_MIN_MAX = 60_000;
const BUDGET_PER_DAY_MAX = 100_000;

const perMin = z.nullable(z.int().check(z.minimum(1), z.maximum(BUDGET_PER_MIN_MAX)));
const perDay = z.nullable(z.int().check(z.minimum(1), z.maximum(BUDGET_PER_DAY_MAX)));

/** A partner's own budgets: a missing member stays, null restores the environment's default. */
export const budgets = z.strictObject({
  requests_per_min: described(z.optional(perMin), 'Requests per minute for each key.'),
  product_requests_per_min: described(z.optional(perMin), 'Product requests per minute for each athlete.'),
  product_records_per_day: described(z.optional(perDay), 'Distinct products per UTC day for each athlete.'),
  exports_per_day: described(z.optional(perDay), 'Exports per UTC day for each athlete.'),
});

/** The origins that may frame a partner's pages, which the header of each page lists. */
export const allowedOrigins = described(
  distinct(z.array(text(300, 1)).check(z.maxLength(20))),
  "Origins that may frame your athletes' pages, and that `return_url` may be on: `https://`, host and port, at most 20. The answer shows them as browsers write them. In the sandbox also `http://localhost` with a port, or `http://localhost:*`.",
);

/** The operator's choices for a new partner. */
export const partnerChoices = {
  default_tier: described(
    z.optional(tier),
    'Tier of new athletes in production. Default: `teaser`. Always `full` in the sandbox.',
  ),
  regions: described(
    z.optional(regions),
    'Regions where its athletes are stored. The first is always the home region. Default: `weur`.',
  ),
};
