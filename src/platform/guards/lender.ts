import { SECOND_MS } from '../clock.ts';
import { decideRate, numberToStore, type Rate, type RateDecision, unitsAhead } from './gcra.ts';

/** The duration of a lease, the tokens a guard lends to an isolate. Every revocation waits for the last of them. */
export const LEASE_MS = 3 * SECOND_MS;

/**
 * The margin by which a lease's holder ends it early and its guard ends it late, because each has its own clock, which
 * advances only on I/O.
 */
export const LEASE_MARGIN_MS = 250;

/** Below this part of the budget nothing is lent, and each request is counted individually. */
const LENDING_ENDS_AT = 0.2;

/** The share of `Retry-After` that our clients add to it at most. */
const RETRY_JITTER = 0.25;

/** The decision on one request, and the tokens lent with it. */
export interface Loan extends RateDecision {
  readonly lentTokens: number;
  /** The arrival time to store before responding, or null if the stored one covers it. */
  readonly arrivalToStoreMs: number | null;
}

interface Lent {
  readonly tokens: number;
  readonly untilMs: number;
}

/**
 * Counts one budget and lends tokens to isolates, which then admit requests by themselves. Tokens are prepaid: they are
 * taken from the budget whether used or not. So with a budget of N per minute, at most N + N·(t + 3)/60 requests are
 * admitted in any t seconds, whatever the isolates do. Because outstanding tokens keep their place in the burst, never
 * more than N are admitted at one instant. (In the three seconds after a restart it may be a twentieth more, because
 * outstanding tokens are forgotten.)
 */
export class Lender {
  #theoreticalArrivalMs: number;
  #storedArrivalMs: number;
  #storedAtMs = Number.NEGATIVE_INFINITY;
  #lent: Lent[] = [];
  #leasedUntilMs: number;
  /** Until then nothing is lent, because a request that was refused its further units waits for the budget. */
  #savesUntilMs = 0;

  /**
   * @param stored the stored theoretical arrival time; null if nothing was ever admitted, so that nothing was ever lent
   */
  constructor(stored: number | null, nowMs: number) {
    this.#theoreticalArrivalMs = this.#storedArrivalMs = stored ?? 0;
    // A previous instance may have lent tokens until now, which this one cannot know.
    this.#leasedUntilMs = stored === null ? 0 : nowMs + LEASE_MS + LEASE_MARGIN_MS;
  }

