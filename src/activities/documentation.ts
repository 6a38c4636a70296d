import * as z from 'zod/mini';
import type { DocumentationByOperation } from '../http/operation-documentation.ts';
import { pageOf } from '../http/pagination.ts';
import { toWire } from '../http/wire-case.ts';
import { ACTIVITY_TYPES } from '../records/activity-types.ts';
import { Activity, ActivityTypeEntry, activityExample, WrittenActivity } from './answer-schemas.ts';

const tag = 'Activities';

export const activityDocumentation: DocumentationByOperation = {
  createActivity: {
    tag,
    summary: 'Create an activity',
    description:
      'A training session or race of this athlete. Calculate its prescription next. To a token without `activities:read` the own fields are null.',
    bodyExample: {
      type: 'run',
      duration_min: 210,
      intensity_level: 7,
      thermal_stress_level: 4,
      is_race_event: true,
      name: 'City marathon',
      scheduled_at: '2026-11-29T08:00:00Z',
    },
    responses: {
      201: {
        description: 'The activity.',
        schema: z.union([Activity, WrittenActivity]),
        example: { ...activityExample, prescription: null, safety: null },
      },
    },
  },
  listActivities: {
    tag,
    summary: 'List activities',
    description:
      'Newest first by `scheduled_at`, or by `created_at` where none was given. Items have the same shape as the single read.',
    responses: {
      200: {
        description: 'A page of activities.',
        schema: pageOf(Activity),
        example: { data: [activityExample], has_more: false, next_cursor: null },
      },
    },
  },
  getActivity: {
    tag,
    summary: 'Read an activity',
    description:
      'With its prescription and safety data inline, as far as the scopes of a token open them. Honours `If-None-Match`.',
    responses: { 200: { description: 'The activity.', schema: Activity, example: activityExample } },
  },
  updateActivity: {
    tag,
    summary: 'Change an activity',
    description:
      'Changes the fields that are sent; `null` clears one. The stored prescription stays and tells through `prescription_stale` that it was calculated from other inputs. To a token without `activities:read` the own fields are null. Honours `If-Match`.',
    bodyExample: { duration_min: 225, weather: { temperature_c: 19, humidity_percent: 60 } },
    responses: {
      200: {
        description: 'The activity after the change.',
        schema: z.union([Activity, WrittenActivity]),
        example: activityExample,
      },
    },
  },
  deleteActivity: {
    tag,
    summary: 'Delete an activity',
    description: 'With its prescription and all else that belongs to it. Honours `If-Match`.',
    responses: { 204: { description: 'Gone.' } },
  },
  listActivityTypes: {
    tag,
    summary: 'List activity types',
    description: 'Every type, with the names that Strava, Garmin FIT, TrainingPeaks and Polar have for it.',
    responses: {
      200: {
        description: 'All types.',
        schema: z.object({
          data: z.array(ActivityTypeEntry),
          has_more: z.literal(false),
          next_cursor: z.null(),
        }),
        example: { data: [toWire(ACTIVITY_TYPES[0])], has_more: false, next_cursor: null },
      },
    },
  },
};
