/** One leg before the event's balance: effort, surroundings, sweat, breath, urine, and the carbohydrate wanted. */

import { breathLPerHr, urineLPerHr } from './balance.ts';
import type { Body } from './body.ts';
import { type CarbohydratePlan, planCarbohydrate, plannedFuelGPerHr } from './carbohydrate.ts';
import { type Effort, measuredEffort, resolveEffort } from './effort.ts';
import { type Environment, resolveEnvironment } from './environment.ts';
import type { LearnedState } from './learned-state.ts';
import { isUnfedSwim, type LegSpecification, RUN_SHARE_OF_RIDE, tiredRunFactor } from './multisport.ts';
import { interpolate } from './numbers.ts';
import { type PersonalSweat, personalSweat, sweatSportOf } from './personal.ts';
import { predictSweat, SWEAT_LIMIT_L_PER_HR, type SweatPrediction } from './sweat.ts';
import { DRINKABLE_SHARE_BY_EFFORT, SPORT_OF_TYPE, SPORTS, type Sport } from './tables.ts';
import { resolveTolerance } from './tolerance.ts';
import type { EngineActivity, EngineAthlete, SingleSportType } from './types.ts';

export interface PlanInput {
  readonly activity: EngineActivity;
  readonly athlete: EngineAthlete;
  readonly learned: LearnedState | null;
}

/** Context that every leg of an event shares. */
export interface EventContext {
  readonly input: PlanInput;
  readonly body: Body;
  readonly eventHours: number;
  readonly isMultiSport: boolean;
}

export interface LegDraft {
  readonly type: SingleSportType;
  readonly sport: Sport;
  readonly hours: number;
  /** False for a swim inside an event of several sports. */
  readonly isFed: boolean;
  readonly effort: Effort;
  readonly environment: Environment;
  readonly personal: PersonalSweat;
  readonly sweat: SweatPrediction;
  readonly personalMultiplier: number;
  readonly sweatLPerHr: number;
  /** Sweat that the ceiling may count on, L/h. */
  readonly ceilingSweatLPerHr: number;
  readonly breathLPerHr: number;
  readonly urineLPerHr: number;
  /** Rate that the gut takes at this effort, L/h. */
  readonly drinkableLPerHr: number;
  /** Highest rate that the gut takes, L/h. */
  readonly gutLimitLPerHr: number;
  readonly carbohydrate: CarbohydratePlan;
  /** After the rules of its place in the event, g/h. */
  readonly wantedCarbGPerHr: number;
  /** Carbohydrate that plans the balance's fuel, g/h. */
  readonly planningCarbGPerHr: number;
  readonly changedBy: LegChange | null;
}

export type LegChange = 'unfed_swim' | 'tired_run' | 'run_after_ride';

/** The gut's highest rate in a ceiling, over its usual rate, and the highest for anybody, L/h (ceilings of 1.0–1.2 L/h: Ryan 1989, cited; sizes: engineering choice). */
const GUT_CEILING_FACTOR = 1.1;
const GUT_CEILING_L_PER_HR = 1.3;

/** Drafts one leg; `earlier` are the legs before it. */
export function draftLeg(
  context: EventContext,
  specification: LegSpecification,
  earlier: readonly LegDraft[],
): LegDraft {
  const { input, body, eventHours, isMultiSport } = context;
  const { activity, athlete, learned } = input;
  const { type, hours } = specification;
  const sport = SPORT_OF_TYPE[type];
  const effort = resolveEffort(body, {
    sport,
    intensityLevel: specification.intensityLevel ?? activity.intensityLevel,
    measured: isMultiSport ? null : measuredEffort(activity, body),
    eventHours,
  });
  const environment = resolveEnvironment(activity, type);
  const personal = personalSweat(athlete, body, learned, sweatSportOf(sport));
  const sweat = predictSweat(body, {
    sport,
    effort,
    environment,
    eventHours,
    acclimatized: athlete.heatAcclimatized === true,
  });
  const personalMultiplier = Math.exp(personal.ln);
  const carbohydrate = planCarbohydrate({
    body,
    sport,
    effort,
    eventHours,
    thermalLevel: environment.thermalLevel,
    tolerance: resolveTolerance(sport, {
      athlete,
      learned,
      fitnessLevel: body.fitnessLevel,
      isRaceEvent: activity.isRaceEvent,
    }),
    isRaceEvent: activity.isRaceEvent,
    pregnant: athlete.health.pregnant,
    needLn: learned !== null && learned.carbNeedLn.observations > 0 ? learned.carbNeedLn.mean : 0,
    followsUnfedSwim: activity.type === 'triathlon' && (sport === 'bike' || sport === 'indoorBike'),
  });
  const isFed = !(isMultiSport && isUnfedSwim(specification));
  const place = placeInEvent(context, { sport, isFed, carbGPerHr: carbohydrate.carbGPerHr }, earlier);
  const gut = SPORTS[sport].gutLPerHr * environment.drinkingFactor;
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
    sweatLPerHr: Math.min(sweat.averagePersonLPerHr * personalMultiplier, SWEAT_LIMIT_L_PER_HR),
    ceilingSweatLPerHr: Math.min(
      sweat.averagePersonLPerHr * Math.exp(personal.ceilingLn),
      SWEAT_LIMIT_L_PER_HR,
    ),
    breathLPerHr: breathLPerHr(effort, environment, {
      inWater: sport === 'swim',
      altitudeM: activity.altitudeM ?? 0,
    }),
    urineLPerHr: urineLPerHr(sport, body.massKg),
    drinkableLPerHr: isFed ? gut * interpolate(effort.fractionOfVo2max, DRINKABLE_SHARE_BY_EFFORT) : 0,
    gutLimitLPerHr: isFed ? Math.min(GUT_CEILING_L_PER_HR, GUT_CEILING_FACTOR * gut) : 0,
    carbohydrate,
    wantedCarbGPerHr: place.carbGPerHr,
    planningCarbGPerHr: isFed ? plannedFuelGPerHr(sport, effort, eventHours) : 0,
    changedBy: place.changedBy,
  };
}

interface PlaceInput {
  readonly sport: Sport;
  readonly isFed: boolean;
  readonly carbGPerHr: number;
}

function placeInEvent(
  context: EventContext,
  { sport, isFed, carbGPerHr }: PlaceInput,
  earlier: readonly LegDraft[],
): { carbGPerHr: number; changedBy: LegChange | null } {
  if (!isFed) return { carbGPerHr: 0, changedBy: 'unfed_swim' };
  const isRun = sport === 'run' || sport === 'treadmill';
  if (!isRun || earlier.length === 0) return { carbGPerHr, changedBy: null };
  const tired = carbGPerHr * tiredRunFactor(context.eventHours);
  const ride = earlier.findLast((leg) => leg.sport === 'bike' || leg.sport === 'indoorBike');
  const byRide = ride === undefined ? Number.POSITIVE_INFINITY : RUN_SHARE_OF_RIDE * ride.wantedCarbGPerHr;
  if (byRide < tired) return { carbGPerHr: byRide, changedBy: 'run_after_ride' };
  return { carbGPerHr: tired, changedBy: tired < carbGPerHr ? 'tired_run' : null };
}
