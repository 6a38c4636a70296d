import type { OperationCounts } from '../edge/bill.ts';
import type { Times } from '../edge/model.ts';

/** The measurements of one operation by `npm run bench:edge`. */
export interface MeasuredOperation {
  readonly name: string;
  /** With a lease, round by round. */
  readonly rounds: readonly string[];
  /** Rounds of a lone caller, without a lease, and of the first one in an isolate. */
  readonly alone?: number;
  readonly first?: number;
  readonly times: readonly Times[];
  readonly counts: OperationCounts;
}

export interface EdgeFigures {
  readonly seed: number;
  readonly operations: readonly MeasuredOperation[];
}

/** The callers and placements of stores that FIGURES shows. */
export const SHOWN = [
  { caller: 'Sydney', placement: 'all in weur', heading: 'Sydney, stores in weur' },
  { caller: 'Sydney', placement: 'near the caller', heading: 'Sydney, stores in oc' },
  { caller: 'São Paulo', placement: 'near the caller', heading: 'São Paulo, stores in enam' },
] as const;

/** Returns what FIGURES needs of a run: the shown times, in whole ms. */
export function figuresOfEdge(seed: number, measured: readonly MeasuredOperation[]): EdgeFigures {
  const isShown = (time: Times) =>
    SHOWN.some(({ caller, placement }) => time.caller === caller && time.placement === placement);
  return {
    seed,
    operations: measured.map((operation) => ({
      ...operation,
      times: operation.times
        .filter(isShown)
        .map((time) => ({ ...time, p50Ms: Math.round(time.p50Ms), p95Ms: Math.round(time.p95Ms) })),
    })),
  };
}
