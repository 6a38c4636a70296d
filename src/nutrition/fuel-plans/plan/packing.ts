import { roundTo } from '#platform/http/wire-fields.ts';
import { EPSILON, type Fill, type Plan, type Portion, type Product, type Stop, sumOf } from './model.ts';
import { SOLD_BY_SERVING } from './parts.ts';
import { type Carried, contentsOf, pickedUpAt } from './views.ts';

/** Everything that is eaten and drunk by product, stations included; water has no portion. */
export function portionsOfPlan({ fills, intakes }: Pick<Plan, 'fills' | 'intakes'>): readonly Portion[] {
  const taken = new Map<Product, number>();
  const all = [...intakes, ...fills.flatMap(contentsOf)];
  for (const { product, servings } of all) {
    if (product !== null && servings > 0) taken.set(product, (taken.get(product) ?? 0) + servings);
  }
  return [...taken].map(([product, servings]) => ({ product, servings }));
}

/** Something to buy or bring. */
export interface ShoppingItem extends Portion {
  /** Whole packs; null if a pack holds many servings or its size is unknown. */
  readonly packs: number | null;
  /** The rest of the last pack; 0 if there is none or it is unknown. */
  readonly leftover: number;
}

/** Lists what to buy or bring, each product once. Water comes from the tap. */
export function shoppingOf(own: readonly Portion[]): readonly ShoppingItem[] {
  return own.map(({ product, servings }) => {
    const packs = SOLD_BY_SERVING.has(product.category) ? Math.ceil(servings - EPSILON) : null;
    return { product, servings, packs, leftover: packs === null ? 0 : Math.max(0, packs - servings) };
  });
}

/** Lists what the athlete takes at a stop: from the station, the tap and the bag. */
export function takenAt(plan: Plan, index: number): readonly Carried[] {
  const { fills, intakes, stops } = plan;
  const stop = stops[index];
  if (stop === undefined || stop.kind === 'start') return [];
  // Powder that is poured there was carried; only its water comes from the stop.
  const isCarried = (fill: Fill) => fill.recipe?.from === 'home' && !stop.hasBag;
  const handed = intakes.filter((intake) => intake.stop === index);
  const filled = fills
    .filter((fill) => fill.stop === index)
    .map((fill) => carriedOf(isCarried(fill) ? { ...fill, recipe: null } : fill));
  const own = pickedUpAt(plan, index).map((portion) => ({ ...portion, fluidMl: 0 }));
  return merged([...filled, ...handed, ...own]);
}

/** Lists what the athlete carries when leaving a stop: the rest of the bottles, and own things until the next bag. */
export function leaveWith(plan: Plan, index: number): readonly Carried[] {
  const { fills, stops, intakes } = plan;
  const stop = stops[index];
  if (stop === undefined || stop.kind === 'end') return [];
  const inBottles = fills.flatMap((fill): Carried[] => {
    if (fill.stop > index || fill.toMin <= stop.atMin) return [];
    const drunk = Math.max(0, stop.atMin - fill.fromMin) / (fill.toMin - fill.fromMin);
    return [carriedOf({ ...fill, filledMl: fill.filledMl - drunk * fill.volumeMl })];
  });
  const bag = stops.findLastIndex((one, before) => before <= index && one.hasBag && one.kind !== 'refill');
  const own = pickedUpAt(
    {
      ...plan,
      fills: fills.filter((fill) => fill.stop > index),
      intakes: intakes.filter(({ atMin }) => stop.kind === 'start' || atMin >= stop.atMin),
    },
    bag,
  );
  return merged([...inBottles, ...own.map((portion) => ({ ...portion, fluidMl: 0 }))]);
}

const carriedOf = ({ recipe, filledMl }: Fill): Carried =>
  recipe === null
    ? { product: null, servings: filledMl, fluidMl: filledMl }
    : { product: recipe.product, servings: recipe.servingsPerMl * filledMl, fluidMl: filledMl };

/** Adds up items of one kind; powder and the drink made of it stay apart. */
function merged(items: readonly Carried[]): readonly Carried[] {
  const groups = Map.groupBy(items, ({ product, fluidMl }) => `${product?.id} ${fluidMl === 0}`);
  return [...groups.values()].map((alike) => ({
    product: alike[0]?.product ?? null,
    servings: sumOf(alike, ({ servings }) => servings),
    fluidMl: sumOf(alike, ({ fluidMl }) => fluidMl),
  }));
}

// Packing

/** A drink that is mixed from home, in bags of one size; or water that is salted. */
export interface PackedRecipe {
  /** The mix; for salted water, the tablet or the salt. */
  readonly product: Product;
  readonly isSaltedWater: boolean;
  readonly servingsPerBag: number;
  /** Null if the weight of a serving is not known, and for tablets. */
  readonly gramsPerBag: number | null;
  readonly bagForMl: number;
  readonly fills: readonly Fill[];
  /** Bags in the bottles that are mixed at home or in a transition, before the start. */
  readonly bagsAtHome: number;
  /** Bags carried from the start or a transition, and poured during the session. */
  readonly bagsCarried: number;
  /** Bags that lie in drop bags, by stop. */
  readonly bagsByStop: readonly { readonly stop: number; readonly bags: number }[];
}

/** The content of a bag at the start, in a transition or at a stop. */
export interface PackedBag {
  readonly stop: number;
  /** Food, capsules and tablets from here to the next bag. */
  readonly food: readonly Portion[];
  /** Bags of powder from here to the next bag. */
  readonly powder: readonly { readonly product: Product; readonly bags: number }[];
  /** Bottles that are mixed here. */
  readonly fills: readonly Fill[];
}

