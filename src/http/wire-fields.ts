import * as z from 'zod/mini';

// All checks of a schema go into one `check` call: each chained call copies the schema, which would slow down every start.

/** Makes the schema of a caller's text: bounded, and storable as it is (no NUL, no unpaired surrogate). */
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

/** Rejects a list with duplicates. */
export function distinct<Item extends z.ZodMiniType>(list: z.ZodMiniArray<Item>) {
  return list.check(
    z.refine((items) => new Set(items).size === items.length, {
      error: 'must not contain duplicates',
      params: { code: 'duplicate_item' },
    }),
  );
}

/** Makes the schema of an optional member that `null` leaves unset on creation and clears in a PATCH. */
export function settable<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.optional(z.nullable(schema));
}

/** Returns a settable member's schema in answers: always present, null if not set. */
export function readable<Schema extends z.core.$ZodType>(settableMember: z.ZodMiniOptional<Schema>): Schema {
  const { innerType } = settableMember.def;
  const description = z.globalRegistry.get(settableMember)?.description;
  if (description !== undefined) z.globalRegistry.add(innerType, { description });
  return innerType;
}

export function between(min: number, max: number) {
  return z.number().check(z.gte(min), z.lte(max));
}

export function integerBetween(min: number, max: number) {
  return z.int().check(z.gte(min), z.lte(max));
}

/** The scale of intensity, thermal stress, fitness, sweat and saltiness. */
export const level = integerBetween(1, 9);

/** An instant on the wire: ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 });

/** Rounds a number to this many decimals. */
export function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}

export function isoInstant(atMs: number): string {
  return new Date(atMs).toISOString();
}

export function isoInstantOrNull(atMs: number | null): string | null {
  return atMs === null ? null : isoInstant(atMs);
}
