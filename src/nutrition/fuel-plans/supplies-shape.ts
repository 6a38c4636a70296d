import * as z from 'zod/mini';
import type { Texts } from '#core/languages/texts.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { roundTo } from '#platform/http/wire-fields.ts';
import { VESSEL_KINDS } from '#platform/storage/course-columns.ts';
import { GENERIC_FOOD_IDS } from '#platform/storage/product-vocabulary.ts';
import type { Product } from '../catalogue/catalogue-copy.ts';
import { genericIdOf } from '../catalogue/generic-foods.ts';
import type { FuelPlan } from './fuel-plan.ts';
import { type Fill, refillKmOf } from './plan/bottles.ts';
import { type Ingredient, MEASURES } from './plan/drink.ts';
import { noteText } from './plan/plan-notes.ts';
import { type PlanItem, WATER_SERVING_ML } from './plan/stations.ts';
import { isPlainWater, SERVINGS_DECIMALS } from './portions.ts';

const genericFood = documented(z.enum(GENERIC_FOOD_IDS), {
  id: 'GenericFoodId',
  description: 'An unbranded food. `GET /v1/generic-foods` returns its figures.',
});

/** Identifiers of an item: a product of the catalogue or an unbranded food. */
export const foodFields = {
  product_id: described(z.nullable(z.string()), 'Null for an unbranded food.'),
  generic: described(z.nullable(genericFood), 'Null for a product of the catalogue.'),
};

/** Maps a product to the identifiers that name it on the wire. */
export function foodToWire(product: Product) {
  const generic = isPlainWater(product) ? 'water' : genericIdOf(product);
  return { product_id: generic === null ? product.id : null, generic };
}

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
      'Null at the end if the length is unknown, and at a transition without a course.',
    ),
    at_min: described(z.int(), 'Minutes from the start, allowing for the climbs of the course.'),
    name: described(z.nullable(z.string()), 'As the course names it.'),
    kind: described(
      z.enum(['start', 'transition', 'aid', 'end']),
      'Start, transition (T1, T2), aid station or end. If an event begins with a swim, its start is empty: nothing is carried or taken before T1.',
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
    product_id: described(
      z.nullable(z.string()),
      'The main product; null for plain water or an unbranded food.',
    ),
    servings: described(z.number(), 'Servings of that product; for water, portions of 250 ml.'),
    ingredients: described(z.array(ingredient), 'The recipe, except for water; empty for plain water.'),
    carb_g: described(z.number(), 'Carbohydrate in the filling.'),
    sodium_mg: described(z.number(), 'Sodium in the filling.'),
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

const note = documented(
  z.object({
    code: described(z.string(), 'Stable; its meaning never changes.'),
    message: described(z.string(), 'A sentence for the athlete.'),
  }),
  { id: 'PlanNote' },
);

/** Members of a plan for what is carried, filled, picked up and bought. */
export const suppliesFields = {
  stations: described(z.array(station), 'Start, aid stations and end, in course order.'),
  bottles: described(
    z.array(bottle),
    'Fillings of the bottles of the activity, else of the athlete’s usual ones.',
  ),
  shopping_list: described(
    z.array(shoppingItem),
    'Everything to buy or bring, each product once. Water and what stations hand out are not in it.',
  ),
  notes: described(z.array(note), 'Parts of the plan that do not fit.'),
};

type Supplies = { [Name in keyof typeof suppliesFields]: z.output<(typeof suppliesFields)[Name]> };

type ShownItem = z.output<typeof item>;

/** Maps stations, bottles, shopping list and notes of a plan to the wire. */
export function suppliesToWire({ stations, fills, shoppingList, notes }: FuelPlan, texts: Texts): Supplies {
  return {
    stations: stations.map(({ stop, leaveWith, take }) => ({
      km: stop.km,
      at_min: stop.atMin,
      name: stop.name,
      kind: stop.kind,
      leave_with: leaveWith.map(itemToWire),
      take: take.map(itemToWire),
    })),
    bottles: fills.flatMap((fill) => bottleToWire(fill, fills)),
    shopping_list: shoppingList.map(({ product, servings, packs }) => ({
      ...namesOf(product),
      servings: roundTo(servings, SERVINGS_DECIMALS),
      packs,
    })),
    notes: notes.map((note) => ({ code: note.code, message: noteText(note, texts.plan) })),
  };
}

function itemToWire({ product, servings, fluidMl }: PlanItem): ShownItem {
  return {
    ...namesOf(product),
    servings: roundTo(servings, SERVINGS_DECIMALS),
    fluid_ml: roundTo(fluidMl, 0),
  };
}

function namesOf(product: Product | null): ReturnType<typeof foodToWire> {
  return product === null ? { product_id: null, generic: 'water' } : foodToWire(product);
}

/** Maps a filling to the wire; nothing for attached products if the athlete's bottles are unknown. */
function bottleToWire(fill: Fill, fills: readonly Fill[]): Supplies['bottles'] {
  const { vessel, kind, volumeMl, fillMl, product, ingredients, fromMin, toMin } = fill;
  if (kind === null || volumeMl === null) return [];
  const main = ingredients.find((one) => one.product === product);
  return [
    {
      number: fill.number,
      leg: fill.legIndex,
      vessel,
      kind,
      volume_ml: volumeMl,
      fill_ml: roundTo(fillMl, 0),
      product_id: main === undefined ? null : foodToWire(product).product_id,
      servings: roundTo(main?.servings ?? fillMl / WATER_SERVING_ML, SERVINGS_DECIMALS),
      ingredients: ingredients.map(ingredientToWire),
      carb_g: roundTo(fill.carbG, 1),
      sodium_mg: roundTo(fill.sodiumMg, 0),
      carb_g_per_l: roundTo((fill.carbG * 1000) / fillMl, 1),
      from_min: fromMin,
      to_min: toMin,
      refill_at_km: refillKmOf(fill, fills),
    },
  ];
}

function ingredientToWire({ product, servings, measure }: Ingredient): z.output<typeof ingredient> {
  return {
    ...foodToWire(product),
    servings: roundTo(servings, SERVINGS_DECIMALS),
    unit: measure.unit,
    amount: roundTo(measure.amount, 2),
  };
}
