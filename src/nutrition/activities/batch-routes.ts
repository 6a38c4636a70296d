import { textsForAll } from '#core/languages/languages.ts';
import { ok } from '#platform/http/answer.ts';
import { BATCH_BODY_BYTES, BATCH_COST, parseItems, showResults, unitsOfItems } from '#platform/http/batch.ts';
import { isFailure } from '#platform/http/errors.ts';
import { defineRoute } from '#platform/http/route.ts';
import { catalogueOf } from '../catalogue/catalogue-copy.ts';
import { RELEARNING_COST } from '../learning/change-history.ts';
import { ActivityResults, activityExample, activityToWire, DeletionResults } from './activity-shape.ts';
import { deleteActivities } from './delete-activities.ts';
import { ActivityBatch, ActivityDeletion, parseActivityItem, parseActivityName } from './requests.ts';
import { upsertActivities } from './upsert-activities.ts';

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
      const { languages, textsOfLocale } = await textsForAll(headers, athletes);
      const shown = await showResults(ctx, results, async ({ status, details }) => ({
        status,
        activity: await activityToWire(ctx, details, textsOfLocale(details.athlete.locale)),
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
