import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Environment, Limits } from '#platform/env.ts';
import { athletes } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { suspensions } from '#platform/storage/events-schema.ts';
import { type AthleteAddress, afterEveryId } from '#platform/storage/ids.ts';
import { IS_LIVE } from '#platform/storage/live-athlete.ts';
import { apiKeys, type PartnerRow, partners } from '#platform/storage/registry-schema.ts';
import { insertWhere } from '#platform/storage/statements.ts';
import { isLeftIn, isOverIn } from './shared-repository.ts';

const IS_NOT_TERMINATED = inArray(partners.status, ['active', 'suspended']);

/** Inserts a new partner. */
export function insertPartner(db: Database, row: PartnerRow) {
  return db.insert(partners).values(row);
}

/** Inserts a new partner if `condition` holds in the same statement. Otherwise `meta.changes` is 0. */
export function insertPartnerWhere(db: Database, row: PartnerRow, condition: SQL) {
  return insertWhere(db, partners, row, condition);
}

/** Selects a page of partners, newest first. Identifiers sort by creation time. */
export function selectPartners(
  db: Database,
  page: { readonly afterId: string | null; readonly limit: number },
) {
  return (
    db
      .select()
      .from(partners)
      // The first page has a bound too, so that SQLite searches the index instead of scanning the table.
      .where(lt(partners.id, page.afterId ?? afterEveryId('prt')))
      .orderBy(desc(partners.id))
      .limit(page.limit)
  );
}

/** Replaces the allowed origins of an active partner in an environment. */
export function updateOrigins(
  db: Database,
  partnerId: string,
  environment: Environment,
  origins: readonly string[],
) {
  return db
    .update(partners)
    .set(environment === 'test' ? { testOrigins: [...origins] } : { liveOrigins: [...origins] })
    .where(and(eq(partners.id, partnerId), eq(partners.status, 'active')));
}

/** Records the date of the first grant if the same batch created the key. Later grants keep that date. */
export function markLiveAccess(db: Database, partnerId: string, keyId: string, nowMs: number) {
  return db
    .update(partners)
    .set({ liveAccessAt: sql`coalesce(${partners.liveAccessAt}, ${nowMs})` })
    .where(and(eq(partners.id, partnerId), keyExists(keyId)));
}

/** Terminates a partner if it is active or suspended. */
export function terminatePartner(
  db: Database,
  partnerId: string,
  at: { readonly terminatedAt: number; readonly purgeAfter: number },
) {
  return db
    .update(partners)
    .set({ status: 'terminated', suspendedAt: null, ...at })
    .where(and(eq(partners.id, partnerId), IS_NOT_TERMINATED));
}

/** Suspends an active partner, or with null resumes a suspended one. Raises the version that stores compare. */
export function changeSuspension(db: Database, partnerId: string, suspendedAt: number | null) {
  const status = suspendedAt === null ? 'active' : 'suspended';
  const before = suspendedAt === null ? 'suspended' : 'active';
  return db
    .update(partners)
    .set({ status, suspendedAt, suspensionVersion: sql`${partners.suspensionVersion} + 1` })
    .where(and(eq(partners.id, partnerId), eq(partners.status, before)));
}

/** Records that every key and athlete database knows this version of a partner's suspension. */
export function recordSuspensionFannedOut(db: Database, { id, suspensionVersion }: PartnerRow) {
  return db
    .update(partners)
    .set({ suspensionFannedOut: suspensionVersion })
    .where(and(eq(partners.id, id), lt(partners.suspensionFannedOut, suspensionVersion)));
}

/** Selects partners whose suspension, or its end, a key or athlete database may not know. */
export function selectSuspensionsToFanOut(db: Database, limit: number) {
  return (
    db
      .select()
      .from(partners)
      // A literal condition lets SQLite use the partial index, and `id` makes it search instead of scan.
      .where(sql`suspension_fanned_out < suspension_version AND id > ''`)
      .limit(limit)
  );
}

/** Writes a partner's suspension to an athlete database, unless that has a later version. */
export function writeSuspension(db: Database, { id: partnerId, suspendedAt, suspensionVersion }: PartnerRow) {
  return db
    .insert(suspensions)
    .values({ partnerId, suspendedAt, version: suspensionVersion })
    .onConflictDoUpdate({
      target: suspensions.partnerId,
      set: { suspendedAt, version: suspensionVersion },
      setWhere: sql`excluded.version > ${suspensions.version}`,
    });
}

/** Selects terminated partners with keys that may not have been notified, earliest purge date first. */
export function selectPartnersToNotify(db: Database, purgedAfterMs: number, limit: number) {
  return selectEnding(db, purgedAfterMs, isNull(partners.keysEndedAt), limit);
}

/**
 * Selects terminated partners with tokens that may not have ended in an athlete database, earliest purge date
 * first.
 */
export function selectPartnersToEndIn(
  db: Database,
  home: AthleteAddress,
  purgedAfterMs: number,
  limit: number,
) {
  return selectEnding(db, purgedAfterMs, isLeftIn('connections', home), limit);
}

