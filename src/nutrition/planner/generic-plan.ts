import type { FuelPreferences } from '#platform/storage/athlete-schema.ts';
import type { AthleteLimits } from '../fuel-plans/limits-of-athlete.ts';
import type { Fill } from '../fuel-plans/plan/bottles.ts';
import { type PlanLeg, planLegs } from '../fuel-plans/plan/plan-legs.ts';
import { type EatRow, rowsOf } from '../fuel-plans/plan/plan-rows.ts';
import { suggestProducts } from '../fuel-plans/plan/suggest-plan.ts';
import { NO_TERRAIN } from '../fuel-plans/plan/terrain.ts';
import { fluidMlOf, isPlainWater, type Portion } from '../fuel-plans/portions.ts';
import type { PlanTargets } from '../fuel-plans/targets.ts';
import type { Choice } from './choice.ts';
import type { TriedEnvelope } from './tried-envelope.ts';

/** A plan of portions to carry and when to take them, for an athlete without products from the catalogue. */
export interface GenericPlan {
  readonly legs: readonly PlanLeg[];
  /** Bottles of sports drink and of water, each with its minutes. */
  readonly fills: readonly Fill[];
  /** Food and salt capsules at their minutes. */
  readonly eaten: readonly EatRow[];
  readonly drinkMl: number;
  readonly waterMl: number;
  /** Everything except water and drink powder. */
  readonly packed: readonly Portion[];
  readonly carbG: number;
  readonly targetCarbG: number;
}

/** Owns no product of the catalogue. */
const GENERIC_ONLY: FuelPreferences = { avoids: [], formats: null, owns: [] };
const ANYBODY: AthleteLimits = {
  isVegan: false,
  isGlutenFree: false,
  isCaffeineFree: true,
  ageYears: null,
  caffeineMaxMg: 0,
  carbToleranceGPerHr: null,
};

/** Plans a calculation in generic foods, by the rules of every suggestion: no hour exceeds a ceiling. */
export function planGenericFoods(choice: Choice, envelope: TriedEnvelope): GenericPlan {
  const targets = targetsOf(choice, envelope);
  const { duration_min: durationMin } = choice.dials;
  const session = { type: choice.type, durationMin, segments: null };
  const legs = planLegs(session, targets, ratesOf(envelope));
  const suggestion = suggestProducts([], legs, targets, ANYBODY, null, NO_TERRAIN, {
    preferences: GENERIC_ONLY,
  });
  const { fills, marks } = suggestion;
  const rows = rowsOf({ marks, fills, stations: [], legs, stretches: [], durationMin });
  const volume = (some: readonly Fill[]) => some.reduce((sum, { fillMl }) => sum + fillMl, 0);
  const isWater = ({ product }: Fill) => isPlainWater(product);
  return {
    legs,
    fills,
    eaten: rows.filter((row) => row.kind === 'eat'),
    drinkMl: volume(fills.filter((fill) => !isWater(fill))),
    waterMl: volume(fills.filter(isWater)),
    packed: suggestion.choice.portions.filter(({ product }) => !isDrunk(product)),
    carbG: suggestion.choice.carbG,
    targetCarbG: targets.carbG,
  };
}

/** Returns whether a product is the water or the powder of a bottle; tablets are counted instead. */
function isDrunk(product: Portion['product']): boolean {
  return product.category !== 'electrolyte_tablet' && (fluidMlOf(product) ?? 0) > 0;
}

function targetsOf(
  { dials }: Choice,
  { prescription, safety }: Pick<TriedEnvelope, 'prescription' | 'safety'>,
): PlanTargets {
  return {
    hours: dials.duration_min / 60,
    carbG: prescription.total_carb_g,
    sodiumMg: prescription.total_sodium_mg,
    fluidMl: prescription.total_fluid_ml,
    carbGPerHr: prescription.carb_g_per_hr,
    sodiumMgPerHr: prescription.sodium_mg_per_hr,
    fluidMlPerHr: prescription.fluid_ml_per_hr,
    maxFluidMlPerHr: safety.max_safe_fluid_ml_per_hr,
    maxSodiumMgPerHr: safety.max_safe_sodium_mg_per_hr,
    isStale: false,
  };
}

function ratesOf({ legs }: TriedEnvelope): Parameters<typeof planLegs>[2] {
  return (
    legs?.map((leg) => ({
      type: leg.type,
      durationMin: leg.duration_min,
      carbGPerHr: leg.carb_g_per_hr,
      sodiumMgPerHr: leg.sodium_mg_per_hr,
      fluidMlPerHr: leg.fluid_ml_per_hr,
    })) ?? null
  );
}
