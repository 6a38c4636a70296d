/** How much carbohydrate to eat: guideline, demand, and what the gut has shown it takes. */

import { clamp, interpolate } from './numbers.ts';
import {
  CARBOHYDRATE_GUIDELINE,
  CARBOHYDRATE_INTENSITY_FACTOR,
  SPORTS,
  type Sport,
  TOLERANCE_FROM_USUAL_INTAKE,
} from './tables.ts';

/** How much carbohydrate the gut takes, g/h, and how we know. */
export interface CarbohydrateTolerance {
  /** The limit that applies to this session, training allowance included. */
  readonly limitGPerHr: number;
  /** The stated or learned value without the training allowance. */
  readonly valueGPerHr: number;
  readonly source: 'learned' | 'declared' | 'usual_intake' | 'none';
  /** Declared, or learned above the starting value: only such a gut may be planned for beyond what anyone gets. */
  readonly isTrained: boolean;
}

/** What feedback has taught about the gut; null before any. */
export interface LearnedTolerance {
  readonly meanGPerHr: number;
  readonly standardDeviation: number;
  /** True when the last two sessions were at least good for the gut. */
  readonly lastTwoWereGood: boolean;
  /** Sessions that stand behind it. */
  readonly observations: number;
}

export interface CarbohydrateInput {
  readonly sport: Sport;
  readonly fractionOfVo2max: number;
  readonly metabolicRateW: number;
  readonly massKg: number;
  readonly eventHours: number;
  readonly isRaceEvent: boolean;
  readonly tolerance: CarbohydrateTolerance;
  /** Natural logarithm of the personal need multiplier; 0 without feedback. */
  readonly needLn: number;
  readonly under16: boolean;
  readonly pregnant: boolean;
}

type CarbohydrateBound =
  | 'demand'
  | 'tolerance'
  | 'absolute_limit'
  | 'untrained_gut_limit'
  | 'youth_limit'
  | 'pregnancy_limit'
  | 'short_session'
  | 'too_little_to_matter';

export interface CarbohydratePlan {
  /** Carbohydrate share of energy. */
  readonly carbohydrateShare: number;
  readonly oxidationGPerHr: number;
  readonly guidelineGPerHr: number;
  readonly intensityFactor: number;
  readonly raceFactor: number;
  readonly sizeFactor: number;
  readonly sportFactor: number;
  readonly lateFadeFactor: number;
  readonly trainedGutFactor: number;
  readonly needFactor: number;
  readonly targetGPerHr: number;
  readonly demandLimitGPerHr: number;
  readonly tolerance: CarbohydrateTolerance;
  readonly absoluteLimitGPerHr: number;
  readonly carbGPerHr: number;
  readonly boundBy: CarbohydrateBound | null;
}

/** Energy of carbohydrate, kJ/g. */
const KJ_PER_GRAM = 16.2;
/** Eating beyond this share of what is burned cannot be used (Podlogar 2022: exogenous 41 % of total at 120 g/h; margin engineering choice). */
const DEMAND_SHARE = 0.65;
/** "Nothing held back on race day, a little less in training." Engineering choice. */
const RACE_FACTOR = 1.12;
const TRAINING_FACTOR = 0.95;
/** Nobody gets more, g/h: highest dose with tolerance shown in gut-trained athletes (Viribay 2020; Podlogar 2022). */
const ABSOLUTE_LIMIT_G_PER_HR = 120;
/** Without a declared or learned tolerance, g/h (Thomas 2016; Jeukendrup 2014). */
export const UNTRAINED_LIMIT_G_PER_HR = 90;
/** Under 16 years and in pregnancy, g/h. Engineering choice, no dose studies exist. */
const YOUTH_LIMIT_G_PER_HR = 60;
const PREGNANCY_LIMIT_G_PER_HR = 75;
/** Less than this is not worth opening a wrapper, g/h. Engineering choice. */
const WORTH_EATING_G_PER_HR = 8;
/** Sessions shorter than this need nothing during (mysportscience.com 2015), h. */
export const NO_FEEDING_BELOW_HOURS = 0.75;

/** Tolerance in g/h before any feedback: declared, else what the usual intake suggests, else the sport's usual. */
export function startingTolerance(
  sport: Sport,
  declaredGPerHr: number | null,
  usualGPerHr: number | null,
): number {
  if (declaredGPerHr !== null) return declaredGPerHr;
  return usualGPerHr === null
    ? SPORTS[sport].defaultCarbToleranceGPerHr
    : interpolate(usualGPerHr, TOLERANCE_FROM_USUAL_INTAKE);
}

/**
 * What the gut takes in this session. Declared: as stated in a race ("nothing new on race day"), up to 10 % or
 * 10 g/h more in training (gut training works: Costa 2017). Learned: a cautious quantile above the starting value,
 * and at most 5 g/h more, only after two good sessions. Usual intake: weak evidence, no allowance. Engineering choices.
 */
export function resolveTolerance(
  sport: Sport,
  declaredGPerHr: number | null,
  usualGPerHr: number | null,
  learned: LearnedTolerance | null,
  isRaceEvent: boolean,
  allowGutTraining: boolean,
): CarbohydrateTolerance {
  const start = startingTolerance(sport, declaredGPerHr, usualGPerHr);
  if (learned !== null) {
    const mean = learned.meanGPerHr;
    const value = Math.max(Math.min(mean, start), mean - 0.35 * learned.standardDeviation);
    const allowance =
      isRaceEvent || !allowGutTraining || !learned.lastTwoWereGood ? 0 : Math.min(0.1 * value, 5);
    // Without a declaration only what was learned above the start shows a trained gut; a mere answer does not.
    const isTrained = declaredGPerHr !== null || value > start;
    return { limitGPerHr: value + allowance, valueGPerHr: value, source: 'learned', isTrained };
  }
  if (declaredGPerHr !== null) {
    const allowance = isRaceEvent || !allowGutTraining ? 0 : Math.min(0.1 * declaredGPerHr, 10);
    return {
      limitGPerHr: declaredGPerHr + allowance,
      valueGPerHr: declaredGPerHr,
      source: 'declared',
      isTrained: true,
    };
  }
  return {
    limitGPerHr: start,
    valueGPerHr: start,
    source: usualGPerHr === null ? 'none' : 'usual_intake',
    isTrained: false,
  };
}

