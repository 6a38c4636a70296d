import { eq } from 'drizzle-orm';
import { type RequestContext, registryOf } from '../http/context.ts';
import { askInGroups } from '../storage/athlete-databases.ts';
import { type ConnectionRow, connections } from '../storage/athlete-schema.ts';
import { allDatabaseAddresses, type DatabaseAddress, openDatabaseAt } from './database-address.ts';
import { endConnections } from './end-connections.ts';
import { selectClientNames, selectConnectionsByEmail, selectPartnerNames } from './repository.ts';

/** More connections than anyone has; keeps the page and its queries bounded. */
const SHOWN_MAX = 100;

/** A connection with the names of its client and partner. */
export interface NamedConnection extends ConnectionRow {
  readonly clientName: string;
  readonly partnerName: string;
}

/** Lists the active connections of an address at all partners, newest first. */
export async function listConnectionsOfAddress(
  ctx: RequestContext,
  email: string,
): Promise<readonly NamedConnection[]> {
  const owned = (await readOwned(ctx, email)).map(({ connection }) => connection);
  const registry = registryOf(ctx);
  const clientIds = [...new Set(owned.map(({ clientId }) => clientId))];
  const [clients, partners] = await registry.batch([
    selectClientNames(registry, clientIds),
    selectPartnerNames(registry, clientIds),
  ]);
  return owned.map((connection) => {
    const client = clients.find((row) => row.clientId === connection.clientId);
    return {
      ...connection,
      clientName: client?.name ?? connection.clientId,
      partnerName: partners.find((row) => row.id === client?.partnerId)?.name ?? '',
    };
  });
}

/** Ends one connection of an address. Returns false if the address has no such connection. */
export async function endConnectionOfAddress(
  ctx: RequestContext,
  email: string,
  connectionId: string,
): Promise<boolean> {
  const found = (await readOwned(ctx, email)).find(({ connection }) => connection.id === connectionId);
  if (!found) return false;
  await endConnections(
    ctx,
    openDatabaseAt(ctx, found.databaseAddress),
    eq(connections.id, connectionId),
    found.databaseAddress.environment,
  );
  return true;
}

async function readOwned(
  ctx: RequestContext,
  email: string,
): Promise<readonly { readonly databaseAddress: DatabaseAddress; readonly connection: ConnectionRow }[]> {
  const perDatabase = await askInGroups(allDatabaseAddresses(ctx.env), async (databaseAddress) => {
    const db = openDatabaseAt(ctx, databaseAddress);
    const [rows] = await db.batch([selectConnectionsByEmail(db, email, SHOWN_MAX)]);
    return rows.map((connection) => ({ databaseAddress, connection }));
  });
  return perDatabase.flat().sort((one, other) => other.connection.connectedAt - one.connection.connectedAt);
}
