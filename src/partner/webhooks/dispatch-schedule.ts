import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/clock.ts';

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
/** Minimum time between two reports of its place to the store. */
export const ACKNOWLEDGE_EVERY_MS = 5 * MINUTE_MS;
