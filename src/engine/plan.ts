/** The one computation behind both a prescription and its explanation. */

import {
  type CarbohydratePlan,
  type LearnedTolerance,
  planCarbohydrate,
  resolveTolerance,
} from './carbohydrate.ts';
import { cautionMarginLn, LOW_SWEAT_END, lowSweatAthletes, safetyQuantile } from './ceiling.ts';
import {
  type Confidence,
  confidenceOf,
  extrapolationFactor,
  type FieldOption,
  type Knowledge,
  UNCERTAINTY,
} from './confidence.ts';
import {
  type Body,
  type Effort,
  intensityLevelFromPower,
  type MeasuredEffort,
  powerIsTelling,
  resolveBody,
  resolveEffort,
} from './effort.ts';
import {
  type Environment,
  type MeasuredAir,
  resolveEnvironment,
  thermalStressLevelFromWeather,
} from './environment.ts';
import { type FluidMethod, type FluidPlan, planFluid } from './fluid.ts';
import type { LearnedState } from './learning.ts';
import { isUnfedSwim, type LegSpecification, resolveLegs, runLegCarbohydrate } from './multisport.ts';
import { interpolate } from './numbers.ts';
import { evidence, type PersonalSweat, personalSweat } from './personal.ts';
import {
  expectedSweatSodium,
  planSodium,
  SODIUM_CEILING_MARGIN_LN,
  type SodiumPlan,
  type SweatSodium,
} from './sodium.ts';
import { predictSweatRate, type SweatPrediction } from './sweat.ts';
import { DEFAULTS, DRINKABLE_SHARE_BY_INTENSITY, SPORT_OF_TYPE, type Sport } from './tables.ts';
import type { EngineActivity, EngineAthlete, MultiSportType, SingleSportType } from './types.ts';

/** Laboratory or field measurements that no activity field carries; used by the published cases. */
export interface Measurements extends MeasuredEffort, MeasuredAir {
  /** Hours of the whole event where this activity is one leg of it. */
  readonly eventHours: number | null;
}

export interface PlanInput {
  readonly activity: EngineActivity;
  readonly athlete: EngineAthlete;
  readonly learned: LearnedState | null;
}

/** A level with where it came from. */
export interface ResolvedLevel {
  readonly level: number;
  readonly from: 'given' | 'power' | 'weather' | 'default';
}

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

export interface EventPlan {
  readonly input: PlanInput;
  readonly body: Body;
  readonly hours: number;
  readonly eventHours: number;
  readonly isMultiSport: boolean;
  readonly intensity: ResolvedLevel;
  readonly thermal: ResolvedLevel;
  readonly sweatSodium: SweatSodium;
  readonly legs: readonly LegPlan[];
  /** Time-weighted over the legs. */
  readonly sweatRateLPerHr: number;
  readonly sodiumLossMgPerHr: number;
  readonly carbGPerHr: number;
  readonly sodiumMgPerHr: number;
  readonly fluidLPerHr: number;
  readonly maxSafeFluidLPerHr: number;
  readonly maxSafeSodiumMgPerHr: number;
  readonly knowledge: Knowledge;
  readonly confidence: Confidence;
}

/** The method in use; the others stay for comparison. */
const DEFAULT_FLUID_METHOD: FluidMethod = 'twoRisks';

/** P1 only: the mass that sets the ceiling when none is known, kg. */
const P1_CEILING_MASS_KG = 50;

