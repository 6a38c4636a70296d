import type { PlannedItem } from './marks.ts';

/** Items of a plan by their minute. */
export class ItemsByMinute {
  private readonly items = new Map<number, PlannedItem[]>();

  /** Adds an item, to the one of its product and station if there is one. */
  add(atMin: number, item: PlannedItem): void {
    if (item.servings <= 0) return;
    const there = this.items.get(atMin) ?? [];
    const place = there.findIndex(({ product, stop }) => product === item.product && stop === item.stop);
    const same = there[place];
    if (same === undefined) there.push(item);
    else {
      there[place] = {
        ...same,
        servings: same.servings + item.servings,
        fluidMl: same.fluidMl + item.fluidMl,
      };
    }
    this.items.set(atMin, there);
  }

  /** Returns whether no hour with this minute in it would have more than this much sodium, taken at once. */
  hasRoom(atMin: number, sodiumMg: number, maxMgPerHr: number): boolean {
    const near = [...this.items.entries()].filter(([minute]) => Math.abs(minute - atMin) < HOUR_MIN);
    const taken = near.map(([minute, items]) => ({ minute, mg: sodiumOf(items) }));
    const starts = [...taken.map(({ minute }) => minute), atMin].filter((minute) => minute <= atMin);
    return starts.every((startMin) => {
      const inHour = taken.filter(({ minute }) => minute >= startMin && minute < startMin + HOUR_MIN);
      return inHour.reduce((sum, { mg }) => sum + mg, sodiumMg) <= maxMgPerHr;
    });
  }

  /** Lists the minutes in order, each with its items. */
  list() {
    return [...this.items].sort(([one], [other]) => one - other).map(([atMin, items]) => ({ atMin, items }));
  }
}

const HOUR_MIN = 60;

function sodiumOf(items: readonly PlannedItem[]): number {
  return items.reduce((sum, { product, servings }) => sum + (product.sodiumMg ?? 0) * servings, 0);
}
