/**
 * Estimates a missing field's effect: the same event with that field at its lowest plausible value (SCIENCE §6). The
 * ceiling uses the lowest of these, and a field widens the plan only as far as it changes sweat.
 */

import { type EventLosses, lossesOfEvent } from './draft-event.ts';
import type { PlanInput } from './leg.ts';
import type { UncertaintyField } from './names.ts';
import { clamp, interpolate, type Points } from './numbers.ts';
import type { EngineActivity, EngineAthlete } from './types.ts';
import { statedSpread, type Uncertainty, withSpreads } from './uncertainty.ts';

/**
 * Lowest plausible body mass, kg: from height with a slim adult's body mass index, else by sex. Engineering
 * choice.
 */
const LOW_MASS = { kgPerM2: 15.5, lowestKg: 30, highestKg: 65, maleKg: 46, otherKg: 42 } as const;
/**
 * Lowest plausible body mass of a child by age, kg, up to the age that counts as adult. Engineering choice.
 */
const CHILD_MASS_KG: Points = [
  [8, 20],
  [10, 25],
  [12, 30],
  [14, 38],
  [16, 46],
];
const ADULT_FROM_YEARS = 16;
/**
 * Lowest plausible intensity level of races and training sessions up to 4 h, higher in longer ones.
 * Engineering choice.
 */
const LOW_INTENSITY = {
  race: 2.5,
  raceRise: 0.5,
  training: 2,
  trainingRise: 1,
  fromHours: 4,
  overHours: 4,
} as const;
/** Other lowest plausible values: levels, years. Engineering choice. */
const LOW_THERMAL_LEVEL = 2;
const LOW_FITNESS_LEVEL = 2;
const LOW_AGE_YEARS = 64;

/** The lowest plausible value of a field: kg, level, years or sex. */
export function lowestPlausible(
  field: UncertaintyField,
  { activity, athlete }: Pick<PlanInput, 'activity' | 'athlete'>,
): number | 'female' {
  switch (field) {
    case 'mass':
      return lowestMassKg(athlete);
    case 'intensity':
      return lowestIntensity(activity);
    case 'heat':
      return LOW_THERMAL_LEVEL;
    case 'fitness':
      return LOW_FITNESS_LEVEL;
    case 'sex':
      return 'female';
    case 'age':
      return LOW_AGE_YEARS;
  }
}

function lowestMassKg({ heightCm, sex, ageYears }: EngineAthlete): number {
  const { kgPerM2, lowestKg, highestKg, maleKg, otherKg } = LOW_MASS;
  const bySize = heightCm === null ? null : kgPerM2 * (heightCm / 100) ** 2;
  const bySex = sex === 'male' ? maleKg : otherKg;
  if (ageYears === null || ageYears >= ADULT_FROM_YEARS) {
    return bySize === null ? bySex : clamp(bySize, lowestKg, highestKg);
  }
  const child = interpolate(ageYears, CHILD_MASS_KG);
  if (bySize === null) return Math.min(child, bySex);
  return Math.min(child, Math.max(Math.min(lowestKg, child), Math.min(highestKg, bySize)));
}

function lowestIntensity({ isRaceEvent, durationMin }: EngineActivity): number {
  const { race, raceRise, training, trainingRise, fromHours, overHours } = LOW_INTENSITY;
  const longer = clamp((durationMin / 60 - fromHours) / overHours, 0, 1);
  return isRaceEvent ? race + raceRise * longer : training + trainingRise * longer;
}

/** Returns the input with a missing field at its lowest plausible value. */
function withLowest(field: UncertaintyField, input: PlanInput): PlanInput {
  const { activity, athlete } = input;
  const value = lowestPlausible(field, input);
  if (value === 'female') return { ...input, athlete: { ...athlete, sex: value } };
  switch (field) {
    case 'intensity':
      return { ...input, activity: { ...activity, intensityLevel: value, steps: null } };
    case 'heat':
      return { ...input, activity: { ...activity, thermalStressLevel: value, weather: null } };
    case 'mass':
      return { ...input, athlete: { ...athlete, bodyMassKg: value } };
    case 'fitness':
      return { ...input, athlete: { ...athlete, fitnessLevel: value } };
    case 'age':
      return { ...input, athlete: { ...athlete, ageYears: value } };
    case 'sex':
      return input;
  }
}

/** The same event with one missing field at its lowest plausible value. */
export interface LowEvent {
  readonly field: UncertaintyField;
  readonly draft: EventLosses;
}

/** Recalculates the event's losses for each missing field, one field at a time. */
export function lowEventsOf(input: PlanInput, missing: readonly UncertaintyField[]): readonly LowEvent[] {
  return missing.map((field) => ({ field, draft: lossesOfEvent(withLowest(field, input)) }));
}

/**
 * Lowest share to which one field may reduce the sweat rate, and the standard deviations that its low end
 * represents.
 */
const EFFECT = { lowestShare: 0.3, standardDeviations: 1.6 } as const;

/**
 * Narrows the standard deviation of each missing field to its effect on sweat rate. A field without effect
 * widens the range no more than a stated level does.
 */
export function spreadsByEffect(
  uncertainty: Uncertainty,
  draft: EventLosses,
  lowEvents: readonly LowEvent[],
): Uncertainty {
  if (lowEvents.length === 0) return uncertainty;
  const spreads: Partial<Record<UncertaintyField, number>> = {};
  for (const { field, draft: low } of lowEvents) {
    const share = clamp(low.ceilingSweatLPerHr / draft.ceilingSweatLPerHr, EFFECT.lowestShare, 1);
    const byEffect = Math.max(statedSpread(field, uncertainty), -Math.log(share) / EFFECT.standardDeviations);
    spreads[field] = Math.min(uncertainty[field], byEffect);
  }
  return withSpreads(uncertainty, spreads);
}
