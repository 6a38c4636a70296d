import { zValidator } from '@hono/zod-validator';
import * as z from 'zod/mini';
import { chargeInvalid } from '#platform/access/admit.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { type Failure, invalid, isFailure, type Problem } from '#platform/http/errors.ts';
import { inTurn, newPace, type Pace, type WorkOwner } from '#platform/http/heavy-work.ts';
import type { RequestBody } from '#platform/http/json-body.ts';
import type { ServedRoute } from '#platform/http/route.ts';
import { type Answering, respondWith, type Step } from '#platform/http/service.ts';
import { refuseInvalid } from '#platform/http/validation.ts';

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
export function validateQuery(route: ServedRoute): Step {
  return zValidator('query', route.query ?? NO_FIELDS, (result, c) =>
    result.success ? undefined : refuseAndCharge(c, refuseInvalid(result.error, 'query')),
  );
}

/** Bodies above this are parsed and checked in a turn. Below, that takes about as long as one calculation. */
const SMALL_BODY_BYTES = 2 * 1024;
/** Time to check one byte of a body against a schema, measured with points and with unknown members. */
const CHECKED_BYTE_US = 0.05;

/** All callers without a key share their turns, one of several sandbox owners, so that they hold up no key. */
const KEYLESS: WorkOwner = { keyId: 'keyless', environment: 'test' };
/** The operator has no key, so it has turns and held bodies of its own. */
export const OPERATOR: WorkOwner = { keyId: 'operator', environment: 'live' };

/** Parses or checks a request's body: in a turn if the body is large. */
export function readingBody<Result>(
  { body, principal }: RequestContext,
  access: ServedRoute['access'],
  read: (pace: Pace) => Promise<Result>,
): Promise<Result> {
  if (body.sizeBytes <= SMALL_BODY_BYTES) return read(newPace());
  return inTurn(principal ?? (access === 'operator' ? OPERATOR : KEYLESS), read);
}

type CheckedBody = { readonly value: unknown } | Failure;

const checkedBodies = new WeakMap<RequestBody, CheckedBody>();

/** Returns the step that parses and checks a large body in one turn, before the steps that read the parsed body. */
export function checkLargeBody(route: ServedRoute): Step {
  return async function checkLargeBody(c, next) {
    const { body } = c.env;
    if (body.sizeBytes > SMALL_BODY_BYTES) {
      checkedBodies.set(body, await readingBody(c.env, route.access, checkBody(route, body)));
    }
    return next();
  };
}

/** Returns the step that validates a route's body. Without a schema, only no body or `{}` is allowed. */
export function validateBody(route: ServedRoute): Step {
  return async function validateBody(c, next) {
    const { body } = c.env;
    const checked =
      checkedBodies.get(body) ?? (await readingBody(c.env, route.access, checkBody(route, body)));
    if (isFailure(checked)) return refuseAndCharge(c, checked);
    c.req.addValidatedData('json', checked.value ?? {});
    return next();
  };
}

function checkBody(route: ServedRoute, body: RequestBody) {
  return async (pace: Pace): Promise<CheckedBody> => {
    const needsNone = route.body === undefined || route.isBodyOptional === true;
    const parsed = body.isEmpty && needsNone ? { value: {} } : await pace.run(body.parseInSteps());
    return isFailure(parsed) ? parsed : checkValue(route, parsed.value, body.sizeBytes)(pace);
  };
}

/** Returns the check of a parsed body against a route's schema. */
export function checkValue(route: ServedRoute, value: unknown, sizeBytes: number) {
  return async ({ spend }: Pick<Pace, 'spend'>): Promise<CheckedBody> => {
    // A pause comes before the check, which is one piece.
    await spend(sizeBytes * CHECKED_BYTE_US);
    const result = await z.safeParseAsync(route.body ?? NO_FIELDS, value);
    return result.success ? { value: result.data } : refuseInvalid(result.error, 'body');
  };
}

async function refuseAndCharge(c: Answering, failure: Failure): Promise<Response> {
  await chargeInvalid(c.env);
  return respondWith(c, failure);
}