/** Calculates a whole activity: every term that the answer, its explanation and its warnings need. */
export function planEvent(
  input: PlanInput,
  measurements: Measurements | null = null,
  fluidMethod: FluidMethod = DEFAULT_FLUID_METHOD,
): EventPlan {
  const { activity, athlete, learned } = input;
  const hours = activity.durationMin / 60;
  const eventHours = measurements?.eventHours ?? hours;
  const body = resolveBody(athlete);
  const thermal = resolveThermal(activity);
  const legSpecifications = legsOf(activity, hours);
  const isMultiSport = isMultiSportType(activity.type);
  const sweatSodium = resolveSweatSodium(athlete, learned);
  const knowledge = knowledgeOf(input, thermal, legSpecifications, isMultiSport);
  const shared: SharedTerms = {
    input,
    measurements,
    body,
    lowSweat: lowSweatOf(athlete, fluidMethod),
    thermal,
    eventHours,
    sweatSodium,
    isMultiSport,
    fluidMethod,
    missingVariance: missingVariance(knowledge, input, thermal, legSpecifications),
  };

  const legs: LegPlan[] = [];
  for (const specification of legSpecifications) legs.push(planLeg(shared, specification, legs));
  const first = legs[0];

  return {
    input,
    body,
    hours,
    eventHours,
    isMultiSport,
    intensity: first === undefined ? { level: DEFAULTS.intensityLevel, from: 'default' } : first.intensity,
    thermal,
    sweatSodium,
    legs,
    sweatRateLPerHr: timeWeighted(legs, hours, (leg) => leg.sweat.sweatRateLPerHr),
    sodiumLossMgPerHr: timeWeighted(legs, hours, (leg) => leg.sodium.lossMgPerHr),
    carbGPerHr: timeWeighted(legs, hours, (leg) => leg.carbGPerHr),
    sodiumMgPerHr: timeWeighted(legs, hours, (leg) => leg.sodiumMgPerHr),
    fluidLPerHr: timeWeighted(legs, hours, (leg) => leg.fluidLPerHr),
    maxSafeFluidLPerHr: timeWeighted(legs, hours, (leg) => leg.fluid.maxSafeLPerHr),
    maxSafeSodiumMgPerHr: timeWeighted(legs, hours, (leg) => leg.sodium.maxSafeMgPerHr),
    knowledge,
    confidence: confidenceOf(
      knowledge,
      extrapolationFactor({
        eventHours,
        thermalStressLevel: thermal.level,
        bodyMassKg: athlete.bodyMassKg,
        ageYears: athlete.ageYears,
        medical: hasMedicalFlag(athlete),
        multiSport: isMultiSport,
      }),
    ),
  };
}

/** True for conditions that take the athlete outside the studied population. */
function hasMedicalFlag({ health }: EngineAthlete): boolean {
  return (
    health.pregnant ||
    health.hypertension ||
    health.kidneyDisease ||
    health.heartFailure ||
    health.diuretics ||
    health.diabetesTreated ||
    health.redsOrEatingDisorder
  );
}

/** True where a clinician, not this engine, sets the sodium limit. */
export function hasSodiumCondition({ health }: EngineAthlete): boolean {
  return health.hypertension || health.kidneyDisease || health.heartFailure || health.diuretics;
}

function isMultiSportType(type: EngineActivity['type']): type is MultiSportType {
  return type === 'triathlon' || type === 'duathlon' || type === 'brick';
}

function isIndoor(type: EngineActivity['type']): boolean {
  return type === 'indoor_bike' || type === 'treadmill_run';
}

function resolveThermal(activity: EngineActivity): ResolvedLevel {
  if (activity.thermalStressLevel !== null) return { level: activity.thermalStressLevel, from: 'given' };
  if (activity.weather !== null) {
    return {
      level: thermalStressLevelFromWeather(activity.weather, { indoor: isIndoor(activity.type) }),
      from: 'weather',
    };
  }
  return { level: DEFAULTS.thermalStressLevel, from: 'default' };
}

/** The legs of the activity; segments are scaled to the stated duration, so totals agree with it to the second. */
function legsOf(activity: EngineActivity, hours: number): readonly LegSpecification[] {
  if (!isMultiSportType(activity.type)) {
    return [{ type: activity.type, hours, intensityLevel: null }];
  }
  const legs = resolveLegs(activity.type, hours, activity.segments);
  const sum = legs.reduce((total, leg) => total + leg.hours, 0);
  return legs.map((leg) => ({ ...leg, hours: (leg.hours * hours) / sum }));
}

