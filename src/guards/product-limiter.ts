import { DurableObject } from 'cloudflare:workers';
import { DAY_MS, MINUTE_MS, nowMs, SECOND_MS } from '../clock.ts';
import { type Bindings, parseEnv } from '../env.ts';
import { decideRate } from './gcra.ts';
import { numberToStore, STORE_AFTER_MS, unitsAhead } from './write-ahead.ts';

export interface ProductBudget {
  readonly requestsPerMin: number;
  readonly recordsPerDay: number;
}

export interface ProductCost {
  /** The requested page size, which must still fit into the day's budget. */
  readonly reservedRecords: number;
  /** The records in the answer, which are charged to the day: at most the reserved ones. */
  readonly usedRecords: number;
}

/** An admitted request's records, and the UTC day that they were charged to. */
export interface ProductCharge {
  readonly day: number;
  readonly records: number;
}

export interface BudgetSpent {
  readonly outcome: 'rate_limited' | 'daily_limit_reached';
  readonly retryAfterSeconds: number;
}

export type ProductAdmission = { readonly outcome: 'admitted'; readonly charge: ProductCharge } | BudgetSpent;

export type ExportAdmission = { readonly outcome: 'admitted' } | BudgetSpent;

interface Day {
  readonly number: number;
  readonly records: number;
}

interface ExportDay {
  readonly number: number;
  readonly exports: number;
}

/**
 * Limits the product requests and exports of one athlete: requests per minute stop a script, records per UTC
 * day stop a crawler that pages slowly. An athlete who looks for a gel reaches neither limit. All are exact
 * under concurrency. While they are in use they are stored a little ahead, so that an object that ends never starts with
 * more than it had left; the records of an idle object are stored as they are, since a day does not give back what each of
 * many short uses would lose.
 */
export class ProductLimiter extends DurableObject<Bindings> {
  #theoreticalArrivalMs: number;
  #day: Day;
  #storedArrivalMs: number;
  #storedDay: Day;
  #storing: ReturnType<typeof setTimeout> | undefined;

  constructor(state: DurableObjectState, bindings: Bindings) {
    super(state, bindings);
    this.#theoreticalArrivalMs = state.storage.kv.get<number>('theoreticalArrivalMs') ?? 0;
    this.#day = state.storage.kv.get<Day>('day') ?? { number: 0, records: 0 };
    this.#storedArrivalMs = this.#theoreticalArrivalMs;
    this.#storedDay = this.#day;
  }

  /**
   * Takes one request and its records from the athlete's budgets, or returns the time to wait. A refusal costs nothing.
   */
  take(budget: ProductBudget, { reservedRecords, usedRecords }: ProductCost): ProductAdmission {
    const now = nowMs(parseEnv(this.env));
    const rate = { budget: budget.requestsPerMin, periodMs: MINUTE_MS };
    const decision = decideRate(rate, this.#theoreticalArrivalMs, now);
    if (!decision.isAllowed) return refused('rate_limited', decision.retryAfterMs);

    const number = Math.floor(now / DAY_MS);
    const used = this.#day.number === number ? this.#day.records : 0;
    if (used + reservedRecords > budget.recordsPerDay) {
      return refused('daily_limit_reached', (number + 1) * DAY_MS - now);
    }
    this.#countRequests(budget, decision.theoreticalArrivalMs);
    if (usedRecords > 0) this.#countRecords(budget, { number, records: used + usedRecords });
    return { outcome: 'admitted', charge: { day: number, records: usedRecords } };
  }

  /**
   * Returns a request and its records to the budgets they were taken from. Writes nothing if the day is over or the
   * athlete was erased meanwhile.
   */
  giveBack(budget: ProductBudget, { day, records }: ProductCharge): void {
    if (this.#theoreticalArrivalMs > 0) {
      this.#countRequests(
        budget,
        Math.max(0, this.#theoreticalArrivalMs - MINUTE_MS / budget.requestsPerMin),
      );
    }
    if (records > 0 && this.#day.number === day) {
      this.#countRecords(budget, { number: day, records: Math.max(0, this.#day.records - records) });
    }
  }

  /**
   * Takes one of the athlete's exports of this UTC day, or returns the time to wait. An export reads
   * everything stored about the athlete; a caller that wants one copy a day never reaches the limit.
   */
  takeExport(exportsPerDay: number): ExportAdmission {
    const now = nowMs(parseEnv(this.env));
    const number = Math.floor(now / DAY_MS);
    const kept = this.ctx.storage.kv.get<ExportDay>('exports');
    const exports = kept?.number === number ? kept.exports : 0;
    if (exports >= exportsPerDay) return refused('daily_limit_reached', (number + 1) * DAY_MS - now);
    this.ctx.storage.kv.put<ExportDay>('exports', { number, exports: exports + 1 });
    return { outcome: 'admitted' };
  }

  /** Stores the records of the day as they are, if more of them are stored. */
  storeDay(): void {
    clearTimeout(this.#storing);
    if (this.#storedDay.records === this.#day.records) return;
    this.#storedDay = this.#day;
    this.ctx.storage.kv.put('day', this.#day);
  }

  /** Deletes everything stored about the athlete: the last step of an erasure. */
  async forget(): Promise<void> {
    clearTimeout(this.#storing);
    await this.ctx.storage.deleteAll();
    this.#theoreticalArrivalMs = this.#storedArrivalMs = 0;
    this.#day = this.#storedDay = { number: 0, records: 0 };
  }

  #countRequests({ requestsPerMin }: ProductBudget, theoreticalArrivalMs: number): void {
    this.#theoreticalArrivalMs = theoreticalArrivalMs;
    const aheadMs = (unitsAhead(requestsPerMin) * MINUTE_MS) / requestsPerMin;
    const toStore = numberToStore(theoreticalArrivalMs, this.#storedArrivalMs, aheadMs);
    if (toStore === null) return;
    this.#storedArrivalMs = toStore;
    this.ctx.storage.kv.put('theoreticalArrivalMs', toStore);
  }

  #countRecords({ recordsPerDay }: ProductBudget, day: Day): void {
    this.#day = day;
    clearTimeout(this.#storing);
    this.#storing = setTimeout(() => this.storeDay(), STORE_AFTER_MS);
    const stored = this.#storedDay.number === day.number ? this.#storedDay.records : -1;
    // Never beyond the day's budget.
    const ahead = Math.max(0, Math.min(unitsAhead(recordsPerDay), recordsPerDay - day.records));
    const records = numberToStore(day.records, stored, ahead);
    if (records === null) return;
    this.#storedDay = { number: day.number, records };
    this.ctx.storage.kv.put('day', this.#storedDay);
  }
}

function refused(outcome: 'rate_limited' | 'daily_limit_reached', waitMs: number): BudgetSpent {
  return { outcome, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / SECOND_MS)) };
}
