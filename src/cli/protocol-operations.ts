import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { SCOPES } from '../http/route.ts';

/**
 * Endpoints of the OAuth protocol for the OpenAPI document. They are not route values: their requests are forms, their
 * failures follow RFC 6749 §5.2, and the RFCs define their meaning.
 */

const text = (description: string, example?: string) => ({
  type: 'string' as const,
  description,
  ...(example === undefined ? {} : { example }),
});

const headers = {
  'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
};

const tokenError = {
  description: 'Rejected, in the form of RFC 6749 §5.2.',
  headers,
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
          error_description: text('For people.'),
        },
      },
      example: { error: 'invalid_grant', error_description: 'Authorization code already used' },
    },
  },
};

const unauthenticated = {
  ...tokenError,
  headers: { ...headers, 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' } },
};

const page = (description: string) => ({
  description,
  headers,
  content: { 'text/html': { schema: { type: 'string' as const } } },
});

const redirect = {
  description: 'To the redirect URI, with `code`, `state` and `iss`, or with `error`, `state` and `iss`.',
  headers: { ...headers, Location: { $ref: '#/components/headers/Location' } },
};

const clientAuthentication = [{ oauthClient: [] }, {}];

const clientFields = {
  client_id: text('If the client does not authenticate by HTTP Basic.'),
  client_secret: text('If the client does not authenticate by HTTP Basic.'),
};

const authorize: ZodOpenApiOperationObject = {
  operationId: 'authorize',
  tags: ['OAuth'],
  summary: 'Send an athlete here to connect',
  description:
    'Open in the athlete’s browser. The athlete signs in with a code sent by e-mail, sees who asks for what, may leave out scopes, and allows or denies. Every parameter may be sent once. If the client or the redirect URI is not valid, the athlete sees a page and nothing is redirected.',
  security: [],
  parameters: [
    parameter('response_type', '`code`', { type: 'string', enum: ['code'] }),
    parameter('client_id', 'Your client.', { type: 'string' }),
    parameter(
      'redirect_uri',
      'One of the registered addresses, exactly; a loopback address of a sandbox client with any port.',
      { type: 'string', format: 'uri' },
    ),
    parameter('scope', `One or more of ${SCOPES.join(', ')}, separated by spaces.`, { type: 'string' }),
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
    400: page('The client or its redirect URI is not known.'),
  },
};

const token: ZodOpenApiOperationObject = {
  operationId: 'token',
  tags: ['OAuth'],
  summary: 'Exchange a code, or refresh',
  description:
    'Codes are valid for 10 minutes, once; reusing one revokes its tokens. Exchanging the code of a second consent ends the tokens of the first. Access tokens last an hour. Refresh tokens rotate: store the new one before you use it. For 30 seconds a used refresh token answers with the same successor, so two servers may refresh at once and a lost answer may be requested again; after that, or once the successor was used too, its use counts as theft and ends the grant (`invalid_grant`: the athlete has to connect again). A connection ends after 90 days without a refresh and needs new consent after a year.',
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
              'With `authorization_code`, required: exactly the one the athlete was sent with.',
            ),
            code_verifier: text('With `authorization_code`: the PKCE verifier.'),
            refresh_token: text('With `refresh_token`.', 'ort_test_…'),
            scope: text(
              'With `refresh_token`, optional: fewer scopes for the new access token. One that the athlete did not allow is `invalid_scope`.',
            ),
            ...clientFields,
          },
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
                'What this access token opens: what the athlete allowed, less what was taken from the client since.',
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
            athlete_id: 'ath_t001jcc9q0x8v5n3m1t7k2b6h4dz',
            resource: 'https://musette.example',
          },
        },
      },
    },
    400: tokenError,
    401: unauthenticated,
    429: tokenError,
    503: tokenError,
  },
};

const revoke: ZodOpenApiOperationObject = {
  operationId: 'revoke',
  tags: ['OAuth'],
  summary: 'Revoke a token',
  description:
    'RFC 7009. An access token ends alone, a refresh token with its whole grant. A token of another client or an unknown one is a success too.',
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
      },
    },
  },
  responses: {
    200: { description: 'The token is no longer valid.', headers },
    400: tokenError,
    401: unauthenticated,
    429: tokenError,
    503: tokenError,
  },
};

const metadata: ZodOpenApiOperationObject = {
  operationId: 'getAuthorizationServerMetadata',
  tags: ['OAuth'],
  summary: 'Read the authorization server’s metadata',
  description: 'RFC 8414. OAuth libraries configure themselves from it.',
  security: [],
  responses: {
    200: {
      description: 'The metadata.',
      headers,
      content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
    },
    403: {
      description: '`https_required`: plain http is refused.',
      headers,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  },
};

function parameter(name: string, description: string, schema: { type: 'string'; [key: string]: unknown }) {
  return { name, in: 'query' as const, required: true, description, schema };
}

export const PROTOCOL_PATHS: ZodOpenApiPathsObject = {
  '/.well-known/oauth-authorization-server': { get: metadata },
  '/oauth/authorize': { get: authorize },
  '/oauth/token': { post: token },
  '/oauth/revoke': { post: revoke },
};

export const CLIENT_SECURITY_SCHEME = {
  type: 'http',
  scheme: 'basic',
  description: 'The client’s identifier and secret; both may be sent in the form instead.',
} as const;
