import * as z from 'zod/mini';
import { DAY_MS, yesterdayMs } from '#platform/clock.ts';
import { noContent, ok } from '#platform/http/answer.ts';
import { type Failure, invalid, isFailure } from '#platform/http/errors.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { defineRoute } from '#platform/http/route.ts';
import { text } from '#platform/http/wire-fields.ts';
import {
  queuedExample,
  Recalculation,
  recalculationExample,
  recalculationToWire,
} from './recalculation-shape.ts';
import {
  cancelRecalculation,
  findRecalculation,
  type Selection,
  startRecalculation,
} from './recalculations.ts';

const ATHLETES_MAX = 1000;
/** Days after the first one if `to` is missing: the sessions that an athlete prepares for. */
const DEFAULT_DAYS = 14;

const RecalculationInput = documented(
  z.strictObject({
    from: described(
      z.optional(z.iso.date()),
      'First day of the activities, inclusive, as in their lists: the local day if it is known, else in UTC. Default: yesterday in UTC, because it is still yesterday in parts of the world.',
    ),
    to: described(
      z.optional(z.iso.date()),
      'Last day, inclusive. Default: 14 days after today, or after `from`.',
    ),
    athlete_ids: described(
      z.optional(z.array(text(100, 1)).check(z.minLength(1), z.maxLength(ATHLETES_MAX))),
      'Only activities of these athletes. Identifiers of deleted athletes, or of athletes that are not yours, match nothing.',
    ),
    only: described(
      z.optional(z.enum(['stale', 'all'])),
      '`stale` (the default) skips activities whose prescription is current. `all` calculates every one.',
    ),
  }),
  { id: 'RecalculationInput' },
);

/** Reads the activities that a request selects. Rejects days in the wrong order. */
function parseSelection(body: z.output<typeof RecalculationInput>, nowMs: number): Selection | Failure {
  const yesterday = yesterdayMs(nowMs);
  const firstMs = body.from === undefined ? yesterday + DAY_MS : Date.parse(body.from);
  const lastMs = body.to === undefined ? firstMs + DEFAULT_DAYS * DAY_MS : Date.parse(body.to);
  const fromMs = body.from === undefined ? yesterday : firstMs;
  if (lastMs < firstMs) {
    const message = body.from === undefined ? 'is in the past: send `from` too' : 'is before `from`';
    return invalid({ pointer: '/to', code: 'invalid_range', message });
  }
  return {
    fromMs,
    beforeMs: lastMs + DAY_MS,
    athleteIds: body.athlete_ids ?? null,
    onlyStale: body.only !== 'all',
  };
}

const tag = 'Recalculations';
const listPath = '/v1/recalculations';
const itemPath = '/v1/recalculations/{recalculation_id}';

export const recalculationRoutes = [
  defineRoute({
    method: 'POST',
    path: listPath,
    operationId: 'createRecalculation',
    tag,
    summary: 'Start a recalculation',
    description:
      "Calculates and stores the prescriptions of all selected activities in the background. By default it selects activities of all athletes in the key's environment, from yesterday to 14 days ahead, whose prescription is stale or missing. Each calculation is reported as `prescription.calculated`, the end as `recalculation.finished`. Only one can run at a time per environment. Equal requests sent at the same time start one recalculation and all get its `id`. Activities created meanwhile may be missed, so calculate them when you create them.",
    bodyExample: { from: '2026-11-21', to: '2026-12-05', only: 'stale' },
    responses: {
      202: {
        description: 'Started. Read its progress at `Location`.',
        schema: Recalculation,
        example: queuedExample,
      },
    },
    access: 'partner',
    duringAdmission: true,
    scope: null,
    idempotent: true,
    body: RecalculationInput,
    isBodyOptional: true,
    errors: ['recalculation_running'],
    handler(ctx, { body, claim }) {
      const selection = parseSelection(body, ctx.nowMs);
      return isFailure(selection) ? selection : startRecalculation(ctx, selection, claim);
    },
  }),
  defineRoute({
    method: 'GET',
    path: itemPath,
    operationId: 'getRecalculation',
    tag,
    summary: 'Read a recalculation',
    description:
      'Returns its progress. The counts are updated every few hundred activities. Kept for 30 days.',
    responses: {
      200: { description: 'The recalculation.', schema: Recalculation, example: recalculationExample },
    },
    access: 'partner',
    scope: null,
    errors: ['recalculation_not_found'],
    async handler(ctx, { params }) {
      const found = await findRecalculation(ctx, params.recalculation_id);
      return isFailure(found) ? found : ok(recalculationToWire(found));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: itemPath,
    operationId: 'cancelRecalculation',
    tag,
    summary: 'Cancel a recalculation',
    description:
      'Cancels the recalculation if it has not finished. Another one can start immediately. Prescriptions already calculated stay. Up to 250 activities in progress may still be calculated, without being counted.',
    responses: { 204: { description: 'Cancelled, or already finished.' } },
    access: 'partner',
    duringAdmission: true,
    scope: null,
    errors: ['recalculation_not_found'],
    async handler(ctx, { params }) {
      return (await cancelRecalculation(ctx, params.recalculation_id)) ?? noContent();
    },
  }),
];
