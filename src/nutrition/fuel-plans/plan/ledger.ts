import { type Amounts, HOUR_MIN, type Request } from './model.ts';

type Quantity = Exclude<keyof Amounts, 'caffeineMg'>;

const QUANTITIES = ['carbG', 'sodiumMg', 'fluidMl'] as const satisfies readonly Quantity[];
/** The most that rounding to whole minutes and shown figures may add to an hour. */
const ROUNDING: Readonly<Record<Quantity, number>> = { carbG: 0.5, sodiumMg: 2, fluidMl: 1 };
/** Minutes that are counted before the first and after the last one. */
const MARGIN_MIN = 2 * HOUR_MIN;

/** The amounts that a ledger counts; caffeine has no hourly ceiling. */
export type Counted = Readonly<Record<Quantity, number>>;

/** Sums of every 60 minutes of a session, by the minute at which they begin, held to the hourly ceilings. */
export class Ledger {
  readonly #firstMin: number;
  readonly #hours: Readonly<Record<Quantity, Float64Array>>;
  readonly #most: Counted;
  readonly #mostInAll: Counted;
  /** What was taken before the ledger began. */
  readonly #past: Counted;
  /** Everything since the ledger began. */
  readonly total = { carbG: 0, sodiumMg: 0, fluidMl: 0 };

  constructor({ fromMin, endMin, ceilings, totals, past }: Request) {
    this.#firstMin = Math.min(0, fromMin) - MARGIN_MIN;
    const size = endMin - this.#firstMin + MARGIN_MIN;
    this.#hours = {
      carbG: new Float64Array(size),
      sodiumMg: new Float64Array(size),
      fluidMl: new Float64Array(size),
    };
    this.#most = {
      carbG: ceilings.carbG + ROUNDING.carbG,
      sodiumMg: ceilings.sodiumMg + ROUNDING.sodiumMg,
      fluidMl: ceilings.fluidMl + ROUNDING.fluidMl,
    };
    this.#mostInAll = {
      carbG: Number.POSITIVE_INFINITY,
      sodiumMg: totals.sodiumMg + ROUNDING.sodiumMg,
      fluidMl: totals.fluidMl + ROUNDING.fluidMl,
    };
    for (const taken of past) this.add(taken.atMin, taken, 1);
    this.#past = { ...this.total };
    for (const quantity of QUANTITIES) this.total[quantity] = 0;
  }

  /** Returns what is taken up to a minute and in it, without what was taken before the ledger began. */
  until(quantity: Quantity, minute: number): number {
    let sum = -this.#past[quantity];
    for (let i = minute - this.#firstMin - HOUR_MIN + 1; i > -HOUR_MIN; i -= HOUR_MIN) {
      sum += this.#hours[quantity][i] ?? 0;
    }
    return sum;
  }

  /** Returns the sum of the 60 minutes that begin at a minute. */
  hourFrom(quantity: Quantity, minute: number): number {
    return this.#hours[quantity][minute - this.#firstMin] ?? 0;
  }

  /** Adds amounts at a minute, or with -1 takes them back. */
  add(minute: number, amounts: Counted, sign: 1 | -1): void {
    const last = minute - this.#firstMin;
    for (const quantity of QUANTITIES) {
      const amount = sign * amounts[quantity];
      if (amount === 0) continue;
      const hours = this.#hours[quantity];
      for (let i = last - HOUR_MIN + 1; i <= last; i += 1) hours[i] = (hours[i] ?? 0) + amount;
      this.total[quantity] += amount;
    }
  }

  /** Spreads amounts evenly over the minutes between two, or with -1 takes them back. */
  spread(fromMin: number, toMin: number, amounts: Counted, sign: 1 | -1): void {
    const minutes = Math.max(1, toMin - fromMin);
    const start = fromMin - this.#firstMin;
    for (const quantity of QUANTITIES) {
      const amount = sign * amounts[quantity];
      if (amount === 0) continue;
      const hours = this.#hours[quantity];
      for (let i = start - HOUR_MIN + 1; i < start + minutes; i += 1) {
        const shared = Math.min(i + HOUR_MIN, start + minutes) - Math.max(i, start);
        hours[i] = (hours[i] ?? 0) + (amount * shared) / minutes;
      }
      this.total[quantity] += amount;
    }
  }

  /** Returns the first quantity whose ceiling these amounts would break at a minute; null if they fit. */
  refusal(minute: number, amounts: Counted): Quantity | null {
    const last = minute - this.#firstMin;
    for (const quantity of QUANTITIES) {
      const amount = amounts[quantity];
      if (amount <= 0) continue;
      if (this.total[quantity] + amount > this.#mostInAll[quantity]) return quantity;
      const hours = this.#hours[quantity];
      const most = this.#most[quantity] - amount;
      for (let i = last - HOUR_MIN + 1; i <= last; i += 1) if ((hours[i] ?? 0) > most) return quantity;
    }
    return null;
  }

  /** Returns the first quantity whose ceiling is broken in an hour that touches these minutes; null if none is. */
  broken(fromMin: number, toMin: number): Quantity | null {
    for (const quantity of QUANTITIES) {
      if (this.total[quantity] > this.#mostInAll[quantity]) return quantity;
      const hours = this.#hours[quantity];
      const most = this.#most[quantity];
      const last = toMin - this.#firstMin;
      for (let i = fromMin - this.#firstMin - HOUR_MIN + 1; i <= last; i += 1) {
        if ((hours[i] ?? 0) > most) return quantity;
      }
    }
    return null;
  }
}
