import { RULES } from './costs.ts';
import type { Leg, Product, Request } from './model.ts';
import type { LegDraft, Piece, Station } from './parts.ts';
import { carriesFlasks } from './vessels.ts';

/** The minutes at which food may be taken in each leg, and the food that is usually chewed then. */
export class Mealtimes {
  readonly #fromMin: number;
  readonly #endMin: number;
  /** The first minute of the plan in a leg in which people eat or drink. */
  readonly fedFromMin: number;
  /** Whether there is nothing else to choose, so that all of it is chewed anywhere. */
  readonly #isSolidOnly: boolean;
  readonly #stationAt: ReadonlyMap<number, Station>;
  /** Minutes at which food waits for a stop, with the minute of that stop. */
  readonly #waitsFor = new Map<number, number>();

  /** @param legAt returns the leg of a minute */
  constructor(
    { fromMin, endMin, legs }: Request,
    stations: readonly Station[],
    foods: readonly Product[],
    legAt: (minute: number) => LegDraft,
  ) {
    this.#fromMin = fromMin;
    this.#endMin = endMin;
    this.fedFromMin = Math.max(fromMin, legs.find(({ forms }) => forms.size > 0)?.startMin ?? 0);
    this.#isSolidOnly = foods.every(({ form }) => form === 'solid');
    this.#stationAt = new Map(
      stations.filter(({ stop }) => stop.kind !== 'start').map((station) => [station.stop.atMin, station]),
    );
    for (const station of stations) this.#waitFor(station, legAt);
  }

  /** Has food within a few minutes of a stop wait for it, so that one pause serves both. */
  #waitFor({ stop: { atMin, kind }, leg }: Station, legAt: (minute: number) => LegDraft): void {
    if ((kind !== 'aid' && kind !== 'refill') || !this.#isMealtime(leg, atMin)) return;
    for (let near = atMin - RULES.nearStopMin; near <= atMin + RULES.nearStopMin; near += 1) {
      const other = this.#waitsFor.get(near);
      const isNearer = other === undefined || Math.abs(other - near) > Math.abs(atMin - near);
      if (isNearer && !this.#stationAt.has(near) && legAt(near) === leg) this.#waitsFor.set(near, atMin);
    }
  }

  /** Returns the minute of the stop that food of a minute waits for, or else that minute. */
  near(minute: number): number {
    return this.#waitsFor.get(minute) ?? minute;
  }

  /** Returns the stop at a minute, other than the start. */
  stationAt(minute: number): Station | null {
    return this.#stationAt.get(minute) ?? null;
  }

  /** Returns whether food may be taken at a minute of a leg, and need not wait for a stop. */
  isOpen(leg: LegDraft, minute: number): boolean {
    return this.#isMealtime(leg, minute) && !this.#waitsFor.has(minute);
  }

  #isMealtime({ leg, index }: LegDraft, minute: number): boolean {
    const earliest =
      index === 0 || leg.startMin <= this.fedFromMin
        ? this.#firstMin(leg)
        : leg.startMin + RULES.afterTransitionMin;
    return minute >= earliest && minute <= this.#endMin - RULES.lastBeforeEndMin && minute < leg.endMin - 2;
  }

  #firstMin({ startMin }: Leg): number {
    if (this.#fromMin > 0) return this.#fromMin + 2;
    return startMin === 0 ? RULES.firstMin : startMin + RULES.afterTransitionMin;
  }

  /** Returns whether a solid is chewed where that is not usual, which only given products are. */
  isChewedElsewhere({ product, atMin, station, leg: { leg } }: Piece): boolean {
    if (product.form !== 'solid' || station !== null) return false;
    return !leg.forms.has('solid') || !this.mayChew(leg, product, atMin);
  }

  /** Returns whether people chew a product at a minute of such a leg. */
  mayChew({ startMin, endMin, usual, type }: Leg, product: Product, atMin: number): boolean {
    if (usual.isFree || usual.isRealFood || this.#isSolidOnly) return true;
    // At a walk through a station fruit goes down even in a race of a few hours.
    if (usual.solidEveryMin === null)
      return product.isSoft && carriesFlasks({ type }) && endMin - startMin > 180;
    return (
      (!usual.isSoftOnly || product.isSoft) && atMin <= startMin + usual.solidUntil * (endMin - startMin) + 20
    );
  }
}
