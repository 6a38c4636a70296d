import * as z from 'zod/mini';
import { described } from '../http/openapi-metadata.ts';
import { tier } from '../records/athlete-fields.ts';
import { REGIONS } from '../regions.ts';

/** Regions of a partner, each once, its home region first. */
export const regions = z.array(z.enum(REGIONS)).check(
  z.minLength(1),
  z.maxLength(REGIONS.length),
  z.refine((list) => new Set(list).size === list.length, { error: 'must name each region once' }),
);

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
