/** Plans the carbohydrate of one leg and names the limit that decides (SCIENCE §5). */

import { CARBOHYDRATE_KJ_PER_G, carbohydrateShare } from './balance.ts';
import type { Body } from './body.ts';
import type { Effort } from './effort.ts';
import { clamp, interpolate, positive } from './numbers.ts';
import {
  CARBOHYDRATE_GUIDELINE,
  CARBOHYDRATE_HEAT_FACTOR,
  CARBOHYDRATE_INTENSITY_FACTOR,
  CARBOHYDRATE_LIMIT_BY_AGE,
  SPORTS,
  type Sport,
} from './tables.ts';
import type { Tolerance } from './tolerance.ts';

export type CarbohydrateBound =
  | 'tolerance'
  | 'demand'
  | 'untrained_gut_limit'
  | 'absolute_limit'
  | 'youth_limit'
  | 'pregnancy_limit'
  | 'too_little_to_matter';

/** The making of one leg's carbohydrate: factors of the target, then limits, g/h. */
export interface CarbohydratePlan {
  readonly guidelineGPerHr: number;
  readonly intensityFactor: number;
  readonly raceFactor: number;
  readonly sizeFactor: number;
  readonly sportFactor: number;
  readonly fadeFactor: number;
  readonly shortSessionFactor: number;
  readonly needFactor: number;
  readonly unfedSwimFactor: number;
  /** Product of the factors above. */
  readonly guidelineTargetGPerHr: number;
  /** Added by a trained gut. */
  readonly trainedGutGPerHr: number;
  readonly heatFactor: number;
  /** (guideline target + trained gut) × heat. */
  readonly targetGPerHr: number;
  readonly oxidationGPerHr: number;
  readonly demandGPerHr: number;
  readonly tolerance: Tolerance;
  readonly oxidationSizeFactor: number;
  /** Tolerance × size of the gut's use. */
  readonly toleranceLimitGPerHr: number;
  readonly absoluteLimitGPerHr: number;
  /** Smallest of target and limits. */
  readonly limitedGPerHr: number;
  /** After the soft zero: what is too little to matter becomes nothing. */
  readonly carbGPerHr: number;
  readonly boundBy: CarbohydrateBound | null;
}

/** Race and training share of the guideline. Engineering choice. */
const RACE_FACTOR = { race: 1.1, training: 0.95 } as const;
const TRAINED_RACE_FACTOR = { race: 1, training: 0.95 } as const;
/** Highest dose shown in gut-trained athletes (Viribay 2020, Podlogar 2022, cited), and without a trained gut (Thomas 2016, recalled), g/h. */
const ABSOLUTE_LIMIT_G_PER_HR = 120;
export const UNTRAINED_LIMIT_G_PER_HR = 90;
/** Pregnancy, g/h: no dose studies exist. Engineering choice. */
const PREGNANCY_LIMIT_G_PER_HR = 75;
/** Share of what is burned that intake may reach (Podlogar 2022: 41 % at 120 g/h, cited; margin: engineering choice); all of it beyond 12 h. */
const DEMAND_SHARE = { riding: 0.684, other: 0.65 } as const;
/** Below the first nothing is taken, from the second all of it, g/h. Engineering choice. */
const SOFT_ZERO = { from: 6, to: 18, slope: 1.5 } as const;

export interface CarbohydrateInput {
  readonly body: Body;
  readonly sport: Sport;
  readonly effort: Effort;
  readonly eventHours: number;
  readonly thermalLevel: number;
  readonly tolerance: Tolerance;
  readonly isRaceEvent: boolean;
  readonly pregnant: boolean;
  /** Logarithm of the learned need, 0 without evidence. */
  readonly needLn: number;
  /** True for the ride of a triathlon, which also feeds the swim. */
  readonly followsUnfedSwim: boolean;
}

function isOnFoot(sport: Sport): boolean {
  return sport === 'run' || sport === 'treadmill' || sport === 'hike';
}

function isRide(sport: Sport): boolean {
  return sport === 'bike' || sport === 'indoorBike';
}

/** Appetite and gut flow fade in very long events, sooner on foot (direction: Tiller 2019, Costa 2019, cited; size: engineering choice). */
export function fadeFactor(sport: Sport, eventHours: number): number {
  return isOnFoot(sport)
    ? clamp(1 - 0.05 * (eventHours - 5), 0.65, 1)
    : clamp(1 - 0.02 * (eventHours - 6), 0.8, 1);
}

/** Easy effort needs less (Jeukendrup 2014, cited), but long events need some at any effort (engineering choice). */
function intensityFactorOf(fraction: number, eventHours: number): number {
  return Math.max(
    interpolate(fraction, CARBOHYDRATE_INTENSITY_FACTOR),
    0.65 * clamp((eventHours - 4) / 4, 0, 1),
  );
}

/** Short sessions are fed only if hard: from 1 h at easy effort, at once at hard effort. Engineering choice. */
function shortSessionFactor(fraction: number, eventHours: number): number {
  const hard = clamp((fraction - 0.62) / 0.16, 0, 1);
  return hard + (1 - hard) * clamp((eventHours - 1) / 0.5, 0, 1);
}

/** Upper bound that what is burned sets on intake, g/h. */
export function demandGPerHr(sport: Sport, effort: Effort, eventHours: number): number {
  const share = isRide(sport) ? DEMAND_SHARE.riding : DEMAND_SHARE.other;
  const usable = share + (1 - share) * clamp((eventHours - 6) / 6, 0, 1);
  return usable * oxidationGPerHr(effort);
}

function oxidationGPerHr(effort: Effort): number {
  return ((3.6 * effort.metabolicRateW) / CARBOHYDRATE_KJ_PER_G) * carbohydrateShare(effort.fractionOfVo2max);
}

