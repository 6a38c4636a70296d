import { customType } from 'drizzle-orm/sqlite-core';
import type { EventWeather, Weather, WeatherHour } from '#core/engine/types.ts';

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
    toDriver: (value) => JSON.stringify(pack(value)),
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
    isForecast(weather) ? [weather.map((hour) => [hour.atMin, ...packOne(hour)])] : packOne(weather),
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

function isForecast(weather: EventWeather): weather is readonly WeatherHour[] {
  return Array.isArray(weather);
}
