import type { PrescribeInput } from '@musette/engine/prescribe';
import { textsFor, textsForAll } from '@musette/languages/languages';
import type { Texts } from '@musette/languages/texts';
import * as z from 'zod/mini';
import { type Answer, entityTag, exactly, ok } from '#platform/http/answer.ts';
import {
  BATCH_BODY_BYTES,
  BATCH_COST,
  eachInTurn,
  parseItems,
  showResults,
  unitsOfItems,
} from '#platform/http/batch.ts';
import type { PartnerContext, Tier } from '#platform/http/context.ts';
import { isFailure } from '#platform/http/errors.ts';
import { defineRoute } from '#platform/http/route.ts';
import { maySee, withhold } from '#platform/http/scopes.ts';
import { fromWire } from '#platform/http/wire-case.ts';
import { ACTIVITY_BODY_LIMIT_BYTES } from '../records/activity-fields.ts';
import { isStale, tagPartsOf } from '../records/read-activity.ts';
import { subscribeUrl } from '../records/subscribe-link.ts';
import { type Calculation, calculateScenarios, parseScenario } from './calculate-scenarios.ts';
import {
  BatchAnswer,
  ENVELOPE_ALWAYS_SHOWN,
  Envelope,
  envelopeExample,
  envelopeToWire,
  WrittenEnvelope,
  withExplanation,
  withTrajectory,
} from './envelope-shape.ts';
import { calculationUs, deriveAgain, EXPLAINED_LEG_US, type Prescribed } from './prescription-row.ts';
import {
  BARE_ALWAYS_SHOWN,
  type BarePrescription,
  type BareTeaserPrescription,
  barePrescription,
  type FullPrescription,
  fullPrescription,
  type PrescriptionNumbers,
  prescriptionExample,
  teaserPrescription,
} from './prescription-shape.ts';
import { calculatePrescription, getPrescription } from './prescriptions.ts';
import {
  BatchInput,
  includeBesideEnvelope,
  includeExplanation,
  includeSafety,
  includes,
  Scenario,
} from './requests.ts';
import type { Trajectory } from './trajectory-shape.ts';

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

/** Returns a trajectory. Null without an input, and in teaser tier, because it would reveal the numbers. */
async function trajectoryOf(
  tier: Tier,
  input: PrescribeInput | null,
  numbers: PrescriptionNumbers,
): Promise<Trajectory | null> {
  if (tier === 'teaser' || input === null) return null;
  const { trajectoryToWire } = await import('./show-trajectory.ts');
  return trajectoryToWire(input, numbers);
}

async function showCalculation(
  ctx: PartnerContext,
  calculation: Calculation,
  { withSteps, texts }: { readonly withSteps: boolean; readonly texts: Texts },
): Promise<Envelope> {
  const envelope = await envelopeToWire(ctx, { ...calculation, isStale: false }, texts);
  return withSteps ? withExplanation(envelope, calculation.derived, texts) : envelope;
}

interface Shown {
  readonly explanation: boolean;
  readonly trajectory: boolean;
}

const NOTHING_MORE: Shown = { explanation: false, trajectory: false };

/** The envelope requested by `include` of a calculation. Null for the bare prescription. */
const INCLUDED: Readonly<Record<'nothing' | 'safety' | 'safety,explanation', Shown | null>> = {
  nothing: null,
  safety: NOTHING_MORE,
  'safety,explanation': { explanation: true, trajectory: false },
};

async function showBare(
  ctx: PartnerContext,
  { prescription, athlete }: Prescribed,
): Promise<Answer<BarePrescription, 200>> {
  const { tier } = athlete;
  const whole: FullPrescription | BareTeaserPrescription =
    tier === 'full'
      ? fullPrescription(prescription)
      : exactly({
          ...teaserPrescription(prescription),
          tier,
          subscribe_url: await subscribeUrl(ctx.env, ctx.nowMs, athlete.id),
        });
  const seesNumbers = maySee(ctx.principal, 'prescriptions:read');
  return ok(seesNumbers ? whole : withhold(whole, BARE_ALWAYS_SHOWN), { tiers: [tier] });
}

