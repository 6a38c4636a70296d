import { CLOTHING_AFTER, SINGLE_SPORT_TYPES, URINATED, type Urinated } from '@musette/engine/types';
import * as z from 'zod/mini';
import { described, describedCopy, documented } from '#platform/http/openapi-metadata.ts';
import { between, settable, storedMoment, text } from '#platform/http/wire-fields.ts';
import { activityFields, durationMin } from '../records/activity-fields.ts';
import { actual } from '../records/actual.ts';
import { steadyWeather } from '../records/hourly-weather.ts';

const bodyMassKg = between(20, 250);

/**
 * Reports a missing member only if everything else is valid, so that a misspelled field is one problem
 * instead of two.
 */
const onlyIfElseValid = {
  params: { code: 'required' },
  when: ({ issues }: { readonly issues: readonly unknown[] }) => issues.length === 0,
};

const actualIntake = z
  .strictObject({
    carbs_grams: settable(between(0, 3000)),
    fluid_ml: settable(between(0, 40_000)),
    sodium_mg: settable(between(0, 40_000)),
  })
  .check(
    z.refine(hasMember, {
      error: 'needs at least one of carbs_grams, fluid_ml, sodium_mg',
      ...onlyIfElseValid,
    }),
  );

/** The instrument that measured the weights before and after a session. */
export const massSource = z.enum(['scale', 'wearable']);
const source = settable(massSource);

const DRESSED = 'Towelled dry, with as little clothing as possible.';

/** The two questions of every weighing, which a wearable needs neither of. */
const weighingQuestions = {
  urinated: described(
    settable(z.enum(URINATED)),
    'Did the athlete urinate between the two weigh-ins? A given `urine_ml` answers it. Unanswered, a weighing on a scale can lower a fluid limit but never raise one.',
  ),
  clothing_after: described(
    settable(z.enum(CLOTHING_AFTER)),
    'Weighed afterwards towelled dry, or in clothes wet with sweat? Unanswered, feedback lowers the plan only as far as wet clothes cannot explain; a sweat test counts as dry.',
  ),
};

/** Rejects an answer that the volume contradicts. */
const urineAgrees = z.refine<UrineAnswers>(
  ({ urine_ml: ml, urinated }) =>
    ml === null || ml === undefined || !urinated || ml > 0 === (urinated !== 'no'),
  { error: 'contradicts urine_ml', path: ['urinated'] },
);

interface UrineAnswers {
  readonly urine_ml?: number | null | undefined;
  readonly urinated?: Urinated | null | undefined;
}

/** The fields that feedback accepts. An answer repeats some of them. */
export const feedbackFields = {
  gi_comfort: settable(z.enum(['excellent', 'good', 'fair', 'poor'])),
  energy_level: settable(z.enum(['surplus', 'adequate', 'low', 'bonked'])),
  hydration_feel: settable(z.enum(['over_hydrated', 'well_hydrated', 'slightly_dehydrated', 'dehydrated'])),
  notes: described(settable(text(4000)), 'Stored and exported. Never used in a calculation.'),
  actual_intake: described(
    settable(actualIntake),
    'Actual intake over the whole session. If missing, the prescription is assumed and the rest of the feedback counts less.',
  ),
  body_mass_before_kg: described(settable(bodyMassKg), DRESSED),
  body_mass_after_kg: described(
    settable(bodyMassKg),
    `${DRESSED} Together with the weight before and the fluid, the session counts as a sweat test.`,
  ),
  source,
  urine_ml: settable(between(0, 10_000)),
  ...weighingQuestions,
  actual: described(
    settable(actual),
    'What was really done, where it differs from the plan. We learn from the session as it was done. `POST /v1/recordings/parse` reads it from a recording.',
  ),
};

export const FeedbackInput = documented(
  z.strictObject(feedbackFields).check(
    z.refine(({ source: _source, ...answers }) => hasMember(answers), {
      error: 'needs at least one field besides source',
      ...onlyIfElseValid,
    }),
    urineAgrees,
  ),
  {
    id: 'FeedbackInput',
    description: 'Every field is optional. At least one besides `source` is required.',
  },
);

function hasMember(fields: object): boolean {
  return Object.values(fields).some((value) => value !== undefined && value !== null);
}

const { intensity_level, thermal_stress_level } = activityFields;

/** The fields that a sweat test accepts. An answer repeats them. */
export const sweatTestFields = {
  type: z.enum(SINGLE_SPORT_TYPES),
  duration_min: durationMin,
  body_mass_before_kg: describedCopy(bodyMassKg, DRESSED),
  body_mass_after_kg: describedCopy(bodyMassKg, DRESSED),
  source,
  fluid_ml: described(between(0, 40_000), 'Drunk between the two weigh-ins.'),
  food_g: settable(between(0, 10_000)),
  urine_ml: settable(between(0, 10_000)),
  ...weighingQuestions,
  intensity_level,
  thermal_stress_level,
  weather: described(settable(steadyWeather), 'Sets the thermal stress level if none is provided.'),
  sweat_sodium_mg_per_l: described(
    settable(between(200, 2500)),
    'From a patch or a lab, as a value of the whole body.',
  ),
};

export const SweatTestInput = documented(
  z
    .strictObject({
      ...sweatTestFields,
      external_id: described(
        settable(text(255, 1)),
        'Your identifier, unique per athlete. The next test with it replaces this one.',
      ),
      tested_at: described(
        settable(storedMoment()),
        "When it took place, within the years 1970 to 2100: an instant, or a local time, which is read in the athlete's time zone. Default: now. At most a day ahead, because what has not happened teaches nothing.",
      ),
    })
    .check(urineAgrees),
  { id: 'SweatTestInput' },
);
