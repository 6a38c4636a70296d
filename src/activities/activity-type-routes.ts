import { ok } from '../http/answer.ts';
import { defineRoute } from '../http/route.ts';
import { ACTIVITY_TYPES } from '../records/activity-types.ts';
import { ActivityTypeList, typesToWire } from './activity-type-shape.ts';

const tag = 'Activities';

export const activityTypeRoutes = [
  defineRoute({
    method: 'GET',
    path: '/v1/activity-types',
    operationId: 'listActivityTypes',
    tag,
    summary: 'List activity types',
    description: 'Returns every type, with its names at Strava, Garmin FIT, TrainingPeaks and Polar.',
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
