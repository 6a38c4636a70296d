import * as z from 'zod/mini';
import { described, documented } from '../http/openapi-metadata.ts';
import { SCOPES } from '../http/route.ts';
import { text } from '../http/wire-fields.ts';
import { isRedirectUri, normalFormOf } from './redirect-uri.ts';

const REDIRECT_URIS_MAX = 10;

const REDIRECT_URI_LENGTH_MAX = 2000;

/** An address that answers may be sent to, in its normal form. Compared character by character (RFC 9700 §2.1). */
const redirectUri = text(REDIRECT_URI_LENGTH_MAX, 1).check(
  z.refine(isRedirectUri, {
    error: ({ input }) => {
      const normal = typeof input === 'string' ? normalFormOf(input) : null;
      return normal === null
        ? 'must be an absolute https address (http on localhost, 127.0.0.1 or [::1]) without fragment or credentials'
        : `must be in its normal form: ${normal}`;
    },
    params: { code: 'invalid_format' },
  }),
);

/** A name as athletes read it: nothing in it moves what stands around it, and something of it can be seen. */
const clientName = text(100, 1).check(
  z.refine(isReadableName, {
    error:
      'must be visible, without control characters, line separators or marks that change the direction of text',
    params: { code: 'invalid_format' },
  }),
);

/** An empty name and one with NUL have been refused by `text` already: one problem is enough. */
function isReadableName(name: string): boolean {
  if (name === '' || name.includes('\u0000')) return true;
  if (/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name)) return false;
  // U+3164 and U+2800 are letters and symbols by their category and blank on every screen.
  return name.replace(/[\p{Default_Ignorable_Code_Point}\p{White_Space}\u3164\u2800]/gu, '') !== '';
}

export const scope = z.enum(SCOPES);

export const ClientInput = documented(
  z.strictObject({
    name: described(
      clientName,
      'What athletes read when they are asked for their consent. Something of it must be visible; control characters, line separators and marks that change the direction of text are refused.',
    ),
    redirect_uris: described(
      distinct(z.array(redirectUri).check(z.minLength(1), z.maxLength(REDIRECT_URIS_MAX))),
      'Where answers may be sent: https addresses, in the form that URL parsers give them. An authorization request must repeat one of them exactly. In the sandbox also loopback addresses (http on localhost, 127.0.0.1 or [::1]), where the request may name any port (RFC 8252); live clients have none.',
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
