import type { Mark } from '../fuel-plans/plan/marks.ts';
import { fedHours, type PlanLeg, planLegs } from '../fuel-plans/plan/plan-legs.ts';
import { schedule } from '../fuel-plans/plan/schedule.ts';
import { DRINK_STEP_ML, type Portion } from '../fuel-plans/portions.ts';
import type { Choice } from './choice.ts';
import { DRINK, DRINK_CARB_G_PER_L, GEL, GEL_CARB_G, WATER } from './generic-foods.ts';
import type { TriedEnvelope } from './tried-envelope.ts';

/**
 * Share by which a whole gel may exceed the planned carbohydrate, because half a gel is not kept. Engineering
 * choice.
 */
const CARB_ABOVE = 0.1;

/** Less water than this is not worth a bottle, ml; it is left out. Engineering choice. */
const WATER_FROM_ML = 100;

/** What to carry, and when to take it. */
export interface GenericPlan {
  readonly gels: number;
  readonly drinkMl: number;
  readonly waterMl: number;
  readonly carbG: number;
  readonly legs: readonly PlanLeg[];
  readonly marks: readonly Mark[];
}

/**
 * Plans a calculation in generic foods: never more than its fluid, with as much of it sports drink as the
 * sugar needs.
 */
export function planGenericFoods(choice: Choice, { prescription, safety, legs }: TriedEnvelope): GenericPlan {
  const placed = placedLegs(choice, { prescription, safety, legs });
  const drinkableMl = Math.min(
    prescription.total_fluid_ml,
    safety.max_safe_fluid_ml_per_hr * fedHours(placed),
  );
  const amounts = mix(prescription.total_carb_g, drinkableMl);
  const portions: readonly Portion[] = [
    { product: GEL, servings: amounts.gels },
    { product: DRINK, servings: amounts.drinkMl / DRINK.mixWaterMl },
    { product: WATER, servings: amounts.waterMl / WATER.volumeMl },
  ].filter(({ servings }) => servings > 0);
  return { ...amounts, legs: placed, marks: schedule(portions, placed) };
}

function placedLegs(
  choice: Choice,
  { prescription, safety, legs }: Pick<TriedEnvelope, 'prescription' | 'safety' | 'legs'>,
): readonly PlanLeg[] {
  const session = { type: choice.type, durationMin: choice.dials.duration_min, segments: null };
  const targets = {
    carbG: prescription.total_carb_g,
    sodiumMg: prescription.total_sodium_mg,
    fluidMl: prescription.total_fluid_ml,
    maxFluidMlPerHr: safety.max_safe_fluid_ml_per_hr,
    maxSodiumMgPerHr: safety.max_safe_sodium_mg_per_hr,
  };
  return planLegs(
    session,
    targets,
    legs?.map((leg) => ({
      type: leg.type,
      durationMin: leg.duration_min,
      carbGPerHr: leg.carb_g_per_hr,
      sodiumMgPerHr: leg.sodium_mg_per_hr,
      fluidMlPerHr: leg.fluid_ml_per_hr,
    })) ?? null,
  );
}

/** Divides the sugar between gels and drink. Rounds drinks down, so that the fluid stays below the plan. */
function mix(carbG: number, fluidMl: number) {
  const allMl = inSteps(fluidMl);
  const needed = Math.max(0, Math.ceil((carbG - sugarIn(allMl)) / GEL_CARB_G));
  const gels = needed * GEL_CARB_G > carbG * (1 + CARB_ABOVE) ? needed - 1 : needed;
  const wantedMl = ((carbG - gels * GEL_CARB_G) / DRINK_CARB_G_PER_L) * 1000;
  const drinkMl = Math.min(allMl, inSteps(Math.max(0, wantedMl)));
  const restMl = allMl - drinkMl;
  return {
    gels,
    drinkMl,
    waterMl: restMl < WATER_FROM_ML ? 0 : restMl,
    carbG: gels * GEL_CARB_G + sugarIn(drinkMl),
  };
}

function sugarIn(drinkMl: number): number {
  return (drinkMl / 1000) * DRINK_CARB_G_PER_L;
}

function inSteps(ml: number): number {
  return Math.floor(ml / DRINK_STEP_ML) * DRINK_STEP_ML;
}
