/**
 * Declares the plain fields of an athlete and of a session that the engine reads, each once. Three things derive from a line
 * here: the engine's member with its unknown value (below), the field on the wire (`wireFields`) and the column that stores
 * it (`columnsOfFields`). Stored, a field is null until it is stated. Fields whose three forms differ, such as a year of
 * birth, weather or steps, are declared where each form is read.
 */

import { RACE_FORMATS } from './names.ts';

/** A field, and for the wire a description if the glossary's does not say enough. */
export type Field = { readonly description?: string } & (
  | NumberField
  | LevelField
  | FlagField
  | ChoiceField<string>
  | ConditionsField<string>
);
export type Fields = Readonly<Record<string, Field>>;

interface NumberField {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
}

/** 1 to 9. */
interface LevelField {
  readonly kind: 'level';
}

interface FlagField<Unknown extends false | null = false | null> {
  readonly kind: 'flag';
  /** Read by the engine if the flag is not stated. */
  readonly unknown: Unknown;
}

/** One of a list. `unspecified` states that the athlete does not say, and is read as unknown. */
interface ChoiceField<Option extends string> {
  readonly kind: 'choice';
  readonly options: readonly Option[];
}

/** Conditions that a person has or not. Those that are not stated are assumed absent. */
interface ConditionsField<Name extends string> {
  readonly kind: 'conditions';
  readonly names: readonly Name[];
}

/** The plain fields of a profile. The year of birth, from which the engine's age derives, is not one. */
export const PROFILE_FIELDS = {
  sex: { kind: 'choice', options: ['female', 'male', 'unspecified'] },
  bodyMassKg: { kind: 'number', min: 25, max: 200 },
  heightCm: { kind: 'number', min: 100, max: 230 },
  fitnessLevel: { kind: 'level', description: '1 untrained to 9 world class.' },
  vo2maxMlPerKgMin: { kind: 'number', min: 20, max: 95 },
  ftpW: { kind: 'number', min: 50, max: 600, description: 'Functional threshold power on the bike.' },
  sweatLevel: {
    kind: 'level',
    description: 'How much the athlete sweats compared with others; 5 is average.',
  },
  saltinessLevel: {
    kind: 'level',
    description: 'How salty the sweat is compared with others; 5 is average.',
  },
  sweatRateMlPerHr: {
    kind: 'number',
    min: 100,
    max: 4000,
    description: 'Measured. Read as that of a warm hour at tempo.',
  },
  sweatSodiumMgPerL: {
    kind: 'number',
    min: 200,
    max: 2500,
    description: 'Measured, of the whole body. A forearm patch reads higher.',
  },
  carbToleranceGPerHr: {
    kind: 'number',
    min: 0,
    max: 150,
    description: 'The highest intake practised in training.',
  },
  usualCarbGPerHr: { kind: 'number', min: 0, max: 150 },
  heatAcclimatized: { kind: 'flag', unknown: null },
  giHistory: {
    kind: 'flag',
    unknown: null,
    description: 'True if the athlete had gastrointestinal problems in past races.',
  },
  /** Conditions that change advice. They may lower a number or require human review, but never raise a number. */
  health: {
    kind: 'conditions',
    names: [
      'pregnant',
      'hypertension',
      'kidneyDisease',
      'heartFailure',
      'diuretics',
      'diabetesTreated',
      'nsaidOnRaceDay',
      'redsOrEatingDisorder',
      // A history of low blood sodium.
      'lowSodiumBefore',
      // Desmopressin, an SSRI, carbamazepine, a thiazide.
      'waterRetainingDrug',
      'heatIllnessHistory',
      // For example semaglutide or tirzepatide.
      'glp1Drug',
      // For example empagliflozin.
      'sglt2Drug',
    ],
  },
} as const satisfies Fields;

/** The longest session, in minutes. */
export const SESSION_MAX_MIN = 2880;

