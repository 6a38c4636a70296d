import { BASES, CATEGORIES, CONFIDENCES, GENERIC_FOOD_IDS, PURPOSES } from '@musette/basics/products';
import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { pageFields, wholeList } from '#platform/http/pagination.ts';
import { snakeName } from '#platform/http/wire-case.ts';
import { teaserFields, tierFields } from '../prescriptions/tier-shape.ts';
import type { Product } from './catalogue-copy.ts';
import { GENERIC_FOODS } from './generic-foods.ts';
import { shortProductName } from './product-names.ts';

export const category = z.enum(CATEGORIES);

/** Fields that identify a product, in every tier. */
export const namedFields = {
  id: z.string(),
  brand: z.string(),
  name: z.string(),
  short_name: described(z.string(), 'At most 18 columns. A wide character takes two.'),
  category,
};

const factFields = {
  serving: z.object({
    label: z.string(),
    mass_g: z.nullable(z.number()),
    volume_ml: z.nullable(z.number()),
    mix_water_ml: described(z.nullable(z.number()), 'Water to mix or dissolve one serving in.'),
  }),
  energy_kcal: z.nullable(z.number()),
  carb_g: z.nullable(z.number()),
  sugar_g: z.nullable(z.number()),
  sodium_mg: z.nullable(z.number()),
  caffeine_mg: z.nullable(z.number()),
  protein_g: z.nullable(z.number()),
  glucose_fructose_ratio: z.nullable(z.string()),
  purpose: described(
    z.enum(PURPOSES),
    '`fuel`, `salt` (drunk or swallowed for its sodium), `caffeine` (little carbohydrate) or `other`: nitrate, recovery, slow starch, ketones, and stimulants beside caffeine. A plan uses `other` only if it is attached or owned.',
  ),
  fixed_strength: described(z.boolean(), 'True if it is mixed only as the label says.'),
  vegan: z.nullable(z.boolean()),
  gluten_free: z.nullable(z.boolean()),
  facts: described(
    z.object({
      basis: z.enum(BASES),
      confidence: z.enum(CONFIDENCES),
      recalled_fields: described(
        z.array(z.string()),
        'Figures that were recalled, not read from the source.',
      ),
      note: z.nullable(z.string()),
    }),
    'Origin of the figures. None were checked against current packaging.',
  ),
};

export const FullProduct = documented(z.object({ ...namedFields, ...factFields }), {
  id: 'Product',
  description: 'Per labelled serving. Null means unknown, never 0.',
});

export const TeaserProduct = documented(z.object(namedFields), { id: 'TeaserProduct' });

export type FullProduct = z.output<typeof FullProduct>;

export type TeaserProduct = z.output<typeof TeaserProduct>;

export const productExample: FullProduct = {
  id: 'prd_01m7xpe63gb1ncbczrhnz5w4nr',
  brand: 'Maurten',
  name: 'Gel 100',
  short_name: 'Maurten Gel 100',
  category: 'gel',
  serving: { label: '1 sachet (40 g)', mass_g: 40, volume_ml: null, mix_water_ml: null },
  energy_kcal: 100,
  carb_g: 25,
  sugar_g: 25,
  sodium_mg: 20,
  caffeine_mg: 0,
  protein_g: 0,
  glucose_fructose_ratio: '1:0.8',
  purpose: 'fuel',
  fixed_strength: false,
  vegan: null,
  gluten_free: null,
  facts: {
    basis: 'label-seen',
    confidence: 'high',
    recalled_fields: ['protein_g'],
    note: null,
  },
};

const full = { tier: z.literal('full') };

export const ProductPage = documented(
  z.discriminatedUnion('tier', [
    documented(z.object({ ...pageFields(FullProduct), ...full }), { id: 'FullProductPage' }),
    documented(z.object({ ...pageFields(TeaserProduct), ...teaserFields }), { id: 'TeaserProductPage' }),
  ]),
  { id: 'ProductPage', description: "A page of products, in the shape of the athlete's tier." },
);

export const SingleProduct = z.discriminatedUnion('tier', [
  documented(z.extend(FullProduct, full), { id: 'SingleProduct' }),
  documented(z.extend(TeaserProduct, teaserFields), { id: 'SingleTeaserProduct' }),
]);

