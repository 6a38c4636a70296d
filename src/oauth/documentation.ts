import { Athlete, athleteExample } from '../athletes/answer-schemas.ts';
import type { DocumentationByOperation } from '../http/operation-documentation.ts';
import { pageOf } from '../http/pagination.ts';
import { Client, ClientWithSecret, Connection, clientExample, connectionExample } from './answer-schemas.ts';

const tag = 'OAuth';
const secretExample = { ...clientExample, client_secret: 'ocs_test_(shown once)' };

export const oauthDocumentation: DocumentationByOperation = {
  getMe: {
    tag,
    summary: "Read the token's athlete",
    description: 'The athlete who connected. Honours `If-None-Match`.',
    responses: { 200: { description: 'The athlete.', schema: Athlete, example: athleteExample } },
  },
  createOAuthClient: {
    tag,
    summary: 'Create an OAuth client',
    description:
      "An application of yours that athletes can connect to, in the key's environment. It authenticates at `/oauth/token` with its secret, by HTTP Basic or in the form. At most 50 per environment.",
    bodyExample: {
      name: 'Sample Training Platform',
      redirect_uris: ['https://platform.example/oauth/callback'],
      allowed_scopes: ['profile:read', 'activities:read', 'prescriptions:read'],
    },
    responses: {
      201: { description: 'The client with its secret.', schema: ClientWithSecret, example: secretExample },
    },
  },
  listOAuthClients: {
    tag,
    summary: 'List OAuth clients',
    description: "Your clients in the key's environment, newest first. Never a secret.",
    responses: {
      200: {
        description: 'A page of clients.',
        schema: pageOf(Client),
        example: { data: [clientExample], has_more: false, next_cursor: null },
      },
    },
  },
  getOAuthClient: {
    tag,
    summary: 'Read an OAuth client',
    description: 'Never its secret.',
    responses: { 200: { description: 'The client.', schema: Client, example: clientExample } },
  },
  updateOAuthClient: {
    tag,
    summary: 'Change an OAuth client',
    description:
      'Changes the fields that are sent. A scope that is taken away is gone from every connection and token before the answer; a scope that is added needs new consent.',
    bodyExample: { name: 'Sample Training Platform (beta)' },
    responses: {
      200: { description: 'The client after the change.', schema: Client, example: clientExample },
    },
  },
  rotateOAuthClientSecret: {
    tag,
    summary: "Replace an OAuth client's secret",
    description: 'The old secret fails from the answer on. Connections and their tokens stay.',
    responses: {
      200: {
        description: 'The client with its new secret.',
        schema: ClientWithSecret,
        example: secretExample,
      },
    },
  },
  deleteOAuthClient: {
    tag,
    summary: 'Delete an OAuth client',
    description: 'Ends every connection of the client; its tokens and its secret fail from the answer on.',
    responses: { 204: { description: 'The client is gone.' } },
  },
  listConnections: {
    tag,
    summary: 'List connections',
    description: "Which athletes connected to which of your clients, in the key's environment.",
    responses: {
      200: {
        description: 'A page of connections.',
        schema: pageOf(Connection),
        example: { data: [connectionExample], has_more: false, next_cursor: null },
      },
    },
  },
  getConnection: {
    tag,
    summary: 'Read a connection',
    description: 'One athlete’s consent to one client of yours.',
    responses: { 200: { description: 'The connection.', schema: Connection, example: connectionExample } },
  },
  deleteConnection: {
    tag,
    summary: 'Disconnect an athlete',
    description: 'Every token of the connection fails from the answer on. The athlete can connect again.',
    responses: { 204: { description: 'The connection has ended.' } },
  },
};
