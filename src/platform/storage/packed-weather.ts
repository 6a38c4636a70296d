import type { EventWeather, Weather, WeatherHour } from '#core/engine/types.ts';
import { asPacked, type Packing } from './packed.ts';

/** Shade is left out where there is none. */
type PackedWeather = readonly [temperatureC: number, humidityPercent: number, shade?: 1];
type PackedHour = readonly [atMin: number, ...PackedWeather];
/** A forecast is a list in a list, so that one hour of it does not look like one weather. */
type PackedEventWeather = PackedWeather | readonly [readonly PackedHour[]];

/** Stores one weather, shade if there is some. */
export const packedWeather: Packing<Weather> = {
  pack: packOne,
  unpack: (packed) => unpackOne(asPacked<PackedWeather>(packed)),
};

/** Stores one weather or a forecast by the hour. */
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
