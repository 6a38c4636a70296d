import type { PartnerContext, Principal } from './context.ts';
import { type Failure, fail } from './errors.ts';
import type { Scope } from './route.ts';

/**
 * Returns whether the caller has all of these scopes; an API key has every scope. Every answer that shows an athlete's
 * data asks this, of reads and writes: a member that the caller may not see is null.
 */
export function maySee({ scopes }: Principal, ...needed: readonly Scope[]): boolean {
  return scopes === null || needed.every((scope) => scopes.includes(scope));
}

/** Rejects a token that lacks one of these scopes, with the challenge that names them; null if it has all. */
export function refuseMissingScope(principal: Principal, ...needed: readonly Scope[]): Failure | null {
  if (maySee(principal, ...needed)) return null;
  const scope = needed.join(' ');
  return fail('insufficient_scope', {
    message: `The token needs the scope ${scope}.`,
    headers: { 'WWW-Authenticate': `${challenge('insufficient_scope')}, scope="${scope}"` },
  });
}

/** Returns the context of a caller who sees every member, for an answer that is kept and masked when it is shown. */
export function withEveryScope(ctx: PartnerContext): PartnerContext {
  return { ...ctx, principal: { ...ctx.principal, scopes: null } };
}

/** Returns an answer with null for every member but those that are always shown. */
export function withhold(body: object, alwaysShown: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, alwaysShown.includes(name) ? value : null]),
  );
}

/** Returns the challenge of a refused token (RFC 6750 §3), for clients that read challenges rather than bodies. */
export function challenge(error: 'invalid_token' | 'insufficient_scope'): string {
  return `Bearer error="${error}"`;
}
