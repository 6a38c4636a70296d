import { textsForAll } from '@musette/languages/languages';
import * as z from 'zod/mini';
import { ok } from '#platform/http/answer.ts';
import {
  BATCH_BODY_BYTES,
  BATCH_COST,
  batchItems,
  parseItem,
  parseItems,
  showResults,
  unitsOfItems,
} from '#platform/http/batch.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, invalid, isFailure } from '#platform/http/errors.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { defineRoute } from '#platform/http/route.ts';
import { fromWire } from '#platform/http/wire-case.ts';
import { catalogueOf } from '../catalogue/catalogue-copy.ts';
import { RELEARNING_COST } from '../learning/write-history.ts';
import { ActivityItem, ActivityName } from '../records/activity-fields.ts';
import { ActivityResults, activityExample, activityToWire, DeletionResults } from './activity-shape.ts';
import { deleteActivities } from './delete-activities.ts';
import type { ActivityName as Name } from './named-activities.ts';
import { type ActivityItem as Item, upsertActivities } from './upsert-activities.ts';

const ActivityBatch = documented(
  z.strictObject({
    activities: batchItems(ActivityItem),
    calculate: described(
      z.optional(z.boolean()),
      'Calculates prescriptions in the same write. For unchanged activities, only if the prescription is stale or missing.',
    ),
  }),
  {
    id: 'ActivityBatch',
    description:
      '`activities` holds 1–100 objects like `ActivityInput`, each with its `external_id` and either `athlete_id` or `athlete_external_id`.',
  },
);

const ActivityDeletion = documented(z.strictObject({ activities: batchItems(ActivityName) }), {
  id: 'ActivityDeletion',
  description:
    '`activities` holds 1–100 of `{ external_id }`, each with either `athlete_id` or `athlete_external_id`.',
});

function parseActivityItem(ctx: PartnerContext, item: unknown): Item | Failure {
  const parsed = parseItem(ctx, ActivityItem, item);
  if (isFailure(parsed)) return parsed;
  const { athleteId, athleteExternalId, ...changes } = fromWire(parsed.item);
  const { externalId } = changes;
  return (
    refuseAthleteName({ athleteId, athleteExternalId }) ?? {
      athleteId,
      athleteExternalId,
      externalId,
      changes,
    }
  );
}

function parseActivityName(ctx: PartnerContext, item: unknown): Name | Failure {
  const parsed = parseItem(ctx, ActivityName, item);
  if (isFailure(parsed)) return parsed;
  const name = fromWire(parsed.item);
  return refuseAthleteName(name) ?? name;
}

/** Rejects an item that names its athlete with no identifier or with both. */
function refuseAthleteName({ athleteId, athleteExternalId }: Pick<Name, 'athleteId' | 'athleteExternalId'>) {
  if ((athleteId === undefined) !== (athleteExternalId === undefined)) return null;
  return athleteId === undefined
    ? invalid({ pointer: '/athlete_id', code: 'required', message: 'or athlete_external_id is required' })
    : invalid({
        pointer: '/athlete_external_id',
        code: 'not_allowed',
        message: 'names the athlete twice; send one of the two',
      });
}

const tag = 'Activities';

const ABOUT_ITEMS =
  'Results are in the order of the items. An item that is invalid, repeats an activity (`duplicate_item`), or whose athlete is unknown or in the other environment, returns an `error` item with pointers relative to it. The rest are not affected. Repeating a batch is safe and needs no `Idempotency-Key`.';

export const activityBatchRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/activities/batch',
    operationId: 'upsertActivities',
    tag,
    summary: 'Create or change up to 100 activities for any athletes',
    description: `Creates activities whose \`external_id\` is new to their athlete and updates the rest. An absent field stays unchanged, and \`null\` clears it. Items already stored return \`unchanged\`. With \`calculate\`, each item includes its prescription and safety data. Changing an activity with feedback recomputes what was learned, at most 30 per request. Further ones return \`temporarily_unavailable\`: send them again. ${ABOUT_ITEMS}`,
    bodyExample: {
      activities: [
        {
          athlete_external_id: 'sandbox-marathon',
          external_id: 'workout-88',
          type: 'run',
          duration_min: 210,
          scheduled_at: '2026-11-29T08:00:00Z',
        },
      ],
      calculate: true,
    },
    responses: {
      200: {
        description: 'One result per activity.',
        schema: ActivityResults,
        example: {
          results: [{ status: 'created', activity: { ...activityExample, external_id: 'workout-88' } }],
        },
      },
    },
    access: 'partner',
    hasTexts: true,
    duringAdmission: true,
    scope: null,
    body: ActivityBatch,
    bodyLimitBytes: BATCH_BODY_BYTES,
    cost: `${BATCH_COST}, and ${RELEARNING_COST}`,
    unitsOfBody: ({ activities }) => unitsOfItems(activities),
    errors: [],
    async handler(ctx, { body, headers }) {
      const items = await parseItems(ctx, body.activities, (each) => parseActivityItem(ctx, each));
      const results = await upsertActivities(ctx, items, body.calculate ?? false);
      const stored = results.flatMap((result) => (isFailure(result) ? [] : [result.details]));
      const athletes = stored.map(({ athlete }) => athlete);
      // Read here, because the turn to show results does not wait for a store.
      if (stored.some(({ products }) => products.length > 0)) await catalogueOf(ctx);
      const { languages, textsOfReader } = await textsForAll(headers, athletes);
      const shown = await showResults(ctx, results, async ({ status, details }) => ({
        status,
        activity: await activityToWire(ctx, details, textsOfReader(details.athlete)),
      }));
      return ok({ results: shown }, { tiers: athletes.map(({ tier }) => tier), languages });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/activities/batch-delete',
    operationId: 'deleteActivities',
    tag,
    summary: 'Delete up to 100 activities for any athletes',
    description: `Deletes activities with everything that belongs to them. An activity that does not exist returns \`absent\`. ${ABOUT_ITEMS}`,
    bodyExample: { activities: [{ athlete_external_id: 'sandbox-marathon', external_id: 'workout-88' }] },
    responses: {
      200: {
        description: 'One result per activity.',
        schema: DeletionResults,
        example: { results: [{ status: 'deleted' }] },
      },
    },
    access: 'partner',
    duringAdmission: true,
    scope: null,
    body: ActivityDeletion,
    bodyLimitBytes: BATCH_BODY_BYTES,
    cost: `${BATCH_COST}, and ${RELEARNING_COST}`,
    unitsOfBody: ({ activities }) => unitsOfItems(activities),
    errors: [],
    async handler(ctx, { body }) {
      const names = await parseItems(ctx, body.activities, (each) => parseActivityName(ctx, each));
      const results = await deleteActivities(ctx, names);
      return ok({ results: await showResults(ctx, results, (result) => result) });
    },
  }),
];
