import type { Principal } from './context.ts';
import type { Scope } from './route.ts';

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

/** RFC 6750 §3: what was wrong with the token, for clients that read challenges rather than bodies. */
export function challenge(error: 'invalid_token' | 'insufficient_scope'): string {
  return `Bearer error="${error}"`;
}
