/**
 * Resolves how an athlete's sweat rate and sweat sodium differ from the average (SCIENCE §3), and how well each
 * input of an event is known (SCIENCE §6).
 */

import { type Body, COURSE_SD, type Effort, resolveEffort } from './effort.ts';
import {
  floorOfSweatSd,
  hasWeighing,
  isSweatKnown,
  type LearnedState,
  type SweatSport,
} from './learned-state.ts';
import type { UncertaintyField } from './names.ts';
import { atLevel, clamp } from './numbers.ts';
import { type Environment, predictSweat } from './sweat.ts';
import { DEFAULTS, isRide, OPERATIVE_TEMPERATURE_C, type Sport, WATER_TEMPERATURE_C } from './tables.ts';
import type { EngineAthlete, SingleSportType } from './types.ts';

/** An athlete's sweat rate relative to an average person. */
export interface PersonalSweat {
  /** Natural logarithm of the multiplier on the average person, ±0.9. */
  readonly ln: number;
  /** The same for the fluid ceiling, never above what weighings support. */
  readonly ceilingLn: number;
  readonly standardDeviation: number;
  readonly source: 'learned' | 'measured' | 'self_report' | 'none';
  /** True once a weighing or three answers in this sport were learned from. */
  readonly isLearnedHere: boolean;
  /** True if learned here or declared for this sport. */
  readonly isKnown: boolean;
}

/** Bounds on the logarithm of a multiplier (0.4–2.5 times the average). */
export const SWEAT_LN_LIMIT = 0.9;
/** Logarithmic step per sweat level. */
const SWEAT_LN_PER_LEVEL = 0.1;
/** Standard deviation of ln sweat rate (Pahnke 2006: 34 % between athletes, size included). */
export const SWEAT_SD = { none: 0.28, selfReport: 0.25, declared: 0.18 } as const;

/** Returns the learned multiplier shared by a sport. */
export function sweatSportOf(sport: Sport): SweatSport {
  if (sport === 'swim') return 'swim';
  return isRide(sport) || sport === 'row' ? 'bike' : 'foot';
}

/**
 * Returns the multiplier before any session: from a declared sweat rate (not in water), else from the sweat
 * level.
 */
export function priorSweat(athlete: EngineAthlete, body: Body, sport: SweatSport): PersonalSweat {
  const { sweatRateMlPerHr, sweatLevel } = athlete;
  if (sweatRateMlPerHr !== null && sport !== 'swim') {
    const ln = clamp(
      Math.log(sweatRateMlPerHr / 1000 / testHourSweat(athlete, body, sport)),
      -SWEAT_LN_LIMIT,
      SWEAT_LN_LIMIT,
    );
    return {
      ln,
      ceilingLn: ln,
      standardDeviation: SWEAT_SD.declared,
      source: 'measured',
      isLearnedHere: false,
      isKnown: true,
    };
  }
  const ln = SWEAT_LN_PER_LEVEL * ((sweatLevel ?? DEFAULTS.sweatLevel) - DEFAULTS.sweatLevel);
  return {
    ln,
    ceilingLn: ln,
    standardDeviation: sweatLevel === null ? SWEAT_SD.none : SWEAT_SD.selfReport,
    source: sweatLevel === null ? 'none' : 'self_report',
    isLearnedHere: false,
    isKnown: false,
  };
}

/** Maximum by which perceived hydration alone raises the planning multiplier above the weighed one. */
const ANSWERS_ABOVE_WEIGHINGS_LN = 0.2;

/** Without any weighing that counts, the most by which multipliers of the plan and of the ceiling fall below the profile's, ln. */
const LARGEST_FALL_LN = { plan: 0.25, ceiling: 0.35 } as const;

/** Returns the current multiplier: learned if there is any evidence, else the prior. */
export function personalSweat(
  athlete: EngineAthlete,
  body: Body,
  learned: LearnedState | null,
  sport: SweatSport,
): PersonalSweat {
  const sweat = learned?.sweat ?? null;
  if (sweat === null || sweat.observations === 0) return priorSweat(athlete, body, sport);
  const index = SWEAT_INDEX[sport];
  const all = sweat.all.mean[index];
  const weighed = sweat.weighed.mean[index];
  const held = (ln: number, largestFall: number | null): number => {
    const least = hasWeighing(sweat) || largestFall === null ? ln : sweat.priorMean[index] - largestFall;
    return clamp(Math.max(ln, least), -SWEAT_LN_LIMIT, SWEAT_LN_LIMIT);
  };
  // A low weighing is certain even if nobody noted the urine, which can only have made it lower.
  const ceilingFall = sweat.unnoted > 0 ? null : LARGEST_FALL_LN.ceiling;
  const isLearnedHere = isSweatKnown(sweat, sport);
  return {
    ln: held(Math.min(all, weighed + ANSWERS_ABOVE_WEIGHINGS_LN), LARGEST_FALL_LN.plan),
    ceilingLn: held(Math.min(all, weighed), ceilingFall),
    standardDeviation: Math.max(floorOfSweatSd(sweat), Math.sqrt(sweat.all.covariance[index][index])),
    source: 'learned',
    isLearnedHere,
    isKnown: isLearnedHere || (athlete.sweatRateMlPerHr !== null && sport !== 'swim'),
  };
}

