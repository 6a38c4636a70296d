/** Runs the published cases through the engine. */

import type { FluidMethod } from '../engine/fluid.ts';
import { planEvent } from '../engine/plan.ts';
import { resultOf, UNKNOWN_ATHLETE } from '../engine/prescribe.ts';
import type { EngineAthlete } from '../engine/types.ts';
import { type CaseQuantity, PUBLISHED_CASES, type PublishedCase } from './published-cases.ts';

interface QuantityOutcome {
  readonly quantity: CaseQuantity;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly within: boolean;
}

export interface CaseOutcome {
  readonly publishedCase: PublishedCase;
  readonly quantities: readonly QuantityOutcome[];
  readonly passed: boolean;
}

/** Decimals in which a quantity is printed and judged. */
const DECIMALS: Readonly<Record<CaseQuantity, number>> = {
  carbGPerHr: 0,
  fluidMlPerHr: 0,
  sodiumMgPerHr: 0,
  sweatRateLPerHr: 2,
  bodyMassChangePercent: 1,
  requiredDrinkMlPerHr: 0,
  maxSafeFluidMlPerHr: 0,
  sodiumLossMgPerHr: 0,
  sodiumNeedMgPerHr: 0,
};

/** The golden-row athlete with what the study reports. */
function athleteOf(who: Partial<EngineAthlete>): EngineAthlete {
  return {
    ...UNKNOWN_ATHLETE,
    sex: 'male',
    ageYears: 35,
    bodyMassKg: 70,
    heightCm: who.sex === 'female' ? 165 : 177,
    fitnessLevel: 4,
    heatAcclimatized: false,
    ...who,
  };
}

/** One case's numbers against its expected ranges, ends included, after rounding to the printed digit. */
function evaluateCase(publishedCase: PublishedCase, method?: FluidMethod): CaseOutcome {
  const plan = planEvent(
    {
      activity: {
        ...publishedCase.session,
        weather: null,
        averagePowerW: null,
        altitudeM: null,
        segments: null,
      },
      athlete: athleteOf(publishedCase.who),
      learned: null,
    },
    {
      metabolicRateW: publishedCase.measured.metabolicRateW ?? null,
      fractionOfVo2max: publishedCase.measured.fractionOfVo2max ?? null,
      airTemperatureC: publishedCase.measured.airTemperatureC ?? null,
      humidityPercent: publishedCase.measured.humidityPercent ?? null,
      eventHours: publishedCase.measured.eventHours ?? null,
    },
    method,
  );
  const { rates, safety, diagnostics } = resultOf(plan);
  const values: Readonly<Record<CaseQuantity, number>> = {
    carbGPerHr: rates.carbGPerHr,
    fluidMlPerHr: rates.fluidMlPerHr,
    sodiumMgPerHr: rates.sodiumMgPerHr,
    sweatRateLPerHr: diagnostics.sweatRateLPerHr,
    bodyMassChangePercent: diagnostics.bodyMassChangePercent,
    requiredDrinkMlPerHr: diagnostics.requiredDrinkLPerHr * 1000,
    maxSafeFluidMlPerHr: safety.maxSafeFluidMlPerHr,
    sodiumLossMgPerHr: diagnostics.sodiumLossMgPerHr,
    sodiumNeedMgPerHr: diagnostics.sodiumNeedMgPerHr,
  };
  const quantities = publishedCase.expected.map(({ quantity, low, high }) => {
    const value = Number(values[quantity].toFixed(DECIMALS[quantity]));
    return { quantity, value, low, high, within: value >= low && value <= high };
  });
  return { publishedCase, quantities, passed: quantities.every(({ within }) => within) };
}

/** All cases, in order. */
export function evaluateAllCases(method?: FluidMethod): CaseOutcome[] {
  return PUBLISHED_CASES.map((publishedCase) => evaluateCase(publishedCase, method));
}
