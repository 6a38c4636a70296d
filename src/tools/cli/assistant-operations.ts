import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { DOCUMENT_ORIGIN } from '#platform/http/openapi-metadata.ts';
import { SCOPES } from '#platform/http/route.ts';
import { HTTPS_REQUIRED, headers, refs, refused, standardJson, text } from './openapi-operation.ts';

/** The tag of the operations that assistants call. No route has it. */
export const ASSISTANTS = 'Assistants';

const resourceMetadata: ZodOpenApiOperationObject = {
  operationId: 'getProtectedResourceMetadata',
  tags: [ASSISTANTS],
  summary: 'Read the metadata of /mcp',
  description:
    'Returns the RFC 9728 metadata that tells assistants where to get a token. The path without `/mcp` returns the same.',
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

/** A failure that the protocol defines, with its own body. */
const protocolError = (description: string, code: number, words: string) => ({
  description: `${description} A JSON-RPC error.`,
  headers,
  content: {
    'application/json': {
      schema: {
        type: 'object' as const,
        required: ['jsonrpc', 'id', 'error'],
        properties: {
          jsonrpc: message,
          id: {
            type: ['string', 'integer', 'null'] as ('string' | 'integer' | 'null')[],
            description: "The message's identifier. Null if it could not be read.",
          },
          error: {
            type: 'object' as const,
            required: ['code', 'message'],
            properties: {
              code: { type: 'integer' as const, description: "The protocol's code." },
              message: text('What is wrong.'),
            },
            description: 'The failure.',
          },
        },
      },
      example: { jsonrpc: '2.0', id: null, error: { code, message: words } },
    },
  },
});

const callAgents: ZodOpenApiOperationObject = {
  operationId: 'callAgents',
  tags: [ASSISTANTS],
  summary: 'Send a message of the Model Context Protocol',
  description:
    'Responds to one JSON-RPC message with one JSON document: `tools/list`, `tools/call`, `prompts/list`, `prompts/get` and the handshake. Counts as one request of the key or connection. `Accept` must include `application/json` and `text/event-stream`, as the protocol requires. Cross-origin requests are rejected based on `Origin`.',
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
            id: { type: ['string', 'integer'], description: 'Your identifier, repeated in the response.' },
            method: text('The protocol method.', 'tools/call'),
            params: { type: 'object', additionalProperties: true, description: 'As defined by the method.' },
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
      description: 'The result, or a JSON-RPC error.',
      headers: { ...headers, ...refs('RateLimit-Policy', 'RateLimit') },
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['jsonrpc'],
            properties: {
              jsonrpc: message,
              id: { type: ['string', 'integer', 'null'], description: "The message's identifier." },
              result: { type: 'object', additionalProperties: true, description: 'Present on success.' },
              error: { type: 'object', additionalProperties: true, description: 'Present on failure.' },
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
    202: { description: 'The notification was accepted. No content.', headers },
    400: protocolError(
      'The body is not one JSON-RPC message, or its protocol revision is unknown.',
      -32700,
      'The body is not valid JSON.',
    ),
    401: refused(
      'missing_authorization',
      'The credential is missing, invalid, or for another resource.',
      'WWW-Authenticate',
    ),
    403: refused('partner_terminated', '`foreign_origin`, `https_required` or `partner_terminated`.'),
    404: protocolError('The method is not available here.', -32601, 'Method not found'),
    406: protocolError(
      '`Accept` does not include both types.',
      -32000,
      'Not Acceptable: Client must accept both application/json and text/event-stream',
    ),
    413: refused('payload_too_large', 'The message is larger than 256 KiB.'),
    415: refused('unsupported_media_type', 'The `Content-Type` is not JSON.'),
    429: refused('rate_limited', 'The budget of the key or connection is used up.', 'Retry-After'),
    503: refused('temporarily_unavailable', 'A store did not respond.', 'Retry-After'),
  },
};

/** The endpoints of the Model Context Protocol. */
export const ASSISTANT_PATHS: ZodOpenApiPathsObject = {
  '/.well-known/oauth-protected-resource/mcp': { get: resourceMetadata },
  '/mcp': { post: callAgents },
};
