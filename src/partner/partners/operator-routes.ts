import * as z from 'zod/mini';
import { setTier } from '#nutrition/athletes/update-athlete.ts';
import { tier } from '#nutrition/records/athlete-fields.ts';
import { ENVIRONMENTS } from '#platform/env.ts';
import { ok } from '#platform/http/answer.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { isFailure } from '#platform/http/errors.ts';
import { described, EXAMPLE_ATHLETE_ID, withOwnAddress } from '#platform/http/openapi-metadata.ts';
import { defineRoute } from '#platform/http/route.ts';
import { inputEnvironment, instant, isoInstant, isoInstantOrNull } from '#platform/http/wire-fields.ts';
import { requireRegionOfShard } from '#platform/regions.ts';
import { readShardStates } from '#platform/storage/shard-states.ts';
import { partnerExample, ShardList } from './partner-shape.ts';

/** An OpenAPI document, of which the type names one member. */
const OperatorDocument = z.looseObject({
  openapi: described(z.string(), 'Version of the format.'),
});

type OperatorDocument = z.output<typeof OperatorDocument>;

/** Reads the OpenAPI document of the operator's routes, with the URLs of this installation. */
async function readOperatorDocument({ env }: Pick<RequestContext, 'env'>): Promise<OperatorDocument> {
  const found = await env.assets.fetch(new URL('/operator/openapi.json', env.baseUrl));
  if (!found.ok) throw new Error(`the asset of the operator's document answered ${found.status}`);
  return z.parse(OperatorDocument, JSON.parse(withOwnAddress(await found.text(), env.baseUrl)));
}

const tag = 'Operator';

/** The operator's routes for databases, directories and athletes, and the document of all operator routes. */
export const operatorRoutes = [
  defineRoute({
    method: 'GET',
    path: '/operator/openapi.json',
    operationId: 'getOperatorDocument',
    tag,
    summary: 'Read the OpenAPI document of these routes',
    description: "Returns the document of the operator's routes, which are not in the public one.",
    responses: {
      200: {
        description: 'An OpenAPI 3.1 document.',
        schema: OperatorDocument,
        example: { openapi: '3.1.0' },
      },
    },
    access: 'operator',
    errors: [],
    handler: async (ctx) => ok(await readOperatorDocument(ctx)),
  }),
  defineRoute({
    method: 'GET',
    path: '/operator/v1/shards',
    operationId: 'listShards',
    tag,
    summary: 'List the athlete databases',
    description:
      'Returns every athlete database of this deployment with its latest measurement. A database that is full, too large or missing its tables is not open.',
    responses: {
      200: {
        description: 'All athlete databases.',
        schema: ShardList,
        example: {
          data: [
            {
              shard: 'c000',
              environment: 'live',
              region: 'weur',
              size_bytes: 1_254_400,
              measured_at: '2026-11-22T03:23:04.000Z',
              athletes: 212,
              schema: '0001_athletes.sql',
              verified_region: 'weur',
              full_at: null,
              restored_at: null,
              open: true,
            },
          ],
        },
      },
    },
    access: 'operator',
    errors: [],
    handler: async (ctx) => ok({ data: await listShards(ctx) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/operator/v1/partners/{partner_id}/directory/rebuild',
    operationId: 'rebuildDirectory',
    tag,
    summary: "Rebuild a partner's directory",
    description:
      'Compares the directory of `external_id`s with the athletes of the environment. Adds missing entries and drops entries without an athlete. A large partner takes several requests: repeat until `status` is `done`. Each continues where the previous one stopped. `conflicts` counts athletes whose `external_id` the directory assigns to another athlete.',
    bodyExample: { environment: 'live' },
    responses: {
      200: {
        description: 'Changes made by this request.',
        schema: z.object({
          id: z.string(),
          environment: z.enum(ENVIRONMENTS),
          status: z.enum(['running', 'done']),
          added: z.int(),
          dropped: z.int(),
          conflicts: z.int(),
        }),
        example: {
          id: partnerExample.id,
          environment: 'live',
          status: 'done',
          added: 2,
          dropped: 1,
          conflicts: 0,
        },
      },
    },
    access: 'operator',
    body: z.strictObject({
      environment: inputEnvironment('`test` or `sandbox`, `live` or `production`.'),
    }),
    errors: ['partner_not_found'],
    async handler(ctx, { params, body }) {
      const { rebuildDirectory } = await import('./rebuild-directory.ts');
      const rebuilt = await rebuildDirectory(ctx, params.partner_id, body.environment);
      if (isFailure(rebuilt)) return rebuilt;
      const { isDone, ...counts } = rebuilt;
      return ok({
        id: params.partner_id,
        environment: body.environment,
        status: isDone ? 'done' : 'running',
        ...counts,
      });
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/operator/v1/athletes/{athlete_id}/tier',
    operationId: 'setAthleteTier',
    tag,
    summary: "Set an athlete's tier",
    description:
      'Sets the tier that the athlete subscribed to, in either environment. Full numbers appear immediately.',
    bodyExample: { tier: 'full' },
    responses: {
      200: {
        description: 'The athlete, without personal data.',
        schema: z.object({ id: z.string(), tier, updated_at: instant }),
        example: {
          id: EXAMPLE_ATHLETE_ID,
          tier: 'full',
          updated_at: '2026-11-21T09:30:00.000Z',
        },
      },
    },
    access: 'operator',
    body: z.strictObject({ tier }),
    errors: ['athlete_not_found'],
    async handler(ctx, { params, body }) {
      const athlete = await setTier(ctx, params.athlete_id, body.tier);
      if (isFailure(athlete)) return athlete;
      return ok({ id: athlete.id, tier: athlete.tier, updated_at: isoInstant(athlete.updatedAt) });
    },
  }),
];

/** Lists every athlete database of this deployment with its latest measurement. Measures new ones first. */
async function listShards(ctx: RequestContext): Promise<ShardList['data']> {
  const states = await readShardStates(ctx.env, ctx.log, ctx.nowMs);
  return ENVIRONMENTS.flatMap((environment) =>
    [...ctx.env.athleteDatabases[environment].keys()].sort().map((shard) => {
      const state = states.find((row) => row.environment === environment && row.shard === shard);
      return {
        shard,
        environment,
        region: requireRegionOfShard(shard),
        size_bytes: state?.sizeBytes ?? null,
        measured_at: isoInstantOrNull(state?.measuredAt ?? null),
        athletes: state?.athletes ?? null,
        schema: state?.schema ?? null,
        verified_region: state?.verifiedRegion ?? null,
        full_at: isoInstantOrNull(state?.fullAt ?? null),
        restored_at: isoInstantOrNull(state?.restoredAt ?? null),
        open: state?.sizeBytes != null && state.isOpen,
      };
    }),
  );
}
