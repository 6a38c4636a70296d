import * as z from 'zod/mini';
import { ok } from '../http/answer.ts';
import type { PartnerContext } from '../http/context.ts';
import { isFailure } from '../http/errors.ts';
import { described } from '../http/openapi-metadata.ts';
import { pageQuery, readPageRequest, toPage } from '../http/pagination.ts';
import { defineRoute } from '../http/route.ts';
import { fromWire } from '../http/wire-case.ts';
import { text } from '../http/wire-fields.ts';
import { AthleteInput, AthletePatch } from '../records/athlete-input.ts';
import { learnedStateOf } from '../records/learned-state.ts';
import { getAthlete, type KnownAthlete } from '../records/read-athlete.ts';
import { createAthlete } from './create-athlete.ts';
import { athleteTag } from './entity-tag.ts';
import { listAthletes } from './list-athletes.ts';
import { updateAthlete } from './update-athlete.ts';
import { athleteForCaller } from './wire.ts';

function showAthlete(ctx: PartnerContext, { athlete, learned }: KnownAthlete): unknown {
  return athleteForCaller(ctx, athlete, learnedStateOf(learned));
}

export const athleteRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/athletes',
    operationId: 'createAthlete',
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
    access: 'partner',
    scope: null,
    afterTermination: true,
    query: z.strictObject({
      ...pageQuery,
      external_id: described(z.optional(text(255, 1)), 'Only the athlete with this identifier of yours.'),
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
