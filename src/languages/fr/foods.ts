import type { FoodNames } from '../plan-texts.ts';

/** French names of foods without a brand, at most 18 columns wide. */
export const FOODS: FoodNames = {
  water: 'eau',
  sports_drink: 'boisson sportive',
  cola: 'cola',
  broth: 'bouillon',
  gel: 'gel',
  chews: 'gommes',
  bar: 'barre',
  fruit: 'fruit',
  banana: 'banane',
  orange: 'orange',
  watermelon: 'pastèque',
  dates: 'datte',
  raisins: 'raisins secs',
  gummy_bears: 'bonbons gélifiés',
  fig_bar: 'barre aux figues',
  rice_cake: 'gâteau de riz',
  salted_potato: 'patates salées',
  pretzels: 'bretzels',
  jam_sandwich: 'pain-confiture',
  cheese_roll: 'pain-fromage',
  sports_drink_powder: 'poudre à diluer',
  electrolyte_tablet: 'pastille de sel',
  salt_capsule: 'gélule de sel',
  salt: 'pincée de sel',
};
