import * as z from 'zod/mini';
import { ok } from '#platform/http/answer.ts';
import {
  BATCH_BODY_BYTES,
  BATCH_COST,
  batchItems,
  parseItem,
  parseItems,
  showResults,
  unitsOfItems,
} from '#platform/http/batch.ts';
import { isFailure } from '#platform/http/errors.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { pageQuery, pageResponse, pageWith, readPage, updatedSince } from '#platform/http/pagination.ts';
import { defineRoute } from '#platform/http/route.ts';
import { fromWire } from '#platform/http/wire-case.ts';
import { text } from '#platform/http/wire-fields.ts';
import { RELEARNING_COST } from '../learning/write-history.ts';
import { AthleteItem, AthletePatch, NewAthlete } from '../records/athlete-fields.ts';
import { getAthlete, type KnownAthlete, learnedStateOf } from '../records/read-athlete.ts';
import {
  Athlete,
  AthleteResults,
  athleteExample,
  athleteForCaller,
  athleteTag,
  athleteToWire,
  createdExample,
  WrittenAthlete,
} from './athlete-shape.ts';
import { createAthlete } from './create-athlete.ts';
import { listAthletes, positionOfAthlete } from './list-athletes.ts';
import { updateAthlete } from './update-athlete.ts';
import { upsertAthletes } from './upsert-athletes.ts';

const AthleteBatch = documented(z.strictObject({ athletes: batchItems(AthleteItem) }), {
  id: 'AthleteBatch',
  description: '`athletes` holds 1–100 athletes, each with its `external_id`.',
});

const tag = 'Athletes';

function showAthlete({ athlete, learned }: KnownAthlete): Athlete {
  return athleteToWire(athlete, learnedStateOf(learned));
}

const newRider = {
  external_id: 'rider-1042',
  sex: 'female',
  birth_year: 1991,
  body_mass_kg: 58,
  height_cm: 168,
  fitness_level: 6,
  sweat_level: 6,
  carb_tolerance_g_per_hr: 75,
  diet: { vegan: true },
};

