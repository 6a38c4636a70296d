import * as z from 'zod/mini';
import { chargeInvalid } from '#platform/access/admit.ts';
import { refuseKeyMembers, refuseOtherAthlete, refuseScope } from '#platform/access/scopes.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, isFailure } from '#platform/http/errors.ts';
import type { Success } from '#platform/http/idempotency.ts';
import { refuseOtherEnvironment } from '#platform/http/request-identifiers.ts';
import type { Route } from '#platform/http/route.ts';
import { refuseInvalid } from '#platform/http/validation.ts';
import type { OperationRequest } from '../agents/call-tool.ts';
import { attribution, callHandler } from './answer.ts';
import { checkValue, NO_FIELDS, readingBody } from './validate.ts';

const ATTRIBUTION = 'X-Service-Data-Attribution';

/**
 * Calls a route within an admitted request, after the same checks as a separate request, in this order: scope,
 * environment, shape, athlete.
 */
export async function callRoute(
  ctx: PartnerContext,
  route: Route,
  { params, query, body, headers }: OperationRequest,
): Promise<Success | Failure> {
  const { principal } = ctx;
  const named = [params.athlete_id, query.athlete_id, athleteOf(body)].filter((id) => id != null);
  const refusal =
    refuseScope(principal, route) ??
    refuseKeyMembers(principal, route, body) ??
    refuseOtherEnvironment(principal.environment, named);
  if (refusal) return refusal;
  const readBody = await readingBody(ctx, route.access, checkValue(route, body, ctx.body.sizeBytes));
  if (isFailure(readBody)) return refuseAndCharge(ctx, readBody);
  const readQuery = await z.safeParseAsync(route.query ?? NO_FIELDS, query);
  if (!readQuery.success) return refuseAndCharge(ctx, refuseInvalid(readQuery.error, 'query'));
  const otherAthlete = refuseOtherAthlete(principal, named);
  if (otherAthlete) return otherAthlete;
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const input = { params, query: readQuery.data, body: readBody.value, headers, path, claim: null };
  const outcome = await callHandler(route, ctx, input);
  const rule = isFailure(outcome) ? outcome.headers?.[ATTRIBUTION] : attribution(outcome);
  if (rule !== undefined) ctx.responseHeaders.set(ATTRIBUTION, rule);
  return outcome;
}

async function refuseAndCharge(ctx: PartnerContext, failure: Failure): Promise<Failure> {
  await chargeInvalid(ctx);
  return failure;
}

function athleteOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'athlete_id' in body ? body.athlete_id : null;
}
