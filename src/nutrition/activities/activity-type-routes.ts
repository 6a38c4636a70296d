import * as z from 'zod/mini';
import { ok } from '#platform/http/answer.ts';
import { documented } from '#platform/http/openapi-metadata.ts';
import { wholeList } from '#platform/http/pagination.ts';
import { defineRoute } from '#platform/http/route.ts';
import { toWire } from '#platform/http/wire-case.ts';
import { activityType } from '../records/activity-fields.ts';
import { ACTIVITY_TYPES, type ActivityTypeNames } from '../records/activity-types.ts';

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

const ActivityTypeList = documented(z.object({ data: z.array(ActivityTypeEntry), ...wholeList }), {
  id: 'ActivityTypeList',
});

/** Maps types and their names on other platforms to the wire. */
function typesToWire(types: readonly ActivityTypeNames[]): z.output<typeof ActivityTypeList>['data'] {
  return toWire(types);
}

const tag = 'Activities';

export const activityTypeRoutes = [
  defineRoute({
    method: 'GET',
    path: '/v1/activity-types',
    operationId: 'listActivityTypes',
    tag,
    summary: 'List activity types',
    description: 'Returns every type, with its names on Strava, Garmin FIT, TrainingPeaks and Polar.',
    responses: {
      200: {
        description: 'All types.',
        schema: ActivityTypeList,
        example: { data: typesToWire(ACTIVITY_TYPES.slice(0, 1)), has_more: false, next_cursor: null },
      },
    },
    access: 'partner',
    scope: 'activities:read',
    errors: [],
    handler: (_ctx) => ok({ data: typesToWire(ACTIVITY_TYPES), has_more: false, next_cursor: null }),
  }),
];
