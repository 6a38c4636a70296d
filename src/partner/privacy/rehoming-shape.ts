import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { REGIONS, type Region } from '#platform/regions.ts';
import type { Rehomed } from './rehome-athlete.ts';

export const Rehoming = documented(
  z.object({
    athlete_id: described(z.string(), 'Old identifier. No longer exists once this is done.'),
    new_athlete_id: described(
      z.string(),
      'Identifier in the other region. Does not exist until this is done.',
    ),
    region: z.enum(REGIONS),
    status: described(z.enum(['running', 'done']), 'Repeat the request while it is `running`.'),
  }),
  { id: 'Rehoming' },
);

type Rehoming = z.output<typeof Rehoming>;

export const rehomingExample = {
  athlete_id: 'ath_lc00001jcc9q0x8v5n3m1t7k2b6h4dz',
  new_athlete_id: 'ath_lg00001kajz8w3t5v9c2b7n4m6q8r0s',
  region: 'eu',
  status: 'done',
} satisfies Rehoming;

/** Maps the progress of an athlete's move to another region to its wire form. */
export function rehomingToWire(
  athleteId: string,
  region: Region,
  { newAthleteId, isDone }: Rehomed,
): Rehoming {
  return {
    athlete_id: athleteId,
    new_athlete_id: newAthleteId,
    region,
    status: isDone ? 'done' : 'running',
  };
}
