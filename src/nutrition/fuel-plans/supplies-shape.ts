import { VESSEL_KINDS } from '@musette/basics/courses';
import { GENERIC_FOOD_IDS } from '@musette/basics/products';
import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { ASSUMED, BINDINGS, CHANGES, NOTED_QUANTITIES } from './plan/model.ts';

const genericFood = documented(z.enum(GENERIC_FOOD_IDS), {
  id: 'GenericFoodId',
  description: 'An unbranded food. `GET /v1/generic-foods` returns its figures.',
});

/** Identifiers of an item: a product of the catalogue or an unbranded food. */
const foodFields = {
  product_id: described(z.nullable(z.string()), 'Null for an unbranded food.'),
  generic: described(z.nullable(genericFood), 'Null for a product of the catalogue.'),
};

/** Units in which an ingredient is measured: a pinch is half a gram of table salt, a serving one of the label. */
const MEASURES = ['scoop', 'sachet', 'tablet', 'g', 'ml', 'pinch', 'serving'] as const;

/** The same with its names. */
export const namedFoodFields = {
  ...foodFields,
  name: described(z.string(), 'For an unbranded food, in the language of the answer.'),
  short_name: described(z.string(), 'At most 18 columns, in which a wide character takes two.'),
};

const item = documented(
  z.object({
    ...foodFields,
    servings: described(z.number(), 'Servings of the product or food; for water, portions of 250 ml.'),
    fluid_ml: described(z.number(), 'Volume of a drink; 0 for food and for powder to mix later.'),
  }),
  { id: 'PlanItem' },
);

const station = documented(
  z.object({
    km: described(
      z.nullable(z.number()),
      'Null at the end if the length is unknown, and at a transition or refill without a course.',
    ),
    at_min: described(z.int(), 'Minutes from the start, allowing for the climbs of the course.'),
    name: described(z.nullable(z.string()), 'As the course names it.'),
    kind: described(
      z.enum(['start', 'transition', 'aid', 'refill', 'end']),
      'Start, transition (T1, T2), aid station, refill or end. If an event begins with a swim, its start is empty: nothing is carried or taken before T1.',
    ),
    assumed: described(
      z.boolean(),
      'True for a refill at a tap, fountain or shop, a table of cups (`kind: "aid"`) or a repeated lap that nobody listed. `refills: "none"` on the activity or the athlete plans without refills and cups. `assumptions` says what is taken for granted.',
    ),
    place: described(
      z.nullable(z.int()),
      'As the course has it: stations with one number are one place, with one drop bag. Null if the course does not say.',
    ),
    leave_with: described(z.array(item), 'Everything the athlete carries when leaving.'),
    take: described(z.array(item), 'Picked up here, from the station or a drop bag.'),
  }),
  { id: 'PlanStation' },
);

const ingredient = documented(
  z.object({
    ...foodFields,
    servings: described(z.number(), 'Servings of the product or food.'),
    unit: described(
      z.enum(MEASURES),
      'Unit of `amount`. A pinch is 0.5 g of table salt; a serving is the one on the label.',
    ),
    amount: described(z.number(), 'Amount in the bottle.'),
  }),
  { id: 'PlanIngredient' },
);

const bottle = documented(
  z.object({
    number: described(z.int(), 'Number of the filling, from 1, as used in `rows`.'),
    leg: described(z.int(), 'Index in `legs` of the leg in which it is drunk.'),
    vessel: described(
      z.nullable(z.int()),
      'Number of the carried bottle, from 1. Null if the athlete named none, so typical bottles are assumed.',
    ),
    kind: described(z.enum(VESSEL_KINDS), 'Bottle, flask or bladder.'),
    volume_ml: described(z.number(), 'Capacity of the bottle.'),
    fill_ml: described(z.number(), 'Volume filled into it.'),
    drunk_ml: described(
      z.number(),
      'Volume drunk of it. Less than `fill_ml` where an hour has no room for the rest.',
    ),
    recipe: described(
      z.nullable(z.int()),
      'Index in `recipes`; null for plain water and for drinks of a station.',
    ),
    bags: described(
      z.nullable(z.number()),
      'Bags of the recipe in it, half bags for half bottles; null without a recipe.',
    ),
    product_id: described(
      z.nullable(z.string()),
      'The main product; null for plain water or an unbranded food.',
    ),
    servings: described(z.number(), 'Servings of that product; for water, portions of 250 ml.'),
    ingredients: described(z.array(ingredient), 'The recipe, except for water; empty for plain water.'),
    carb_g: described(z.number(), 'Carbohydrate in what is drunk of it.'),
    sodium_mg: described(z.number(), 'Sodium in what is drunk of it.'),
    carb_g_per_l: described(z.number(), 'Carbohydrate concentration of the drink.'),
    from_min: described(z.int(), 'Minute at which it is started.'),
    to_min: described(z.int(), 'Minute at which it is empty.'),
    refill_at_km: described(z.nullable(z.number()), 'Where the bottle is refilled; null if it is not.'),
  }),
  { id: 'PlanBottle' },
);

