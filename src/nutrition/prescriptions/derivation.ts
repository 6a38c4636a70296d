import { type PrescribeInput, type PrescribeResult, prescribe } from '@musette/engine/prescribe';
import type { Driver, Explanation, Intake } from '@musette/engine/types';
import { roundTo } from '#platform/http/wire-fields.ts';

/** Reasons why the parts of a prescription that are not stored cannot be recalculated. */
export const UNAVAILABLE = ['engine_changed', 'aged'] as const;
export type Unavailable = (typeof UNAVAILABLE)[number];

/** The result of a calculation apart from its numbers. It is not stored: each read recalculates it. */
export interface Derivation {
  readonly intake: Intake | null;
  readonly drivers: readonly Driver[] | null;
  /** Also null if it was not requested. */
  readonly explanation: Explanation | null;
  /** The input of the calculation. */
  readonly input: PrescribeInput | null;
  /** Null if nothing is missing. */
  readonly unavailable: Unavailable | null;
}

/** Useful decimal places of the share by which a field narrows a range. */
const SHARE_DECIMALS = 3;

/** Returns the result of a calculation apart from its numbers, rounded as shown. */
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

/** Calculates a prescription, optionally with its steps. */
export type Prescriber = (input: PrescribeInput) => {
  readonly result: PrescribeResult;
  readonly explanation: Explanation | null;
};

/**
 * Returns the calculation with or without steps. Most answers show no steps, so their code is loaded on first
 * use.
 */
export async function prescriberFor(withExplanation: boolean): Promise<Prescriber> {
  if (!withExplanation) return (input) => ({ result: prescribe(input), explanation: null });
  return (await import('@musette/engine/explain')).prescribeAndExplain;
}
