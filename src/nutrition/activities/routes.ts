import { ACTIVITY_TYPES, type ActivityTypeNames } from '@musette/files/activity-types';
import { textsFor } from '@musette/languages/languages';
import type { Texts } from '@musette/languages/texts';
import * as z from 'zod/mini';
import { type Answer, noContent, ok } from '#platform/http/answer.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { invalid, isFailure } from '#platform/http/errors.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import {
  pageOf,
  pageQuery,
  pageWith,
  queryFlag,
  readPage,
  updatedSince,
  wholeList,
} from '#platform/http/pagination.ts';
import { defineRoute } from '#platform/http/route.ts';
import { refuseMissingScope } from '#platform/http/scopes.ts';
import { fromWire, toWire } from '#platform/http/wire-case.ts';
import { text } from '#platform/http/wire-fields.ts';
import { RELEARNING_COST } from '../learning/write-history.ts';
import {
  ACTIVITY_BODY_LIMIT_BYTES,
  ActivityInput,
  ActivityPatch,
  activityType,
} from '../records/activity-fields.ts';
import { type ActivityDetails, readActivity } from '../records/read-activity.ts';
import {
  Activity,
  activityExample,
  activityTag,
  activityToWire,
  WrittenActivity,
  writtenActivityToWire,
} from './activity-shape.ts';
import { createActivity } from './create-activity.ts';
import { deleteActivity } from './delete-activities.ts';
import { filterOf, listActivities, listOrder, showRows, spanOf } from './list-activities.ts';
import { positionOfActivity } from './page-repository.ts';
import { updateActivity } from './update-activity.ts';

const tag = 'Activities';

const calculateFlag = {
  calculate: z.optional(
    queryFlag(
      'Calculates the prescription in the same write and returns it with its safety data. A token also needs `prescriptions:create`.',
    ),
  ),
};

const ActivityList = pageOf(Activity, 'ActivityList');

const listPath = '/v1/athletes/{athlete_id}/activities';
const itemPath = '/v1/athletes/{athlete_id}/activities/{activity_id}';

async function showActivity(
  ctx: PartnerContext,
  details: ActivityDetails,
  headers: Headers,
): Promise<Answer<Activity, 200>> {
  const texts = await textsFor(headers, details.athlete);
  return ok(await activityToWire(ctx, details, texts), await aboutActivity(ctx, details, texts));
}

async function showWrittenActivity(
  ctx: PartnerContext,
  details: ActivityDetails,
  headers: Headers,
): Promise<Answer<Activity | WrittenActivity, 200>> {
  const texts = await textsFor(headers, details.athlete);
  return ok(await writtenActivityToWire(ctx, details, texts), await aboutActivity(ctx, details, texts));
}

/** Returns the metadata of the answer for one activity. */
async function aboutActivity(ctx: PartnerContext, details: ActivityDetails, texts: Texts) {
  const entityTag = await activityTag(ctx, details);
  return { entityTag, tiers: [details.athlete.tier], languages: [texts.tag] };
}