/** Index of each sport in the learned vectors. */
export const SWEAT_INDEX = { foot: 0, bike: 1, swim: 2 } as const satisfies Record<SweatSport, number>;

/** Assumed conditions of a declared sweat rate: one warm hour at tempo, mostly in the athlete's own sport. */
const TEST_HOUR = { hours: 1, intensityLevel: 6, thermalLevel: 6, ownSportWeight: 0.75 } as const;

/** Sweat rate of an average person in the assumed hour of a declared test, L/h. */
function testHourSweat(athlete: EngineAthlete, body: Body, sport: SweatSport): number {
  const riding = testHour(athlete, body, 'bike');
  const running = testHour(athlete, body, 'run');
  const [own, other] = sport === 'bike' ? [riding, running] : [running, riding];
  return own ** TEST_HOUR.ownSportWeight * other ** (1 - TEST_HOUR.ownSportWeight);
}

function testHour(athlete: EngineAthlete, body: Body, sport: Sport): number {
  const effort = resolveEffort(body, {
    sport,
    intensityLevel: TEST_HOUR.intensityLevel,
    measured: null,
    likely: null,
    eventHours: TEST_HOUR.hours,
  });
  return predictSweat(body, {
    sport,
    effort,
    environment: {
      airTemperatureC: atLevel(OPERATIVE_TEMPERATURE_C, TEST_HOUR.thermalLevel),
      humidityPercent: null,
      shadeShare: 0,
      waterTemperatureC: atLevel(WATER_TEMPERATURE_C, TEST_HOUR.thermalLevel),
    },
    eventHours: TEST_HOUR.hours,
    acclimatized: athlete.heatAcclimatized === true,
  }).averagePersonLPerHr;
}

/**
 * Average sweat sodium concentration at 1.2 L/h, 40 mmol/L: 51.7 mmol/h over 1.28 L/h (Barnes 2019, cited).
 */
export const AVERAGE_SWEAT_SODIUM_MG_PER_L = 920;
/** Logarithmic step per saltiness level: 495–1710 mg/L over levels 1–9. */
const SODIUM_LN_PER_LEVEL = 0.155;
/** Women's sweat has a lower sodium concentration (JISSN 2016: 33.9 against 44.0 mmol/L, forearm, cited). */
const FEMALE_SODIUM_FACTOR = 0.92;
/** Heat acclimatisation conserves sodium (direction: Buono 2007, cited). */
const ACCLIMATIZED_SODIUM_FACTOR = 0.8;
/** Standard deviation of ln sweat sodium concentration (Baker 2016, Barnes 2019: cited spread). */
export const SODIUM_SD = { none: 0.3, selfReport: 0.22, measured: 0.12 } as const;

/** An athlete's sweat sodium concentration and its source. */
export interface SweatSodium {
  /** Concentration at 1.2 L/h, mg/L. */
  readonly referenceMgPerL: number;
  readonly standardDeviation: number;
  readonly source: 'measured' | 'learned' | 'self_report' | 'none';
  /** Measured, or learned from lab values. */
  readonly isMeasured: boolean;
}

/**
 * Returns the athlete's sweat sodium concentration: learned or measured, else from saltiness, sex and
 * acclimatisation.
 */
export function resolveSweatSodium(athlete: EngineAthlete, learned: LearnedState | null): SweatSodium {
  const latent = learned?.sweatSodiumLn;
  if (latent !== undefined && latent.observations > 0) {
    return {
      referenceMgPerL: AVERAGE_SWEAT_SODIUM_MG_PER_L * Math.exp(latent.mean),
      standardDeviation: Math.sqrt(latent.variance),
      source: 'learned',
      isMeasured: true,
    };
  }
  if (athlete.sweatSodiumMgPerL !== null) {
    return {
      referenceMgPerL: athlete.sweatSodiumMgPerL,
      standardDeviation: SODIUM_SD.measured,
      source: 'measured',
      isMeasured: true,
    };
  }
  const level = athlete.saltinessLevel ?? DEFAULTS.saltinessLevel;
  return {
    referenceMgPerL:
      AVERAGE_SWEAT_SODIUM_MG_PER_L *
      Math.exp(SODIUM_LN_PER_LEVEL * (level - DEFAULTS.saltinessLevel)) *
      (athlete.sex === 'female' ? FEMALE_SODIUM_FACTOR : 1) *
      (athlete.heatAcclimatized === true ? ACCLIMATIZED_SODIUM_FACTOR : 1),
    standardDeviation: athlete.saltinessLevel === null ? SODIUM_SD.none : SODIUM_SD.selfReport,
    source: athlete.saltinessLevel === null ? 'none' : 'self_report',
    isMeasured: false,
  };
}

/**
 * Returns the factor on the sweat sodium concentration at 1.2 L/h, .75–1.25, which rises with sweat rate (Holmes
 * 2016, cited).
 */
export function sodiumFlowFactor(sweatRateLPerHr: number): number {
  return clamp((sweatRateLPerHr / 1.2) ** 0.25, 0.75, 1.25);
}

/** Standard deviations of ln sweat rate by input. Anchored if a source is named. */
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
interface UncertaintyInput {
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
