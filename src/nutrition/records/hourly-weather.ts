import { SESSION_MAX_MIN } from '@musette/engine/fields';
import type { Weather, WeatherHour } from '@musette/engine/types';
import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import type { Camelized } from '#platform/http/wire-case.ts';
import { between, integerBetween, settable } from '#platform/http/wire-fields.ts';

const HOURS_MAX = SESSION_MAX_MIN / 60;

const conditions = {
  temperature_c: described(between(-40, 60), 'Air temperature, °C.'),
  humidity_percent: described(between(0, 100), 'Relative humidity, %.'),
  shade: described(settable(z.boolean()), 'True at night or in full shade.'),
};

/** Constant weather for a whole session on the wire. */
export const steadyWeather = documented(z.strictObject(conditions), { id: 'Weather' });

const hour = z.strictObject({
  at_min: described(
    integerBetween(0, SESSION_MAX_MIN),
    'Minutes from the start. Each entry applies until the next, the last until the end.',
  ),
  ...conditions,
});

const startsAtZero = (hours: readonly { readonly at_min: number }[]) => hours[0]?.at_min === 0;

const isRising = (hours: readonly { readonly at_min: number }[]) =>
  hours.every(({ at_min }, index) => index === 0 || at_min > (hours[index - 1]?.at_min ?? 0));

const hourly = documented(
  z
    .array(hour)
    .check(
      z.minLength(1),
      z.maxLength(HOURS_MAX),
      z.refine(startsAtZero, { error: 'must start at `at_min` 0', params: { code: 'invalid_order' } }),
      z.refine(isRising, { error: 'must be in order of `at_min`', params: { code: 'invalid_order' } }),
    ),
  { id: 'HourlyWeather' },
);

/** Weather of an activity on the wire: constant, or by the hour. */
export const eventWeather = z.union([steadyWeather, hourly]);

type WireWeather = Camelized<z.output<typeof steadyWeather>>;
type WireHour = Camelized<z.output<typeof hour>>;

/** Maps weather from the wire. A missing shade is false. */
export function toWeather(weather: WireWeather): Weather {
  const { temperatureC, humidityPercent, shade } = weather;
  return { temperatureC, humidityPercent, shade: shade ?? false };
}

/** Maps constant or hourly weather from the wire. */
export function toEventWeather(weather: WireWeather | WireHour[]): Weather | WeatherHour[] {
  return Array.isArray(weather)
    ? weather.map((each) => ({ atMin: each.atMin, ...toWeather(each) }))
    : toWeather(weather);
}
