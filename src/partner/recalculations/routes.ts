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
      "Calculates and stores the prescriptions of all activities that are selected, in the background: by default those of today and the next 14 days, of all athletes of the key's environment, where the prescription is stale or missing. Each one is reported as `prescription.calculated`, and the end as `recalculation.finished`. One at a time in each environment; equal requests that are sent at the same time start one, and all get its `id`. Activities that are created meanwhile may be left out: calculate them when you create them.",
    bodyExample: { from: '2026-11-21', to: '2026-12-05', only: 'stale' },
    responses: {
      202: {
        description: 'Begun; read its progress at `Location`.',
        schema: Recalculation,
        example: queuedExample,
      },
    },
    access: 'partner',
    besideAdmission: true,
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
    description: 'Returns its progress: the counts grow every few hundred activities. Kept for 30 days.',
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
      'Cancels it if it has not finished; another one can start at once. Prescriptions that it has calculated stay, and up to 250 activities that it is working on may still follow, without being counted.',
    responses: { 204: { description: 'Cancelled, or it had finished.' } },
    access: 'partner',
    besideAdmission: true,
    scope: null,
    errors: ['recalculation_not_found'],
    async handler(ctx, { params }) {
      return (await cancelRecalculation(ctx, params.recalculation_id)) ?? noContent();
    },
  }),
];
