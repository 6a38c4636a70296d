/**
 * The warnings about the circumstances and about inputs that are outside the studied population or
 * contradictory, in rule order.
 */

import type { Effort } from './effort.ts';
import { POUNDS_FROM_KG } from './gaps.ts';
import type { WarningCode } from './names.ts';
import { positive } from './numbers.ts';
import { isFitnessStated } from './personal.ts';
import type { EventPlan } from './plan.ts';
import { shownLevel, thermalLevelOfWeather } from './sweat.ts';
import { rule, type Situation } from './warning-rules.ts';

/** Event hours beyond which rates are averages and real food is advised. */
export const VERY_LONG_HOURS = 6;
/** Event hours from which everyone should weigh themselves or watch for swelling. */
export const WEIGHT_RULE_FROM_HOURS = 8;
/** Event hours beyond which there are hardly any studies. */
const BEYOND_FIGURES_HOURS = 12;
/** Share of body mass that an athlete may lose as water by the finish of a very long event. */
export const FINISH_WATER_LOSS_SHARE = 0.02;

/** Altitude from which respiratory water loss and appetite change noticeably, m. Recalled. */
export const ALTITUDE_ABOVE_M = 2000;

/** Range of the studied population: kg, years, hours. */
export const STUDIED = { massKg: [35, 130], ageYears: [10, 85], hours: 24 } as const;

/** Event hours from which a missing age lowers the limit noticeably. */
export const AGE_MATTERS_FROM_HOURS = 3;

/** Inputs that contradict each other. */
export const CONFLICT = {
  /** Difference in thermal stress levels: each is certain to about one. */
  thermalLevels: 3,
  /** Ratio of the metabolic rate from power or pace to that from the level. */
  effortRatio: 1.6,
  /** Level and hours that no athlete can sustain together. */
  unsustainableLevel: 8,
  unsustainableHours: 3,
  /** Ratio of a measured effort to what the stated fitness sustains, from these hours. */
  aboveFitnessRatio: 1.3,
  aboveFitnessFromHours: 3,
  /** Declared sweat rates outside this range need review, ml/h (Baker 2016 measured .26–5.73 L/h, cited). */
  sweatRateMlPerHr: [200, 3000],
} as const;

