import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { type ConnectionRow, connections } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { type AthleteAddress, parseAthleteId } from '#platform/storage/ids.ts';
import { consents, oauthClients, partners } from '#platform/storage/registry-schema.ts';
import { isOneOf } from '#platform/storage/statements.ts';

/** More connections than anyone has. Limits the page and its queries. */
const SHOWN_MAX = 100;

/** An activation of a connection. */
export interface Activation {
  readonly id: string;
  readonly activation: number;
}

/** A consent of an address to an activation of a connection. */
interface Consent extends Pick<ConnectionRow, 'athleteId' | 'clientId' | 'activation'> {
  readonly connectionId: string;
  readonly addressHash: string;
  readonly scopes: readonly string[];
  readonly nowMs: number;
}

export type ConsentRow = typeof consents.$inferSelect;

/**
 * Stores a consent, once per connection and address. While the connection stays active, the scopes of an
 * earlier consent remain. The new ones count from the exchange of their code.
 */
export function insertConsent(registry: Database, { athleteId, scopes, nowMs, ...consent }: Consent) {
  const home = parseAthleteId(athleteId);
  if (!home) throw new Error('a connection must name the shard of its athlete');
  const { environment, shard } = home;
  const isNewer = sql`excluded.activation > ${consents.activation}`;
  return registry
    .insert(consents)
    .values({ ...consent, environment, shard, scopes: [...scopes], connectedAt: nowMs, unconfirmedAt: nowMs })
    .onConflictDoUpdate({
      target: [consents.connectionId, consents.addressHash],
      set: {
        scopes: sql`CASE WHEN ${isNewer} THEN excluded.scopes ELSE ${consents.scopes} END`,
        connectedAt: sql`CASE WHEN ${isNewer} THEN excluded.connected_at ELSE ${consents.connectedAt} END`,
        activation: sql`max(excluded.activation, ${consents.activation})`,
        unconfirmedAt: sql`excluded.unconfirmed_at`,
      },
    });
}

/** Updates the scopes of every consent to a connection, from any address, when its code is exchanged. */
export function updateConsents(registry: Database, { connectionId, activation, scopes, nowMs }: Consent) {
  return registry
    .update(consents)
    .set({ scopes: [...scopes], connectedAt: nowMs })
    .where(and(eq(consents.connectionId, connectionId), lte(consents.activation, activation)));
}

/** Reduces the consents to a client to these scopes. */
export function narrowConsents(registry: Database, clientId: string, allowedScopes: readonly string[]) {
  const isAllowed = isOneOf(sql`value`, allowedScopes);
  const narrowed = sql`(SELECT json_group_array(value) FROM json_each(${consents.scopes}) WHERE ${isAllowed})`;
  return registry.update(consents).set({ scopes: narrowed }).where(eq(consents.clientId, clientId));
}

/** Deletes the consents of revoked activations. Those of a later activation stay. */
export function deleteConsents(registry: Database, revoked: readonly Activation[]) {
  const input = JSON.stringify(revoked);
  const last = sql`SELECT value ->> 'activation' FROM json_each(${input}) WHERE value ->> 'id' = ${consents.connectionId}`;
  return registry
    .delete(consents)
    .where(
      and(
        sql`${consents.connectionId} IN (SELECT value ->> 'id' FROM json_each(${input}))`,
        sql`${consents.activation} <= (${last})`,
      ),
    );
}

/** Deletes every consent to these connections, because their athlete is being erased. */
export function deleteConsentsOf(registry: Database, connectionIds: readonly string[]) {
  return registry.delete(consents).where(isOneOf(consents.connectionId, connectionIds));
}

/**
 * Selects an address's consents to active clients, with their names. Includes those of suspended partners, because the
 * athlete may want to end them.
 */
export function selectConsents(registry: Database, addressHashes: readonly string[], onlyWhere?: SQL) {
  return (
    registry
      .select({
        id: consents.connectionId,
        environment: consents.environment,
        shard: consents.shard,
        activation: consents.activation,
        scopes: consents.scopes,
        connectedAt: consents.connectedAt,
        partnerId: partners.id,
        // Rows of a batch are read by column name, and both tables have a name.
        clientName: sql<string>`${oauthClients.name}`.as('client_name'),
        partnerName: sql<string>`${partners.name}`.as('partner_name'),
      })
      .from(consents)
      // Keep this order: starting from a partner, SQLite would look for the address at each of its clients.
      .crossJoin(oauthClients)
      .crossJoin(partners)
      .where(
        and(
          isOneOf(consents.addressHash, addressHashes),
          eq(oauthClients.clientId, consents.clientId),
          eq(partners.id, oauthClients.partnerId),
          eq(oauthClients.status, 'active'),
          inArray(partners.status, ['active', 'suspended']),
          onlyWhere,
        ),
      )
      .limit(SHOWN_MAX)
  );
}

/** Selects revoked connections whose consents may still exist. */
export function selectUnreconciled(db: Database, limit: number, which?: SQL) {
  return (
    db
      .select({ id: connections.id, activation: connections.activation })
      .from(connections)
      // A literal lets SQLite use the partial index, and `id` makes it search instead of scan.
      .where(and(sql`status = 'revoked' AND reconciled_activation < activation AND id > ''`, which))
      .limit(limit)
  );
}

/** Records in the connections' database that the consents of these activations are deleted. */
export function noteReconciled(db: Database, revoked: readonly Activation[]) {
  const input = JSON.stringify(revoked);
  const last = sql`(SELECT value ->> 'activation' FROM json_each(${input}) WHERE value ->> 'id' = ${connections.id})`;
  return db
    .update(connections)
    .set({ reconciledActivation: sql`max(${connections.reconciledActivation}, ${last})` })
    .where(sql`${connections.id} IN (SELECT value ->> 'id' FROM json_each(${input}))`);
}

/** Selects which of these connections are active. */
export function selectActiveOf(db: Database, connectionIds: readonly string[]) {
  return db
    .select({ id: connections.id })
    .from(connections)
    .where(and(isOneOf(connections.id, connectionIds), sql`${connections.status} = 'active'`));
}

/**
 * Selects consents to connections in one athlete database that were written by this time and never compared
 * with their connection, oldest first.
 */
export function selectUnconfirmed(
  registry: Database,
  { environment, shard }: AthleteAddress,
  atMs: number,
  limit: number,
) {
  return registry
    .select()
    .from(consents)
    .where(
      and(
        eq(consents.environment, environment),
        eq(consents.shard, shard),
        lte(consents.unconfirmedAt, atMs),
      ),
    )
    .orderBy(consents.unconfirmedAt)
    .limit(limit);
}

/** Deletes these consents, except those written again since they were read. */
export function deleteAsRead(registry: Database, rows: readonly ConsentRow[]) {
  return registry.delete(consents).where(isAsRead(rows));
}

/**
 * Marks these consents as compared with their connections, except those written again since they were read.
 */
export function confirmAsRead(registry: Database, rows: readonly ConsentRow[]) {
  return registry.update(consents).set({ unconfirmedAt: null }).where(isAsRead(rows));
}

/** Builds the condition that a consent was not written again since it was read. */
function isAsRead(rows: readonly ConsentRow[]): SQL {
  const input = JSON.stringify(
    rows.map(({ connectionId, addressHash, unconfirmedAt }) => ({
      connectionId,
      addressHash,
      unconfirmedAt,
    })),
  );
  return sql`(${consents.connectionId}, ${consents.addressHash}, ${consents.unconfirmedAt}) IN
    (SELECT value ->> 'connectionId', value ->> 'addressHash', value ->> 'unconfirmedAt' FROM json_each(${input}))`;
}
