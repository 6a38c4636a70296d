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

/** Most bottles and stations that an athlete can name. */
const BOTTLES_MAX = 20;
const STOPS_MAX = 400;

const stopIndexes = z.array(integerBetween(0, STOPS_MAX)).check(z.maxLength(STOPS_MAX));

const bottleMl = between(0, 10_000);

/** What an athlete lost in a session. */
const LostInput = z.strictObject({
  bottles: described(
    z.optional(
      z.union([z.literal('all'), z.array(integerBetween(1, BOTTLES_MAX)).check(z.maxLength(BOTTLES_MAX))]),
    ),
    'Numbers of the bottles carried now, as `vessel` in `bottles` (unnamed ones in their order, from 1), or `all`. A lost bottle is not filled again.',
  ),
  products: described(
    z.optional(z.union([z.literal('all'), z.array(text(100, 1)).check(z.maxLength(ATTACHED_MAX))])),
    'Identifiers, or `all`.',
  ),
  bags: described(
    z.optional(z.union([z.literal('all'), stopIndexes])),
    'Indexes in `stations` of the plan whose bags are not there, or `all`.',
  ),
});

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
      '`poor` is nausea or vomiting. Salt comes first: capsules once an hour and broth. Sports drink, and cola if caffeine is allowed, bring half of the carbohydrate; gels, chews and solids wait. After 4 hours, fluid exceeds its share of salt by at most 20 points, and the first note names the signs for which to get help. Default: `good`.',
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
      'Own products still at hand. Default: what the plan has left. `[]`: no powder, food or salt of one’s own from now on. Bottles keep what is in them.',
    ),
    bottles_left_ml: described(
      settable(z.union([bottleMl, z.array(bottleMl).check(z.maxLength(BOTTLES_MAX))])),
      'What the bottles carried now hold: a list by their numbers, or one total that is divided in proportion. It wins over everything else. Default: what was filled at the stops that were made, less `taken.fluid_ml` apart from cups and isotonic gels; below 75 ml a bottle is empty.',
    ),
    lost: described(settable(LostInput), 'What was lost.'),
    missed_stations: described(
      settable(stopIndexes),
      'Indexes in `stations` of the plan: nothing was filled, eaten or picked up there.',
    ),
    goes_on: described(
      settable(z.boolean()),
      'With a later `expected_end_min`: true if laps repeat until then, which needs stations that come again at one `place`. Own food does not repeat. Default: false, the rest of the course is covered more slowly.',
    ),
    suggest: described(
      settable(z.boolean()),
      'Starts from the suggested plan. Default: true if no product is attached.',
    ),
  }),
  { id: 'ReplanInput' },
);
