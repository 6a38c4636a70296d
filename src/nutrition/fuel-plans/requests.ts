import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { between, integerBetween, settable, text } from '#platform/http/wire-fields.ts';
import { SERVINGS_MAX } from './portions.ts';

export const includeTrajectory = {
  include: described(
    z.optional(z.enum(['trajectory'])),
    '`trajectory` adds the course of weight, blood sodium and gut over time with what the plan says to take.',
  ),
};

/** Most products that a pocket holds; an activity takes as many. */
const LEFT_MAX = 100;

/** What an athlete knows in the middle of a session. */
export const ReplanInput = documented(
  z.strictObject({
    at_min: described(integerBetween(0, 2880), 'Minutes since the start.'),
    taken: described(
      z.strictObject({
        carb_g: described(between(0, 5000), 'Carbohydrate taken since the start.'),
        fluid_ml: described(between(0, 50_000), 'Fluid drunk since the start.'),
        sodium_mg: described(between(0, 50_000), 'Sodium taken since the start.'),
        caffeine_mg: described(
          settable(between(0, 5000)),
          'Caffeine taken since the start; if missing, what the plan had until then. The rest keeps to what is left of the safe amount.',
        ),
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
