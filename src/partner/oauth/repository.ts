import { and, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Environment } from '#platform/env.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { athletes, connections, oauthRecords } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { IS_LIVE, whereAthleteIsLive } from '#platform/storage/live-athlete.ts';
import { wherePartnerIsActive } from '#platform/storage/partner.ts';
import { type ClientRow, oauthClients, partners } from '#platform/storage/registry-schema.ts';
import { insertWhere, isOneOf } from '#platform/storage/statements.ts';

/** The identifier of a client, limited to the clients of this partner and environment. */
interface OwnClient {
  readonly partnerId: string;
  readonly environment: Environment;
  readonly clientId: string;
}

/** Limits a client identifier to the clients of the caller's partner and environment. */
export function ownClient({ principal }: PartnerContext, clientId: string): OwnClient {
  return { partnerId: principal.partnerId, environment: principal.environment, clientId };
}

/**
 * Selects a client of this partner in either environment. Includes deleted ones only with `includeDeleted`.
 */
export function selectClientOfPartner(
  registry: Database,
  { partnerId, clientId }: Pick<OwnClient, 'partnerId' | 'clientId'>,
  { includeDeleted }: { readonly includeDeleted: boolean } = { includeDeleted: false },
) {
  return registry
    .select()
    .from(oauthClients)
    .where(
      and(
        eq(oauthClients.clientId, clientId),
        eq(oauthClients.partnerId, partnerId),
        includeDeleted ? undefined : eq(oauthClients.status, 'active'),
      ),
    );
}

export function selectOwnClients(
  registry: Database,
  partnerId: string,
  environment: Environment,
  page: { readonly afterId: string | null; readonly limit: number },
) {
  return registry
    .select()
    .from(oauthClients)
    .where(
      and(
        eq(oauthClients.partnerId, partnerId),
        eq(oauthClients.environment, environment),
        eq(oauthClients.status, 'active'),
        page.afterId === null ? undefined : lt(oauthClients.clientId, page.afterId),
      ),
    )
    .orderBy(desc(oauthClients.clientId))
    .limit(page.limit);
}

/**
 * Clients that a partner may have per environment. Limits the names that a leaked key can show to athletes.
 * One application per product, platform and stage stays well below it.
 */
const CLIENTS_MAX = 50;

/** Inserts a client if `condition` holds. Otherwise `meta.changes` is 0. */
export function insertClient(registry: Database, row: ClientRow, condition: SQL) {
  return insertWhere(registry, oauthClients, row, condition);
}

/**
 * Builds the condition that the partner is active and below its limit. Belongs in the INSERT, so that
 * concurrent requests cannot exceed the limit.
 */
export function whereClientIsAllowed(partnerId: string, environment: Environment): SQL {
  return sql`${wherePartnerIsActive(partnerId)}
    AND (SELECT count(*) FROM oauth_clients WHERE partner_id = ${partnerId} AND environment = ${environment}
      AND status = 'active') < ${CLIENTS_MAX}`;
}

/** Selects clients that have a secret. */
export const WHERE_CONFIDENTIAL = eq(oauthClients.isPublic, false);

export function updateOwnClient(
  registry: Database,
  own: OwnClient,
  changes: Partial<ClientRow>,
  onlyWhere?: SQL,
) {
  return registry
    .update(oauthClients)
    .set(changes)
    .where(and(isOwnActiveClient(own), onlyWhere))
    .returning();
}

function isOwnActiveClient({ partnerId, environment, clientId }: OwnClient): SQL | undefined {
  return and(
    eq(oauthClients.clientId, clientId),
    eq(oauthClients.partnerId, partnerId),
    eq(oauthClients.environment, environment),
    eq(oauthClients.status, 'active'),
  );
}

/** Selects an active client of any partner, for the athlete's side of the protocol. */
export function selectClient(registry: Database, clientId: string) {
  return registry
    .select()
    .from(oauthClients)
    .where(and(eq(oauthClients.clientId, clientId), eq(oauthClients.status, 'active')));
}

/** Selects the partner of a client unless it has ended. A terminated partner's clients can do nothing. */
export function selectPartnerOfClient(registry: Database, clientId: string) {
  const owner = registry
    .select({ id: oauthClients.partnerId })
    .from(oauthClients)
    .where(eq(oauthClients.clientId, clientId));
  return registry
    .select()
    .from(partners)
    .where(and(inArray(partners.id, owner), inArray(partners.status, ['active', 'suspended'])));
}

export interface ConnectionFilter {
  readonly afterId: string | null;
  readonly limit: number;
  readonly athleteId: string | undefined;
  readonly clientId: string | undefined;
  readonly status: 'active' | 'revoked' | undefined;
}

export function selectConnections(db: Database, partnerId: string, filter: ConnectionFilter) {
  return db
    .select()
    .from(connections)
    .where(
      and(
        eq(connections.partnerId, partnerId),
        filter.afterId === null ? undefined : lt(connections.id, filter.afterId),
        filter.athleteId === undefined ? undefined : eq(connections.athleteId, filter.athleteId),
        filter.clientId === undefined ? undefined : eq(connections.clientId, filter.clientId),
        filter.status === undefined ? undefined : hasStatus(filter),
      ),
    )
    .orderBy(desc(connections.id))
    .limit(filter.limit);
}

