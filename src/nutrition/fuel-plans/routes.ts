import { textsFor, UNITS } from '@musette/languages/languages';
import * as z from 'zod/mini';
import { ok, preferredType } from '#platform/http/answer.ts';
import { isFailure } from '#platform/http/errors.ts';
import { inTurn } from '#platform/http/heavy-work.ts';
import { described } from '#platform/http/openapi-metadata.ts';
import { queryFlag } from '#platform/http/pagination.ts';
import { defineRoute } from '#platform/http/route.ts';
import { fromWire } from '#platform/http/wire-case.ts';
import { budgetErrors, describeQuery } from '../catalogue/guard-access.ts';
import { FullPlan, fuelPlanExample, PLAN_FORMS, TeaserPlan } from './fuel-plan-shape.ts';
import { includeTrajectory, ReplanInput } from './requests.ts';

const withCaffeine = {
  caffeine: described(
    z.optional(z.enum(['none', 'any'])),
    '`any` plans caffeine, `none` plans none. Default: `caffeine` of the activity, else of the athlete.',
  ),
};

const inUnits = {
  units: described(
    z.optional(z.enum(UNITS)),
    "Units of texts and of fillings. Default: the athlete's. Numbers are metric.",
  ),
};

/** The cost of a plan, a replan or a plan's form (`chargeCalculation`). */
const PLAN_COST = '1 unit per started 6 hours of the session, plus 1 per started 20 stations';