/** Every warning about the circumstances and the inputs. */
export const INPUT_WARNINGS = {
  VERY_LONG_EVENT: rule({
    severities: ['info'],
    parameters: {
      beyondTwelveHours: 'flag',
      massRule: 'flag',
      /** Expected weight loss at the finish, in tenths. Null if mass is hidden, missing or doubted. */
      leastKg: 'number or null',
      mostKg: 'number or null',
      /** Weight that the plan itself may cost, in tenths, where its careful limit leaves it dry. Else null. */
      planKg: 'number or null',
    },
    raise: (situation) => {
      const { hours } = situation.plan;
      if (hours <= VERY_LONG_HOURS) return false;
      const beyondTwelveHours = hours > BEYOND_FIGURES_HOURS;
      const massRule = hours >= WEIGHT_RULE_FROM_HOURS;
      const parameters = { beyondTwelveHours, massRule, ...expectedLossKg(situation) };
      return { severity: 'info', parameters };
    },
  }),
  EAH_SYMPTOMS: rule({
    severities: ['info'],
    parameters: { hidesMass: 'flag' },
    raise: ({ plan, hidesMass }) =>
      plan.hours >= WEIGHT_RULE_FROM_HOURS && { severity: 'info', parameters: { hidesMass } },
  }),
  ALTITUDE: rule({
    severities: ['info'],
    parameters: { altitudeM: 'number' },
    raise: ({ plan: { input } }) => {
      const altitudeM = input.activity.altitudeM ?? 0;
      const parameters = { altitudeM: Math.round(altitudeM) };
      return altitudeM > ALTITUDE_ABOVE_M && { severity: 'info', parameters };
    },
  }),
  MASS_MISSING: rule({
    severities: ['info'],
    parameters: { hidesMass: 'flag' },
    raise: ({ plan: { input }, hidesMass }) =>
      input.athlete.bodyMassKg === null && { severity: 'info', parameters: { hidesMass } },
  }),
  /** A stated body mass that cannot be right, for example pounds sent as kilograms. */
  MASS_UNLIKELY: rule({
    severities: ['caution'],
    /** The detail that contradicts it: the height, the mass stated before, or its own size without a height. */
    parameters: { against: ['height', 'before', 'size'], hidesMass: 'flag' },
    raise: ({ plan: { doubtedMass, body }, hidesMass }) =>
      doubtedMass !== null && {
        severity: 'caution',
        parameters: { against: doubtedMass.against, hidesMass },
        review: doubtedMass.against !== 'size' || body.massKg > POUNDS_FROM_KG.reviewAbove,
      },
  }),
  DATA_OUT_OF_RANGE: rule({
    severities: ['info'],
    parameters: {
      mass: 'flag',
      ageYears: 'number or null',
      duration: 'flag',
    },
    raise: ({ plan }) => {
      const { bodyMassKg, ageYears } = plan.input.athlete;
      const parameters = {
        mass: isOutside(bodyMassKg, STUDIED.massKg),
        ageYears: isOutside(ageYears, STUDIED.ageYears) ? ageYears : null,
        duration: plan.hours > STUDIED.hours,
      };
      return hasAny(parameters) && { severity: 'info', parameters };
    },
  }),
  /** Values that nobody stated. The athlete reads "Calculated for mild weather and a steady effort." instead. */
  ASSUMED: rule({
    severities: ['info'],
    audience: 'partner',
    parameters: { intensity: 'flag', heat: 'flag', age: 'flag' },
    raise: ({ plan }) => {
      const { missing } = plan.uncertainty;
      const parameters = {
        intensity: missing.includes('intensity'),
        heat: missing.includes('heat'),
        age: missing.includes('age') && plan.hours >= AGE_MATTERS_FROM_HOURS,
      };
      return hasAny(parameters) && { severity: 'info', parameters };
    },
  }),
  /** The text says which of the inputs was used. */
  CONFLICTING_INPUT: rule({
    severities: ['caution'],
    parameters: {
      statedLevel: 'number or null',
      weatherLevel: 'number or null',
      effortAgainstLevel: 'number or null',
      unsustainableLevel: 'number or null',
      sweatRateMlPerHr: 'number or null',
      impossibleEffort: 'flag',
      /** The input that needs more than the fitness sustains: power or pace, or the stated course. */
      effortAboveFitness: ['measured', 'course', null],
    },
    raise: ({ plan }) => {
      const { activity, athlete } = plan.input;
      const weatherLevel = conflictingWeatherLevel(plan);
      const byEffort = plan.legs.find(({ effort }) => disagreesWithLevel(effort));
      const isRateOutside = isOutside(athlete.sweatRateMlPerHr, CONFLICT.sweatRateMlPerHr);
      const sweatRateMlPerHr = isRateOutside ? athlete.sweatRateMlPerHr : null;
      const parameters = {
        statedLevel: weatherLevel === null ? null : activity.thermalStressLevel,
        weatherLevel,
        effortAgainstLevel: byEffort?.effort.intensityLevel ?? null,
        unsustainableLevel: unsustainableLevel(plan),
        sweatRateMlPerHr,
        impossibleEffort: plan.legs.some(({ effort }) => effort.isImpossible),
        effortAboveFitness: aboveFitness(plan),
      };
      const review = sweatRateMlPerHr !== null && sweatRateMlPerHr > CONFLICT.sweatRateMlPerHr[1];
      return hasAny(parameters) && { severity: 'caution', parameters, review };
    },
  }),
} as const satisfies { readonly [Code in WarningCode]?: unknown };

function isOutside(value: number | null, [low, high]: readonly [number, number]): boolean {
  return value !== null && (value < low || value > high);
}

