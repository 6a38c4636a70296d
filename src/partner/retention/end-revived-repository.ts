import { and, eq, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import {
  appliedErasures,
  connections,
  countedRuns,
  partnerShards,
} from '#platform/storage/athlete-schema.ts';
import { isOneOf } from '#platform/storage/conditions.ts';
import { consoleSessions, invitations, members } from '#platform/storage/console-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { type EndRow, ends } from '#platform/storage/ends-schema.ts';
import { eventStore } from '#platform/storage/events-schema.ts';
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

/** Selects how many runs an athlete database has counted. */
export function selectRuns(db: Database) {
  return db.select({ runs: countedRuns.runs }).from(countedRuns);
}

/** Has an athlete database count at least so many runs. */
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

/** Begins the run after so many, unless these show that the database or the registry was restored. */
export function beginRun(registry: Database, home: AthleteAddress, runs: number) {
  const isPlausible = sql`${runs} BETWEEN ${shards.runsCounted} AND ${shards.runsBegun}`;
  return registry
    .update(shards)
    .set({ runsBegun: sql`max(${shards.runsBegun}, ${runs + 1})`, runsCounted: runs })
    .where(and(isHome(home), isPlausible));
}

/** Records that what a restore had revived has ended: the counts of both are the same once more. */
export function recordSettled(
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

/** Inserts those of these ends that a database lacks. */
export function insertEnds(db: Database, rows: readonly EndRow[]) {
  return db
    .insert(ends)
    .select(
      sql`SELECT value ->> 'id', value ->> 'kind', value ->> 'partnerId', value ->> 'endedAt', 1
        FROM json_each(${JSON.stringify(rows)}) WHERE true`,
    )
    .onConflictDoNothing();
}

/** Notes that the first athlete database has these ends. */
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

/** Has every end copied once more. */
export function copyAllAnew(registry: Database) {
  return registry.update(ends).set({ isCopied: false }).where(gt(ends.id, ''));
}

/** Selects the next active connections after an identifier that are as they are since before a time. */
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

/** Has every consent to connections of an athlete database compared with them: one or the other is of an earlier day. */
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

/** Inserts those of these applied erasures that the ledger lacks. */
export function insertApplied(
  registry: Database,
  { environment, shard }: AthleteAddress,
  applied: readonly (typeof appliedErasures.$inferSelect)[],
) {
  return registry
    .insert(erasureLedger)
    .select(
      sql`SELECT value ->> 'idHash', ${environment}, ${shard}, value ->> 'appliedAt', NULL
        FROM json_each(${JSON.stringify(applied)}) WHERE true`,
    )
    .onConflictDoNothing();
}

/** Returns the identifiers of one kind, and a column that holds the time at which each ended. */
function ofKind(rows: readonly EndRow[], kind: EndRow['kind']) {
  const found = rows.filter((row) => row.kind === kind);
  const json = JSON.stringify(Object.fromEntries(found.map(({ id, endedAt }) => [id, endedAt])));
  const endedAt = (id: SQL) => sql`(SELECT value FROM json_each(${json}) WHERE key = ${id})`;
  return { ids: found.map(({ id }) => id), endedAt };
}

/** Ends what a restore of the registry has revived. Each statement leaves alone what has ended. */
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
      .where(and(isOneOf(partners.id, partner.ids), sql`${partners.status} = 'active'`)),
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
    insertEnds(registry, rows),
  ] as const;
}

/** Gives the events of a database another epoch, because positions from before would point at other events. */
function renewEpoch(db: Database) {
  return db.update(eventStore).set({ epoch: sql`lower(hex(randomblob(8)))` }).where(eq(eventStore.id, 1));
}

/** Sets back what a restored athlete database notes of others: its partners' other shards may hold any athletes. */
export function forgetInHome(db: Database) {
  return [
    renewEpoch(db),
    db.update(partnerShards).set({ state: 'open', firstUlid: '' }).where(sql`true`),
  ] as const;
}

/** Has a restored athlete database end the access of terminated partners once more: it no longer has done its part. */
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
  ] as const;
}

/** More changes than webhooks get in the days that a restore takes back. */
const VERSIONS_SKIPPED = 1_000_000;

/**
 * Sets back what a restored registry holds of others: its events get another epoch, webhooks are written to their stores
 * once more, which may have later versions, and members sign in anew, because sessions that had ended are back.
 */
export function forgetInRegistry(registry: Database) {
  return [
    renewEpoch(registry),
    registry
      .update(webhooks)
      .set({ version: sql`${webhooks.version} + ${VERSIONS_SKIPPED}` })
      .where(sql`true`),
    registry.delete(consoleSessions),
  ] as const;
}
