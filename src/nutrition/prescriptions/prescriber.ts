import { type PrescribeInput, type PrescribeResult, prescribe } from '#core/engine/prescribe.ts';
import type { Explanation } from '#core/engine/types.ts';

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
  return (await import('#core/engine/explain.ts')).prescribeAndExplain;
}
