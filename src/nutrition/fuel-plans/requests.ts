import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { between, integerBetween, settable, text } from '#platform/http/wire-fields.ts';
import { ATTACHED_MAX, SERVINGS_MAX } from './portions.ts';

export const includeTrajectory = {
  include: described(
    z.optional(z.enum(['trajectory'])),
    '`trajectory` adds weight, blood sodium and gut content over time for the intake of the plan.',
  ),
};

/** An athlete's report in the middle of a session. */
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
          'Caffeine taken since the start. Default: the planned amount so far. The rest stays within the remaining safe amount.',
        ),
      }),
      'Everything taken so far. It sets the ceilings of the rest.',
    ),
    expected_end_min: described(
      settable(integerBetween(1, 2880)),
      'When the session is expected to end. Default: as planned.',
    ),
    stomach: described(
      settable(z.enum(['good', 'poor'])),
      '`poor` lowers carbohydrate first, food before drinks. Default: `good`.',
    ),
    products_left: described(
      settable(
        z
          .array(
            z.strictObject({
              product_id: described(
                text(100, 1),
                'A product of the catalogue or the athlete’s own, or an unbranded food.',
              ),
              servings: described(between(0, SERVINGS_MAX), 'Remaining servings.'),
            }),
          )
          .check(z.maxLength(ATTACHED_MAX)),
      ),
      'Products still at hand. Default: what the plan has left. Plain water is assumed to be available.',
    ),
    suggest: described(
      settable(z.boolean()),
      'Starts from the suggested plan. Default: true if no product is attached.',
    ),
  }),
  { id: 'ReplanInput' },
);
