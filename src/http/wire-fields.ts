import * as z from 'zod/mini';

// All checks of a schema in one call: each chained one makes another copy of it, which every start would pay for.

/** Text of a caller: bounded, and storable as it is (no NUL, no half of a surrogate pair). */
export function text(max: number, min = 0) {
  return z.string().check(
    z.minLength(min),
    z.maxLength(max),
    z.refine((value) => value.isWellFormed() && !value.includes('\u0000'), {
      error: 'must be well-formed Unicode without NUL characters',
      params: { code: 'invalid_format' },
    }),
  );
}

/** An optional member that `null` leaves unset on creation and clears in a PATCH. */
export function settable<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.optional(z.nullable(schema));
}

/** A settable member as an answer has it: always there, null where it is not set. */
export function readable<Schema extends z.core.$ZodType>(settableMember: z.ZodMiniOptional<Schema>): Schema {
  return settableMember.def.innerType;
}

export function between(min: number, max: number) {
  return z.number().check(z.gte(min), z.lte(max));
}

export function integerBetween(min: number, max: number) {
  return z.int().check(z.gte(min), z.lte(max));
}

/** The scale that intensity, thermal stress, fitness, sweat and saltiness are told on. */
export const level = integerBetween(1, 9);

/** A moment on the wire: ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 });

export function isoInstant(atMs: number): string {
  return new Date(atMs).toISOString();
}

export function isoInstantOrNull(atMs: number | null): string | null {
  return atMs === null ? null : isoInstant(atMs);
}
