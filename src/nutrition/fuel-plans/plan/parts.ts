import { LONG_MIN, RULES } from './costs.ts';
import type { Counted } from './ledger.ts';
import type { Leg, Product, Stop, Vessel } from './model.ts';

/** A filling before anything is mixed into it. */
export interface Pour {
  readonly stop: Stop;
  readonly leg: number;
  readonly vessel: Vessel;
  readonly filledMl: number;
  readonly volumeMl: number;
  readonly fromMin: number;
  readonly toMin: number;
  /** The mix that it already holds when the rest of a session is planned. */
  readonly fixed: { readonly carbG: number; readonly sodiumMg: number } | null;
}

/** Amounts to drink and the places for it, before anybody decides what they are. */
export interface Water {
  readonly stops: readonly Stop[];
  readonly pours: readonly Pour[];
  /** Half cups at each stop. */
  readonly halfCups: ReadonlyMap<Stop, number>;
}

/** Food at a minute. */
export interface Piece {
  readonly atMin: number;
  readonly leg: LegDraft;
  /** Null if it is carried. */
  readonly station: Station | null;
  readonly product: Product;
  readonly servings: number;
  /** Whether it is due at its minute for its caffeine. */
  readonly isDose: boolean;
}

/** A leg with the carbohydrate that it has so far. */
export interface LegDraft {
  readonly leg: Leg;
  readonly index: number;
  carbG: number;
  drunkG: number;
}

/** A drink in bottles; the strength of a mix can change. */
export interface Drink {
  readonly product: Product;
  servingsPerMl: number;
  readonly from: 'home' | 'station';
}

/** A filling with what is in it; null is water. */
export interface Bottle {
  readonly pour: Pour;
  readonly leg: LegDraft;
  drink: Drink | null;
  tablets: number;
}

/** Half cups of one drink at a station. */
export interface Cup {
  readonly product: Product;
  readonly kind: 'water' | 'carb' | 'cola' | 'broth';
  readonly half: Counted & { readonly caffeineMg: number; readonly servings: number };
  halves: number;
}

/** A stop with what is drunk there. */
export interface Station {
  readonly stop: Stop;
  readonly leg: LegDraft;
  readonly cups: readonly Cup[];
  /** Whether it is made anyway, for drink. */
  readonly isVisited: boolean;
}

/** Broth has this much sodium in half a cup. */
const BROTH_FROM_MG = 100;
const POCKETS: Readonly<Partial<Record<Leg['type'], number>>> = { bike: 18, trail_run: 20, run: 12 };
const VEST = 20;

/** Categories whose serving is sold as one pack. */
export const SOLD_BY_SERVING: ReadonlySet<Product['category']> = new Set([
  'gel',
  'isotonic_gel',
  'bar',
  'waffle',
] satisfies readonly Product['category'][]);

/** Returns what a piece brings. */
export function amountsOf({ product, servings }: Piece): Counted {
  return {
    carbG: product.carbG * servings,
    sodiumMg: product.sodiumMg * servings,
    fluidMl: product.fluidMl * servings,
  };
}

/** Returns the cup of a drink at a station, empty. */
export function toCup(product: Product): Cup {
  const servings = RULES.halfCupMl / product.fluidMl;
  const half = {
    carbG: product.carbG * servings,
    sodiumMg: product.sodiumMg * servings,
    caffeineMg: product.caffeineMg * servings,
    fluidMl: RULES.halfCupMl,
    servings,
  };
  if (half.caffeineMg > 0) return { product, kind: 'cola', half, halves: 0 };
  if (half.sodiumMg >= BROTH_FROM_MG) return { product, kind: 'broth', half, halves: 0 };
  return { product, kind: half.carbG > 1 ? 'carb' : 'water', half, halves: 0 };
}

/** Returns how many pieces fit on a belt, in a vest or in three pockets; without a limit in a backpack or a boat. */
export function pocketOf({ type, startMin, endMin }: Leg): number {
  if (type === 'run' && endMin - startMin > LONG_MIN) return VEST;
  return POCKETS[type] ?? Number.POSITIVE_INFINITY;
}
