import * as z from 'zod/mini';
import { Athlete, type WrittenAthlete } from '#nutrition/athletes/athlete-shape.ts';
import type { BareEnvelope } from '#nutrition/prescriptions/envelope-shape.ts';
import { Envelope } from '#nutrition/prescriptions/envelope-shape.ts';
import type { TeaserPrescription } from '#nutrition/prescriptions/prescription-shape.ts';
import { fullPrescription, type PrescriptionNumbers } from '#nutrition/prescriptions/prescription-shape.ts';
import { ApiKey, type ApiKeyWithSecret, keyToWire } from '#partner/keys/key-shape.ts';
import { type Answer, created, exactly, noContent, ok } from '#platform/http/answer.ts';
import { type Page, pageOf, pageWith } from '#platform/http/pagination.ts';
import { defineRoute } from '#platform/http/route.ts';
import type { KeyRow } from '#platform/storage/registry-schema.ts';

/**
 * Compiled, never run: `npm run types` fails if the compiler accepts one of the wrong answers, because an expected error
 * that is missing is an error itself.
 */

declare const key: KeyRow;
declare const page: Page<KeyRow, readonly KeyRow[]>;
declare const numbers: PrescriptionNumbers;
declare const writtenAthlete: WrittenAthlete;
declare const envelope: BareEnvelope;

const about = {
  method: 'GET',
  path: '/',
  operationId: '',
  tag: '',
  summary: '',
  description: '',
  errors: [],
} as const;

const Health = z.object({ status: z.literal('ok'), region: z.nullable(z.string()) });
const healthy = { 200: { description: '', schema: Health } };
const region = { region: null };

/** Answers as routes write them: each compiles. */
export const right = [
  defineRoute({
    ...about,
    access: 'public',
    responses: healthy,
    handler: (_ctx) => ok({ status: 'ok', region: null }),
  }),
  defineRoute({
    ...about,
    access: 'public',
    responses: healthy,
    handler: (_ctx) => ok({ status: 'ok', ...region }),
  }),
  defineRoute({
    ...about,
    access: 'public',
    responses: { 204: { description: '' } },
    handler: (_ctx) => noContent(),
  }),
  defineRoute({
    ...about,
    access: 'public',
    responses: { 200: { description: '', schema: pageOf(ApiKey, '') } },
    handler: (_ctx) =>
      ok(
        pageWith(
          page,
          page.rows.map((row) => keyToWire(row, 0)),
        ),
      ),
  }),
  defineRoute({
    ...about,
    access: 'public',
    responses: { 200: { description: '', schema: Envelope } },
    handler: (_ctx) => ok(envelope),
  }),
];

/** A renamed member of a mapper: `rotate_bye` in place of `rotate_by`. */
export function renamedMember({ id, name, environment, region, prefix, last4 }: KeyRow): ApiKey {
  const common = { created_at: '', expires_at: null, last_used_at: null, rotated_to: null };
  const named = { id, name, environment, region, status: 'active', prefix, last4 } as const;
  // @ts-expect-error
  return exactly({ ...named, ...common, rotate_bye: '' });
}

/** The same in a literal without a spread, and so below the first level too. */
export function renamedNestedMember(): z.output<typeof Envelope>['ranges'] {
  const range = { min: 0, max: 1, would_need_up_to: 1 };
  return {
    // @ts-expect-error
    carb_g_per_hour: range,
    sodium_mg_per_hr: range,
    fluid_ml_per_hr: range,
  };
}

/** A member that the schema does not have, behind a spread. */
export function additionalMember(secret: string): ApiKeyWithSecret {
  return exactly({
    ...keyToWire(key, 0),
    secret,
    // @ts-expect-error
    hash: key.hash,
  });
}

/** A missing member: a key without its secret. */
export function missingMember(): Answer<ApiKeyWithSecret, 201> {
  // @ts-expect-error
  return created('', keyToWire(key, 0));
}

/** The ranges of teaser tier in place of the numbers, or the reverse. */
export function numbersInTeaserTier(): TeaserPrescription {
  // @ts-expect-error
  return fullPrescription(numbers);
}

export const wrong = [
  // A value that the schema does not have.
  defineRoute({
    ...about,
    access: 'public',
    responses: healthy,
    // @ts-expect-error
    handler: (_ctx) => ok({ status: 'okay', region: null }),
  }),
  // A member that may not be null.
  defineRoute({
    ...about,
    access: 'public',
    responses: healthy,
    // @ts-expect-error
    handler: (_ctx) => ok({ status: null, region: null }),
  }),
  // An additional member of a variable, which the compiler alone would let pass.
  defineRoute({
    ...about,
    access: 'public',
    responses: healthy,
    handler: (_ctx) => {
      const body = { status: 'ok' as const, region: null, uptime: 3 };
      // @ts-expect-error
      return ok(body);
    },
  }),
  // A status that the route does not document.
  defineRoute({
    ...about,
    access: 'public',
    responses: healthy,
    // @ts-expect-error
    handler: (_ctx) => created('', { status: 'ok', region: null }),
  }),
  // A body where the route documents none.
  defineRoute({
    ...about,
    access: 'public',
    responses: { 204: { description: '' } },
    // @ts-expect-error
    handler: (_ctx) => ok({ status: 'ok', region: null }),
  }),
  // No body where the route documents one.
  defineRoute({
    ...about,
    access: 'public',
    responses: healthy,
    // @ts-expect-error
    handler: (_ctx) => noContent(),
  }),
  // A masked athlete where the route documents a whole one.
  defineRoute({
    ...about,
    access: 'public',
    responses: { 200: { description: '', schema: Athlete } },
    // @ts-expect-error
    handler: (_ctx) => ok(writtenAthlete),
  }),
  // An example with a member that the schema does not have.
  defineRoute({
    ...about,
    access: 'public',
    // @ts-expect-error
    responses: { 200: { description: '', schema: Health, example: { status: 'ok', region: null, up: 1 } } },
    handler: (_ctx) => ok({ status: 'ok', region: null }),
  }),
  // Rows of a page that were not mapped to the wire.
  defineRoute({
    ...about,
    access: 'public',
    responses: { 200: { description: '', schema: pageOf(ApiKey, '') } },
    // @ts-expect-error
    handler: (_ctx) => ok(pageWith(page, [...page.rows])),
  }),
];
