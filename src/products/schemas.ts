import * as z from 'zod';
import { pageOf, pageQuery, queryFlag, queryInteger } from '../http/pagination.ts';
import { instant, text } from '../http/wire-fields.ts';
import { attribution } from '../prescriptions/schemas.ts';
import { BASES, CATEGORIES, CONFIDENCES } from '../storage/product-vocabulary.ts';

export const PAGE_LIMIT_MAX = 25;
export const PAGE_LIMIT_DEFAULT = 10;

export const athleteQuery = {
  athlete_id: text(100, 1).meta({
    description: 'The athlete that the products are for. There is no listing without one.',
  }),
};

export const category = z.enum(CATEGORIES);

export const listQuery = z.strictObject({
  ...athleteQuery,
  q: text(100, 1)
    .optional()
    .meta({ description: 'Words of the brand or name; short forms and typing slips are understood.' }),
  brand: text(60, 1).optional().meta({ description: 'One brand, in full or by its usual short form.' }),
  category: category.optional(),
  caffeine: z.enum(['none', 'any']).optional().meta({
    description: '`none`: known to have none. `any`: has some. Products of unknown caffeine are in neither.',
  }),
  vegan: queryFlag('Only products known to be so (or, with `false`, known not to be).').optional(),
  gluten_free: queryFlag('Only products known to be so (or, with `false`, known not to be).').optional(),
  min_carb_g: queryInteger(0, 150, {
    description: 'At least this much carbohydrate a serving. Full tier.',
  }).optional(),
  limit: queryInteger(1, PAGE_LIMIT_MAX, {
    default: PAGE_LIMIT_DEFAULT,
    description: 'How many products a page has at most.',
  }).optional(),
  cursor: pageQuery.cursor,
});

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

/** What an answer for one athlete says of that athlete's tier. */
export const tierFields = {
  tier: z.enum(['teaser', 'full']),
  attribution: attribution.optional(),
  subscribe_url: z.url().optional().describe('Teaser tier only.'),
};

export const anyProduct = z.union([FullProduct, TeaserProduct]);

export const ProductPage = pageOf(anyProduct).extend(tierFields).meta({ id: 'ProductPage' });

export const SingleProduct = z.union([
  FullProduct.extend(tierFields).meta({ id: 'SingleProduct' }),
  TeaserProduct.extend(tierFields).meta({ id: 'SingleTeaserProduct' }),
]);

export const CategoryList = z
  .object({
    data: z.array(z.object({ category, label: z.string(), product_count: z.int() })),
    has_more: z.literal(false),
    next_cursor: z.null(),
    ...tierFields,
  })
  .meta({ id: 'CategoryList' });

export const AccessLogEntry = z
  .object({
    id: z.string(),
    partner_id: z.string(),
    athlete_id: z.string(),
    query: z.string(),
    at: instant,
    result_count: z.int(),
  })
  .meta({ id: 'ProductAccess' });

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
