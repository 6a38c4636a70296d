import type { PlanTexts } from '#core/languages/plan-texts.ts';

/** Rules of a suggestion that can be broken. Part of the wire: add, never rename. */
export const COMPROMISE_CODES = [
  'carbohydrate_missed',
  'sodium_missed',
  'drink_share',
  'rhythm',
  'same_food',
  'nothing_solid',
  'nothing_savoury',
  'single_source',
  'cannot_carry',
  'table_salt',
  'owned_products_short',
] as const;

/** A rule that a suggestion could not keep, with the figures of its sentence. */
export type Compromise =
  | { readonly code: 'carbohydrate_missed' | 'sodium_missed'; readonly percent: number }
  | { readonly code: 'drink_share'; readonly percent: number; readonly from: number; readonly to: number }
  | { readonly code: 'rhythm'; readonly gapMin: number }
  | { readonly code: 'same_food'; readonly count: number }
  | { readonly code: 'nothing_solid' }
  | { readonly code: 'nothing_savoury' }
  | { readonly code: 'single_source'; readonly gPerHr: number }
  | {
      readonly code: 'cannot_carry';
      readonly volumeMl: number;
      readonly fromMin: number;
      readonly toMin: number;
    }
  | { readonly code: 'table_salt'; readonly mg: number }
  | { readonly code: 'owned_products_short'; readonly carbG: number; readonly sodiumMg: number };

/** Renders a compromise as a sentence. */
export function compromiseText(compromise: Compromise, { compromises }: PlanTexts): string {
  switch (compromise.code) {
    case 'carbohydrate_missed':
      return compromises.carbohydrateMissed(compromise);
    case 'sodium_missed':
      return compromises.sodiumMissed(compromise);
    case 'drink_share':
      return compromises.drinkShare(compromise);
    case 'rhythm':
      return compromises.rhythm(compromise);
    case 'same_food':
      return compromises.sameFood(compromise);
    case 'nothing_solid':
      return compromises.nothingSolid();
    case 'nothing_savoury':
      return compromises.nothingSavoury();
    case 'single_source':
      return compromises.singleSource(compromise);
    case 'cannot_carry':
      return compromises.cannotCarry(compromise);
    case 'table_salt':
      return compromises.tableSalt(compromise);
    case 'owned_products_short':
      return compromises.ownedProductsShort(compromise);
  }
}
