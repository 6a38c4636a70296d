import * as z from 'zod/mini';
import { described, documented } from '../http/openapi-metadata.ts';
import { diet, engineProfileFields, identityFields, tier } from './athlete-fields.ts';

const writable = { ...identityFields, ...engineProfileFields, diet };

export const AthleteInput = documented(
  z.strictObject({ ...writable, tier: described(z.optional(tier), 'Test keys only.') }),
  {
    id: 'AthleteInput',
    description: 'Every field is optional; each one raises the confidence of the numbers.',
  },
);

export const AthletePatch = documented(z.clone(AthleteInput), {
  id: 'AthletePatch',
  description: 'An absent field stays unchanged; `null` clears it. Members of `diet` and `health` likewise.',
});