interface SharedTerms {
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

function lowSweatOf(athlete: EngineAthlete, method: FluidMethod): readonly LowSweat[] {
  const variants =
    method !== 'p1'
      ? lowSweatAthletes(athlete)
      : athlete.bodyMassKg === null
        ? [{ ...athlete, bodyMassKg: P1_CEILING_MASS_KG }]
        : [];
  if (variants.length === 0) return NO_GAPS;
  return variants.map((variant) => ({ athlete: variant, body: resolveBody(variant) }));
}

/** One prediction of the leg's sweat rate; the ceiling asks again with other assumptions. */
interface SweatQuestion {
  readonly athlete: EngineAthlete;
  readonly body: Body;
  readonly intensityLevel: number;
  readonly environment: Environment;
  readonly multiplierLn: number;
}

function planLeg(
  shared: SharedTerms,
  specification: LegSpecification,
  earlierLegs: readonly LegPlan[],
): LegPlan {
  const { input, measurements, body, eventHours } = shared;
  const { activity, athlete, learned } = input;
  const sport = SPORT_OF_TYPE[specification.type];
  const acclimatized = athlete.heatAcclimatized === true;
  const intensity = resolveIntensity(input, specification, sport, body);
  const environment = resolveEnvironment(shared.thermal.level, activity.weather, measurements);
  const effortOf = (whose: Body, level: number): Effort =>
    resolveEffort(sport, level, eventHours, whose, activity.averagePowerW, measurements);
  const effort = effortOf(body, intensity.level);
  const inWater = sport === 'swim';
  const personal = personalSweat(athlete, body, learned, inWater);
  const sweat = predictSweatRate(
    sport,
    effort,
    environment,
    body,
    eventHours,
    Math.exp(personal.ln),
    acclimatized,
  );
  const sweatIf = (question: SweatQuestion): number =>
    predictSweatRate(
      sport,
      effortOf(question.body, question.intensityLevel),
      question.environment,
      question.body,
      eventHours,
      Math.exp(question.multiplierLn),
      acclimatized,
    ).sweatRateLPerHr;
  const asPredicted: SweatQuestion = {
    athlete,
    body,
    intensityLevel: intensity.level,
    environment,
    multiplierLn: personal.ln,
  };

  // What each gap could hide, in quadrature: gaps are independent, and no single one may loosen the ceiling.
  let gapsSquared = 0;
  const gap = (question: SweatQuestion): void => {
    const shift = Math.log(sweat.sweatRateLPerHr / sweatIf(question));
    if (shift > 0) gapsSquared += shift * shift;
  };
  for (const variant of shared.lowSweat) {
    const multiplierLn = personalSweat(variant.athlete, variant.body, learned, inWater).ln;
    gap({ ...asPredicted, ...variant, multiplierLn });
  }
  let ceilingDrinkingFactor = environment.drinkingFactor;
  if (shared.fluidMethod !== 'p1') {
    if (intensity.from === 'default' && effort.metabolicRateFrom === 'level') {
      gap({ ...asPredicted, intensityLevel: LOW_SWEAT_END.intensityLevel });
    }
    if (shared.thermal.from === 'default') {
      const cooler = resolveEnvironment(LOW_SWEAT_END.thermalStressLevel, activity.weather, measurements);
      gap({ ...asPredicted, environment: cooler });
      ceilingDrinkingFactor = cooler.drinkingFactor;
    }
  }
  const heldBack =
    personal.ceilingLn < personal.ln
      ? sweatIf({ ...asPredicted, multiplierLn: personal.ceilingLn })
      : sweat.sweatRateLPerHr;
  const ceilingSweatRateLPerHr =
    Math.min(heldBack, sweat.sweatRateLPerHr) * Math.exp(-Math.sqrt(gapsSquared));
  const sigma = Math.sqrt(personal.standardDeviation ** 2 + shared.missingVariance);
  const strangeSportSd = specification.type === 'other' ? UNCERTAINTY.weakSport : 0;
  const marginLn =
    shared.fluidMethod === 'p1'
      ? safetyQuantile(eventHours) * sigma
      : cautionMarginLn(Math.hypot(personal.standardDeviation, strangeSportSd), eventHours);

  const fluid = planFluid({
    sport,
    sweatRateLPerHr: sweat.sweatRateLPerHr,
    cautiousSweatRateLPerHr: ceilingSweatRateLPerHr * Math.exp(-marginLn),
    sigma,
    thermalStressLevel: shared.thermal.level,
    drinkingFactor: environment.drinkingFactor,
    ceilingDrinkingFactor,
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
    ceilingSweatRateLPerHr: shared.fluidMethod === 'p1' ? sweat.sweatRateLPerHr : ceilingSweatRateLPerHr,
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
    ceilingSweatRateLPerHr,
    cautionMarginLn: marginLn,
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

function resolveIntensity(
  input: PlanInput,
  specification: LegSpecification,
  sport: Sport,
  body: Body,
): ResolvedLevel {
  const given = specification.intensityLevel ?? input.activity.intensityLevel;
  if (given !== null) return { level: given, from: 'given' };
  const fromPower = intensityLevelFromPower(input.activity.averagePowerW, sport, input.athlete, body);
  if (fromPower !== null) return { level: fromPower, from: 'power' };
  return { level: DEFAULTS.intensityLevel, from: 'default' };
}

function resolveSweatSodium(athlete: EngineAthlete, learned: LearnedState | null): SweatSodium {
  const latent = evidence(learned?.sweatSodiumLn);
  return expectedSweatSodium(
    athlete.sweatSodiumMgPerL,
    athlete.saltinessLevel,
    latent === null ? null : { meanLn: latent.mean, standardDeviation: Math.sqrt(latent.variance) },
    athlete.sex,
    athlete.heatAcclimatized === true,
  );
}

function learnedTolerance(learned: LearnedState | null, sport: Sport): LearnedTolerance | null {
  if (learned === null) return null;
  const riding = sport === 'bike' || sport === 'indoorBike';
  const latent = evidence(riding ? learned.bikeCarbToleranceGPerHr : learned.runCarbToleranceGPerHr);
  if (latent === null || sport === 'swim' || sport === 'lift') return null;
  return {
    meanGPerHr: latent.mean,
    standardDeviation: Math.sqrt(latent.variance),
    lastTwoWereGood: learned.goodGutStreak >= 2,
  };
}

function timeWeighted(legs: readonly LegPlan[], hours: number, rate: (leg: LegPlan) => number): number {
  const only = legs[0];
  if (only !== undefined && legs.length === 1) return rate(only);
  let sum = 0;
  for (const leg of legs) sum += rate(leg) * leg.hours;
  return sum / hours;
}

/** How well each input of this calculation is known. */
function knowledgeOf(
  input: PlanInput,
  thermal: ResolvedLevel,
  legs: readonly LegSpecification[],
  isMultiSport: boolean,
): Knowledge {
  const { activity, athlete, learned } = input;
  const only = legs[0];
  const sport: Sport = only === undefined ? 'hike' : SPORT_OF_TYPE[only.type];
  const hasPower = (activity.averagePowerW ?? 0) > 0;
  const powerTells = hasPower && legs.some((leg) => powerIsTelling(SPORT_OF_TYPE[leg.type]));
  const intensityGiven = activity.intensityLevel !== null || legs.every((leg) => leg.intensityLevel !== null);
  const fitnessKnown =
    athlete.fitnessLevel !== null || athlete.vo2maxMlPerKgMin !== null || athlete.ftpW !== null;
  const needLatent = evidence(learned?.carbNeedLn);
  return {
    sweatMultiplierSd: knownSweatSd(input, !isMultiSport && sport === 'swim'),
    bodyMassSd: athlete.bodyMassKg === null ? UNCERTAINTY.bodyMass.missing : UNCERTAINTY.bodyMass.known,
    heightSd: athlete.heightCm === null ? UNCERTAINTY.height.missing : UNCERTAINTY.height.known,
    intensitySd:
      powerTells && !isMultiSport
        ? UNCERTAINTY.intensity.measured
        : intensityGiven || powerTells
          ? UNCERTAINTY.intensity.level
          : UNCERTAINTY.intensity.missing,
    thermalSd:
      activity.weather !== null
        ? UNCERTAINTY.thermal.weather
        : thermal.from === 'given'
          ? UNCERTAINTY.thermal.level
          : UNCERTAINTY.thermal.missing,
    fitnessSd: fitnessKnown ? UNCERTAINTY.fitness.known : UNCERTAINTY.fitness.missing,
    sexSd: athlete.sex === null ? UNCERTAINTY.sex.missing : UNCERTAINTY.sex.known,
    ageSd: athlete.ageYears === null ? UNCERTAINTY.age.missing : UNCERTAINTY.age.known,
    weakSportSd: !isMultiSport && isWeakSport(activity.type) ? UNCERTAINTY.weakSport : 0,
    sweatSodiumSd: resolveSweatSodium(athlete, learned).sigma,
    carbToleranceSd: knownToleranceSd(input, sport),
    carbNeedSd: needLatent === null ? UNCERTAINTY.carbNeed : Math.max(0.1, Math.sqrt(needLatent.variance)),
  };
}

function isWeakSport(type: EngineActivity['type']): boolean {
  return (
    type === 'swim' || type === 'open_water_swim' || type === 'ski' || type === 'lift' || type === 'other'
  );
}

function knownSweatSd(input: PlanInput, inWater: boolean): number {
  const { athlete, learned } = input;
  const latent = evidence(inWater ? learned?.swimSweatLn : learned?.sweatLn);
  if (latent !== null && learned !== null) {
    const floor =
      learned.massTests > 0
        ? UNCERTAINTY.sweatMultiplier.floor
        : UNCERTAINTY.sweatMultiplier.floorWithoutMassTest;
    return Math.max(floor, Math.sqrt(latent.variance));
  }
  if (athlete.sweatRateMlPerHr !== null && !inWater) {
    return UNCERTAINTY.sweatMultiplier.measuredWithoutConditions;
  }
  return athlete.sweatLevel === null
    ? UNCERTAINTY.sweatMultiplier.none
    : UNCERTAINTY.sweatMultiplier.selfReport;
}

function knownToleranceSd({ athlete, learned }: PlanInput, sport: Sport): number {
  const latent = learnedTolerance(learned, sport);
  const { carbTolerance } = UNCERTAINTY;
  if (latent !== null) return Math.max(carbTolerance.learned, latent.standardDeviation / latent.meanGPerHr);
  if (athlete.carbToleranceGPerHr !== null) return carbTolerance.declared;
  return athlete.usualCarbGPerHr === null ? carbTolerance.none : carbTolerance.usualIntake;
}

/** Variance that missing fields add to the logarithm of the sweat rate (dossier §B.3): what is stated adds nothing. */
function missingVariance(
  knowledge: Knowledge,
  input: PlanInput,
  thermal: ResolvedLevel,
  legs: readonly LegSpecification[],
): number {
  let variance = 0;
  if (input.athlete.bodyMassKg === null) variance += knowledge.bodyMassSd ** 2;
  if (knowledge.intensitySd === UNCERTAINTY.intensity.missing) variance += knowledge.intensitySd ** 2;
  if (thermal.from === 'default') variance += knowledge.thermalSd ** 2;
  if (knowledge.fitnessSd === UNCERTAINTY.fitness.missing) variance += knowledge.fitnessSd ** 2;
  if (input.athlete.sex === null) variance += knowledge.sexSd ** 2;
  if (input.athlete.ageYears === null) variance += knowledge.ageSd ** 2;
  if (legs.some(({ type }) => type === 'other')) variance += UNCERTAINTY.weakSport ** 2;
  return variance;
}

/** The fields that are not given, with what the calculation would know if they were. */
export function missingOptions(plan: EventPlan): FieldOption[] {
  const { activity, athlete } = plan.input;
  const { knowledge } = plan;
  const options: FieldOption[] = [];
  const offer = (field: FieldOption['field'], missing: boolean, filled: Partial<Knowledge>): void => {
    if (missing) options.push({ field, filled });
  };
  const sweat = UNCERTAINTY.sweatMultiplier;
  const better = (current: number, filled: number): number => Math.min(current, filled);
  const fitness = { fitnessSd: UNCERTAINTY.fitness.known };
  offer('bodyMassKg', athlete.bodyMassKg === null, { bodyMassSd: UNCERTAINTY.bodyMass.known });
  offer('sex', athlete.sex === null, { sexSd: 0 });
  offer('ageYears', athlete.ageYears === null, { ageSd: 0 });
  offer('heightCm', athlete.heightCm === null, { heightSd: 0 });
  offer('fitnessLevel', athlete.fitnessLevel === null, fitness);
  offer('vo2maxMlPerKgMin', athlete.vo2maxMlPerKgMin === null, fitness);
  offer('ftpW', athlete.ftpW === null, fitness);
  offer('sweatRateMlPerHr', athlete.sweatRateMlPerHr === null, {
    sweatMultiplierSd: better(knowledge.sweatMultiplierSd, sweat.measuredWithoutConditions),
  });
  offer('sweatLevel', athlete.sweatLevel === null, {
    sweatMultiplierSd: better(knowledge.sweatMultiplierSd, sweat.selfReport),
  });
  offer('sweatSodiumMgPerL', athlete.sweatSodiumMgPerL === null, {
    sweatSodiumSd: better(knowledge.sweatSodiumSd, UNCERTAINTY.sweatSodium.measured),
  });
  offer('saltinessLevel', athlete.saltinessLevel === null, {
    sweatSodiumSd: better(knowledge.sweatSodiumSd, UNCERTAINTY.sweatSodium.selfReport),
  });
  offer('carbToleranceGPerHr', athlete.carbToleranceGPerHr === null, {
    carbToleranceSd: better(knowledge.carbToleranceSd, UNCERTAINTY.carbTolerance.declared),
  });
  offer('usualCarbGPerHr', athlete.usualCarbGPerHr === null, {
    carbToleranceSd: better(knowledge.carbToleranceSd, UNCERTAINTY.carbTolerance.usualIntake),
  });
  offer('intensityLevel', activity.intensityLevel === null, {
    intensitySd: better(knowledge.intensitySd, UNCERTAINTY.intensity.level),
  });
  offer('thermalStressLevel', activity.thermalStressLevel === null, {
    thermalSd: better(knowledge.thermalSd, UNCERTAINTY.thermal.level),
  });
  offer('weather', activity.weather === null, { thermalSd: UNCERTAINTY.thermal.weather });
  const only = plan.legs[0];
  const powerWouldTell = !plan.isMultiSport && only !== undefined && powerIsTelling(only.sport);
  offer('averagePowerW', powerWouldTell && (activity.averagePowerW ?? 0) === 0, {
    intensitySd: UNCERTAINTY.intensity.measured,
  });
  return options;
}