export const fuelPlanRoutes = [
  defineRoute({
    method: 'GET',
    path: '/v1/athletes/{athlete_id}/activities/{activity_id}/fuel-plan',
    operationId: 'getFuelPlan',
    tag: 'Products',
    summary: 'Plan what to take and when',
    description: [
      'Plans what the athlete does over the session with the attached products. With `suggest=true`, plans what this athlete could eat and drink. Show `rows`: they list what the athlete does, leg by leg. Rows, totals and coverage are computed from the same bottles and intakes: fluid that is in no bottle, cup or refill is not in the plan. `timeline` has the amounts for charts. `safety` comes from the prescription, in both tiers. Show it and `allergens` with the plan.',
      'A plan follows usual practice for the event: the share from drinks, food every 20 to 45 minutes, solids early, something savoury beyond 6 h, at most one mix and one salted water, in drinks of 30 to 80 g of carbohydrate per litre. During the session, bottles are filled whole or half. Nothing is planned in the swim of a multi-sport event. No hour exceeds a ceiling. `notes` names the constraint that keeps a quantity from its target: carbohydrate beyond 10%, sodium and fluid beyond 15%. Post `products` of a suggestion to attach them, and the plan stays the same.',
      '`fuel_preferences` of the athlete override everything except safety: what they avoid, the formats they like and the products they own. With a course, `stations` says what to take at each stop, including T1 and T2. Where nobody listed all stations, a plan may assume water: refills (`kind: "refill"`) in training, long rides and races on foot without a list, at checkpoints of an incomplete list, and tables of cups about every 20 minutes in running races up to 4 hours. `assumptions` says so, with the fluid of the plan without it; beyond 15% of the target, that keeps its note. `refills: "none"` plans without assumed water. No plan needs more than bottles, belt, vest or jersey can carry. `recipes` says how much powder to weigh into each bag, and `bottles` how many bags each filling takes.\n\n`Accept` chooses the format. Unlisted types get JSON. Every format includes the fluid ceiling and the disclaimer. The request counts and is logged as an access to the products of the plan.',
    ].join('\n\n'),
    responses: {
      200: {
        description: 'The plan. In teaser tier, the categories of its products.',
        schema: z.discriminatedUnion('tier', [FullPlan, TeaserPlan]),
        otherContent: {
          'image/svg+xml':
            'A drawing of the plan: profile, bottles, gels, food and stations over time, above the text of the plan. It names the session and follows the reader’s light or dark setting. In teaser tier: ranges, ceilings and the subscribe link.',
          'text/html':
            'Sheets to print on A4 or Letter. The first is to read (one page for sessions up to 12 hours). “Pack it” is for the night before: what to buy, weigh, mix and carry, with boxes to tick. Then come parts to cut out: cards (45 × 130 mm), bottle labels and tags for drop bags. `include=trajectory` adds the session over time, for a coach. No scripts and no external resources. In teaser tier: ranges, ceilings and the subscribe link.',
          'application/vnd.ant.fit':
            'A FIT course with a point at each action and station. Without a course that has positions: 409 `course_required`. Full tier only.',
          'text/calendar':
            'The session as an event with an alarm at each action. Without `scheduled_at`: 409 `not_scheduled`. Full tier only.',
          'text/plain':
            'One line for a workout description, then notes, what to do and when, what to pack, and ceilings. In teaser tier: ranges, ceilings and the subscribe link.',
        },
        headers: { Vary: 'Accept and Accept-Language.' },
        example: fuelPlanExample,
      },
    },
    access: 'partner',
    hasTexts: true,
    scope: 'products:read',
    cost: PLAN_COST,
    furtherScopes: ['prescriptions:read'],
    query: z.strictObject({
      suggest: z.optional(queryFlag('Chooses products instead of using the attached ones.')),
      ...withCaffeine,
      ...inUnits,
      ...includeTrajectory,
    }),
    errors: [
      'athlete_not_found',
      'activity_not_found',
      'prescription_not_found',
      'full_tier_required',
      'not_scheduled',
      'course_required',
      ...budgetErrors,
    ],
    async handler(ctx, { params, query, headers, path }) {
      const { getFuelPlan } = await import('./get-fuel-plan.ts');
      return getFuelPlan(ctx, params.athlete_id, params.activity_id, {
        suggest: query.suggest === true,
        caffeine: query.caffeine ?? null,
        units: query.units ?? null,
        withTrajectory: query.include === 'trajectory',
        form: preferredType(headers.get('accept'), PLAN_FORMS) ?? 'application/json',
        headers,
        query: describeQuery(path.replace(/^\/v1\/athletes\/[^/]+/, ''), query),
      });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/athletes/{athlete_id}/activities/{activity_id}/fuel-plan/replan',
    operationId: 'replanFuelPlan',
    tag: 'Products',
    summary: 'Plan the rest of a session',
    description:
      'Plans from `at_min` to the end, given what was taken so far. The shape is that of the fuel plan. Minutes count from the start of the session; totals cover the rest. Any excess so far is deducted from the rest, but missed amounts are not made up. The plan stays within the ceilings of the whole session minus what was taken: no more fluid once the session’s maximum has been drunk. `safety` covers the whole session, not the rest. Show `totals` next to it and, after drinking too much, the note with `left_ml` in its parameters, which says how much is still safe. If everything went as planned, this is the rest of the plan. Otherwise the rest of a suggestion is replanned by the same rules. Nobody drinks from an empty or lost bottle: `bottles_left_ml`, `lost` and `missed_stations` say what happened, else the content of the bottles follows from what was filled and drunk. No later leg makes up for an earlier one. Attached products and `products_left` are used as far as they fit. Nothing is stored. The request counts and is logged as an access to the products of the plan. Full tier only.',
    bodyExample: {
      at_min: 60,
      taken: { carb_g: 45, fluid_ml: 800, sodium_mg: 300 },
      stomach: 'poor',
    },
    responses: {
      200: {
        description: 'The plan for the rest of the session.',
        schema: FullPlan,
        example: fuelPlanExample,
      },
    },
    access: 'partner',
    hasTexts: true,
    scope: 'products:read',
    cost: PLAN_COST,
    furtherScopes: ['prescriptions:read'],
    query: z.strictObject({ ...withCaffeine, ...inUnits, ...includeTrajectory }),
    body: ReplanInput,
    errors: [
      'athlete_not_found',
      'activity_not_found',
      'prescription_not_found',
      'full_tier_required',
      ...budgetErrors,
    ],
    async handler(ctx, { params, query, body, path, headers }) {
      const { at_min, taken, expected_end_min, stomach, products_left, suggest, lost } = body;
      const { replanFuelPlan } = await import('./replan-fuel-plan.ts');
      const plan = await replanFuelPlan(ctx, params.athlete_id, params.activity_id, {
        atMin: at_min,
        taken: fromWire(taken),
        expectedEndMin: expected_end_min ?? null,
        stomach: stomach ?? 'good',
        productsLeft: products_left ? fromWire(products_left) : null,
        bottlesLeftMl: body.bottles_left_ml ?? null,
        lost: lost
          ? { bottles: lost.bottles ?? [], products: lost.products ?? [], bags: lost.bags ?? [] }
          : null,
        missedStations: body.missed_stations ?? [],
        goesOn: body.goes_on ?? false,
        suggest: suggest ?? null,
        caffeine: query.caffeine ?? null,
        units: query.units ?? null,
        query: describeQuery(path.replace(/^\/v1\/athletes\/[^/]+/, ''), query),
        withTrajectory: query.include === 'trajectory',
      });
      if (isFailure(plan)) return plan;
      const texts = await textsFor(headers, plan.athlete, query.units);
      const { fullPlanToWire } = await import('./plan-to-wire.ts');
      const shown = await inTurn(
        ctx.principal,
        () => fullPlanToWire(ctx, plan, texts),
        'as long as it takes',
      );
      return ok(shown, {
        tiers: [plan.athlete.tier],
        languages: [texts.tag],
      });
    },
  }),
];
