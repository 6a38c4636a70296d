import { isByHour } from '@musette/engine/fields';
import type { LearnedState, LearnedSweat, SweatBelief } from '@musette/engine/learn';
import type { DriverField, EventWeather, WarningCode, Weather } from '@musette/engine/types';
import {
  isOfKind,
  isWarningCode,
  isWarningSeverity,
  type ParameterKind,
  WARNINGS,
  type Warning,
} from '@musette/engine/warnings';
import { customType } from 'drizzle-orm/sqlite-core';
import { requireFinite, requireNumber } from '../finite.ts';

/** Values without names, in a fixed order, to store frequent data in few bytes. */
type Packed = readonly unknown[];

/**
 * Interprets stored JSON as values in order. Throws unless it is a list of this length.
 *
 * @param length of the list; any length if omitted
 */
export function asPacked<Values extends Packed>(json: unknown, length?: number): Values {
  if (!Array.isArray(json) || (length !== undefined && json.length !== length)) {
    throw new Error(`a stored list must have ${length ?? 'any number of'} values`);
  }
  return json as unknown as Values;
}

/** Stores a value as JSON. `unpack` reverses `pack`. */
export interface Packing<Value> {
  readonly pack: (value: Value) => object | null;
  readonly unpack: (packed: unknown) => Value;
}

/** Creates a column of JSON that packs and unpacks its values. */
export function packedColumn<Value>({ pack, unpack }: Packing<Value>) {
  return customType<{ data: Value; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(requireFinite(pack(value), 'a stored list')),
    fromDriver: (stored) => unpack(JSON.parse(stored)),
  });
}

/** Shade is omitted if there is none. */
type PackedWeather = readonly [temperatureC: number, humidityPercent: number, shade?: 1];
type PackedHour = readonly [atMin: number, ...PackedWeather];
/** A forecast is a list of lists, so that a forecast of one hour differs from a single weather. */
type PackedEventWeather = PackedWeather | readonly [readonly PackedHour[]];

/** Stores one weather, with its shade if there is any. */
export const packedWeather: Packing<Weather> = {
  pack: packOne,
  unpack: (packed) => unpackOne(asPacked<PackedWeather>(packed)),
};

/** Stores one weather or an hourly forecast. */
export const packedEventWeather: Packing<EventWeather> = {
  pack: (weather) =>
    isByHour(weather) ? [weather.map((hour) => [hour.atMin, ...packOne(hour)])] : packOne(weather),
  unpack: (packed) => {
    const values = asPacked<PackedEventWeather>(packed);
    return values.length === 1
      ? values[0].map(([atMin, ...weather]) => ({ atMin, ...unpackOne(weather) }))
      : unpackOne(values);
  },
};

function packOne({ temperatureC, humidityPercent, shade }: Weather): PackedWeather {
  return shade ? [temperatureC, humidityPercent, 1] : [temperatureC, humidityPercent];
}

function unpackOne([temperatureC, humidityPercent, shade]: PackedWeather): Weather {
  return { temperatureC, humidityPercent, shade: shade === 1 };
}

type StoredWarning = readonly [
  code: string,
  parameters?: Readonly<Record<string, unknown>>,
  severity?: string,
];

/**
 * Warnings as lists of code, parameters by name, and severity where the code has several. Omits parameters that are false
 * or null, and the third and second items if they say nothing.
 */
export const packedWarnings: Packing<readonly Warning[]> = {
  pack: (warnings) =>
    warnings.map(({ code, severity, parameters }): StoredWarning => {
      const stated = Object.entries(parameters).filter(([, value]) => value !== false && value !== null);
      if (WARNINGS[code].severities.length > 1) return [code, Object.fromEntries(stated), severity];
      return stated.length === 0 ? [code] : [code, Object.fromEntries(stated)];
    }),
  unpack: (packed) => asPacked(packed).map((each) => unpackWarning(asPacked<StoredWarning>(each))),
};

function unpackWarning([code, stated = {}, stored]: StoredWarning): Warning {
  if (!isWarningCode(code)) throw new Error(`an unknown warning is stored: ${code}`);
  const [only, ...others] = WARNINGS[code].severities;
  const severity = others.length === 0 ? only : stored;
  if (severity === undefined || !isWarningSeverity(severity)) {
    throw new Error(`a stored warning has no severity: ${code} ${stored}`);
  }
  return { code, severity, parameters: restoreParameters(code, stated) } as Warning;
}

