import type { FuelPreferences } from '#platform/storage/athlete-schema.ts';
import { planLegs } from '../fuel-plans/course/legs.ts';
import { stopsOf } from '../fuel-plans/course/stops.ts';
import { NO_TERRAIN } from '../fuel-plans/course/terrain.ts';
import type { AthleteLimits } from '../fuel-plans/limits-of-athlete.ts';
import type { Fill, Leg, Portion } from '../fuel-plans/plan/model.ts';
import { planWithoutNotes } from '../fuel-plans/plan/plan.ts';
import { requestOf } from '../fuel-plans/plan/request.ts';
import { ownPortionsOf, type Row, rowsOf, totalsOf } from '../fuel-plans/plan/views.ts';
import type { PlanTargets } from '../fuel-plans/targets.ts';
import type { Choice } from './choice.ts';
import type { TriedEnvelope } from './tried-envelope.ts';

/** A plan of portions to carry and when to take them, for an athlete without products from the catalogue. */
export interface GenericPlan {
  readonly legs: readonly Leg[];
  /** Bottles of sports drink and of water, each with its minutes. */
  readonly fills: readonly Fill[];
  /** Food and salt capsules at their minutes. */
  readonly eaten: readonly Row[];
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
  const legs = planLegs({ type: choice.type, durationMin, segments: null }, targets, ratesOf(envelope));
  const plan = planWithoutNotes(
    requestOf({
      legs,
      targets,
      limits: ANYBODY,
      terrain: NO_TERRAIN,
      stops: stopsOf({ durationMin, distanceKm: null, course: null }, NO_TERRAIN, legs),
      durationMin,
      vessels: null,
      runVessels: null,
      refills: null,
      isRace: choice.ticks?.is_race_event === true,
      stationsComplete: true,
      checkpoints: [],
      preferences: GENERIC_ONLY,
      products: [],
      doses: [],
      caffeineMaxMg: 0,
      attached: null,
    }),
  );
  const volumeOf = (fills: readonly Fill[]) => fills.reduce((sum, { filledMl }) => sum + filledMl, 0);
  const { fills, request } = plan;
  return {
    legs: request.legs,
    fills,
    eaten: rowsOf(plan).filter(({ intakes }) => intakes.length > 0),
    drinkMl: volumeOf(fills.filter(({ recipe }) => recipe !== null)),
    waterMl: volumeOf(fills.filter(({ recipe }) => recipe === null)),
    packed: ownPortionsOf(plan).filter(({ product }) => product.form !== 'powder'),
    carbG: totalsOf(plan).carbG,
    targetCarbG: targets.carbG,
  };
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
