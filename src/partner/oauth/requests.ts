import * as z from 'zod/mini';
import type { Environment } from '#platform/env.ts';
import { type Failure, invalid } from '#platform/http/errors.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { SCOPES } from '#platform/http/route.ts';
import { distinct, publicName, text } from '#platform/http/wire-fields.ts';

const REDIRECT_URIS_MAX = 10;

const REDIRECT_URI_LENGTH_MAX = 2000;

/** A redirect address in its normal form. Requests must repeat it exactly (RFC 9700 §2.1). */
const redirectUri = text(REDIRECT_URI_LENGTH_MAX, 1).check(
  z.refine(isRedirectUri, {
    error: ({ input }) => {
      const normal = typeof input === 'string' ? toNormalForm(input) : null;
      return normal === null
        ? 'must be an absolute https address (http on localhost, 127.0.0.1 or [::1]) without fragment or credentials'
        : `must be in its normal form: ${normal}`;
    },
    params: { code: 'invalid_format' },
  }),
);

export const scope = z.enum(SCOPES);

const clientFields = {
  name: publicName('The name that athletes see on the consent page:'),
  redirect_uris: described(
    distinct(z.array(redirectUri).check(z.minLength(1), z.maxLength(REDIRECT_URIS_MAX))),
    'Addresses that the authorization server may redirect to. They must use https and be spelled as a URL parser normalizes them. An authorization request must repeat one of them exactly. Sandbox clients can also use loopback addresses (http on localhost, 127.0.0.1 or [::1]), for which the request can name any port (RFC 8252).',
  ),
  allowed_scopes: described(
    distinct(z.array(scope).check(z.minLength(1), z.maxLength(SCOPES.length))),
    'Scopes that this client can request from athletes.',
  ),
};

export const ClientInput = documented(
  z.strictObject({
    ...clientFields,
    public: described(
      z.optional(z.boolean()),
      'Set to true for an application that cannot keep a secret, such as an assistant on the athlete’s machine. It gets no secret and authenticates at `/oauth/token` with its `client_id` and PKCE. Cannot be changed. Default: false.',
    ),
  }),
  { id: 'OAuthClientInput' },
);

export const ClientPatch = documented(z.partial(z.strictObject(clientFields)), {
  id: 'OAuthClientPatch',
  description: 'Missing fields stay unchanged. Removing a scope removes it from every connection.',
});

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
function toNormalForm(value: string): string | null {
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
