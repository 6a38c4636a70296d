import type { FoodNames } from '../plan-texts.ts';

/** English names of foods without a brand, at most 18 columns wide. */
export const FOODS: FoodNames = {
  water: 'water',
  sports_drink: 'sports drink',
  cola: 'cola',
  broth: 'broth',
  gel: 'gel',
  chews: 'chews',
  bar: 'bar',
  fruit: 'fruit',
  banana: 'banana',
  orange: 'orange',
  watermelon: 'watermelon',
  dates: 'date',
  raisins: 'raisins',
  gummy_bears: 'gummy bears',
  fig_bar: 'fig bar',
  rice_cake: 'rice cake',
  salted_potato: 'salted potatoes',
  pretzels: 'pretzels',
  jam_sandwich: 'jam sandwich',
  cheese_roll: 'cheese roll',
  sports_drink_powder: 'drink powder',
  electrolyte_tablet: 'salt tablet',
  salt_capsule: 'salt capsule',
  salt: 'pinch of salt',
};
