import { and, eq, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import {
  appliedErasures,
  connections,
  countedRuns,
  partnerShards,
} from '#platform/storage/athlete-schema.ts';
import { type EndRow, ends } from '#platform/storage/common-schema.ts';
import { consoleSessions, invitations, members } from '#platform/storage/console-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { eventStore, suspensions } from '#platform/storage/events-schema.ts';
import type { AthleteAddress } from '#platform/storage/ids.ts';
import { TERMINATION_GRACE_MS } from '#platform/storage/key-projection.ts';
import {
  apiKeys,
  consents,
  erasureLedger,
  oauthClients,
  partnerEnds,
  partners,
  shards,
  webhooks,
} from '#platform/storage/registry-schema.ts';
import { isOneOf } from '#platform/storage/statements.ts';
import { insertMany } from '#platform/storage/write-many.ts';

/** The phases of a reconciliation: none, comparing connections and ends, applying erasures again. */
export const RECONCILING = { none: 0, ends: 1, erasures: 2 } as const;
type Reconciling = (typeof RECONCILING)[keyof typeof RECONCILING];

/** Selects the number of runs that an athlete database has counted. */
export function selectRuns(db: Database) {
  return db.select({ runs: countedRuns.runs }).from(countedRuns);
}

/** Selects how far the reconciliation of a restored athlete database is. */
export function selectReconciling(db: Database) {
  return db.select({ reconciling: countedRuns.reconciling }).from(countedRuns);
}

/** Records how far the reconciliation of a restored athlete database is. Until it ends, its athletes are not served. */
export function setReconciling(db: Database, reconciling: Reconciling) {
  return db.update(countedRuns).set({ reconciling }).where(eq(countedRuns.id, 1));
}

/** Raises an athlete database's count of runs to at least this one. */
export function raiseRuns(db: Database, runs: number) {
  return db
    .insert(countedRuns)
    .values({ id: 1, runs })
    .onConflictDoUpdate({
      target: countedRuns.id,
      set: { runs: sql`max(${countedRuns.runs}, excluded.runs)` },
    });
}

function isHome({ environment, shard }: AthleteAddress) {
  return and(eq(shards.environment, environment), eq(shards.shard, shard));
}

/** Selects the runs that the registry has counted of an athlete database. */
export function selectRunsOf(registry: Database, home: AthleteAddress) {
  return registry
    .select({ runsBegun: shards.runsBegun, runsCounted: shards.runsCounted })
    .from(shards)
    .where(isHome(home));
}

/** Begins the next run, unless the counts show that the database or the registry was restored. */
export function beginRun(registry: Database, home: AthleteAddress, runs: number) {
  const isPlausible = sql`${runs} BETWEEN ${shards.runsCounted} AND ${shards.runsBegun}`;
  return registry
    .update(shards)
    .set({ runsBegun: sql`max(${shards.runsBegun}, ${runs + 1})`, runsCounted: runs })
    .where(and(isHome(home), isPlausible));
}

/** Makes both counts equal again, which records that a restore is reconciled. */
export function recordReconciled(
  registry: Database,
  home: AthleteAddress,
  runs: number,
  restoredAt: number | null,
) {
  return registry
    .update(shards)
    .set({
      runsBegun: sql`max(${shards.runsBegun}, ${runs + 1})`,
      runsCounted: sql`max(${shards.runsCounted}, ${runs})`,
      ...(restoredAt === null ? {} : { restoredAt }),
    })
    .where(isHome(home));
}

/** Selects ends that the first athlete database may lack. */
export function selectUncopied(registry: Database, limit: number) {
  return registry.select().from(ends).where(sql`is_copied = 0 AND ${ends.id} > ''`).limit(limit);
}

/** Selects the next ends after an identifier. */
export function selectEnds(db: Database, after: string, limit: number) {
  return db.select().from(ends).where(gt(ends.id, after)).orderBy(ends.id).limit(limit);
}

/** Inserts the ends that a database lacks. */
export function insertEnds(db: Database, rows: readonly EndRow[]) {
  const copied = rows.map((row) => ({ ...row, isCopied: true }));
  return insertMany(db, ends, copied).map((insert) => insert.onConflictDoNothing());
}

/** Marks these ends as copied to the first athlete database. */
export function markCopied(registry: Database, rows: readonly EndRow[]) {
  return registry
    .update(ends)
    .set({ isCopied: true })
    .where(
      isOneOf(
        ends.id,
        rows.map(({ id }) => id),
      ),
    );
}

/** Marks all ends as not copied, so that they are copied again. */
export function copyAllAnew(registry: Database) {
  return registry.update(ends).set({ isCopied: false }).where(gt(ends.id, ''));
}

/** Selects the next active connections after an identifier that were last activated before this time. */
export function selectActiveAfter(db: Database, after: string, beforeMs: number, limit: number) {
  const { id, activation, connectedAt, scopes } = connections;
  return db
    .select({ id, activation, connectedAt, scopes })
    .from(connections)
    .where(and(gt(id, after), sql`+${connections.status} = 'active'`, lt(connectedAt, beforeMs)))
    .orderBy(id)
    .limit(limit);
}

/** Selects the consents to these connections. */
export function selectConsentsTo(registry: Database, connectionIds: readonly string[]) {
  const { connectionId, activation, connectedAt, scopes } = consents;
  return registry
    .select({ connectionId, activation, connectedAt, scopes })
    .from(consents)
    .where(isOneOf(connectionId, connectionIds));
}

/** Marks every consent to connections of an athlete database for comparison, because one of the two was restored. */
export function confirmAnew(registry: Database, { environment, shard }: AthleteAddress, nowMs: number) {
  return registry
    .update(consents)
    .set({ unconfirmedAt: nowMs })
    .where(and(eq(consents.environment, environment), eq(consents.shard, shard)));
}

/** Selects the next erasures that an athlete database has applied, after a hash. */
export function selectAppliedAfter(db: Database, after: string, limit: number) {
  return db
    .select()
    .from(appliedErasures)
    .where(gt(appliedErasures.idHash, after))
    .orderBy(appliedErasures.idHash)
    .limit(limit);
}

/** Inserts the applied erasures that the ledger lacks. */
export function insertApplied(
  registry: Database,
  { environment, shard }: AthleteAddress,
  applied: readonly (typeof appliedErasures.$inferSelect)[],
) {
  const erased = applied.map(({ idHash, appliedAt }) => ({
    idHash,
    environment,
    shard,
    erasedAt: appliedAt,
    searchedTo: null,
  }));
  return insertMany(registry, erasureLedger, erased).map((insert) => insert.onConflictDoNothing());
}

/** Returns the identifiers of one kind, and a column that holds the time at which each ended. */
function ofKind(rows: readonly EndRow[], kind: EndRow['kind']) {
  const found = rows.filter((row) => row.kind === kind);
  const json = JSON.stringify(Object.fromEntries(found.map(({ id, endedAt }) => [id, endedAt])));
  const endedAt = (id: SQL) => sql`(SELECT value FROM json_each(${json}) WHERE key = ${id})`;
  return { ids: found.map(({ id }) => id), endedAt };
}

/** Ends the rows that a restore of the registry has brought back. The statements skip rows that have already ended. */
export function endInRegistry(registry: Database, rows: readonly EndRow[]) {
  const key = ofKind(rows, 'key');
  const partner = ofKind(rows, 'partner');
  const member = ofKind(rows, 'member');
  const invitation = ofKind(rows, 'invitation');
  const client = ofKind(rows, 'client');
  const terminatedAt = partner.endedAt(sql`${partners.id}`);
  return [
    registry
      .update(apiKeys)
      .set({ status: 'revoked', revokedAt: key.endedAt(sql`${apiKeys.id}`) })
      .where(and(isOneOf(apiKeys.id, key.ids), sql`${apiKeys.status} <> 'revoked'`)),
    registry
      .update(partners)
      .set({ status: 'terminated', terminatedAt, purgeAfter: sql`${terminatedAt} + ${TERMINATION_GRACE_MS}` })
      .where(and(isOneOf(partners.id, partner.ids), sql`${partners.status} IN ('active', 'suspended')`)),
    registry
      .update(oauthClients)
      .set({ status: 'deleted', secretHash: '' })
      .where(and(isOneOf(oauthClients.clientId, client.ids), sql`${oauthClients.status} = 'active'`)),
    registry.delete(webhooks).where(isOneOf(webhooks.id, ofKind(rows, 'webhook').ids)),
    registry
      .update(members)
      .set({ removedAt: member.endedAt(sql`${members.id}`) })
      .where(and(isOneOf(members.id, member.ids), isNull(members.removedAt))),
    registry
      .update(invitations)
      .set({ endedAt: invitation.endedAt(sql`${invitations.id}`) })
      .where(and(isOneOf(invitations.id, invitation.ids), isNull(invitations.endedAt))),
    ...insertEnds(registry, rows),
  ] as const;
}

/** Selects the suspended partners that a database knows. They are few. */
export function selectSuspended(db: Database) {
  return db.select().from(suspensions).where(isNotNull(suspensions.suspendedAt));
}

/** Suspends active partners again whose suspension, known to an athlete database, a restore of the registry has undone. */
export function suspendAgain(registry: Database, rows: readonly (typeof suspensions.$inferSelect)[]) {
  const json = JSON.stringify(rows.map(({ partnerId, ...row }) => [partnerId, row.suspendedAt, row.version]));
  const known = (member: SQL) =>
    sql`(SELECT value ->> ${member} FROM json_each(${json}) WHERE value ->> 0 = ${partners.id})`;
  return registry
    .update(partners)
    .set({ status: 'suspended', suspendedAt: known(sql`1`) })
    .where(
      and(
        isOneOf(
          partners.id,
          rows.map(({ partnerId }) => partnerId),
        ),
        eq(partners.status, 'active'),
        // A later version has resumed it.
        sql`${partners.suspensionVersion} < ${known(sql`2`)}`,
      ),
    );
}

/** Starts a new epoch of a database's events, because old positions would point at other events. */
function renewEpoch(db: Database) {
  return db.update(eventStore).set({ epoch: sql`lower(hex(randomblob(8)))` }).where(eq(eventStore.id, 1));
}

/**
 * Resets a restored database's notes about its partners' other shards, which may hold any athletes by now, and about
 * suspensions, which are copied again.
 */
export function forgetInHome(db: Database) {
  return [
    renewEpoch(db),
    db.update(partnerShards).set({ state: 'open', firstUlid: '' }).where(sql`true`),
    db.delete(suspensions),
  ] as const;
}

/**
 * Makes a restored athlete database end the access of terminated partners again, and learn of suspended ones, because its
 * restore undid that.
 */
export function endAccessAnew(registry: Database, database: string) {
  const isTerminated = sql`${partners.status} = 'terminated'`;
  const terminated = registry.select({ id: partners.id }).from(partners).where(isTerminated);
  return [
    registry
      .delete(partnerEnds)
      .where(
        and(
          inArray(partnerEnds.partnerId, terminated),
          eq(partnerEnds.part, 'connections'),
          eq(partnerEnds.database, database),
        ),
      ),
    registry.update(partners).set({ accessEndedAt: null }).where(isTerminated),
    registry.update(partners).set({ suspensionFannedOut: 0 }).where(sql`${partners.status} = 'suspended'`),
  ] as const;
}

/** Exceeds the changes to webhooks and suspensions in the days that a restore can undo. */
const VERSIONS_SKIPPED = 1_000_000;

/**
 * Resets a restored registry. Its events start a new epoch. Webhooks are written to their stores again, which may have
 * later versions, and so are suspensions. Members must sign in again, because ended sessions are back.
 */
export function forgetInRegistry(registry: Database) {
  return [
    renewEpoch(registry),
    registry
      .update(webhooks)
      .set({ version: sql`${webhooks.version} + ${VERSIONS_SKIPPED}` })
      .where(sql`true`),
    registry
      .update(partners)
      .set({ suspensionVersion: sql`${partners.suspensionVersion} + ${VERSIONS_SKIPPED}` })
      .where(sql`true`),
    registry.delete(consoleSessions),
  ] as const;
}
