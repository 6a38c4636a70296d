import type { Context, MiddlewareHandler, Next } from 'hono';
import type { AccessGrant, VerifyAccessToken } from '#platform/access/access-grant.ts';
import { admit, knownRefusal } from '#platform/access/admit.ts';
import {
  accessTokenOf,
  authenticate,
  type Credentials,
  credentialsOf,
  refuseMalformed,
} from '#platform/access/authenticate.ts';
import { isSameGrant, noteGrant, recallGrant } from '#platform/access/known-grants.ts';
import { authenticateOperator } from '#platform/access/operator.ts';
import { refuseKeyMembers, refuseScope } from '#platform/access/scopes.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { type Failure, fail, isFailure, RequestRefused } from '#platform/http/errors.ts';
import { namedAthletes, refuseOtherEnvironment } from '#platform/http/named-athletes.ts';
import type { Resource, RouteAccess } from '#platform/http/route.ts';
import { respondWith, type ServiceEnv } from '#platform/http/service.ts';

type Step = MiddlewareHandler<ServiceEnv>;

type PartnerAccess = Extract<RouteAccess, { access: 'partner' }>;
type OpenAccess = Exclude<RouteAccess, { access: 'partner' }>;

/** Answers a request again from the start. */
type AnswerAgain = (c: Context<ServiceEnv>) => Response | Promise<Response>;

/** Rejects a credential that needs no look-up to be rejected. Null if the route's caller may be admitted. */
export async function refuseCredential(
  { access }: Pick<RouteAccess, 'access'>,
  ctx: RequestContext,
  credentials: Credentials,
): Promise<Failure | null> {
  switch (access) {
    case 'public':
      return null;
    case 'operator':
      return authenticateOperator(ctx, credentials);
    case 'partner':
      return refuseMalformed(ctx, credentials);
  }
}

/** Returns the step that identifies and admits a route's caller, or answers with the refusal. */
export function identify(route: RouteAccess, answerAgain: AnswerAgain): Step {
  switch (route.access) {
    case 'public':
      return admitAnyone(route);
    case 'operator':
      return identifyOperator;
    case 'partner':
      return identifyPartner(route, answerAgain);
  }
}

/** Returns the step that charges a caller without a key, if the route has a budget for each address. */
function admitAnyone({ admitAnyone: admit }: OpenAccess): Step {
  if (admit === undefined) return (_c, next) => next();
  return async function admitAnyone(c, next) {
    const refusal = await admit(c.env, credentialsOf(c.req).address);
    return refusal ? respondWith(c, refusal) : next();
  };
}

const identifyOperator: Step = async function identifyOperator(c, next) {
  const failure = await authenticateOperator(c.env, credentialsOf(c.req));
  return failure ? respondWith(c, failure) : next();
};

/** Returns the token verifier of a resource. It loads the OAuth code with an isolate's first token. */
function verifierFor(resource: Resource): VerifyAccessToken {
  return async (ctx, token) => {
    const { verifyAccessToken } = await import('#partner/oauth/verify-access-token.ts');
    const grant = await verifyAccessToken(ctx, token, resource);
    await noteGrant(ctx, token, grant);
    return grant;
  };
}

function identifyPartner(route: PartnerAccess, answerAgain: AnswerAgain): Step {
  const isAdmittedAlongside = route.duringAdmission ?? route.method === 'GET';
  const verifyToken = verifierFor(route.resource ?? 'api');
  return async function identifyPartner(c, next) {
    const ctx = c.env;
    const credentials = credentialsOf(c.req);
    const verification = authenticate(ctx, credentials, verifyToken);
    // Always awaited below. Prevents an unhandled rejection until then.
    verification.catch(() => undefined);
    const assumed =
      isAdmittedAlongside && route.method === 'GET' ? await grantToAssume(ctx, credentials) : null;
    if (assumed && refuseScope(assumed, route) === null) {
      const admission = admit(ctx, assumed, route);
      const judged = judge(verification, assumed, admission);
      return answerWhileAdmitting(c, next, judged, answerAgain);
    }
    const credential = await verification;
    if (isFailure(credential)) return respondWith(c, credential);
    const known = knownRefusal(ctx, credential);
    if (known) return respondWith(c, known);
    const admission = admit(ctx, credential, route);
    // A handler runs only for the kind of credential that its route is for. For another, it would fail.
    const mayStart = ctx.principal !== null && refuseScope(ctx.principal, route) === null;
    if (isAdmittedAlongside && mayStart) return answerWhileAdmitting(c, next, admission, answerAgain);
    const refusal = await admission;
    return refusal ? respondWith(c, refusal) : next();
  };
}

