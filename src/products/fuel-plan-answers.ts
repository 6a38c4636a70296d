import * as z from 'zod/mini';
import { described, documented } from '../http/openapi-metadata.ts';
import { Safety, teaserFields } from '../prescriptions/answers.ts';
import { VESSEL_KINDS } from '../storage/course-columns.ts';
import { Coverage } from './coverage-answers.ts';
import { category } from './requests.ts';

const amounts = {
  carb_g: z.number(),
  sodium_mg: z.number(),
  fluid_ml: z.number(),
  caffeine_mg: z.number(),
};

const item = documented(
  z.object({
    product_id: described(z.nullable(z.string()), 'Null for water.'),
    generic: described(z.nullable(z.enum(['water'])), 'Null for a product.'),
    servings: described(z.number(), 'Of the product; of water, portions of 250 ml.'),
    fluid_ml: described(z.number(), 'Volume of a drink; 0 for food and for powder that is mixed later.'),
  }),
  { id: 'PlanItem' },
);

const station = documented(
  z.object({
    km: described(
      z.nullable(z.number()),
      'Null at the end if the length is not known, and after a swim without a course.',
    ),
    at_min: described(z.int(), 'Minutes from the start, by the climbs of the course.'),
    name: described(z.nullable(z.string()), 'As the course names it.'),
    kind: described(
      z.enum(['start', 'aid', 'end']),
      'Start, aid station or end. In an event that begins with a swim, the start is where the swim ends: nothing is carried or taken before.',
    ),
    leave_with: described(z.array(item), 'Everything that the athlete carries on leaving.'),
    take: described(z.array(item), 'Picked up here: what the station offers, or what waits in the drop bag.'),
  }),
  { id: 'PlanStation' },
);

const bottle = documented(
  z.object({
    vessel: described(z.int(), 'Number of the vessel among those carried, from 1.'),
    kind: described(z.enum(VESSEL_KINDS), 'Bottle, flask or bladder.'),
    volume_ml: described(z.number(), 'What the vessel holds.'),
    fill_ml: described(z.number(), 'What goes into it.'),
    product_id: described(z.nullable(z.string()), 'Null for plain water.'),
    servings: described(z.number(), 'Servings of the product in it; of water, portions of 250 ml.'),
    carb_g_per_l: described(z.number(), 'Carbohydrate of the drink.'),
    from_min: described(z.int(), 'When it is begun.'),
    to_min: described(z.int(), 'When it is empty.'),
    refill_at_km: described(z.nullable(z.number()), 'Where the vessel is filled again; null if it is not.'),
  }),
  { id: 'PlanBottle' },
);

const shoppingItem = documented(
  z.object({
    product_id: described(z.nullable(z.string()), 'Null for water.'),
    generic: described(z.nullable(z.enum(['water'])), 'Null for a product.'),
    servings: described(z.number(), 'Of the product; of water, portions of 250 ml.'),
    packs: described(z.nullable(z.int()), 'Whole packs; null if a pack holds many servings.'),
  }),
  { id: 'ShoppingItem' },
);

const note = documented(
  z.object({
    code: described(z.string(), 'Never changes.'),
    message: described(z.string(), 'A sentence for the athlete.'),
  }),
  { id: 'PlanNote' },
);

const disclaimer = described(
  z.string(),
  'A sentence that every form of the plan carries, in the language of the answer: show it with the plan.',
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
            servings: described(z.number(), 'Up to four decimals for a sip of a drink.'),
            fluid_ml: described(
              z.number(),
              'Sipped until the next mark. Drinks come in steps of 25 ml; the last sip of an attached drink is what is left of it.',
            ),
          }),
        ),
        ...amounts,
        cumulative: z.object(amounts),
      }),
    ),
    totals: z.object(amounts),
    coverage: Coverage,
    stations: described(
      z.array(station),
      'Start, aid stations and end in the order in which they are passed.',
    ),
    bottles: described(
      z.array(bottle),
      "Fills of the vessels of the activity, else of the athlete's usual ones.",
    ),
    shopping_list: described(z.array(shoppingItem), 'Everything that the plan needs, each product once.'),
    notes: described(z.array(note), 'Parts of the plan that do not fit.'),
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
  }),
  { id: 'TeaserFuelPlan' },
);

export type TeaserPlan = z.output<typeof TeaserPlan>;
