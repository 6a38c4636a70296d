import * as z from 'zod/mini';
import { ENVIRONMENTS } from '#platform/env.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { isScope } from '#platform/http/scopes.ts';
import { instant, isoInstant, isoInstantOrNull } from '#platform/http/wire-fields.ts';
import { exampleIdOf } from '#platform/storage/ids.ts';
import type { ClientRow } from '#platform/storage/registry-schema.ts';
import { scope } from './requests.ts';

export const Client = documented(
  z.object({
    client_id: z.string(),
    name: z.string(),
    public: described(
      z.boolean(),
      'True for a client without a secret, which authenticates with PKCE alone.',
    ),
    environment: z.enum(ENVIRONMENTS),
    redirect_uris: z.array(z.string()),
    allowed_scopes: z.array(scope),
    status: z.enum(['active']),
    created_at: instant,
    updated_at: instant,
    secret_rotated_at: z.nullable(instant),
  }),
  { id: 'OAuthClient' },
);

export type Client = z.output<typeof Client>;

export const ClientWithSecret = documented(
  z.extend(Client, {
    client_secret: described(z.string(), 'Shown only once. It cannot be retrieved later.'),
  }),
  { id: 'OAuthClientWithSecret' },
);

/** The answer to the creation of a client. A public client's has no secret. */
export const NewClient = z.union([ClientWithSecret, Client]);

export type NewClient = z.output<typeof NewClient>;

export const clientExample: Client = {
  client_id: exampleIdOf('cli'),
  name: 'Sample Training Platform',
  public: false,
  environment: 'test',
  redirect_uris: ['https://platform.example/oauth/callback'],
  allowed_scopes: ['profile:read', 'activities:read', 'prescriptions:read'],
  status: 'active',
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
  secret_rotated_at: null,
};

/** Maps a client to its wire form, without its secret or hash. */
export function clientToWire(client: ClientRow): Client {
  return {
    client_id: client.clientId,
    name: client.name,
    public: client.isPublic,
    environment: client.environment,
    redirect_uris: client.redirectUris,
    allowed_scopes: client.allowedScopes.filter(isScope),
    // Deleted clients are never shown.
    status: 'active',
    created_at: isoInstant(client.createdAt),
    updated_at: isoInstant(client.updatedAt),
    secret_rotated_at: isoInstantOrNull(client.secretRotatedAt),
  };
}
