import * as z from 'zod/mini';
import { documented } from '../http/openapi-metadata.ts';
import { activityFields, activityType, durationMin } from './activity-fields.ts';

export const ActivityInput = documented(z.strictObject(activityFields), { id: 'ActivityInput' });

export const ActivityPatch = documented(
  z.strictObject({
    ...activityFields,
    type: z.optional(activityType),
    duration_min: z.optional(durationMin),
  }),
  { id: 'ActivityPatch', description: 'An absent field stays unchanged; `null` clears it.' },
);
