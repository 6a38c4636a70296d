import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../storage/database.ts';
import { partners } from '../storage/registry-schema.ts';

/**
 * Reduces a terminated partner to its record: that it existed, its name and its dates. Changes nothing while, in the
 * same statement, the registry still holds its keys, clients, webhooks, events, recalculations, kept answers, members or audit.
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
