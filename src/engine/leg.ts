/** One leg: effort, sweat, ceiling, fluid, sodium, carbohydrate, and what its place in the event changes. */

import { type CarbohydratePlan, planCarbohydrate, resolveTolerance } from './carbohydrate.ts';
import { cautionMarginLn, LOW_SWEAT_END, lowSweatAthletes, safetyQuantile } from './ceiling.ts';
import { UNCERTAINTY } from './confidence.ts';
import { type Body, type Effort, resolveBody, resolveEffort } from './effort.ts';
import { type Environment, resolveEnvironment } from './environment.ts';
import { type FluidMethod, type FluidPlan, planFluid } from './fluid.ts';
import {
  hasSodiumCondition,
  learnedTolerance,
  type Measurements,
  type PlanInput,
  type ResolvedLevel,
  resolveIntensity,
} from './inputs.ts';
import { isUnfedSwim, type LegSpecification, runLegCarbohydrate } from './multisport.ts';
import { interpolate } from './numbers.ts';
import { evidence, type PersonalSweat, personalSweat } from './personal.ts';
import { planSodium, SODIUM_CEILING_MARGIN_LN, type SodiumPlan, type SweatSodium } from './sodium.ts';
import { predictSweatRate, type SweatPrediction } from './sweat.ts';
import { DRINKABLE_SHARE_BY_INTENSITY, SPORT_OF_TYPE, type Sport } from './tables.ts';
import type { EngineAthlete, SingleSportType } from './types.ts';

export interface LegPlan {
  readonly type: SingleSportType;
  readonly sport: Sport;
  readonly hours: number;
  readonly intensity: ResolvedLevel;
  readonly effort: Effort;
  readonly environment: Environment;
  readonly personal: PersonalSweat;
  readonly sweat: SweatPrediction;
  /** Sweat rate that the ceiling is built on, L/h: lower than predicted where fields are missing or a rise is new. */
  readonly ceilingSweatRateLPerHr: number;
  /** Distance of the cautious sweat rate below it, natural logarithm. */
  readonly cautionMarginLn: number;
  readonly sigma: number;
  readonly fluid: FluidPlan;
  readonly sodium: SodiumPlan;
  readonly carbohydrate: CarbohydratePlan;
  /** What the leg gets after the rules of its place in the event. */
  readonly carbGPerHr: number;
  readonly sodiumMgPerHr: number;
  readonly fluidLPerHr: number;
  /** The multi-sport rule that changed the leg's own plan, or null. */
  readonly changedBy: 'unfed_swim' | 'tired_run' | 'run_after_ride' | null;
}

export interface SharedTerms {
  readonly input: PlanInput;
  readonly measurements: Measurements | null;
  readonly body: Body;
  /** The athlete with one gap each filled for little sweat, and the body that follows. */
  readonly lowSweat: readonly LowSweat[];
  readonly thermal: ResolvedLevel;
  readonly eventHours: number;
  readonly sweatSodium: SweatSodium;
  readonly isMultiSport: boolean;
  readonly fluidMethod: FluidMethod;
  readonly missingVariance: number;
}

interface LowSweat {
  readonly athlete: EngineAthlete;
  readonly body: Body;
}

const NO_GAPS: readonly LowSweat[] = [];

/** P1 only: the mass that sets the ceiling when none is known, kg. */
const P1_CEILING_MASS_KG = 50;

export function lowSweatOf(athlete: EngineAthlete, method: FluidMethod): readonly LowSweat[] {
  const variants =
    method !== 'p1'
      ? lowSweatAthletes(athlete)
      : athlete.bodyMassKg === null
        ? [{ ...athlete, bodyMassKg: P1_CEILING_MASS_KG }]
        : [];
  if (variants.length === 0) return NO_GAPS;
  return variants.map((variant) => ({ athlete: variant, body: resolveBody(variant) }));
}

/** What a leg's sweat rate is predicted from. */
interface Situation {
  readonly shared: SharedTerms;
  readonly sport: Sport;
  readonly intensity: ResolvedLevel;
  readonly environment: Environment;
  readonly personal: PersonalSweat;
}

/** Assumptions that replace those of the situation when the ceiling asks what sweat could be at least. */
interface Assumptions {
  readonly body?: Body;
  readonly intensityLevel?: number;
  readonly environment?: Environment;
  readonly multiplierLn?: number;
}

