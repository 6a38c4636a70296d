import * as z from 'zod/mini';
import { chargeInvalid } from '#platform/access/admit.ts';
import { refuseKeyMembers, refuseOtherAthlete, refuseScope } from '#platform/access/scopes.ts';
import { isPartnerContext, type PartnerContext, untilAdmitted } from '#platform/http/context.ts';
import { type ErrorBody, type Failure, fail, isFailure } from '#platform/http/errors.ts';
import type { Success } from '#platform/http/idempotency.ts';
import { refuseOtherEnvironment } from '#platform/http/request-identifiers.ts';
import { ANY_TOKEN, type Route } from '#platform/http/route.ts';
import { failureOf, newService, respondWith, type Step } from '#platform/http/service.ts';
import { refuseInvalid } from '#platform/http/validation.ts';
import { memberOf } from '#platform/members.ts';
import { answerMessage, refuseUnreadable } from '../agents/answer-message.ts';
import type { Caller, OperationRequest } from '../agents/call-tool.ts';
import { attribution, callHandler } from './answer.ts';
import { nameOperation, openBody, receiveBody } from './dispatch.ts';
import { identify } from './identify.ts';
import { ROUTES } from './routes.ts';
import { checkValue, NO_FIELDS, readingBody } from './validate.ts';

/** Admits any token of this resource. Its scopes determine the tools it may call. */
const MCP = {
  operationId: 'callAgents',
  access: 'partner',
  method: 'POST',
  path: '/mcp',
  scope: ANY_TOKEN,
  resource: 'mcp',
  // Tools may start reading during admission. `callTool` waits where an operation may not.
  duringAdmission: true,
  body: 'a message',
  bodyLimitBytes: 256 * 1024,
} as const;

/** Rejects requests from other sites' pages, which could call through a visitor's browser. */
const refuseForeignOrigin: Step = async function refuseForeignOrigin(c, next) {
  const origin = c.req.header('origin');
  const isForeign = origin !== undefined && origin !== new URL(c.env.env.baseUrl).origin;
  return isForeign ? respondWith(c, fail('foreign_origin')) : next();
};

/**
 * Adds this resource's metadata address to every 401, so that clients find the authorization server (RFC 9728
 * §5.1).
 */
const nameMetadata: Step = async function nameMetadata(c, next) {
  await next();
  if (c.res.status !== 401) return;
  const challenge = c.res.headers.get('WWW-Authenticate') ?? 'Bearer';
  const metadata = `resource_metadata="${c.env.env.baseUrl}/.well-known/oauth-protected-resource${MCP.path}"`;
  c.res.headers.set('WWW-Authenticate', `${challenge}${challenge.includes('=') ? ',' : ''} ${metadata}`);
};

/**
 * Adds the wait to the text of a refusal that has one. Clients of the protocol show an assistant this text, and not the
 * headers.
 */
const sayWhenToRetry: Step = async function sayWhenToRetry(c, next) {
  await next();
  const seconds = Number(c.res.headers.get('Retry-After'));
  if (c.res.ok || !(seconds > 0)) return;
  const { error }: ErrorBody = await c.res.json();
  const message = `${error.message} Try again after ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`;
  c.res = Response.json({ error: { ...error, message } }, c.res);
};

/** Answers assistants of athletes and partners. Loaded lazily with the first such request. */
export const agents = newService();

agents.post(
  MCP.path,
  nameOperation(MCP),
  refuseForeignOrigin,
  nameMetadata,
  sayWhenToRetry,
  openBody(MCP),
  identify(MCP),
  receiveBody(MCP),
  async (c) => {
    const ctx = c.env;
    if (!isPartnerContext(ctx)) return respondWith(c, fail('missing_authorization'));
    ctx.isForAssistant = true;
    const message = await readingBody(ctx, MCP.access, (pace) => pace.run(ctx.body.parseInSteps()));
    const answer = isFailure(message)
      ? refuseUnreadable()
      : await answerMessage(callerFor(ctx, c.req.raw.headers), ROUTES, c.req.raw, message.value);
    if (!answer.ok) ctx.log.errorCode ??= 'invalid_message';
    return new Response(answer.body, answer);
  },
);

async function callTool(ctx: PartnerContext, route: Route, request: OperationRequest) {
  const isReadFirst =
    route.method === 'GET' || (route.access === 'partner' && route.duringAdmission === true);
  if (!isReadFirst) await untilAdmitted(ctx);
  return callRoute(ctx, route, request);
}

const ATTRIBUTION = 'X-Service-Data-Attribution';

/**
 * Calls a route within an admitted request, after the same checks as a separate request, in this order: scope,
 * environment, shape, athlete.
 */
async function callRoute(
  ctx: PartnerContext,
  route: Route,
  { params, query, body, headers }: OperationRequest,
): Promise<Success | Failure> {
  const { principal } = ctx;
  const named = [params.athlete_id, query.athlete_id, memberOf(body, 'athlete_id')].filter(
    (id) => id != null,
  );
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

function callerFor(ctx: PartnerContext, headers: Headers): Caller {
  return {
    athleteId: ctx.principal.athleteId,
    acceptLanguage: headers.get('Accept-Language'),
    requestId: ctx.requestId,
    baseUrl: ctx.env.baseUrl,
    mayCall: (route) => refuseScope(ctx.principal, route) === null,
    async call(route, request) {
      const outcome = await callTool(ctx, route, request).catch((fault: unknown) => failureOf(ctx, fault));
      if (isFailure(outcome)) ctx.log.errorCode = outcome.failure;
      return outcome;
    },
    noteTool(name) {
      ctx.log.route = `${MCP.method} ${MCP.path} ${name}`;
    },
    noteLanguage(language) {
      ctx.responseHeaders.set('Content-Language', language);
      ctx.responseHeaders.set('Vary', 'Accept-Language');
    },
  };
}
