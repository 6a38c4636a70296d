/** The sweat rate that weighing before and after tells, with its standard error. */

import type { SweatTestEvent, SweatTestResult } from './learning-events.ts';

/** Scale error of a weighing pair, kg. Engineering choice. */
export const SCALE_ERROR_KG = 0.1;
/** Spread between equal days, share of the rate (Smith 2021, Nutrients: .14–.16 L/h). */
export const TEST_DAY_SD = 0.15;
/** Shorter weighed sessions teach nothing, h; nor do rates outside these, L/h. Engineering choice. */
const SHORTEST_TEST_HOURS = 0.5;
const BELIEVABLE_TEST_L_PER_HR = { low: 0.1, high: 4 } as const;

/** What went in and out of one weighed session: kg, ml, g, h, W. */
export interface Weighing {
  readonly beforeKg: number;
  readonly afterKg: number;
  readonly fluidMl: number;
  readonly foodG: number;
  readonly urineMl: number;
  readonly hours: number;
  readonly metabolicRateW: number;
}

/** Sweat rate of a sweat test; `metabolicRateW` only matters beyond two hours. */
export function sweatTestResult(test: SweatTestEvent, metabolicRateW = 900): SweatTestResult {
  return weigh({
    beforeKg: test.bodyMassBeforeKg,
    afterKg: test.bodyMassAfterKg,
    fluidMl: test.fluidMl,
    foodG: test.foodG ?? 0,
    urineMl: test.urineMl ?? 0,
    hours: test.durationMin / 60,
    metabolicRateW,
  });
}

/** Sweat rate of a weighed session: (mass lost + drunk + eaten − urine) / hours, less breath and fuel beyond two hours (NATA 2017). */
export function weigh({
  beforeKg,
  afterKg,
  fluidMl,
  foodG,
  urineMl,
  hours,
  metabolicRateW,
}: Weighing): SweatTestResult {
  const lostL = beforeKg - afterKg + (fluidMl + foodG - urineMl) / 1000;
  // Breath water and carbon dioxide weigh too, about .1 L/h at 900 W (recalled; matters beyond two hours).
  const notSweatLPerHr = hours > 2 ? (0.1 * metabolicRateW) / 900 : 0;
  const sweatLPerHr = lostL / hours - notSweatLPerHr;
  return {
    sweatRateMlPerHr: 1000 * sweatLPerHr,
    standardErrorMlPerHr: 1000 * Math.hypot(SCALE_ERROR_KG / hours, TEST_DAY_SD * Math.max(0, sweatLPerHr)),
    usable:
      hours >= SHORTEST_TEST_HOURS &&
      sweatLPerHr >= BELIEVABLE_TEST_L_PER_HR.low &&
      sweatLPerHr <= BELIEVABLE_TEST_L_PER_HR.high,
  };
}
