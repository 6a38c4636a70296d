import type { Product } from '../catalogue/catalogue-copy.ts';

/** Sugar of one gel, g: the usual sachet. */
export const GEL_CARB_G = 25;
/** Sugar of a litre of sports drink, g: 4 to 8 % is what most mixes are made for. */
export const DRINK_CARB_G_PER_L = 60;
/** A bottle of a bicycle or a belt, ml. */
export const BOTTLE_ML = 500;

const UNKNOWN = {
  brand: 'Generic',
  massG: null,
  volumeMl: null,
  mixWaterMl: null,
  energyKcal: null,
  sugarG: null,
  proteinG: null,
  caffeineMg: 0,
  sodiumMg: 0,
  glucoseFructoseRatio: null,
  vegan: null,
  glutenFree: null,
  basis: 'composition',
  confidence: 'high',
  source: null,
  recalledFields: [],
  note: null,
  hiddenAt: null,
} satisfies Partial<Product>;

/** Foods that are sold everywhere. They are not products of the catalogue. */
export const GEL = {
  ...UNKNOWN,
  id: 'gel',
  name: 'gel',
  category: 'gel',
  servingLabel: '1 sachet',
  carbG: GEL_CARB_G,
} as const satisfies Product;

export const DRINK = {
  ...UNKNOWN,
  id: 'drink',
  name: 'sports drink',
  category: 'drink_mix',
  servingLabel: '1 bottle',
  mixWaterMl: BOTTLE_ML,
  carbG: (DRINK_CARB_G_PER_L * BOTTLE_ML) / 1000,
} as const satisfies Product;

export const WATER = {
  ...UNKNOWN,
  id: 'water',
  name: 'water',
  category: 'ready_to_drink',
  servingLabel: '1 bottle',
  volumeMl: BOTTLE_ML,
  carbG: 0,
} as const satisfies Product;
