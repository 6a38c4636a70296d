/** Raises warnings about the inputs: outside the studied population, or contradictory. */

import type { Effort } from './effort.ts';
import { shownLevel, thermalLevelOfWeather } from './environment.ts';
import type { EventPlan } from './plan.ts';
import { type Warning, warning } from './warning-codes.ts';
import { CONFLICT, STUDIED } from './warning-gates.ts';

function outside(value: number | null, [low, high]: readonly [number, number]): boolean {
  return value !== null && (value < low || value > high);
}

/** Reports inputs outside the range of the studies, and levels that were assumed. */
export function outOfRangeWarnings(plan: EventPlan): Warning[] {
  const { athlete } = plan.input;
  const parameters = {
    mass: outside(athlete.bodyMassKg, STUDIED.massKg),
    ageYears: outside(athlete.ageYears, STUDIED.ageYears) ? athlete.ageYears : null,
    duration: plan.hours > STUDIED.hours,
    intensityMissing: plan.uncertainty.missing.includes('intensity'),
    heatMissing: plan.uncertainty.missing.includes('heat'),
  };
  const isAny =
    parameters.mass ||
    parameters.ageYears !== null ||
    parameters.duration ||
    parameters.intensityMissing ||
    parameters.heatMissing;
  return isAny ? [warning('DATA_OUT_OF_RANGE', 'info', parameters)] : [];
}

/** Reports contradictory inputs. The text says which one was used. */
export function conflictWarnings(plan: EventPlan): Warning[] {
  const { activity, athlete } = plan.input;
  const weatherLevel = conflictingWeatherLevel(plan);
  const byEffort = plan.legs.find(({ effort }) => disagreesWithLevel(effort));
  const unsustainable =
    plan.hours > CONFLICT.unsustainableHours
      ? plan.legs.find(
          ({ effort }) => effort.source === 'level' && effort.intensityLevel >= CONFLICT.unsustainableLevel,
        )
      : undefined;
  const parameters = {
    statedLevel: weatherLevel === null ? null : activity.thermalStressLevel,
    weatherLevel,
    effortAgainstLevel: byEffort?.effort.intensityLevel ?? null,
    unsustainableLevel: unsustainable?.effort.intensityLevel ?? null,
    sweatRateMlPerHr: outside(athlete.sweatRateMlPerHr, CONFLICT.sweatRateMlPerHr)
      ? athlete.sweatRateMlPerHr
      : null,
    impossibleEffort: plan.legs.some(({ effort }) => effort.isImpossible),
    effortAboveFitness: isAboveFitness(plan),
  };
  const isAny =
    parameters.impossibleEffort ||
    parameters.effortAboveFitness ||
    parameters.weatherLevel !== null ||
    parameters.effortAgainstLevel !== null ||
    parameters.unsustainableLevel !== null ||
    parameters.sweatRateMlPerHr !== null;
  return isAny ? [warning('CONFLICTING_INPUT', 'caution', parameters)] : [];
}

/** Returns whether a measured effort is far above what the stated fitness sustains for these hours. */
function isAboveFitness({ input: { athlete }, hours, longest }: EventPlan): boolean {
  const { source, metabolicRateW, sustainableFraction, maximalMetabolicRateW } = longest.effort;
  const isFitnessStated =
    athlete.fitnessLevel !== null || athlete.vo2maxMlPerKgMin !== null || athlete.ftpW !== null;
  const isMeasured = source === 'pace' || (source === 'power' && athlete.bodyMassKg !== null);
  return (
    isFitnessStated &&
    isMeasured &&
    hours >= CONFLICT.aboveFitnessFromHours &&
    metabolicRateW > CONFLICT.aboveFitnessRatio * sustainableFraction * maximalMetabolicRateW
  );
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
