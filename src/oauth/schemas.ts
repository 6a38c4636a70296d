import * as z from 'zod/mini';
import { described, describedCopy, documented } from '../http/documentation.ts';
import { SCOPES } from '../http/route.ts';
import { instant, text } from '../http/wire-fields.ts';

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

const scope = z.enum(SCOPES);

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

export const Client = documented(
  z.object({
    client_id: z.string(),
    name: z.string(),
    environment: z.enum(['test', 'live']),
    redirect_uris: z.array(z.string()),
    allowed_scopes: z.array(scope),
    status: z.enum(['active']),
    created_at: instant,
    updated_at: instant,
    secret_rotated_at: z.nullable(instant),
  }),
  { id: 'OAuthClient' },
);

export const ClientWithSecret = documented(
  z.extend(Client, {
    client_secret: described(z.string(), 'Shown this once; it cannot be retrieved later.'),
  }),
  { id: 'OAuthClientWithSecret' },
);

export const Connection = documented(
  z.object({
    id: z.string(),
    athlete_id: z.string(),
    client_id: z.string(),
    environment: z.enum(['test', 'live']),
    scopes: described(z.array(scope), 'What the athlete allowed.'),
    status: z.enum(['active', 'revoked']),
    created_at: instant,
    connected_at: describedCopy(instant, 'The latest consent.'),
    revoked_at: z.nullable(instant),
  }),
  { id: 'Connection' },
);

function distinct<Item extends z.ZodMiniType>(list: z.ZodMiniArray<Item>) {
  return list.check(
    z.refine((items) => new Set(items).size === items.length, {
      error: 'must not name anything twice',
      params: { code: 'duplicate_item' },
    }),
  );
}

export const clientExample = {
  client_id: 'cli_01kajz8w3t5v9c2b7n4m6q8r0s',
  name: 'Sample Training Platform',
  environment: 'test',
  redirect_uris: ['https://platform.example/oauth/callback'],
  allowed_scopes: ['profile:read', 'activities:read', 'prescriptions:read'],
  status: 'active',
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
  secret_rotated_at: null,
};

export const connectionExample = {
  id: 'con_01kajz8w3t5v9c2b7n4m6q8r0s',
  athlete_id: 'ath_t001jcc9q0x8v5n3m1t7k2b6h4dz',
  client_id: 'cli_01kajz8w3t5v9c2b7n4m6q8r0s',
  environment: 'test',
  scopes: ['profile:read', 'prescriptions:read'],
  status: 'active',
  created_at: '2026-11-21T09:30:00.000Z',
  connected_at: '2026-11-21T09:30:00.000Z',
  revoked_at: null,
};
