import { eq } from 'drizzle-orm';
import { type RequestContext, registryOf } from '../http/context.ts';
import { type ConnectionRow, connections } from '../storage/athlete-schema.ts';
import { endConnections } from './end-connections.ts';
import { allHomes, type Home, openHome } from './home.ts';
import { selectClientNames, selectConnectionsByEmail, selectPartnerNames } from './repository.ts';

/** More connections than anyone has; keeps the page and its queries bounded. */
const SHOWN_MAX = 100;

/** A connection with the names of the client and the partner that it was allowed to. */
export interface NamedConnection extends ConnectionRow {
  readonly clientName: string;
  readonly partnerName: string;
}

/** Lists the active connections of an address at all partners, newest first. */
export async function listOwnConnections(
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

/** Ends one connection of an address, and tells whether it had such a connection. */
export async function endOwnConnection(
  ctx: RequestContext,
  email: string,
  connectionId: string,
): Promise<boolean> {
  const found = (await readOwned(ctx, email)).find(({ connection }) => connection.id === connectionId);
  if (!found) return false;
  await endConnections(openHome(ctx, found.home), eq(connections.id, connectionId), ctx.nowMs);
  return true;
}

async function readOwned(
  ctx: RequestContext,
  email: string,
): Promise<readonly { readonly home: Home; readonly connection: ConnectionRow }[]> {
  const perHome = await Promise.all(
    allHomes(ctx.env).map(async (home) => {
      const db = openHome(ctx, home);
      const [rows] = await db.batch([selectConnectionsByEmail(db, email, SHOWN_MAX)]);
      return rows.map((connection) => ({ home, connection }));
    }),
  );
  return perHome.flat().sort((one, other) => other.connection.connectedAt - one.connection.connectedAt);
}