/**
 * Carbohydrate in g/h for one leg: the guideline by duration, scaled by intensity, size, sport and race,
 * then limited by demand, gut and absolute caps. Rates depend on the whole event's hours. Result 0 or 8–120.
 */
export function planCarbohydrate(input: CarbohydrateInput): CarbohydratePlan {
  const { sport, fractionOfVo2max, eventHours, tolerance } = input;
  const carbohydrateShare = clamp(0.05 + fractionOfVo2max, 0.2, 1);
  const oxidation = ((input.metabolicRateW * 3.6) / KJ_PER_GRAM) * carbohydrateShare;
  const guideline = interpolate(eventHours, CARBOHYDRATE_GUIDELINE);
  const intensityFactor = interpolate(fractionOfVo2max, CARBOHYDRATE_INTENSITY_FACTOR);
  const raceFactor = input.isRaceEvent ? RACE_FACTOR : TRAINING_FACTOR;
  // Direction: Ijaz 2024, IJSNEM (33 ± 8 g/h below 70 kg, 45 ± 13 above, at the same intake); exponent engineering choice.
  const sizeFactor = clamp((input.massKg / 70) ** 0.4, 0.82, 1.15);
  const sportFactor = SPORTS[sport].carbohydrateFactor;
  const lateFadeFactor = lateFade(sport, eventHours);
  const hardAndLong = eventHours >= 1.5 && fractionOfVo2max >= 0.55;
  const trainedGutFactor = tolerance.isTrained && hardAndLong ? clamp(tolerance.valueGPerHr / 80, 1, 1.4) : 1;
  const needFactor = Math.exp(input.needLn);
  const target =
    guideline *
    intensityFactor *
    raceFactor *
    sizeFactor *
    sportFactor *
    lateFadeFactor *
    trainedGutFactor *
    needFactor;

  // The bike's usable VO2max share is divided out so that riding never gets less than running at equal effort.
  const isBike = sport === 'bike' || sport === 'indoorBike';
  const demandLimit = oxidation * (isBike ? DEMAND_SHARE / SPORTS.bike.usableVo2maxShare : DEMAND_SHARE);
  const untrained = !(tolerance.isTrained && hardAndLong);
  const absoluteLimit = Math.min(
    untrained ? UNTRAINED_LIMIT_G_PER_HR : ABSOLUTE_LIMIT_G_PER_HR,
    input.under16 ? YOUTH_LIMIT_G_PER_HR : ABSOLUTE_LIMIT_G_PER_HR,
    input.pregnant ? PREGNANCY_LIMIT_G_PER_HR : ABSOLUTE_LIMIT_G_PER_HR,
  );

  let carb = Math.min(target, demandLimit, tolerance.limitGPerHr, absoluteLimit);
  let boundBy: CarbohydrateBound | null = null;
  if (carb < target) {
    if (carb === tolerance.limitGPerHr) boundBy = 'tolerance';
    else if (carb === demandLimit) boundBy = 'demand';
    else if (input.under16 && carb === YOUTH_LIMIT_G_PER_HR) boundBy = 'youth_limit';
    else if (input.pregnant && carb === PREGNANCY_LIMIT_G_PER_HR) boundBy = 'pregnancy_limit';
    else boundBy = untrained ? 'untrained_gut_limit' : 'absolute_limit';
  }
  if (eventHours < NO_FEEDING_BELOW_HOURS && !input.isRaceEvent) {
    carb = 0;
    boundBy = 'short_session';
  } else if (carb < WORTH_EATING_G_PER_HR) {
    carb = 0;
    boundBy = 'too_little_to_matter';
  }
  return {
    carbohydrateShare,
    oxidationGPerHr: oxidation,
    guidelineGPerHr: guideline,
    intensityFactor,
    raceFactor,
    sizeFactor,
    sportFactor,
    lateFadeFactor,
    trainedGutFactor,
    needFactor,
    targetGPerHr: target,
    demandLimitGPerHr: demandLimit,
    tolerance,
    absoluteLimitGPerHr: absoluteLimit,
    carbGPerHr: carb,
    boundBy,
  };
}

/** Appetite and gut flow fade in very long events, sooner on foot (direction: Tiller 2019 ISSN; Costa 2019; sizes engineering choice). */
function lateFade(sport: Sport, eventHours: number): number {
  return sport === 'run' || sport === 'hike' || sport === 'treadmill'
    ? clamp(1 - 0.05 * (eventHours - 5), 0.65, 1)
    : clamp(1 - 0.02 * (eventHours - 6), 0.8, 1);
}

/** Which sugars the rate needs: one kind up to 60 g/h, glucose and fructose above (Jeukendrup 2014; 1:0.8 above 90: Podlogar 2022). */
export function glucoseFructoseHint(carbGPerHr: number): string {
  if (carbGPerHr <= 60) return 'any carbohydrate source';
  return carbGPerHr <= 90 ? 'glucose and fructose about 2:1' : 'glucose and fructose about 1:0.8';
}
