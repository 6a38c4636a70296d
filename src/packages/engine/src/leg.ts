/**
 * Drafts one leg before the event's balance: effort, environment, sweat, breath, urine, and the carbohydrate
 * wanted.
 */

import { breathLPerHr, urineLPerHr } from './balance.ts';
import type { CaffeineInput } from './caffeine.ts';
import {
  type CarbohydrateInput,
  type CarbohydratePlan,
  LEAST_CARB_G_PER_HR,
  planCarbohydrate,
  plannedFuelGPerHr,
} from './carbohydrate.ts';
import {
  type Body,
  type Effort,
  isRun,
  type LegCourse,
  type LikelyEffort,
  type MeasuredEffort,
  measuredEffort,
  resolveEffort,
} from './effort.ts';
import type { LearnedState } from './learned-state.ts';
import {
  courseRateW,
  isUnfedSwim,
  type LegSpecification,
  RUN_SHARE_OF_RIDE,
  tiredRunFactor,
} from './multisport.ts';
import { clamp, interpolate, positive } from './numbers.ts';
import { isFitnessStated, type PersonalSweat, personalSweat, sweatSportOf } from './personal.ts';
import { levelOfSteps } from './steps.ts';
import {
  type Environment,
  predictSweat,
  resolveEnvironment,
  SWEAT_LIMIT_L_PER_HR,
  type SweatInput,
  type SweatPrediction,
} from './sweat.ts';
import { DRINKABLE_SHARE_BY_EFFORT, isRide, SPORT_OF_TYPE, SPORTS, type Sport } from './tables.ts';
import { resolveTolerance } from './tolerance.ts';
import type { EngineActivity, EngineAthlete, HealthFlags, SingleSportType } from './types.ts';

/** The input of one calculation: a session, an athlete, and what was learned about them (null: nothing). */
export interface PlanInput {
  readonly activity: EngineActivity;
  readonly athlete: EngineAthlete;
  readonly learned: LearnedState | null;
  /** Caffeine settings, which change no other number. Missing if caffeine was not requested. */
  readonly caffeine?: CaffeineInput;
}

/** Context shared by every leg of an event. */
export interface EventContext {
  readonly input: PlanInput;
  readonly body: Body;
  readonly eventHours: number;
  readonly isMultiSport: boolean;
}

/**
 * The physiological cost of one leg: every term that depends on neither the carbohydrate wanted nor the
 * event's fluid.
 */
export interface LegLosses {
  readonly type: SingleSportType;
  readonly sport: Sport;
  readonly hours: number;
  /** False for a swim in a multi-sport event. */
  readonly isFed: boolean;
  readonly effort: Effort;
  readonly environment: Environment;
  readonly personal: PersonalSweat;
  readonly sweat: SweatPrediction;
  readonly personalMultiplier: number;
  readonly sweatLPerHr: number;
  /** Sweat rate that the ceiling may rely on, L/h. */
  readonly ceilingSweatLPerHr: number;
  readonly breathLPerHr: number;
  readonly urineLPerHr: number;
  /** Rate that the gut absorbs at this effort, L/h. */
  readonly drinkableLPerHr: number;
  /** Maximum rate that the gut absorbs, L/h. */
  readonly gutLimitLPerHr: number;
  /** Carbohydrate that sets the fuel of the balance, g/h. */
  readonly planningCarbGPerHr: number;
}

/** One leg with every term that does not depend on the event's fluid. */
export interface LegDraft extends LegLosses {
  readonly carbohydrate: CarbohydratePlan;
  /** After the rules for its position in the event, g/h. */
  readonly wantedCarbGPerHr: number;
  readonly changedBy: LegChange | null;
}

/** The rule by which a leg's position in the event changed its carbohydrate. */
type LegChange = 'unfed_swim' | 'tired_run' | 'run_after_ride';

/**
 * Maximum gut absorption in a ceiling, relative to its usual rate, and the maximum for any athlete, L/h
 * (ceilings of 1.0–1.2 L/h: Ryan 1989, cited).
 */
const GUT_CEILING_FACTOR = 1.1;
const GUT_CEILING_L_PER_HR = 1.3;

