import { type SQL, sql } from 'drizzle-orm';
import type { Environment } from '../env.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { wherePartnerIsActive } from '../storage/partner.ts';
import type { KeyRow } from '../storage/registry-schema.ts';
import { apiKeys } from '../storage/registry-schema.ts';

/**
 * Usable keys a partner may have per environment. Bounds what a leaked key can breed before it is noticed;
 * a key per service, stage and region with one of each in rotation stays well below it.
 */
export const USABLE_KEYS_MAX = 25;

/**
 * That one more key may be made: the partner is active and has fewer usable keys than it may have. Part of
 * the INSERT itself, so that no number of simultaneous requests gets past it.
 */
export function mayTakeKey(partnerId: string, environment: Environment, nowMs: number): SQL {
  return sql`${wherePartnerIsActive(partnerId)}
    AND (SELECT count(*) FROM api_keys WHERE partner_id = ${partnerId} AND environment = ${environment} AND status = 'active')
      + (SELECT count(*) FROM api_keys WHERE partner_id = ${partnerId} AND environment = ${environment} AND status = 'rotated'
        AND expires_at > ${nowMs}) < ${USABLE_KEYS_MAX}`;
}

/** Writes the key where `condition` holds; `meta.changes` is 0 otherwise. */
export function insertKey(db: Database, row: KeyRow, condition: SQL) {
  return insertWhere(db, apiKeys, row, condition);
}
