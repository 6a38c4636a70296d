import { DAY_MS } from '#platform/clock.ts';
import { EVENTS_KEPT_MS } from '#platform/storage/purge-events.ts';
import { FAILING_MAX_MS, type Ladder } from './dispatch-schedule.ts';
import type { Logged } from './finished-deliveries.ts';

/**
 * The events of a type that a receiver refuses. They wait in the store, behind a position of their own, while
 * the dispatcher's position continues with the other types.
 */
export interface Lane {
  /** Every event of the type up to here, and those listed after it, was sent or waits in the dispatcher. */
  position: number;
  ahead: readonly number[];
  /** Events of the type that wait in the store. */
  left: number;
  /** The first refusal since the last success of the type, and the last status. */
  since: number;
  statusCode: number;
  /** Null while the lane catches up after a success. */
  ladder: Ladder | null;
}

/** Refusals of a type since its last success. */
interface Refusals {
  readonly count: number;
  readonly since: number;
}

/** A dispatcher's place in its store, and its receiver's recent answers. */
export interface State {
  epoch: string;
  /** The version that enabled the webhook, or 0 before the first batch. */
  activation: number;
  /** Every event up to here is settled: sent, waiting, in a lane or not subscribed. */
  position: number;
  /** Settled events after the position. */
  ahead: readonly number[];
  /** The position last reported to the store, and when. */
  acknowledged: number;
  acknowledgedAt: number;
  /** Attempts in a row that the receiver did not answer, or answered as unavailable. */
  failuresInRow: number;
  /** Refusals without a success: how many, of which types, and whether one was outside of lanes. */
  refused: { readonly count: number; readonly types: readonly string[]; readonly isOfPosition: boolean };
  failingSince: number | null;
  /** The time since which the partner is suspended, as last seen. Nothing is sent, and it does not count as failing. */
  pausedAt: number | null;
  /** The time at which the receiver last accepted each type, and whether the store knows it. */
  acceptedAt: Readonly<Record<string, number>>;
  isAcceptanceKnown: boolean;
  /** Probes of the stopped position. Null while it goes on. */
  stopped: Ladder | null;
  /** Refused types, and refusals of the other types since their last success. */
  lanes: Readonly<Record<string, Lane>>;
  refusals: Readonly<Record<string, Refusals>>;
  /** The last resumption that the dispatcher knows (`resume_at`). */
  resumedAt: number;
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

export const NO_REFUSALS: State['refused'] = { count: 0, types: [], isOfPosition: false };

/** The state of a dispatcher before its first batch. */
export const NEW: State = {
  epoch: '',
  activation: 0,
  position: 0,
  ahead: [],
  acknowledged: 0,
  acknowledgedAt: 0,
  failuresInRow: 0,
  refused: NO_REFUSALS,
  failingSince: null,
  pausedAt: null,
  acceptedAt: {},
  isAcceptanceKnown: true,
  stopped: null,
  lanes: {},
  refusals: {},
  resumedAt: 0,
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

/** Returns when each type was accepted, if that still keeps it from being judged as failing. */
export function recentAcceptances({ acceptedAt, pausedAt }: State, nowMs: number): State['acceptedAt'] {
  const firstMs = (pausedAt ?? nowMs) - FAILING_MAX_MS;
  return Object.fromEntries(Object.entries(acceptedAt).filter(([, atMs]) => atMs > firstMs));
}
