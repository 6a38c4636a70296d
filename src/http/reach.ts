import type { HonoRequest } from 'hono';
import type { Principal } from './context.ts';
import { athleteIdOfBody } from './environment.ts';
import { type Failure, fail } from './errors.ts';
import type { Route, Scope } from './route.ts';

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
 * Whether the caller may see what these scopes open together. An API key sees everything. Asked by whatever shows an
 * athlete's data, in reads and in the answers of writes: a member that the caller may not see is null.
 */
export function maySee({ scopes }: Principal, ...needed: readonly Scope[]): boolean {
  return scopes === null || needed.every((scope) => scopes.includes(scope));
}

/** Returns an answer with null for every member but those that are always shown. */
export function withhold(body: object, alwaysShown: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, alwaysShown.includes(name) ? value : null]),
  );
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

/** RFC 6750 §3: what was wrong with the token, for clients that read challenges rather than bodies. */
export function challenge(error: 'invalid_token' | 'insufficient_scope'): string {
  return `Bearer error="${error}"`;
}