/** Returns a token's recently verified grant, so that a read may start while the token is verified again. */
async function grantToAssume(ctx: RequestContext, credentials: Credentials): Promise<AccessGrant | null> {
  const token = accessTokenOf(credentials);
  const grant = token === null ? null : await recallGrant(ctx, token);
  return grant && knownRefusal(ctx, grant) === null ? grant : null;
}

/** Signals that the token's grant differs from the one that the read started with. */
const CHANGED = Symbol('the grant has changed');

type Judgement = Failure | typeof CHANGED | null;

/** Returns null if the token is admitted and still has the assumed grant. */
async function judge(
  verification: ReturnType<typeof authenticate>,
  assumed: AccessGrant,
  admission: Promise<Failure | null>,
): Promise<Judgement> {
  // Awaited below unless the token is refused. Prevents an unhandled rejection.
  admission.catch(() => undefined);
  const credential = await verification;
  if (isFailure(credential)) return credential;
  return isSameGrant(assumed, credential) ? admission : CHANGED;
}

/**
 * Runs the handler while its caller is still being checked. Reads may start, but writes and the answer wait for the
 * outcome. A read that assumed another grant is repeated with the verified one.
 */
async function answerWhileAdmitting(
  c: Context<ServiceEnv>,
  next: Next,
  judged: Promise<Judgement>,
  answerAgain: AnswerAgain,
): Promise<void> {
  const ctx = c.env;
  // Always awaited below. Prevents an unhandled rejection until then.
  judged.catch(() => undefined);
  ctx.writeConditions.push(() => refuseWriteUnless(judged));
  await next();
  const judgement = await judged;
  if (judgement === null) return;
  // Otherwise Hono would copy the replaced answer's headers, and a refusal must not reveal anything from a read.
  c.res = undefined;
  c.res = judgement === CHANGED ? await restartRequest(c, answerAgain) : respondWith(c, judgement);
}

async function restartRequest(c: Context<ServiceEnv>, answerAgain: AnswerAgain): Promise<Response> {
  const ctx = c.env;
  const token = accessTokenOf(credentialsOf(c.req));
  if (token !== null) await noteGrant(ctx, token, null);
  ctx.principal = null;
  ctx.responseHeaders.clear();
  ctx.rateLimits.clear();
  ctx.log.errorCode = null;
  ctx.writeConditions.length = 0;
  return answerAgain(c);
}

async function refuseWriteUnless(judged: Promise<Judgement>): Promise<void> {
  const judgement = await judged;
  if (judgement === null) return;
  // For a changed grant the request is answered again, so nobody sees this failure.
  throw new RequestRefused(judgement === CHANGED ? fail('temporarily_unavailable') : judgement);
}

/** Returns the step that rejects a token's body if it contains a member reserved for API keys. */
export function refuseKeyOnlyMembers(route: RouteAccess): Step {
  if (route.access !== 'partner' || route.keyMembers === undefined) return (_c, next) => next();
  return async function refuseKeyOnlyMembers(c, next) {
    const { principal, body } = c.env;
    const parsed = body.parse();
    const refusal = principal && !isFailure(parsed) ? refuseKeyMembers(principal, route, parsed.value) : null;
    return refusal ? respondWith(c, refusal) : next();
  };
}

/** Rejects a partner's request that names an athlete of the other environment. */
export const refuseForeignEnvironment: Step = async function refuseForeignEnvironment(c, next) {
  const { principal } = c.env;
  const mismatch = principal && refuseOtherEnvironment(principal.environment, namedAthletes(c.env, c.req));
  return mismatch ? respondWith(c, mismatch) : next();
};
