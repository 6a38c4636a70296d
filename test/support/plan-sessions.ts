import { prescribe } from '@musette/engine/prescribe';
import type { EngineActivity, EngineAthlete } from '@musette/engine/types';
import type { Product } from '#nutrition/catalogue/catalogue-copy.ts';
import { type CatalogueEntry, parseCatalogue } from '#nutrition/catalogue/load-catalogue.ts';
import source from '#nutrition/catalogue/products.json' with { type: 'json' };
import { planLegs } from '#nutrition/fuel-plans/course/legs.ts';
import type { PlanTargets } from '#nutrition/fuel-plans/targets.ts';
import { legsOf } from '#nutrition/prescriptions/prescription-shape.ts';

/** The whole catalogue as the registry gives it. */
export const PRODUCTS: readonly Product[] = parseCatalogue(source).map(toProduct);

function toProduct(entry: CatalogueEntry): Product {
  return {
    id: entry.id,
    brand: entry.brand,
    name: entry.name,
    category: entry.category,
    servingLabel: entry.servingLabel,
    massG: entry.massG ?? null,
    volumeMl: entry.volumeMl ?? null,
    mixWaterMl: entry.mixWaterMl ?? null,
    energyKcal: entry.energyKcal ?? null,
    carbG: entry.carbG ?? null,
    sugarG: entry.sugarG ?? null,
    sodiumMg: entry.sodiumMg ?? null,
    caffeineMg: entry.caffeineMg ?? null,
    proteinG: entry.proteinG ?? null,
    glucoseFructoseRatio: entry.glucoseFructoseRatio ?? null,
    purpose: entry.purpose,
    fixedStrength: entry.fixedStrength,
    vegan: entry.vegan ?? null,
    glutenFree: entry.glutenFree ?? null,
    basis: entry.basis,
    confidence: entry.confidence,
    source: entry.source ?? null,
    recalledFields: entry.recalledFields ?? [],
    note: entry.note ?? null,
    hiddenAt: null,
  };
}

/** Legs and targets of a session, as a stored calculation would give them. */
export function planInput(activity: EngineActivity, athlete: EngineAthlete) {
  const input = { activity, athlete, learned: null };
  const { rounded } = prescribe(input);
  const hours = activity.durationMin / 60;
  const targets: PlanTargets = {
    hours,
    carbG: rounded.totals.carbG,
    sodiumMg: rounded.totals.sodiumMg,
    fluidMl: rounded.totals.fluidMl,
    carbGPerHr: rounded.rates.carbGPerHr,
    sodiumMgPerHr: rounded.rates.sodiumMgPerHr,
    fluidMlPerHr: rounded.rates.fluidMlPerHr,
    maxFluidMlPerHr: rounded.maxSafeFluidMlPerHr,
    maxSodiumMgPerHr: rounded.maxSafeSodiumMgPerHr,
    isStale: false,
  };
  return { targets, legs: planLegs(activity, targets, legsOf(prescribe(input))) };
}
