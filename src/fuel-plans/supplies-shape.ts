import * as z from 'zod/mini';
import { described, documented } from '../http/openapi-metadata.ts';
import { roundTo } from '../http/wire-fields.ts';
import type { Texts } from '../languages/texts.ts';
import { VESSEL_KINDS } from '../storage/course-columns.ts';
import type { FuelPlan } from './fuel-plan.ts';
import { type Fill, refillKmOf } from './plan/bottles.ts';
import { noteText } from './plan/plan-notes.ts';
import { type PlanItem, WATER_SERVING_ML } from './plan/stations.ts';
import { fluidMlOf, isPlainWater, SERVINGS_DECIMALS } from './portions.ts';

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

/** Members of a plan that say what is carried, filled, taken and bought. */
export const suppliesFields = {
  stations: described(z.array(station), 'Start, aid stations and end in the order in which they are passed.'),
  bottles: described(
    z.array(bottle),
    "Fills of the vessels of the activity, else of the athlete's usual ones.",
  ),
  shopping_list: described(z.array(shoppingItem), 'Everything that the plan needs, each product once.'),
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
    shopping_list: shoppingList.map(({ product, generic, servings, packs }) => ({
      product_id: product?.id ?? null,
      generic,
      servings: roundTo(servings, SERVINGS_DECIMALS),
      packs,
    })),
    notes: notes.map((note) => ({ code: note.code, message: noteText(note, texts.plan) })),
  };
}

function itemToWire({ product, generic, servings, fluidMl }: PlanItem): ShownItem {
  return {
    product_id: product?.id ?? null,
    generic,
    servings: roundTo(servings, SERVINGS_DECIMALS),
    fluid_ml: roundTo(fluidMl, 0),
  };
}

/** Maps a fill to the wire; nothing if the athlete's vessels are unknown. */
function bottleToWire(fill: Fill, fills: readonly Fill[]): Supplies['bottles'] {
  const { vessel, kind, volumeMl, fillMl, product, fromMin, toMin } = fill;
  if (vessel === null || kind === null || volumeMl === null) return [];
  const isWater = isPlainWater(product);
  const servingMl = isWater ? WATER_SERVING_ML : (fluidMlOf(product) ?? fillMl);
  return [
    {
      vessel,
      kind,
      volume_ml: volumeMl,
      fill_ml: roundTo(fillMl, 0),
      product_id: isWater ? null : product.id,
      servings: roundTo(fillMl / servingMl, SERVINGS_DECIMALS),
      carb_g_per_l: roundTo(((product.carbG ?? 0) * 1000) / (fluidMlOf(product) ?? fillMl), 1),
      from_min: fromMin,
      to_min: toMin,
      refill_at_km: refillKmOf(fill, fills),
    },
  ];
}
