import { and, eq, getTableColumns, gt, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { type ConnectionRow, connections, oauthRecords } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { whereAthleteOfAnyPartnerIsLive } from '#platform/storage/live-athlete.ts';
import { deleteSome, insertWhere } from '#platform/storage/statements.ts';

/** The columns of a record that a put fills. */
type Content = Pick<typeof oauthRecords.$inferInsert, 'value' | 'metadata' | 'expiresAt'>;

/** Selects a record unless it has expired. */
export function selectLiveRecord(db: Database, key: string, nowS: number) {
  return db
    .select()
    .from(oauthRecords)
    .where(
      and(eq(oauthRecords.key, key), or(isNull(oauthRecords.expiresAt), gt(oauthRecords.expiresAt, nowS))),
    );
}

/**
 * Builds the condition that the record's athlete is live and, for a token, that its grant exists. Keeps
 * either from being written after it has ended.
 */
function whereRecordIsWritable(key: string) {
  const athleteId = athleteOf(key);
  if (athleteId === null) return sql`1`;
  const isLive = whereAthleteOfAnyPartnerIsLive(athleteId);
  if (!key.startsWith('token:')) return isLive;
  const grantKey = `grant:${key.split(':').slice(1, 3).join(':')}`;
  return sql`${isLive} AND EXISTS (SELECT 1 FROM ${oauthRecords} WHERE ${oauthRecords.key} = ${grantKey})`;
}

/** Reads the athlete's identifier from the key of a grant or a token. Returns null for other keys. */
export function athleteOf(key: string): string | null {
  return /^(?:grant|token):([^:]+):/.exec(key)?.[1] ?? null;
}

/** Selects unexpired records whose keys have a prefix and follow `afterKey`, in key order. */
export function selectRange(
  db: Database,
  prefix: string,
  { afterKey, limit, nowS }: { readonly afterKey: string; readonly limit: number; readonly nowS: number },
) {
  const end = prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
  return db
    .select({ key: oauthRecords.key, metadata: oauthRecords.metadata })
    .from(oauthRecords)
    .where(
      and(
        gte(oauthRecords.key, prefix),
        lt(oauthRecords.key, end),
        gt(oauthRecords.key, afterKey),
        or(isNull(oauthRecords.expiresAt), gt(oauthRecords.expiresAt, nowS)),
      ),
    )
    .orderBy(oauthRecords.key)
    .limit(limit);
}

/** Inserts a record that may be written, if `onlyWhere` holds. */
export function insertRecord(db: Database, key: string, content: Content, onlyWhere: SQL = sql`1`) {
  const row = { key, athleteId: athleteOf(key), ...content };
  return insertWhere(db, oauthRecords, row, sql`${whereRecordIsWritable(key)} AND ${onlyWhere}`);
}

/** Replaces a record that still has this version and may be written, if `onlyWhere` holds. */
export function replaceRecord(db: Database, key: string, version: number, content: Content, onlyWhere?: SQL) {
  return db
    .update(oauthRecords)
    .set({ ...content, version: sql`${oauthRecords.version} + 1` })
    .where(
      and(
        eq(oauthRecords.key, key),
        eq(oauthRecords.version, version),
        whereRecordIsWritable(key),
        onlyWhere,
      ),
    );
}

/** Builds the condition that a record has this version and this value. */
export function recordHas(key: string, version: number, value: string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${oauthRecords} AS own WHERE own.key = ${key} AND own.version = ${version} AND own.value = ${value})`;
}

/** Removes a record. */
export function deleteRecord(db: Database, key: string) {
  return db.delete(oauthRecords).where(eq(oauthRecords.key, key));
}

/** Inserts or replaces a record that is stored with a grant, if `onlyWhere` holds. */
export function upsertCompanion(db: Database, row: typeof oauthRecords.$inferInsert, onlyWhere: SQL) {
  return insertWhere(db, oauthRecords, row, onlyWhere).onConflictDoUpdate({
    target: oauthRecords.key,
    set: { value: sql`excluded.value`, expiresAt: sql`excluded.expires_at` },
  });
}

/** Removes a grant with its tokens, if `onlyWhere` holds. */
export function deleteGrant(db: Database, athleteId: string, grantId: string, onlyWhere: SQL) {
  return db.delete(oauthRecords).where(and(isOfGrant(athleteId, grantId), onlyWhere));
}

/** Removes at most 1,000 expired records. */
export function deleteExpiredRecords(db: Database, nowS: number) {
  const records = { table: oauthRecords, key: [oauthRecords.key] };
  return deleteSome(db, records, lt(oauthRecords.expiresAt, nowS));
}

function isOfGrant(athleteId: string, grantId: string): SQL | undefined {
  const { key } = oauthRecords;
  const tokens = `token:${athleteId}:${grantId}`;
  return or(eq(key, `grant:${athleteId}:${grantId}`), and(gte(key, `${tokens}:`), lt(key, `${tokens};`)));
}

/** Activates a connection with the results of its code exchange, if `onlyWhere` holds. */
export function updateConnection(
  db: Database,
  connectionId: string,
  granted: Pick<ConnectionRow, 'scopes' | 'grantId' | 'activation' | 'connectedAt'>,
  onlyWhere: SQL,
) {
  return db
    .update(connections)
    .set({ ...granted, status: 'active', revokedAt: null })
    .where(and(eq(connections.id, connectionId), onlyWhere));
}

/** Builds the condition that a connection has neither ended nor become active since it was read. */
export function connectionIsAsRead({ id, status, activation }: ConnectionRow): SQL {
  return sql`EXISTS (SELECT 1 FROM ${connections} WHERE ${connections.id} = ${id} AND ${connections.status} = ${status} AND ${connections.activation} = ${activation})`;
}

/** Selects the connection of a grant, if its athlete is live. */
export function selectConnectionOfGrant(
  db: Database,
  grant: { readonly athleteId: string; readonly grantId: string },
) {
  return db
    .select()
    .from(connections)
    .where(and(ofGrant(grant), whereAthleteOfAnyPartnerIsLive(grant.athleteId)));
}

/** Selects the active connection whose current grant is this one, if the grant has not expired. */
export function selectConnectionOfToken(
  db: Database,
  grant: { readonly athleteId: string; readonly grantId: string },
  nowS: number,
) {
  const key = `grant:${grant.athleteId}:${grant.grantId}`;
  const hasGrant = sql`EXISTS (SELECT 1 FROM oauth_records WHERE key = ${key} AND (expires_at IS NULL OR expires_at > ${nowS}))`;
  // Named in full, because a column alone would be read as one of the inner table.
  const suspendedAt = sql<number | null>`(SELECT suspensions.suspended_at FROM suspensions
    WHERE suspensions.partner_id = connections.partner_id)`;
  return db
    .select({ ...getTableColumns(connections), suspendedAt: suspendedAt.as('suspended_at') })
    .from(connections)
    .where(and(ofGrant(grant), eq(connections.status, 'active'), hasGrant));
}

/** Builds the condition that a connection has this grant. */
export function ofGrant({ athleteId, grantId }: { readonly athleteId: string; readonly grantId: string }) {
  return and(eq(connections.athleteId, athleteId), eq(connections.grantId, grantId));
}
