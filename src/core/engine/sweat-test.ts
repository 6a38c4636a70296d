/** Calculates the sweat rate, with its standard error, from weighing before and after. */

import { fuelOf } from './balance.ts';
import type { SweatTestEvent, SweatTestResult } from './learning-events.ts';
import { isBelievable, weighingErrorLPerHr } from './learning-sweat.ts';
import { type EventPlan, planEvent } from './plan.ts';
import { type EngineActivity, type EngineAthlete, UNKNOWN_SESSION } from './types.ts';

/** Intake, losses and body masses of one weighed session: kg, ml, g. */
export interface Weighing {
  readonly beforeKg: number;
  readonly afterKg: number;
  readonly fluidMl: number;
  readonly foodG: number;
  readonly urineMl: number;
}

/** Returns a sweat test as an activity. */
export function activityOfTest(test: SweatTestEvent): EngineActivity {
  return {
    ...UNKNOWN_SESSION,
    type: test.type,
    durationMin: test.durationMin,
    intensityLevel: test.intensityLevel,
    thermalStressLevel: test.thermalStressLevel,
    weather: test.weather,
  };
}

/** Returns the weighing of a sweat test. Missing food and urine count as none. */
export function weighingOfTest(test: SweatTestEvent): Weighing {
  return {
    beforeKg: test.bodyMassBeforeKg,
    afterKg: test.bodyMassAfterKg,
    fluidMl: test.fluidMl,
    foodG: test.foodG ?? 0,
    urineMl: test.urineMl ?? 0,
  };
}

/** Returns the sweat rate of an athlete's sweat test, ml/h, and whether it is usable. */
export function sweatTestResult(athlete: EngineAthlete, test: SweatTestEvent): SweatTestResult {
  const plan = planEvent({ activity: activityOfTest(test), athlete, learned: null });
  return weigh(plan, weighingOfTest(test));
}

/**
 * Returns the sweat rate of a weighed session: (body mass lost + drunk + eaten − urine − gas exchange −
 * breath) per hour (NATA 2017, recalled).
 */
export function weigh(
  plan: EventPlan,
  { beforeKg, afterKg, fluidMl, foodG, urineMl }: Weighing,
): SweatTestResult {
  const { hours } = plan;
  const fuel = fuelOf({
    massKg: beforeKg,
    metabolicRateW: plan.metabolicRateW,
    fractionOfVo2max: plan.fractionOfVo2max,
    hours,
    intakeGPerHr: foodG / hours,
  });
  const lostL = beforeKg - afterKg + (fluidMl + foodG - urineMl) / 1000;
  const sweatLPerHr = (lostL - fuel.gasLossKg) / hours - plan.balance.breathLPerHr;
  return {
    sweatRateMlPerHr: 1000 * sweatLPerHr,
    standardErrorMlPerHr: 1000 * weighingErrorLPerHr(Math.max(0, sweatLPerHr), hours),
    usable: isBelievable(sweatLPerHr, hours),
  };
}
