import { type ActivityType, RACE_FORMATS, type RaceFormat } from '@musette/engine/types';
import { KG_PER_POUND, KM_PER_MILE, M_PER_FOOT, ML_PER_FL_OZ } from '@musette/languages/amounts';
import { UNITS, type Units } from '@musette/languages/languages';

/** Sports of the planner. */
export const SPORTS = [
  'run',
  'trail_run',
  'bike',
  'triathlon',
  'hike',
  'row',
  'ski',
  'open_water_swim',
] as const satisfies readonly ActivityType[];
export type Sport = (typeof SPORTS)[number];

export const SEXES = ['female', 'male', 'unspecified'] as const;

/** A number that is always set. Its bounds are narrower than the API's, so that a slider is precise. */
interface Dial {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Initial value. */
  readonly usual: number;
}

/** Numbers with a slider, by their names in the URL; all but the age have the same name on the wire. */
export const DIALS = {
  duration_min: { min: 20, max: 900, step: 5, usual: 210 },
  intensity_level: { min: 1, max: 9, step: 1, usual: 6 },
  temperature_c: { min: -10, max: 42, step: 1, usual: 18 },
  humidity_percent: { min: 10, max: 100, step: 5, usual: 60 },
  age_years: { min: 14, max: 90, step: 1, usual: 35 },
  height_cm: { min: 140, max: 210, step: 1, usual: 168 },
  body_mass_kg: { min: 35, max: 140, step: 1, usual: 62 },
  fitness_level: { min: 1, max: 9, step: 1, usual: 6 },
} as const satisfies Readonly<Record<string, Dial>>;
export type DialName = keyof typeof DIALS;

/** A figure that most people can only guess: its steps and the initial one. */
interface Guess {
  readonly figures: readonly number[];
  readonly usual: number;
}

/** Figures chosen from a list; null means "not sure". */
export const GUESSES = {
  sweat_level: { figures: [2, 4, 5, 6, 8], usual: 5 },
  saltiness_level: { figures: [2, 5, 8], usual: 5 },
  carb_tolerance_g_per_hr: { figures: [30, 45, 60, 75, 90, 120], usual: 60 },
} as const satisfies Readonly<Record<string, Guess>>;
export type GuessName = keyof typeof GUESSES;

export const TICKS = ['is_race_event', 'shade', 'heat_acclimatized', 'gi_history'] as const;
export type TickName = (typeof TICKS)[number];

/** Measured figures; null means "not measured". The bounds are those of the API. */
export const MEASURES = {
  distance_km: { min: 0.1, max: 2000 },
  elevation_gain_m: { min: 0, max: 30_000 },
  altitude_m: { min: -500, max: 9000 },
  pack_kg: { min: 0, max: 60 },
  average_power_w: { min: 0, max: 2000 },
  sweat_rate_ml_per_hr: { min: 100, max: 4000 },
  sweat_sodium_mg_per_l: { min: 200, max: 2500 },
  usual_carb_g_per_hr: { min: 0, max: 150 },
  vo2max_ml_per_kg_min: { min: 20, max: 95 },
  ftp_w: { min: 50, max: 600 },
} as const;
export type MeasureName = keyof typeof MEASURES;

/** Fields that people in the United States know in other units: the name of the field, its unit, and its conversion. */
const US_FIELDS = {
  temperature_c: { name: 'temperature_f', unit: '°F', size: 5 / 9, zero: 32 },
  height_cm: { name: 'height_in', unit: 'in', size: 2.54, zero: 0 },
  body_mass_kg: { name: 'body_mass_lb', unit: 'lb', size: KG_PER_POUND, zero: 0 },
  distance_km: { name: 'distance_mi', unit: 'mi', size: KM_PER_MILE, zero: 0 },
  elevation_gain_m: { name: 'elevation_gain_ft', unit: 'ft', size: M_PER_FOOT, zero: 0 },
  altitude_m: { name: 'altitude_ft', unit: 'ft', size: M_PER_FOOT, zero: 0 },
  pack_kg: { name: 'pack_lb', unit: 'lb', size: KG_PER_POUND, zero: 0 },
  sweat_rate_ml_per_hr: { name: 'sweat_rate_fl_oz_per_hr', unit: 'fl oz/h', size: ML_PER_FL_OZ, zero: 0 },
} as const satisfies Readonly<
  Partial<Record<DialName | MeasureName, { name: string; unit: string; size: number; zero: number }>>