/**
 * Filters by status. An athlete has few connections, so the plus keeps SQLite from using the partner's index
 * of status.
 */
function hasStatus({ status, athleteId }: ConnectionFilter): SQL {
  return athleteId === undefined
    ? sql`${connections.status} = ${status}`
    : sql`+${connections.status} = ${status}`;
}

export function selectConnection(db: Database, partnerId: string, connectionId: string) {
  return db
    .select()
    .from(connections)
    .where(and(eq(connections.id, connectionId), eq(connections.partnerId, partnerId)));
}

/** Selects the live athletes in this database with this email address, of one partner or of all (null). */
export function selectAthletesByEmail(db: Database, email: string, partnerId: string | null, limit: number) {
  return db
    .select({ athleteId: athletes.id, name: athletes.name, createdAt: athletes.createdAt })
    .from(athletes)
    .where(
      and(whereEmailIs(email), partnerId === null ? undefined : eq(athletes.partnerId, partnerId), IS_LIVE),
    )
    .limit(limit);
}

/** Compares email addresses as sign-in does, written as in the index so that SQLite uses it. */
export function whereEmailIs(email: string): SQL {
  return sql`lower(trim(${athletes.email})) = ${email}`;
}

/**
 * Revokes active connections. Their tokens fail as soon as this is written. Clearing the grant keeps a later
 * reconnection from restoring old tokens.
 */
export function revokeConnections(db: Database, which: SQL | undefined, nowMs: number) {
  return db
    .update(connections)
    .set({ status: 'revoked', revokedAt: nowMs, grantId: null })
    .where(and(which, eq(connections.status, 'active')))
    .returning({ id: connections.id, athleteId: connections.athleteId, clientId: connections.clientId });
}

/**
 * Deletes the records of these connections' current grants, of the tokens under them, and of every consent to
 * the same client whose code was never exchanged. `which` selects the connections' identifiers.
 */
export function deleteGrantRecords(db: Database, which: SQL) {
  const { athleteId, clientId, grantId, id } = connections;
  const own = sql`SELECT r.key FROM ${connections} JOIN oauth_records r ON r.athlete_id = ${athleteId}
    WHERE ${id} IN (${which}) AND (
      r.key = 'grant:' || ${athleteId} || ':' || ${grantId}
      OR (r.key >= 'grant:' || ${athleteId} || ':' AND r.key < 'grant:' || ${athleteId} || ';' AND json_extract(r.value, '$.clientId') = ${clientId})
      OR (r.key >= 'token:' || ${athleteId} || ':' || ${grantId} || ':' AND r.key < 'token:' || ${athleteId} || ':' || ${grantId} || ';'))`;
  return db.delete(oauthRecords).where(sql`${oauthRecords.key} IN (${own})`);
}

/**
 * Inserts the connection of an athlete and a client, or reactivates one that has ended. The athlete must be
 * live.
 */
export function activateConnection(db: Database, row: typeof connections.$inferInsert) {
  const whereLive = whereAthleteIsLive(row.partnerId, row.athleteId);
  return insertWhere(db, connections, row, whereLive).onConflictDoUpdate({
    target: [connections.athleteId, connections.clientId],
    set: {
      scopes: sql`excluded.scopes`,
      status: 'active',
      grantId: null,
      activation: sql`${connections.activation} + 1`,
      connectedAt: sql`excluded.connected_at`,
      revokedAt: null,
    },
    // An active connection stays unchanged until the new code is exchanged.
    setWhere: eq(connections.status, 'revoked'),
  });
}

/** Selects the activation of the active connection of an athlete and a client. */
export function selectActivation(db: Database, athleteId: string, clientId: string) {
  return db
    .select({ id: connections.id, activation: connections.activation })
    .from(connections)
    .where(
      and(
        eq(connections.athleteId, athleteId),
        eq(connections.clientId, clientId),
        eq(connections.status, 'active'),
      ),
    );
}

/** Links a grant to an active connection that has none. */
export function linkFirstGrant(db: Database, connectionId: string, grantId: string) {
  return db
    .update(connections)
    .set({ grantId })
    .where(
      and(eq(connections.id, connectionId), eq(connections.status, 'active'), isNull(connections.grantId)),
    );
}

/** Reduces the active connections of a client to these scopes. */
export function narrowConnections(db: Database, clientId: string, allowedScopes: readonly string[]) {
  const isAllowed = isOneOf(sql`value`, allowedScopes);
  const narrowed = sql`(SELECT json_group_array(value) FROM json_each(${connections.scopes}) WHERE ${isAllowed})`;
  return db
    .update(connections)
    .set({ scopes: narrowed })
    .where(and(eq(connections.clientId, clientId), eq(connections.status, 'active')));
}
