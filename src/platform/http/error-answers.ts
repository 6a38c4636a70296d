import * as z from 'zod/mini';
import { ERRORS, type ErrorCode, type ErrorType } from './errors.ts';
import { described, documented } from './openapi-metadata.ts';

const codes: readonly ErrorCode[] = Object.keys(ERRORS).filter((name): name is ErrorCode => name in ERRORS);
const types: readonly ErrorType[] = [...new Set(Object.values(ERRORS).map(({ type }) => type))];

const FieldProblem = documented(
  z.object({
    pointer: described(z.string(), 'JSON Pointer into the body, or `?name` of a query parameter.'),
    code: described(
      z.string(),
      'What is wrong: `required`, `unknown_field`, `invalid_type`, `invalid_value`, `invalid_format`, `too_small`, `too_big`, …',
    ),
    message: described(z.string(), 'The same for people, without the name of the field.'),
  }),
  { id: 'FieldProblem', description: 'One field that was rejected.' },
);

export const ErrorDetails = documented(
  z.object({
    type: documented(z.enum(types), { id: 'ErrorType', description: 'The kind of the error.' }),
    code: documented(z.enum(codes), {
      id: 'ErrorCode',
      description: 'Stable; its meaning never changes. /docs/errors explains each one.',
    }),
    message: described(z.string(), 'What went wrong, for people.'),
    documentation_url: described(z.url(), 'The page that explains the error and its remedy.'),
    request_id: described(z.string(), 'The same as `X-Request-Id`.'),
    resource_id: described(z.optional(z.string()), 'The resource that the request conflicts with.'),
    subscribe_url: described(
      z.optional(z.url()),
      'Where the athlete subscribes, if that opens what was refused.',
    ),
    errors: described(z.optional(z.array(FieldProblem)), 'Every field that was rejected.'),
  }),
  { id: 'ErrorDetails', description: 'What went wrong.' },
);

/** The body of every refusal, and an item of a batch that failed, in its place among the results. */
export const ErrorBody = documented(z.object({ error: ErrorDetails }), { id: 'Error' });
