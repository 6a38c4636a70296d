import type { PrescribeInput, PrescribeResult } from '#core/engine/prescribe.ts';
import type { Driver, Explanation, Intake } from '#core/engine/types.ts';
import { roundTo } from '#platform/http/wire-fields.ts';

/** Why what is not stored of a prescription cannot be calculated again. */
export const UNAVAILABLE = ['engine_changed', 'aged'] as const;
export type Unavailable = (typeof UNAVAILABLE)[number];

/** What a calculation says besides its numbers. It is not stored: a read calculates it again. */
export interface Derivation {
  readonly intake: Intake | null;
  readonly drivers: readonly Driver[] | null;
  /** Null also where nobody asked for it. */
  readonly explanation: Explanation | null;
  /** What was calculated from. */
  readonly input: PrescribeInput | null;
  /** Null if everything is there. */
  readonly unavailable: Unavailable | null;
}

/** Useful decimal places of the share by which a field would narrow a range. */
const SHARE_DECIMALS = 3;

/** Returns what a calculation says besides its numbers, rounded as it is shown. */
export function derivationOf(
  input: PrescribeInput,
  { intake, drivers }: Pick<PrescribeResult, 'intake' | 'drivers'>,
  explanation: Explanation | null,
): Derivation {
  return {
    intake: {
      drinkCarbGPerL: roundedOrNull(intake.drinkCarbGPerL),
      drinkSodiumMgPerL: roundedOrNull(intake.drinkSodiumMgPerL),
      foodCarbGPerHr: Math.round(intake.foodCarbGPerHr),
    },
    drivers: drivers.map(({ field, narrowsBy }) => ({
      field,
      narrowsBy: {
        carbGPerHr: roundTo(narrowsBy.carbGPerHr, SHARE_DECIMALS),
        sodiumMgPerHr: roundTo(narrowsBy.sodiumMgPerHr, SHARE_DECIMALS),
        fluidMlPerHr: roundTo(narrowsBy.fluidMlPerHr, SHARE_DECIMALS),
      },
    })),
    explanation,
    input,
    unavailable: null,
  };
}

function roundedOrNull(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}
