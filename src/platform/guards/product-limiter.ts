import { DurableObject } from 'cloudflare:workers';
import { DAY_MS, MINUTE_MS, nowMs, waitSeconds } from '../clock.ts';
import { type Bindings, parseEnv } from '../env.ts';
import { decideRate, numberToStore, type RateDecision, unitsAhead } from './gcra.ts';

export interface ProductBudget {
  readonly requestsPerMin: number;
  /** Distinct products. */
  readonly recordsPerDay: number;
}

/** The remainder of a budget, and the time until more is available. */
interface BudgetLeft {
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** The remainder of both budgets of an athlete after a request, admitted or not. */
export interface ProductsLeft {
  readonly requests: BudgetLeft;
  readonly records: BudgetLeft;
}

interface BudgetSpent {
  readonly outcome: 'rate_limited' | 'daily_limit_reached';
  readonly retryAfterSeconds: number;
}

/** An admitted request's products and the UTC day they were charged to. */
export interface ProductCharge {
  readonly day: number;
  readonly productIds: readonly string[];
}

export interface ProductsAdmitted {
  readonly outcome: 'admitted';
  readonly charge: ProductCharge;
  /** The products that the athlete had not been shown on this day. */
  readonly newIds: readonly string[];
}

export type ProductAdmission = (ProductsAdmitted | BudgetSpent) & { readonly left: ProductsLeft };

/** The answer to whether a request could be admitted now. */
export type ProductAnswer = { readonly outcome: 'open' } | (BudgetSpent & { readonly left: ProductsLeft });

export type ExportAdmission = { readonly outcome: 'admitted' } | BudgetSpent;

/** The distinct products of a UTC day, limited by the budget. */
interface Day {
  readonly number: number;
  readonly productIds: readonly string[];
}

interface ExportDay {
  readonly number: number;
  readonly exports: number;
}

/**
 * Limits product requests and exports per athlete and partner. Requests per minute stop a script; distinct products per UTC
 * day stop a crawler that pages slowly. An athlete looking for a gel reaches neither limit. All limits are exact under
 * concurrency and after an eviction. The day's products are one row, written only when a product is new, so at most as
 * often as the budget allows. Requests are stored a little ahead (`numberToStore`).
 */
export class ProductLimiter extends DurableObject<Bindings> {
  #theoreticalArrivalMs: number;
  #storedArrivalMs: number;
  #day: number;
  /** The day's products, with the number of admitted requests that showed each since this object started. */
  #shown: Map<string, number>;

  constructor(state: DurableObjectState, bindings: Bindings) {
    super(state, bindings);
    this.#theoreticalArrivalMs = state.storage.kv.get<number>('theoreticalArrivalMs') ?? 0;
    this.#storedArrivalMs = this.#theoreticalArrivalMs;
    const day = state.storage.kv.get<Day>('day');
    this.#day = day?.number ?? 0;
    // Shown by a request that this object no longer knows, so no refund removes it.
    this.#shown = new Map(day?.productIds.map((id) => [id, Number.POSITIVE_INFINITY]));
  }

