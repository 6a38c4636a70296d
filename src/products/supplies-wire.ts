import { roundTo } from '../http/wire-fields.ts';
import type { Texts } from '../languages/texts.ts';
import type { FuelPlan } from './fuel-plan.ts';
import type { FullPlan } from './fuel-plan-answers.ts';
import { type Fill, refillKmOf } from './plan/bottles.ts';
import { noteText } from './plan/plan-notes.ts';
import { type PlanItem, WATER_SERVING_ML } from './plan/stations.ts';
import { fluidMlOf, isPlainWater, SERVINGS_DECIMALS } from './portions.ts';

type Supplies = Pick<FullPlan, 'stations' | 'bottles' | 'shopping_list' | 'notes'>;

type ShownItem = FullPlan['stations'][number]['take'][number];

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
function bottleToWire(fill: Fill, fills: readonly Fill[]): FullPlan['bottles'] {
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
