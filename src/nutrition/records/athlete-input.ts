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
      'The region that stores the athlete. Must be one of yours. Defaults to your first. Never changes.',
    ),
  }),
  {
    id: 'NewAthlete',
    description: 'An athlete to create: the fields of `AthleteInput`, and the region.',
  },
);

/** An athlete as sent in a batch, identified by `external_id`. */
export const AthleteItem = documented(
  z.extend(NewAthlete, {
    external_id: described(text(255, 1), 'Identifies the athlete, existing or new.'),
  }),
  {
    id: 'AthleteItem',
    description: 'An athlete to create or change. An absent field stays unchanged. `null` clears it.',
  },
);

export const AthletePatch = documented(z.clone(AthleteInput), {
  id: 'AthletePatch',
  description:
    'An absent field stays unchanged. `null` clears it. The same holds for the members of `diet` and `health`.',
});
