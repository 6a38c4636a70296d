import { and, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#platform/storage/database.ts';
import { afterEveryId } from '#platform/storage/ids.ts';
import { type AccessRequestRow, accessRequests } from '#platform/storage/registry-schema.ts';
import { insertWhere } from '#platform/storage/statements.ts';

/** Inserts a request if its network address has sent fewer than `max` since `sinceMs`. */
export function insertAccessRequest(
  db: Database,
  row: AccessRequestRow,
  { max, sinceMs }: { readonly max: number; readonly sinceMs: number },
) {
  const sent = sql`(SELECT count(*) FROM access_requests WHERE address_hash = ${row.addressHash} AND created_at > ${sinceMs})`;
  return insertWhere(db, accessRequests, row, sql`${sent} < ${max}`);
}

/** Selects one request. */
export function selectAccessRequest(db: Database, id: string) {
  return db.select().from(accessRequests).where(eq(accessRequests.id, id));
}

/** Selects the request of a link. */
export function selectRequestOfLink(db: Database, linkHash: string) {
  return db.select().from(accessRequests).where(eq(accessRequests.linkHash, linkHash));
}

/** Selects a page of requests, newest first. Identifiers sort by creation time. */
export function selectAccessRequests(
  db: Database,
  page: { readonly afterId: string | null; readonly limit: number },
) {
  return (
    db
      .select()
      .from(accessRequests)
      // The first page has a bound too, so that SQLite searches the index instead of scanning the table.
      .where(lt(accessRequests.id, page.afterId ?? afterEveryId('acr')))
      .orderBy(desc(accessRequests.id))
      .limit(page.limit)
  );
}

type Decision = Pick<AccessRequestRow, 'status' | 'decidedAt' | 'purgeAfter'> & Partial<AccessRequestRow>;

/** Decides a pending request. */
export function decideRequest(db: Database, id: string, decision: Decision) {
  return db
    .update(accessRequests)
    .set(decision)
    .where(and(eq(accessRequests.id, id), eq(accessRequests.status, 'pending')));
}

/** Replaces the link of an approved request. */
export function replaceLink(
  db: Database,
  id: string,
  link: Pick<AccessRequestRow, 'linkHash' | 'linkExpiresAt'>,
) {
  return db
    .update(accessRequests)
    .set({ ...link, linkUsedAt: null })
    .where(and(eq(accessRequests.id, id), eq(accessRequests.status, 'approved')));
}

/** Marks a link as used if the same batch created its key, which happens only for an unused link. */
export function markLinkUsed(db: Database, linkHash: string, nowMs: number, isKeyMade: SQL) {
  return db
    .update(accessRequests)
    .set({ linkUsedAt: nowMs })
    .where(and(eq(accessRequests.linkHash, linkHash), isKeyMade));
}

/** Ends the unused link to a partner's first key, if `condition` holds, unless it was sent to this address. */
export function endLinkOfOthers(db: Database, partnerId: string, email: string, condition: SQL) {
  return db
    .update(accessRequests)
    .set({ linkHash: null })
    .where(
      and(
        eq(accessRequests.partnerId, partnerId),
        isNotNull(accessRequests.linkHash),
        isNull(accessRequests.linkUsedAt),
        sql`lower(${accessRequests.contactEmail}) <> ${email}`,
        condition,
      ),
    );
}

/** Builds the condition that a request has this status and, if given, this link. */
export function requestHas(id: string, status: AccessRequestRow['status'], linkHash: string | null): SQL {
  const link = linkHash === null ? sql`` : sql` AND r.link_hash = ${linkHash}`;
  return sql`EXISTS (SELECT 1 FROM access_requests AS r WHERE r.id = ${id} AND r.status = ${status}${link})`;
}

/** Builds the condition that a link is its request's current one and unused. */
export function isUnused(linkHash: string): SQL {
  return sql`EXISTS (SELECT 1 FROM access_requests AS r WHERE r.link_hash = ${linkHash} AND r.link_used_at IS NULL)`;
}
