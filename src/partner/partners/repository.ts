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

/** Inserts a new partner if `condition` holds in the same statement; `meta.changes` is 0 otherwise. */
export function insertPartnerWhere(db: Database, row: PartnerRow, condition: SQL) {
  return insertWhere(db, partners, row, condition);
}

const AFTER_EVERY_ID = 'prt_~';

/** Selects a page of partners, newest first; identifiers sort by creation. */
export function selectPartners(
  db: Database,
  page: { readonly afterId: string | null; readonly limit: number },
) {
  return (
    db
      .select()
      .from(partners)
      // Bounded on the first page too, so that the index is searched and never the table.
      .where(lt(partners.id, page.afterId ?? AFTER_EVERY_ID))
      .orderBy(desc(partners.id))
      .limit(page.limit)
  );
}

/** Records the date of the first grant, which later ones keep, if the same batch created the key. */
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

/** Selects terminated partners whose keys may not all be notified, the first to be purged first. */
export function selectPartnersToNotify(db: Database, purgedAfterMs: number, limit: number) {
  return selectEnding(db, purgedAfterMs, isNull(partners.keysEndedAt), limit);
}

/** Selects terminated partners whose tokens may not all have ended in an athlete database, the first to be purged first. */
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
      // The status as a literal, so that SQLite uses the partial index.
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

/** Records that access has ended of every terminated partner whose keys and, in each of these databases, tokens have. */
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
 * Changes the budgets of an active partner by a merge patch: a number replaces, null returns to the default, a missing
 * member stays.
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

/** Sets regions and shards of an active partner if they are unchanged since this row was read. */
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

/** Selects one living athlete of a partner in an athlete database. */
export function selectAnyAthlete(db: Database, partnerId: string) {
  return db
    .select({ id: athletes.id })
    .from(athletes)
    .where(and(eq(athletes.partnerId, partnerId), IS_LIVE))
    .limit(1);
}

/** Opens production for a partner with a tier for its new athletes, if `condition` holds; the first date stays. */
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

/** Replaces the address of a partner's contact, if `condition` holds. */
export function updateContact(db: Database, partnerId: string, contactEmail: string, condition: SQL) {
  return db
    .update(partners)
    .set({ contactEmail })
    .where(and(eq(partners.id, partnerId), condition));
}
