import * as z from 'zod/mini';
import { described, documented } from '../http/openapi-metadata.ts';
import { pageQuery, queryFlag, queryInteger } from '../http/pagination.ts';
import { between, integerBetween, settable, text } from '../http/wire-fields.ts';
import { CATEGORIES } from '../storage/product-vocabulary.ts';
import { SERVINGS_MAX } from '../fuel-plans/portions.ts';

export const category = z.enum(CATEGORIES);

/** Most products that a pocket holds; an activity takes as many. */
const LEFT_MAX = 100;

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

/** What an athlete knows in the middle of a session. */
export const ReplanInput = documented(
  z.strictObject({
    at_min: described(integerBetween(0, 2880), 'Minutes since the start.'),
    taken: described(
      z.strictObject({
        carb_g: described(between(0, 5000), 'Carbohydrate taken since the start.'),
        fluid_ml: described(between(0, 50_000), 'Fluid drunk since the start.'),
        sodium_mg: described(between(0, 50_000), 'Sodium taken since the start.'),
      }),
      'Everything taken so far; the ceilings of the rest follow from it.',
    ),
    expected_end_min: described(
      settable(integerBetween(1, 2880)),
      'When the session is expected to end; if missing, as planned.',
    ),
    stomach: described(
      settable(z.enum(['good', 'poor'])),
      '`poor` lowers the carbohydrate first, food before drinks. Default `good`.',
    ),
    products_left: described(
      settable(
        z
          .array(
            z.strictObject({
              product_id: described(text(100, 1), 'A product of the catalogue.'),
              servings: described(between(0, SERVINGS_MAX), 'Servings that are left.'),
            }),
          )
          .check(z.maxLength(LEFT_MAX)),
      ),
      'What is still at hand; if missing, what the plan has left. Plain water counts as found on the way.',
    ),
    suggest: described(
      settable(z.boolean()),
      'Start from the suggested plan; the default is true if no product is attached.',
    ),
  }),
  { id: 'ReplanInput' },
);