>;

/** A number field as the form shows it. */
interface ShownField {
  readonly name: string;
  /** Null: as in the metric form. */
  readonly unit: string | null;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Converts a number of the form to the field's own unit, and back. */
  toMetric(shown: number): number;
  fromMetric(value: number): number;
}

/** Returns how the form shows a number field in these units: whole ones of the United States, except short distances. */
export function shownField(name: DialName | MeasureName, units: Units): ShownField {
  const bounds: { readonly min: number; readonly max: number; readonly step?: number } =
    name in DIALS ? DIALS[name as DialName] : MEASURES[name as MeasureName];
  const { min, max, step = 0 } = bounds;
  const us = units === 'us' && name in US_FIELDS ? US_FIELDS[name as keyof typeof US_FIELDS] : null;
  const same = (value: number) => value;
  if (us === null) return { name, unit: null, min, max, step, toMetric: same, fromMetric: same };
  const decimals = name in DIALS ? 0 : 1;
  const fromMetric = (value: number) => rounded(value / us.size + us.zero, decimals);
  return {
    name: us.name,
    unit: us.unit,
    min: Math.ceil(min / us.size + us.zero),
    max: Math.floor(max / us.size + us.zero),
    step: 1,
    toMetric: (shown) => rounded((shown - us.zero) * us.size, 3),
    fromMetric,
  };
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

/** The session and the person that the planner calculates for. */
export interface Choice {
  readonly units: Units;
  readonly type: Sport;
  /** The course of a triathlon. Null means "not sure". */
  readonly raceFormat: RaceFormat | null;
  readonly sex: (typeof SEXES)[number];
  readonly dials: Readonly<Record<DialName, number>>;
  readonly guesses: Readonly<Record<GuessName, number | null>>;
  readonly ticks: Readonly<Record<TickName, boolean>>;
  readonly measures: Readonly<Record<MeasureName, number | null>>;
}

/** The part of a query or form that this file reads. */
interface Fields {
  get(name: string): unknown;
}

/**
 * Reads a choice from a URL or a form. A missing or malformed value becomes the default; a value out
 * of bounds becomes the nearest bound.
 */
export function readChoice(fields: Fields): Choice {
  const units = oneOf(UNITS, fields.get('units')) ?? UNITS[0];
  return {
    units,
    type: oneOf(SPORTS, fields.get('type')) ?? SPORTS[0],
    raceFormat: oneOf(RACE_FORMATS, fields.get('race_format')) ?? null,
    sex: oneOf(SEXES, fields.get('sex')) ?? SEXES[0],
    dials: recordOf(DIALS, (name) => dialOf(name, fields, units)),
    guesses: recordOf(GUESSES, (name) => guessOf(GUESSES[name], fields.get(name))),
    ticks: {
      is_race_event: fields.get('is_race_event') === 'true',
      shade: fields.get('shade') === 'true',
      heat_acclimatized: fields.get('heat_acclimatized') === 'true',
      gi_history: fields.get('gi_history') === 'true',
    },
    measures: recordOf(MEASURES, (name) => measureOf(name, fields, units)),
  };
}

/** Returns whether a field was out of a dial's bounds, so that the nearest bound replaced it. */
export function isBeyond(name: DialName, text: unknown, units: Units): boolean {
  const number = numberIn(text);
  const { min, max } = shownField(name, units);
  return number !== null && (number < min || number > max);
}

function dialOf(dial: DialName, fields: Fields, units: Units): number {
  const { name, min, max, step, toMetric } = shownField(dial, units);
  const number = numberIn(fields.get(name));
  if (number !== null) return toMetric(Math.min(max, Math.max(min, Math.round(number / step) * step)));
  // A link may have the other units.
  return units === 'us' && name !== dial ? dialOf(dial, fields, 'metric') : DIALS[dial].usual;
}

function guessOf({ figures, usual }: Guess, text: unknown): number | null {
  if (text === '') return null;
  return figures.find((figure) => String(figure) === text) ?? usual;
}

function measureOf(measure: MeasureName, fields: Fields, units: Units): number | null {
  const { name, toMetric } = shownField(measure, units);
  const number = numberIn(fields.get(name));
  const { min, max } = MEASURES[measure];
  if (number !== null) return Math.min(max, Math.max(min, toMetric(number)));
  return units === 'us' && name !== measure ? measureOf(measure, fields, 'metric') : null;
}

function numberIn(text: unknown): number | null {
  const number = typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

function oneOf<const Item extends string>(items: readonly Item[], text: unknown): Item | undefined {
  return items.find((item) => item === text);
}

function recordOf<Name extends string, Value>(
  names: Readonly<Record<Name, unknown>>,
  make: (name: Name) => Value,
): Record<Name, Value> {
  const entries = keysOf(names).map((name) => [name, make(name)] as const);
  return Object.fromEntries(entries) as Record<Name, Value>;
}

/**
 * Lists the keys of a record, typed: sound only for the constants of this file, which have no other members.
 */
export function keysOf<Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(record) as Name[];
}

/** Returns the query members of a choice that differ from the defaults. */
export function queryOf(choice: Choice): URLSearchParams {
  const query = new URLSearchParams();
  const { units } = choice;
  if (units !== UNITS[0]) query.set('units', units);
  const setShown = (field: DialName | MeasureName, value: number) => {
    const { name, fromMetric } = shownField(field, units);
    query.set(name, String(fromMetric(value)));
  };
  if (choice.type !== SPORTS[0]) query.set('type', choice.type);
  if (choice.raceFormat !== null) query.set('race_format', choice.raceFormat);
  for (const name of keysOf(DIALS)) {
    if (choice.dials[name] !== DIALS[name].usual) setShown(name, choice.dials[name]);
  }
  if (choice.sex !== SEXES[0]) query.set('sex', choice.sex);
  for (const name of keysOf(GUESSES)) {
    if (choice.guesses[name] !== GUESSES[name].usual) query.set(name, String(choice.guesses[name] ?? ''));
  }
  for (const name of TICKS) if (choice.ticks[name]) query.set(name, 'true');
  for (const name of keysOf(MEASURES)) {
    const value = choice.measures[name];
    if (value !== null) setShown(name, value);
  }
  return query;
}

/**
 * Returns the request body that calculates a choice, without unknown values.
 *
 * @param year the calendar year (UTC) from which the API counts an age
 */
export function scenarioOf(choice: Choice, year: number) {
  const { type, raceFormat, sex, dials, guesses, ticks, measures } = choice;
  return {
    ...(choice.units === 'us' && { units: choice.units }),
    profile: {
      ...(sex === 'unspecified' ? {} : { sex }),
      birth_year: year - dials.age_years,
      height_cm: dials.height_cm,
      body_mass_kg: dials.body_mass_kg,
      fitness_level: dials.fitness_level,
      ...withoutNulls(guesses),
      ...withoutNulls({
        sweat_rate_ml_per_hr: measures.sweat_rate_ml_per_hr,
        sweat_sodium_mg_per_l: measures.sweat_sodium_mg_per_l,
        usual_carb_g_per_hr: measures.usual_carb_g_per_hr,
        vo2max_ml_per_kg_min: measures.vo2max_ml_per_kg_min,
        ftp_w: measures.ftp_w,
      }),
      ...withoutNulls({
        heat_acclimatized: ticks.heat_acclimatized || null,
        gi_history: ticks.gi_history || null,
      }),
    },
    activity: {
      type,
      duration_min: dials.duration_min,
      intensity_level: dials.intensity_level,
      weather: {
        temperature_c: dials.temperature_c,
        humidity_percent: dials.humidity_percent,
        ...withoutNulls({ shade: ticks.shade || null }),
      },
      ...withoutNulls({
        is_race_event: ticks.is_race_event || null,
        race_format: type === 'triathlon' ? raceFormat : null,
      }),
      ...withoutNulls({
        distance_km: measures.distance_km,
        elevation_gain_m: measures.elevation_gain_m,
        altitude_m: measures.altitude_m,
        pack_kg: measures.pack_kg,
        average_power_w: measures.average_power_w,
      }),
    },
  };
}

function withoutNulls<Members extends Readonly<Record<string, unknown>>>(members: Members): Known<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as Known<Members>;
}

type Known<Members> = { readonly [Name in keyof Members]?: NonNullable<Members[Name]> };
