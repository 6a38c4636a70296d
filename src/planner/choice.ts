import type { ActivityType } from '../engine/types.ts';

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

export const SEXES = ['unspecified', 'female', 'male'] as const;

/** A number that is always set: its bounds are narrower than the interface's, so that a slider is precise. */
interface Dial {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly usual: number;
}

/** Numbers with a slider, by their names on the wire and in the address. */
export const DIALS = {
  duration_min: { min: 20, max: 900, step: 5, usual: 210 },
  intensity_level: { min: 1, max: 9, step: 1, usual: 6 },
  temperature_c: { min: -10, max: 42, step: 1, usual: 18 },
  humidity_percent: { min: 10, max: 100, step: 5, usual: 60 },
  body_mass_kg: { min: 35, max: 140, step: 1, usual: 68 },
} as const satisfies Readonly<Record<string, Dial>>;
export type DialName = keyof typeof DIALS;

/** Figures that many people do not know about themselves; null is "not known". */
export const GUESSES = {
  sweat_level: [2, 4, 5, 6, 8],
  saltiness_level: [2, 5, 8],
  carb_tolerance_g_per_hr: [30, 60, 90, 120],
} as const satisfies Readonly<Record<string, readonly number[]>>;
export type GuessName = keyof typeof GUESSES;

export const TICKS = ['is_race_event', 'heat_acclimatized'] as const;
export type TickName = (typeof TICKS)[number];

/** The session and the person that the planner calculates for. */
export interface Choice {
  readonly type: Sport;
  readonly sex: (typeof SEXES)[number];
  readonly dials: Readonly<Record<DialName, number>>;
  readonly guesses: Readonly<Record<GuessName, number | null>>;
  readonly ticks: Readonly<Record<TickName, boolean>>;
}

/** The part of a query or form that is read here. */
interface Fields {
  get(name: string): unknown;
}

/**
 * Reads a choice from an address or a form. A missing or malformed value becomes the usual one, a value out
 * of bounds the nearest.
 */
export function readChoice(fields: Fields): Choice {
  return {
    type: oneOf(SPORTS, fields.get('type')) ?? 'run',
    sex: oneOf(SEXES, fields.get('sex')) ?? 'unspecified',
    dials: recordOf(DIALS, (name) => dialOf(DIALS[name], fields.get(name))),
    guesses: recordOf(GUESSES, (name) => {
      const text = fields.get(name);
      return GUESSES[name].find((figure) => String(figure) === text) ?? null;
    }),
    ticks: {
      is_race_event: fields.get('is_race_event') === 'true',
      heat_acclimatized: fields.get('heat_acclimatized') === 'true',
    },
  };
}

function dialOf({ min, max, step, usual }: Dial, text: unknown): number {
  const given = typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN;
  if (!Number.isFinite(given)) return usual;
  return Math.min(max, Math.max(min, Math.round(given / step) * step));
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

/** Returns the query string of a choice: the members that differ from the usual ones. */
export function queryOf(choice: Choice): string {
  const query = new URLSearchParams();
  if (choice.type !== 'run') query.set('type', choice.type);
  for (const name of keysOf(DIALS)) {
    if (choice.dials[name] !== DIALS[name].usual) query.set(name, String(choice.dials[name]));
  }
  if (choice.sex !== 'unspecified') query.set('sex', choice.sex);
  for (const name of keysOf(GUESSES)) {
    if (choice.guesses[name] !== null) query.set(name, String(choice.guesses[name]));
  }
  for (const name of TICKS) if (choice.ticks[name]) query.set(name, 'true');
  return query.size === 0 ? '' : `?${query}`;
}

/** Returns the body of the request that calculates a choice. Unknown values are left out. */
export function scenarioOf({ type, sex, dials, guesses, ticks }: Choice) {
  return {
    profile: {
      body_mass_kg: dials.body_mass_kg,
      ...(sex === 'unspecified' ? {} : { sex }),
      ...(guesses.sweat_level === null ? {} : { sweat_level: guesses.sweat_level }),
      ...(guesses.saltiness_level === null ? {} : { saltiness_level: guesses.saltiness_level }),
      ...(guesses.carb_tolerance_g_per_hr === null
        ? {}
        : { carb_tolerance_g_per_hr: guesses.carb_tolerance_g_per_hr }),
      ...(ticks.heat_acclimatized ? { heat_acclimatized: true } : {}),
    },
    activity: {
      type,
      duration_min: dials.duration_min,
      intensity_level: dials.intensity_level,
      weather: { temperature_c: dials.temperature_c, humidity_percent: dials.humidity_percent },
      ...(ticks.is_race_event ? { is_race_event: true } : {}),
    },
  };
}
