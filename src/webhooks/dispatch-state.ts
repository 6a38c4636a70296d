import type { Logged } from './ended-deliveries.ts';

/** A dispatcher's place in its store, and how its receiver has answered. */
export interface State {
  epoch: string;
  /** The version that enabled the webhook; 0 before the first batch. */
  activation: number;
  /** Every event up to here is settled: sent, waiting, or not wanted. */
  position: number;
  /** Settled events after the position. */
  ahead: readonly number[];
  /** What the store has of this, and since when. */
  acknowledged: number;
  acknowledgedAt: number;
  failuresInRow: number;
  failingSince: number | null;
  succeededAt: number | null;
  /** Since when only probes are sent, how many failed, and when the next is due. */
  stoppedAt: number | null;
  probes: number;
  probeAt: number;
  /** When the registry last heard of failures, and whether it has `failing_since`. */
  reportedAt: number;
  isReported: boolean;
  prunedAt: number;
  /** When it last worked. */
  seenAt: number;
}

/** The state as it is stored, with the last successes: both in one row, so that a batch costs one write. */
export interface Stored extends State {
  open: readonly Logged[];
}

/** The state of a dispatcher before its first batch. */
export const NEW: State = {
  epoch: '',
  activation: 0,
  position: 0,
  ahead: [],
  acknowledged: 0,
  acknowledgedAt: 0,
  failuresInRow: 0,
  failingSince: null,
  succeededAt: null,
  stoppedAt: null,
  probes: 0,
  probeAt: 0,
  reportedAt: 0,
  isReported: false,
  prunedAt: 0,
  seenAt: 0,
};
