/** Classes of weighed sessions, and how their weighings move the ends of a fluid range (SCIENCE §9). */

import { CALIBRATED, type CalibratedClass, type ClassFile } from './calibrated-classes.ts';
import { clamp } from './numbers.ts';
import type { EventPlan } from './plan.ts';
import { QUANTILE_80 } from './projection.ts';
import { isByHour, vapourPressureKpa } from './sweat.ts';
import { isRide, SPORT_OF_TYPE } from './tables.ts';
import type { EventWeather, SingleSportType } from './types.ts';

const SPORTS = ['foot', 'ride', 'other'] as const;
const LENGTHS = ['2h', '6h', 'longer'] as const;
const HEATS = ['cool', 'warm_dry', 'warm_humid'] as const;

/** Every class: sport, hours and heat. */
export const CLASS_KEYS: readonly string[] = SPORTS.flatMap((sport) =>
  LENGTHS.flatMap((length) => HEATS.map((heat) => `${sport}_${length}_${heat}`)),
);

const FOOT: readonly string[] = ['run', 'treadmill', 'hike'];
/** Up to these hours, inclusive. */
const LENGTH_HOURS = { '2h': 2, '6h': 6 } as const;
/** From here it is warm, °C, and humid, kPa of vapour; by level alone it is warm and counts as dry. Engineering choices. */
const WARM = { fromC: 22, humidFromKpa: 2, fromLevel: 6 } as const;

/** Returns the class of a session: by its longest leg and the mean weather, else by its level. */
export function classOf(plan: EventPlan): string {
  const { longest, hours, input } = plan;
  const length = hours <= LENGTH_HOURS['2h'] ? '2h' : hours <= LENGTH_HOURS['6h'] ? '6h' : 'longer';
  const heat = heatOf(input.activity.weather, longest.environment.thermalLevel);
  return `${sportOf(longest.type)}_${length}_${heat}`;
}

function sportOf(type: SingleSportType): (typeof SPORTS)[number] {
  const sport = SPORT_OF_TYPE[type];
  if (isRide(sport)) return 'ride';
  // `other` is calculated like a hike, but nobody knows what it is.
  return FOOT.includes(sport) && type !== 'other' ? 'foot' : 'other';
}

function heatOf(weather: EventWeather | null, thermalLevel: number): (typeof HEATS)[number] {
  if (weather === null) return thermalLevel >= WARM.fromLevel ? 'warm_dry' : 'cool';
  const all = isByHour(weather) ? weather : [weather];
  const mean = (of: (one: (typeof all)[number]) => number) =>
    all.reduce((sum, one) => sum + of(one), 0) / all.length;
  const temperatureC = mean((one) => one.temperatureC);
  if (temperatureC < WARM.fromC) return 'cool';
  const vapourKpa = (vapourPressureKpa(temperatureC) * mean((one) => one.humidityPercent)) / 100;
  return vapourKpa >= WARM.humidFromKpa ? 'warm_humid' : 'warm_dry';
}

/** Weighings from which a class counts, and how many more until it counts alone. */
const COUNTS = { from: 20, over: 60 } as const;

/** Standard deviations from the median to the two ends of an 80 % range. */
export interface Quantiles {
  readonly low: number;
  readonly high: number;
}

const NORMAL: Quantiles = { low: -QUANTILE_80, high: QUANTILE_80 };

/**
 * Returns where the range of a session ends: at the normal quantiles, and the more its class has been weighed, the more at
 * those of the weighings. Below 20 weighings nothing moves.
 */
export function quantilesOf(plan: EventPlan, { classes }: ClassFile = CALIBRATED): Quantiles {
  // Most files say nothing, and a calculation asks for every missing field.
  return classes.length === 0 ? NORMAL : quantilesOfClass(classOf(plan), classes);
}

/** Returns the same for a class. */
export function quantilesOfClass(key: string, classes: ClassFile['classes']): Quantiles {
  const found = classes.find((one) => one.key === key);
  if (found === undefined) return NORMAL;
  const weight = clamp((found.n - COUNTS.from) / COUNTS.over, 0, 1);
  return {
    low: (1 - weight) * NORMAL.low + weight * found.z10,
    high: (1 - weight) * NORMAL.high + weight * found.z90,
  };
}

/** Returns the tenth, the middle and the ninetieth position of weighings. Throws if there are none. */
export function positionsOf(weighed: readonly number[]): Pick<CalibratedClass, 'z10' | 'z50' | 'z90'> {
  const sorted = weighed.toSorted((one, other) => one - other);
  const n = sorted.length;
  const at = (rank: number): number => {
    const found = sorted[rank - 1];
    if (found === undefined) throw new Error('a class without weighings has no positions');
    return found;
  };
  return {
    z10: at(Math.max(1, Math.floor(0.1 * (n + 1)))),
    z50: (at(Math.ceil(n / 2)) + at(Math.floor(n / 2) + 1)) / 2,
    z90: at(Math.min(n, Math.ceil(0.9 * (n + 1)))),
  };
}