/** Returns the envelope of a stored prescription with what is shown of it, and the metadata of its answer. */
async function envelopeOf(
  ctx: PartnerContext,
  details: Prescribed,
  { shown, headers }: { readonly shown: Shown; readonly headers: Headers },
) {
  const { prescription: numbers, athlete, activity } = details;
  const { tier, id: athleteId } = athlete;
  const texts = await textsFor(headers, athlete);
  const made = await showInTurn(ctx, activity, shown, async () => {
    const derived = await deriveAgain(details, shown.explanation, ctx.requestId);
    const prescription = { numbers, derived, tier, isStale: isStale(details), athleteId };
    const bare = await envelopeToWire(ctx, prescription, texts);
    const explained = shown.explanation ? withExplanation(bare, derived, texts) : bare;
    const envelope = shown.trajectory
      ? withTrajectory(explained, await trajectoryOf(tier, derived.input, numbers))
      : explained;
    return { envelope, derived };
  });
  return { ...made, more: { tiers: [tier], languages: [texts.tag] } };
}

/** Shows the envelope to a token without `prescriptions:read`. */
async function showWritten(
  ctx: PartnerContext,
  details: Prescribed,
  headers: Headers,
): Promise<Answer<WrittenEnvelope, 200>> {
  const { envelope, more } = await envelopeOf(ctx, details, { shown: NOTHING_MORE, headers });
  return ok(withhold(envelope, ENVELOPE_ALWAYS_SHOWN), more);
}

async function showEnvelope(
  ctx: PartnerContext,
  details: Prescribed,
  { shown, headers }: { readonly shown: Shown; readonly headers: Headers },
): Promise<Answer<Envelope, 200>> {
  const { envelope, derived, more } = await envelopeOf(ctx, details, { shown, headers });
  const view = shown.explanation ? 'explanation' : null;
  const shownToo = [...(shown.trajectory ? ['trajectory'] : []), derived.unavailable];
  return ok(envelope, { entityTag: await entityTag([...tagPartsOf(details), view, ...shownToo]), ...more });
}

/** Time to follow a session through its scenarios, and again for each hour (measured, rounded up). */
const FOLLOWED_US = 100;
const FOLLOWED_HOUR_US = 20;
/**
 * Time to show a calculation of a batch, and again for each leg: five times what they take once the code is warm, 2.4 µs with
 * thirteen warnings and 0.3 µs a leg.
 */
const SHOWN_US = 12;
const SHOWN_LEG_US = 2;

/** Returns the longest time that showing a calculation of a batch takes, in microseconds. */
function shownUs({ numbers: { legs } }: Calculation, withSteps: boolean): number {
  const count = legs?.length ?? 1;
  return withSteps ? EXPLAINED_LEG_US * count : SHOWN_US + SHOWN_LEG_US * count;
}

/** Makes an answer with what is shown of a calculation: in a turn if that takes long. */
async function showInTurn<Made extends object>(
  ctx: PartnerContext,
  session: { readonly durationMin: number; readonly segments: readonly unknown[] | null },
  { explanation, trajectory }: Shown,
  make: () => Promise<Made>,
): Promise<Made> {
  const { durationMin, segments } = session;
  const explainedUs = explanation ? EXPLAINED_LEG_US * (segments?.length ?? 1) : 0;
  const followedUs = trajectory ? FOLLOWED_US + FOLLOWED_HOUR_US * (durationMin / 60) : 0;
  const costUs = calculationUs(session, explanation) + explainedUs + followedUs;
  const [made] = await eachInTurn(ctx, [session], () => costUs, make, 'as long as it takes');
  if (made === undefined) throw new Error('one calculation must have one answer');
  return made;
}

