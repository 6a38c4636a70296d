import * as z from 'zod/mini';
import type { Texts } from '#core/languages/texts.ts';
import { exactly } from '#platform/http/answer.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { roundTo } from '#platform/http/wire-fields.ts';
import type { Product } from '../catalogue/catalogue-copy.ts';
import { productExample } from '../catalogue/product-shape.ts';
import { category } from '../catalogue/requests.ts';
import { Safety, safetyToWire } from '../prescriptions/safety-shape.ts';
import { teaserFields, teaserMembers } from '../prescriptions/tier-shape.ts';
import { trajectoryMember } from '../prescriptions/trajectory-shape.ts';
import { Coverage, coverageExample, coverageToWire } from './coverage-shape.ts';
import type { FuelPlan } from './fuel-plan.ts';
import { shortNameOf } from './names.ts';
import type { Amounts } from './plan/model.ts';
import { type Carried, type Mark, offTargetOf, targetsOfPlan, timelineOf, totalsOf } from './plan/views.ts';
import { SERVINGS_DECIMALS } from './portions.ts';
import { itemFields, itemToWire, rowsFields, rowsToWire } from './rows-shape.ts';
import { suppliesFields, suppliesToWire } from './supplies-shape.ts';

const amounts = {
  carb_g: z.number(),
  sodium_mg: z.number(),
  fluid_ml: z.number(),
  caffeine_mg: z.number(),
};

const disclaimer = described(
  z.string(),
  'A sentence to show with the plan, in the language of the answer. Every format of the plan includes it.',
);

const distance = z.object({
  target: z.number(),
  planned: z.number(),
  percent_off: z.nullable(z.number()),
});

export const FullPlan = documented(
  z.object({
    tier: z.literal('full'),
    safety: Safety,
    disclaimer,
    allergens: described(z.string(), 'We don’t know allergens. Show this sentence with the plan.'),
    duration_min: z.int(),
    prescription_stale: z.boolean(),
    products: described(
      z.array(
        z.object({
          product_id: z.string(),
          brand: z.string(),
          name: z.string(),
          short_name: described(z.string(), 'At most 18 columns, in which a wide character takes two.'),
          category,
          servings: z.number(),
        }),
      ),
      'The athlete’s own products with exact servings. Post the `product_id` and `servings` of each to `…/products`, and the plan of the attached products is this plan. What stations hand out is only in `rows` and `stations`.',
    ),
    ...rowsFields,
    timeline: described(
      z.array(
        z.object({
          at_min: z.int(),
          items: z.array(
            z.object({
              ...itemFields,
              fluid_ml: described(
                z.number(),
                'Sipped until the next entry. A cup at a station is drunk right away.',
              ),
            }),
          ),
          ...amounts,
          cumulative: z.object(amounts),
        }),
      ),
      'Amounts over time, derived from `rows` and `bottles`, for charts only: what is taken from each entry to the next. Show `rows` to people.',
    ),
    totals: z.object(amounts),
    coverage: Coverage,
    ...suppliesFields,
    suggestion: described(
      z.nullable(
        z.object({
          within_target: described(z.boolean(), 'Whether nothing in `notes` misses a target.'),
          distance: z.object({ carb_g: distance, sodium_mg: distance, fluid_ml: distance }),
        }),
      ),
      'Null for a plan of the attached products.',
    ),
    trajectory: trajectoryMember.full,
  }),
  { id: 'FuelPlan' },
);

export type FullPlan = z.output<typeof FullPlan>;

export const TeaserPlan = documented(
  z.object({
    ...teaserFields,
    safety: Safety,
    disclaimer,
    categories: z.array(category),
    stations: described(z.null(), 'Full tier only.'),
    bottles: described(z.null(), 'Full tier only.'),
    shopping_list: described(z.null(), 'Full tier only.'),
    rows: described(z.null(), 'Full tier only.'),
    notes: described(z.null(), 'Full tier only.'),
    recipes: described(z.null(), 'Full tier only.'),
    trajectory: trajectoryMember.teaser,
  }),
  { id: 'TeaserFuelPlan' },
);

export type TeaserPlan = z.output<typeof TeaserPlan>;

/**
 * Maps a plan to the shape of the athlete's tier. Teaser tier shows only product categories; safety data is the same.
 */
export async function fuelPlanToWire(
  ctx: RequestContext,
  plan: FuelPlan,
  texts: Texts,
): Promise<FullPlan | TeaserPlan> {
  const { tier } = plan.athlete;
  if (tier === 'full') return fullPlanToWire(plan, texts);
  return exactly({
    tier,
    safety: safetyToWire(plan.numbers, texts),
    disclaimer: texts.plan.drawing.disclaimer(),
    categories: categoriesOf(plan),
    stations: null,
    bottles: null,
    shopping_list: null,
    rows: null,
    notes: null,
    recipes: null,
    ...(plan.trajectory !== undefined && { trajectory: null }),
    ...(await teaserMembers(ctx, plan.athlete.id)),
  });
}

/** Maps a plan to its full-tier wire form. */
export function fullPlanToWire(plan: FuelPlan, texts: Texts): FullPlan {
  return exactly({
    tier: 'full',
    safety: safetyToWire(plan.numbers, texts),
    disclaimer: texts.plan.drawing.disclaimer(),
    allergens: texts.plan.drawing.allergens(),
    duration_min: plan.durationMin,
    prescription_stale: plan.targets.isStale,
    products: plan.portions.flatMap(({ product }) => {
      const given = plan.plan.supply[product.id];
      if (given === undefined) return [];
      const { id, brand, name } = product;
      return [
        {
          product_id: id,
          brand,
          name,
          short_name: shortNameOf(product, texts),
          category: product.category,
          servings: given.atMost,
        },
      ];
    }),
    ...rowsToWire(plan, texts),
    timeline: timelineOf(plan.plan).map((mark) => markToWire(mark, texts)),
    totals: amountsToWire(totalsOf(plan.plan)),
    coverage: coverageToWire(plan.coverage, texts),
    ...suppliesToWire(plan, texts),
    suggestion: suggestionToWire(plan),
    ...(plan.trajectory !== undefined && { trajectory: plan.trajectory }),
  });
}

