import type { Context, Next } from 'hono';
import { admit, knownRefusal } from '#platform/access/admit.ts';
import {
  authenticate,
  authenticateOperator,
  type Credentials,
  credentialsOf,
  refuseMalformed,
} from '#platform/access/authenticate.ts';
import type { VerifyAccessToken } from '#platform/access/find-grant.ts';
import { refuseKeyMembers, refuseScope } from '#platform/access/scopes.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { type Failure, isFailure, RequestRefused } from '#platform/http/errors.ts';
import { namedAthletes, refuseOtherEnvironment } from '#platform/http/request-identifiers.ts';
import type { Resource, RouteAccess } from '#platform/http/route.ts';
import { respondWith, type ServiceEnv, type Step } from '#platform/http/service.ts';

type PartnerAccess = Extract<RouteAccess, { access: 'partner' }>;
type OpenAccess = Exclude<RouteAccess, { access: 'partner' }>;

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
export function identify(route: RouteAccess): Step {
  switch (route.access) {
    case 'public':
      return admitAnyone(route);
    case 'operator':
      return identifyOperator;
    case 'partner':
      return identifyPartner(route);
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
    return verifyAccessToken(ctx, token, resource);
  };
}

function identifyPartner(route: PartnerAccess): Step {
  const isAdmittedAlongside = route.duringAdmission ?? route.method === 'GET';
  const verifyAccessToken = verifierFor(route.resource ?? 'api');
  // A read looks at its scopes after its first rows, which wait for the token. Other operations may look before.
  const tokens = { verifyAccessToken, mayRecall: isAdmittedAlongside && route.method === 'GET' };
  return async function identifyPartner(c, next) {
    const ctx = c.env;
    const caller = await authenticate(ctx, credentialsOf(c.req), tokens);
    if (isFailure(caller)) return respondWith(c, caller);
    const known = knownRefusal(ctx, caller);
    if (known) return respondWith(c, known);
    const admission = admit(ctx, caller, route);
    // A handler runs only for the kind of credential that its route is for. For another, it would fail.
    const mayStart = ctx.principal !== null && refuseScope(ctx.principal, route) === null;
    if (isAdmittedAlongside && mayStart) return answerWhileAdmitting(c, next, admission);
    const refusal = await admission;
    return refusal ? respondWith(c, refusal) : next();
  };
}

/** Runs the handler while its caller is being admitted. Reads may start, but writes and the answer wait for the outcome. */
async function answerWhileAdmitting(
  c: Context<ServiceEnv>,
  next: Next,
  admission: Promise<Failure | null>,
): Promise<void> {
  // Always awaited below. Prevents an unhandled rejection until then.
  admission.catch(() => undefined);
  c.env.writeConditions.push(async () => {
    const refusal = await admission;
    if (refusal) throw new RequestRefused(refusal);
  });
  await next();
  const answer = c.res;
  // Otherwise Hono would copy the answer's headers, and a refusal must not reveal anything from a read.
  c.res = undefined;
  const refusal = await admission;
  c.res = refusal ? respondWith(c, refusal) : answer;
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
