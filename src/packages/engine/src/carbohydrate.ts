/** Plans the carbohydrate of one leg and names the binding limit (SCIENCE §5). */

import { CARBOHYDRATE_KJ_PER_G, carbohydrateShare } from './balance.ts';
import type { Body, Effort } from './effort.ts';
import { clamp, interpolate, positive } from './numbers.ts';
import {
  CARBOHYDRATE_GUIDELINE,
  CARBOHYDRATE_HEAT_FACTOR,
  CARBOHYDRATE_INTENSITY_FACTOR,
  CARBOHYDRATE_LIMIT_BY_AGE,
  isOnFoot,
  isRide,
  SPORTS,
  type Sport,
} from './tables.ts';
import type { Tolerance } from './tolerance.ts';

/** Maximum rate without gut training, g/h (Thomas 2016, recalled). */
const UNTRAINED_LIMIT_G_PER_HR = 90;
/**
 * Share of total carbohydrate oxidation that intake may reach (Podlogar 2022: 41 % at 120 g/h, cited). Full
 * share beyond 12 h.
 */
const DEMAND_SHARE = { riding: 0.684, other: 0.65 } as const;
/**
 * Hourly decline in appetite and gut function, on foot and in other sports (direction: Tiller 2019, Costa 2019,
 * cited).
 */
const FADE = {
  onFoot: { perHour: 0.05, fromHours: 5, lowest: 0.65 },
  other: { perHour: 0.02, fromHours: 6, lowest: 0.8 },
} as const;

/** Returns the factor for declining appetite and gut function in very long events, .65–1. Earlier on foot. */
export function fadeFactor(sport: Sport, eventHours: number): number {
  const { perHour, fromHours, lowest } = isOnFoot(sport) ? FADE.onFoot : FADE.other;
  return clamp(1 - perHour * (eventHours - fromHours), lowest, 1);
}

/**
 * Returns the upper limit on intake set by carbohydrate oxidation, g/h (Podlogar 2022, cited: 41 % of
 * oxidation at 120 g/h).
 */
export function demandGPerHr(sport: Sport, effort: Effort, eventHours: number): number {
  const share = isRide(sport) ? DEMAND_SHARE.riding : DEMAND_SHARE.other;
  const usable = share + (1 - share) * clamp((eventHours - 6) / 6, 0, 1);
  return usable * oxidationGPerHr(effort);
}

/** Returns the carbohydrate oxidation rate, g/h. */
export function oxidationGPerHr(effort: Effort): number {
  return ((3.6 * effort.metabolicRateW) / CARBOHYDRATE_KJ_PER_G) * carbohydrateShare(effort.fractionOfVo2max);
}

/**
 * Returns the part of the guideline that depends only on hours and sport, g/h, 0–90. It sets the fuel of the
 * balance.
 */
export function plannedFuelGPerHr(sport: Sport, effort: Effort, eventHours: number): number {
  const guideline =
    interpolate(eventHours, CARBOHYDRATE_GUIDELINE) *
    SPORTS[sport].carbohydrateFactor *
    fadeFactor(sport, eventHours);
  return Math.min(UNTRAINED_LIMIT_G_PER_HR, guideline, demandGPerHr(sport, effort, eventHours));
}

/** The limit that set a leg's carbohydrate. */
type CarbohydrateBound =
  | 'tolerance'
  | 'demand'
  | 'untrained_gut_limit'
  | 'absolute_limit'
  | 'youth_limit'
  | 'pregnancy_limit'
  | 'too_little_to_matter';

