import {
  type CATEGORIES,
  GENERIC_FOOD_IDS,
  type GenericFoodId,
  type Purpose,
} from '@musette/basics/products';
import type { Product } from './catalogue-copy.ts';

/**
 * Figures per serving of a generic food. A drink has a volume, a powder or tablet the water it dissolves in.
 */
interface Figures {
  readonly category: Product['category'];
  readonly serving: string;
  readonly carbG: number;
  readonly sodiumMg: number;
  readonly caffeineMg?: number;
  readonly massG?: number;
  readonly volumeMl?: number;
  readonly mixWaterMl?: number;
  readonly ratio?: string;
  /** Null if it depends on the brand. */
  readonly vegan: boolean | null;
  readonly glutenFree: boolean | null;
  readonly source: string;
}

/** Below this much carbohydrate a product is not fuel, g; from this much sodium it is salt, mg. Engineering choices. */
export const FUEL_FROM_G = 5;
export const SALT_FROM_MG = 100;

const USDA = 'USDA FoodData Central, recalled';
const TYPICAL = 'typical of labels in the catalogue';

/** A cup at a station, ml. */
const CUP_ML = 150;

const plant = { vegan: true, glutenFree: true } as const;
const unknown = { vegan: null, glutenFree: null } as const;

const FIGURES: Readonly<Record<GenericFoodId, Figures>> = {
  water: {
    category: 'ready_to_drink',
    serving: '1 cup (150 ml)',
    volumeMl: CUP_ML,
    carbG: 0,
    sodiumMg: 0,
    ...plant,
    source: 'plain drinking water; its minerals are ignored',
  },
  sports_drink: {
    category: 'ready_to_drink',
    serving: '1 cup (150 ml)',
    volumeMl: CUP_ML,
    carbG: 9,
    sodiumMg: 70,
    ratio: '1:1',
    ...unknown,
    vegan: true,
    source: '60 g of carbohydrate and 460 mg of sodium per litre: a usual isotonic drink, recalled',
  },
  cola: {
    category: 'ready_to_drink',
    serving: '1 cup (150 ml)',
    volumeMl: CUP_ML,
    carbG: 16,
    sodiumMg: 6,
    caffeineMg: 15,
    ratio: '1:1',
    ...plant,
    source: `106 g of sugar and 97 mg of caffeine per litre: the can in the catalogue; sodium ${USDA}`,
  },
  broth: {
    category: 'ready_to_drink',
    serving: '1 cup (150 ml)',
    volumeMl: CUP_ML,
    carbG: 1,
    sodiumMg: 450,
    ...unknown,
    source: `bouillon from a cube, ${USDA}`,
  },
  gel: {
    category: 'gel',
    serving: '1 sachet',
    carbG: 25,
    sodiumMg: 40,
    ratio: '2:1',
    ...unknown,
    source: `${TYPICAL}; without caffeine, of glucose and fructose`,
  },
  chews: {
    category: 'chew',
    serving: '4 pieces (30 g)',
    massG: 30,
    carbG: 24,
    sodiumMg: 50,
    ...unknown,
    source: TYPICAL,
  },
  bar: { category: 'bar', serving: '1 bar', carbG: 40, sodiumMg: 150, ...unknown, source: TYPICAL },
  fruit: {
    category: 'real_food',
    ratio: '1:1',
    serving: 'half a banana or an orange',
    carbG: 14,
    sodiumMg: 0,
    ...plant,
    source: USDA,
  },
  banana: {
    category: 'real_food',
    ratio: '1:1',
    serving: '1 banana (118 g)',
    massG: 118,
    carbG: 27,
    sodiumMg: 1,
    ...plant,
    source: USDA,
  },
  orange: {
    category: 'real_food',
    ratio: '1:1',
    serving: '1 orange (131 g)',
    massG: 131,
    carbG: 15,
    sodiumMg: 0,
    ...plant,
    source: USDA,
  },
  watermelon: {
    category: 'real_food',
    ratio: '1:1',
    serving: '1 slice (150 g)',
    massG: 150,
    carbG: 11,
    sodiumMg: 2,
    ...plant,
    source: USDA,
  },
  dates: {
    category: 'real_food',
    ratio: '1:1',
    serving: '1 large date (24 g)',
    massG: 24,
    carbG: 18,
    sodiumMg: 0,
    ...plant,
    source: USDA,
  },
  raisins: {
    category: 'real_food',
    ratio: '1:1',
    serving: '1 small box (40 g)',
    massG: 40,
    carbG: 32,
    sodiumMg: 5,
    ...plant,
    source: USDA,
  },
  gummy_bears: {
    category: 'real_food',
    ratio: '2:1',
    serving: '10 pieces (26 g)',
    massG: 26,
    carbG: 22,
    sodiumMg: 10,
    ...unknown,
    vegan: false,
    source: TYPICAL,
  },
  fig_bar: {
    category: 'real_food',
    ratio: '2:1',
    serving: '2 cookies (31 g)',
    massG: 31,
    carbG: 22,
    sodiumMg: 100,
    ...unknown,
    glutenFree: false,
    source: USDA,
  },
  rice_cake: {
    category: 'real_food',
    ratio: '1:0',
    serving: '1 piece of sticky rice (70 g)',
    massG: 70,
    carbG: 20,
    sodiumMg: 100,
    ...plant,
    source: `cooked short-grain rice with a pinch of salt, ${USDA}`,
  },
  salted_potato: {
    category: 'real_food',
    ratio: '1:0',
    serving: '2 small potatoes (100 g) with salt',
    massG: 100,
    carbG: 20,
    sodiumMg: 200,
    ...plant,
    source: `boiled potatoes with half a gram of salt, ${USDA}`,
  },
  pretzels: {
    category: 'real_food',
    ratio: '1:0',
    serving: '1 handful (30 g)',
    massG: 30,
    carbG: 24,
    sodiumMg: 385,
    ...unknown,
    glutenFree: false,
    source: USDA,
  },
  jam_sandwich: {
    category: 'real_food',
    ratio: '3:1',
    serving: '1 small sandwich (60 g)',
    massG: 60,
    carbG: 30,
    sodiumMg: 180,
    ...unknown,
    glutenFree: false,
    source: `two half slices of white bread with jam, ${USDA}`,
  },
  cheese_roll: {
    category: 'real_food',
    ratio: '1:0',
    serving: '1 small roll (60 g)',
    massG: 60,
    carbG: 25,
    sodiumMg: 400,
    vegan: false,
    glutenFree: false,
    source: `white roll with a slice of cheese, ${USDA}`,
  },
  sports_drink_powder: {
    category: 'drink_mix',
    serving: '1 scoop (32 g)',
    massG: 32,
    mixWaterMl: 375,
    carbG: 30,
    sodiumMg: 200,
    ratio: '2:1',
    ...unknown,
    source: `${TYPICAL}; of glucose and fructose`,
  },
  electrolyte_tablet: {
    category: 'electrolyte_tablet',
    serving: '1 tablet',
    mixWaterMl: 500,
    carbG: 0,
    sodiumMg: 300,
    ...unknown,
    source: TYPICAL,
  },
  salt_capsule: {
    category: 'electrolyte_capsule',
    serving: '1 capsule',
    carbG: 0,
    sodiumMg: 215,
    ...unknown,
    source: TYPICAL,
  },
  salt: {
    category: 'electrolyte_drink',
    serving: 'a pinch (0.5 g)',
    massG: 0.5,
    mixWaterMl: 125,
    carbG: 0,
    sodiumMg: 197,
    ...plant,
    source: 'sodium chloride is 39.3 % sodium by mass',
  },
};