function hasAny(parameters: Readonly<Record<string, boolean | number | string | null>>): boolean {
  for (const name in parameters) {
    const value = parameters[name];
    if (value !== false && value !== null) return true;
  }
  return false;
}

/** Returns the level of a leg that nobody sustains for these hours. Null if none. */
function unsustainableLevel({ legs, hours }: EventPlan): number | null {
  if (hours <= CONFLICT.unsustainableHours) return null;
  const unsustainable = legs.find(
    ({ effort }) => effort.source === 'level' && effort.intensityLevel >= CONFLICT.unsustainableLevel,
  );
  return unsustainable?.effort.intensityLevel ?? null;
}

/** Returns what puts the effort far above what the stated fitness sustains for these hours. Null if nothing does. */
function aboveFitness({ input: { athlete }, hours, longest }: EventPlan): 'measured' | 'course' | null {
  const { source, metabolicRateW, sustainableFraction, maximalMetabolicRateW, isCourseLikely } =
    longest.effort;
  const isCourse = source === 'race_format' && !isCourseLikely;
  const isPaceOrPower = source === 'pace' || (source === 'power' && athlete.bodyMassKg !== null);
  const isAbove =
    isFitnessStated(athlete) &&
    hours >= CONFLICT.aboveFitnessFromHours &&
    metabolicRateW > CONFLICT.aboveFitnessRatio * sustainableFraction * maximalMetabolicRateW;
  if (!isAbove) return null;
  return isCourse ? 'course' : isPaceOrPower ? 'measured' : null;
}

/** Loss of body mass, %, from which a very long plan says what its careful limit may cost. */
const COSTLY_LOSS_PERCENT = 5;

/** Returns the weight loss to expect at the finish, from unchanged body water to a loss that does no harm. */
function expectedLossKg(situation: Situation) {
  const { plan, steadyWaterPercent, hidesMass } = situation;
  const { body, hours, input, doubtedMass } = plan;
  const isUnknown = input.athlete.bodyMassKg === null || doubtedMass !== null || hidesMass;
  if (hours < WEIGHT_RULE_FROM_HOURS || isUnknown) return { leastKg: null, mostKg: null, planKg: null };
  const least = (positive(-steadyWaterPercent) * body.massKg) / 100;
  const tenths = (kg: number): number => Math.round(10 * kg) / 10;
  return {
    leastKg: tenths(least),
    mostKg: tenths(least + FINISH_WATER_LOSS_SHARE * body.massKg),
    planKg: isCostly(situation) ? tenths((situation.lossPercent * body.massKg) / 100) : null,
  };
}

/** Returns whether a very long plan ends dry under its careful limit, without a danger that says more. */
function isCostly({ plan, lossPercent, outside, isDryByLimit }: Situation): boolean {
  const isDanger = outside === 'far_too_dry' && !isDryByLimit;
  return plan.hours > BEYOND_FIGURES_HOURS && lossPercent > COSTLY_LOSS_PERCENT && !isDanger;
}

/** Returns the displayed level of the weather if a stated level is far from it, else null. */
function conflictingWeatherLevel({ input: { activity }, longest }: EventPlan): number | null {
  if (activity.thermalStressLevel === null || activity.weather === null) return null;
  const wholeEvent = { fromMin: 0, toMin: activity.durationMin };
  const level = shownLevel(thermalLevelOfWeather(activity.weather, longest.type, wholeEvent));
  return Math.abs(level - activity.thermalStressLevel) >= CONFLICT.thermalLevels ? level : null;
}

/** Returns whether power or pace implies an effort far from the stated level. */
function disagreesWithLevel({
  source,
  isLevelStated,
  metabolicRateW,
  metabolicRateByLevelW,
}: Effort): boolean {
  if ((source !== 'power' && source !== 'pace') || !isLevelStated) return false;
  const ratio = metabolicRateW / metabolicRateByLevelW;
  return ratio > CONFLICT.effortRatio || ratio < 1 / CONFLICT.effortRatio;
}