function sweatIn(situation: Situation, assumptions: Assumptions): SweatPrediction {
  const { shared, sport } = situation;
  const { activity, athlete } = shared.input;
  const body = assumptions.body ?? shared.body;
  const effort = resolveEffort(
    sport,
    assumptions.intensityLevel ?? situation.intensity.level,
    shared.eventHours,
    body,
    activity.averagePowerW,
    shared.measurements,
  );
  return predictSweatRate(
    sport,
    effort,
    assumptions.environment ?? situation.environment,
    body,
    shared.eventHours,
    Math.exp(assumptions.multiplierLn ?? situation.personal.ln),
    athlete.heatAcclimatized === true,
  );
}

interface SweatCeiling {
  /** Sweat rate that the ceiling is built on, L/h. */
  readonly sweatRateLPerHr: number;
  /** Distance of the cautious sweat rate below it, natural logarithm. */
  readonly marginLn: number;
  readonly drinkingFactor: number;
}

/**
 * What the fluid ceiling is built on. Each gap is read at its low-sweat end; the falls add in quadrature, because
 * gaps are independent, and no single one may loosen the ceiling.
 */
function sweatCeiling(
  situation: Situation,
  predictedLPerHr: number,
  effort: Effort,
  specification: LegSpecification,
): SweatCeiling {
  const { shared, personal, environment } = situation;
  const { activity, learned } = shared.input;
  const heldBack = personal.ceilingLn < personal.ln;
  const baseLPerHr = heldBack
    ? Math.min(predictedLPerHr, sweatIn(situation, { multiplierLn: personal.ceilingLn }).sweatRateLPerHr)
    : predictedLPerHr;
  let gapsSquared = 0;
  const gap = (assumptions: Assumptions): void => {
    const low = sweatIn(situation, { multiplierLn: personal.ceilingLn, ...assumptions }).sweatRateLPerHr;
    const fallLn = Math.log(baseLPerHr / low);
    if (fallLn > 0) gapsSquared += fallLn * fallLn;
  };
  for (const { athlete, body } of shared.lowSweat) {
    const low = personalSweat(athlete, body, learned, situation.sport === 'swim');
    gap({ body, multiplierLn: low.ceilingLn });
  }
  let drinkingFactor = environment.drinkingFactor;
  if (shared.fluidMethod !== 'p1') {
    if (situation.intensity.from === 'default' && effort.metabolicRateFrom === 'level') {
      gap({ intensityLevel: LOW_SWEAT_END.intensityLevel });
    }
    if (shared.thermal.from === 'default') {
      const cooler = resolveEnvironment(
        LOW_SWEAT_END.thermalStressLevel,
        activity.weather,
        shared.measurements,
      );
      gap({ environment: cooler });
      drinkingFactor = cooler.drinkingFactor;
    }
  }
  const strangeSportSd = specification.type === 'other' ? UNCERTAINTY.weakSport : 0;
  return {
    sweatRateLPerHr: baseLPerHr * Math.exp(-Math.sqrt(gapsSquared)),
    marginLn:
      shared.fluidMethod === 'p1'
        ? safetyQuantile(shared.eventHours) *
          Math.sqrt(personal.standardDeviation ** 2 + shared.missingVariance)
        : cautionMarginLn(Math.hypot(personal.standardDeviation, strangeSportSd), shared.eventHours),
    drinkingFactor,
  };
}