/** The terms of one leg's carbohydrate: target factors, then limits, g/h. */
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
  /** Added by gut training. */
  readonly trainedGutGPerHr: number;
  readonly heatFactor: number;
  /** (guideline target + trained gut) × heat. */
  readonly targetGPerHr: number;
  readonly oxidationGPerHr: number;
  readonly demandGPerHr: number;
  readonly tolerance: Tolerance;
  readonly oxidationSizeFactor: number;
  /** True if an untested tolerance also declines with the hours on foot. */
  readonly isToleranceFading: boolean;
  /** Gut tolerance × body size factor for exogenous carbohydrate oxidation. */
  readonly toleranceLimitGPerHr: number;
  readonly absoluteLimitGPerHr: number;
  /** The smallest of target and limits. */
  readonly limitedGPerHr: number;
  /** True if a low tolerance is the smallest of them. It never leaves a leg without any. */
  readonly isHeldByTolerance: boolean;
  /** After the soft zero, which drops negligible amounts. */
  readonly carbGPerHr: number;
  readonly boundBy: CarbohydrateBound | null;
}

/** Share of the guideline in races and in training. */
const RACE_FACTOR = { race: 1.1, training: 0.95 } as const;
const TRAINED_RACE_FACTOR = { race: 1, training: 0.95 } as const;
/** Maximum rate shown in gut-trained athletes, g/h (Viribay 2020, Podlogar 2022, cited). */
const ABSOLUTE_LIMIT_G_PER_HR = 120;
/** Limit in pregnancy, g/h: no dose studies exist. */
const PREGNANCY_LIMIT_G_PER_HR = 75;
/** Larger people use more: an exponent on body mass over 70 kg, with bounds (direction: Ijaz 2024, recalled). */
const SIZE = { exponent: 0.4, lowest: 0.82, highest: 1.15 } as const;
/**
 * The ride of a triathlon also makes up for the swim: extra share, starting at a fitness level and phased in
 * over the next levels.
 */
const UNFED_SWIM = { extra: 0.15, fromLevel: 5, overLevels: 3 } as const;
/**
 * Fraction of VO2max at which gut training starts to count, and the span to full effect. Lower beyond 6 h,
 * because every ultra is run at a low fraction.
 */
const EASY_EFFORT = { from: 0.45, over: 0.1, lowerBy: 0.15, fromHours: 6, overHours: 6 } as const;
/** In long events a practised gut declines no more than on the bike, on foot too. */
const PRACTISED_FADE = { perHour: 0.02, fromHours: 6, lowest: 0.8 } as const;
/** Event hours between which a trained gut reaches its practised tolerance. */
const TRAINED_HOURS = { from: 1.25, full: 2 } as const;
/** Carbohydrate of a whole event below this rate is not worth carrying, g/h. */
export const LEAST_CARB_G_PER_HR = 10;
/** No intake below the first rate, full intake from the second, g/h. */
const SOFT_ZERO = { from: 6, to: 18, slope: 1.5 } as const;

/** Inputs of a leg's carbohydrate plan. */
export interface CarbohydrateInput {
  readonly body: Body;
  readonly sport: Sport;
  readonly effort: Effort;
  readonly eventHours: number;
  readonly thermalLevel: number;
  readonly tolerance: Tolerance;
  readonly isRaceEvent: boolean;
  readonly pregnant: boolean;
  /** Natural logarithm of the learned need. 0 without evidence. */
  readonly needLn: number;
  /** True for the ride of a triathlon, which also makes up for the swim. */
  readonly followsUnfedSwim: boolean;
}

/** Easy effort needs less (Jeukendrup 2014, cited), but long events need some at any effort. */
function intensityFactorOf(fraction: number, eventHours: number): number {
  return Math.max(
    interpolate(fraction, CARBOHYDRATE_INTENSITY_FACTOR),
    0.65 * clamp((eventHours - 4) / 4, 0, 1),
  );
}

/** Short sessions are fuelled only if hard: from 1 h at easy effort, immediately at hard effort. */
function shortSessionFactor(fraction: number, eventHours: number): number {
  const hard = clamp((fraction - 0.62) / 0.16, 0, 1);
  return hard + (1 - hard) * clamp((eventHours - 1) / 0.5, 0, 1);
}

/**
 * Plans the carbohydrate of one leg regardless of its position in the event, g/h, 0–120: target factors, gut
 * training, limits, and the soft zero. The guideline is cited (Thomas 2016, Jeukendrup 2014); factors are
 * mostly choices.
 */
