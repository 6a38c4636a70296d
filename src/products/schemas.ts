import * as z from 'zod';
import { docs } from '../http/documentation.ts';
import { pageOf, pageQuery, queryFlag, queryInteger } from '../http/pagination.ts';
import { instant, text } from '../http/wire-fields.ts';
import { attribution } from '../prescriptions/schemas.ts';
import { category, FullProduct, TeaserProduct } from './product-schemas.ts';

export const PAGE_LIMIT_MAX = 25;
export const PAGE_LIMIT_DEFAULT = 10;

export const athleteQuery = {
  athlete_id: text(100, 1).register(docs, {
    description: 'The athlete that the products are for. There is no listing without one.',
  }),
};

export const listQuery = z.strictObject({
  ...athleteQuery,
  q: text(100).optional().register(docs, {
    description:
      'Words of the brand or name; short forms and typing slips are understood. Blank is the same as left out.',
  }),
  brand: text(60, 1)
    .optional()
    .register(docs, { description: 'One brand, in full or by its usual short form.' }),
  category: category.optional(),
  caffeine: z.enum(['none', 'any']).optional().register(docs, {
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

/** What an answer for one athlete says of that athlete's tier. */
export const tierFields = {
  tier: z.enum(['teaser', 'full']),
  attribution: attribution.optional(),
  subscribe_url: z.url().optional().register(docs, { description: 'Teaser tier only.' }),
};

export const anyProduct = z.union([FullProduct, TeaserProduct]);

export const ProductPage = pageOf(anyProduct).extend(tierFields).register(docs, { id: 'ProductPage' });

export const SingleProduct = z.union([
  FullProduct.extend(tierFields).register(docs, { id: 'SingleProduct' }),
  TeaserProduct.extend(tierFields).register(docs, { id: 'SingleTeaserProduct' }),
]);

export const CategoryList = z
  .object({
    data: z.array(z.object({ category, label: z.string(), product_count: z.int() })),
    has_more: z.literal(false),
    next_cursor: z.null(),
    ...tierFields,
  })
  .register(docs, { id: 'CategoryList' });

export const AccessLogEntry = z
  .object({
    id: z.string(),
    partner_id: z.string(),
    athlete_id: z.string(),
    query: z.string(),
    at: instant,
    result_count: z.int(),
  })
  .register(docs, { id: 'ProductAccess' });
