import { SINGLE_SPORT_TYPES } from '@musette/engine/types';
import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { category, productExample } from '../catalogue/product-shape.ts';
import { Safety } from '../prescriptions/safety-shape.ts';
import { teaserFields } from '../prescriptions/tier-shape.ts';
import { trajectoryMember } from '../prescriptions/trajectory-shape.ts';
import { Coverage, coverageExample } from './coverage-shape.ts';
import { namedFoodFields, suppliesFields } from './supplies-shape.ts';

/** The media types of a plan. An `Accept` that names none, or only wildcards, gets JSON. */
export const PLAN_FORMS = [
  'application/json',
  'image/svg+xml',
  'text/html',
  'text/plain',
  'text/calendar',
  'application/vnd.ant.fit',
] as const;

export type PlanForm = (typeof PLAN_FORMS)[number];

/** Members of a plan item that identify and count it. */
const itemFields = {
  ...namedFoodFields,
  servings: described(
    z.number(),
    'Servings of the product or food. A cup at a station is a whole or half serving.',
  ),
};

const rowItem = documented(
  z.object({
    ...itemFields,
    fluid_ml: described(z.number(), 'Its contribution to fluid; 0 for food.'),
  }),
  { id: 'PlanRowItem' },
);

const row = documented(
  z.object({
    kind: described(
      z.enum(['eat', 'finish_bottle', 'station', 'refill']),
      '`eat`: something to eat. `finish_bottle`: a bottle is empty. `station`: a stop to take or fill something. `refill`: a refill at a tap, fountain or shop that nobody listed.',
    ),
    at_min: described(z.int(), 'Minutes from the start. Negative before it, for caffeine.'),
    km: described(z.nullable(z.number()), 'Distance along the course; null without a course.'),
    leg: described(z.int(), 'Index of the leg in `legs`.'),
    items: described(
      z.array(rowItem),
      'Food to eat and, at a station, drinks in cups of 150 ml, halves included. Empty for a bottle.',
    ),
    water_ml: described(z.number(), 'Plain water to drink with it, from the bottles; 0 if none is at hand.'),
    bottles: described(z.array(z.int()), 'Numbers of the bottles that are now empty, or are filled here.'),
    station: described(z.nullable(z.int()), 'Index of the stop in `stations`.'),
    caffeine_mg: described(z.number(), 'Caffeine of the row.'),
  }),
  {
    id: 'PlanRow',
    description: 'An action of the athlete. Drinks are sipped continuously, so they appear only as bottles.',
  },
);

const leg = documented(
  z.object({
    type: described(z.enum(SINGLE_SPORT_TYPES), 'The sport.'),
    start_min: described(z.int(), 'Minutes from the start.'),
    end_min: described(z.int(), 'Minutes from the start.'),
  }),
  { id: 'PlanLeg', description: 'A part of the session in one sport. Each bottle belongs to one leg.' },
);

/** Members of a plan that list the athlete's actions, leg by leg. */
const rowsFields = {
  legs: described(z.array(leg), 'One leg for a single sport.'),
  rows: described(z.array(row), 'The athlete’s actions in order: the plan to show to people.'),
};

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
          brand: described(z.nullable(z.string()), 'Null for a mix of the athlete’s own.'),
          name: z.string(),
          short_name: namedFoodFields.short_name,
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

const fullTierOnly = described(z.null(), 'Full tier only.');

export const TeaserPlan = documented(
  z.object({
    ...teaserFields,
    safety: Safety,
    disclaimer,
    categories: z.array(category),
    stations: fullTierOnly,
    bottles: fullTierOnly,
    shopping_list: fullTierOnly,
    rows: fullTierOnly,
    notes: fullTierOnly,
    recipes: fullTierOnly,
    assumptions: fullTierOnly,
    trajectory: trajectoryMember.teaser,
  }),
  { id: 'TeaserFuelPlan' },
);

export type TeaserPlan = z.output<typeof TeaserPlan>;

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
    fluid_limit_kind: 'risk_limit',
    fluid_limit_text:
      'If people like you drank exactly this, thirsty or not, fewer than 1 in 40 would fall below 135 mmol/L of blood sodium.',
    max_safe_sodium_mg_per_hr: 1070,
    confidence_score: 0.705,
    not_instructions: true,
    assumed: null,
    warnings: [
      {
        code: 'CARB_ABOVE_TOLERANCE',
        severity: 'info',
        audience: 'everyone',
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
      place: null,
      leave_with: [{ product_id: productExample.id, generic: null, servings: 8, fluid_ml: 0 }],
      take: [],
    },
    {
      km: 42.195,
      at_min: 210,
      name: null,
      kind: 'end',
      assumed: false,
      place: null,
      leave_with: [],
      take: [],
    },
  ],
  bottles: [],
  recipes: [],
  shopping_list: [{ product_id: productExample.id, generic: null, servings: 8, packs: 8 }],
  assumptions: [],
  notes: [],
  suggestion: null,
} satisfies FullPlan;
