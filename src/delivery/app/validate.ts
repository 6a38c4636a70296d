import { zValidator } from '@hono/zod-validator';
import type { MiddlewareHandler } from 'hono';
import * as z from 'zod/mini';
import { chargeInvalid } from '#platform/access/admit.ts';
import { type Failure, invalid, isFailure, type Problem } from '#platform/http/errors.ts';
import type { Route } from '#platform/http/route.ts';
import { type Answering, respondWith, type ServiceEnv } from '#platform/http/service.ts';
import { refuseInvalid } from '#platform/http/validation.ts';

type Step = MiddlewareHandler<ServiceEnv>;

/** The query or body of a route that takes no fields. */
export const NO_FIELDS = z.strictObject({});

/** Rejects repeated query parameters: picking one value could silently change a filter. */
export const refuseRepeatedParameters: Step = async function refuseRepeatedParameters(c, next) {
  const problems = Object.entries(c.req.queries())
    .filter(([, values]) => values.length > 1)
    .map(([name]) => repeatedParameter(name));
  return problems.length === 0 ? next() : respondWith(c, invalid(...problems));
};

function repeatedParameter(name: string): Problem {
  return { pointer: `?${name}`, code: 'duplicate_parameter', message: 'was sent more than once' };
}

/** Returns the step that validates a route's query. Without a query schema, no parameters are allowed. */
export function validateQuery(route: Route): Step {
  return zValidator('query', route.query ?? NO_FIELDS, (result, c) =>
    result.success ? undefined : refuseAndCharge(c, refuseInvalid(result.error, 'query')),
  );
}

/** Returns the steps that validate a route's body. Without a schema, only no body or `{}` is allowed. */
export function validateBody(route: Route): Step[] {
  return [
    giveParsedBody(route),
    zValidator('json', route.body ?? NO_FIELDS, (result, c) =>
      result.success ? undefined : refuseAndCharge(c, refuseInvalid(result.error, 'body')),
    ),
  ];
}

/** Rejects malformed JSON, and makes Hono's `json()` return the already parsed value. */
function giveParsedBody(route: Route): Step {
  return async function giveParsedBody(c, next) {
    const { body } = c.env;
    const needsNone = route.body === undefined || route.isBodyOptional === true;
    const parsed = body.isEmpty && needsNone ? { value: {} } : body.parse();
    if (isFailure(parsed)) return refuseAndCharge(c, parsed);
    Object.assign(c.req, { json: async () => parsed.value });
    return next();
  };
}

async function refuseAndCharge(c: Answering, failure: Failure): Promise<Response> {
  await chargeInvalid(c.env);
  return respondWith(c, failure);
}