/** The preparations of the night before. */
export interface Pack {
  readonly recipes: readonly PackedRecipe[];
  readonly bags: readonly PackedBag[];
}

/** Smaller bags are not filled, ml of drink. */
const LEAST_BAG_ML = 125;

/** Legs whose bottles call for bags that differ this many times have bags of their own. */
const BAGS_DIFFER = 2;

/** Lists the recipes of a plan: each mix, and salted water. A run's small flask never divides the bags of a ride. */
export function recipesOf(plan: Plan): readonly PackedRecipe[] {
  const { stops } = plan;
  const mixed = plan.fills.filter(
    ({ recipe, tablet }) => recipe?.from === 'home' || (recipe === null && tablet !== null),
  );
  const groups = Map.groupBy(mixed, ({ recipe, tablet }) =>
    recipe === null ? `salted ${tablet?.product.id}` : `${recipe.product.id} ${recipe.servingsPerMl}`,
  );
  return [...groups.values()]
    .flatMap((alike) => byBagSize(plan, alike))
    .flatMap((fills): PackedRecipe[] => {
      const [first] = fills;
      const product = first?.recipe?.product ?? first?.tablet?.product;
      if (first === undefined || product === undefined) return [];
      const at = (fill: Fill) => stops[fill.stop];
      const isMixedAhead = (fill: Fill) => isAhead(at(fill));
      const bagForMl = bagOfFills(plan, fills);
      const servingsOf = (fill: Fill) =>
        fill.recipe === null ? (fill.tablet?.servings ?? 0) : fill.recipe.servingsPerMl * fill.filledMl;
      const servingsPerBag = (servingsOf(first) * bagForMl) / first.filledMl;
      const { massG, mixWaterMl } = product;
      const isWeighed = massG !== null && mixWaterMl !== null && product.form === 'powder';
      const bagsOf = (list: readonly Fill[]) =>
        roundTo(sumOf(list, ({ filledMl }) => filledMl) / bagForMl, 2);
      const inDropBags = fills.filter((fill) => !isMixedAhead(fill) && at(fill)?.hasBag === true);
      const carried = fills.filter((fill) => !isMixedAhead(fill) && !inDropBags.includes(fill));
      return [
        {
          product,
          isSaltedWater: first.recipe === null,
          servingsPerBag,
          gramsPerBag: isWeighed ? massG * servingsPerBag : null,
          bagForMl,
          fills,
          bagsAtHome: bagsOf(fills.filter(isMixedAhead)),
          bagsCarried: bagsOf(carried),
          bagsByStop: [...Map.groupBy(inDropBags, ({ stop }) => stop)].map(([stop, list]) => ({
            stop,
            bags: bagsOf(list),
          })),
        },
      ];
    });
}

const isAhead = (stop: Stop | undefined): boolean => stop?.kind === 'start' || stop?.kind === 'transition';

/** Divides the fills of a mix by leg, if one bag for all would be much too small for the bottles of a leg. */
function byBagSize(plan: Plan, fills: readonly Fill[]): readonly (readonly Fill[])[] {
  const legs = [...Map.groupBy(fills, ({ leg }) => leg).values()];
  const bags = legs.map((ofLeg) => bagOfFills(plan, ofLeg));
  return Math.max(...bags) >= BAGS_DIFFER * Math.min(...bags) ? legs : [fills];
}

/** Returns the bag for the bottles that are filled during the session; what is mixed at home is weighed as it is. */
function bagOfFills({ stops }: Plan, fills: readonly Fill[]): number {
  const poured = fills.filter(({ stop }) => !isAhead(stops[stop]));
  return bagOf((poured.length > 0 ? poured : fills).map(({ filledMl }) => filledMl));
}

/**
 * Returns the volume for which one bag is made: the largest that every bottle is a multiple of, else the smallest bottle
 * that is worth a bag. A sip in a flask never divides the bags of large bottles.
 */
function bagOf(volumes: readonly number[]): number {
  const common = volumes.reduce(commonDivisor);
  if (common >= LEAST_BAG_ML) return common;
  const bottles = volumes.filter((volumeMl) => volumeMl >= LEAST_BAG_ML);
  return Math.min(...(bottles.length > 0 ? bottles : volumes));
}

const commonDivisor = (one: number, other: number): number =>
  other < 1 ? one : commonDivisor(other, one % other);

/** Lists what is mixed, bagged and laid out before the start. */
export function packOf(plan: Plan, recipes: readonly PackedRecipe[]): Pack {
  const { stops, fills } = plan;
  const isBag = (stop: Stop | undefined) => stop?.hasBag === true && stop.kind !== 'refill';
  const bags = stops.flatMap((stop, index): PackedBag[] => {
    if (!isBag(stop)) return [];
    const next = stops.findIndex((one, later) => later > index && isBag(one));
    const isCarried = ({ stop: at }: Fill) => at > index && (next < 0 || at < next);
    const powder = recipes.flatMap((recipe) => {
      const ml = sumOf(recipe.fills.filter(isCarried), ({ filledMl }) => filledMl);
      return ml > 0 && !recipe.isSaltedWater
        ? [{ product: recipe.product, bags: roundTo(ml / recipe.bagForMl, 2) }]
        : [];
    });
    const mixes = new Set(
      recipes.filter(({ isSaltedWater }) => !isSaltedWater).map(({ product }) => product),
    );
    const food = pickedUpAt(plan, index).filter(({ product }) => !mixes.has(product));
    return [{ stop: index, food, powder, fills: fills.filter(({ stop: at }) => at === index) }];
  });
  return { recipes, bags };
}