export const athleteRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/athletes',
    operationId: 'createAthlete',
    tag,
    summary: 'Create an athlete',
    description:
      "Creates an athlete in the key's environment and in one of your regions, where its data stays. Every field is optional, and each one makes later prescriptions more personal. `missing_fields` lists the most valuable ones first.",
    bodyExample: newRider,
    responses: { 201: { description: 'The athlete.', schema: Athlete, example: createdExample } },
    access: 'partner',
    scope: null,
    idempotent: true,
    body: NewAthlete,
    errors: ['external_id_taken', 'operator_only'],
    handler: (ctx, { body, claim }) => createAthlete(ctx, fromWire(body), claim),
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/athletes/batch',
    operationId: 'upsertAthletes',
    tag,
    summary: 'Create or change up to 100 athletes',
    description:
      'Creates athletes whose `external_id` is new and updates the rest. An absent field stays unchanged, and `null` clears it. Results are in the order of the items. An item that is invalid, or repeats an `external_id` (`duplicate_item`), returns an `error` item with pointers relative to it. The rest are not affected. Repeating a batch is safe and needs no `Idempotency-Key`: items already stored return `unchanged`.',
    bodyExample: { athletes: [newRider] },
    responses: {
      200: {
        description: 'One result per athlete.',
        schema: AthleteResults,
        example: { results: [{ status: 'created', athlete: createdExample }] },
      },
    },
    access: 'partner',
    duringAdmission: true,
    scope: null,
    body: AthleteBatch,
    bodyLimitBytes: BATCH_BODY_BYTES,
    cost: `${BATCH_COST}, and ${RELEARNING_COST}`,
    unitsOfBody: ({ athletes }) => unitsOfItems(athletes),
    errors: [],
    async handler(ctx, { body }) {
      const items = await parseItems(ctx, body.athletes, (each) => {
        const parsed = parseItem(ctx, AthleteItem, each);
        return isFailure(parsed) ? parsed : fromWire(parsed.item);
      });
      const results = await upsertAthletes(ctx, items);
      const shown = await showResults(ctx, results, ({ status, ...known }) => ({
        status,
        athlete: showAthlete(known),
      }));
      const tiers = results.flatMap((result) => (isFailure(result) ? [] : [result.athlete.tier]));
      return ok({ results: shown }, { tiers });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/athletes',
    operationId: 'listAthletes',
    tag,
    summary: 'List athletes',
    description:
      "Lists your athletes in the key's environment, newest first, or in order of change with `updated_since`.",
    responses: {
      200: pageResponse('A page of athletes.', Athlete, 'AthleteList', athleteExample),
    },
    access: 'partner',
    scope: null,
    afterTermination: true,
    query: z.strictObject({
      ...pageQuery,
      external_id: described(z.optional(text(255, 1)), 'Only the athlete with this `external_id`.'),
      updated_since: updatedSince,
    }),
    errors: [],
    async handler(ctx, request) {
      const { external_id, updated_since } = request.query;
      const filter = {
        externalId: external_id,
        updatedSinceMs: updated_since === undefined ? null : Date.parse(updated_since),
      };
      const page = await readPage(ctx, request, {
        filters: { external_id, updated_since },
        read: (wanted) => listAthletes(ctx, wanted, filter),
        positionOf: ({ athlete }) => positionOfAthlete(athlete, filter),
      });
      if (isFailure(page)) return page;
      const tiers = page.rows.map(({ athlete }) => athlete.tier);
      return ok(pageWith(page, page.rows.map(showAthlete)), { tiers });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/athletes/{athlete_id}',
    operationId: 'getAthlete',
    tag,
    summary: 'Read an athlete',
    description: 'Returns one of your athletes.',
    responses: { 200: { description: 'The athlete.', schema: Athlete, example: athleteExample } },
    access: 'partner',
    entityTag: true,
    scope: 'profile:read',
    errors: ['athlete_not_found'],
    async handler(ctx, { params }) {
      const known = await getAthlete(ctx, params.athlete_id);
      if (isFailure(known)) return known;
      return ok(showAthlete(known), {
        entityTag: await athleteTag(known.athlete, known.learned),
        tiers: [known.athlete.tier],
      });
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/v1/athletes/{athlete_id}',
    operationId: 'updateAthlete',
    tag,
    summary: 'Change an athlete',
    description:
      'Changes the provided fields. `null` clears a field. Changing a field that the engine reads makes stored prescriptions stale. A token may not send `email`, `external_id` or `region` (403). Without `profile:read` it sees only identifier, environment, tier and dates. Honours `If-Match`.',
    bodyExample: { body_mass_kg: 57.2, heat_acclimatized: true },
    responses: {
      200: {
        description: 'The athlete after the change.',
        schema: z.union([Athlete, WrittenAthlete]),
        example: athleteExample,
      },
    },
    access: 'partner',
    duringAdmission: true,
    scope: 'profile:write',
    cost: RELEARNING_COST,
    // These fields identify the athlete. The address decides which sign-in reaches the record, the
    // `external_id` links it to the partner's own record, and the region is where it is stored.
    keyMembers: ['email', 'external_id', 'region'],
    ifMatch: true,
    body: AthletePatch,
    errors: ['athlete_not_found', 'external_id_taken', 'operator_only', 'precondition_failed'],
    async handler(ctx, { params, body, headers }) {
      const known = await updateAthlete(ctx, params.athlete_id, fromWire(body), headers.get('if-match'));
      if (isFailure(known)) return known;
      return ok(athleteForCaller(ctx, known.athlete, learnedStateOf(known.learned)), {
        entityTag: await athleteTag(known.athlete, known.learned),
        tiers: [known.athlete.tier],
      });
    },
  }),
];
