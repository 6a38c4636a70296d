import type { FoodNames } from '../plan-texts.ts';

/** Italian names of foods without a brand, at most 18 columns wide. */
export const FOODS: FoodNames = {
  water: 'acqua',
  sports_drink: 'bevanda sportiva',
  cola: 'cola',
  broth: 'brodo',
  gel: 'gel',
  chews: 'gommose',
  bar: 'barretta',
  fruit: 'frutta',
  banana: 'banana',
  orange: 'arancia',
  watermelon: 'anguria',
  dates: 'dattero',
  raisins: 'uvetta',
  gummy_bears: 'orsetti gommosi',
  fig_bar: 'barretta ai fichi',
  rice_cake: 'tortina di riso',
  salted_potato: 'patate salate',
  pretzels: 'salatini',
  jam_sandwich: 'pane e marmellata',
  cheese_roll: 'pane e formaggio',
  sports_drink_powder: 'polvere da diluire',
  electrolyte_tablet: 'compressa di sali',
  salt_capsule: 'capsula di sale',
  salt: 'pizzico di sale',
};
