import type { FoodNames } from '../plan-texts.ts';

/** Spanish names of foods without a brand, at most 18 columns wide. */
export const FOODS: FoodNames = {
  water: 'agua',
  sports_drink: 'bebida isotónica',
  cola: 'cola',
  broth: 'caldo',
  gel: 'gel',
  chews: 'gominolas',
  bar: 'barrita',
  fruit: 'fruta',
  banana: 'plátano',
  orange: 'naranja',
  watermelon: 'sandía',
  dates: 'dátil',
  raisins: 'pasas',
  gummy_bears: 'ositos de goma',
  fig_bar: 'barrita de higo',
  rice_cake: 'pastel de arroz',
  salted_potato: 'patatas con sal',
  pretzels: 'pretzels',
  jam_sandwich: 'pan con mermelada',
  cheese_roll: 'pan con queso',
  sports_drink_powder: 'polvo para bebida',
  electrolyte_tablet: 'pastilla de sal',
  salt_capsule: 'cápsula de sal',
  salt: 'pizca de sal',
};
