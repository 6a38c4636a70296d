import { errorsOf } from '#platform/http/common-errors.ts';
import { ERRORS, type ErrorCode } from '#platform/http/error-codes.ts';
import { DOCUMENT_ORIGIN } from '#platform/http/openapi-metadata.ts';
import type { Route } from '#platform/http/route.ts';

/** The names of the headers common to all responses. */
export const COMMON_HEADERS = [
  'X-Request-Id',
  'X-Service-Data-License',
  'X-Service-Data-Attribution',
  'X-Service-Data-Training',
];

/** Refers to headers of the document's components. */
export function refs(...names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Lists a route's error responses by status. */
export function errorResponses(route: Route) {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(route)) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, errorResponse(status, codes)]));
}

const sharedErrorResponses = new Map<string, ReturnType<typeof newErrorResponse>>();

/** Returns the error responses of a status, shared by operations with the same codes. */
function errorResponse(status: number, codes: readonly ErrorCode[]) {
  const id = `${status}-${codes.join('-')}`;
  const shared = sharedErrorResponses.get(id) ?? newErrorResponse(id, status, codes);
  sharedErrorResponses.set(id, shared);
  return shared;
}

function newErrorResponse(id: string, status: number, codes: readonly ErrorCode[]) {
  const names = [
    ...COMMON_HEADERS,
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
  ];
  return {
    id,
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
    headers: refs(...names),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }])),
      },
    },
  };
}

function errorExample(code: ErrorCode) {
  const { type, message } = ERRORS[code];
  const problems = [{ pointer: '/duration_min', code: 'too_big', message: 'must be at most 2880' }];
  return {
    error: {
      type,
      code,
      message: code === 'validation_failed' ? '/duration_min: must be at most 2880' : message,
      documentation_url: `${DOCUMENT_ORIGIN}/docs/errors#${code}`,
      request_id: 'req_01kajz8w3t5v9c2b7n4m6q8r0s',
      ...(code === 'validation_failed' ? { errors: problems } : {}),
    },
  };
}

/**
 * Parts of the endpoints of OAuth and of the Model Context Protocol for the OpenAPI document. They are not route values,
 * because the protocols define their requests and failures (RFC 6749 §5.2, JSON-RPC 2.0).
 */

/** Describes a text. */
export const text = (description: string, example?: string) => ({
  type: 'string' as const,
  description,
  ...(example === undefined ? {} : { example }),
});

/** The headers of every response. */
export const headers = refs(...COMMON_HEADERS);

/** Describes a failure of the service itself, with the headers of these names. */
export const refused = (code: ErrorCode, description: string, ...names: readonly string[]) => ({
  description,
  headers: { ...headers, ...refs(...names) },
  content: {
    'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: errorExample(code) },
  },
});

/** Describes a success in JSON whose members a standard defines. */
export const standardJson = (description: string, example: object) => ({
  description,
  headers,
  content: {
    'application/json': { schema: { type: 'object' as const, additionalProperties: true }, example },
  },
});

export const HTTPS_REQUIRED = refused('https_required', '`https_required`: HTTPS is required.');