/** Plans one leg from the terms that all legs share; `earlierLegs` are those before it in the event. */
export function planLeg(
  shared: SharedTerms,
  specification: LegSpecification,
  earlierLegs: readonly LegPlan[],
): LegPlan {
  const { input, measurements, body, eventHours } = shared;
  const { activity, athlete, learned } = input;
  const sport = SPORT_OF_TYPE[specification.type];
  const intensity = resolveIntensity(input, specification, sport, body);
  const environment = resolveEnvironment(shared.thermal.level, activity.weather, measurements);
  const effort = resolveEffort(
    sport,
    intensity.level,
    eventHours,
    body,
    activity.averagePowerW,
    measurements,
  );
  const personal = personalSweat(athlete, body, learned, sport === 'swim');
  const situation: Situation = { shared, sport, intensity, environment, personal };
  const sweat = sweatIn(situation, {});
  const ceiling = sweatCeiling(situation, sweat.sweatRateLPerHr, effort, specification);
  const sigma = Math.sqrt(personal.standardDeviation ** 2 + shared.missingVariance);

  const fluid = planFluid({
    sport,
    sweatRateLPerHr: sweat.sweatRateLPerHr,
    cautiousSweatRateLPerHr: ceiling.sweatRateLPerHr * Math.exp(-ceiling.marginLn),
    sigma,
    thermalStressLevel: shared.thermal.level,
    drinkingFactor: environment.drinkingFactor,
    ceilingDrinkingFactor: ceiling.drinkingFactor,
    drinkableShare: interpolate(effort.fractionOfVo2max, DRINKABLE_SHARE_BY_INTENSITY),
    method: shared.fluidMethod,
    hours: specification.hours,
    eventHours,
    massKg: body.massKg,
    altitudeM: activity.altitudeM,
    afterOverdrinking: (learned?.cautiousSessionsLeft ?? 0) > 0,
  });
  const sodium = planSodium({
    sweatSodium: shared.sweatSodium,
    sweatRateLPerHr: sweat.sweatRateLPerHr,
    fluidLPerHr: fluid.fluidLPerHr,
    ceilingSweatRateLPerHr: shared.fluidMethod === 'p1' ? sweat.sweatRateLPerHr : ceiling.sweatRateLPerHr,
    ceilingMarginLn:
      shared.fluidMethod === 'p1' ? 0.5 * (sigma + shared.sweatSodium.sigma) : SODIUM_CEILING_MARGIN_LN,
    hours: specification.hours,
    eventHours,
    thermalStressLevel: shared.thermal.level,
    massKg: body.massKg,
    sex: body.sex,
    medicalLimit: hasSodiumCondition(athlete),
  });
  const carbohydrate = planCarbohydrate({
    sport,
    fractionOfVo2max: effort.fractionOfVo2max,
    metabolicRateW: effort.metabolicRateW,
    massKg: body.massKg,
    eventHours,
    isRaceEvent: activity.isRaceEvent,
    tolerance: resolveTolerance(
      sport,
      athlete.carbToleranceGPerHr,
      athlete.usualCarbGPerHr,
      learnedTolerance(learned, sport),
      activity.isRaceEvent,
      !athlete.health.pregnant,
    ),
    needLn: evidence(learned?.carbNeedLn)?.mean ?? 0,
    under16: body.ageYears < 16,
    pregnant: athlete.health.pregnant,
  });
  return placeInEvent(shared, earlierLegs, {
    type: specification.type,
    sport,
    hours: specification.hours,
    intensity,
    effort,
    environment,
    personal,
    sweat,
    ceilingSweatRateLPerHr: ceiling.sweatRateLPerHr,
    cautionMarginLn: ceiling.marginLn,
    sigma,
    fluid,
    sodium,
    carbohydrate,
    carbGPerHr: carbohydrate.carbGPerHr,
    sodiumMgPerHr: sodium.sodiumMgPerHr,
    fluidLPerHr: fluid.fluidLPerHr,
    changedBy: null,
  });
}

/** Applies the rules of a leg's place in a multi-sport event; a single sport passes through. */
function placeInEvent(shared: SharedTerms, earlierLegs: readonly LegPlan[], leg: LegPlan): LegPlan {
  if (!shared.isMultiSport) return leg;
  if (isUnfedSwim({ type: leg.type, hours: leg.hours, intensityLevel: null })) {
    return { ...leg, carbGPerHr: 0, sodiumMgPerHr: 0, fluidLPerHr: 0, changedBy: 'unfed_swim' };
  }
  if (leg.sport !== 'run' && leg.sport !== 'treadmill') return leg;
  const ride = earlierLegs.findLast(({ sport }) => sport === 'bike' || sport === 'indoorBike') ?? null;
  const carbGPerHr = runLegCarbohydrate(
    leg.carbGPerHr,
    earlierLegs.length === 0,
    shared.eventHours,
    leg.carbohydrate.tolerance.limitGPerHr,
    ride?.carbGPerHr ?? null,
  );
  // A brick's run after a long ride keeps the ride's sodium, within this leg's own limits.
  const keepsRideSodium = shared.input.activity.type === 'brick' && ride !== null && ride.hours > 1.5;
  const sodiumMgPerHr = keepsRideSodium
    ? Math.max(
        leg.sodiumMgPerHr,
        Math.min(ride.sodiumMgPerHr, 0.95 * leg.sodium.maxSafeMgPerHr, 1500 * leg.fluidLPerHr),
      )
    : leg.sodiumMgPerHr;
  if (carbGPerHr === leg.carbGPerHr && sodiumMgPerHr === leg.sodiumMgPerHr) return leg;
  return {
    ...leg,
    carbGPerHr,
    sodiumMgPerHr,
    changedBy: ride === null ? 'tired_run' : 'run_after_ride',
  };
}
