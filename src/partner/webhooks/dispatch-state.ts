import { DAY_MS } from '#platform/clock.ts';
import { EVENTS_KEPT_MS } from '#platform/storage/purge-events.ts';
import type { Logged } from './ended-deliveries.ts';

/** A dispatcher's place in its store, and its receiver's recent answers. */
export interface State {
  epoch: string;
  /** The version that enabled the webhook, or 0 before the first batch. */
  activation: number;
  /** Every event up to here is settled: sent, waiting or not subscribed. */
  position: number;
  /** Settled events after the position. */
  ahead: readonly number[];
  /** The position last reported to the store, and when. */
  acknowledged: number;
  acknowledgedAt: number;
  failuresInRow: number;
  failingSince: number | null;
  succeededAt: number | null;
  /** Since when only probes are sent, how many failed, and when the next is due. */
  stoppedAt: number | null;
  probes: number;
  probeAt: number;
  /** The time of the last report to the registry, and what it said, as JSON. Empty before the first. */
  reportedAt: number;
  reported: string;
  prunedAt: number;
  /** Successes of the last 30 days, by the day of their events since 1970. */
  successes: Readonly<Record<string, number>>;
  /** The time it last worked. */
  seenAt: number;
}

/** The state as stored, with the latest successes. Both are in one row, so that a batch costs one write. */
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
  reported: '',
  prunedAt: 0,
  successes: {},
  seenAt: 0,
};

/** Counts the success of an event of this time. */
export function countSuccess(state: State, createdAt: number): void {
  const day = Math.floor(createdAt / DAY_MS);
  state.successes = { ...state.successes, [day]: (state.successes[day] ?? 0) + 1 };
}

/** Returns the successes of the last 30 days, by day. */
export function recentSuccesses({ successes }: State, nowMs: number): State['successes'] {
  const first = Math.floor((nowMs - EVENTS_KEPT_MS) / DAY_MS);
  return Object.fromEntries(Object.entries(successes).filter(([day]) => Number(day) >= first));
}
