import { SECOND_MS } from '../clock.ts';
import { decideRate, type Rate, type RateDecision } from './gcra.ts';
import { numberToStore, unitsAhead } from './write-ahead.ts';

/** The time for which a guard lends tokens to an isolate. Every revocation waits for the last of them. */
export const LEASE_MS = 3 * SECOND_MS;

/**
 * The margin by which the holder of a lease ends it early and its guard ends it late: each has its own clock,
 * which advances only when I/O arrives.
 */
export const LEASE_MARGIN_MS = 250;

/** The part of the budget below which nothing is lent: each request is then counted one by one. */
const LENDING_ENDS_AT = 0.2;

/** The decision on one request, and the tokens that are lent with it. */
export interface Loan extends RateDecision {
  readonly lentTokens: number;
  /** The arrival time to store before this is answered; null if the stored one covers it. */
  readonly arrivalToStoreMs: number | null;
}

interface Lent {
  readonly tokens: number;
  readonly untilMs: number;
}

/**
 * Counts one budget, and lends tokens of it to isolates that then admit requests by themselves. Tokens are
 * prepaid: they are taken from the budget whether they are used or not. So over any t seconds at most N +
 * N·(t + 3)/60 requests are admitted of a budget of N a minute, whatever the isolates do; and because
 * outstanding tokens keep their place in the burst, never more than N at one instant. (In the three seconds
 * after a restart it may be a twentieth more, because outstanding tokens are forgotten.)
 */
export class Lender {
  #theoreticalArrivalMs: number;
  #storedArrivalMs: number;
  #storedAtMs = Number.NEGATIVE_INFINITY;
  #lent: Lent[] = [];
  #leasedUntilMs: number;

  /**
   * @param stored the stored theoretical arrival time; null if nothing was ever admitted, so that nothing was ever lent
   */
  constructor(stored: number | null, nowMs: number) {
    this.#theoreticalArrivalMs = this.#storedArrivalMs = stored ?? 0;
    // A previous instance may have lent tokens until this moment, which this one cannot know.
    this.#leasedUntilMs = stored === null ? 0 : nowMs + LEASE_MS + LEASE_MARGIN_MS;
  }

  /** Takes `tokens` from the budget, and lends up to `wantedTokens` more while a fifth of it is left. */
  take(
    rate: Rate,
    { tokens, wantedTokens }: { readonly tokens: number; readonly wantedTokens: number },
    nowMs: number,
  ): Loan {
    const own = decideRate(rate, this.#withLentTokens(rate, nowMs), nowMs, tokens);
    if (!own.isAllowed) return { ...own, lentTokens: 0, arrivalToStoreMs: null };
    const lentTokens = Math.max(0, Math.min(wantedTokens, lendable(rate.budget, own.remaining)));
    const both = lentTokens > 0 ? decideRate(rate, own.theoreticalArrivalMs, nowMs, lentTokens) : own;
    this.#theoreticalArrivalMs = both.theoreticalArrivalMs;
    if (lentTokens > 0) {
      this.#leasedUntilMs = nowMs + LEASE_MS + LEASE_MARGIN_MS;
      this.#lent.push({ tokens: lentTokens, untilMs: this.#leasedUntilMs });
    }
    return { ...both, lentTokens, arrivalToStoreMs: this.#arrivalToStoreMs(rate, nowMs, lentTokens > 0) };
  }

  /** Returns the time until the last lease has certainly ended; 0 if none is outstanding. */
  timeUntilLeasesEndMs(nowMs: number): number {
    // No lease lasts longer than this from now, so a clock that was set back cannot make it longer.
    return Math.min(Math.max(0, this.#leasedUntilMs - nowMs), LEASE_MS + LEASE_MARGIN_MS);
  }

  /** Forgets the count. Outstanding leases stay valid. */
  forget(): void {
    this.#theoreticalArrivalMs = this.#storedArrivalMs = 0;
  }

  /**
   * Returns the arrival time to store once the count has passed the stored one; else null. A lease also needs a write
   * no older than `LEASE_MS`; the platform holds the answer back until the write is confirmed.
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

  /** Returns the arrival time at which outstanding tokens still leave a burst of at most the whole budget. */
  #withLentTokens(rate: Rate, nowMs: number): number {
    this.#lent = this.#lent.filter(({ untilMs }) => nowMs < untilMs && untilMs - nowMs <= LEASE_MS * 2);
    const lentTokens = this.#lent.reduce((sum, { tokens }) => sum + tokens, 0);
    const heldMs = (lentTokens * rate.periodMs) / rate.budget;
    return lentTokens === 0
      ? this.#theoreticalArrivalMs
      : Math.max(this.#theoreticalArrivalMs, nowMs + heldMs);
  }
}

/** Returns how many tokens one lease may have: what is refilled while it lasts, and none of the last fifth. */
function lendable(budget: number, remaining: number): number {
  return Math.min(unitsAhead(budget), remaining - Math.ceil(budget * LENDING_ENDS_AT));
}
