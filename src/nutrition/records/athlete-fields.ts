import * as z from 'zod/mini';
import { described } from '#platform/http/openapi-metadata.ts';
import { snakeName } from '#platform/http/wire-case.ts';
import { between, level, settable, text } from '#platform/http/wire-fields.ts';
import { caffeineHabits } from './caffeine.ts';
import { fuelPreferences } from './fuel-preferences.ts';
import { vesselList } from './vessels.ts';

/** Profile fields that the engine does not read; most of them identify the athlete. */
export const identityFields = {
  external_id: described(
    settable(text(255, 1)),
    "The partner's own identifier, unique per partner and environment.",
  ),
  name: settable(text(200)),
  email: settable(z.email().check(z.maxLength(254))),
  locale: described(
    settable(
      text(35, 2).check(
        z.refine(isLanguageTag, {
          error: 'must be a BCP 47 language tag',
          params: { code: 'invalid_format' },
        }),
      ),
    ),
    'Language of the texts for this athlete as a BCP 47 tag, such as `de` or `pt-BR`.',
  ),
  vessels: described(
    settable(vesselList),
    'Bottles, flasks and bladders the athlete usually carries. An activity can list different ones.',
  ),
  fuel_preferences: described(
    settable(fuelPreferences),
    'Preferences for suggested plans: products to avoid, products at home, and preferred formats.',
  ),
};

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

const flags = <Name extends string>(...names: readonly Name[]) => {
  const shape = Object.fromEntries(names.map((name) => [name, settable(z.boolean())]));
  return settable(z.strictObject(shape as Record<Name, ReturnType<typeof settable<z.ZodMiniBoolean>>>));
};

export const diet = flags('vegan', 'gluten_free', 'caffeine_free');

/** Profile fields that the engine reads. `nutrition/calculate` accepts exactly these. */
export const engineProfileFields = {
  sex: settable(z.enum(['female', 'male', 'unspecified'])),
  birth_year: described(settable(z.int().check(z.gte(1900))), 'At least 5 years before the current year.'),
  body_mass_kg: settable(between(25, 200)),
  height_cm: settable(between(100, 230)),
  fitness_level: described(settable(level), '1 untrained to 9 world class.'),
  vo2max_ml_per_kg_min: settable(between(20, 95)),
  ftp_w: described(settable(between(50, 600)), 'Functional threshold power on the bike.'),
  sweat_level: described(settable(level), 'How much the athlete sweats compared with others; 5 is average.'),
  saltiness_level: described(settable(level), 'How salty the sweat is compared with others; 5 is average.'),
  sweat_rate_ml_per_hr: described(settable(between(100, 4000)), 'Measured.'),
  sweat_sodium_mg_per_l: described(settable(between(200, 2500)), 'Measured.'),
  carb_tolerance_g_per_hr: described(settable(between(0, 150)), 'The highest intake practised in training.'),
  usual_carb_g_per_hr: settable(between(0, 150)),
  heat_acclimatized: settable(z.boolean()),
  gi_history: described(
    settable(z.boolean()),
    'True if the athlete had gastrointestinal problems in past races.',
  ),
  health: flags(
    'pregnant',
    'hypertension',
    'kidney_disease',
    'heart_failure',
    'diuretics',
    'diabetes_treated',
    'nsaid_on_race_day',
    'reds_or_eating_disorder',
    'low_sodium_before',
    'water_retaining_drug',
    'heat_illness_history',
  ),
  caffeine: described(settable(caffeineHabits), "The athlete's caffeine preferences."),
};

/** Every field that a request sets. Answers show exactly these columns of the athlete. */
export const athleteFields = { ...identityFields, ...engineProfileFields, diet };

export const tier = z.enum(['teaser', 'full']);

/** Returns the latest accepted year of birth: athletes are at least 5 years old. */
export function latestBirthYear(nowMs: number): number {
  return new Date(nowMs).getUTCFullYear() - 5;
}

/**
 * Maps an engine input's name to the field on the wire. The engine takes an age, the wire a year of birth.
 */
export function wireFieldName(engineName: string): string {
  return engineName === 'ageYears' ? 'birth_year' : snakeName(engineName);
}
