import * as z from 'zod/mini';
import { ERRORS, type ErrorCode, type ErrorType } from './error-codes.ts';
import { described, documented } from './openapi-metadata.ts';

const codes: readonly ErrorCode[] = Object.keys(ERRORS).filter((name): name is ErrorCode => name in ERRORS);
const types: readonly ErrorType[] = [...new Set(Object.values(ERRORS).map(({ type }) => type))];

const FieldProblem = documented(
  z.object({
    pointer: described(
      z.string(),
      'JSON Pointer into the body, or `?name` for a query parameter. One of more than 200 characters is cut and ends in `…`.',
    ),
    code: described(
      z.string(),
      'The problem: `required`, `unknown_field`, `invalid_type`, `invalid_value`, `invalid_format`, `too_small`, `too_big`, …',
    ),
    message: described(z.string(), 'The problem in plain English, without the field name.'),
  }),
  { id: 'FieldProblem', description: 'One rejected field.' },
);

export const ErrorDetails = documented(
  z.object({
    type: documented(z.enum(types), { id: 'ErrorType', description: 'The type of error.' }),
    code: documented(z.enum(codes), {
      id: 'ErrorCode',
      description: 'Stable; its meaning never changes. /docs/errors explains each one.',
    }),
    message: described(z.string(), 'A human-readable explanation.'),
    documentation_url: described(z.url(), 'The page that explains the error and its remedy.'),
    request_id: described(z.string(), 'Same as `X-Request-Id`.'),
    resource_id: described(z.optional(z.string()), 'The resource that the request conflicts with.'),
    subscribe_url: described(
      z.optional(z.url()),
      'Page where the athlete can subscribe, if that unlocks the request.',
    ),
    errors: described(
      z.optional(z.array(FieldProblem)),
      'The rejected fields, at most 100 in an answer. All items of a batch share them.',
    ),
    more_errors: described(
      z.optional(z.int()),
      'Rejected fields that `errors` leaves out. There may be more, because checking stops early.',
    ),
  }),
  { id: 'ErrorDetails', description: 'The error, with its code and message.' },
);

/** The body of every error response, and of each failed item in a batch's results. */
export const ErrorBody = documented(z.object({ error: ErrorDetails }), { id: 'Error' });
