import * as z from 'zod/mini';
import { DAY_MS } from '../clock.ts';
import { type Answer, noContent, ok } from '../http/answer.ts';
import type { PartnerContext } from '../http/context.ts';
import { invalid, isFailure } from '../http/errors.ts';
import { described } from '../http/openapi-metadata.ts';
import { type PageRequest, pageOf, pageQuery, readPageRequest, toPage } from '../http/pagination.ts';
import { defineRoute } from '../http/route.ts';
import { fromWire, toWire } from '../http/wire-case.ts';
import { activityType } from '../records/activity-fields.ts';
import { ActivityInput, ActivityPatch } from '../records/activity-input.ts';
import { ACTIVITY_TYPES } from '../records/activity-types.ts';
import { type ActivityDetails, readActivity } from '../records/read-activity.ts';
import { activityTag } from './activity-tag.ts';
import { Activity, ActivityTypeEntry, activityExample, WrittenActivity } from './answers.ts';
import { createActivity } from './create-activity.ts';
import { deleteActivity } from './delete-activity.ts';
import { listActivities } from './list-activities.ts';
import type { ActivityFilter } from './repository.ts';
import { updateActivity } from './update-activity.ts';
import { activityToWire } from './wire.ts';

const tag = 'Activities';

const listPath = '/v1/athletes/{athlete_id}/activities';
const itemPath = '/v1/athletes/{athlete_id}/activities/{activity_id}';

async function showActivity(ctx: PartnerContext, details: ActivityDetails): Promise<Answer> {
  return ok(await activityToWire(ctx, details), {
    entityTag: await activityTag(ctx, details),
    tiers: [details.athlete.tier],
  });
}

interface ListQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly type?: ActivityFilter['type'];
}

function filterOf(page: PageRequest, { from, to, type }: ListQuery): ActivityFilter {
  return {
    fromMs: from === undefined ? null : Date.parse(from),
    beforeMs: to === undefined ? null : Date.parse(to) + DAY_MS,
    type,
    after: page.after && { effectiveAt: Number(page.after[0]), id: String(page.after[1]) },
    limit: page.limit + 1,
  };
}

async function showPage(
  ctx: PartnerContext,
  page: PageRequest,
  found: readonly ActivityDetails[],
): Promise<Answer> {
  const items = await Promise.all(
    found.map(async (details) => ({ ...details, shown: await activityToWire(ctx, details) })),
  );
  const body = await toPage(
    page,
    items,
    ({ shown }) => shown,
    ({ activity }) => [activity.effectiveAt, activity.id],
  );
  return ok(body, { tiers: found.map(({ athlete }) => athlete.tier) });
}

export const activityRoutes = [
  defineRoute({
    method: 'POST',
    path: listPath,
    operationId: 'createActivity',
    tag,
    summary: 'Create an activity',
    description:
      'A training session or race of this athlete. Calculate its prescription next. To a token without `activities:read`, the fields that a request can set are null.',
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
    access: 'partner',
    scope: 'activities:write',
    idempotent: true,
    body: ActivityInput,
    errors: ['athlete_not_found'],
    handler: (ctx, { params, body, claim }) => createActivity(ctx, params.athlete_id, fromWire(body), claim),
  }),
  defineRoute({
    method: 'GET',
    path: listPath,
    operationId: 'listActivities',
    tag,
    summary: 'List activities',
    description:
      'Newest first by `scheduled_at`, or by `created_at` if it is null. Items have the same shape as the single read.',
    responses: {
      200: {
        description: 'A page of activities.',
        schema: pageOf(Activity),
        example: { data: [activityExample], has_more: false, next_cursor: null },
      },
    },
    access: 'partner',
    scope: 'activities:read',
    query: z.strictObject({
      ...pageQuery,
      from: described(z.optional(z.iso.date()), 'First UTC day, inclusive.'),
      to: described(z.optional(z.iso.date()), 'Last UTC day, inclusive.'),
      type: z.optional(activityType),
    }),
    errors: ['athlete_not_found'],
    async handler(ctx, { params, query, path }) {
      const { from, to, type } = query;
      if (from !== undefined && to !== undefined && from > to) {
        return invalid({ pointer: '?from', code: 'invalid_range', message: 'is after `to`' });
      }
      const page = await readPageRequest(ctx, path, query, { from, to, type });
      if (isFailure(page)) return page;
      const found = await listActivities(ctx, params.athlete_id, filterOf(page, query));
      return isFailure(found) ? found : showPage(ctx, page, found);
    },
  }),
  defineRoute({
    method: 'GET',
    path: itemPath,
    operationId: 'getActivity',
    tag,
    summary: 'Read an activity',
    description:
      'With its prescription and safety data inline, as far as the scopes of a token open them. Honours `If-None-Match`.',
    responses: { 200: { description: 'The activity.', schema: Activity, example: activityExample } },
    access: 'partner',
    scope: 'activities:read',
    errors: ['athlete_not_found', 'activity_not_found'],
    async handler(ctx, { params }) {
      const details = await readActivity(ctx, params.athlete_id, params.activity_id);
      return isFailure(details) ? details : showActivity(ctx, details);
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: itemPath,
    operationId: 'updateActivity',
    tag,
    summary: 'Change an activity',
    description:
      'Changes the fields that are sent; `null` clears one. The stored prescription stays; `prescription_stale` is true if it was calculated from other inputs. To a token without `activities:read`, the fields that a request can set are null. Honours `If-Match`.',
    bodyExample: { duration_min: 225, weather: { temperature_c: 19, humidity_percent: 60 } },
    responses: {
      200: {
        description: 'The activity after the change.',
        schema: z.union([Activity, WrittenActivity]),
        example: activityExample,
      },
    },
    access: 'partner',
    scope: 'activities:write',
    ifMatch: true,
    body: ActivityPatch,
    errors: ['athlete_not_found', 'activity_not_found', 'precondition_failed'],
    async handler(ctx, { params, body, headers }) {
      const change = { changes: fromWire(body), ifMatch: headers.get('if-match') };
      const details = await updateActivity(ctx, params.athlete_id, params.activity_id, change);
      return isFailure(details) ? details : showActivity(ctx, details);
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: itemPath,
    operationId: 'deleteActivity',
    tag,
    summary: 'Delete an activity',
    description:
      'With everything that belongs to it: prescription, products, feedback and what it taught. Honours `If-Match`.',
    responses: { 204: { description: 'Deleted.' } },
    access: 'partner',
    scope: 'activities:write',
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
  defineRoute({
    method: 'GET',
    path: '/v1/activity-types',
    operationId: 'listActivityTypes',
    tag,
    summary: 'List activity types',
    description: 'Every type, with its names at Strava, Garmin FIT, TrainingPeaks and Polar.',
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
    access: 'partner',
    scope: 'activities:read',
    errors: [],
    handler: () => ok({ data: toWire(ACTIVITY_TYPES), has_more: false, next_cursor: null }),
  }),
];
