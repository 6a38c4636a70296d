import * as z from 'zod';
import { BASES, CATEGORIES, CONFIDENCES } from '../storage/product-vocabulary.ts';

export const category = z.enum(CATEGORIES);

const named = {
  id: z.string(),
  brand: z.string(),
  name: z.string(),
  category,
};

const factFields = {
  serving: z.object({
    label: z.string(),
    mass_g: z.number().nullable(),
    volume_ml: z.number().nullable(),
    mix_water_ml: z.number().nullable().describe('The water that one serving is mixed or dissolved in.'),
  }),
  energy_kcal: z.number().nullable(),
  carb_g: z.number().nullable(),
  sugar_g: z.number().nullable(),
  sodium_mg: z.number().nullable(),
  caffeine_mg: z.number().nullable(),
  protein_g: z.number().nullable(),
  glucose_fructose_ratio: z.string().nullable(),
  vegan: z.boolean().nullable(),
  gluten_free: z.boolean().nullable(),
  facts: z
    .object({
      basis: z.enum(BASES),
      confidence: z.enum(CONFIDENCES),
      source: z.string().nullable(),
      recalled_fields: z.array(z.string()).describe('Figures that were not read in the source.'),
      note: z.string().nullable(),
    })
    .describe('How the figures came about. None was checked against a current pack.'),
};

export const FullProduct = z
  .object({ ...named, ...factFields })
  .meta({ id: 'Product', description: 'Per labelled serving. Null is "not known", never 0.' });

export const TeaserProduct = z.object(named).meta({ id: 'TeaserProduct' });

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
    source: 'public list 70204809689 (race nutrition catalogue, label values)',
    recalled_fields: ['protein_g'],
    note: null,
  },
};
