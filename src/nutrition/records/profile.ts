import type * as z from 'zod/mini';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail, invalid } from '#platform/http/errors.ts';
import type { Camelized } from '#platform/http/wire-case.ts';
import type { AthleteRow, Diet, Health } from '#platform/storage/athlete-schema.ts';
import { latestBirthYear } from './athlete-fields.ts';
import type { AthleteInput } from './athlete-input.ts';
import { toCaffeineHabits } from './caffeine.ts';
import { toFuelPreferences } from './fuel-preferences.ts';
import { mapSet, presentFields } from './present-fields.ts';

export type AthleteFields = Camelized<z.output<typeof AthleteInput>>;

const NO_DIET: Diet = { vegan: null, glutenFree: null, caffeineFree: null };
const NO_HEALTH: Health = {
  pregnant: null,
  hypertension: null,
  kidneyDisease: null,
  heartFailure: null,
  diuretics: null,
  diabetesTreated: null,
  nsaidOnRaceDay: null,
  redsOrEatingDisorder: null,
  lowSodiumBefore: null,
  waterRetainingDrug: null,
  heatIllnessHistory: null,
};

/**
 * Rejects fields by the rules that depend on the clock or the caller and so cannot be in a schema. Null if
 * all rules hold.
 */
export function refuseFields(
  ctx: PartnerContext,
  fields: { readonly birthYear?: number | null | undefined; readonly tier?: unknown },
): Failure | null {
  const refusal = refuseBirthYear(fields.birthYear, ctx.nowMs, '/birth_year');
  if (refusal) return refusal;
  const { environment, athleteId } = ctx.principal;
  // In production the tier follows the athlete's subscription, so only the operator changes it. In the
  // sandbox a partner may try both tiers, but an athlete's token may not.
  const isPartnersChoice = environment === 'test' && athleteId === null;
  return fields.tier !== undefined && !isPartnersChoice ? fail('operator_only') : null;
}

/** Rejects a year of birth that makes the athlete younger than 5 years today. */
export function refuseBirthYear(
  birthYear: number | null | undefined,
  nowMs: number,
  pointer: string,
): Failure | null {
  const latest = latestBirthYear(nowMs);
  if (typeof birthYear !== 'number' || birthYear <= latest) return null;
  return invalid({ pointer, code: 'too_big', message: `must be at most ${latest}` });
}

/**
 * Returns the columns that these fields set. Absent members are omitted, `null` clears, and members of `diet`
 * and `health` are merged into the stored ones, so that setting one condition keeps the rest.
 */
export function toAthleteColumns(fields: AthleteFields, before: AthleteRow | null): Partial<AthleteRow> {
  const { diet, health, caffeine, fuelPreferences, ...flat } = fields;
  return presentFields({
    ...flat,
    diet: mapSet(diet, (flags) => ({ ...NO_DIET, ...before?.diet, ...presentFields(flags) })),
    fuelPreferences: mapSet(fuelPreferences, (sent) =>
      toFuelPreferences(sent, before?.fuelPreferences ?? null),
    ),
    caffeine: mapSet(caffeine, (habits) => toCaffeineHabits(habits, before?.caffeine ?? null)),
    health: mapSet(health, (flags) => ({ ...NO_HEALTH, ...before?.health, ...presentFields(flags) })),
  });
}
