import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { integerBetween } from '#platform/http/wire-fields.ts';
import { VESSEL_KINDS } from '#platform/storage/course-columns.ts';

/** The most kinds of vessels that one person carries; bounds the work of filling them. */
const KINDS_MAX = 8;

const vessel = documented(
  z.strictObject({
    kind: described(z.enum(VESSEL_KINDS), 'A bottle in a cage, a soft flask, or a bladder with a hose.'),
    volume_ml: described(integerBetween(100, 5000), 'What one of them holds.'),
    count: described(integerBetween(1, 10), 'How many of this kind and size are carried.'),
  }),
  { id: 'Vessel' },
);

/** Vessels on the wire, as an athlete's usual ones and as those of one activity. */
export const vesselList = z.array(vessel).check(z.minLength(1), z.maxLength(KINDS_MAX));
