/** A budget of requests per period. The burst is the whole budget, refilled evenly. */
export interface Rate {
  readonly budget: number;
  readonly periodMs: number;
}

export interface RateDecision {
  readonly isAllowed: boolean;
  /** The theoretical arrival time to store: the algorithm's only state. */
  readonly theoreticalArrivalMs: number;
  readonly remaining: number;
  /** Time until the whole budget is available. */
  readonly resetMs: number;
  /** Time until the same cost would be allowed, or 0 if it was. */
  readonly retryAfterMs: number;
}

/**
 * Decides one request with the generic cell rate algorithm (ITU-T I.371), which is exact for any order of arrivals and has
 * a single number as state. Of N + 1 simultaneous requests against a fresh budget of N, exactly one is rejected. A rejected
 * request costs nothing, so a client that keeps retrying is admitted as soon as one that waits.
 */
export function decideRate(rate: Rate, theoreticalArrivalMs: number, nowMs: number, cost = 1): RateDecision {
  const intervalMs = rate.periodMs / rate.budget;
  const previous = arrivalByThisClock(rate, theoreticalArrivalMs, nowMs);
  const next = previous + cost * intervalMs;
  // An arrival time is a sum of up to `budget` fractions of a millisecond, each rounded by at most half the
  // distance of two doubles of its size. Allowing exactly that error keeps the count exact, for budgets up to 17,000.
  const roundingMs = (rate.budget * nowMs * Number.EPSILON) / 2;
  const isAllowed = next - nowMs <= rate.periodMs + roundingMs;
  const arrivalMs = isAllowed ? next : previous;
  const usedMs = arrivalMs - nowMs;
  return {
    isAllowed,
    theoreticalArrivalMs: arrivalMs,
    remaining: Math.max(0, Math.floor((rate.periodMs - usedMs + roundingMs) / intervalMs)),
    resetMs: usedMs,
    retryAfterMs: isAllowed ? 0 : next - nowMs - rate.periodMs,
  };
}

/**
 * Returns the arrival time to continue from, at most a period ahead. A time two periods ahead was counted before the clock
 * was set back. A rejection is not stored, so such a time would lock the caller out until the clock reaches it.
 */
function arrivalByThisClock({ periodMs }: Rate, theoreticalArrivalMs: number, nowMs: number): number {
  if (theoreticalArrivalMs < nowMs || theoreticalArrivalMs > nowMs + 2 * periodMs) return nowMs;
  return Math.min(theoreticalArrivalMs, nowMs + periodMs);
}

/** The part of a budget by which the stored counter may be ahead of the true one. A restart can lose it. */
const AHEAD_OF_BUDGET = 0.05;

/** Returns the number of whole units by which the stored counter of this budget may be ahead of the true one. */
export function unitsAhead(budget: number): number {
  return Math.floor(budget * AHEAD_OF_BUDGET);
}

/**
 * Returns the number to store for a counter, or null while the stored one still covers it. At least the counter, so that a
 * restart admits nothing twice, and at most `ahead` more, so that a restart loses no more than that. Storing every value
 * would cost a row and a disk wait per request; this costs them only when the counter passes the stored one.
 */
export function numberToStore(counter: number, stored: number, ahead: number): number | null {
  return counter <= stored && stored - counter <= ahead ? null : counter + ahead;
}
