import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import type { ErrorCode } from '#platform/http/errors.ts';
import { DOCUMENT_ORIGIN } from '#platform/http/openapi-metadata.ts';
import { SCOPES } from '#platform/http/route.ts';
import { COMMON_HEADERS, errorExample, refs } from './openapi-errors.ts';

/** The tag of the operations that assistants call; no route has it. */
export const ASSISTANTS = 'Assistants';

/**
 * Endpoints of OAuth and of the Model Context Protocol for the OpenAPI document. They are not route values,
 * because the protocols define their requests and failures (RFC 6749 §5.2, JSON-RPC 2.0).
 */

const text = (description: string, example?: string) => ({
  type: 'string' as const,
  description,
  ...(example === undefined ? {} : { example }),
});

const headers = refs(...COMMON_HEADERS);

const refused = (code: ErrorCode, description: string, ...names: readonly string[]) => ({
  description,
  headers: { ...headers, ...refs(...names) },
  content: {
    'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: errorExample(code) },
  },
});

/** A success in JSON whose members a standard describes. */
const standardJson = (description: string, example: object) => ({
  description,
  headers,
  content: {
    'application/json': { schema: { type: 'object' as const, additionalProperties: true }, example },
  },
});

const protocolFailure = (description: string, example: object, ...names: readonly string[]) => ({
  description,
  headers: { ...headers, ...refs(...names) },
  content: {
    'application/json': {
      schema: {
        type: 'object' as const,
        required: ['error'],
        properties: {
          error: text(
            '`invalid_grant`, `invalid_client`, `invalid_request`, `invalid_scope`, …',
            'invalid_grant',
          ),
          error_description: text('A message for people.'),
        },
      },
      example,
    },
  },
});

/** The failures of the token and the revocation endpoint. */
const PROTOCOL_FAILURES = {
  400: protocolFailure('Rejected, in the form of RFC 6749 §5.2.', {
    error: 'invalid_grant',
    error_description: 'Authorization code already used',
  }),
  401: protocolFailure(
    'The client is unknown, or its secret is wrong.',
    { error: 'invalid_client', error_description: 'Client authentication failed' },
    'WWW-Authenticate',
  ),
  403: protocolFailure('HTTPS is required.', {
    error: 'invalid_request',
    error_description: 'HTTPS is required.',
  }),
  413: protocolFailure('The form has more than 64 KiB.', {
    error: 'invalid_request',
    error_description: 'The body may have at most 64 KiB',
  }),
  429: protocolFailure(
    'Another request is using this token, or the address had too many failed authentications.',
    { error: 'temporarily_unavailable', error_description: 'Too many failed authentications' },
    'Retry-After',
  ),
  500: protocolFailure('Internal server error.', {
    error: 'server_error',
    error_description: 'Internal server error.',
  }),
  503: protocolFailure(
    'A store did not answer.',
    {
      error: 'temporarily_unavailable',
      error_description: 'The service is temporarily unavailable.',
    },
    'Retry-After',
  ),
};

const page = (description: string) => ({
  description,
  headers,
  content: { 'text/html': { schema: { type: 'string' as const } } },
});

const redirect = {
  description:
    'A redirect to the redirect URI, with `code`, `state` and `iss`, or with `error`, `state` and `iss`.',
  headers: { ...headers, Location: { $ref: '#/components/headers/Location' } },
};

const clientAuthentication = [{ oauthClient: [] }, {}];

const clientFields = {
  client_id: text('If the client does not authenticate by HTTP Basic.'),
  client_secret: text('If the client does not authenticate by HTTP Basic. A public client has none.'),
};

const authorize: ZodOpenApiOperationObject = {
  operationId: 'authorize',
  tags: ['OAuth'],
  summary: 'Send an athlete here to connect',
  description:
    'Open this URL in the athlete’s browser. The athlete signs in with a code sent by e-mail, sees which application asks for which scopes, may leave some out, and allows or denies. No parameter may be repeated. If the client or the redirect URI is not valid, the athlete sees a page and nothing is redirected.',
  security: [],
  parameters: [
    parameter('response_type', '`code`', { type: 'string', enum: ['code'] }),
    parameter('client_id', 'The identifier of your client.', { type: 'string' }),
    parameter(
      'redirect_uri',
      'One of the registered addresses, exactly; a loopback address of a sandbox client with any port.',
      { type: 'string', format: 'uri' },
    ),
    parameter('scope', `One or more of ${SCOPES.join(', ')}, separated by spaces.`, { type: 'string' }),
    {
      ...parameter('resource', 'What the token is for (RFC 8707). Default: this API.', {
        type: 'string',
        format: 'uri',
        example: 'https://musette.example/mcp',
      }),
      required: false,
    },
    parameter('state', 'Your value that ties the answer to this browser.', { type: 'string' }),
    parameter('code_challenge', 'PKCE: base64url of the SHA-256 of the verifier.', {
      type: 'string',
      pattern: '^[A-Za-z0-9_-]{43}$',
    }),
    parameter('code_challenge_method', '`S256`', { type: 'string', enum: ['S256'] }),
  ],
  responses: {
    200: page('The sign-in or the consent page.'),
    302: redirect,
    400: page('The client or its redirect URI is unknown.'),
  },
};

