/** A budget of requests per period; the burst is the whole budget, refilled evenly. */
export interface Rate {
  readonly budget: number;
  readonly periodMs: number;
}

export interface RateDecision {
  readonly isAllowed: boolean;
  /** The theoretical arrival time to keep: all that the algorithm remembers. */
  readonly theoreticalArrivalMs: number;
  readonly remaining: number;
  /** Until the whole budget is back. */
  readonly resetMs: number;
  /** Until the same cost would be allowed; 0 where it was. */
  readonly retryAfterMs: number;
}

/**
 * The generic cell rate algorithm (ITU-T I.371): exact for any order of arrivals, one number of state.
 * Of N + 1 simultaneous requests against a fresh budget of N exactly one is refused. A refused request
 * costs nothing, so a client that hammers is let in again as soon as one that waits.
 */
export function decideRate(rate: Rate, theoreticalArrivalMs: number, nowMs: number, cost = 1): RateDecision {
  const intervalMs = rate.periodMs / rate.budget;
  // What is kept is never more than a period ahead; were the clock set back, it must not lock the caller out.
  const previous = Math.min(Math.max(theoreticalArrivalMs, nowMs), nowMs + rate.periodMs);
  const next = previous + cost * intervalMs;
  // An arrival time is a sum of up to `budget` fractions of a millisecond, each rounded by at most half the
  // distance of two doubles of its size. Forgiving exactly that keeps the count exact, for budgets up to 17,000.
  const roundingMs = (rate.budget * nowMs * Number.EPSILON) / 2;
  const isAllowed = next - nowMs <= rate.periodMs + roundingMs;
  const kept = isAllowed ? next : previous;
  const usedMs = kept - nowMs;
  return {
    isAllowed,
    theoreticalArrivalMs: kept,
    remaining: Math.max(0, Math.floor((rate.periodMs - usedMs + roundingMs) / intervalMs)),
    resetMs: usedMs,
    retryAfterMs: isAllowed ? 0 : next - nowMs - rate.periodMs,
  };
}