export function planCarbohydrate(input: CarbohydrateInput): CarbohydratePlan {
  const { sport, effort, eventHours, tolerance } = input;
  const factors = factorsOf(input);
  const guidelineGPerHr = interpolate(eventHours, CARBOHYDRATE_GUIDELINE);
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
  const trainedGut = trainedGutGPerHr(input, {
    guidelineTarget,
    demand,
    scale: { size: oxidationSize, fade: factors.fadeFactor },
  });
  const heatFactor = interpolate(input.thermalLevel, CARBOHYDRATE_HEAT_FACTOR);
  const target = (guidelineTarget + trainedGut) * heatFactor;
  const toleranceLimit = tolerance.limitGPerHr * oxidationSize;
  const limits = absoluteLimitsOf(input);
  const limited = Math.min(target, toleranceLimit, limits.smallest, demand);
  const isLittle = limited < SOFT_ZERO.to;
  const softened = isLittle ? SOFT_ZERO.slope * positive(limited - SOFT_ZERO.from) : limited;
  const isHeldByTolerance = isLittle && limited === toleranceLimit;
  const carb = isHeldByTolerance ? Math.max(softened, LEAST_CARB_G_PER_HR) : softened;
  return {
    guidelineGPerHr,
    intensityFactor: factors.intensityFactor,
    raceFactor: factors.raceFactor,
    sizeFactor: factors.sizeFactor,
    sportFactor: factors.sportFactor,
    fadeFactor: factors.fadeFactor,
    shortSessionFactor: factors.shortSessionFactor,
    needFactor: factors.needFactor,
    unfedSwimFactor: factors.unfedSwimFactor,
    guidelineTargetGPerHr: guidelineTarget,
    trainedGutGPerHr: trainedGut,
    heatFactor,
    targetGPerHr: target,
    oxidationGPerHr: oxidationGPerHr(effort),
    demandGPerHr: demand,
    tolerance,
    oxidationSizeFactor: oxidationSize,
    isToleranceFading: isToleranceFading(input) && factors.fadeFactor < 1,
    toleranceLimitGPerHr: toleranceLimit,
    absoluteLimitGPerHr: limits.smallest,
    limitedGPerHr: limited,
    isHeldByTolerance,
    carbGPerHr: carb,
    boundBy: boundOf(input, { carb, limited, target, toleranceLimit, demand, limits }),
  };
}

function factorsOf(input: CarbohydrateInput) {
  const { body, sport, effort, eventHours } = input;
  const fraction = effort.fractionOfVo2max;
  const { extra, fromLevel, overLevels } = UNFED_SWIM;
  return {
    intensityFactor: intensityFactorOf(fraction, eventHours),
    raceFactor: input.isRaceEvent ? RACE_FACTOR.race : RACE_FACTOR.training,
    sizeFactor: clamp((body.massKg / 70) ** SIZE.exponent, SIZE.lowest, SIZE.highest),
    sportFactor: SPORTS[sport].carbohydrateFactor,
    fadeFactor: fadeFactor(sport, eventHours),
    shortSessionFactor: shortSessionFactor(fraction, eventHours),
    needFactor: Math.exp(input.needLn),
    unfedSwimFactor: input.followsUnfedSwim
      ? 1 + extra * clamp((body.fitnessLevel - fromLevel) / overLevels, 0, 1)
      : 1,
  };
}

/**
 * Returns how far an effort is above easy, 0–1. Easy sessions get no benefit from gut training and at most 90
 * g/h.
 */
function moderation({ effort, eventHours }: Pick<CarbohydrateInput, 'effort' | 'eventHours'>): number {
  const { from, over, lowerBy, fromHours, overHours } = EASY_EFFORT;
  const easy = from - lowerBy * clamp((eventHours - fromHours) / overHours, 0, 1);
  return clamp((effort.fractionOfVo2max - easy) / over, 0, 1);
}

