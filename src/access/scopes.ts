import type { HonoRequest } from 'hono';
import type { Principal } from '../http/context.ts';
import { athleteIdOfBody } from '../http/environment.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { Route } from '../http/route.ts';
import { challenge, maySee } from '../http/scopes.ts';

/**
 * Whether this kind of credential may call this route at all. An API key reaches every partner route but
 * those for tokens only; an athlete's token those whose scope the athlete allowed. Null means yes.
 */
export function refuseScope(principal: Principal, route: Route): Failure | null {
  if (route.access !== 'partner') return null;
  if (principal.scopes === null) return route.tokensOnly ? fail('insufficient_scope') : null;
  if (route.scope === null) {
    return fail('insufficient_scope', { headers: { 'WWW-Authenticate': challenge('insufficient_scope') } });
  }
  const needed = [route.scope, ...(route.furtherScopes ?? [])];
  if (maySee(principal, ...needed)) return null;
  const scope = needed.join(' ');
  return fail('insufficient_scope', {
    message: `The token needs the scope ${scope}.`,
    headers: { 'WWW-Authenticate': `${challenge('insufficient_scope')}, scope="${scope}"` },
  });
}

/**
 * A token reaches its own athlete and no other: every other identifier, in path, query or body, is as
 * unknown as one that never existed. Held here for all routes, so that no handler has to remember it.
 */
export async function refuseOtherAthlete(principal: Principal, req: HonoRequest): Promise<Failure | null> {
  const { athleteId } = principal;
  if (athleteId === null) return null;
  const named = [req.param('athlete_id'), req.query('athlete_id'), await athleteIdOfBody(req)];
  const isOther = named.some((id) => id !== undefined && id !== null && id !== athleteId);
  return isOther ? fail('athlete_not_found') : null;
}
