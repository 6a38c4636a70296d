import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { SCOPES } from '#platform/http/route.ts';
import { distinct, publicName, text } from '#platform/http/wire-fields.ts';
import { isRedirectUri, toNormalForm } from './redirect-uri.ts';

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