function selectEnding(db: Database, purgedAfterMs: number, onlyWhere: SQL, limit: number) {
  return (
    db
      .select()
      .from(partners)
      // A literal status lets SQLite use the partial index.
      .where(
        and(
          sql`${partners.status} = 'terminated'`,
          isNull(partners.accessEndedAt),
          gt(partners.purgeAfter, purgedAfterMs),
          onlyWhere,
        ),
      )
      .orderBy(asc(partners.purgeAfter))
      .limit(limit)
  );
}

/** Records that every key of a terminated partner has been notified. */
export function recordKeysEnded(db: Database, partnerId: string, nowMs: number) {
  return db.update(partners).set({ keysEndedAt: nowMs }).where(eq(partners.id, partnerId));
}

/** Records that every key and token of a terminated partner has ended. */
export function recordAccessEnded(db: Database, partnerId: string, nowMs: number) {
  return db
    .update(partners)
    .set({ keysEndedAt: nowMs, accessEndedAt: nowMs })
    .where(eq(partners.id, partnerId));
}

/**
 * Records that access has ended for every terminated partner whose keys, and tokens in all these databases,
 * have ended.
 */
export function recordAccessEndedIn(db: Database, databases: readonly string[], nowMs: number) {
  return db
    .update(partners)
    .set({ accessEndedAt: nowMs })
    .where(
      and(
        sql`${partners.status} = 'terminated'`,
        isNull(partners.accessEndedAt),
        // The lower bound makes SQLite search the index instead of scanning it.
        gt(partners.purgeAfter, 0),
        isNotNull(partners.keysEndedAt),
        isOverIn('connections', databases),
      ),
    );
}

/** Selects a key of any partner, for the operator. */
export function selectAnyKey(db: Database, keyId: string) {
  return db.select().from(apiKeys).where(eq(apiKeys.id, keyId));
}

/** Builds the condition that the partner's audit does not say yet that the operator revoked this key. */
export function isUnrecorded(partnerId: string, keyId: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM console_audit AS earlier WHERE earlier.partner_id = ${partnerId}
    AND earlier.action = 'key.revoke' AND earlier.subject_id = ${keyId} AND earlier.member_id IS NULL)`;
}

/** Builds the condition that the registry has this key. */
export function keyExists(keyId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM api_keys WHERE api_keys.id = ${keyId})`;
}

/**
 * Changes the budgets of a partner that is not terminated by a merge patch: a number replaces, null restores the default, a
 * missing member stays.
 */
export function patchBudgets(
  db: Database,
  partnerId: string,
  patch: { readonly [Budget in keyof Limits]?: number | null | undefined },
) {
  return db
    .update(partners)
    .set({ budgets: sql`json_patch(${partners.budgets}, ${JSON.stringify(patch)})` })
    .where(and(eq(partners.id, partnerId), IS_NOT_TERMINATED));
}

type PartnerLocations = Pick<PartnerRow, 'regions' | 'testShards' | 'liveShards'>;

/** Sets the regions and shards of an active partner if they have not changed since this row was read. */
export function updateLocations(
  db: Database,
  partner: Pick<PartnerRow, 'id'> & PartnerLocations,
  locations: PartnerLocations,
) {
  return db
    .update(partners)
    .set(locations)
    .where(and(eq(partners.id, partner.id), hasLocations(partner)));
}

/** Builds the condition that an active partner still has the regions and shards of this row. */
export function hasLocations({
  id,
  regions,
  testShards,
  liveShards,
}: Pick<PartnerRow, 'id'> & PartnerLocations): SQL {
  const [ofRegions, ofTest, ofLive] = [regions, testShards, liveShards].map((list) => JSON.stringify(list));
  return sql`EXISTS (SELECT 1 FROM partners AS p WHERE p.id = ${id} AND p.status = 'active'
    AND p.regions = ${ofRegions} AND p.test_shards = ${ofTest} AND p.live_shards = ${ofLive})`;
}

/** Selects one live athlete of a partner in an athlete database. */
export function selectAnyAthlete(db: Database, partnerId: string) {
  return db
    .select({ id: athletes.id })
    .from(athletes)
    .where(and(eq(athletes.partnerId, partnerId), IS_LIVE))
    .limit(1);
}

/** Counts the live athletes of a partner in an athlete database. */
export function countAthletes(db: Database, partnerId: string) {
  return db
    .select({ athletes: sql<number>`count(*)` })
    .from(athletes)
    .where(and(eq(athletes.partnerId, partnerId), IS_LIVE));
}

/**
 * Opens production for a partner with a tier for its new athletes, if `condition` holds. Keeps the first
 * opening date.
 */
export function openProduction(
  db: Database,
  partnerId: string,
  defaultTier: PartnerRow['defaultTier'],
  condition: SQL,
  nowMs: number,
) {
  return db
    .update(partners)
    .set({ defaultTier, liveAccessAt: sql`coalesce(${partners.liveAccessAt}, ${nowMs})` })
    .where(and(eq(partners.id, partnerId), condition));
}

/** Replaces the address of a partner's contact if `condition` holds. */
export function updateContact(db: Database, partnerId: string, contactEmail: string, condition: SQL) {
  return db
    .update(partners)
    .set({ contactEmail })
    .where(and(eq(partners.id, partnerId), condition));
}
