import { isScope } from '../http/scopes.ts';
import { isoInstant, isoInstantOrNull } from '../http/wire-fields.ts';
import type { ConnectionRow } from '../storage/athlete-schema.ts';
import { requireAddressOfAthlete } from '../storage/ids.ts';
import type { ClientRow } from '../storage/registry-schema.ts';
import type { Client, Connection } from './answers.ts';

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
