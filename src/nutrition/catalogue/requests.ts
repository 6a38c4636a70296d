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
    'The athlete that the products are for. Required, because every access counts for an athlete.',
  ),
};

export const listQuery = z.strictObject({
  ...athleteQuery,
  q: described(
    z.optional(text(100)),
    'Words of the brand or name; short forms and typing errors are understood. Blank means no search.',
  ),
  brand: described(z.optional(text(60, 1)), 'One brand, in full or by its usual short form.'),
  category: z.optional(category),
  caffeine: described(
    z.optional(z.enum(['none', 'any'])),
    '`none`: products known to have none. `any`: products with caffeine. Neither includes products with unknown caffeine.',
  ),
  vegan: z.optional(queryFlag('Only products known to be vegan (with `false`: known not to be).')),
  gluten_free: z.optional(
    queryFlag('Only products known to be gluten-free (with `false`: known not to be).'),
  ),
  min_carb_g: z.optional(
    queryInteger(0, 150, {
      description: 'The least carbohydrate per serving, g. Full tier only.',
    }),
  ),
  limit: z.optional(
    queryInteger(1, PAGE_LIMIT_MAX, {
      default: PAGE_LIMIT_DEFAULT,
      description: 'The most products of a page.',
    }),
  ),
  cursor: pageQuery.cursor,
});
