import type { Intake } from './hourly-check.ts';
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

  /** Lists the sodium of each minute in order, mg. */
  sodium(): Intake[] {
    return this.list().map(({ atMin, items }) => ({ atMin, amount: sodiumOf(items) }));
  }

  /** Lists the minutes in order, each with its items. */
  list() {
    return [...this.items].sort(([one], [other]) => one - other).map(([atMin, items]) => ({ atMin, items }));
  }
}

function sodiumOf(items: readonly PlannedItem[]): number {
  return items.reduce((sum, { product, servings }) => sum + (product.sodiumMg ?? 0) * servings, 0);
}
