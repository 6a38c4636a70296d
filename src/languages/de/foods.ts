import type { FoodNames } from '../plan-texts.ts';

/** German names of foods without a brand, at most 18 columns wide. */
export const FOODS: FoodNames = {
  water: 'Wasser',
  sports_drink: 'Sportgetränk',
  cola: 'Cola',
  broth: 'Brühe',
  gel: 'Gel',
  chews: 'Kaubonbons',
  bar: 'Riegel',
  fruit: 'Obst',
  banana: 'Banane',
  orange: 'Orange',
  watermelon: 'Wassermelone',
  dates: 'Dattel',
  raisins: 'Rosinen',
  gummy_bears: 'Gummibärchen',
  fig_bar: 'Feigenriegel',
  rice_cake: 'Reiskuchen',
  salted_potato: 'Salzkartoffeln',
  pretzels: 'Salzbrezeln',
  jam_sandwich: 'Marmeladenbrot',
  cheese_roll: 'Käsebrötchen',
  sports_drink_powder: 'Getränkepulver',
  electrolyte_tablet: 'Salztablette',
  salt_capsule: 'Salzkapsel',
  salt: 'Prise Salz',
};
