import type { MiddlewareHandler } from 'hono';
import type { VerifyAccessToken } from '../access/access-grant.ts';
import { admit, knownRefusal } from '../access/admit.ts';
import { authenticate, credentialsOf } from '../access/authenticate.ts';
import { authenticateOperator } from '../access/operator.ts';
import { isFailure } from '../http/errors.ts';
import { namedAthletes, refuseOtherEnvironment } from '../http/named-athletes.ts';
import type { Route } from '../http/route.ts';
import { respondWith, type ServiceEnv } from '../http/service.ts';

type Step = MiddlewareHandler<ServiceEnv>;

/** Returns the step that identifies the caller of a route and admits it, or answers with the refusal. */
export function identify(route: Route): Step {
  switch (route.access) {
    case 'public':
      return (_c, next) => next();
    case 'operator':
      return identifyOperator;
    case 'partner':
      return identifyPartner(route);
  }
}

const identifyOperator: Step = async function identifyOperator(c, next) {
  const failure = await authenticateOperator(c.env, credentialsOf(c.req));
  return failure ? respondWith(c, failure) : next();
};

/** Loads the OAuth protocol with an isolate's first token. */
const verifyToken: VerifyAccessToken = async (ctx, token) => {
  const { verifyAccessToken } = await import('../oauth/verify-access-token.ts');
  return verifyAccessToken(ctx, token);
};

function identifyPartner(route: Route): Step {
  const isAdmittedAlongside = route.method === 'GET' && !(route.access === 'partner' && route.admitFirst);
  return async function identifyPartner(c, next) {
    const ctx = c.env;
    const credential = await authenticate(ctx, credentialsOf(c.req), verifyToken);
    if (isFailure(credential)) return respondWith(c, credential);
    const known = knownRefusal(ctx, credential);
    if (known) return respondWith(c, known);
    const admission = admit(ctx, credential, route);
    if (!isAdmittedAlongside) {
      const refusal = await admission;
      return refusal ? respondWith(c, refusal) : next();
    }
    // Awaited below in every case; until then a failing guard must not count as unhandled.
    admission.catch(() => undefined);
    await next();
    // A read may run while its admission is still being decided, but its answer may not leave before.
    const refusal = await admission;
    if (!refusal) return;
    // Hono would copy the headers of the replaced answer, and a refusal must not show anything of a read.
    c.res = undefined;
    c.res = respondWith(c, refusal);
  };
}

/** Rejects a partner's request that names an athlete of the other environment. */
export const refuseForeignEnvironment: Step = async function refuseForeignEnvironment(c, next) {
  const { principal } = c.env;
  const mismatch = principal && refuseOtherEnvironment(principal.environment, namedAthletes(c.env, c.req));
  return mismatch ? respondWith(c, mismatch) : next();
};
