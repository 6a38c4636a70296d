import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core';
import { MINUTE_MS } from '../clock.ts';
import type { Environment } from '../env.ts';
import type { PartnerContext } from '../http/context.ts';
import { isOneOf } from '../storage/conditions.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { wherePartnerIsActive } from '../storage/partner.ts';
import { partners, type WebhookRow, webhooks } from '../storage/registry-schema.ts';

/** Webhooks that a partner may have per environment: each one receives a delivery of every change. */
const WEBHOOKS_MAX = 10;

/** The identifier of a webhook, limited to those of a partner and environment. */
export interface OwnWebhook {
  readonly partnerId: string;
  readonly environment: Environment;
  readonly webhookId: string;
}

/** Limits a webhook's identifier to the webhooks of the caller's partner and environment. */
export function ownWebhook({ principal }: PartnerContext, webhookId: string): OwnWebhook {
  return { partnerId: principal.partnerId, environment: principal.environment, webhookId };
}

function isOwn({ partnerId, environment, webhookId }: OwnWebhook): SQL | undefined {
  return and(
    eq(webhooks.id, webhookId),
    eq(webhooks.partnerId, partnerId),
    eq(webhooks.environment, environment),
  );
}

/** Builds the condition that the partner is active and below its limit. Part of the INSERT. */
export function mayTakeWebhook(partnerId: string, environment: Environment): SQL {
  return sql`${wherePartnerIsActive(partnerId)}
    AND (SELECT count(*) FROM webhooks WHERE partner_id = ${partnerId} AND environment = ${environment}) < ${WEBHOOKS_MAX}`;
}

/** Inserts a webhook if `condition` holds; `meta.changes` is 0 otherwise. */
export function insertWebhook(registry: Database, webhook: WebhookRow, condition: SQL) {
  return insertWhere(registry, webhooks, webhook, condition);
}

/** Selects a webhook of this partner, whichever its environment. */
export function selectWebhookOfPartner(
  registry: Database,
  { partnerId, webhookId }: Pick<OwnWebhook, 'partnerId' | 'webhookId'>,
) {
  return registry
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, webhookId), eq(webhooks.partnerId, partnerId)));
}

/** Selects a page of webhooks, newest first. */
export function selectOwnWebhooks(
  registry: Database,
  partnerId: string,
  environment: Environment,
  page: { readonly afterId: string | null; readonly limit: number },
) {
  return registry
    .select()
    .from(webhooks)
    .where(
      and(
        eq(webhooks.partnerId, partnerId),
        eq(webhooks.environment, environment),
        page.afterId === null ? undefined : lt(webhooks.id, page.afterId),
      ),
    )
    .orderBy(desc(webhooks.id))
    .limit(page.limit);
}

export function updateOwnWebhook(
  registry: Database,
  own: OwnWebhook,
  changes: SQLiteUpdateSetSource<typeof webhooks>,
) {
  return registry.update(webhooks).set(changes).where(isOwn(own)).returning();
}

/** Tests of one webhook within a minute: they reach an address that the partner named, so they are few. */
export const TESTS_PER_MIN = 10;

/**
 * Takes one of the tests of an active webhook: keeps the times of the last ten, and changes nothing if the first of them
 * is less than a minute ago. A time that lies far ahead was kept before the clock was set back, and does not count.
 */
export function takeTest(registry: Database, own: OwnWebhook, nowMs: number) {
  const { testedAt } = webhooks;
  const isFull = sql`json_array_length(${testedAt}) >= ${TESTS_PER_MIN}`;
  const oldest = sql`json_extract(${testedAt}, '$[0]')`;
  const [from, to] = [nowMs - MINUTE_MS, nowMs + MINUTE_MS];
  return registry
    .update(webhooks)
    .set({
      testedAt: sql`json_insert(CASE WHEN ${isFull} THEN json_remove(${testedAt}, '$[0]') ELSE ${testedAt} END, '$[#]', ${nowMs})`,
    })
    .where(
      and(
        isOwn(own),
        eq(webhooks.status, 'active'),
        sql`NOT (${isFull} AND ${oldest} > ${from} AND ${oldest} <= ${to})`,
      ),
    );
}

