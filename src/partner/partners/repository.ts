import { and, asc, desc, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Limits } from '#platform/env.ts';
import { athletes } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { insertWhere } from '#platform/storage/guarded-insert.ts';
import type { AthleteAddress } from '#platform/storage/ids.ts';
import { IS_LIVE } from '#platform/storage/live-athlete.ts';
import { type PartnerRow, partners } from '#platform/storage/registry-schema.ts';
import { isLeftIn, isOverIn } from './shared-repository.ts';

/** Inserts a new partner. */
export function insertPartner(db: Database, row: PartnerRow) {
  return db.insert(partners).values(row);
}

/** Inserts a new partner if `condition` holds in the same statement. Otherwise `meta.changes` is 0. */
export function insertPartnerWhere(db: Database, row: PartnerRow, condition: SQL) {
  return insertWhere(db, partners, row, condition);
}

const AFTER_EVERY_ID = 'prt_~';

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
      .where(lt(partners.id, page.afterId ?? AFTER_EVERY_ID))
      .orderBy(desc(partners.id))
      .limit(page.limit)
  );
}

/** Records the date of the first grant if the same batch created the key. Later grants keep that date. */
export function markLiveAccess(db: Database, partnerId: string, keyId: string, nowMs: number) {
  return db
    .update(partners)
    .set({ liveAccessAt: sql`coalesce(${partners.liveAccessAt}, ${nowMs})` })
    .where(and(eq(partners.id, partnerId), keyExists(keyId)));
}

/** Terminates a partner if it is active. */
export function terminatePartner(
  db: Database,
  partnerId: string,
  at: { readonly terminatedAt: number; readonly purgeAfter: number },
) {
  return db
    .update(partners)
    .set({ status: 'terminated', ...at })
    .where(and(eq(partners.id, partnerId), eq(partners.status, 'active')));
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

/** Builds the condition that the registry has this key. */
export function keyExists(keyId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM api_keys WHERE api_keys.id = ${keyId})`;
}

/**
 * Changes the budgets of an active partner by a merge patch: a number replaces, null restores the default, a
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
    .where(and(eq(partners.id, partnerId), eq(partners.status, 'active')));
}

type Places = Pick<PartnerRow, 'regions' | 'testShards' | 'liveShards'>;

/** Sets the regions and shards of an active partner if they have not changed since this row was read. */
export function updatePlaces(db: Database, partner: Pick<PartnerRow, 'id'> & Places, places: Places) {
  return db
    .update(partners)
    .set(places)
    .where(and(eq(partners.id, partner.id), hasPlaces(partner)));
}

/** Builds the condition that an active partner still has the regions and shards of this row. */
export function hasPlaces({ id, regions, testShards, liveShards }: Pick<PartnerRow, 'id'> & Places): SQL {
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
