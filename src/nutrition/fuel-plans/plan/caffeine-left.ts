import { type Portion, stepOf } from '../portions.ts';
import type { Taken } from './layout.ts';

/** Tolerance for rounding errors of servings. */
const EPSILON = 1e-9;

/** The remaining portions, and their caffeine doses that keep their minutes. */
interface CaffeineLeft {
  readonly portions: readonly Portion[];
  readonly doses: readonly Taken[];
}

/**
 * Keeps portions within the remaining caffeine limit, mg. Food that serves doses is cut to the doses that remain; of the
 * rest, the mildest is kept first.
 *
 * @param all doses of the whole plan
 * @param coming those of them that are still to come
 */
export function keepCaffeine(
  portions: readonly Portion[],
  { all, coming }: { readonly all: readonly Taken[]; readonly coming: readonly Taken[] },
  leftMg: number,
): CaffeineLeft {
  let roomMg = leftMg;
  const doses = coming.filter(({ product, servings }) => {
    const mg = caffeineOf(product) * servings;
    if (mg > roomMg) return false;
    roomMg -= mg;
    return true;
  });
  return { portions: within(portions.flatMap(neededOf(all, doses)), leftMg), doses };
}

/** Returns the caffeine of portions, mg. */
export function caffeineIn(portions: readonly Portion[]): number {
  return portions.reduce((sum, { product, servings }) => sum + caffeineOf(product) * servings, 0);
}

/** Cuts food that serves doses to the servings that the remaining doses need. */
function neededOf(all: readonly Taken[], kept: readonly Taken[]) {
  return (portion: Portion): readonly Portion[] => {
    const isOfPortion = ({ product }: Taken) => product === portion.product;
    if (!all.some(isOfPortion)) return [portion];
    const needed = kept.filter(isOfPortion).reduce((sum, { servings }) => sum + servings, 0);
    return needed > 0 ? [{ ...portion, servings: Math.min(portion.servings, needed) }] : [];
  };
}

function within(portions: readonly Portion[], mostMg: number): readonly Portion[] {
  const kept = new Map<Portion, number>();
  let roomMg = mostMg;
  for (const portion of portions.toSorted((a, b) => caffeineOf(a.product) - caffeineOf(b.product))) {
    const mg = caffeineOf(portion.product);
    const servings = mg === 0 ? portion.servings : fitting(portion, roomMg / mg);
    kept.set(portion, servings);
    roomMg -= mg * servings;
  }
  return portions
    .map((portion) => ({ ...portion, servings: kept.get(portion) ?? 0 }))
    .filter(({ servings }) => servings > EPSILON);
}

function fitting({ product, servings }: Portion, mostServings: number): number {
  if (servings <= mostServings + EPSILON) return servings;
  const step = stepOf(product);
  return Math.floor(Math.max(0, mostServings) / step + EPSILON) * step;
}

function caffeineOf({ caffeineMg }: Portion['product']): number {
  return caffeineMg ?? 0;
}
