/** Closed vocabularies of the catalogue, shared by its source, its table and the wire. */

export const CATEGORIES = [
  'gel',
  'isotonic_gel',
  'chew',
  'bar',
  'waffle',
  'drink_mix',
  'ready_to_drink',
  'electrolyte_drink',
  'electrolyte_tablet',
  'electrolyte_capsule',
  'electrolyte_chew',
  'caffeine_chew',
  'real_food',
] as const;

export const BASES = ['label-seen', 'label-recalled', 'composition'] as const;
export const CONFIDENCES = ['high', 'medium'] as const;

/** The purposes of products: `other` is a supplement or recovery, which a plan never chooses by itself. */
export const PURPOSES = ['fuel', 'salt', 'caffeine', 'other'] as const;

export type Purpose = (typeof PURPOSES)[number];

/** Foods without a brand: what stations hand out, and what people have at home. Part of the wire: add, never rename. */
export const GENERIC_FOOD_IDS = [
  'water',
  'sports_drink',
  'cola',
  'broth',
  'gel',
  'chews',
  'bar',
  'fruit',
  'banana',
  'orange',
  'watermelon',
  'dates',
  'raisins',
  'gummy_bears',
  'fig_bar',
  'rice_cake',
  'salted_potato',
  'pretzels',
  'jam_sandwich',
  'cheese_roll',
  'sports_drink_powder',
  'electrolyte_tablet',
  'salt_capsule',
  'salt',
] as const;

export type GenericFoodId = (typeof GENERIC_FOOD_IDS)[number];
