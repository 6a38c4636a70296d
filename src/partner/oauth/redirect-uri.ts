import type { Environment } from '#platform/env.ts';
import { type Failure, invalid } from '#platform/http/errors.ts';

/**
 * Checks that answers may be sent to this address. It must be absolute, https (or http on a loopback host),
 * spelled as URL parsers spell it, and without fragment or credentials.
 */
export function isRedirectUri(value: string): boolean {
  if (!URL.canParse(value) || value.includes('#') || /[\s*\\]/.test(value)) return false;
  const { href, protocol, hostname, username, password } = new URL(value);
  if (href !== value || username !== '' || password !== '') return false;
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  );
}

/** Returns the spelling of an address that `isRedirectUri` accepts, or null if none exists. */
export function toNormalForm(value: string): string | null {
  if (!URL.canParse(value)) return null;
  const { href } = new URL(value);
  return href !== value && isRedirectUri(href) ? href : null;
}

/**
 * Rejects loopback addresses of a live client. Returns null if there are none. Any program on the athlete's
 * machine can listen there, on any port (RFC 8252 §7.3, §8.3). That is acceptable for development in the
 * sandbox, but not for real data.
 */
export function refuseLoopback(environment: Environment, redirectUris: readonly string[]): Failure | null {
  if (environment === 'test') return null;
  const problems = redirectUris.flatMap((uri, index) =>
    isLoopback(uri)
      ? [
          {
            pointer: `/redirect_uris/${index}`,
            code: 'invalid_format',
            message: 'must not be a loopback address: a live client needs an https address',
          },
        ]
      : [],
  );
  return problems.length === 0 ? null : invalid(...problems);
}

function isLoopback(uri: string): boolean {
  return /^(localhost\.?|.+\.localhost\.?|127(\.\d+){3}|\[::1\])$/.test(new URL(uri).hostname);
}
