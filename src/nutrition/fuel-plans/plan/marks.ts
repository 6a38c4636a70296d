import type { Product } from '../../catalogue/catalogue-copy.ts';
import { fluidMlOf } from '../portions.ts';
import type { Layout } from './layout.ts';
import type { Stop } from './stops.ts';

/** A product that is taken at a mark. */
export interface PlannedItem {
  readonly product: Product;
  readonly servings: number;
  readonly fluidMl: number;
  /** The station that hands it out; null for what the athlete carries. */
  readonly stop: Stop | null;
}

/** Amounts of everything that a plan counts. */
export interface Amounts {
  readonly carbG: number;
  readonly sodiumMg: number;
  readonly fluidMl: number;
  readonly caffeineMg: number;
}

/** One moment of the plan. Drinks of a mark are sipped until the next one. */
export interface Mark extends Amounts {
  readonly atMin: number;
  readonly items: readonly PlannedItem[];
  readonly cumulative: Amounts;
}

const NOTHING: Amounts = { carbG: 0, sodiumMg: 0, fluidMl: 0, caffeineMg: 0 };

/** Returns the total of the marks before this minute. */
export function sumsBefore(marks: readonly Mark[], atMin: number): Amounts {
  return marks.findLast((mark) => mark.atMin < atMin)?.cumulative ?? NOTHING;
}

/** Lists the marks of a layout in order, with their amounts and the sums so far. */
export function toMarks(layout: Layout): readonly Mark[] {
  const marks = [...layout]
    .sort(([a], [b]) => a - b)
    .map(([atMin, taken]) => {
      const items = [...taken].map(([product, servings]) => ({
        product,
        servings,
        fluidMl: (fluidMlOf(product) ?? 0) * servings,
        stop: null,
      }));
      return { atMin, items };
    });
  return withAmounts(marks);
}

/** Adds to each moment of a plan its amounts and the sums so far. */
export function withAmounts(
  moments: readonly { readonly atMin: number; readonly items: readonly PlannedItem[] }[],
): readonly Mark[] {
  let cumulative = NOTHING;
  return moments.map(({ atMin, items }) => {
    const amounts = amountsOf(items);
    cumulative = sumOf(cumulative, amounts);
    return { atMin, items, ...amounts, cumulative };
  });
}

/** Adds up the known figures of these items. The coverage names the unknown ones. */
function amountsOf(items: readonly PlannedItem[]): Amounts {
  return items.reduce<Amounts>(
    (sum, { product, servings, fluidMl }) =>
      sumOf(sum, {
        carbG: (product.carbG ?? 0) * servings,
        sodiumMg: (product.sodiumMg ?? 0) * servings,
        fluidMl,
        caffeineMg: (product.caffeineMg ?? 0) * servings,
      }),
    NOTHING,
  );
}

function sumOf(one: Amounts, other: Amounts): Amounts {
  return {
    carbG: one.carbG + other.carbG,
    sodiumMg: one.sodiumMg + other.sodiumMg,
    fluidMl: one.fluidMl + other.fluidMl,
    caffeineMg: one.caffeineMg + other.caffeineMg,
  };
}
