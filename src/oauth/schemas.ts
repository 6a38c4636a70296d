import * as z from 'zod/mini';
import { described, documented } from '../http/described.ts';
import { SCOPES } from '../http/route.ts';
import { text } from '../http/wire-fields.ts';

const REDIRECT_URIS_MAX = 10;

const REDIRECT_URI_LENGTH_MAX = 2000;

/**
 * An address that answers may be sent to: absolute, https (or http on this machine's loopback, for
 * development), without fragment or credentials. Compared character by character (RFC 9700 §2.1).
 */
const redirectUri = text(REDIRECT_URI_LENGTH_MAX, 1).check(
  z.refine(isRedirectUri, {
    error:
      'must be an absolute https address (http on localhost or 127.0.0.1) without fragment or credentials',
    params: { code: 'invalid_format' },
  }),
);

function isRedirectUri(value: string): boolean {
  if (!URL.canParse(value) || value.includes('#') || /[\s*\\]/.test(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  if (username !== '' || password !== '') return false;
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  );
}

export const scope = z.enum(SCOPES);

export const ClientInput = documented(
  z.strictObject({
    name: described(text(100, 1), 'What athletes read when they are asked for their consent.'),
    redirect_uris: described(
      distinct(z.array(redirectUri).check(z.minLength(1), z.maxLength(REDIRECT_URIS_MAX))),
      'Where answers may be sent. An authorization request must repeat one of them exactly.',
    ),
    allowed_scopes: described(
      distinct(z.array(scope).check(z.minLength(1))),
      'The most that this client may ask for.',
    ),
  }),
  { id: 'OAuthClientInput' },
);

export const ClientPatch = documented(z.partial(ClientInput), {
  id: 'OAuthClientPatch',
  description: 'An absent field stays as it is. A scope that is taken away is gone from every connection.',
});

function distinct<Item extends z.ZodMiniType>(list: z.ZodMiniArray<Item>) {
  return list.check(
    z.refine((items) => new Set(items).size === items.length, {
      error: 'must not name anything twice',
      params: { code: 'duplicate_item' },
    }),
  );
}
