import * as z from 'zod/mini';
import type { PartnerContext, Principal } from './context.ts';
import { type Failure, fail } from './errors.ts';
import { described, documented } from './openapi-metadata.ts';
import { SCOPES, type Scope } from './route.ts';

/**
 * Returns whether the caller has all of these scopes. An API key has every scope. Every response with an athlete's data,
 * for reads and writes, checks this and replaces members that the caller may not see with null.
 */
export function maySee({ scopes }: Pick<Principal, 'scopes'>, ...needed: readonly Scope[]): boolean {
  return scopes === null || needed.every((scope) => scopes.includes(scope));
}

/** Returns whether a text is the name of a scope. */
export function isScope(name: string): name is Scope {
  return SCOPES.some((scope) => scope === name);
}

/** Rejects a token that lacks any of these scopes, with a challenge that lists them. Null if it has all. */
export function refuseMissingScope(
  principal: Pick<Principal, 'scopes'>,
  ...needed: readonly Scope[]
): Failure | null {
  if (maySee(principal, ...needed)) return null;
  const scope = needed.join(' ');
  return fail('insufficient_scope', {
    message: `The token needs the scope ${scope}.`,
    headers: { 'WWW-Authenticate': `${challenge('insufficient_scope')}, scope="${scope}"` },
  });
}

/** Returns the context of a caller who sees every member, for a response that is stored and masked when shown. */
export function withEveryScope(ctx: PartnerContext): PartnerContext {
  return { ...ctx, principal: { ...ctx.principal, scopes: null } };
}

/** A body with some members shown and the rest null. */
type Withheld<Body, Shown> = Body extends unknown
  ? { [Name in keyof Body]: Name extends Shown ? Body[Name] : null }
  : never;

/** Returns a body with null for every member except those that are always shown. */
export function withhold<Body extends object, Shown extends string>(
  body: Body,
  alwaysShown: readonly Shown[],
): Withheld<Body, Shown> {
  const isShown = (name: string) => alwaysShown.some((shown) => shown === name);
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, isShown(name) ? value : null]),
  ) as Withheld<Body, Shown>;
}

/** Returns the challenge for a rejected token (RFC 6750 §3), for clients that read challenges rather than bodies. */
export function challenge(error: 'invalid_token' | 'insufficient_scope'): string {
  return `Bearer error="${error}"`;
}

const withheld = described(z.null(), 'Null, because the token lacks the required scope.');

/** Creates the schema of a response in which a token may see only some members and the rest are null. */
export function withheldSchema<Shape extends z.core.$ZodShape, Shown extends string>(
  schema: z.ZodMiniObject<Shape>,
  alwaysShown: readonly Shown[],
  documentation: { readonly id: string; readonly description: string },
) {
  const isShown = (name: string) => alwaysShown.some((shown) => shown === name);
  const shape = Object.fromEntries(
    Object.entries(schema.shape).map(([name, member]) => [name, isShown(name) ? member : withheld]),
  ) as { [Name in keyof Shape]: Name extends Shown ? Shape[Name] : typeof withheld };
  return documented(z.object(shape), documentation);
}
