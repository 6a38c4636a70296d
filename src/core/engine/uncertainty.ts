/**
 * Resolves how well each input is known, as standard deviations of ln sweat rate that add in quadrature
 * (SCIENCE §6).
 */

import { COURSE_SD, type Effort } from './effort.ts';
import type { Environment } from './environment.ts';
import type { UncertaintyField } from './names.ts';
import type { PersonalSweat } from './personal.ts';
import type { EngineAthlete, SingleSportType } from './types.ts';

/** Engineering choices, anchored if a source is named. */
export const SD = {
  /** Smith 2021, Nutrients 13:1807, cited: .14–.16 L/h between identical days. */
  day: 0.1,
  /** Error of the model itself. Weak sports rest on little data. Less after learning in that sport. */
  structure: { base: 0.15, weakSport: 0.1, learnedFactor: 0.6 },
  massMissing: 0.2,
  intensity: { power: 0.05, pace: 0.07, course: COURSE_SD, level: 0.1, missing: 0.2 },
  /** Cheuvront 2015: 45 % of stations differ from the course by more than 3 °C WBGT. */
  heat: { weather: 0.05, level: 0.08, missing: 0.3 },
  fitness: { known: 0.05, missing: 0.12 },
  sexMissing: 0.06,
  ageMissing: 0.03,
} as const;

/** Standard deviations by source. */
interface SpreadParts {
  readonly sweat: number;
  readonly day: number;
  readonly structure: number;
  readonly mass: number;
  readonly intensity: number;
  readonly heat: number;
  readonly fitness: number;
  readonly sex: number;
  readonly age: number;
}

/** Standard deviations by source, and which fields are missing. */
export interface Uncertainty extends SpreadParts {
  /** All combined. */
  readonly sigma: number;
  /** Missing fields, in the order in which the ceiling reads them. */
  readonly missing: readonly UncertaintyField[];
  /** True if power, pace or a course sets the effort. */
  readonly isEffortMeasured: boolean;
}

/** Inputs that determine how well an event is known. */
export interface UncertaintyInput {
  readonly athlete: EngineAthlete;
  readonly personal: PersonalSweat;
  readonly effort: Pick<Effort, 'source' | 'courseSd'>;
  readonly heatFrom: Environment['thermalLevelFrom'];
  /** Weather counts as known with a stated level too. */
  readonly isWeatherGiven: boolean;
  /** Share of the hours in sports whose constants rest on little data. */
  readonly weakShare: number;
}

const WEAK_TYPES: ReadonlySet<string> = new Set<SingleSportType>([
  'swim',
  'open_water_swim',
  'row',
  'ski',
  'lift',
  'other',
]);

/** Returns whether a sport's constants rest on little data. */
export function isWeakSport(type: SingleSportType): boolean {
  return WEAK_TYPES.has(type);
}

/**
 * Resolves the standard deviation of ln sweat rate and its parts, and which fields are missing. Parts add in
 * quadrature.
 */
export function resolveUncertainty(input: UncertaintyInput): Uncertainty {
  const { athlete, personal, effort } = input;
  const measured = isMeasured(effort.source);
  const fitnessMissing = !isFitnessStated(athlete);
  const missing: UncertaintyField[] = [];
  if (athlete.bodyMassKg === null) missing.push('mass');
  if (effort.source === 'default') missing.push('intensity');
  if (input.heatFrom === 'default') missing.push('heat');
  if (fitnessMissing) missing.push('fitness');
  if (athlete.sex === null) missing.push('sex');
  if (athlete.ageYears === null) missing.push('age');

  const parts = {
    sweat: personal.standardDeviation,
    day: SD.day,
    structure:
      (SD.structure.base + SD.structure.weakSport * input.weakShare) *
      (personal.isLearnedHere ? SD.structure.learnedFactor : 1),
    mass: athlete.bodyMassKg === null ? SD.massMissing : 0,
    intensity: intensitySd(effort),
    heat: input.isWeatherGiven ? SD.heat.weather : SD.heat[input.heatFrom === 'level' ? 'level' : 'missing'],
    fitness: measured ? 0 : fitnessMissing ? SD.fitness.missing : SD.fitness.known,
    sex: athlete.sex === null ? SD.sexMissing : 0,
    age: athlete.ageYears === null ? SD.ageMissing : 0,
  };
  return { ...parts, sigma: sigmaOf(parts), missing, isEffortMeasured: measured };
}

function intensitySd({ source, courseSd }: Pick<Effort, 'source' | 'courseSd'>): number {
  if (courseSd !== null) return courseSd;
  return SD.intensity[source === 'power' || source === 'pace' || source === 'level' ? source : 'missing'];
}

/** Returns whether power, pace or a course sets the effort, whatever the fitness. */
export function isMeasured(source: Effort['source']): boolean {
  return source === 'power' || source === 'pace' || source === 'race_format';
}

/** Returns whether a fitness level, VO2max or threshold power is stated. */
export function isFitnessStated(athlete: EngineAthlete): boolean {
  return athlete.fitnessLevel !== null || athlete.vo2maxMlPerKgMin !== null || athlete.ftpW !== null;
}

/** Adds the parts in quadrature. */
function sigmaOf(parts: SpreadParts): number {
  return Math.sqrt(
    parts.sweat ** 2 +
      parts.day ** 2 +
      parts.structure ** 2 +
      parts.mass ** 2 +
      parts.intensity ** 2 +
      parts.heat ** 2 +
      parts.fitness ** 2 +
      parts.sex ** 2 +
      parts.age ** 2,
  );
}

/** Returns the same uncertainty with different standard deviations for some fields. */
export function withSpreads(
  uncertainty: Uncertainty,
  spreads: Partial<Readonly<Record<UncertaintyField, number>>>,
): Uncertainty {
  const parts = { ...uncertainty, ...spreads };
  return { ...parts, sigma: sigmaOf(parts) };
}

/** Returns the standard deviation that a field would have if stated, as a level if there is one. */
export function statedSpread(
  field: UncertaintyField,
  { isEffortMeasured }: Pick<Uncertainty, 'isEffortMeasured'>,
): number {
  switch (field) {
    case 'intensity':
      return SD.intensity.level;
    case 'heat':
      return SD.heat.level;
    case 'fitness':
      return isEffortMeasured ? 0 : SD.fitness.known;
    case 'mass':
    case 'sex':
    case 'age':
      return 0;
  }
}
