import type { Field, Fields, StatedOf } from '@musette/engine/fields';
import * as z from 'zod/mini';
import type { Environment } from '../env.ts';
import { isTimeZone, noonOfDay, readMoment } from '../local-time.ts';
import { spelledZone } from '../time-zone-names.ts';
import { described, documented } from './openapi-metadata.ts';
import { type SnakeCase, snakeName } from './wire-case.ts';

// All checks of a schema go into one `check` call. Each chained call copies the schema, which would slow down every start.

/** Creates the schema of a caller's text, bounded and storable as is (no NUL, no unpaired surrogates). */
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

/**
 * Rejects a list by what its unvalidated members count for, before any member is validated. zod itself does this only for
 * the length of a list. The list must have all its other checks already, because `check` returns a copy.
 */
export function countedFirst<Item extends z.ZodMiniType>(
  list: z.ZodMiniArray<Item>,
  isBounded: (items: readonly unknown[]) => boolean,
  message: string,
): z.ZodMiniArray<Item> {
  const parse = list._zod.parse;
  list._zod.parse = (payload, ctx) => {
    const { value } = payload;
    if (!Array.isArray(value) || isBounded(value)) return parse(payload, ctx);
    // `continue: false` keeps the list's other checks from reading members that were not validated.
    payload.issues.push({
      code: 'custom',
      input: value,
      inst: list,
      message,
      params: { code: 'too_big' },
      continue: false,
    });
    return payload;
  };
  return list;
}

/** Creates the schema of an optional member. `null` leaves it unset on creation and clears it in a PATCH. */
export function settable<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.optional(z.nullable(schema));
}

/** Returns a settable member's response schema: always present, null if not set. */
export function readable<Schema extends z.core.$ZodType>(settableMember: z.ZodMiniOptional<Schema>): Schema {
  const { innerType } = settableMember.def;
  const description = z.globalRegistry.get(settableMember)?.description;
  if (description !== undefined) z.globalRegistry.add(innerType, { description });
  return innerType;
}

/** Returns the response schemas of settable members. */
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

const ENVIRONMENT_NAMES = ['test', 'live', 'sandbox', 'production'] as const;

/** Creates the schema of an environment in a request. `sandbox` is an alias of `test`, `production` of `live`. */
export function inputEnvironment(description: string) {
  return documented(
    z.pipe(
      z.enum(ENVIRONMENT_NAMES),
      z.transform((name): Environment => (name === 'test' || name === 'sandbox' ? 'test' : 'live')),
    ),
    { override: { type: 'string', enum: [...ENVIRONMENT_NAMES], description } },
  );
}

/** SMTP accepts no longer address (RFC 5321 §4.5.3.1.3). */
export const EMAIL_CHARACTERS_MAX = 254;

export const emailAddress = z.email().check(z.maxLength(EMAIL_CHARACTERS_MAX));

/** The scale of intensity, thermal stress, fitness, sweat and saltiness. */
export const level = integerBetween(1, 9);

type Settable<Schema extends z.ZodMiniType> = ReturnType<typeof settable<Schema>>;

/** Creates the schema of conditions or habits that apply or not, each settable on its own. */
export function flags<Name extends string>(names: readonly Name[]) {
  const shape = Object.fromEntries(names.map((name) => [snakeName(name), settable(z.boolean())]));
  return z.strictObject(shape as { [Each in Name as SnakeCase<Each>]: Settable<z.ZodMiniBoolean> });
}

type SchemaOf<F> = F extends { readonly names: readonly (infer Name extends string)[] }
  ? ReturnType<typeof flags<Name>>
  : z.ZodMiniType<StatedOf<F>, StatedOf<F>>;

/** Creates the settable members of a request for declared fields. */
export function wireFields<Declared extends Fields>(fields: Declared) {
  const members = Object.entries(fields).map(([name, field]) => {
    const member = settable(schemaOf(field));
    return [snakeName(name), field.description ? described(member, field.description) : member];
  });
  return Object.fromEntries(members) as {
    [Name in keyof Declared & string as SnakeCase<Name>]: Settable<SchemaOf<Declared[Name]>>;
  };
}

function schemaOf(field: Field): z.ZodMiniType {
  switch (field.kind) {
    case 'number':
      return between(field.min, field.max);
    case 'level':
      return level;
    case 'flag':
      return z.boolean();
    case 'choice':
      return z.enum(field.options);
    case 'conditions':
      return flags(field.names);
  }
}

/** An instant on the wire: ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 });

/** Seconds are optional, because some libraries omit them for whole minutes, when sessions usually start. */
const INPUT_INSTANT = new RegExp(
  [{ offset: true }, { offset: true, precision: -1 }]
    .map((form) => z.regexes.datetime(form).source)
    .join('|'),
);

/** Creates the schema of an instant in a request: ISO 8601 with a zone. */
export function inputInstant() {
  return z.stringFormat('datetime', INPUT_INSTANT);
}

/** No session or test lies outside. A year far away is a typo, or a program's missing value. */
const FIRST_STORED_MS = Date.parse('1970-01-01T00:00:00.000Z');
const LAST_STORED_MS = Date.parse('2100-12-31T23:59:59.999Z');

