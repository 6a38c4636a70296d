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
  /** The arrival times to store before responding, or null if the stored ones cover them. */
  readonly toStore: StoredArrivals | null;
}

/** The arrival times of a budget and of its pages' share, at which the next instance continues. */
export interface StoredArrivals {
  readonly arrivalMs: number | null;
  readonly pagesArrivalMs: number | null;
}

/** The arrival times of a key that was never used. */
export const NOTHING_STORED: StoredArrivals = { arrivalMs: null, pagesArrivalMs: null };

/** The share of a key's budget that all pages of its athletes may take together. */
const PAGES_SHARE = 0.5;

/** Returns what the pages of a key may take of its budget together. */
export function budgetOfPages(budget: number): number {
  return Math.max(1, Math.floor(budget * PAGES_SHARE));
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
  /** What athletes' pages have taken, within their share. Their units are in the count above as well. */
  #pagesArrivalMs: number;
  #storedPagesArrivalMs: number;
  #storedAtMs = Number.NEGATIVE_INFINITY;
  #lent: Lent[] = [];
  #leasedUntilMs: number;
  /** Until then nothing is lent, because a request that was refused its further units waits for the budget. */
  #savesUntilMs = 0;

  /**
   * @param stored the stored arrival times; none if nothing was ever admitted, so that nothing was ever lent
   */
  constructor({ arrivalMs, pagesArrivalMs }: StoredArrivals, nowMs: number) {
    this.#theoreticalArrivalMs = this.#storedArrivalMs = arrivalMs ?? 0;
    this.#pagesArrivalMs = this.#storedPagesArrivalMs = pagesArrivalMs ?? 0;
    // A previous instance may have lent tokens until now, which this one cannot know.
    this.#leasedUntilMs = arrivalMs === null ? 0 : nowMs + LEASE_MS + LEASE_MARGIN_MS;
  }

  /** Takes `tokens` from the budget and lends up to `wantedTokens` more while a fifth of it is left. */
  take(
    rate: Rate,
    { tokens, wantedTokens }: { readonly tokens: number; readonly wantedTokens: number },
    nowMs: number,
  ): Loan {
    const own = decideRate(rate, this.#withLentTokens(rate, nowMs), nowMs, tokens);
    if (!own.isAllowed) return { ...own, lentTokens: 0, toStore: null };
    const isSaving = nowMs < this.#savesUntilMs && this.#savesUntilMs - nowMs <= 2 * rate.periodMs;
    const mostTokens = isSaving ? 0 : lendable(rate.budget, own.remaining);
    const lentTokens = Math.max(0, Math.min(wantedTokens, mostTokens));
    const both = lentTokens > 0 ? decideRate(rate, own.theoreticalArrivalMs, nowMs, lentTokens) : own;
    this.#theoreticalArrivalMs = both.theoreticalArrivalMs;
    if (lentTokens > 0) {
      this.#leasedUntilMs = nowMs + LEASE_MS + LEASE_MARGIN_MS;
      this.#lent.push({ tokens: lentTokens, untilMs: this.#leasedUntilMs });
    }
    return { ...both, lentTokens, toStore: this.#toStore(rate, nowMs, lentTokens > 0) };
  }

  /** Takes the units of athletes' pages, and lends tokens for more: from the budget, and within the share of pages. */
  takeForPages(
    rate: Rate,
    { tokens, wantedTokens }: { readonly tokens: number; readonly wantedTokens: number },
    nowMs: number,
  ): Loan {
    const share = shareOfPages(rate);
    const own = decideRate(share, this.#pagesArrivalMs, nowMs, tokens);
    if (!own.isAllowed) return { ...own, lentTokens: 0, toStore: null };
    const before = this.#pagesArrivalMs;
    // Counted before the budget is, because what the loan stores includes it.
    this.#pagesArrivalMs = own.theoreticalArrivalMs;
    const loan = this.take(rate, { tokens, wantedTokens: Math.min(wantedTokens, own.remaining) }, nowMs);
    if (!loan.isAllowed) {
      this.#pagesArrivalMs = before;
      return loan;
    }
    const both = decideRate(share, this.#pagesArrivalMs, nowMs, loan.lentTokens);
    this.#pagesArrivalMs = both.theoreticalArrivalMs;
    return { ...loan, remaining: Math.min(loan.remaining, both.remaining) };
  }

  /** Returns the time until athletes' pages may take a unit again, 0 if they may now. Takes nothing. */
  timeUntilPagesMayTakeMs(rate: Rate, nowMs: number): number {
    const ofPages = decideRate(shareOfPages(rate), this.#pagesArrivalMs, nowMs);
    const ofAll = decideRate(rate, this.#withLentTokens(rate, nowMs), nowMs);
    return Math.max(ofPages.retryAfterMs, ofAll.retryAfterMs);
  }

  /**
   * Gives back the units of a request that was refused after it was counted, as if it had never come.
   *
   * @param lentTokens those of the units that were lent to the isolate, which no longer uses them
   */
  giveBack(
    rate: Rate,
    {
      units,
      lentTokens,
      isForPages,
    }: { readonly units: number; readonly lentTokens: number; readonly isForPages: boolean },
    nowMs: number,
  ): Loan {
    this.#theoreticalArrivalMs = withoutUnits(rate, this.#theoreticalArrivalMs, units);
    if (isForPages) this.#pagesArrivalMs = withoutUnits(shareOfPages(rate), this.#pagesArrivalMs, units);
    let left = lentTokens;
    this.#lent = this.#lent.map((lent) => {
      const returned = Math.min(lent.tokens, left);
      left -= returned;
      return { ...lent, tokens: lent.tokens - returned };
    });
    const state = decideRate(rate, this.#withLentTokens(rate, nowMs), nowMs, 0);
    return { ...state, lentTokens: 0, toStore: this.#toStore(rate, nowMs, false) };
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
    return { ...taken, remaining, resetMs, retryAfterMs, toStore: this.#toStore(rate, nowMs, false) };
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
    this.#pagesArrivalMs = this.#storedPagesArrivalMs = 0;
  }

  /**
   * Returns the arrival times to store once a count has passed the stored one, otherwise null. A lease also needs a write
   * no older than `LEASE_MS`. The platform holds the response until the write is confirmed.
   */
  #toStore(rate: Rate, nowMs: number, isLease: boolean): StoredArrivals | null {
    const ageMs = nowMs - this.#storedAtMs;
    const isOld = isLease && (ageMs < 0 || ageMs > LEASE_MS);
    const aheadMs = aheadOf(rate);
    const passed = numberToStore(this.#theoreticalArrivalMs, this.#storedArrivalMs, aheadMs);
    const arrivalMs = isOld ? this.#theoreticalArrivalMs + aheadMs : passed;
    const aheadOfPagesMs = aheadOf(shareOfPages(rate));
    const pagesArrivalMs = numberToStore(this.#pagesArrivalMs, this.#storedPagesArrivalMs, aheadOfPagesMs);
    if (arrivalMs === null && pagesArrivalMs === null) return null;
    this.#storedArrivalMs = arrivalMs ?? this.#storedArrivalMs;
    this.#storedPagesArrivalMs = pagesArrivalMs ?? this.#storedPagesArrivalMs;
    this.#storedAtMs = nowMs;
    return { arrivalMs: this.#storedArrivalMs, pagesArrivalMs: this.#storedPagesArrivalMs };
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

function shareOfPages({ budget, periodMs }: Rate): Rate {
  return { budget: budgetOfPages(budget), periodMs };
}

/** Returns an arrival time without units that were counted in it. None was counted before the first, or since the key was forgotten. */
function withoutUnits({ budget, periodMs }: Rate, arrivalMs: number, units: number): number {
  return Math.max(0, arrivalMs - (units * periodMs) / budget);
}

/** Returns the time by which the stored count of a budget may be ahead of the true one. */
function aheadOf({ budget, periodMs }: Rate): number {
  return (unitsAhead(budget) * periodMs) / budget;
}

/** Returns the maximum tokens of one lease: the refill during the lease, excluding the last fifth of the budget. */
function lendable(budget: number, remaining: number): number {
  return Math.min(unitsAhead(budget), remaining - Math.ceil(budget * LENDING_ENDS_AT));
}
