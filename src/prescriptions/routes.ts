import * as z from 'zod/mini';
import { ok } from '../http/answer.ts';
import { entityTag } from '../http/conditional.ts';
import type { PartnerContext } from '../http/context.ts';
import { errorBody, isFailure } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { maySee, withhold } from '../http/scopes.ts';
import { fromWire } from '../http/wire-case.ts';
import { isStale, tagPartsOf } from '../records/read-activity.ts';
import { subscribeUrl } from '../records/subscribe-link.ts';
import { BatchAnswer, barePrescription, Envelope, envelopeExample, prescriptionExample } from './answers.ts';
import { calculatePrescription } from './calculate-prescription.ts';
import { type Calculation, calculateScenarios, parseScenario } from './calculate-scenarios.ts';
import { getPrescription } from './get-prescription.ts';
import { BatchInput, includeExplanation, Scenario } from './requests.ts';
import { envelopeToWire, prescriptionToWire } from './wire.ts';

const tag = 'Prescriptions';

const scenarioExample = {
  profile: { sex: 'male', birth_year: 1990, body_mass_kg: 70, height_cm: 177, fitness_level: 4 },
  activity: {
    type: 'run',
    duration_min: 210,
    intensity_level: 7,
    thermal_stress_level: 4,
    is_race_event: true,
  },
};

const path = '/v1/athletes/{athlete_id}/activities/{activity_id}/prescription';

function showCalculation(ctx: PartnerContext, { numbers, tier, athleteId, explanation }: Calculation) {
  return envelopeToWire(ctx, { numbers, tier, isStale: false, athleteId, explanation });
}

export const prescriptionRoutes = [
  defineRoute({
    method: 'POST',
    path,
    operationId: 'calculatePrescription',
    tag,
    summary: 'Calculate the prescription of an activity',
    description:
      'Calculates from the activity and the present profile, stores the result over any earlier one and returns the prescription itself. The safety data is in the envelope at `Content-Location`; show them together.',
    responses: {
      200: {
        description: 'The prescription, without an envelope.',
        schema: barePrescription,
        example: prescriptionExample,
        headers: { 'Content-Location': 'The URL of the envelope with the safety data.' },
      },
    },
    access: 'partner',
    scope: 'prescriptions:create',
    errors: ['athlete_not_found', 'activity_not_found'],
    async handler(ctx, { params }) {
      const calculated = await calculatePrescription(ctx, params.athlete_id, params.activity_id);
      if (isFailure(calculated)) return calculated;
      const { numbers, tier } = calculated;
      const teaser =
        tier === 'teaser'
          ? { tier, subscribe_url: await subscribeUrl(ctx.env, ctx.nowMs, params.athlete_id) }
          : {};
      const envelope = `${ctx.env.baseUrl}/v1/athletes/${params.athlete_id}/activities/${params.activity_id}/prescription`;
      const whole = prescriptionToWire(numbers, tier);
      const shown = maySee(ctx.principal, 'prescriptions:read') ? whole : withhold(whole, ['calculated_at']);
      return ok({ ...shown, ...teaser }, { headers: { 'Content-Location': envelope }, tiers: [tier] });
    },
  }),
  defineRoute({
    method: 'GET',
    path,
    operationId: 'getPrescription',
    tag,
    summary: 'Read the prescription of an activity',
    description:
      'The last calculated prescription with its safety data. `stale` is true if the activity, the profile or the engine has changed since. Honours `If-None-Match`; the tag changes with anything that would change the numbers.',
    responses: { 200: { description: 'The envelope.', schema: Envelope, example: envelopeExample } },
    access: 'partner',
    scope: 'prescriptions:read',
    query: z.strictObject(includeExplanation),
    errors: ['athlete_not_found', 'activity_not_found', 'prescription_not_found'],
    async handler(ctx, { params, query }) {
      const withExplanation = query.include === 'explanation';
      const found = await getPrescription(ctx, params.athlete_id, params.activity_id, withExplanation);
      if (isFailure(found)) return found;
      const body = await envelopeToWire(ctx, {
        numbers: found.prescription,
        tier: found.athlete.tier,
        isStale: isStale(found),
        athleteId: found.athlete.id,
        explanation: found.prescription.explanation ?? null,
      });
      const tagOfView = await entityTag([...tagPartsOf(found), query.include ?? null]);
      return ok(body, { entityTag: tagOfView, tiers: [found.athlete.tier] });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/nutrition/calculate',
    operationId: 'calculateNutrition',
    tag,
    summary: 'Calculate without storing',
    description:
      'Calculates for an activity that is not stored, and for a stored athlete, the profile in the request, or both: the profile then overrides the athlete. Nothing is stored.',
    bodyExample: scenarioExample,
    responses: { 200: { description: 'The envelope.', schema: Envelope, example: envelopeExample } },
    access: 'partner',
    scope: null,
    query: z.strictObject(includeExplanation),
    body: Scenario,
    errors: ['athlete_not_found'],
    async handler(ctx, { query, body }) {
      const [result] = await calculateScenarios(ctx, [fromWire(body)], query.include === 'explanation');
      if (result === undefined) throw new Error('one scenario gave no result');
      if (isFailure(result)) return result;
      return ok(await showCalculation(ctx, result), { tiers: [result.tier] });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/nutrition/calculate/batch',
    operationId: 'calculateNutritionBatch',
    tag,
    summary: 'Calculate up to 50 scenarios without storing',
    description:
      'Returns results in the order of the scenarios. A scenario that is invalid, or whose athlete is unknown or of the other environment, is an `error` item with pointers relative to that scenario; the others are not affected.',
    bodyExample: { scenarios: [scenarioExample] },
    responses: {
      200: {
        description: 'One result per scenario.',
        schema: BatchAnswer,
        example: { results: [envelopeExample] },
      },
    },
    access: 'partner',
    scope: null,
    query: z.strictObject(includeExplanation),
    body: BatchInput,
    bodyLimitBytes: 256 * 1024,
    errors: [],
    async handler(ctx, { query, body }) {
      const scenarios = body.scenarios.map((scenario) => parseScenario(ctx, scenario));
      const results = await calculateScenarios(ctx, scenarios, query.include === 'explanation');
      const shown = results.map((result) =>
        isFailure(result) ? errorBody(result, ctx.requestId, ctx.env.baseUrl) : showCalculation(ctx, result),
      );
      const tiers = results.flatMap((result) => (isFailure(result) ? [] : [result.tier]));
      return ok({ results: await Promise.all(shown) }, { tiers });
    },
  }),
];
