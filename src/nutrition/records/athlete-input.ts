import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { text } from '#platform/http/wire-fields.ts';
import { REGIONS } from '#platform/regions.ts';
import { athleteFields, tier } from './athlete-fields.ts';

const region = z.enum(REGIONS);

export const AthleteInput = documented(
  z.strictObject({ ...athleteFields, tier: described(z.optional(tier), 'Test keys only.') }),
  {
    id: 'AthleteInput',
    description: 'Every field is optional; each one raises the confidence of the numbers.',
  },
);

/** The body that creates an athlete, including its region, which never changes. */
export const NewAthlete = documented(
  z.extend(AthleteInput, {
    region: described(
      z.optional(region),
      'The region that stores the athlete, one of yours; the default is your first. It never changes.',
    ),
  }),
  {
    id: 'NewAthlete',
    description: 'An athlete to create: the fields of `AthleteInput`, and where it is stored.',
  },
);

/** An athlete as a batch sends it: `external_id` says which one it is. */
export const AthleteItem = documented(
  z.extend(NewAthlete, {
    external_id: described(text(255, 1), 'Says which athlete this is: one that you have, or a new one.'),
  }),
  {
    id: 'AthleteItem',
    description: 'An athlete to create or change: an absent field stays unchanged; `null` clears it.',
  },
);

export const AthletePatch = documented(z.clone(AthleteInput), {
  id: 'AthletePatch',
  description: 'An absent field stays unchanged; `null` clears it. Members of `diet` and `health` likewise.',
});
