import * as z from 'zod/mini';
import { textsFor } from '#core/languages/languages.ts';
import { ok } from '#platform/http/answer.ts';
import { isFailure } from '#platform/http/errors.ts';
import { described } from '#platform/http/openapi-metadata.ts';
import { queryFlag } from '#platform/http/pagination.ts';
import { defineRoute } from '#platform/http/route.ts';
import { fromWire } from '#platform/http/wire-case.ts';
import { budgetErrors, describeQuery } from '../catalogue/guard-access.ts';
import { chooseForm } from './forms/choose-form.ts';
import { FullPlan, fuelPlanExample, fullPlanToWire, TeaserPlan } from './fuel-plan-shape.ts';
import { includeTrajectory, ReplanInput } from './requests.ts';

/** Whether a suggestion plans caffeine. */
const withCaffeine = {
  caffeine: described(
    z.optional(z.enum(['none', 'any'])),
    '`any`: plan caffeine, `none`: plan none. Default: what the activity or else the athlete says in `caffeine`.',
  ),
};

export const fuelPlanRoutes = [
  defineRoute({
    method: 'GET',
    path: '/v1/athletes/{athlete_id}/activities/{activity_id}/fuel-plan',
    operationId: 'getFuelPlan',
    tag: 'Products',
    summary: 'Plan when to take what',
    description: [
      'Lays the attached products over the session, or with `suggest=true` plans what this athlete could eat and drink. `rows` says what the athlete does, leg by leg: show these. `timeline` has the amounts for charts. `safety` is that of the prescription, in both tiers: show it and `allergens` with the plan.',
      'A suggestion meets carbohydrate and sodium within 5 %, or says why not in `suggestion.notes`. It is fuelled as is usual for the event: how much of it is drunk, food every 20 to 45 minutes, solids early, something savoury beyond 6 h. It asks for at most five products, seven beyond 6 h, of few brands. Drinks have 30 to 80 g of carbohydrate per litre, bottles are filled in steps of 50 ml, and nothing is planned in the swim of a multi-sport event. Fluid is never above the prescription, and no hour is above a ceiling. `compromises` names every rule that could not be kept.',
      '`fuel_preferences` of the athlete come before everything but safety: what they avoid, the formats they like, and what they own. With a course, `stations` says what to take at each stop, T1 and T2 among them; what stations offer is planned with: food and gels, cups of water and sports drink, broth in long events, and cola as caffeine where a dose is due. Nobody is asked to carry more than a belt, vest or jersey holds. `bottles` has the recipe of each filling, of the vessels of the activity or athlete, else of usual ones. `Accept` chooses the form; every form carries the fluid ceiling and the disclaimer, and one that is not listed here is JSON. Counts and is logged as an access to its products.',
    ].join('\n\n'),
    responses: {
      200: {
        description: 'The plan; in teaser tier the categories of its products.',
        schema: z.discriminatedUnion('tier', [FullPlan, TeaserPlan]),
        otherContent: {
          'image/svg+xml':
            'The plan as a drawing that names the session and follows the light or dark setting of the reader: profile, bottles, gels, food and stations over time, what to do and when, and the sums with their ceilings. In teaser tier ranges, ceilings and the subscribe link.',
          'text/html':
            'Sheets to print on A4 or Letter: one to read (one page for sessions up to 12 hours), then cards for the top tube (45 × 130 mm) and the pocket (85 × 54 mm, folded once), labels for bottles (180 × 60 mm) and tags for drop bags to cut out. No script, nothing loaded. In teaser tier ranges, ceilings and the subscribe link.',
          'application/vnd.ant.fit':
            'A FIT course with a point at each intake and station if the course of the activity has positions, else a FIT workout whose steps carry the intakes as notes. Full tier only.',
          'text/calendar':
            'The session as an event with alarms at the intakes; 409 `not_scheduled` without `scheduled_at`. Full tier only.',
          'text/plain':
            'One line for the description of a workout, then times, stations, bottles, shopping list and ceilings; in teaser tier ranges, ceilings and the subscribe link.',
        },
        headers: { Vary: 'Accept and Accept-Language.' },
        example: fuelPlanExample,
      },
    },
    access: 'partner',
    hasTexts: true,
    scope: 'products:read',
    furtherScopes: ['prescriptions:read'],
    query: z.strictObject({
      suggest: z.optional(queryFlag('Choose the products instead of using the attached ones.')),
      ...withCaffeine,
      ...includeTrajectory,
    }),
    errors: [
      'athlete_not_found',
      'activity_not_found',
      'prescription_not_found',
      'full_tier_required',
      'not_scheduled',
      ...budgetErrors,
    ],
    async handler(ctx, { params, query, headers, path }) {
      const { getFuelPlan } = await import('./get-fuel-plan.ts');
      return getFuelPlan(ctx, params.athlete_id, params.activity_id, {
        suggest: query.suggest === true,
        caffeine: query.caffeine ?? null,
        withTrajectory: query.include === 'trajectory',
        form: chooseForm(headers.get('accept')),
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
      'Plans from `at_min` to the end with what was taken so far, in the shape of the fuel plan: minutes count from the start of the session, totals are those of the rest. Any excess taken so far is deducted from the rest, missed amounts are not made up, and what is planned stays within the ceilings of the whole session less the amounts taken: no fluid once that of the session was drunk. `safety` is that of the whole session, not of the rest: show `totals` beside it and, after drinking too much, the note `little_fluid_left`, which says how much is still safe. If everything went as planned, it is the rest of the plan. Otherwise what is left of a suggestion is mixed anew by the same rules; attached products and those of `products_left` are used as far as they fit. Nothing is stored. Counts and is logged as an access to its products; full tier only.',
    bodyExample: {
      at_min: 60,
      taken: { carb_g: 45, fluid_ml: 800, sodium_mg: 300 },
      stomach: 'poor',
    },
    responses: {
      200: { description: 'The plan of the rest.', schema: FullPlan, example: fuelPlanExample },
    },
    access: 'partner',
    hasTexts: true,
    scope: 'products:read',
    furtherScopes: ['prescriptions:read'],
    query: z.strictObject({ ...withCaffeine, ...includeTrajectory }),
    body: ReplanInput,
    errors: [
      'athlete_not_found',
      'activity_not_found',
      'prescription_not_found',
      'full_tier_required',
      ...budgetErrors,
    ],
    async handler(ctx, { params, query, body, path, headers }) {
      const { at_min, taken, expected_end_min, stomach, products_left, suggest } = body;
      const { replanFuelPlan } = await import('./replan-fuel-plan.ts');
      const plan = await replanFuelPlan(ctx, params.athlete_id, params.activity_id, {
        atMin: at_min,
        taken: fromWire(taken),
        expectedEndMin: expected_end_min ?? null,
        stomach: stomach ?? 'good',
        productsLeft: products_left ? fromWire(products_left) : null,
        suggest: suggest ?? null,
        caffeine: query.caffeine ?? null,
        query: describeQuery(path.replace(/^\/v1\/athletes\/[^/]+/, ''), query),
        withTrajectory: query.include === 'trajectory',
      });
      if (isFailure(plan)) return plan;
      const texts = await textsFor(headers, plan.athlete.locale);
      return ok(fullPlanToWire(plan, texts), {
        tiers: [plan.athlete.tier],
        languages: [texts.language],
      });
    },
  }),
];
