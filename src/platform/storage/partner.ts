import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { ENVIRONMENTS, type Env, type Environment } from '../env.ts';
import { type Database, openRegistry, type StorageMeter } from './database.ts';
import { apiKeys, type KeyRow, type PartnerRow, partners } from './registry-schema.ts';
import { isOneOf } from './statements.ts';

/** Returns the tier of a partner's new athletes: full in the sandbox, the operator's choice in production. */
export function defaultTierIn(
  environment: Environment,
  { defaultTier }: Pick<PartnerRow, 'defaultTier'>,
): PartnerRow['defaultTier'] {
  return environment === 'test' ? 'full' : defaultTier;
}

/** Returns the origins whose pages may frame the pages of a partner's athletes in an environment. */
export function originsIn(
  environment: Environment,
  { testOrigins, liveOrigins }: Pick<PartnerRow, 'testOrigins' | 'liveOrigins'>,
): readonly string[] {
  return environment === 'test' ? testOrigins : liveOrigins;
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
export function wherePartnerIsOpen(partnerId: string): SQL {
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

/** The maximum number of usable keys of a partner: 25 per environment. */
const PARTNER_KEYS_MAX = 50;

/** A partner's registry record with its usable keys. */
export interface PartnerKeys {
  readonly partner: PartnerRow;
  readonly keys: readonly KeyRow[];
}

/** Builds the conditions that a key is the partner's. Naming both environments lets SQLite search the index of status. */
export function ofPartner(partnerId: string) {
  return [eq(apiKeys.partnerId, partnerId), inArray(apiKeys.environment, ENVIRONMENTS)] as const;
}

/** Reads a partner and its usable keys. Returns null if the registry has no such partner. Throws StorageUnavailable. */
export async function readPartnerKeys(
  env: Pick<Env, 'registry'>,
  meter: StorageMeter,
  partnerId: string,
): Promise<PartnerKeys | null> {
  const registry = openRegistry(env, meter);
  const [[partner], keys] = await registry.batch([
    selectPartner(registry, partnerId),
    registry
      .select()
      .from(apiKeys)
      .where(and(...ofPartner(partnerId), inArray(apiKeys.status, ['active', 'rotated'])))
      // Rotated keys past their grace period stay for months, so they come last.
      .orderBy(apiKeys.status, desc(apiKeys.expiresAt))
      .limit(PARTNER_KEYS_MAX),
  ]);
  return partner ? { partner, keys } : null;
}
