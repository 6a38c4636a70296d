import { type PrescribeInput, type PrescribeResult, prescribe } from '#core/engine/prescribe.ts';
import type { Explanation } from '#core/engine/types.ts';

/** Calculates a prescription, with its steps where they are asked for. */
export type Prescriber = (input: PrescribeInput) => {
  readonly result: PrescribeResult;
  readonly explanation: Explanation | null;
};

/** Returns the calculation with its steps or without. Most answers show none, so they are loaded with the first that does. */
export async function prescriberFor(withExplanation: boolean): Promise<Prescriber> {
  if (!withExplanation) return (input) => ({ result: prescribe(input), explanation: null });
  return (await import('#core/engine/explain.ts')).prescribeAndExplain;
}
