import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Environment } from '#platform/env.ts';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { members } from '#platform/storage/console-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { apiKeys, oauthClients, webhooks } from '#platform/storage/registry-schema.ts';
import { addressesOf, selectKnownMembers } from './repository.ts';

/** Something that still works and came from a member, or is older than the record of who created it. */
export interface CameFrom {
  readonly kind: 'key' | 'webhook' | 'client' | 'member';
  readonly id: string;
  readonly name: string;
  /** Null for members. */
  readonly environment: Environment | null;
  /** The member or key that it came from. Null if it is older than the record. */
  readonly by: string | null;
}

/** Things that came from a member, with the addresses that are still stored. */
export interface OriginOfRows {
  readonly rows: readonly CameFrom[];
  readonly addressOf: (memberId: string) => string | null;
}

/**
 * Reads what still works of what a member invited or created, directly or through members and keys that came from them, and
 * what is older than the record. An intruder could hold an account with a key that made another key.
 */
export async function readOrigin(
  ctx: RequestContext,
  partnerId: string,
  memberId: string,
): Promise<OriginOfRows> {
  const registry = registryOf(ctx);
  const [joined, keys, hooks, clients, known] = await registry.batch([
    ...selectCameFrom(registry, partnerId, memberId, ctx.nowMs),
    selectKnownMembers(registry, partnerId),
  ]);
  return {
    rows: [
      ...joined.map((row) => ({ ...row, kind: 'member' as const, environment: null })),
      ...keys.map((row) => ({ ...row, kind: 'key' as const })),
      ...hooks.map((row) => ({ ...row, kind: 'webhook' as const })),
      ...clients.map((row) => ({ ...row, kind: 'client' as const })),
    ],
    addressOf: addressesOf(known),
  };
}

/** Selects a partner's members, keys, webhooks and clients that still work and came from a member, or are older than the record. */
export function selectCameFrom(db: Database, partnerId: string, memberId: string, nowMs: number) {
  const cameFrom = (by: SQLiteColumn): SQL =>
    sql`(${by} IS NULL OR ${by} IN (WITH RECURSIVE origin (id) AS (VALUES (${memberId})
      UNION SELECT m.id FROM members AS m JOIN origin ON m.invited_by = origin.id WHERE m.partner_id = ${partnerId}
      UNION SELECT k.id FROM api_keys AS k JOIN origin ON k.created_by = origin.id WHERE k.partner_id = ${partnerId})
      SELECT id FROM origin))`;
  return [
    db
      .select({ id: members.id, name: members.email, by: members.invitedBy })
      .from(members)
      .where(
        and(
          eq(members.partnerId, partnerId),
          isNull(members.removedAt),
          sql`${members.id} <> ${memberId}`,
          cameFrom(members.invitedBy),
        ),
      ),
    db
      .select({ id: apiKeys.id, name: apiKeys.name, environment: apiKeys.environment, by: apiKeys.createdBy })
      .from(apiKeys)
      .where(
        and(
          eq(apiKeys.partnerId, partnerId),
          sql`(${apiKeys.status} = 'active' OR (${apiKeys.status} = 'rotated' AND ${apiKeys.expiresAt} > ${nowMs}))`,
          cameFrom(apiKeys.createdBy),
        ),
      ),
    db
      .select({
        id: webhooks.id,
        name: webhooks.url,
        environment: webhooks.environment,
        by: webhooks.createdBy,
      })
      .from(webhooks)
      .where(and(eq(webhooks.partnerId, partnerId), cameFrom(webhooks.createdBy))),
    db
      .select({
        id: oauthClients.clientId,
        name: oauthClients.name,
        environment: oauthClients.environment,
        by: oauthClients.createdBy,
      })
      .from(oauthClients)
      .where(
        and(
          eq(oauthClients.partnerId, partnerId),
          eq(oauthClients.status, 'active'),
          cameFrom(oauthClients.createdBy),
        ),
      ),
  ] as const;
}
