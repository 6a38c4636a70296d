import type { Aim } from './aim.ts';
import { COST } from './cost-table.ts';
import type { FedLeg } from './leg-mix.ts';
import type { Bite, Pool } from './pool.ts';

/** Lists food that replaces gels: on a hike, real food that keeps in a pocket, else any. */
export function mainsOf(pool: Pool, { legs, isRealFood }: Aim): readonly Bite[] {
  const fitting = pool.bites.filter(({ kind }) => legs.every(({ leg }) => leg.forms.has(kind)));
  if (!isRealFood) return fitting.filter(({ kind }) => kind !== 'solid');
  const real = fitting.filter(({ isReal }) => isReal);
  const sweet = real.filter((bite) => !isMeal(bite));
  return sweet.length > 0 ? sweet : real;
}

/** Returns whether a piece is a meal to sit down for: a sandwich, something savoury. */
function isMeal({ isSavoury, isHomemade }: Bite): boolean {
  return isSavoury || isHomemade;
}

/** Solids of a mix: one, or two that take turns. */
export interface SolidPair {
  readonly solid: Bite | null;
  readonly otherSolid: Bite | null;
}

/** Solids that are compared in full; the rest cost more in every mix. */
const SOLIDS_MAX = 14;

/** Lists solids, each with its alternative in a long event. */
export function solidPairs({ bites }: Pool, aim: Aim): readonly SolidPair[] {
  const wanting = aim.legs.filter(isSolidWanted);
  const none = [{ solid: null, otherSolid: null }];
  if (wanting.length === 0) return none;
  const isSoftOnly = wanting.some(({ carrier }) => carrier.isSoftOnly);
  const solids = bites
    .filter((bite) => bite.kind === 'solid' && (aim.isRealFood ? isMeal(bite) : !isSoftOnly || bite.isSoft))
    .toSorted((one, other) => plainCost(one) - plainCost(other))
    .slice(0, SOLIDS_MAX);
  const alone = solids.map((solid) => ({ solid, otherSolid: null }));
  if (!isSavouryWanted(aim) || aim.isRealFood) return alone.length > 0 ? alone : none;
  // With one solid or two in all, something real is enough; in an ultra it is savoury.
  const isReal = wanting.every(({ carrier }) => carrier.isBarUsual);
  const change = bites.find((bite) => (isReal ? bite.isReal && !bite.isHomemade : bite.isSavoury));
  const other = change ?? bites.find((bite) => bite.isReal) ?? null;
  const sweet = solids.filter((bite) => !bite.isSavoury && bite.product !== other?.product);
  const pairs = [...(other === null ? [] : sweet.map((solid) => ({ solid, otherSolid: other }))), ...alone];
  return pairs.length > 0 ? pairs : none;
}

function plainCost({ product, servings }: Bite): number {
  return (product.confidence === 'high' ? 0 : COST.unsure) + (servings < 1 ? COST.unsure / 2 : 0);
}

/** Returns the alternative to a food, of the same brand and size if there is one. */
export function secondFor(main: Bite, mains: readonly Bite[]): Bite | null {
  const cost = (other: Bite) =>
    Math.abs(other.carbG - main.carbG) / 10 +
    Math.abs(other.sodiumMg - main.sodiumMg) / 200 +
    (other.product.brand === main.product.brand ? 0 : COST.brand) +
    (other.kind === main.kind ? 0 : COST.product) +
    (other.product.confidence === 'high' ? 0 : COST.unsure);
  const others = mains.filter((other) => other.product !== main.product);
  return others.reduce<Bite | null>(
    (best, other) => (best === null || cost(other) < cost(best) ? other : best),
    null,
  );
}

/** Returns whether a long event wants something savoury or real that no station hands out. */
export function isSavouryWanted({ legs, isLong, isRealHanded }: Aim): boolean {
  return isLong && !isRealHanded && legs.some((fed) => isSolidWanted(fed) && !fed.carrier.isRealFood);
}

/** Returns whether something solid belongs to a leg. */
export function isSolidWanted({ carrier }: FedLeg): boolean {
  return carrier.solidEveryMin !== null && !carrier.isFree;
}