export function deleteOwnWebhook(registry: Database, own: OwnWebhook) {
  return registry.delete(webhooks).where(isOwn(own));
}

/** Builds the changes that enable a webhook. One that is active already stays as it is. */
export function enabling(nowMs: number) {
  return {
    status: 'active' as const,
    disabledReason: null,
    failingSince: null,
    activeSince: sql`CASE WHEN status = 'active' THEN active_since ELSE ${nowMs} END`,
  };
}

/** Builds the changes that disable a webhook. One that is disabled already keeps its reason. */
export const DISABLING = {
  status: 'disabled' as const,
  disabledReason: sql`coalesce(disabled_reason, 'requested')`,
};

/**
 * Disables a webhook that is active since this time and has this address; `meta.changes` is 0 if another attempt or the
 * partner has already disabled it, or the partner has changed the address since the attempt began.
 */
export function disableActive(
  registry: Database,
  own: OwnWebhook,
  { activeSince, url }: Pick<WebhookRow, 'activeSince' | 'url'>,
  reason: 'gone' | 'failing',
) {
  return registry
    .update(webhooks)
    .set({ status: 'disabled', disabledReason: reason })
    .where(
      and(
        isOwn(own),
        eq(webhooks.status, 'active'),
        eq(webhooks.activeSince, activeSince),
        eq(webhooks.url, url),
      ),
    );
}

/** Stores the time since which a webhook's attempts fail; null once one has succeeded. */
export function updateFailingSince(registry: Database, own: OwnWebhook, failingSince: number | null) {
  return registry.update(webhooks).set({ failingSince }).where(isOwn(own));
}

/** Selects the active webhooks of a partner's environment: ten at most. */
export function selectActiveWebhooks(registry: Database, partnerId: string, environment: Environment) {
  return registry
    .select()
    .from(webhooks)
    .where(
      and(
        eq(webhooks.partnerId, partnerId),
        eq(webhooks.environment, environment),
        sql`${webhooks.status} = 'active'`,
      ),
    );
}

/** Stores on the partner the event types that the active webhooks of an environment want. */
export function updateEventTypes(registry: Database, partnerId: string, environment: Environment) {
  const wanted = sql`(SELECT json_group_array(DISTINCT value) FROM webhooks, json_each(webhooks.events)
    WHERE webhooks.partner_id = ${partnerId} AND webhooks.environment = ${environment} AND webhooks.status = 'active')`;
  return registry
    .update(partners)
    .set(environment === 'test' ? { testEventTypes: wanted } : { liveEventTypes: wanted })
    .where(eq(partners.id, partnerId));
}

/** Clears the event types on the partner, which its keys' records may lack. */
export function forgetEventTypes(registry: Database, partnerId: string, environment: Environment) {
  return registry
    .update(partners)
    .set(environment === 'test' ? { testEventTypes: [] } : { liveEventTypes: [] })
    .where(eq(partners.id, partnerId));
}

/** Selects what the active webhooks of partners want. */
export function selectWanted(registry: Database, partnerIds: readonly string[]) {
  return registry
    .select({
      id: partners.id,
      testEventTypes: partners.testEventTypes,
      liveEventTypes: partners.liveEventTypes,
    })
    .from(partners)
    .where(isOneOf(partners.id, partnerIds));
}

/** Selects the next partners and environments that have an active webhook. */
export function selectSubscribers(
  registry: Database,
  after: { readonly partnerId: string; readonly environment: string },
  limit: number,
) {
  return registry
    .select({ partnerId: webhooks.partnerId, environment: webhooks.environment })
    .from(webhooks)
    .where(
      and(
        sql`(${webhooks.partnerId}, ${webhooks.environment}) > (${after.partnerId}, ${after.environment})`,
        sql`${webhooks.status} = 'active'`,
      ),
    )
    .groupBy(webhooks.partnerId, webhooks.environment)
    .orderBy(webhooks.partnerId, webhooks.environment)
    .limit(limit);
}