export const activityRoutes = [
  defineRoute({
    method: 'POST',
    path: listPath,
    operationId: 'createActivity',
    tag,
    summary: 'Create an activity',
    description:
      'Creates a training session or race for this athlete. Calculate its prescription next. A token may not send `external_id` (403). Without `activities:read` it sees null for the fields that a request can set.',
    bodyExample: {
      type: 'run',
      duration_min: 210,
      intensity_level: 7,
      is_race_event: true,
      name: 'City marathon',
      scheduled_at: '2026-11-29T08:00:00Z',
      weather: { temperature_c: 24, humidity_percent: 65 },
      distance_km: 42.2,
      elevation_gain_m: 120,
    },
    responses: {
      201: {
        description: 'The activity.',
        schema: z.union([Activity, WrittenActivity]),
        example: { ...activityExample, prescription: null, safety: null },
      },
    },
    access: 'partner',
    hasTexts: true,
    duringAdmission: true,
    scope: 'activities:write',
    keyMembers: ['external_id'],
    idempotent: true,
    query: z.strictObject(calculateFlag),
    body: ActivityInput,
    bodyLimitBytes: ACTIVITY_BODY_LIMIT_BYTES,
    errors: ['athlete_not_found', 'external_id_taken'],
    handler(ctx, { params, query, body, claim, headers }) {
      const calculate = query.calculate ?? false;
      const refusal = calculate ? refuseMissingScope(ctx.principal, 'prescriptions:create') : null;
      return refusal ?? createActivity(ctx, params.athlete_id, fromWire(body), { claim, calculate, headers });
    },
  }),
  defineRoute({
    method: 'GET',
    path: listPath,
    operationId: 'listActivities',
    tag,
    summary: 'List activities',
    description:
      'Lists activities, newest first by their local time, else by `scheduled_at`, else by `created_at`. With `updated_since`, in order of change. Items have the same shape as a single activity.',
    responses: {
      200: {
        description: 'A page of activities.',
        schema: ActivityList,
        example: { data: [activityExample], has_more: false, next_cursor: null },
      },
    },
    access: 'partner',
    hasTexts: true,
    scope: 'activities:read',
    query: z.strictObject({
      ...pageQuery,
      from: described(
        z.optional(z.iso.date()),
        'First day, inclusive: the local one of each activity, or in UTC if no time zone is known.',
      ),
      to: described(z.optional(z.iso.date()), 'Last day, inclusive.'),
      order: described(z.clone(listOrder), '`desc` (default): newest first. Not with `updated_since`.'),
      type: z.optional(activityType),
      external_id: described(z.optional(text(255, 1)), 'Only the activity with this `external_id`.'),
      updated_since: updatedSince,
    }),
    errors: ['athlete_not_found'],
    async handler(ctx, request) {
      const { params, query, headers } = request;
      const { from, to, type, external_id, updated_since } = query;
      if (from !== undefined && to !== undefined && from > to) {
        return invalid({ pointer: '?from', code: 'invalid_range', message: 'is after `to`' });
      }
      const filter = filterOf(query);
      const page = await readPage(ctx, request, {
        filters: { from, to, type, external_id, updated_since, order: query.order },
        read: (wanted) => listActivities(ctx, params.athlete_id, { ...filter, ...spanOf(wanted) }),
        positionOf: ({ activity }) => positionOfActivity(filter, activity),
      });
      if (isFailure(page)) return page;
      const { data, more } = await showRows(ctx, page.rows, headers);
      return ok(pageWith(page, data), more);
    },
  }),
  defineRoute({
    method: 'GET',
    path: itemPath,
    operationId: 'getActivity',
    tag,
    summary: 'Read an activity',
    description:
      'Returns the activity with its prescription and safety data, limited to the scopes of a token.',
    responses: { 200: { description: 'The activity.', schema: Activity, example: activityExample } },
    access: 'partner',
    entityTag: true,
    hasTexts: true,
    scope: 'activities:read',
    errors: ['athlete_not_found', 'activity_not_found'],
    async handler(ctx, { params, headers }) {
      const options = { withCoursePoints: true };
      const details = await readActivity(ctx, params.athlete_id, params.activity_id, options);
      return isFailure(details) ? details : showActivity(ctx, details, headers);
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: itemPath,
    operationId: 'updateActivity',
    tag,
    summary: 'Change an activity',
    description:
      'Changes the provided fields. `null` clears a field. The stored prescription is kept, and `prescription_stale` is true if it was calculated from different inputs. A token may not send `external_id` (403). Without `activities:read` it sees null for the fields that a request can set. Honours `If-Match`.',
    bodyExample: { duration_min: 225, weather: { temperature_c: 19, humidity_percent: 60 } },
    responses: {
      200: {
        description: 'The activity after the change.',
        schema: z.union([Activity, WrittenActivity]),
        example: activityExample,
      },
    },
    access: 'partner',
    hasTexts: true,
    duringAdmission: true,
    scope: 'activities:write',
    cost: RELEARNING_COST,
    keyMembers: ['external_id'],
    ifMatch: true,
    query: z.strictObject(calculateFlag),
    body: ActivityPatch,
    bodyLimitBytes: ACTIVITY_BODY_LIMIT_BYTES,
    errors: ['athlete_not_found', 'activity_not_found', 'external_id_taken', 'precondition_failed'],
    async handler(ctx, { params, query, body, headers }) {
      const calculate = query.calculate ?? false;
      const refusal = calculate ? refuseMissingScope(ctx.principal, 'prescriptions:create') : null;
      if (refusal) return refusal;
      const change = { changes: fromWire(body), ifMatch: headers.get('if-match'), calculate };
      const details = await updateActivity(ctx, params.athlete_id, params.activity_id, change);
      return isFailure(details) ? details : showWrittenActivity(ctx, details, headers);
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: itemPath,
    operationId: 'deleteActivity',
    tag,
    summary: 'Delete an activity',
    description:
      'Deletes the activity with everything that belongs to it: prescription, products, feedback and what was learned from it. Honours `If-Match`.',
    responses: { 204: { description: 'Deleted.' } },
    access: 'partner',
    duringAdmission: true,
    scope: 'activities:write',
    cost: RELEARNING_COST,
    ifMatch: true,
    errors: ['athlete_not_found', 'activity_not_found', 'precondition_failed'],
    async handler(ctx, { params, headers }) {
      const outcome = await deleteActivity(
        ctx,
        params.athlete_id,
        params.activity_id,
        headers.get('if-match'),
      );
      return isFailure(outcome) ? outcome : noContent();
    },
  }),
];

const ActivityTypeEntry = documented(
  z.object({
    type: activityType,
    label: z.string(),
    is_multi_sport: z.boolean(),
    strava: z.array(z.string()),
    garmin_fit: z.array(z.string()),
    garmin_connect: z.array(z.string()),
    intervals_icu: z.array(z.string()),
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

export const activityTypeRoutes = [
  defineRoute({
    method: 'GET',
    path: '/v1/activity-types',
    operationId: 'listActivityTypes',
    tag,
    summary: 'List activity types',
    description:
      'Returns every type, with its names on Strava, Garmin FIT, Garmin Connect, intervals.icu, TrainingPeaks and Polar. Names that say no sport there, such as `Race` and `Workout`, are in the list too.',
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
