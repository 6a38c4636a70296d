import * as z from 'zod/mini';
import { ok } from '../http/answer.ts';
import { isFailure } from '../http/errors.ts';
import { described, documented } from '../http/openapi-metadata.ts';
import { queryFlag } from '../http/pagination.ts';
import { defineRoute } from '../http/route.ts';
import { tierFields } from '../prescriptions/answers.ts';
import { Coverage, coverageExample } from './coverage-answers.ts';
import { drawFuelPlan } from './draw-fuel-plan.ts';
import { makeFuelPlan } from './fuel-plan.ts';
import { fuelPlanToWire } from './fuel-plan-wire.ts';
import { budgetErrors, describeQuery } from './guard-access.ts';
import { productExample } from './product-answers.ts';
import { category } from './requests.ts';

const amounts = {
  carb_g: z.number(),
  sodium_mg: z.number(),
  fluid_ml: z.number(),
  caffeine_mg: z.number(),
};

const distance = z.object({
  target: z.number(),
  planned: z.number(),
  percent_off: z.nullable(z.number()),
});

const FullPlan = documented(
  z.object({
    tier: z.literal('full'),
    duration_min: z.int(),
    prescription_stale: z.boolean(),
    products: described(
      z.array(
        z.object({
          product_id: z.string(),
          brand: z.string(),
          name: z.string(),
          category,
          servings: z.number(),
        }),
      ),
      'Post the `product_id` and `servings` of each to `…/products` to attach them.',
    ),
    timeline: z.array(
      z.object({
        at_min: z.int(),
        items: z.array(
          z.object({
            product_id: z.string(),
            name: z.string(),
            servings: z.number(),
            fluid_ml: described(z.number(), 'Sipped until the next mark.'),
          }),
        ),
        ...amounts,
        cumulative: z.object(amounts),
      }),
    ),
    totals: z.object(amounts),
    coverage: Coverage,
    suggestion: described(
      z.nullable(
        z.object({
          optimises: z.string(),
          within_target: z.boolean(),
          distance: z.object({ carb_g: distance, sodium_mg: distance, fluid_ml: distance }),
          notes: described(z.array(z.string()), 'Reasons for missed targets.'),
        }),
      ),
      'Null for a plan of the attached products.',
    ),
  }),
  { id: 'FuelPlan' },
);

const TeaserPlan = documented(
  z.object({ ...tierFields, tier: z.literal('teaser'), categories: z.array(category) }),
  { id: 'TeaserFuelPlan' },
);

const tenGels = { carb_g: 25, sodium_mg: 20, fluid_ml: 0, caffeine_mg: 0 };

export const fuelPlanRoutes = [
  defineRoute({
    method: 'GET',
    path: '/v1/athletes/{athlete_id}/activities/{activity_id}/fuel-plan',
    operationId: 'getFuelPlan',
    tag: 'Products',
    summary: 'Plan when to take what',
    description:
      'Returns a timeline of the attached products. With `suggest=true` the service chooses at most four products that meet the prescription for carbohydrate, sodium and fluid within diet, caffeine limits, tolerance and the forms that suit the sport. `Accept: image/svg+xml` returns a drawing. Counts and is logged as an access to its products.',
    responses: {
      200: {
        description: 'The plan; in teaser tier the categories of its products.',
        schema: z.union([FullPlan, TeaserPlan]),
        otherContent: {
          'image/svg+xml': 'The plan as a drawing that follows the light or dark setting of the reader.',
        },
        headers: { Vary: 'Accept.' },
        example: {
          tier: 'full',
          duration_min: 210,
          prescription_stale: false,
          products: [
            {
              product_id: productExample.id,
              brand: 'Maurten',
              name: 'Gel 100',
              category: 'gel',
              servings: 8,
            },
          ],
          timeline: [
            {
              at_min: 15,
              items: [{ product_id: productExample.id, name: 'Maurten Gel 100', servings: 1, fluid_ml: 0 }],
              ...tenGels,
              cumulative: tenGels,
            },
          ],
          totals: { carb_g: 200, sodium_mg: 160, fluid_ml: 0, caffeine_mg: 0 },
          coverage: coverageExample,
          suggestion: null,
        },
      },
    },
    access: 'partner',
    scope: 'products:read',
    furtherScopes: ['prescriptions:read'],
    admitFirst: true,
    query: z.strictObject({
      suggest: z.optional(queryFlag('Choose the products instead of using the attached ones.')),
      caffeine: described(
        z.optional(z.enum(['none', 'any'])),
        'Whether a suggestion may use caffeine, within the personal limits. Default `none`.',
      ),
    }),
    errors: ['athlete_not_found', 'activity_not_found', 'prescription_not_found', ...budgetErrors],
    async handler(ctx, { params, query, headers, path }) {
      const plan = await makeFuelPlan(ctx, params.athlete_id, params.activity_id, {
        suggest: query.suggest === true,
        caffeine: query.caffeine ?? 'none',
        query: describeQuery(path.replace(/^\/v1\/athletes\/[^/]+/, ''), query),
      });
      if (isFailure(plan)) return plan;
      const more = { headers: { Vary: 'Accept' }, tiers: [plan.athlete.tier] };
      if (prefersDrawing(headers.get('accept'))) {
        return { status: 200, content: { type: 'image/svg+xml', text: drawFuelPlan(plan) }, ...more };
      }
      return ok(await fuelPlanToWire(ctx, plan), more);
    },
  }),
];

/**
 * Returns true if `Accept` names SVG with at least JSON's weight, as browsers' image requests do and `*` does
 * not.
 */
function prefersDrawing(accept: string | null): boolean {
  const ranges = (accept ?? '').split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
  });
  const qualityOf = (type: string) => ranges.find((range) => range.type === type)?.quality ?? 0;
  const drawing = qualityOf('image/svg+xml');
  return drawing > 0 && drawing >= qualityOf('application/json');
}
