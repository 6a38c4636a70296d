import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { integerBetween } from '#platform/http/wire-fields.ts';
import { VESSEL_KINDS } from '#platform/storage/course-columns.ts';

/** The most kinds of bottles per person. Bounds the work of filling them. */
const KINDS_MAX = 8;

const vessel = documented(
  z.strictObject({
    kind: described(z.enum(VESSEL_KINDS), 'A bottle in a cage, a soft flask, or a bladder with a hose.'),
    volume_ml: described(integerBetween(100, 5000), 'Volume of each.'),
    count: described(integerBetween(1, 10), 'How many of this kind and size.'),
  }),
  { id: 'Vessel' },
);

/** Bottles, flasks and bladders on the wire: an athlete's usual ones, or those of one activity. */
export const vesselList = z.array(vessel).check(z.minLength(1), z.maxLength(KINDS_MAX));
