import * as z from 'zod/mini';
import { described } from '../http/openapi-metadata.ts';
import { givenEnvironment } from '../http/wire-fields.ts';

/** The query parameters of a usage report: days and granularity. */
export const usageQuery = {
  from: described(
    z.optional(z.iso.date()),
    'First UTC day, inclusive. By default the sixth day before `to`.',
  ),
  to: described(
    z.optional(z.iso.date()),
    'Last UTC day, inclusive. By default today. At most 92 days with `from`.',
  ),
  granularity: described(
    z.optional(z.enum(['hour', 'day'])),
    'The period that each count covers, in UTC. By default `day`.',
  ),
};

export const partnerUsageQuery = z.strictObject(usageQuery);

export const operatorUsageQuery = z.strictObject({
  ...usageQuery,
  environment: z.optional(
    givenEnvironment('Only this environment: `test` or `sandbox`, `live` or `production`. By default both.'),
  ),
});

export type UsageQuery = z.output<typeof partnerUsageQuery>;
