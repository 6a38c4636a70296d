import * as z from 'zod/mini';
import { documented } from '../http/openapi-metadata.ts';
import { wholeList } from '../http/pagination.ts';
import { toWire } from '../http/wire-case.ts';
import { activityType } from '../records/activity-fields.ts';
import type { ActivityTypeNames } from '../records/activity-types.ts';

const ActivityTypeEntry = documented(
  z.object({
    type: activityType,
    label: z.string(),
    is_multi_sport: z.boolean(),
    strava: z.array(z.string()),
    garmin_fit: z.array(z.string()),
    training_peaks: z.array(z.string()),
    polar: z.array(z.string()),
  }),
  { id: 'ActivityType' },
);

export const ActivityTypeList = documented(z.object({ data: z.array(ActivityTypeEntry), ...wholeList }), {
  id: 'ActivityTypeList',
});

/** Maps types with their names at other platforms to the wire. */
export function typesToWire(types: readonly ActivityTypeNames[]): z.output<typeof ActivityTypeList>['data'] {
  return toWire(types);
}