export const CategoryList = documented(
  z.object({
    data: z.array(z.object({ category, label: z.string(), product_count: z.int() })),
    ...wholeList,
    ...tierFields,
  }),
  { id: 'CategoryList' },
);

/** Maps a product to the wire for teaser tier: its name but no facts. */
export function teaserProductToWire(product: Product): TeaserProduct {
  const { id, brand, name, category } = product;
  return { id, brand, name, short_name: shortProductName(product), category };
}

/** Maps a product with its facts to the wire for full tier. */
export function productToWire(product: Product): FullProduct {
  return {
    ...teaserProductToWire(product),
    serving: {
      label: product.servingLabel,
      mass_g: product.massG,
      volume_ml: product.volumeMl,
      mix_water_ml: product.mixWaterMl,
    },
    energy_kcal: product.energyKcal,
    carb_g: product.carbG,
    sugar_g: product.sugarG,
    sodium_mg: product.sodiumMg,
    caffeine_mg: product.caffeineMg,
    protein_g: product.proteinG,
    glucose_fructose_ratio: product.glucoseFructoseRatio,
    purpose: product.purpose,
    fixed_strength: product.fixedStrength,
    vegan: product.vegan,
    gluten_free: product.glutenFree,
    facts: {
      basis: product.basis,
      confidence: product.confidence,
      recalled_fields: product.recalledFields.map((field) => FIELD_NAMES.get(field) ?? snakeName(field)),
      note: product.note,
    },
  };
}

/** Wire names of figures that are nested on the wire. */
const FIELD_NAMES = new Map(
  Object.entries({
    massG: 'serving.mass_g',
    volumeMl: 'serving.volume_ml',
    mixWaterMl: 'serving.mix_water_ml',
  }),
);

/** Labels of the categories for athletes. */
export const CATEGORY_LABELS: Readonly<Record<Product['category'], string>> = {
  gel: 'Gel',
  isotonic_gel: 'Isotonic gel',
  chew: 'Chew',
  bar: 'Bar',
  waffle: 'Waffle',
  drink_mix: 'Drink mix',
  ready_to_drink: 'Ready to drink',
  electrolyte_drink: 'Electrolyte drink',
  electrolyte_tablet: 'Electrolyte tablet',
  electrolyte_capsule: 'Electrolyte capsule',
  electrolyte_chew: 'Electrolyte chew',
  caffeine_chew: 'Caffeine chew or gum',
  real_food: 'Real food',
};

const GenericFood = documented(
  z.object({
    id: described(z.enum(GENERIC_FOOD_IDS), 'As used in `offers` of a station and in `generic` of a plan.'),
    category,
    serving: described(z.string(), 'One serving as text.'),
    carb_g: described(z.nullable(z.number()), 'Per serving.'),
    sodium_mg: described(z.nullable(z.number()), 'Per serving.'),
    fluid_ml: described(
      z.number(),
      'Volume per serving of a drink, or the water that a powder or tablet dissolves in. Otherwise 0.',
    ),
    caffeine_mg: described(z.nullable(z.number()), 'Per serving.'),
    vegan: described(z.nullable(z.boolean()), 'Null if it depends on the brand.'),
    gluten_free: described(z.nullable(z.boolean()), 'Null if it depends on the brand.'),
    source: described(z.nullable(z.string()), 'Source of the figures.'),
  }),
  { id: 'GenericFood' },
);

export const GenericFoodList = documented(z.object({ data: z.array(GenericFood), ...wholeList }), {
  id: 'GenericFoodList',
  description: 'All generic foods.',
});

export type GenericFoodList = z.output<typeof GenericFoodList>;

/** Lists all generic foods with their figures. */
export function genericFoodsToWire(): GenericFoodList {
  return {
    data: [...GENERIC_FOODS].map(([id, food]) => ({
      id,
      category: food.category,
      serving: food.servingLabel,
      carb_g: food.carbG,
      sodium_mg: food.sodiumMg,
      fluid_ml: food.mixWaterMl ?? food.volumeMl ?? 0,
      caffeine_mg: food.caffeineMg,
      vegan: food.vegan,
      gluten_free: food.glutenFree,
      source: food.source,
    })),
    has_more: false,
    next_cursor: null,
  };
}
