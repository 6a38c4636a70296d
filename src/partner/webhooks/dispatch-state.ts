import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/clock.ts';
import { EVENTS_RETAINED_MS } from '#platform/storage/record-events.ts';
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

/** A dispatcher's position in its store, and its receiver's recent answers. */
export interface State {
  epoch: string;
  /** The version that enabled the webhook, or 0 before the first batch. */
  activation: number;
  /** Every event up to here is handled: sent, waiting, in a lane or not subscribed. */
  position: number;
  /** Handled events after the position. */
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
  const first = Math.floor((nowMs - EVENTS_RETAINED_MS) / DAY_MS);
  return Object.fromEntries(Object.entries(successes).filter(([day]) => Number(day) >= first));
}

/** Returns when each type was accepted, if that still keeps it from being judged as failing. */
export function recentAcceptances({ acceptedAt, pausedAt }: State, nowMs: number): State['acceptedAt'] {
  const firstMs = (pausedAt ?? nowMs) - FAILING_MAX_MS;
  return Object.fromEntries(Object.entries(acceptedAt).filter(([, atMs]) => atMs > firstMs));
}

/** Time between a failed attempt and the next (Standard Webhooks 1.0.0, "Deliverability and reliability"). */
const RETRY_AFTER_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** Returns the delay before the next attempt after this many failures. Returns null if there is none. */
export function retryAfterMs(failures: number): number | null {
  return RETRY_AFTER_MS[failures - 1] ?? null;
}

/** Failures in a row that stop the position, and refusals in a row that make a lane of a type. */
export const FAILURES_MAX = 5;
/** Failed deliveries, and those behind them, that may wait at the same time. */
export const WAITING_MAX = 1000;
/**
 * Failures of an event for which later events of its athlete wait: until its third attempt, about five
 * minutes after the first.
 */
export const BLOCKING_FAILURES = 2;
/** Time without a success after which a webhook is disabled, or a refused type is no longer sent. */
export const FAILING_MAX_MS = 5 * DAY_MS;

/** Time before each of the first probes. Later ones follow every five minutes for a day, then hourly. */
const LADDER_MS = [5, 10, 20, 40, 80, 160].map((seconds) => seconds * SECOND_MS);
/** Minimum time between two probes, whatever the partner does. */
export const PROBE_EVERY_MS = 5 * SECOND_MS;

/** The probes of a stopped position or of a lane. */
export interface Ladder {
  readonly startedAt: number;
  /** The probes that failed since then, and the time of the last one, or 0. */
  readonly probes: number;
  readonly probedAt: number;
  readonly probeAt: number;
}

/** Starts a ladder: the first probe is due in five seconds. */
export function newLadder(nowMs: number): Ladder {
  return { startedAt: nowMs, probes: 0, probedAt: 0, probeAt: nowMs + PROBE_EVERY_MS };
}

/** Returns the ladder after a failed probe. A probe that began before a resumption does not delay it. */
export function afterProbe(ladder: Ladder, beganAt: number, resumedAt: number, nowMs: number): Ladder {
  if (beganAt < resumedAt) return resumedLadder(ladder, resumedAt, nowMs);
  const { startedAt } = ladder;
  const probes = ladder.probes + 1;
  const laterMs = nowMs - startedAt < DAY_MS ? 5 * MINUTE_MS : HOUR_MS;
  return { startedAt, probes, probedAt: nowMs, probeAt: nowMs + (LADDER_MS[probes] ?? laterMs) };
}

/** Starts a ladder again, because the receiver may be back: the next probe is due at once. */
export function resumedLadder({ probedAt }: Ladder, resumeAt: number, nowMs: number): Ladder {
  return { startedAt: nowMs, probes: 0, probedAt, probeAt: Math.max(resumeAt, probedAt + PROBE_EVERY_MS) };
}

/** Events of one athlete, or none, with which a lane may be probed. */
export const LANE_ATHLETES = 20;
/** Sequences of a store among which one batch looks for the events of lanes. */
export const LANE_WINDOW = 20_000;

/** Minimum time between two reports of a dispatcher to the registry. */
export const REPORT_EVERY_MS = MINUTE_MS;
/** Minimum time between two reports of its position to the store. */
export const ACKNOWLEDGE_EVERY_MS = 5 * MINUTE_MS;
