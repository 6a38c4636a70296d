import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { DOCUMENT_ORIGIN, EXAMPLE_ATHLETE_ID } from '#platform/http/openapi-metadata.ts';
import { SCOPES } from '#platform/http/route.ts';
import { exampleIdOf } from '#platform/storage/ids.ts';
import { HTTPS_REQUIRED, headers, refs, standardJson, text } from './openapi-operation.ts';

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
  413: protocolFailure('The form is larger than 64 KiB.', {
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
    'A store did not respond.',
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
    'A redirect to the redirect URI, with `code` and `iss`, or with `error` and `iss`, and with the `state` of the request if it had one.',
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
    'Open this URL in the athlete’s browser. The athlete signs in with a code sent by email, sees which scopes your application requests, can deselect some, and allows or denies access. Parameters must not be repeated. If the client or the redirect URI is invalid, the athlete sees an error page and is not redirected.',
  security: [],
  parameters: [
    parameter('response_type', '`code`', { type: 'string', enum: ['code'] }),
    parameter('client_id', 'The identifier of your client.', { type: 'string' }),
    parameter(
      'redirect_uri',
      'Exactly one of the registered addresses. For a sandbox client, a loopback address may have any port.',
      { type: 'string', format: 'uri' },
    ),
    parameter('scope', `One or more of ${SCOPES.join(', ')}, separated by spaces.`, { type: 'string' }),
    {
      ...parameter('resource', 'The resource the token is for (RFC 8707). Default: this API.', {
        type: 'string',
        format: 'uri',
        example: 'https://musette.example/mcp',
      }),
      required: false,
    },
    {
      ...parameter(
        'state',
        'Recommended. Your value that links the response to this browser. Returned as sent.',
        {
          type: 'string',
        },
      ),
      required: false,
    },
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
    'A code works once, within 10 minutes. If the client that exchanged it sends it again within 10 seconds, authenticated and with the right verifier, the answer is `invalid_grant` and its tokens keep working. Any other reuse revokes them. Exchanging the code of a second consent ends the tokens of the first. Access tokens last an hour. Refresh tokens rotate, so store the new one before you use it. For 30 seconds, a used refresh token returns the same successor, so two servers can refresh at the same time and you can retry after a lost response. After that, or once the successor has been used, reuse counts as theft and ends the grant (`invalid_grant`: the athlete has to reconnect). A connection ends after 90 days without a refresh and needs new consent after a year.',
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
              'Required with `authorization_code`. Must exactly match the authorization request.',
            ),
            code_verifier: text('With `authorization_code`: the PKCE verifier.'),
            refresh_token: text('With `refresh_token`.', 'ort_test_…'),
            resource: text(
              'Optional (RFC 8707). The resource the token is for, exactly as in the authorization request.',
            ),
            scope: text(
              'Optional with `refresh_token`. Requests fewer scopes for the new access token. A scope that the athlete did not allow fails with `invalid_scope`.',
            ),
            ...clientFields,
          },
        },
        example: {
          grant_type: 'authorization_code',
          code: 'the `code` of the redirect',
          redirect_uri: 'https://platform.example/oauth/callback',
          code_verifier: 'the verifier of this browser',
          client_id: exampleIdOf('cli'),
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
                'The scopes of this access token: those that the athlete allowed, minus any that the client has lost since.',
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
            athlete_id: EXAMPLE_ATHLETE_ID,
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
    'Revokes a single access token, or a refresh token with its whole grant (RFC 7009). Also succeeds for an unknown token or one of another client.',
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
          client_id: exampleIdOf('cli'),
          client_secret: 'ocs_test_…',
        },
      },
    },
  },
  responses: {
    200: standardJson('The token is no longer valid. The body is an empty object.', {}),
    ...PROTOCOL_FAILURES,
  },
};

const CLIENT_METHODS = ['client_secret_basic', 'client_secret_post', 'none'];

const metadata: ZodOpenApiOperationObject = {
  operationId: 'getAuthorizationServerMetadata',
  tags: ['OAuth'],
  summary: 'Read the authorization server’s metadata',
  description: 'Returns the RFC 8414 metadata that OAuth libraries use to configure themselves.',
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

function parameter(name: string, description: string, schema: { type: 'string'; [key: string]: unknown }) {
  return { name, in: 'query' as const, required: true, description, schema };
}

/** The endpoints of OAuth. */
export const OAUTH_PATHS: ZodOpenApiPathsObject = {
  '/.well-known/oauth-authorization-server': { get: metadata },
  '/oauth/authorize': { get: authorize },
  '/oauth/token': { post: token },
  '/oauth/revoke': { post: revoke },
};

/** The authentication of a client at the token and the revocation endpoint. */
export const CLIENT_SECURITY_SCHEME = {
  type: 'http',
  scheme: 'basic',
  description: 'The client’s identifier and secret. You can send both in the form instead.',
} as const;
