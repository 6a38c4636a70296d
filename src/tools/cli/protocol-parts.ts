import type { ErrorCode } from '#platform/http/error-codes.ts';
import { COMMON_HEADERS, errorExample, refs } from './openapi-errors.ts';

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
