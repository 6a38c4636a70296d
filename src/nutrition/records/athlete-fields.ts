import * as z from 'zod/mini';
import { PROFILE_FIELDS } from '#core/engine/input-fields.ts';
import { described } from '#platform/http/openapi-metadata.ts';
import { snakeName } from '#platform/http/wire-case.ts';
import { flags, settable, text, wireFields } from '#platform/http/wire-fields.ts';
import { DIET } from '#platform/storage/athlete-schema.ts';
import { REFILLS } from '#platform/storage/course-columns.ts';
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
  run_vessels: described(
    settable(vesselList),
    'Carried on the run of a triathlon or duathlon. Null means nothing. An activity can list different ones.',
  ),
  refills: described(
    settable(z.enum(REFILLS)),
    '`assumed`: bottles that do not reach the end of a training session are refilled during it. `none`: plans hold what the bottles hold. Null means `assumed`. A course with stations is complete, so nothing is assumed there.',
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

const { sex, ...profile } = wireFields(PROFILE_FIELDS);

/** Profile fields that the engine reads. `nutrition/calculate` accepts exactly these. */
export const engineProfileFields = {
  sex,
  birth_year: described(settable(z.int().check(z.gte(1900))), 'At least 5 years before the current year.'),
  ...profile,
  caffeine: described(settable(caffeineHabits), "The athlete's caffeine preferences."),
};

/** Every field that a request sets. Answers show exactly these columns of the athlete. */
export const athleteFields = { ...identityFields, ...engineProfileFields, diet: settable(flags(DIET)) };

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