/** All generic foods in the form of products, by identifier, with everything that plans count. */
export const GENERIC_FOODS: ReadonlyMap<GenericFoodId, Product> = new Map(
  GENERIC_FOOD_IDS.map((id) => [id, toProduct(id, FIGURES[id])]),
);

function toProduct(id: GenericFoodId, food: Figures): Product {
  return {
    id,
    brand: 'Generic',
    name: id.replaceAll('_', ' '),
    category: food.category,
    servingLabel: food.serving,
    massG: food.massG ?? null,
    volumeMl: food.volumeMl ?? null,
    mixWaterMl: food.mixWaterMl ?? null,
    energyKcal: null,
    carbG: food.carbG,
    sugarG: null,
    sodiumMg: food.sodiumMg,
    caffeineMg: food.caffeineMg ?? 0,
    proteinG: null,
    glucoseFructoseRatio: food.ratio ?? null,
    purpose: purposeOf(food),
    fixedStrength: false,
    vegan: food.vegan,
    glutenFree: food.glutenFree,
    basis: 'composition',
    confidence: 'high',
    source: food.source,
    recalledFields: [],
    note: null,
    hiddenAt: null,
  };
}

/** Returns a generic food as a product. */
export function genericFood(id: GenericFoodId): Product {
  return GENERIC_FOODS.get(id) ?? toProduct(id, FIGURES[id]);
}

/** Returns the identifier of a generic food. Null for a product of the catalogue. */
export function genericIdOf({ id }: Pick<Product, 'id'>): GenericFoodId | null {
  return GENERIC_FOOD_IDS.find((generic) => generic === id) ?? null;
}

/** Returns what a food or an athlete's own product is taken for, by its figures. Products of the catalogue state it. */
export function purposeOf(figures: {
  readonly carbG?: number | null | undefined;
  readonly sodiumMg?: number | null | undefined;
  readonly caffeineMg?: number | null | undefined;
  readonly category: (typeof CATEGORIES)[number];
}): Purpose {
  const { carbG, sodiumMg, caffeineMg, category } = figures;
  const isSalt = category.startsWith('electrolyte_');
  if ((carbG ?? (isSalt || category === 'caffeine_chew' ? 0 : FUEL_FROM_G)) >= FUEL_FROM_G) return 'fuel';
  if ((caffeineMg ?? 0) > 0) return 'caffeine';
  return isSalt || (sodiumMg ?? 0) >= SALT_FROM_MG ? 'salt' : 'fuel';
}
