import type * as z from 'zod/mini';
import { formerMassAfter } from '#core/engine/gaps.ts';
import { PROFILE_FIELDS } from '#core/engine/input-fields.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail, invalid } from '#platform/http/errors.ts';
import type { Camelized } from '#platform/http/wire-case.ts';
import { type AthleteRow, DIET } from '#platform/storage/athlete-schema.ts';
import { latestBirthYear } from './athlete-fields.ts';
import type { AthleteInput } from './athlete-input.ts';
import { toCaffeineHabits } from './caffeine.ts';
import { toFuelPreferences } from './fuel-preferences.ts';
import { mapSet, presentFields } from './present-fields.ts';

export type AthleteFields = Camelized<z.output<typeof AthleteInput>>;

/** Merges sent flags into the stored ones. One that was never sent is null. */
function mergedFlags<Name extends string>(
  names: readonly Name[],
  before: Readonly<Record<Name, boolean | null>> | null | undefined,
  sent: { readonly [Each in Name]?: boolean | null | undefined },
) {
  const unset = Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;
  return { ...unset, ...before, ...presentFields(sent) };
}

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
 * and `health` are merged into the stored ones, so that setting one condition keeps the rest. A change of body
 * mass also sets the former one.
 */
export function toAthleteColumns(fields: AthleteFields, before: AthleteRow | null): Partial<AthleteRow> {
  const { diet, health, caffeine, fuelPreferences, ...flat } = fields;
  const { bodyMassKg } = flat;
  return presentFields({
    ...flat,
    formerMassKg:
      before === null || bodyMassKg === undefined ? undefined : formerMassAfter(before, bodyMassKg),
    diet: mapSet(diet, (sent) => mergedFlags(DIET, before?.diet, sent)),
    fuelPreferences: mapSet(fuelPreferences, (sent) =>
      toFuelPreferences(sent, before?.fuelPreferences ?? null),
    ),
    caffeine: mapSet(caffeine, (habits) => toCaffeineHabits(habits, before?.caffeine ?? null)),
    health: mapSet(health, (sent) => mergedFlags(PROFILE_FIELDS.health.names, before?.health, sent)),
  });
}