const yearsStored = z.refine<string>(isStorable, {
  error: 'must be within the years 1970 to 2100',
  params: { code: 'invalid_value' },
});

/** Creates the schema of an instant to store: within the years 1970 to 2100 in UTC. */
export function storedInstant() {
  return inputInstant().check(yearsStored);
}

/** An instant, or a date and time without a zone: the same forms with an optional one. */
const INPUT_MOMENT = new RegExp(
  [
    { offset: true, local: true },
    { offset: true, local: true, precision: -1 },
  ]
    .map((form) => z.regexes.datetime(form).source)
    .join('|'),
);

/** Creates the schema of a moment to store: an instant within these years, or a local time within them. */
export function storedMoment() {
  // A refinement, because `format: date-time` of the document requires a zone.
  const form = z.refine<string>((text) => INPUT_MOMENT.test(text), {
    error: 'must be an ISO 8601 date and time, such as 2026-11-21T09:30:00Z or 2026-11-21T09:30:00',
    params: { code: 'invalid_format' },
  });
  return z.string().check(form, yearsStored);
}

/** A day of the calendar. */
const INPUT_DAY = new RegExp(z.regexes.date.source);

/** Creates the schema of a moment to store, or of a day without a time within these years. */
export function storedMomentOrDay() {
  const form = z.refine<string>((text) => INPUT_MOMENT.test(text) || INPUT_DAY.test(text), {
    error:
      'must be an ISO 8601 date and time or a date, such as 2026-11-21T09:30:00Z, 2026-11-21T09:30:00 or 2026-11-21',
    params: { code: 'invalid_format' },
  });
  return z.string().check(form, yearsStored);
}

/** Returns true within these years, and for text that is not a moment, which is already reported separately. */
function isStorable(text: string): boolean {
  const { atMs, localMs } = readMoment(text);
  const ms = noonOfDay(text) ?? atMs ?? localMs ?? Number.NaN;
  return Number.isNaN(ms) || (ms >= FIRST_STORED_MS && ms <= LAST_STORED_MS);
}

/** Creates the schema of the name of a time zone, in any case. The value has the spelling of the database. */
export function timeZone() {
  const name = z.string().check(
    z.refine(isTimeZone, {
      error: 'must be a name of the IANA time zone database, such as Europe/Berlin',
      params: { code: 'invalid_format' },
    }),
  );
  return documented(z.pipe(name, z.transform(spelledZone)), {
    override: { type: 'string', minLength: 1, maxLength: 64 },
  });
}

/** Rounds a number to this many decimals. */
export function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}

/** The last instant formatted, because all items of a batch share theirs. */
let lastInstant = { atMs: 0, text: new Date(0).toISOString() };

export function isoInstant(atMs: number): string {
  if (atMs !== lastInstant.atMs) lastInstant = { atMs, text: new Date(atMs).toISOString() };
  return lastInstant.text;
}

export function isoInstantOrNull(atMs: number | null): string | null {
  return atMs === null ? null : isoInstant(atMs);
}

/** The maximum length of a name shown to strangers. */
export const PUBLIC_NAME_MAX = 80;

/**
 * Invisible characters that count as letters, marks or symbols: the default-ignorable ones (fillers, joiners, variation
 * selectors), plus a blank of braille, hieroglyphic ones and a filler that Unicode does not classify as such.
 */
const BLANK = /[\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{16fe4}]/u;

/** Controls, formats, unassigned characters, and separators other than a space. */
const UNPRINTABLE = /\p{C}|(?! )\p{Z}/u;

const RULE = `1 to ${PUBLIC_NAME_MAX} letters, numbers, punctuation marks or + & | ° ® ™, with single spaces between them, at most two marks on a letter, no "://", and no scripts mixed within a word. It must not contain "Musette", "verified" or "official", nor look as if it did`;

/**
 * Returns whether a name is safe to show to strangers. Loads the rule with the first name: no other request needs its
 * table.
 */
export async function isPublicName(name: string): Promise<boolean> {
  if ([...name].length > PUBLIC_NAME_MAX || BLANK.test(name)) return false;
  const { isHonest } = await import('./public-name-rule.ts');
  return isHonest(name);
}

/**
 * Creates the schema of a name shown to athletes or the operator: a partner's, a platform's or an OAuth client's. It is
 * parsed asynchronously.
 */
export function publicName(description: string) {
  return documented(
    z.string().check(z.refine(isPublicName, { error: `must be ${RULE}`, params: { code: 'invalid_name' } })),
    {
      description: `${description} ${RULE}; otherwise \`invalid_name\`.`,
      override: { type: 'string', minLength: 1, maxLength: PUBLIC_NAME_MAX },
    },
  );
}

/** Creates the schema of a name that only its owner's people read, such as a key's: any text that can be seen. */
export function ownName(description: string, max = 100) {
  const rule = 'without control, format, bidirectional or blank characters, and not only of spaces';
  return documented(
    text(max, 1).check(
      z.refine(
        (name) => !UNPRINTABLE.test(name) && !BLANK.test(name) && (name === '' || name.trim() !== ''),
        {
          error: `must be text ${rule}`,
          params: { code: 'invalid_name' },
        },
      ),
    ),
    { description: `${description} Text ${rule}; otherwise \`invalid_name\`.` },
  );
}
