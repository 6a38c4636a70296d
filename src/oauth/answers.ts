import * as z from 'zod/mini';
import { described, describedCopy, documented } from '../http/openapi-metadata.ts';
import { instant } from '../http/wire-fields.ts';
import { scope } from './requests.ts';

export const Client = documented(
  z.object({
    client_id: z.string(),
    name: z.string(),
    public: described(z.boolean(), 'Whether the client has no secret and authenticates with PKCE alone.'),
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

export type Client = z.output<typeof Client>;

export const ClientWithSecret = documented(
  z.extend(Client, {
    client_secret: described(z.string(), 'Shown only once; it cannot be retrieved later.'),
  }),
  { id: 'OAuthClientWithSecret' },
);

/** The answer to the creation of a client: the secret of a public one is missing. */
export const NewClient = z.union([ClientWithSecret, Client]);

export type NewClient = z.output<typeof NewClient>;

export const Connection = documented(
  z.object({
    id: z.string(),
    athlete_id: z.string(),
    client_id: z.string(),
    environment: z.enum(['test', 'live']),
    scopes: described(z.array(scope), 'Scopes that the athlete allowed.'),
    status: z.enum(['active', 'revoked']),
    created_at: instant,
    connected_at: describedCopy(
      instant,
      'The time at which the latest consent took effect, when its code was exchanged.',
    ),
    revoked_at: z.nullable(instant),
  }),
  { id: 'Connection' },
);

export type Connection = z.output<typeof Connection>;

export const clientExample = {
  client_id: 'cli_01kajz8w3t5v9c2b7n4m6q8r0s',
  name: 'Sample Training Platform',
  public: false,
  environment: 'test',
  redirect_uris: ['https://platform.example/oauth/callback'],
  allowed_scopes: ['profile:read', 'activities:read', 'prescriptions:read'],
  status: 'active',
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
  secret_rotated_at: null,
} satisfies Client;

export const connectionExample = {
  id: 'con_01kajz8w3t5v9c2b7n4m6q8r0s',
  athlete_id: 'ath_tc001jcc9q0x8v5n3m1t7k2b6h4dz',
  client_id: 'cli_01kajz8w3t5v9c2b7n4m6q8r0s',
  environment: 'test',
  scopes: ['profile:read', 'prescriptions:read'],
  status: 'active',
  created_at: '2026-11-21T09:30:00.000Z',
  connected_at: '2026-11-21T09:30:00.000Z',
  revoked_at: null,
} satisfies Connection;
