import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { Athlete, athleteExample, athleteTag, athleteToWire } from '#nutrition/athletes/athlete-shape.ts';
import { getAthlete, learnedStateOf } from '#nutrition/records/read-athlete.ts';
import { noContent, ok } from '#platform/http/answer.ts';
import { databaseOfAthlete } from '#platform/http/context.ts';
import { fail, isFailure } from '#platform/http/errors.ts';
import { described } from '#platform/http/openapi-metadata.ts';
import { answerPage, pageQuery, pageResponse } from '#platform/http/pagination.ts';
import { defineRoute } from '#platform/http/route.ts';
import { fromWire } from '#platform/http/wire-case.ts';
import { text } from '#platform/http/wire-fields.ts';
import { connections } from '#platform/storage/athlete-schema.ts';
import { Client, ClientWithSecret, clientExample, clientToWire, NewClient } from './client-shape.ts';
import {
  createClient,
  deleteClient,
  getClient,
  listClients,
  rotateClientSecret,
  updateClient,
} from './clients.ts';
import { Connection, connectionExample, connectionToWire } from './connection-shape.ts';
import { endConnections, getConnection, listConnections } from './connections.ts';
import { ClientInput, ClientPatch } from './requests.ts';

const tag = 'OAuth';

const secretExample = { ...clientExample, client_secret: 'ocs_test_(shown once)' };

export const oauthRoutes = [
  defineRoute({
    method: 'GET',
    path: '/v1/me',
    operationId: 'getMe',
    tag,
    summary: "Read the token's athlete",
    description: 'Returns the athlete who connected.',
    responses: { 200: { description: 'The athlete.', schema: Athlete, example: athleteExample } },
    access: 'partner',
    entityTag: true,
    scope: 'profile:read',
    tokensOnly: true,
    errors: ['athlete_not_found'],
    async handler(ctx) {
      const { athleteId } = ctx.principal;
      if (athleteId === null) return fail('insufficient_scope');
      const known = await getAthlete(ctx, athleteId);
      if (isFailure(known)) return known;
      const { athlete, learned } = known;
      return ok(athleteToWire(athlete, learnedStateOf(learned)), {
        entityTag: await athleteTag(athlete, learned),
        tiers: [athlete.tier],
      });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/oauth/clients',
    operationId: 'createOAuthClient',
    tag,
    summary: 'Create an OAuth client',
    description:
      "Creates an application that athletes can connect to, in the key's environment. It authenticates at `/oauth/token` with its secret, by HTTP Basic or in the form. A `public` client has no secret and sends only its `client_id` and the PKCE verifier. You can have up to 50 clients per environment.",
    bodyExample: {
      name: 'Sample Training Platform',
      redirect_uris: ['https://platform.example/oauth/callback'],
      allowed_scopes: ['profile:read', 'activities:read', 'prescriptions:read'],
    },
    responses: {
      201: {
        description: 'The client with its secret; a public client has none.',
        schema: NewClient,
        example: secretExample,
      },
    },
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
    tag,
    summary: 'List OAuth clients',
    description: "Lists your clients in the key's environment, newest first, without their secrets.",
    responses: {
      200: pageResponse('A page of clients.', Client, 'OAuthClientList', clientExample),
    },
    access: 'partner',
    scope: null,
    query: z.strictObject(pageQuery),
    errors: [],
    handler: (ctx, request) =>
      answerPage(ctx, request, {
        read: (wanted) => listClients(ctx, wanted),
        positionOf: ({ clientId }) => [clientId],
        toWire: clientToWire,
      }),
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/oauth/clients/{client_id}',
    operationId: 'getOAuthClient',
    tag,
    summary: 'Read an OAuth client',
    description: 'Returns one of your clients, without its secret.',
    responses: { 200: { description: 'The client.', schema: Client, example: clientExample } },
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
    tag,
    summary: 'Change an OAuth client',
    description:
      'Changes the provided fields. Removing a scope removes it from every connection and token before the response. Adding a scope requires new consent.',
    bodyExample: { name: 'Sample Training Platform (beta)' },
    responses: {
      200: { description: 'The client after the change.', schema: Client, example: clientExample },
    },
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
    tag,
    summary: "Replace an OAuth client's secret",
    description:
      'Replaces the secret. The old one fails as soon as you get the response. Connections and their tokens stay valid.',
    responses: {
      200: {
        description: 'The client with its new secret.',
        schema: ClientWithSecret,
        example: secretExample,
      },
    },
    access: 'partner',
    scope: null,
    errors: ['client_not_found', 'client_without_secret'],
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
    tag,
    summary: 'Delete an OAuth client',
    description:
      'Deletes the client and ends all its connections. Its tokens and its secret fail as soon as you get the response.',
    responses: { 204: { description: 'The client was deleted.' } },
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
    tag,
    summary: 'List connections',
    description:
      "Lists the connections between athletes and your clients in the key's environment, newest first.",
    responses: {
      200: pageResponse('A page of connections.', Connection, 'ConnectionList', connectionExample),
    },
    access: 'partner',
    scope: null,
    query: z.strictObject({
      ...pageQuery,
      athlete_id: described(z.optional(text(100, 1)), 'Only connections of this athlete.'),
      client_id: described(z.optional(text(100, 1)), 'Only connections to this client.'),
      status: described(z.optional(z.enum(['active', 'revoked'])), 'Only connections with this status.'),
    }),
    errors: [],
    async handler(ctx, request) {
      const { athlete_id, client_id, status } = request.query;
      const filter = { athleteId: athlete_id, clientId: client_id, status };
      return answerPage(ctx, request, {
        filters: { athlete_id, client_id, status },
        read: (wanted) => listConnections(ctx, wanted, filter),
        positionOf: ({ id }) => [id],
        toWire: connectionToWire,
      });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/connections/{connection_id}',
    operationId: 'getConnection',
    tag,
    summary: 'Read a connection',
    description: 'Returns the consent of one athlete to one of your clients.',
    responses: { 200: { description: 'The connection.', schema: Connection, example: connectionExample } },
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
    tag,
    summary: 'Disconnect an athlete',
    description:
      'Ends the connection. Its tokens fail as soon as you get the response. The athlete can connect again later.',
    responses: { 204: { description: 'The connection has ended.' } },
    access: 'partner',
    scope: null,
    errors: ['connection_not_found'],
    async handler(ctx, { params }) {
      const connection = await getConnection(ctx, params.connection_id);
      if (isFailure(connection)) return connection;
      const db = databaseOfAthlete(ctx, connection.athleteId);
      if (!db) return fail('connection_not_found');
      await endConnections(ctx, db, eq(connections.id, connection.id), ctx.principal.environment);
      return noContent();
    },
  }),
];
