import { and, eq, type SQL, sql } from 'drizzle-orm';
import { databaseName } from '#platform/storage/athlete-databases.ts';
import type { Database } from '#platform/storage/database.ts';
import type { AthleteAddress } from '#platform/storage/ids.ts';
import { partnerEnds, partners } from '#platform/storage/registry-schema.ts';
import { listOf } from '#platform/storage/statements.ts';

/**
 * Reduces a terminated partner to its record: its name, its dates and the fact that it existed. Changes
 * nothing while the registry still holds its keys, clients, webhooks, events, recalculations, stored answers,
 * members or audit, as checked in the same statement.
 */
export function reduceToRecord(registry: Database, partnerId: string, nowMs: number) {
  const nothingLeft = sql`NOT EXISTS (SELECT 1 FROM api_keys AS k WHERE k.partner_id = ${partnerId})
    AND NOT EXISTS (SELECT 1 FROM oauth_clients AS c WHERE c.partner_id = ${partnerId})
    AND NOT EXISTS (SELECT 1 FROM webhooks AS w WHERE w.partner_id = ${partnerId})
    AND NOT EXISTS (SELECT 1 FROM events AS e WHERE e.partner_id = ${partnerId})
    AND NOT EXISTS (SELECT 1 FROM recalculations AS r WHERE r.partner_id = ${partnerId})
    AND NOT EXISTS (SELECT 1 FROM idempotency_keys AS i WHERE i.partner_id = ${partnerId})
    AND NOT EXISTS (SELECT 1 FROM members AS m WHERE m.partner_id = ${partnerId})
    AND NOT EXISTS (SELECT 1 FROM console_audit AS a WHERE a.partner_id = ${partnerId})`;
  return registry
    .update(partners)
    .set({
      status: 'purged',
      purgedAt: nowMs,
      useCase: '',
      contactEmail: '',
      checklistDone: [],
      productsSeen: null,
      productsCountedAt: null,
    })
    .where(and(eq(partners.id, partnerId), eq(partners.status, 'terminated'), nothingLeft));
}

type EndedPart = typeof partnerEnds.$inferSelect.part;

/** Records that an athlete database has finished ending these partners. */
export function recordEnds(
  registry: Database,
  part: EndedPart,
  home: AthleteAddress,
  partnerIds: readonly string[],
) {
  return registry
    .insert(partnerEnds)
    .select(sql`SELECT value, ${part}, ${databaseName(home)} FROM ${listOf(partnerIds)} WHERE true`)
    .onConflictDoNothing();
}

/** Builds the condition that an athlete database has not finished ending a partner. */
export function isLeftIn(part: EndedPart, home: AthleteAddress): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM partner_ends AS ended
    WHERE ended.partner_id = ${partners.id} AND ended.part = ${part} AND ended.database = ${databaseName(home)})`;
}

/** Builds the condition that each of these databases has finished ending a partner. */
export function isOverIn(part: EndedPart, databases: readonly string[]): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${listOf(databases)} WHERE value NOT IN (SELECT ended.database
    FROM partner_ends AS ended WHERE ended.partner_id = ${partners.id} AND ended.part = ${part}))`;
}

/** Forgets which databases have finished ending a partner, once it is purged. */
export function deleteEnds(registry: Database, partnerId: string) {
  const isPurged = sql`EXISTS (SELECT 1 FROM partners AS p WHERE p.id = ${partnerId} AND p.status = 'purged')`;
  return registry.delete(partnerEnds).where(and(eq(partnerEnds.partnerId, partnerId), isPurged));
}