/** The plain fields of a session. Its type and minutes are always stated. */
export const SESSION_FIELDS = {
  intensityLevel: {
    kind: 'level',
    description: '1 very easy to 9 all out. For an interval session, the average.',
  },
  thermalStressLevel: { kind: 'level', description: '1 freezing to 9 extreme heat.' },
  isRaceEvent: {
    kind: 'flag',
    unknown: false,
    description:
      'True for a race. Raises the carbohydrate target by up to a sixth, and plans more caffeine if it is wanted. Changes no number where the gut already limits carbohydrate, as in many sessions of 3 to 6 hours without a practised intake, or where none is needed. With `carb_tolerance_g_per_hr` and no feedback yet, training may exceed it by up to 10% and a race may not. Without an intensity, the fluid ceiling of a race may be higher.',
  },
  /** Used for a single bike, indoor_bike or row. 0 counts as not provided. */
  averagePowerW: {
    kind: 'number',
    min: 0,
    max: 2000,
    description:
      'Average mechanical power on a bike or rowing machine. Sets the effort instead of the level.',
  },
  /** Used for a single run, trail_run, treadmill_run, hike or walk. */
  distanceKm: {
    kind: 'number',
    min: 0.1,
    max: 2000,
    description: 'Sets the effort of a single run, hike or walk by its pace, instead of the level.',
  },
  elevationGainM: {
    kind: 'number',
    min: 0,
    max: 30_000,
    description: 'Climb. Used only together with `distance_km`.',
  },
  altitudeM: {
    kind: 'number',
    min: -500,
    max: 9000,
    description: 'Altitude of the session above sea level.',
  },
  /** Used only together with a distance on foot. */
  packKg: {
    kind: 'number',
    min: 0,
    max: 60,
    description: 'Weight of a pack. Used only together with `distance_km`.',
  },
  raceFormat: {
    kind: 'choice',
    options: RACE_FORMATS,
    description:
      'Triathlon only. Sets the effort by its distances, instead of the level. If missing, a race has the likeliest course for its duration.',
  },
} as const satisfies Fields;

/** The stored value of a field, once it is stated. */
export type StatedOf<F> = F extends NumberField | LevelField
  ? number
  : F extends FlagField
    ? boolean
    : F extends ChoiceField<infer Option>
      ? Option
      : F extends ConditionsField<infer Name>
        ? { readonly [Each in Name]: boolean | null }
        : never;

/** Fields as they are stored: each stated, or null. */
type StatedFields<Declared extends Fields> = {
  readonly [Name in keyof Declared]: StatedOf<Declared[Name]> | null;
};

type MemberOf<F> =
  F extends FlagField<infer Unknown>
    ? boolean | Unknown
    : F extends ConditionsField<infer Name>
      ? { readonly [Each in Name]: boolean }
      : Exclude<StatedOf<F>, 'unspecified'> | null;

/** Fields as the engine reads them. */
export type EngineMembers<Declared extends Fields> = {
  readonly [Name in keyof Declared]: MemberOf<Declared[Name]>;
};

/** The unknown values of fields, by the list that declares them. */
const unknownMembers = new WeakMap<Fields, Readonly<Record<string, unknown>>>();

/** Returns stored fields as the engine reads them. One that is not stated has its unknown value. */
export function engineMembers<Declared extends Fields>(
  fields: Declared,
  stated: Partial<StatedFields<Declared>>,
): EngineMembers<Declared> {
  // Copied, because most fields are unknown and a batch of calculations does this a hundred times.
  const members = { ...unknownOf(fields) };
  for (const name in fields) {
    const value = stated[name] ?? null;
    if (value !== null) members[name] = memberOf(fields[name], value);
  }
  return members as EngineMembers<Declared>;
}

function unknownOf(fields: Fields): Readonly<Record<string, unknown>> {
  const known = unknownMembers.get(fields);
  if (known !== undefined) return known;
  const made = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, memberOf(field, null)]),
  );
  unknownMembers.set(fields, made);
  return made;
}

function memberOf(field: Field | undefined, stated: unknown): unknown {
  switch (field?.kind) {
    case 'flag':
      return stated ?? field.unknown;
    case 'choice':
      return stated === 'unspecified' ? null : stated;
    case 'conditions':
      return conditionsOf(field.names, Object(stated));
    default:
      return stated;
  }
}

function conditionsOf(names: readonly string[], stated: Readonly<Record<string, unknown>>) {
  const conditions: Record<string, boolean> = {};
  for (const name of names) conditions[name] = stated[name] === true;
  return conditions;
}
