import { noContent, ok } from '#platform/http/answer.ts';
import { isFailure } from '#platform/http/errors.ts';
import { defineRoute } from '#platform/http/route.ts';
import {
  queuedExample,
  Recalculation,
  recalculationExample,
  recalculationToWire,
} from './recalculation-shape.ts';
import { cancelRecalculation, findRecalculation, startRecalculation } from './recalculations.ts';
import { parseSelection, RecalculationInput } from './requests.ts';

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
      "Calculates and stores the prescriptions of all selected activities in the background. By default it selects activities of all athletes in the key's environment, from today to 14 days ahead, whose prescription is stale or missing. Each calculation is reported as `prescription.calculated`, the end as `recalculation.finished`. Only one can run at a time per environment. Equal requests sent at the same time start one recalculation and all get its `id`. Activities created meanwhile may be missed, so calculate them when you create them.",
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
