import type { PartnerContext, Principal } from './context.ts';
import { type Failure, fail } from './errors.ts';
import { SCOPES, type Scope } from './route.ts';

/**
 * Returns whether the caller has all of these scopes; an API key has every scope. Every answer that shows an athlete's
 * data asks this, of reads and writes: a member that the caller may not see is null.
 */
export function maySee({ scopes }: Principal, ...needed: readonly Scope[]): boolean {
  return scopes === null || needed.every((scope) => scopes.includes(scope));
}

/** Returns whether a stored or sent text is the name of a scope. */
export function isScope(name: string): name is Scope {
  return SCOPES.some((scope) => scope === name);
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

/** A body in which only some members are shown and the others are null. */
export type Withheld<Body, Shown> = Body extends unknown
  ? { [Name in keyof Body]: Name extends Shown ? Body[Name] : null }
  : never;

/** Returns an answer with null for every member but those that are always shown. */
export function withhold<Body extends object, Shown extends string>(
  body: Body,
  alwaysShown: readonly Shown[],
): Withheld<Body, Shown> {
  const isShown = (name: string) => alwaysShown.some((shown) => shown === name);
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, isShown(name) ? value : null]),
  ) as Withheld<Body, Shown>;
}

/** Returns the challenge of a refused token (RFC 6750 §3), for clients that read challenges rather than bodies. */
export function challenge(error: 'invalid_token' | 'insufficient_scope'): string {
  return `Bearer error="${error}"`;
}
