import { and, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core';
import { MINUTE_MS, SECOND_MS } from '#platform/clock.ts';
import type { Environment } from '#platform/env.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Claim, isClaimed } from '#platform/http/shared-repository.ts';
import type { Database } from '#platform/storage/database.ts';
import type { SubscriberRow } from '#platform/storage/events-schema.ts';
import { wherePartnerIsActive } from '#platform/storage/partner.ts';
import { type ReportedHealth, type WebhookRow, webhooks } from '#platform/storage/registry-schema.ts';
import { insertWhere, isOneOf } from '#platform/storage/statements.ts';
import type { OwnWebhook, Subscriber } from '#platform/storage/subscriber.ts';
import { PROBE_EVERY_MS } from './dispatch-state.ts';

/** Webhooks that a partner may have per environment. Each one receives every change. */
const WEBHOOKS_MAX = 10;

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

/** Inserts a webhook if `condition` holds. Otherwise `meta.changes` is 0. */
export function insertWebhook(registry: Database, webhook: WebhookRow, condition: SQL) {
  return insertWhere(registry, webhooks, webhook, condition);
}

/** Selects a webhook of this partner in either environment. */
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

const NEXT_VERSION = sql`version + 1`;

/** Changes a webhook and returns its new version. */
export function updateOwnWebhook(
  registry: Database,
  own: OwnWebhook,
  changes: SQLiteUpdateSetSource<typeof webhooks>,
) {
  return registry
    .update(webhooks)
    .set({ ...changes, version: NEXT_VERSION })
    .where(isOwn(own))
    .returning();
}

/** Tests of one webhook per minute. Low, because they reach an address that the partner chose. */
export const TESTS_PER_MIN = 10;

/**
 * Uses up one of the tests of an active webhook. Keeps the times of the last ten, and changes nothing if the
 * first of them is less than a minute ago. A time far in the future was stored before the clock was set back
 * and does not count.
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

/** Whether a resumption is due within the next seconds. One further in the future is of another clock. */
function isResuming(nowMs: number): SQL {
  const { resumeAt } = webhooks;
  return sql`(${resumeAt} > ${nowMs} AND ${resumeAt} <= ${nowMs + PROBE_EVERY_MS})`;
}

/**
 * The changes after which dispatchers probe the receiver again: now, or five seconds after the last time. A
 * resumption that is not yet due stays.
 */
export function resumingAt(nowMs: number) {
  const { resumeAt } = webhooks;
  const isRecent = sql`${resumeAt} <= ${nowMs} AND ${resumeAt} > ${nowMs - PROBE_EVERY_MS}`;
  return {
    resumeAt: sql`CASE WHEN ${isResuming(nowMs)} THEN ${resumeAt} WHEN ${isRecent} THEN ${resumeAt} + ${PROBE_EVERY_MS} ELSE ${nowMs} END`,
  };
}

/** Lets the dispatchers of an active webhook probe its receiver, and returns it. Returns nothing if they will anyway. */
export function resumeActive(registry: Database, own: OwnWebhook, nowMs: number) {
  return registry
    .update(webhooks)
    .set({ ...resumingAt(nowMs), version: NEXT_VERSION })
    .where(and(isOwn(own), eq(webhooks.status, 'active'), sql`${isResuming(nowMs)} IS NOT TRUE`))
    .returning();
}

export function deleteOwnWebhook(registry: Database, own: OwnWebhook) {
  return registry.delete(webhooks).where(isOwn(own));
}

/** The changes that enable a webhook. An active one stays unchanged. */
export const ENABLING = {
  status: 'active' as const,
  disabledReason: null,
  health: sql`CASE WHEN status = 'active' THEN health ELSE '{}' END`,
  activation: sql`CASE WHEN status = 'active' THEN activation ELSE version + 1 END`,
};

/** The changes that disable a webhook. A disabled one keeps its reason. */
export const DISABLING = {
  status: 'disabled' as const,
  disabledReason: sql`coalesce(disabled_reason, 'requested')`,
};

/**
 * Disables a webhook that still has this activation and address, and returns it. Returns nothing if another
 * attempt or the partner has already disabled it, or the partner has changed the address since the attempt
 * began.
 */
export function disableActive(
  registry: Database,
  own: OwnWebhook,
  { activation, url }: Pick<WebhookRow, 'activation' | 'url'>,
  reason: 'gone' | 'failing',
) {
  return registry
    .update(webhooks)
    .set({ status: 'disabled', disabledReason: reason, version: NEXT_VERSION })
    .where(isActiveAs(own, { activation, url }))
    .returning();
}

function isActiveAs(own: OwnWebhook, { activation, url }: Pick<WebhookRow, 'activation' | 'url'>) {
  return and(
    isOwn(own),
    eq(webhooks.status, 'active'),
    eq(webhooks.activation, activation),
    eq(webhooks.url, url),
  );
}

/** Replaces the types of an active webhook that still has this activation, address and list of types. */
export function replaceEvents(
  registry: Database,
  own: OwnWebhook,
  { activation, url, types }: Pick<SubscriberRow, 'activation' | 'url' | 'types'>,
  events: string[],
) {
  return registry
    .update(webhooks)
    .set({ events, version: NEXT_VERSION })
    .where(and(isActiveAs(own, { activation, url }), eq(webhooks.events, types)))
    .returning();
}

/** Stores what a store's dispatcher reports about a webhook, unless the webhook was enabled again since. */
export function reportToWebhook(
  registry: Database,
  own: Subscriber,
  activation: number,
  report: ReportedHealth,
) {
  const path = `$."${own.store}"`;
  return registry
    .update(webhooks)
    .set({ health: sql`json_set(health, ${path}, json(${JSON.stringify(report)}))` })
    .where(and(isOwn(own), eq(webhooks.activation, activation)));
}

/** Records that all stores have this version of a webhook. */
export function recordFanOut(registry: Database, { id, version }: Pick<WebhookRow, 'id' | 'version'>) {
  return registry
    .update(webhooks)
    .set({ fannedOut: version })
    .where(and(eq(webhooks.id, id), lt(webhooks.fannedOut, version)));
}

/** A creation that has not finished by then was interrupted. */
const CREATED_WITHIN_MS = 30 * SECOND_MS;

/**
 * Takes over a creation of the same webhook that did not reach all stores, and returns it. It must have the
 * same `Idempotency-Key`, or without a key the same fields. Of several requests only one gets it.
 */
export function takeOverCreation(
  registry: Database,
  {
    partnerId,
    environment,
    url,
    events,
    description,
  }: Pick<WebhookRow, 'partnerId' | 'environment' | 'url' | 'events' | 'description'>,
  claim: Claim | null,
  nowMs: number,
) {
  const isSame =
    claim === null
      ? sql`url = ${url} AND events = ${JSON.stringify(events)} AND description IS ${description}`
      : sql`id = (SELECT resource_id FROM idempotency_keys WHERE ${isClaimed(claim)} AND request_hash = ${claim.requestHash})`;
  const one = sql`SELECT id FROM webhooks WHERE partner_id = ${partnerId} AND environment = ${environment}
    AND fanned_out = 0 AND (begun_at IS NULL OR begun_at < ${nowMs - CREATED_WITHIN_MS}) AND ${isSame} LIMIT 1`;
  return registry.update(webhooks).set({ begunAt: nowMs }).where(sql`id = (${one})`).returning();
}

/** Records that a creation was interrupted. */
export function giveUpCreation(registry: Database, webhookId: string) {
  return registry.update(webhooks).set({ begunAt: null }).where(eq(webhooks.id, webhookId));
}

/**
 * Selects webhooks with a change that some store lacks, with their partners. Skips those that may still be
 * being created.
 */
export function selectAwaitingFanOut(registry: Database, afterId: string, nowMs: number, limit: number) {
  return registry
    .select()
    .from(webhooks)
    .where(
      and(
        gt(webhooks.id, afterId),
        sql`${webhooks.fannedOut} < ${webhooks.version}`,
        sql`(${webhooks.fannedOut} > 0 OR ${webhooks.createdAt} < ${nowMs - MINUTE_MS})`,
      ),
    )
    .orderBy(webhooks.id)
    .limit(limit);
}

/** Selects the versions of these webhooks. */
export function selectVersions(registry: Database, ids: readonly string[]) {
  return registry
    .select({ id: webhooks.id, version: webhooks.version })
    .from(webhooks)
    .where(isOneOf(webhooks.id, ids));
}

/** Records that some store may lack a webhook, so that the cron writes it to all of them. */
export function requestFanOut(registry: Database, ids: readonly string[]) {
  return registry
    .update(webhooks)
    .set({ fannedOut: 1, version: NEXT_VERSION })
    .where(isOneOf(webhooks.id, ids));
}
