import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Environment } from '#platform/env.ts';
import type { RequestContext } from '#platform/http/context.ts';
import type { Database } from '#platform/storage/database.ts';
import { insertWhere } from '#platform/storage/guarded-insert.ts';
import { wherePartnerIsActive } from '#platform/storage/partner.ts';
import { recordEvents } from '#platform/storage/record-events.ts';
import { apiKeys, type KeyRow } from '#platform/storage/registry-schema.ts';

/**
 * Usable keys that a partner may have per environment. Limits the keys that a leaked one can create before it
 * is noticed; one key per service, stage and region, and a second one during rotation, stays well below it.
 */
export const USABLE_KEYS_MAX = 25;

/**
 * Builds the condition that a partner may have one more key: it is active and below the limit of usable keys. Part of
 * the INSERT itself, so that simultaneous requests cannot exceed the limit.
 */
export function mayTakeKey(partnerId: string, environment: Environment, nowMs: number): SQL {
  return sql`${wherePartnerIsActive(partnerId)}
    AND (SELECT count(*) FROM api_keys WHERE partner_id = ${partnerId} AND environment = ${environment} AND status = 'active')
      + (SELECT count(*) FROM api_keys WHERE partner_id = ${partnerId} AND environment = ${environment} AND status = 'rotated'
        AND expires_at > ${nowMs}) < ${USABLE_KEYS_MAX}`;
}

/** Inserts a key if `condition` holds; `meta.changes` is 0 otherwise. */
export function insertKey(db: Database, row: KeyRow, condition: SQL) {
  return insertWhere(db, apiKeys, row, condition);
}

/** Selects the key that a partner got last in an environment, ended or not; none if it never had one. */
export function selectLatestKey(db: Database, partnerId: string, environment: Environment) {
  return db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.partnerId, partnerId), eq(apiKeys.environment, environment)))
    .orderBy(desc(apiKeys.id))
    .limit(1);
}

/** Records the creation of a key by the operator, directly after the insertion of its row. */
export function reportKey(
  { nowMs, recorded }: Pick<RequestContext, 'nowMs' | 'recorded'>,
  db: Database,
  { id, partnerId, environment }: KeyRow,
) {
  const reporter = { principal: { partnerId, environment }, nowMs, recorded };
  return recordEvents(db, reporter, [{ type: 'key.created', data: { keyId: id } }]);
}