const token: ZodOpenApiOperationObject = {
  operationId: 'token',
  tags: ['OAuth'],
  summary: 'Exchange a code or refresh a token',
  description:
    'A code is valid once, for 10 minutes; reusing it revokes its tokens. Exchanging the code of a second consent ends the tokens of the first. Access tokens last an hour. Refresh tokens rotate: store the new one before you use it. For 30 seconds a used refresh token answers with the same successor, so two servers may refresh at once and a lost answer may be requested again; after that, or once the successor has been used too, its use counts as theft and ends the grant (`invalid_grant`: the athlete has to connect again). A connection ends after 90 days without a refresh and needs new consent after a year.',
  security: clientAuthentication,
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          required: ['grant_type'],
          properties: {
            grant_type: { type: 'string', enum: ['authorization_code', 'refresh_token'] },
            code: text('With `authorization_code`.'),
            redirect_uri: text(
              'Required with `authorization_code`: exactly the one in the authorization request.',
            ),
            code_verifier: text('With `authorization_code`: the PKCE verifier.'),
            refresh_token: text('With `refresh_token`.', 'ort_test_…'),
            resource: text(
              'Optional (RFC 8707): what the token is for, exactly as in the authorization request.',
            ),
            scope: text(
              'Optional with `refresh_token`: fewer scopes for the new access token. A scope that the athlete did not allow is `invalid_scope`.',
            ),
            ...clientFields,
          },
        },
        example: {
          grant_type: 'authorization_code',
          code: 'the `code` of the redirect',
          redirect_uri: 'https://platform.example/oauth/callback',
          code_verifier: 'the verifier of this browser',
          client_id: 'cli_01kajz8w3t5v9c2b7n4m6q8r0s',
          client_secret: 'ocs_test_…',
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The tokens.',
      headers,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['access_token', 'token_type', 'expires_in', 'refresh_token', 'scope', 'athlete_id'],
            properties: {
              access_token: text('`oat_test_…` or `oat_live_…`'),
              token_type: text('`bearer`'),
              expires_in: { type: 'integer', description: 'Seconds.' },
              refresh_token: text('`ort_test_…` or `ort_live_…`'),
              scope: text(
                'The scopes of this access token: those that the athlete allowed, without those that the client has lost since.',
              ),
              athlete_id: text('The athlete who connected.'),
              resource: text('This service.'),
            },
          },
          example: {
            access_token: 'oat_test_…',
            token_type: 'bearer',
            expires_in: 3600,
            refresh_token: 'ort_test_…',
            scope: 'profile:read prescriptions:read',
            athlete_id: 'ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz',
            resource: 'https://musette.example',
          },
        },
      },
    },
    ...PROTOCOL_FAILURES,
  },
};

const revoke: ZodOpenApiOperationObject = {
  operationId: 'revoke',
  tags: ['OAuth'],
  summary: 'Revoke a token',
  description:
    'Revokes an access token alone, and a refresh token with its whole grant (RFC 7009). An unknown token, or one of another client, is answered as a success too.',
  security: clientAuthentication,
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          required: ['token'],
          properties: {
            token: text('An access or refresh token.'),
            token_type_hint: { type: 'string', enum: ['access_token', 'refresh_token'] },
            ...clientFields,
          },
        },
        example: {
          token: 'ort_test_…',
          client_id: 'cli_01kajz8w3t5v9c2b7n4m6q8r0s',
          client_secret: 'ocs_test_…',
        },
      },
    },
  },
  responses: {
    200: { description: 'The token is no longer valid.', headers },
    ...PROTOCOL_FAILURES,
  },
};

const CLIENT_METHODS = ['client_secret_basic', 'client_secret_post', 'none'];

const HTTPS_REQUIRED = refused('https_required', '`https_required`: plain http is refused.');