/** Calculates the losses of one leg that starts at a minute of the event. */
export function lossesOfLeg(
  context: EventContext,
  specification: LegSpecification,
  fromMin: number,
): LegLosses {
  const { input, body, eventHours, isMultiSport } = context;
  const { activity, athlete, learned } = input;
  const { type, hours } = specification;
  const sport = SPORT_OF_TYPE[type];
  const effort = resolveEffort(body, {
    sport,
    intensityLevel: specification.intensityLevel ?? activity.intensityLevel ?? levelBySteps(context, sport),
    measured: isMultiSport ? effortOnCourse(specification, body) : measuredEffort(activity, body),
    likely: likelyEffort(context, specification),
    eventHours,
  });
  const environment = resolveEnvironment(activity, type, { fromMin, toMin: fromMin + 60 * hours });
  const personal = personalSweat(athlete, body, learned, sweatSportOf(sport));
  const acclimatized = athlete.heatAcclimatized === true;
  const sweatAt = (of: SweatInput['effort']): SweatPrediction =>
    predictSweat(body, { sport, effort: of, environment, eventHours, acclimatized });
  const sweat = sweatAt(effort);
  const slowRun = slowRunW(type, effort, eventHours);
  const countedSweat = slowRun === null ? sweat : sweatAt({ ...effort, metabolicRateW: slowRun });
  const isFed = !(isMultiSport && isUnfedSwim(specification));
  const gut = isFed
    ? gutRates(sport, effort, gutFactor(environment, eventHours, athlete.health))
    : NO_DRINKING;
  const personalMultiplier = Math.exp(personal.ln);
  return {
    type,
    sport,
    hours,
    isFed,
    effort,
    environment,
    personal,
    sweat,
    personalMultiplier,
    sweatLPerHr: ownSweat(sweat, personalMultiplier),
    ceilingSweatLPerHr: Math.min(
      ownSweat(sweat, Math.exp(personal.ceilingLn)),
      ownSweat(countedSweat, Math.exp(personal.ceilingLn)),
    ),
    breathLPerHr: breathLPerHr(effort, environment, {
      inWater: sport === 'swim',
      altitudeM: activity.altitudeM ?? 0,
    }),
    urineLPerHr: urineLPerHr(sport, body.massKg),
    drinkableLPerHr: gut.drinkableLPerHr,
    gutLimitLPerHr: gut.gutLimitLPerHr,
    planningCarbGPerHr: isFed ? plannedFuelGPerHr(sport, effort, eventHours) : 0,
  };
}

function effortOnCourse({ type, hours, distanceKm }: LegSpecification, body: Body): MeasuredEffort | null {
  if (distanceKm === null) return null;
  const metabolicRateW = courseRateW({ type, hours, distanceKm }, body);
  return metabolicRateW === null ? null : { source: 'race_format', metabolicRateW, pace: null };
}

function likelyEffort(
  { input, body }: EventContext,
  { type, hours, likely }: LegSpecification,
): LikelyEffort | null {
  if (likely === null) return null;
  const courses: LegCourse[] = likely.courses.map(({ weight, distanceKm }) => ({
    weight,
    metabolicRateW: courseRateW({ type, hours, distanceKm }, body) ?? 0,
  }));
  return { courses, sd: likely.sd, isFitnessStated: isFitnessStated(input.athlete) };
}

/**
 * Speeds between which slow runs gradually count by their level for the ceiling, m/s, and event hours up to
 * which they do: gas exchange and mass change of slow marathons disagree.
 */
const SLOW_RUN = { fastMPerS: 2.6, overMPerS: 0.3, upToHours: 8 } as const;

/** Returns the metabolic rate that the ceiling may rely on in a slow run, W. Null if it is that of the pace. */
function slowRunW(type: SingleSportType, effort: Effort, eventHours: number): number | null {
  const { pace, metabolicRateW, metabolicRateByLevelW } = effort;
  if (pace === null || !isRun(type) || metabolicRateByLevelW >= metabolicRateW) return null;
  const { fastMPerS, overMPerS, upToHours } = SLOW_RUN;
  const weight = clamp((fastMPerS - pace.speedMPerS) / overMPerS, 0, 1) * clamp(upToHours - eventHours, 0, 1);
  return weight === 0 ? null : metabolicRateW + weight * (metabolicRateByLevelW - metabolicRateW);
}