/** The part of the guideline that depends on the event's hours and the sport alone, g/h; plans the balance's fuel. */
export function plannedFuelGPerHr(sport: Sport, effort: Effort, eventHours: number): number {
  const guideline =
    interpolate(eventHours, CARBOHYDRATE_GUIDELINE) *
    SPORTS[sport].carbohydrateFactor *
    fadeFactor(sport, eventHours);
  return Math.min(UNTRAINED_LIMIT_G_PER_HR, guideline, demandGPerHr(sport, effort, eventHours));
}

/** Carbohydrate of one leg, g/h, before its place in the event. Result 0–120. */
export function planCarbohydrate(input: CarbohydrateInput): CarbohydratePlan {
  const { body, sport, effort, eventHours, tolerance, isRaceEvent } = input;
  const fraction = effort.fractionOfVo2max;
  const guidelineGPerHr = interpolate(eventHours, CARBOHYDRATE_GUIDELINE);
  const factors = {
    intensityFactor: intensityFactorOf(fraction, eventHours),
    raceFactor: isRaceEvent ? RACE_FACTOR.race : RACE_FACTOR.training,
    sizeFactor: clamp((body.massKg / 70) ** 0.4, 0.82, 1.15),
    sportFactor: SPORTS[sport].carbohydrateFactor,
    fadeFactor: fadeFactor(sport, eventHours),
    shortSessionFactor: shortSessionFactor(fraction, eventHours),
    needFactor: Math.exp(input.needLn),
    unfedSwimFactor: input.followsUnfedSwim ? 1 + 0.15 * clamp((body.fitnessLevel - 5) / 3, 0, 1) : 1,
  };
  const guidelineTarget =
    guidelineGPerHr *
    factors.intensityFactor *
    factors.raceFactor *
    factors.sizeFactor *
    factors.sportFactor *
    factors.fadeFactor *
    factors.shortSessionFactor *
    factors.needFactor *
    factors.unfedSwimFactor;

  const demand = demandGPerHr(sport, effort, eventHours);
  const oxidationSize = oxidationSizeFactor(input, factors.fadeFactor);
  const moderate = clamp((fraction - 0.45) / 0.1, 0, 1);
  let trainedGut = 0;
  if (tolerance.isTrained) {
    const trainedRace = isRaceEvent ? TRAINED_RACE_FACTOR.race : TRAINED_RACE_FACTOR.training;
    const reach = clamp((eventHours - 1.25) / 0.75, 0, 1) * moderate;
    // The target aims at what is practised; the training allowance only lifts the limit.
    const withTraining = tolerance.valueGPerHr * oxidationSize * trainedRace * factors.fadeFactor;
    trainedGut = reach * positive(Math.min(withTraining, demand) - guidelineTarget);
  }
  const heatFactor = interpolate(input.thermalLevel, CARBOHYDRATE_HEAT_FACTOR);
  const target = (guidelineTarget + trainedGut) * heatFactor;

  const toleranceLimit = tolerance.limitGPerHr * oxidationSize;
  const gutLimit = tolerance.isTrained
    ? ABSOLUTE_LIMIT_G_PER_HR - (ABSOLUTE_LIMIT_G_PER_HR - UNTRAINED_LIMIT_G_PER_HR) * (1 - moderate)
    : UNTRAINED_LIMIT_G_PER_HR;
  const ageLimit = interpolate(body.ageYears, CARBOHYDRATE_LIMIT_BY_AGE);
  const pregnancyLimit = input.pregnant ? PREGNANCY_LIMIT_G_PER_HR : ABSOLUTE_LIMIT_G_PER_HR;
  const absoluteLimit = Math.min(gutLimit, ageLimit, pregnancyLimit, ABSOLUTE_LIMIT_G_PER_HR);
  const limited = Math.min(target, toleranceLimit, absoluteLimit, demand);
  const carb = limited >= SOFT_ZERO.to ? limited : SOFT_ZERO.slope * positive(limited - SOFT_ZERO.from);

  let boundBy: CarbohydrateBound | null = null;
  if (carb === 0) boundBy = 'too_little_to_matter';
  else if (limited < target) {
    if (limited === toleranceLimit) boundBy = 'tolerance';
    else if (limited === demand) boundBy = 'demand';
    else if (limited === ageLimit && ageLimit < ABSOLUTE_LIMIT_G_PER_HR) boundBy = 'youth_limit';
    else if (limited === pregnancyLimit && input.pregnant) boundBy = 'pregnancy_limit';
    else boundBy = tolerance.isTrained ? 'absolute_limit' : 'untrained_gut_limit';
  }
  return {
    guidelineGPerHr,
    ...factors,
    guidelineTargetGPerHr: guidelineTarget,
    trainedGutGPerHr: trainedGut,
    heatFactor,
    targetGPerHr: target,
    oxidationGPerHr: oxidationGPerHr(effort),
    demandGPerHr: demand,
    tolerance,
    oxidationSizeFactor: oxidationSize,
    toleranceLimitGPerHr: toleranceLimit,
    absoluteLimitGPerHr: absoluteLimit,
    limitedGPerHr: limited,
    carbGPerHr: carb,
    boundBy,
  };
}

/**
 * Factor on tolerance, .88–1: large bodies oxidise more of what they eat (Ijaz 2024: 45 against 33 g/h, recalled; only
 * downward: engineering choice). On foot an untested tolerance also fades with the hours.
 */
function oxidationSizeFactor({ body, sport, tolerance }: CarbohydrateInput, fade: number): number {
  const bySize = clamp((body.massKg / 75) ** 0.25, 0.88, 1);
  const untested = tolerance.source === 'none' || tolerance.source === 'usual_intake';
  return isOnFoot(sport) && untested ? bySize * fade : bySize;
}
