import * as z from 'zod/mini';
import { DAY_MS } from '../clock.ts';
import { noContent, ok } from '../http/answer.ts';
import { invalid, isFailure } from '../http/errors.ts';
import { described } from '../http/openapi-metadata.ts';
import { pageQuery, readPageRequest, toPage } from '../http/pagination.ts';
import { defineRoute } from '../http/route.ts';
import { fromWire, toWire } from '../http/wire-case.ts';
import { activityType } from '../records/activity-fields.ts';
import { ActivityInput, ActivityPatch } from '../records/activity-input.ts';
import { ACTIVITY_TYPES } from '../records/activity-types.ts';
import { readActivity } from '../records/read-activity.ts';
import { activityTag } from './activity-tag.ts';
import { createActivity } from './create-activity.ts';
import { deleteActivity } from './delete-activity.ts';
import { listActivities } from './list-activities.ts';
import { updateActivity } from './update-activity.ts';
import { activityToWire } from './wire.ts';

const listPath = '/v1/athletes/{athlete_id}/activities';
const itemPath = '/v1/athletes/{athlete_id}/activities/{activity_id}';

export const activityRoutes = [
  defineRoute({
    method: 'POST',
    path: listPath,
    operationId: 'createActivity',
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
      const bundles = await listActivities(ctx, params.athlete_id, {
        fromMs: from === undefined ? null : Date.parse(from),
        beforeMs: to === undefined ? null : Date.parse(to) + DAY_MS,
        type,
        after: page.after && { effectiveAt: Number(page.after[0]), id: String(page.after[1]) },
        limit: page.limit + 1,
      });
      if (isFailure(bundles)) return bundles;
      const items = await Promise.all(
        bundles.map(async (bundle) => ({ bundle, shown: await activityToWire(ctx, bundle) })),
      );
      const body = await toPage(
        page,
        items,
        (item) => item.shown,
        ({ bundle: { activity } }) => [activity.effectiveAt, activity.id],
      );
      return ok(body, { tiers: bundles.map((bundle) => bundle.athlete.tier) });
    },
  }),
  defineRoute({
    method: 'GET',
    path: itemPath,
    operationId: 'getActivity',
    access: 'partner',
    scope: 'activities:read',
    errors: ['athlete_not_found', 'activity_not_found'],
    async handler(ctx, { params }) {
      const bundle = await readActivity(ctx, params.athlete_id, params.activity_id);
      if (isFailure(bundle)) return bundle;
      return ok(await activityToWire(ctx, bundle), {
        entityTag: await activityTag(ctx, bundle),
        tiers: [bundle.athlete.tier],
      });
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: itemPath,
    operationId: 'updateActivity',
    access: 'partner',
    scope: 'activities:write',
    ifMatch: true,
    body: ActivityPatch,
    errors: ['athlete_not_found', 'activity_not_found', 'precondition_failed'],
    async handler(ctx, { params, body, headers }) {
      const bundle = await updateActivity(
        ctx,
        params.athlete_id,
        params.activity_id,
        fromWire(body),
        headers.get('if-match'),
      );
      if (isFailure(bundle)) return bundle;
      return ok(await activityToWire(ctx, bundle), {
        entityTag: await activityTag(ctx, bundle),
        tiers: [bundle.athlete.tier],
      });
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: itemPath,
    operationId: 'deleteActivity',
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
    access: 'partner',
    scope: 'activities:read',
    errors: [],
    handler: () => ok({ data: toWire(ACTIVITY_TYPES), has_more: false, next_cursor: null }),
  }),
];