/** Returns the factor by which a practised rate declines over the hours, .8–1. */
function practisedFade(fade: number, eventHours: number): number {
  const { perHour, fromHours, lowest } = PRACTISED_FADE;
  return Math.max(fade, clamp(1 - perHour * (eventHours - fromHours), lowest, 1));
}

interface TargetTerms {
  readonly guidelineTarget: number;
  readonly demand: number;
  readonly scale: { readonly size: number; readonly fade: number };
}

/**
 * Returns what gut training adds to the guideline, g/h, towards the practised tolerance. The allowance only
 * raises the limit.
 */
function trainedGutGPerHr(input: CarbohydrateInput, { guidelineTarget, demand, scale }: TargetTerms): number {
  const { tolerance, isRaceEvent, eventHours } = input;
  if (!tolerance.isTrained) return 0;
  const race = isRaceEvent ? TRAINED_RACE_FACTOR.race : TRAINED_RACE_FACTOR.training;
  const { from, full } = TRAINED_HOURS;
  const reach = clamp((eventHours - from) / (full - from), 0, 1) * moderation(input);
  const fade = practisedFade(scale.fade, eventHours);
  const practised = tolerance.valueGPerHr * scale.size * race * fade;
  return reach * positive(Math.min(practised, demand) - guidelineTarget);
}

interface AbsoluteLimits {
  readonly age: number;
  readonly pregnancy: number;
  /** The smallest of gut tolerance, age and pregnancy limits and the highest rate studied, g/h. */
  readonly smallest: number;
}

function absoluteLimitsOf(input: CarbohydrateInput): AbsoluteLimits {
  const { body, tolerance, pregnant } = input;
  const gut = tolerance.isTrained
    ? ABSOLUTE_LIMIT_G_PER_HR - (ABSOLUTE_LIMIT_G_PER_HR - UNTRAINED_LIMIT_G_PER_HR) * (1 - moderation(input))
    : UNTRAINED_LIMIT_G_PER_HR;
  const age = interpolate(body.ageYears, CARBOHYDRATE_LIMIT_BY_AGE);
  const pregnancy = pregnant ? PREGNANCY_LIMIT_G_PER_HR : ABSOLUTE_LIMIT_G_PER_HR;
  return { age, pregnancy, smallest: Math.min(gut, age, pregnancy, ABSOLUTE_LIMIT_G_PER_HR) };
}

interface LimitTerms {
  readonly carb: number;
  readonly limited: number;
  readonly target: number;
  readonly toleranceLimit: number;
  readonly demand: number;
  readonly limits: AbsoluteLimits;
}

/** Names the limit that applied. Null if the target was reached. */
function boundOf(
  { tolerance, pregnant }: CarbohydrateInput,
  { carb, limited, target, toleranceLimit, demand, limits }: LimitTerms,
): CarbohydrateBound | null {
  if (carb === 0) return 'too_little_to_matter';
  if (limited >= target) return null;
  if (limited === toleranceLimit) return 'tolerance';
  if (limited === demand) return 'demand';
  if (limited === limits.age && limits.age < ABSOLUTE_LIMIT_G_PER_HR) return 'youth_limit';
  if (limited === limits.pregnancy && pregnant) return 'pregnancy_limit';
  return tolerance.isTrained ? 'absolute_limit' : 'untrained_gut_limit';
}

/**
 * Factor on tolerance, .88–1: larger bodies have higher exogenous carbohydrate oxidation (Ijaz 2024: 45 against
 * 33 g/h, recalled). On foot an untested tolerance also declines with the hours.
 */
function oxidationSizeFactor(input: CarbohydrateInput, fade: number): number {
  const bySize = clamp((input.body.massKg / 75) ** 0.25, 0.88, 1);
  return isToleranceFading(input) ? bySize * fade : bySize;
}

function isToleranceFading({ sport, tolerance }: CarbohydrateInput): boolean {
  return isOnFoot(sport) && (tolerance.source === 'none' || tolerance.source === 'usual_intake');
}
