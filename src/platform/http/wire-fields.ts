import * as z from 'zod/mini';
import type { Environment } from '../env.ts';
import { documented } from './openapi-metadata.ts';

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

/** Returns the schemas of settable members in answers. */
export function allReadable<Shape extends Record<string, z.ZodMiniOptional>>(shape: Shape) {
  const entries = Object.entries(shape).map(([name, schema]) => [name, readable(schema)] as const);
  return Object.fromEntries(entries) as { [Name in keyof Shape]: Shape[Name]['def']['innerType'] };
}

export function between(min: number, max: number) {
  return z.number().check(z.gte(min), z.lte(max));
}

export function integerBetween(min: number, max: number) {
  return z.int().check(z.gte(min), z.lte(max));
}

const ENVIRONMENT_OF = { test: 'test', live: 'live', sandbox: 'test', production: 'live' } as const;

/** Makes the schema of an environment in a request: `sandbox` is another word for `test`, `production` for `live`. */
export function givenEnvironment(description: string) {
  return documented(
    z.pipe(
      z.enum(['test', 'live', 'sandbox', 'production']),
      z.transform((name): Environment => ENVIRONMENT_OF[name]),
    ),
    { override: { type: 'string', enum: ['test', 'live', 'sandbox', 'production'], description } },
  );
}

/** The scale of intensity, thermal stress, fitness, sweat and saltiness. */
export const level = integerBetween(1, 9);

/** An instant on the wire: ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 });

/** Seconds may be left out: some libraries do so on whole minutes, on which sessions begin. */
const GIVEN_INSTANT = new RegExp(
  [{ offset: true }, { offset: true, precision: -1 }]
    .map((form) => z.regexes.datetime(form).source)
    .join('|'),
);

/** Makes the schema of an instant in a request: ISO 8601 with a zone. */
export function givenInstant() {
  return z.stringFormat('datetime', GIVEN_INSTANT);
}

const FIRST_INSTANT_MS = Date.parse('0000-01-01T00:00:00.000Z');
const LAST_INSTANT_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Makes the schema of an instant to be stored: in UTC of a year with four digits, because answers show it so. */
export function storedInstant() {
  return givenInstant().check(
    z.refine(hasFourDigitYear, {
      error: 'must be within the years 0000 to 9999 in UTC',
      params: { code: 'invalid_format' },
    }),
  );
}

/** Returns true for a year of four digits, and for text that is not an instant: its own problem is reported already. */
function hasFourDigitYear(text: string): boolean {
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) || (atMs >= FIRST_INSTANT_MS && atMs <= LAST_INSTANT_MS);
}

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
