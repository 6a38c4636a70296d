import * as z from 'zod/mini';
import { ENVIRONMENTS } from '#platform/env.ts';
import { described, describedCopy, documented, EXAMPLE_ATHLETE_ID } from '#platform/http/openapi-metadata.ts';
import { isScope } from '#platform/http/scopes.ts';
import { instant, isoInstant, isoInstantOrNull } from '#platform/http/wire-fields.ts';
import type { ConnectionRow } from '#platform/storage/athlete-schema.ts';
import { exampleIdOf, requireAddressOfAthlete } from '#platform/storage/ids.ts';
import { scope } from './requests.ts';

export const Connection = documented(
  z.object({
    id: z.string(),
    athlete_id: z.string(),
    client_id: z.string(),
    environment: z.enum(ENVIRONMENTS),
    scopes: described(z.array(scope), 'Scopes that the athlete allowed.'),
    status: z.enum(['active', 'revoked']),
    created_at: instant,
    connected_at: describedCopy(instant, 'When the latest consent took effect (its code was exchanged).'),
    revoked_at: z.nullable(instant),
  }),
  { id: 'Connection' },
);

export type Connection = z.output<typeof Connection>;

export const connectionExample: Connection = {
  id: exampleIdOf('con'),
  athlete_id: EXAMPLE_ATHLETE_ID,
  client_id: exampleIdOf('cli'),
  environment: 'test',
  scopes: ['profile:read', 'prescriptions:read'],
  status: 'active',
  created_at: '2026-11-21T09:30:00.000Z',
  connected_at: '2026-11-21T09:30:00.000Z',
  revoked_at: null,
};

/** Maps a connection to its wire form. */
export function connectionToWire(connection: ConnectionRow): Connection {
  return {
    id: connection.id,
    athlete_id: connection.athleteId,
    client_id: connection.clientId,
    environment: requireAddressOfAthlete(connection.athleteId).environment,
    scopes: connection.scopes.filter(isScope),
    status: connection.status,
    created_at: isoInstant(connection.createdAt),
    connected_at: isoInstant(connection.connectedAt),
    revoked_at: isoInstantOrNull(connection.revokedAt),
  };
}
