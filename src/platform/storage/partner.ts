import { eq, type SQL, sql } from 'drizzle-orm';
import type { Environment } from '../env.ts';
import { isOneOf } from './conditions.ts';
import type { Database } from './database.ts';
import { type PartnerRow, partners } from './registry-schema.ts';

/** Returns the tier of a partner's new athletes: full in the sandbox, the operator's choice in production. */
export function defaultTierIn(
  environment: Environment,
  { defaultTier }: Pick<PartnerRow, 'defaultTier'>,
): PartnerRow['defaultTier'] {
  return environment === 'test' ? 'full' : defaultTier;
}

/** Selects the partner with this identifier, regardless of status. */
export function selectPartner(registry: Database, partnerId: string) {
  return registry.select().from(partners).where(eq(partners.id, partnerId));
}

/** Builds the condition for a partner's writes: the partner is active. */
export function wherePartnerIsActive(partnerId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM partners AS owner WHERE owner.id = ${partnerId} AND owner.status = 'active')`;
}

/** Builds the condition that the registry has this partner with this status. */
export function wherePartnerHasStatus(partnerId: string, status: PartnerRow['status']): SQL {
  return sql`EXISTS (SELECT 1 FROM partners AS owner WHERE owner.id = ${partnerId} AND owner.status = ${status})`;
}

/** Builds the condition for the operator's changes: the partner is active or suspended. */
export function wherePartnerHasNotEnded(partnerId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM partners AS owner WHERE owner.id = ${partnerId}
    AND owner.status IN ('active', 'suspended'))`;
}

/** Builds the condition that the registry has this partner, regardless of status. */
export function partnerExists(partnerId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM partners AS owner WHERE owner.id = ${partnerId})`;
}

/** Selects the home regions of these partners. */
export function selectHomeRegions(registry: Database, partnerIds: readonly string[]) {
  return registry
    .select({ id: partners.id, homeRegion: partners.homeRegion })
    .from(partners)
    .where(isOneOf(partners.id, partnerIds));
}
