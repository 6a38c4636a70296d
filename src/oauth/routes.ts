import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { athleteTag } from '../athletes/entity-tag.ts';
import { athleteForCaller } from '../athletes/wire.ts';
import { noContent, ok } from '../http/answer.ts';
import { databaseOfPartner } from '../http/context.ts';
import { fail, isFailure } from '../http/errors.ts';
import { described } from '../http/openapi-metadata.ts';
import { pageQuery, readPageRequest, toPage } from '../http/pagination.ts';
import { defineRoute } from '../http/route.ts';
import { fromWire } from '../http/wire-case.ts';
import { text } from '../http/wire-fields.ts';
import { learnedStateOf } from '../records/learned-state.ts';
import { getAthlete } from '../records/read-athlete.ts';
import { connections } from '../storage/athlete-schema.ts';
import { createClient } from './create-client.ts';
import { deleteClient } from './delete-client.ts';
import { endConnections } from './end-connections.ts';
import { getClient } from './get-client.ts';
import { getConnection } from './get-connection.ts';
import { listClients } from './list-clients.ts';
import { listConnections } from './list-connections.ts';
import { rotateClientSecret } from './rotate-client-secret.ts';
import { ClientInput, ClientPatch } from './schemas.ts';
import { updateClient } from './update-client.ts';
import { clientToWire, connectionToWire } from './wire.ts';

export const oauthRoutes = [
  defineRoute({
    method: 'GET',
    path: '/v1/me',
    operationId: 'getMe',
    access: 'partner',
    scope: 'profile:read',
    tokensOnly: true,
    errors: ['athlete_not_found'],
    async handler(ctx) {
      const { athleteId } = ctx.principal;
      if (athleteId === null) return fail('insufficient_scope');
      const known = await getAthlete(ctx, athleteId);
      if (isFailure(known)) return known;
      const { athlete, learned } = known;
      return ok(athleteForCaller(ctx, athlete, learnedStateOf(learned)), {
        entityTag: await athleteTag(athlete, learned),
        tiers: [athlete.tier],
      });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/oauth/clients',
    operationId: 'createOAuthClient',
    idempotent: true,
    access: 'partner',
    scope: null,
    body: ClientInput,
    errors: ['secret_already_shown', 'client_limit_reached'],
    async handler(ctx, { body, claim }) {
      return createClient(ctx, fromWire(body), claim);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/oauth/clients',
    operationId: 'listOAuthClients',
    access: 'partner',
    scope: null,
    query: z.strictObject(pageQuery),
    errors: [],
    async handler(ctx, { query, path }) {
      const page = await readPageRequest(ctx, path, query, {});
      if (isFailure(page)) return page;
      const rows = await listClients(ctx, page);
      return ok(await toPage(page, rows, clientToWire, (row) => [row.clientId]));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/oauth/clients/{client_id}',
    operationId: 'getOAuthClient',
    access: 'partner',
    scope: null,
    errors: ['client_not_found'],
    async handler(ctx, { params }) {
      const client = await getClient(ctx, params.client_id);
      return isFailure(client) ? client : ok(clientToWire(client));
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/v1/oauth/clients/{client_id}',
    operationId: 'updateOAuthClient',
    access: 'partner',
    scope: null,
    body: ClientPatch,
    errors: ['client_not_found'],
    async handler(ctx, { params, body }) {
      const client = await updateClient(ctx, params.client_id, fromWire(body));
      return isFailure(client) ? client : ok(clientToWire(client));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/oauth/clients/{client_id}/rotate-secret',
    operationId: 'rotateOAuthClientSecret',
    access: 'partner',
    scope: null,
    errors: ['client_not_found'],
    async handler(ctx, { params }) {
      const rotated = await rotateClientSecret(ctx, params.client_id);
      if (isFailure(rotated)) return rotated;
      return ok({ ...clientToWire(rotated.client), client_secret: rotated.secret });
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v1/oauth/clients/{client_id}',
    operationId: 'deleteOAuthClient',
    access: 'partner',
    scope: null,
    errors: ['client_not_found'],
    async handler(ctx, { params }) {
      return (await deleteClient(ctx, params.client_id)) ?? noContent();
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/connections',
    operationId: 'listConnections',
    access: 'partner',
    scope: null,
    query: z.strictObject({
      ...pageQuery,
      athlete_id: described(z.optional(text(64)), 'Only of this athlete.'),
      client_id: described(z.optional(text(64)), 'Only to this client.'),
      status: described(z.optional(z.enum(['active', 'revoked'])), 'Only these.'),
    }),
    errors: [],
    async handler(ctx, { query, path }) {
      const { athlete_id, client_id, status } = query;
      const page = await readPageRequest(ctx, path, query, { athlete_id, client_id, status });
      if (isFailure(page)) return page;
      const rows = await listConnections(ctx, page, { athleteId: athlete_id, clientId: client_id, status });
      return ok(await toPage(page, rows, connectionToWire, (row) => [row.id]));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/connections/{connection_id}',
    operationId: 'getConnection',
    access: 'partner',
    scope: null,
    errors: ['connection_not_found'],
    async handler(ctx, { params }) {
      const connection = await getConnection(ctx, params.connection_id);
      return isFailure(connection) ? connection : ok(connectionToWire(connection));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v1/connections/{connection_id}',
    operationId: 'deleteConnection',
    access: 'partner',
    scope: null,
    errors: ['connection_not_found'],
    async handler(ctx, { params }) {
      const connection = await getConnection(ctx, params.connection_id);
      if (isFailure(connection)) return connection;
      await endConnections(databaseOfPartner(ctx), eq(connections.id, connection.id), ctx.nowMs);
      return noContent();
    },
  }),
];
