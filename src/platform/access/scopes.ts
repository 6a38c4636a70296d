import type { Principal } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { ANY_TOKEN, type RouteAccess } from '../http/route.ts';
import { challenge, refuseMissingScope } from '../http/scopes.ts';
import { isObject } from '../members.ts';

/**
 * Rejects a credential that may not use this route. Null means allowed. An API key may use every partner route except those
 * for tokens only. An athlete's token may use the routes whose scope the athlete allowed.
 */
export function refuseScope(principal: Pick<Principal, 'scopes'>, route: RouteAccess): Failure | null {
  if (route.access !== 'partner') return null;
  if (principal.scopes === null) return route.tokensOnly ? fail('insufficient_scope') : null;
  if (route.scope === null) {
    return fail('insufficient_scope', { headers: { 'WWW-Authenticate': challenge('insufficient_scope') } });
  }
  if (route.scope === ANY_TOKEN) return null;
  return refuseMissingScope(principal, route.scope, ...(route.furtherScopes ?? []));
}

/** Rejects a token's body with a member that only an API key may send. Null if it has none. */
export function refuseKeyMembers(principal: Principal, route: RouteAccess, body: unknown): Failure | null {
  if (route.access !== 'partner' || principal.scopes === null) return null;
  if (!isObject(body)) return null;
  const { keyMembers = [] } = route;
  if (!keyMembers.some((name) => Object.hasOwn(body, name))) return null;
  return fail('insufficient_scope', {
    message: `An athlete's token must not send ${keyMembers.map((name) => `\`${name}\``).join(', ')}.`,
    headers: { 'WWW-Authenticate': challenge('insufficient_scope') },
  });
}

/**
 * Rejects a token's request for another athlete, as if that athlete did not exist. Enforced here for all routes, so no
 * handler can forget it.
 */
export function refuseOtherAthlete({ athleteId }: Principal, athleteIds: readonly unknown[]): Failure | null {
  if (athleteId === null) return null;
  return athleteIds.some((id) => id !== athleteId) ? fail('athlete_not_found') : null;
}