  /**
   * Charges one request and its products to the athlete's budgets, or returns the time to wait. A product already shown on
   * this UTC day costs nothing, and neither does a rejection.
   */
  take(budget: ProductBudget, productIds: readonly string[]): ProductAdmission {
    const now = nowMs(parseEnv(this.env));
    const rate = { budget: budget.requestsPerMin, periodMs: MINUTE_MS };
    const decision = decideRate(rate, this.#theoreticalArrivalMs, now);
    const today = Math.floor(now / DAY_MS);
    const shown = this.#day === today ? this.#shown : new Map<string, number>();
    const untilTomorrowMs = (today + 1) * DAY_MS - now;
    const left = (rate: RateDecision) => leftOf(budget, rate, shown.size, untilTomorrowMs);
    if (!decision.isAllowed) {
      return { ...refused('rate_limited', decision.retryAfterMs), left: left(decision) };
    }
    const asked = new Set(productIds);
    const newIds = [...asked].filter((id) => !shown.has(id));
    if (newIds.length > 0 && shown.size + newIds.length > budget.recordsPerDay) {
      // The request was not charged either.
      const resetMs = decision.resetMs - MINUTE_MS / budget.requestsPerMin;
      const untaken = { ...decision, remaining: decision.remaining + 1, resetMs };
      return { ...refused('daily_limit_reached', untilTomorrowMs), left: left(untaken) };
    }
    this.#countRequest(budget, decision.theoreticalArrivalMs);
    this.#day = today;
    this.#shown = shown;
    for (const id of asked) shown.set(id, (shown.get(id) ?? 0) + 1);
    if (newIds.length > 0) this.#storeDay();
    const charge = { day: today, productIds: [...asked] };
    return { outcome: 'admitted', charge, newIds, left: left(decision) };
  }

  /**
   * Returns the time to wait if the requests of the minute are spent. Charges nothing: it is asked before the work of a
   * request is done. Only that work tells which products the day is charged for.
   */
  ask(budget: ProductBudget): ProductAnswer {
    const now = nowMs(parseEnv(this.env));
    const rate = { budget: budget.requestsPerMin, periodMs: MINUTE_MS };
    const { isAllowed, retryAfterMs } = decideRate(rate, this.#theoreticalArrivalMs, now);
    if (isAllowed) return { outcome: 'open' };
    const today = Math.floor(now / DAY_MS);
    const shown = this.#day === today ? this.#shown.size : 0;
    const state = decideRate(rate, this.#theoreticalArrivalMs, now, 0);
    const left = leftOf(budget, state, shown, (today + 1) * DAY_MS - now);
    return { ...refused('rate_limited', retryAfterMs), left };
  }

  /**
   * Refunds a request and those of its products that no other request has shown. Has no effect on another day or on an
   * athlete who was forgotten in the meantime.
   */
  giveBack({ requestsPerMin }: Pick<ProductBudget, 'requestsPerMin'>, charge: ProductCharge): void {
    if (this.#theoreticalArrivalMs > 0) {
      const earlierMs = this.#theoreticalArrivalMs - MINUTE_MS / requestsPerMin;
      this.#countRequest({ requestsPerMin }, Math.max(0, earlierMs));
    }
    if (this.#day !== charge.day) return;
    const before = this.#shown.size;
    for (const id of charge.productIds) {
      const times = (this.#shown.get(id) ?? 1) - 1;
      if (times > 0) this.#shown.set(id, times);
      else this.#shown.delete(id);
    }
    if (this.#shown.size < before) this.#storeDay();
  }

  /**
   * Charges one of the athlete's exports of this UTC day, or returns the time to wait. An export reads everything stored
   * about the athlete. A caller that exports once a day never reaches the limit.
   */
  takeExport(exportsPerDay: number): ExportAdmission {
    const now = nowMs(parseEnv(this.env));
    const number = Math.floor(now / DAY_MS);
    const stored = this.ctx.storage.kv.get<ExportDay>('exports');
    const exports = stored?.number === number ? stored.exports : 0;
    if (exports >= exportsPerDay) return refused('daily_limit_reached', (number + 1) * DAY_MS - now);
    this.ctx.storage.kv.put<ExportDay>('exports', { number, exports: exports + 1 });
    return { outcome: 'admitted' };
  }

  /** Returns an export of this UTC day that was refused after it was charged. */
  giveBackExport(): void {
    const number = Math.floor(nowMs(parseEnv(this.env)) / DAY_MS);
    const stored = this.ctx.storage.kv.get<ExportDay>('exports');
    if (stored?.number !== number || stored.exports === 0) return;
    this.ctx.storage.kv.put<ExportDay>('exports', { number, exports: stored.exports - 1 });
  }

  /** Deletes everything stored about the athlete, as the last step of an erasure. */
  async forget(): Promise<void> {
    await this.ctx.storage.deleteAll();
    this.#theoreticalArrivalMs = this.#storedArrivalMs = 0;
    this.#day = 0;
    this.#shown = new Map();
  }

  #storeDay(): void {
    this.ctx.storage.kv.put<Day>('day', { number: this.#day, productIds: [...this.#shown.keys()] });
  }

  #countRequest(
    { requestsPerMin }: Pick<ProductBudget, 'requestsPerMin'>,
    theoreticalArrivalMs: number,
  ): void {
    this.#theoreticalArrivalMs = theoreticalArrivalMs;
    const aheadMs = (unitsAhead(requestsPerMin) * MINUTE_MS) / requestsPerMin;
    const toStore = numberToStore(theoreticalArrivalMs, this.#storedArrivalMs, aheadMs);
    if (toStore === null) return;
    this.#storedArrivalMs = toStore;
    this.ctx.storage.kv.put('theoreticalArrivalMs', toStore);
  }
}

function leftOf(
  { recordsPerDay }: ProductBudget,
  { remaining, resetMs }: RateDecision,
  seen: number,
  untilTomorrowMs: number,
): ProductsLeft {
  return {
    requests: { remaining, resetSeconds: waitSeconds(resetMs) },
    records: { remaining: Math.max(0, recordsPerDay - seen), resetSeconds: waitSeconds(untilTomorrowMs) },
  };
}

function refused(outcome: BudgetSpent['outcome'], waitMs: number): BudgetSpent {
  return { outcome, retryAfterSeconds: waitSeconds(waitMs) };
}