const metadata: ZodOpenApiOperationObject = {
  operationId: 'getAuthorizationServerMetadata',
  tags: ['OAuth'],
  summary: 'Read the authorization server’s metadata',
  description: 'Returns the metadata of RFC 8414, from which OAuth libraries configure themselves.',
  security: [],
  responses: {
    200: standardJson('The metadata.', {
      issuer: DOCUMENT_ORIGIN,
      authorization_endpoint: `${DOCUMENT_ORIGIN}/oauth/authorize`,
      token_endpoint: `${DOCUMENT_ORIGIN}/oauth/token`,
      protected_resources: [DOCUMENT_ORIGIN, `${DOCUMENT_ORIGIN}/mcp`],
      scopes_supported: SCOPES,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: CLIENT_METHODS,
      revocation_endpoint: `${DOCUMENT_ORIGIN}/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: false,
      revocation_endpoint_auth_methods_supported: CLIENT_METHODS,
      service_documentation: `${DOCUMENT_ORIGIN}/docs`,
    }),
    403: HTTPS_REQUIRED,
  },
};

const resourceMetadata: ZodOpenApiOperationObject = {
  operationId: 'getProtectedResourceMetadata',
  tags: [ASSISTANTS],
  summary: 'Read the metadata of /mcp',
  description:
    'Returns the metadata of RFC 9728, from which assistants learn where to get a token. The path without `/mcp` answers the same.',
  security: [],
  responses: {
    200: standardJson('The metadata.', {
      resource: `${DOCUMENT_ORIGIN}/mcp`,
      authorization_servers: [DOCUMENT_ORIGIN],
      scopes_supported: SCOPES,
      bearer_methods_supported: ['header'],
      resource_name: 'Musette',
      resource_documentation: `${DOCUMENT_ORIGIN}/docs`,
    }),
    403: HTTPS_REQUIRED,
  },
};

const message = text('`2.0`', '2.0');

const callAgents: ZodOpenApiOperationObject = {
  operationId: 'callAgents',
  tags: [ASSISTANTS],
  summary: 'Send a message of the Model Context Protocol',
  description:
    'Answers one JSON-RPC message in one JSON document: `tools/list`, `tools/call`, `prompts/list`, `prompts/get` and the handshake. Counts as one request of the key or connection. `Accept` must name `application/json` and `text/event-stream`, as the protocol says. A request from a page of another site is refused by its `Origin`.',
  security: [{ apiKey: [] }, { oauth: [] }],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['jsonrpc', 'method'],
          properties: {
            jsonrpc: message,
            id: { type: ['string', 'integer'], description: 'Yours, repeated in the answer.' },
            method: text('The method of the protocol.', 'tools/call'),
            params: { type: 'object', additionalProperties: true, description: 'As the method says.' },
          },
        },
        example: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'infer_activity_type', arguments: { title: 'City marathon' } },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The result, or an error of JSON-RPC.',
      headers: { ...headers, ...refs('RateLimit-Policy', 'RateLimit') },
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['jsonrpc'],
            properties: {
              jsonrpc: message,
              id: { type: ['string', 'integer', 'null'], description: 'That of the message.' },
              result: { type: 'object', additionalProperties: true, description: 'Of a success.' },
              error: { type: 'object', additionalProperties: true, description: 'Of a failure.' },
            },
          },
          example: {
            jsonrpc: '2.0',
            id: 1,
            result: {
              content: [
                {
                  type: 'text',
                  text: 'Most likely: run, with 92% confidence. Intensity: level 7 of 9. This is a race. Duration: 213 min.',
                },
              ],
              structuredContent: {
                inferred_type: 'run',
                confidence: 0.92,
                intensity_hint: 'race',
                intensity_level: 7,
                is_race_event: true,
                duration_min: 213,
                is_multi_sport: false,
                alternatives: [],
                evidence: ['run: "marathon" (title, en)', 'race: "marathon"'],
              },
            },
          },
        },
      },
    },
    202: { description: 'The notification was accepted; there is no content.', headers },
    400: { description: 'The message is malformed; an error of JSON-RPC.', headers },
    401: refused(
      'missing_authorization',
      'The credential is missing, invalid, or for another resource.',
      'WWW-Authenticate',
    ),
    403: refused('partner_terminated', '`foreign_origin`, `https_required` or `partner_terminated`.'),
    404: { description: 'The method does not exist; an error of JSON-RPC.', headers },
    406: { description: '`Accept` does not name both types; an error of JSON-RPC.', headers },
    413: refused('payload_too_large', 'The message has more than 256 KiB.'),
    415: refused('unsupported_media_type', 'The message is not JSON by its `Content-Type`.'),
    429: refused('rate_limited', 'The budget of the key or connection is used up.', 'Retry-After'),
    503: refused('temporarily_unavailable', 'A store did not answer.', 'Retry-After'),
  },
};

function parameter(name: string, description: string, schema: { type: 'string'; [key: string]: unknown }) {
  return { name, in: 'query' as const, required: true, description, schema };
}

export const PROTOCOL_PATHS: ZodOpenApiPathsObject = {
  '/.well-known/oauth-authorization-server': { get: metadata },
  '/.well-known/oauth-protected-resource/mcp': { get: resourceMetadata },
  '/oauth/authorize': { get: authorize },
  '/oauth/token': { post: token },
  '/oauth/revoke': { post: revoke },
  '/mcp': { post: callAgents },
};

export const CLIENT_SECURITY_SCHEME = {
  type: 'http',
  scheme: 'basic',
  description: 'The client’s identifier and secret; both may be sent in the form instead.',
} as const;
