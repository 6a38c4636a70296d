import type { EventWeather, Weather, WeatherHour } from '#core/engine/types.ts';
import { asPacked, type Packing } from './packed.ts';

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
