import * as z from 'zod/mini';
import { ok } from '../http/answer.ts';
import type { PartnerContext } from '../http/context.ts';
import { isFailure } from '../http/errors.ts';
import { described } from '../http/openapi-metadata.ts';
import { pageOf, pageQuery, readPageRequest, toPage } from '../http/pagination.ts';
import { defineRoute } from '../http/route.ts';
import { fromWire } from '../http/wire-case.ts';
import { text } from '../http/wire-fields.ts';
import { AthleteInput, AthletePatch } from '../records/athlete-input.ts';
import { learnedStateOf } from '../records/learned-state.ts';
import { getAthlete, type KnownAthlete } from '../records/read-athlete.ts';
import { Athlete, athleteExample, WrittenAthlete } from './answers.ts';
import { createAthlete } from './create-athlete.ts';
import { athleteTag } from './entity-tag.ts';
import { listAthletes } from './list-athletes.ts';
import { updateAthlete } from './update-athlete.ts';
import { athleteForCaller } from './wire.ts';

const tag = 'Athletes';

function showAthlete(ctx: PartnerContext, { athlete, learned }: KnownAthlete): unknown {
  return athleteForCaller(ctx, athlete, learnedStateOf(learned));
}

export const athleteRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/athletes',
    operationId: 'createAthlete',
    tag,
    summary: 'Create an athlete',
    description:
      "Creates an athlete in the key's environment. Every field is optional, and each one makes later prescriptions more personal; `missing_fields` lists the most helpful ones first.",
    bodyExample: {
      external_id: 'rider-1042',
      sex: 'female',
      birth_year: 1991,
      body_mass_kg: 58,
      height_cm: 168,
      fitness_level: 6,
      sweat_level: 6,
      carb_tolerance_g_per_hr: 75,
      diet: { vegan: true },
    },
    responses: { 201: { description: 'The athlete.', schema: Athlete, example: athleteExample } },
    access: 'partner',
    scope: null,
    idempotent: true,
    body: AthleteInput,
    errors: ['external_id_taken', 'operator_only'],
    handler: (ctx, { body, claim }) => createAthlete(ctx, fromWire(body), claim),
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/athletes',
    operationId: 'listAthletes',
    tag,
    summary: 'List athletes',
    description: "Your athletes in the key's environment, newest first.",
    responses: {
      200: {
        description: 'A page of athletes.',
        schema: pageOf(Athlete),
        example: { data: [athleteExample], has_more: false, next_cursor: null },
      },
    },
    access: 'partner',
    scope: null,
    afterTermination: true,
    query: z.strictObject({
      ...pageQuery,
      external_id: described(z.optional(text(255, 1)), 'Only the athlete with this `external_id`.'),
    }),
    errors: [],
    async handler(ctx, { query, path }) {
      const page = await readPageRequest(ctx, path, query, { external_id: query.external_id });
      if (isFailure(page)) return page;
      const known = await listAthletes(ctx, page, query.external_id);
      const body = await toPage(
        page,
        known,
        (each) => showAthlete(ctx, each),
        ({ athlete }) => [athlete.id],
      );
      return ok(body, { tiers: known.slice(0, page.limit).map(({ athlete }) => athlete.tier) });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/athletes/{athlete_id}',
    operationId: 'getAthlete',
    tag,
    summary: 'Read an athlete',
    description: 'Honours `If-None-Match`.',
    responses: { 200: { description: 'The athlete.', schema: Athlete, example: athleteExample } },
    access: 'partner',
    scope: 'profile:read',
    errors: ['athlete_not_found'],
    async handler(ctx, { params }) {
      const known = await getAthlete(ctx, params.athlete_id);
      if (isFailure(known)) return known;
      return ok(showAthlete(ctx, known), {
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
      'Changes the fields that are sent; `null` clears one. A change of a field that the engine reads makes stored prescriptions stale. A token may not send `email` or `external_id` (403), and without `profile:read` sees identifier, environment, tier and dates only. Honours `If-Match`.',
    bodyExample: { body_mass_kg: 57.2, heat_acclimatized: true },
    responses: {
      200: {
        description: 'The athlete after the change.',
        schema: z.union([Athlete, WrittenAthlete]),
        example: athleteExample,
      },
    },
    access: 'partner',
    scope: 'profile:write',
    ifMatch: true,
    body: AthletePatch,
    errors: ['athlete_not_found', 'external_id_taken', 'operator_only', 'precondition_failed'],
    async handler(ctx, { params, body, headers }) {
      const known = await updateAthlete(ctx, params.athlete_id, fromWire(body), headers.get('if-match'));
      if (isFailure(known)) return known;
      return ok(showAthlete(ctx, known), {
        entityTag: await athleteTag(known.athlete, known.learned),
        tiers: [known.athlete.tier],
      });
    },
  }),
];