  /** Takes `tokens` from the budget and lends up to `wantedTokens` more while a fifth of it is left. */
  take(
    rate: Rate,
    { tokens, wantedTokens }: { readonly tokens: number; readonly wantedTokens: number },
    nowMs: number,
  ): Loan {
    const own = decideRate(rate, this.#withLentTokens(rate, nowMs), nowMs, tokens);
    if (!own.isAllowed) return { ...own, lentTokens: 0, arrivalToStoreMs: null };
    const isSaving = nowMs < this.#savesUntilMs && this.#savesUntilMs - nowMs <= 2 * rate.periodMs;
    const mostTokens = isSaving ? 0 : lendable(rate.budget, own.remaining);
    const lentTokens = Math.max(0, Math.min(wantedTokens, mostTokens));
    const both = lentTokens > 0 ? decideRate(rate, own.theoreticalArrivalMs, nowMs, lentTokens) : own;
    this.#theoreticalArrivalMs = both.theoreticalArrivalMs;
    if (lentTokens > 0) {
      this.#leasedUntilMs = nowMs + LEASE_MS + LEASE_MARGIN_MS;
      this.#lent.push({ tokens: lentTokens, untilMs: this.#leasedUntilMs });
    }
    return { ...both, lentTokens, arrivalToStoreMs: this.#arrivalToStoreMs(rate, nowMs, lentTokens > 0) };
  }

  /**
   * Takes the units that an admitted request costs beyond its first, all or none. If they do not fit, gives back the first
   * as well. `retryAfterMs` is then the time until the whole cost fits.
   */
  takeFurther(rate: Rate, units: number, nowMs: number): Loan {
    const taken = this.take(rate, { tokens: units, wantedTokens: 0 }, nowMs);
    if (taken.isAllowed) return taken;
    this.#theoreticalArrivalMs -= rate.periodMs / rate.budget;
    const retryAfterMs = this.#timeUntilFitsMs(rate, units + 1, nowMs);
    this.#savesUntilMs = nowMs + retryAfterMs * (1 + RETRY_JITTER) + SECOND_MS;
    const { remaining, resetMs } = decideRate(rate, this.#withLentTokens(rate, nowMs), nowMs, 0);
    const arrivalToStoreMs = this.#arrivalToStoreMs(rate, nowMs, false);
    return { ...taken, remaining, resetMs, retryAfterMs, arrivalToStoreMs };
  }

  /** Takes the units of work that is already done, as many as are left. */
  takeDone(rate: Rate, units: number, nowMs: number): Loan {
    const { remaining } = decideRate(rate, this.#withLentTokens(rate, nowMs), nowMs, 0);
    return this.take(rate, { tokens: Math.min(units, remaining), wantedTokens: 0 }, nowMs);
  }

  /** Returns the time until this many tokens fit if nothing else is taken: refilled, and not held by outstanding leases. */
  #timeUntilFitsMs(rate: Rate, tokens: number, nowMs: number): number {
    const { retryAfterMs } = decideRate(rate, this.#theoreticalArrivalMs, nowMs, tokens);
    const ends = this.#lent.map(({ untilMs }) => untilMs).sort((one, other) => one - other);
    const freeAtMs = [nowMs, ...ends].find((atMs) => {
      const held = this.#lent.filter(({ untilMs }) => untilMs > atMs);
      return tokens + held.reduce((sum, lent) => sum + lent.tokens, 0) <= rate.budget;
    });
    return Math.max(retryAfterMs, (freeAtMs ?? nowMs) - nowMs);
  }

  /** Returns the time until the last lease has certainly ended, or 0 if none is outstanding. */
  timeUntilLeasesEndMs(nowMs: number): number {
    // No lease lasts longer than this from now, so setting the clock back cannot extend it.
    return Math.min(Math.max(0, this.#leasedUntilMs - nowMs), LEASE_MS + LEASE_MARGIN_MS);
  }

  /** Forgets the count. Outstanding leases stay valid. */
  forget(): void {
    this.#theoreticalArrivalMs = this.#storedArrivalMs = 0;
  }

  /**
   * Returns the arrival time to store once the count has passed the stored one, otherwise null. A lease also needs a write
   * no older than `LEASE_MS`. The platform holds the response until the write is confirmed.
   */
  #arrivalToStoreMs(rate: Rate, nowMs: number, isLease: boolean): number | null {
    const ageMs = nowMs - this.#storedAtMs;
    const isOld = isLease && (ageMs < 0 || ageMs > LEASE_MS);
    const aheadMs = (unitsAhead(rate.budget) * rate.periodMs) / rate.budget;
    const passed = numberToStore(this.#theoreticalArrivalMs, this.#storedArrivalMs, aheadMs);
    const arrivalMs = isOld ? this.#theoreticalArrivalMs + aheadMs : passed;
    if (arrivalMs === null) return null;
    this.#storedArrivalMs = arrivalMs;
    this.#storedAtMs = nowMs;
    return arrivalMs;
  }

  /** Returns the arrival time at which outstanding tokens leave a burst of at most the whole budget. */
  #withLentTokens(rate: Rate, nowMs: number): number {
    this.#lent = this.#lent.filter(({ untilMs }) => nowMs < untilMs && untilMs - nowMs <= LEASE_MS * 2);
    const lentTokens = this.#lent.reduce((sum, { tokens }) => sum + tokens, 0);
    const heldMs = (lentTokens * rate.periodMs) / rate.budget;
    return lentTokens === 0
      ? this.#theoreticalArrivalMs
      : Math.max(this.#theoreticalArrivalMs, nowMs + heldMs);
  }
}

/** Returns the maximum tokens of one lease: the refill during the lease, excluding the last fifth of the budget. */
function lendable(budget: number, remaining: number): number {
  return Math.min(unitsAhead(budget), remaining - Math.ceil(budget * LENDING_ENDS_AT));
}