export const prescriptionRoutes = [
  defineRoute({
    method: 'POST',
    path,
    operationId: 'calculatePrescription',
    tag,
    summary: 'Calculate the prescription of an activity',
    description:
      'Calculates from the activity and the current profile, replaces any earlier result and returns the bare prescription. The safety data is in the envelope at `Content-Location`. Show the two together. With `include=safety`, returns that envelope with its `ETag`.',
    responses: {
      200: {
        description: 'The bare prescription, or the envelope with `include=safety`.',
        schema: z.union([barePrescription, Envelope, WrittenEnvelope]),
        example: prescriptionExample,
        headers: { 'Content-Location': 'The URL of the envelope with the safety data.' },
      },
    },
    access: 'partner',
    hasTexts: true,
    duringAdmission: true,
    scope: 'prescriptions:create',
    query: z.strictObject(includeSafety),
    errors: ['athlete_not_found', 'activity_not_found'],
    async handler(ctx, { params, query, headers }) {
      const calculated = await calculatePrescription(ctx, params.athlete_id, params.activity_id);
      if (isFailure(calculated)) return calculated;
      const shown = INCLUDED[query.include ?? 'nothing'];
      const answer =
        shown === null
          ? await showBare(ctx, calculated)
          : maySee(ctx.principal, 'prescriptions:read')
            ? await showEnvelope(ctx, calculated, { shown, headers })
            : await showWritten(ctx, calculated, headers);
      const { athleteId, id } = calculated.activity;
      const url = `${ctx.env.baseUrl}/v1/athletes/${athleteId}/activities/${id}/prescription`;
      return { ...answer, headers: { 'Content-Location': url } };
    },
  }),
  defineRoute({
    method: 'GET',
    path,
    operationId: 'getPrescription',
    tag,
    summary: 'Read the prescription of an activity',
    description:
      'Returns the last prescription with its safety data. `stale` is true if the activity, the profile or the engine has changed since. The tag changes with anything that would change the numbers.',
    responses: { 200: { description: 'The envelope.', schema: Envelope, example: envelopeExample } },
    access: 'partner',
    entityTag: true,
    hasTexts: true,
    scope: 'prescriptions:read',
    query: z.strictObject(includeBesideEnvelope),
    errors: ['athlete_not_found', 'activity_not_found', 'prescription_not_found'],
    async handler(ctx, { params, query, headers }) {
      const found = await getPrescription(ctx, params.athlete_id, params.activity_id);
      if (isFailure(found)) return found;
      return showEnvelope(ctx, found, {
        shown: {
          explanation: includes(query.include, 'explanation'),
          trajectory: includes(query.include, 'trajectory'),
        },
        headers,
      });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/nutrition/calculate',
    operationId: 'calculateNutrition',
    tag,
    summary: 'Calculate without storing',
    description:
      'Calculates for the activity in the request and a stored athlete, a profile in the request, or both. If both are given, the profile overrides the stored fields. Nothing is stored.',
    bodyExample: scenarioExample,
    responses: { 200: { description: 'The envelope.', schema: Envelope, example: envelopeExample } },
    access: 'partner',
    hasTexts: true,
    duringAdmission: true,
    scope: null,
    query: z.strictObject(includeBesideEnvelope),
    body: Scenario,
    bodyLimitBytes: ACTIVITY_BODY_LIMIT_BYTES,
    errors: ['athlete_not_found'],
    async handler(ctx, { query, body, headers }) {
      const withSteps = includes(query.include, 'explanation');
      const [result] = await calculateScenarios(ctx, [fromWire(body)], withSteps);
      if (result === undefined) throw new Error('one scenario must have one result');
      if (isFailure(result)) return result;
      const texts = await textsFor(headers, result.reader);
      const trajectory = includes(query.include, 'trajectory');
      const shown = { explanation: withSteps, trajectory };
      const answer = await showInTurn(ctx, result.input.activity, shown, async () => {
        const envelope = await showCalculation(ctx, result, { withSteps, texts });
        const { tier, input, numbers } = result;
        return trajectory ? withTrajectory(envelope, await trajectoryOf(tier, input, numbers)) : envelope;
      });
      return ok(answer, {
        tiers: [result.tier],
        languages: [texts.tag],
      });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/nutrition/calculate/batch',
    operationId: 'calculateNutritionBatch',
    tag,
    summary: 'Calculate up to 50 scenarios without storing',
    description:
      'Returns results in the order of the scenarios. A scenario that is invalid, or whose athlete is unknown or in the other environment, returns an `error` item with pointers relative to that scenario. The rest are not affected.',
    bodyExample: { scenarios: [scenarioExample] },
    responses: {
      200: {
        description: 'One result per scenario.',
        schema: BatchAnswer,
        example: { results: [envelopeExample] },
      },
    },
    access: 'partner',
    hasTexts: true,
    duringAdmission: true,
    scope: null,
    query: z.strictObject(includeExplanation),
    body: BatchInput,
    bodyLimitBytes: BATCH_BODY_BYTES,
    cost: BATCH_COST,
    unitsOfBody: ({ scenarios }) => unitsOfItems(scenarios),
    errors: [],
    async handler(ctx, { query, body, headers }) {
      const scenarios = await parseItems(ctx, body.scenarios, (scenario) => parseScenario(ctx, scenario));
      const withSteps = query.include === 'explanation';
      const results = await calculateScenarios(ctx, scenarios, withSteps);
      const done = results.flatMap((result) => (isFailure(result) ? [] : [result]));
      const { languages, textsOfReader } = await textsForAll(
        headers,
        done.map(({ reader }) => reader),
      );
      const shown = await showResults(
        ctx,
        results,
        (result) => showCalculation(ctx, result, { withSteps, texts: textsOfReader(result.reader) }),
        (result) => shownUs(result, withSteps),
      );
      return ok({ results: shown }, { tiers: done.map(({ tier }) => tier), languages });
    },
  }),
];