function markToWire(
  { atMin, items, cumulative, ...amounts }: Mark,
  texts: Texts,
): FullPlan['timeline'][number] {
  return exactly({
    at_min: atMin,
    items: items.map((item) => carriedToWire(item, texts)),
    ...amountsToWire(amounts),
    cumulative: amountsToWire(cumulative),
  });
}

/** Servings of water are portions of this size, ml. */
const WATER_SERVING_ML = 250;

function carriedToWire({ product, servings, fluidMl }: Carried, texts: Texts) {
  const fluid = { fluid_ml: roundTo(fluidMl, 0) };
  if (product !== null) return { ...itemToWire({ product, servings }, texts), ...fluid };
  const name = texts.plan.foods.water;
  const water = { product_id: null, generic: 'water' as const, name, short_name: name };
  return { ...water, servings: roundTo(servings / WATER_SERVING_ML, SERVINGS_DECIMALS), ...fluid };
}

/** Lists the categories of a plan's products, sorted. */
export function categoriesOf(plan: FuelPlan): Product['category'][] {
  return [...new Set(plan.portions.map(({ product }) => product.category))].sort();
}

function amountsToWire({ carbG, sodiumMg, fluidMl, caffeineMg }: Amounts): FullPlan['totals'] {
  return {
    carb_g: roundTo(carbG, 1),
    sodium_mg: roundTo(sodiumMg, 0),
    fluid_ml: roundTo(fluidMl, 0),
    caffeine_mg: roundTo(caffeineMg, 0),
  };
}

function suggestionToWire({ suggestion, plan }: FuelPlan): FullPlan['suggestion'] {
  if (suggestion === null) return null;
  const [planned, targets, off] = [totalsOf(plan), targetsOfPlan(plan), offTargetOf(plan)];
  const distanceOf = (quantity: 'carbG' | 'sodiumMg' | 'fluidMl', percent: number | null) => ({
    target: roundTo(targets[quantity], 0),
    planned: roundTo(planned[quantity], quantity === 'carbG' ? 1 : 0),
    percent_off: percent === null ? null : roundTo(percent, 0),
  });
  return {
    within_target: suggestion.isWithinTarget,
    distance: {
      carb_g: distanceOf('carbG', off.carb),
      sodium_mg: distanceOf('sodiumMg', off.sodium),
      fluid_ml: distanceOf('fluidMl', off.fluid),
    },
  };
}

const gels = (count: number) => ({
  carb_g: 25 * count,
  sodium_mg: 20 * count,
  fluid_ml: 0,
  caffeine_mg: 0,
});

const exampleMinutes = [15, 30, 60, 90, 105, 135, 165, 180];

const exampleGel = {
  product_id: productExample.id,
  generic: null,
  name: 'Maurten Gel 100',
  short_name: productExample.short_name,
  servings: 1,
  fluid_ml: 0,
};

/** Example plan of eight gels on a run of 3:30 h; a test compares it with the engine. */
export const fuelPlanExample = {
  tier: 'full',
  safety: {
    max_safe_fluid_ml_per_hr: 790,
    max_safe_sodium_mg_per_hr: 1070,
    confidence_score: 0.705,
    not_instructions: true,
    warnings: [
      {
        code: 'CARB_ABOVE_TOLERANCE',
        severity: 'info',
        message:
          'About 70 g/h could help you. We assume your gut handles 59 g/h, so the plan stops there. Build up in training by 5 to 10 g/h every week or two, towards 70.',
      },
    ],
    requires_human_review: false,
  },
  disclaimer: 'Guidance, not instructions. Drink only when thirsty, and never exceed the limit.',
  allergens: 'Check labels for allergens.',
  duration_min: 210,
  prescription_stale: false,
  products: [
    {
      product_id: productExample.id,
      brand: 'Maurten',
      name: 'Gel 100',
      short_name: productExample.short_name,
      category: 'gel',
      servings: 8,
    },
  ],
  legs: [{ type: 'run', start_min: 0, end_min: 210 }],
  rows: exampleMinutes.map((at_min) => ({
    kind: 'eat' as const,
    at_min,
    km: null,
    leg: 0,
    items: [exampleGel],
    water_ml: 0,
    bottles: [],
    station: null,
    caffeine_mg: 0,
  })),
  timeline: exampleMinutes.map((at_min, index) => ({
    at_min,
    items: [exampleGel],
    ...gels(1),
    cumulative: gels(index + 1),
  })),
  totals: gels(8),
  coverage: coverageExample,
  stations: [
    {
      km: 0,
      at_min: 0,
      name: null,
      kind: 'start',
      assumed: false,
      leave_with: [{ product_id: productExample.id, generic: null, servings: 8, fluid_ml: 0 }],
      take: [],
    },
    { km: 42.195, at_min: 210, name: null, kind: 'end', assumed: false, leave_with: [], take: [] },
  ],
  bottles: [],
  recipes: [],
  shopping_list: [{ product_id: productExample.id, generic: null, servings: 8, packs: 8 }],
  notes: [],
  suggestion: null,
} satisfies FullPlan;
