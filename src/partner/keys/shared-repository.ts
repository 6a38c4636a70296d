import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Environment } from '#platform/env.ts';
import type { RequestContext } from '#platform/http/context.ts';
import type { Database } from '#platform/storage/database.ts';
import { wherePartnerIsActive } from '#platform/storage/partner.ts';
import { recordEvents } from '#platform/storage/record-events.ts';
import { apiKeys, type KeyRow } from '#platform/storage/registry-schema.ts';
import { insertWhere } from '#platform/storage/statements.ts';

/**
 * Usable keys that a partner may have per environment. Limits how many keys a leaked one can create before
 * anyone notices. One key per service, stage and region, plus a second during rotation, stays well below it.
 */
export const USABLE_KEYS_MAX = 25;

/**
 * Builds the condition that a partner may have one more key: it is active and below its limit of usable keys.
 * Belongs in the INSERT itself, so that simultaneous requests cannot exceed the limit.
 */
export function mayTakeKey(partnerId: string, environment: Environment, nowMs: number): SQL {
  return sql`${wherePartnerIsActive(partnerId)}
    AND (SELECT count(*) FROM api_keys WHERE partner_id = ${partnerId} AND environment = ${environment} AND status = 'active')
      + (SELECT count(*) FROM api_keys WHERE partner_id = ${partnerId} AND environment = ${environment} AND status = 'rotated'
        AND expires_at > ${nowMs}) < ${USABLE_KEYS_MAX}`;
}

/** Inserts a key if `condition` holds. Otherwise `meta.changes` is 0. */
export function insertKey(db: Database, row: KeyRow, condition: SQL) {
  return insertWhere(db, apiKeys, row, condition);
}

/** Selects a partner's latest key in an environment, ended or not. Selects nothing if it never had one. */
export function selectLatestKey(db: Database, partnerId: string, environment: Environment) {
  return db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.partnerId, partnerId), eq(apiKeys.environment, environment)))
    .orderBy(desc(apiKeys.id))
    .limit(1);
}

/** Returns the act of the operator who creates a key, for the partner's audit. */
export function keyCreation({ id, partnerId, environment }: KeyRow) {
  return { partnerId, memberId: null, action: 'key.create', environment, subjectId: id } as const;
}

/** Records that the operator created a key. Runs directly after the insertion of its row. */
export function reportKey(
  { nowMs, recorded }: Pick<RequestContext, 'nowMs' | 'recorded'>,
  db: Database,
  { id, partnerId, environment }: KeyRow,
) {
  const reporter = { principal: { partnerId, environment }, nowMs, recorded };
  return recordEvents(db, reporter, [{ type: 'key.created', data: { keyId: id } }]);
}