/** Adds the carbohydrate that a leg wants. `earlier` are the preceding legs of the event. */
export function draftLeg(context: EventContext, losses: LegLosses, earlier: readonly LegDraft[]): LegDraft {
  const carbohydrate = planCarbohydrate(carbohydrateInputOf(context, losses));
  const { sport, isFed } = losses;
  const position = positionInEvent(context, { sport, isFed, carbGPerHr: carbohydrate.carbGPerHr }, earlier);
  const isHeld = isFed && carbohydrate.isHeldByTolerance;
  const wantedCarbGPerHr = isHeld ? Math.max(position.carbGPerHr, LEAST_CARB_G_PER_HR) : position.carbGPerHr;
  return { ...losses, carbohydrate, wantedCarbGPerHr, changedBy: position.changedBy };
}

function levelBySteps({ input, body }: EventContext, sport: Sport): number | null {
  const { activity, athlete } = input;
  return activity.steps && levelOfSteps({ body, sport, ftpW: athlete.ftpW }, activity.steps);
}

/** Returns an athlete's sweat rate, L/h, capped at the highest human sweat rate. */
function ownSweat(sweat: SweatPrediction, personalMultiplier: number): number {
  return Math.min(sweat.averagePersonLPerHr * personalMultiplier, SWEAT_LIMIT_L_PER_HR);
}

type GutRates = Pick<LegDraft, 'drinkableLPerHr' | 'gutLimitLPerHr'>;
const NO_DRINKING: GutRates = { drinkableLPerHr: 0, gutLimitLPerHr: 0 };

/**
 * Event hours over which cold stops reducing gut absorption, and the minimum factor that then applies: cold
 * lowers the desire to drink, not what the gut absorbs.
 */
const COLD_GUT = { fromHours: 6, overHours: 2, factor: 0.9 } as const;

/** Share of the gut's rates that a GLP-1 drug leaves. */
const GLP1_GUT_SHARE = 0.8;

function gutFactor({ drinkingFactor }: Environment, eventHours: number, health: HealthFlags): number {
  const { fromHours, overHours, factor } = COLD_GUT;
  const cold = positive(factor - drinkingFactor) * clamp((eventHours - fromHours) / overHours, 0, 1);
  return (drinkingFactor + cold) * (health.glp1Drug ? GLP1_GUT_SHARE : 1);
}

function gutRates(sport: Sport, effort: Effort, temperatureFactor: number): GutRates {
  const gut = SPORTS[sport].gutLPerHr * temperatureFactor;
  return {
    drinkableLPerHr: gut * interpolate(effort.fractionOfVo2max, DRINKABLE_SHARE_BY_EFFORT),
    gutLimitLPerHr: Math.min(GUT_CEILING_L_PER_HR, GUT_CEILING_FACTOR * gut),
  };
}

function carbohydrateInputOf(
  { input, body, eventHours }: EventContext,
  { sport, effort, environment }: LegLosses,
): CarbohydrateInput {
  const { activity, athlete, learned } = input;
  const { isRaceEvent } = activity;
  return {
    body,
    sport,
    effort,
    eventHours,
    thermalLevel: environment.thermalLevel,
    tolerance: resolveTolerance(sport, { athlete, learned, fitnessLevel: body.fitnessLevel, isRaceEvent }),
    isRaceEvent,
    pregnant: athlete.health.pregnant,
    needLn: learned !== null && learned.carbNeedLn.observations > 0 ? learned.carbNeedLn.mean : 0,
    followsUnfedSwim: activity.type === 'triathlon' && isRide(sport),
  };
}

interface PlaceInput {
  readonly sport: Sport;
  readonly isFed: boolean;
  readonly carbGPerHr: number;
}

/**
 * Returns a leg's carbohydrate for its position: none in the water, less for a tired runner, less than on the
 * ride before.
 */
function positionInEvent(
  context: EventContext,
  { sport, isFed, carbGPerHr }: PlaceInput,
  earlier: readonly LegDraft[],
): { carbGPerHr: number; changedBy: LegChange | null } {
  if (!isFed) return { carbGPerHr: 0, changedBy: 'unfed_swim' };
  const isRun = sport === 'run' || sport === 'treadmill';
  if (!isRun || earlier.length === 0) return { carbGPerHr, changedBy: null };
  const ride = earlier.findLast((leg) => isRide(leg.sport));
  if (ride === undefined) return { carbGPerHr, changedBy: null };
  const tired = carbGPerHr * tiredRunFactor(context.eventHours);
  const byRide = RUN_SHARE_OF_RIDE * ride.wantedCarbGPerHr;
  if (byRide < tired) return { carbGPerHr: byRide, changedBy: 'run_after_ride' };
  return { carbGPerHr: tired, changedBy: tired < carbGPerHr ? 'tired_run' : null };
}
