import type * as z from 'zod/mini';
import type { PartnerContext } from '../http/context.ts';
import { type Failure, fail, invalid } from '../http/errors.ts';
import { challenge } from '../http/scopes.ts';
import type { Camelized } from '../http/wire-case.ts';
import type { AthleteRow, Diet, Health } from '../storage/athlete-schema.ts';
import { ConstraintViolation } from '../storage/database.ts';
import { latestBirthYear } from './athlete-fields.ts';
import type { AthleteInput } from './athlete-input.ts';
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
};

/** Rules that a schema cannot hold: they need the clock or the caller. Null where all hold. */
export function refuseFields(
  ctx: PartnerContext,
  fields: {
    readonly birthYear?: number | null | undefined;
    readonly tier?: unknown;
    readonly email?: unknown;
    readonly externalId?: unknown;
  },
): Failure | null {
  const refusal = refuseBirthYear(fields.birthYear, ctx.nowMs, '/birth_year');
  if (refusal) return refusal;
  // In production the tier is what the athlete subscribed to, so only the operator changes it. In the sandbox
  // a partner may try both; an athlete's token is no partner.
  const { environment, athleteId } = ctx.principal;
  // Both say who the athlete is: the address decides whose sign-in reaches the record, the identifier which record
  // of the partner's own it stands for. An application may not move either.
  if (athleteId !== null && (fields.email !== undefined || fields.externalId !== undefined)) {
    return fail('insufficient_scope', {
      message: "An athlete's token may not change `email` or `external_id`.",
      headers: { 'WWW-Authenticate': challenge('insufficient_scope') },
    });
  }
  const isPartnersChoice = environment === 'test' && athleteId === null;
  return fields.tier !== undefined && !isPartnersChoice ? fail('operator_only') : null;
}

/** An athlete is at least 5 years old; which year that is depends on today. */
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
 * The columns that these fields set. Absent members are left out, `null` clears, and the members of
 * `diet` and `health` are merged into what is there, so that telling one condition forgets no other.
 */
export function toAthleteColumns(fields: AthleteFields, before: AthleteRow | null): Partial<AthleteRow> {
  const { diet, health, ...flat } = fields;
  return presentFields({
    ...flat,
    diet: mapSet(diet, (told) => ({ ...NO_DIET, ...before?.diet, ...presentFields(told) })),
    health: mapSet(health, (told) => ({ ...NO_HEALTH, ...before?.health, ...presentFields(told) })),
  });
}

/** The write that a UNIQUE rule refused because of the partner's own identifier, as a failure; other faults go on. */
export function externalIdTaken(cause: unknown): Failure {
  if (cause instanceof ConstraintViolation && cause.uniqueColumns?.includes('athletes.external_id')) {
    return fail('external_id_taken');
  }
  throw cause;
}
