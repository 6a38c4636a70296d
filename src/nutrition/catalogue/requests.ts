import * as z from 'zod/mini';
import { described } from '#platform/http/openapi-metadata.ts';
import { pageQuery, queryFlag, queryInteger } from '#platform/http/pagination.ts';
import { text } from '#platform/http/wire-fields.ts';
import { CATEGORIES } from '#platform/storage/product-vocabulary.ts';

export const category = z.enum(CATEGORIES);

export const PAGE_LIMIT_MAX = 25;
export const PAGE_LIMIT_DEFAULT = 10;

export const athleteQuery = {
  athlete_id: described(
    text(100, 1),
    "The athlete the products are for. Required, because every access counts towards an athlete's budget.",
  ),
};

export const listQuery = z.strictObject({
  ...athleteQuery,
  q: described(
    z.optional(text(100)),
    'Words from the brand or name. Short forms and typos are understood. Blank means no search.',
  ),
  brand: described(z.optional(text(60, 1)), 'One brand, by its full name or usual short form.'),
  category: z.optional(category),
  caffeine: described(
    z.optional(z.enum(['none', 'any'])),
    '`none`: products known to be caffeine-free. `any`: products with caffeine. Products with unknown caffeine match neither.',
  ),
  vegan: z.optional(queryFlag('Only products known to be vegan (with `false`: known not to be).')),
  gluten_free: z.optional(
    queryFlag('Only products known to be gluten-free (with `false`: known not to be).'),
  ),
  min_carb_g: z.optional(
    queryInteger(0, 150, {
      description: 'Minimum carbohydrate per serving, g. Full tier only.',
    }),
  ),
  limit: z.optional(
    queryInteger(1, PAGE_LIMIT_MAX, {
      default: PAGE_LIMIT_DEFAULT,
      description: 'Maximum products per page.',
    }),
  ),
  cursor: pageQuery.cursor,
});