/** Restores the parameters of a code. Throws if one is missing or of another kind than in the table. */
function restoreParameters(code: WarningCode, stated: Readonly<Record<string, unknown>>) {
  const kinds = Object.entries<ParameterKind>(WARNINGS[code].parameters);
  const restored = kinds.map(([name, kind]): [string, unknown] => {
    const value = stated[name] ?? (kind === 'flag' ? false : null);
    if (!isOfKind(kind, value)) throw new Error(`a stored warning lacks a parameter: ${code}, ${name}`);
    return [name, value];
  });
  return Object.fromEntries(restored);
}

/** Fields that a calculation may miss. */
const FIELDS = {
  bodyMassKg: 1,
  sex: 1,
  ageYears: 1,
  fitnessLevel: 1,
  sweatLevel: 1,
  sweatRateMlPerHr: 1,
  saltinessLevel: 1,
  sweatSodiumMgPerL: 1,
  carbToleranceGPerHr: 1,
  usualCarbGPerHr: 1,
  intensityLevel: 1,
  averagePowerW: 1,
  distanceKm: 1,
  thermalStressLevel: 1,
  weather: 1,
  raceFormat: 1,
} as const satisfies Readonly<Record<DriverField, 1>>;

/** The missing fields of a calculation, by name. */
export const packedMissingFields: Packing<readonly DriverField[]> = {
  pack: (fields) => fields,
  unpack: (packed) =>
    asPacked<readonly string[]>(packed).map((field) => {
      if (!isField(field)) throw new Error(`an unknown field is stored: ${field}`);
      return field;
    }),
};

function isField(name: string): name is DriverField {
  return Object.hasOwn(FIELDS, name);
}

type Triangle = readonly [number, number, number, number, number, number, number, number, number, number];

/** A belief with one half of its covariance, which is symmetric. */
interface PackedBelief extends Pick<SweatBelief, 'mean'> {
  readonly covariance: Triangle;
}

/** A learned state as JSON, by member name. */
export interface PackedState extends Omit<LearnedState, 'sweat'> {
  readonly sweat: Omit<LearnedSweat, 'all' | 'weighed'> & {
    readonly all: PackedBelief;
    /** Left out if it equals `all`, as before the first weighing. */
    readonly weighed?: PackedBelief;
  };
}

/** Packs a learned state. */
export function packState({ sweat, ...state }: LearnedState): PackedState {
  const { all, weighed, ...evidence } = sweat;
  const isSame = JSON.stringify(all) === JSON.stringify(weighed);
  return {
    sweat: { all: packBelief(all), ...(!isSame && { weighed: packBelief(weighed) }), ...evidence },
    ...state,
  };
}

/** Restores a packed state, with its members in the order that fingerprints hash. */
export function unpackState({ sweat, ...state }: PackedState): LearnedState {
  const { all: packed, weighed, ...evidence } = sweat;
  const all = unpackBelief(packed);
  return { sweat: { all, weighed: weighed ? unpackBelief(weighed) : all, ...evidence }, ...state };
}

/**
 * Packs a learned state for a column. Reads as null if another engine stored it in another form, because its history is
 * refolded anyway.
 */
export const storedState: Packing<LearnedState | null> = {
  pack: (state) => state && packState(state),
  unpack: (packed) => (isPackedState(packed) ? unpackState(packed) : null),
};

function isPackedState(packed: unknown): packed is PackedState {
  return Array.isArray(Object(packed).sweat?.all?.covariance);
}

function packBelief({ mean, covariance: [a, b, c, d] }: SweatBelief): PackedBelief {
  return { mean, covariance: [a[0], a[1], a[2], a[3], b[1], b[2], b[3], c[2], c[3], d[3]] };
}

function unpackBelief({
  mean,
  covariance: [aa, ab, ac, ad, bb, bc, bd, cc, cd, dd],
}: PackedBelief): SweatBelief {
  for (const number of [...mean, aa, ab, ac, ad, bb, bc, bd, cc, cd, dd]) requireNumber(number, 'a belief');
  return {
    mean,
    covariance: [
      [aa, ab, ac, ad],
      [ab, bb, bc, bd],
      [ac, bc, cc, cd],
      [ad, bd, cd, dd],
    ],
  };
}
