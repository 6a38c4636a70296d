/**
 * Measures the effect of one missing field: whether the ceiling rises, and whether adding the field reduces
 * harm.
 */

import { RandomSource } from '@musette/basics/random-source';
import { endSodiumMmolPerL, massChangeKg } from '../src/balance.ts';
import { planCeiling } from '../src/ceiling.ts';
import { lowestPlausible, POUNDS_FROM_KG } from '../src/gaps.ts';
import type { UncertaintyField } from '../src/names.ts';
import { type EventPlan, type PlanInput, planEvent } from '../src/plan.ts';
import { DEFAULTS } from '../src/tables.ts';
import { InputSource } from './random-inputs.ts';
import { harshInputs } from './target-figures.ts';

/** The fields that lower the ceiling when missing. */
export const GAP_FIELDS: readonly UncertaintyField[] = ['mass', 'intensity', 'heat', 'fitness', 'sex', 'age'];

/** Sets one field of an input. Null leaves it out. */
function withField(input: PlanInput, field: UncertaintyField, value: number | 'female' | null): PlanInput {
  const { activity, athlete } = input;
  const number = typeof value === 'number' ? value : null;
  switch (field) {
    case 'mass':
      return { ...input, athlete: { ...athlete, bodyMassKg: number } };
    case 'intensity':
      return { ...input, activity: { ...activity, intensityLevel: number, steps: null } };
    case 'heat':
      return { ...input, activity: { ...activity, thermalStressLevel: number, weather: null } };
    case 'fitness':
      return {
        ...input,
        athlete: { ...athlete, fitnessLevel: number, vo2maxMlPerKgMin: null, ftpW: null },
      };
    case 'sex':
      return { ...input, athlete: { ...athlete, sex: value === 'female' ? 'female' : null } };
    case 'age':
      return { ...input, athlete: { ...athlete, ageYears: number } };
  }
}

const DEFAULT_VALUES: Readonly<Record<UncertaintyField, number | null>> = {
  mass: DEFAULTS.bodyMassKg,
  intensity: DEFAULTS.intensityLevel,
  heat: DEFAULTS.thermalStressLevel,
  fitness: DEFAULTS.fitnessLevel,
  sex: null,
  age: DEFAULTS.ageYears,
};

/** Violations of the three properties of a single gap, over random inputs with all other fields stated. */
interface GapProperties {
  readonly tried: number;
  /**
   * Cases in which the ceiling is more than .5 ml/h below those of the default and of the lowest plausible
   * value.
   */
  readonly tooLow: number;
  /**
   * Cases in which it exceeds that of the lowest plausible value, with an effort that is possible there. Not
   * counted for age.
   */
  readonly aboveLow: number;
  /** Cases in which it exceeds that of the default. */
  readonly aboveDefault: number;
}

/** Checks the ceiling with one missing field against the same event with that field stated. */
export function gapProperties(count: number, seed: number): GapProperties {
  const source = new InputSource(new RandomSource(seed));
  const figures = { tried: 0, tooLow: 0, aboveLow: 0, aboveDefault: 0 };
  for (let index = 0; index < count; index++) {
    const drawn = source.anything(0.1);
    const field = GAP_FIELDS[index % GAP_FIELDS.length] ?? 'mass';
    const input = withField(complete(drawn, source), field, null);
    const gap = planEvent(input);
    if (!gap.uncertainty.missing.includes(field)) continue;
    const low = planEvent(withField(input, field, lowestPlausible(field, input)));
    const usual = DEFAULT_VALUES[field];
    // An unknown sex counts as between the two, which nobody can state: the event itself.
    const atDefault =
      usual === null
        ? planCeiling(gap.ceilingInput).maxLPerHr
        : planEvent(withField(input, field, usual)).ceiling.maxLPerHr;
    figures.tried += 1;
    if (gap.ceiling.maxLPerHr < Math.min(low.ceiling.maxLPerHr, atDefault) - 0.0005) figures.tooLow += 1;
    // Kidneys count by the event's age, so 70 years stated may allow less.
    const isComparable = field !== 'age' && low.legs.every(({ effort }) => !effort.isImpossible);
    if (isComparable && gap.ceiling.maxLPerHr > low.ceiling.maxLPerHr + 1e-9) figures.aboveLow += 1;
    if (gap.ceiling.maxLPerHr > atDefault + 1e-9) figures.aboveDefault += 1;
  }
  return figures;
}

/** Fills in every field that a gap could omit. */
function complete(input: PlanInput, source: InputSource): PlanInput {
  const { activity, athlete } = input;
  return {
    ...input,
    activity: {
      ...activity,
      intensityLevel: activity.intensityLevel ?? source.whole(1, 9),
      thermalStressLevel:
        activity.thermalStressLevel ?? (activity.weather === null ? source.whole(1, 9) : null),
      segments: null,
    },
    athlete: {
      ...athlete,
      // Nothing that a mass could contradict, and none that may be in pounds.
      bodyMassKg: Math.min(athlete.bodyMassKg ?? source.between(40, 110), POUNDS_FROM_KG.doubt - 1),
      heightCm: null,
      formerMassKg: null,
      sex: athlete.sex ?? 'male',
      ageYears: athlete.ageYears ?? source.whole(18, 70),
      fitnessLevel: athlete.fitnessLevel ?? source.whole(1, 9),
    },
  };
}

/** Harm to the true athlete with one field missing, and with it provided. */
interface GapHarm {
  readonly field: UncertaintyField;
  readonly without: number;
  readonly with: number;
}

/** Weight of someone who drinks the ceiling without checking: about .30 (kidneys) × .16 (sweats little). */
const DRINKER_WEIGHT = 0.05;

/**
 * Measures over complete profiles of the harsh mix whether adding a true field ever causes harm on average.
 */
export function gapHarms(count: number, seed: number): readonly GapHarm[] {
  const inputs = [...harshInputs(count, seed, true)];
  return GAP_FIELDS.map((field) => {
    let without = 0;
    let given = 0;
    for (const input of inputs) {
      const truth = planEvent(input);
      given += harmOf(truth, truth);
      without += harmOf(truth, planEvent(withField(input, field, null)));
    }
    return { field, without: without / inputs.length, with: given / inputs.length };
  });
}

/** Harm of a plan to the athlete described by `truth`. */
function harmOf(truth: EventPlan, { fluidLPerHr, sodiumMgPerHr, carbGPerHr, ceiling }: EventPlan): number {
  const { balance, planningFuel, body, hours } = truth;
  const percent = (at: typeof balance, fluid: number) =>
    (100 * massChangeKg(at, { fluidLPerHr: fluid, carbGPerHr }, planningFuel.gasLossKg)) / body.massKg;
  const isDry =
    percent(balance, fluidLPerHr) < (hours > 6 ? -5 : -4) ||
    endSodiumMmolPerL(balance, fluidLPerHr, sodiumMgPerHr) > 147;
  const little = {
    ...balance,
    sweatLPerHr: balance.sweatLPerHr * Math.exp(-truth.uncertainty.sigma),
    urineLPerHr: truth.countedUrineLPerHr,
  };
  const credited = truth.credited.mgPerL * ceiling.maxLPerHr;
  const isWet =
    percent(little, ceiling.maxLPerHr) > 2 || endSodiumMmolPerL(little, ceiling.maxLPerHr, credited) < 133;
  return (isDry ? 1 : 0) + DRINKER_WEIGHT * (isWet ? 1 : 0);
}
