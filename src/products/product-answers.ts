import * as z from 'zod/mini';
import { described, documented } from '../http/openapi-metadata.ts';
import { BASES, CONFIDENCES } from '../storage/product-vocabulary.ts';
import { category } from './requests.ts';

/** Fields that name a product, in every tier. */
export const namedFields = {
  id: z.string(),
  brand: z.string(),
  name: z.string(),
  category,
};

const factFields = {
  serving: z.object({
    label: z.string(),
    mass_g: z.nullable(z.number()),
    volume_ml: z.nullable(z.number()),
    mix_water_ml: described(z.nullable(z.number()), 'The water that one serving is mixed or dissolved in.'),
  }),
  energy_kcal: z.nullable(z.number()),
  carb_g: z.nullable(z.number()),
  sugar_g: z.nullable(z.number()),
  sodium_mg: z.nullable(z.number()),
  caffeine_mg: z.nullable(z.number()),
  protein_g: z.nullable(z.number()),
  glucose_fructose_ratio: z.nullable(z.string()),
  vegan: z.nullable(z.boolean()),
  gluten_free: z.nullable(z.boolean()),
  facts: described(
    z.object({
      basis: z.enum(BASES),
      confidence: z.enum(CONFIDENCES),
      recalled_fields: described(z.array(z.string()), 'Figures that were not read in the source.'),
      note: z.nullable(z.string()),
    }),
    'The origin of the figures. None was checked against a current pack.',
  ),
};

export const FullProduct = documented(z.object({ ...namedFields, ...factFields }), {
  id: 'Product',
  description: 'Per labelled serving. Null is "not known", never 0.',
});

export const TeaserProduct = documented(z.object(namedFields), { id: 'TeaserProduct' });

export type FullProduct = z.output<typeof FullProduct>;

export type TeaserProduct = z.output<typeof TeaserProduct>;

export const productExample = {
  id: 'prd_01m7xpe63gb1ncbczrhnz5w4nr',
  brand: 'Maurten',
  name: 'Gel 100',
  category: 'gel',
  serving: { label: '1 sachet (40 g)', mass_g: 40, volume_ml: null, mix_water_ml: null },
  energy_kcal: 100,
  carb_g: 25,
  sugar_g: 25,
  sodium_mg: 20,
  caffeine_mg: 0,
  protein_g: 0,
  glucose_fructose_ratio: '1:0.8',
  vegan: null,
  gluten_free: null,
  facts: {
    basis: 'label-seen',
    confidence: 'high',
    recalled_fields: ['protein_g'],
    note: null,
  },
} satisfies FullProduct;
