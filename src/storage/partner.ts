import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { partners } from './registry-schema.ts';

/** Selects the partner with this identifier, whatever its status. */
export function selectPartner(registry: Database, partnerId: string) {
  return registry.select().from(partners).where(eq(partners.id, partnerId));
}

/** Builds the condition that a write for a partner carries: the partner is active. */
export function wherePartnerIsActive(partnerId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM partners AS owner WHERE owner.id = ${partnerId} AND owner.status = 'active')`;
}