const shoppingItem = documented(
  z.object({
    ...foodFields,
    servings: described(z.number(), 'Servings of the product or food.'),
    packs: described(z.nullable(z.int()), 'Whole packs; null if a pack has many servings.'),
  }),
  { id: 'ShoppingItem' },
);

const recipe = documented(
  z.object({
    ...namedFoodFields,
    servings_per_bag: described(z.number(), 'Servings in a bag; tablets or pinches for salted water.'),
    grams_per_bag: described(
      z.nullable(z.number()),
      'Weight of the powder in a bag; null if the weight of a serving is unknown, and for tablets.',
    ),
    bag_for_ml: described(z.number(), 'Volume that takes one bag.'),
    bags_at_home: described(z.number(), 'Bags in the bottles that are mixed before the start.'),
    bags_carried: described(z.number(), 'Bags carried and poured into bottles during the session.'),
    bags_by_stop: described(
      z.array(
        z.object({
          station: described(z.int(), 'Index in `stations`.'),
          bags: described(z.number(), 'Bags in the drop bag.'),
        }),
      ),
      'Bags that lie in drop bags.',
    ),
  }),
  {
    id: 'PlanRecipe',
    description:
      'A mix at one strength, in bags of one size to weigh at home, or salted water. A plan has at most one of each.',
  },
);

const note = documented(
  z.object({
    quantity: described(
      z.nullable(z.enum(NOTED_QUANTITIES)),
      'The target that is missed; `product` for an attached product that the plan does not use. Null for `product_removed` and `stomach`.',
    ),
    percent_off: described(
      z.nullable(z.int()),
      'Whole percent off the target, negative for too little; null where there is no target.',
    ),
    binding: documented(z.enum(BINDINGS), {
      id: 'PlanBinding',
      description:
        'The constraint that keeps the quantity from its target. Stable; its meaning never changes. Later versions may add values.',
    }),
    helps: described(
      z.nullable(
        z.object({
          change: described(
            z.enum(CHANGES),
            '`more_of_it`: more of the given products. `another_food`, `drink_mix`, `salt`: a product of that kind. `bottle`: one more. `flask_on_run`: a flask on the run after other sports. `refill`: water during the session. `bag`: own things at a station. Later versions may add values.',
          ),
          amount: described(z.number(), 'What it brings, in g, mg or ml: at most what is missing.'),
          percent: described(z.int(), 'The same as a percentage of what is missing.'),
        }),
      ),
      'The change that would have helped most: the plan was made again with each. Null if none brings a quarter of what is missing.',
    ),
    parameters: described(
      z.record(z.string(), z.union([z.number(), z.string()])),
      'The figures in the message.',
    ),
    message: described(
      z.string(),
      'What is missed, and what would help or why nothing does, for the athlete.',
    ),
  }),
  { id: 'PlanNote' },
);

const assumption = documented(
  z.object({
    code: documented(z.enum(ASSUMED), {
      id: 'AssumptionCode',
      description:
        '`refills`: taps that nobody listed. `cups`: tables of water. `vessels`: bottles that nobody named. `stations_incomplete`: checkpoints that might have water. `laps`: stations of the last lap, again. `bottles_left`: what the bottles hold in a replan. Later versions may add values.',
    }),
    stations: described(z.array(z.int()), 'Indexes of the stops in `stations`.'),
    parameters: described(
      z.record(z.string(), z.union([z.number(), z.string()])),
      'The figures in the message.',
    ),
    fluid_ml_without: described(z.number(), 'Fluid of the whole plan without it.'),
    message: described(z.string(), 'One line for the athlete. Show it with the plan.'),
  }),
  { id: 'PlanAssumption', description: 'Something that nobody stated, which the plan uses.' },
);

/** Members of a plan for what is carried, filled, picked up and bought. */
export const suppliesFields = {
  stations: described(z.array(station), 'Start, transitions, aid stations, refills and end, in order.'),
  bottles: described(
    z.array(bottle),
    'Fillings of the bottles of the activity, else of the athlete’s usual ones.',
  ),
  recipes: described(
    z.array(recipe),
    'What is mixed from home: one mix and one salted water at most. A mix comes once for each leg whose bottles need bags of another size.',
  ),
  shopping_list: described(
    z.array(shoppingItem),
    'Everything to buy or bring, each product once. Water and what stations hand out are not in it.',
  ),
  assumptions: described(
    z.array(assumption),
    'What the plan takes for granted, at most one of each code. What is assumed is used last: at the last listed stop before it, bottles are filled full.',
  ),
  notes: described(
    z.array(note),
    'Why a target is missed, once per quantity: carbohydrate beyond 10%, sodium and fluid beyond 15% and from 50 mg or ml per hour. The same for suggestions, attached products and replans.',
  ),
};
