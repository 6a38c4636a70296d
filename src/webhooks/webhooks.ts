import { sql } from 'drizzle-orm';
import { MINUTE_MS, SECOND_MS } from '../clock.ts';
import { type Answer, created } from '../http/answer.ts';
import { type PartnerContext, registryOf } from '../http/context.ts';
import { createInRegistry } from '../http/create-in-registry.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import type { Claim, Replayed } from '../http/idempotency.ts';
import { ofOwnEnvironment } from '../http/own-environment.ts';
import type { PageRequest } from '../http/pagination.ts';
import { homeDatabaseOfPartner } from '../http/partner-shards.ts';
import { presentFields } from '../records/present-fields.ts';
import type { Attempt } from '../storage/athlete-schema.ts';
import type { EventRow } from '../storage/events-schema.ts';
import { newId } from '../storage/ids.ts';
import type { WebhookRow } from '../storage/registry-schema.ts';
import { deleteOfWebhook, endPending } from './deliveries-repository.ts';
import {
  DISABLING,
  deleteOwnWebhook,
  enabling,
  insertWebhook,
  mayTakeWebhook,
  ownWebhook,
  selectOwnWebhooks,
  selectWebhookOfPartner,
  TESTS_PER_MIN,
  takeTest,
  updateOwnWebhook,
} from './repository.ts';
import { sendEvent } from './send-event.ts';
import { refreshSubscriptions } from './subscriptions.ts';
import { refuseAddress } from './webhook-address.ts';
import { encryptSecret, newWebhookSecret, ROTATION_GRACE_MS } from './webhook-secret.ts';
import { type WebhookWithSecret, webhookToWire } from './webhook-shape.ts';

/** Fields of a webhook that its partner sets. */
interface WebhookFields {
  readonly url: string;
  readonly events: string[];
  readonly description?: string | null | undefined;
}

type NewWebhook = Answer<WebhookWithSecret, 201>;

/**
 * Creates a webhook in the caller's environment, at most 10 of them. Its secret is in the one answer that shows it, and
 * encrypted in the registry.
 */
export async function createWebhook(
  ctx: PartnerContext,
  fields: WebhookFields,
  claim: Claim | null,
): Promise<NewWebhook | Replayed | Failure> {
  const refusal = refuseAddress(ctx.env, fields.url);
  if (refusal) return refusal;
  const { partnerId, environment } = ctx.principal;
  return createInRegistry(ctx, claim, async (registry) => {
    const id = newId('whk', ctx.nowMs);
    const secret = newWebhookSecret();
    const webhook: WebhookRow = {
      id,
      partnerId,
      environment,
      url: fields.url,
      events: fields.events,
      description: fields.description ?? null,
      status: 'active',
      disabledReason: null,
      secret: await encryptSecret(ctx.env, id, secret),
      previousSecret: null,
      previousSecretUntil: null,
      activeSince: ctx.nowMs,
      failingSince: null,
      testedAt: [],
      createdAt: ctx.nowMs,
    };
    const location = `${ctx.env.baseUrl}/v1/webhooks/${id}`;
    const answer: NewWebhook = created(location, { ...webhookToWire(webhook, ctx.nowMs), secret });
    const onlyWhere = mayTakeWebhook(partnerId, environment);
    return {
      creation: { answer, resourceId: id, athleteId: null, showsSecret: true, onlyWhere },
      write: insertWebhook(registry, webhook, onlyWhere),
      refusal: 'webhook_limit_reached',
      afterwards: () => refreshSubscriptions(ctx),
    };
  });
}

/** Lists the caller's webhooks, newest first. */
export async function listWebhooks(ctx: PartnerContext, page: PageRequest): Promise<readonly WebhookRow[]> {
  const registry = registryOf(ctx);
  const { partnerId, environment } = ctx.principal;
  const [rows] = await registry.batch([selectOwnWebhooks(registry, partnerId, environment, page)]);
  return rows;
}

/** Returns a webhook of the caller's partner and environment; `webhook_not_found` for another partner's. */
export async function getWebhook(ctx: PartnerContext, webhookId: string): Promise<WebhookRow | Failure> {
  const registry = registryOf(ctx);
  const [[webhook]] = await registry.batch([selectWebhookOfPartner(registry, ownWebhook(ctx, webhookId))]);
  return ofOwnEnvironment(ctx, webhook, 'webhook_not_found');
}

type WebhookChanges = { readonly [Name in keyof WebhookFields]?: WebhookFields[Name] | undefined } & {
  readonly status?: WebhookRow['status'] | undefined;
};

/**
 * Changes the provided fields of a webhook. Disabling it ends its pending deliveries; enabling it again
 * begins with the events from then on.
 */
export async function updateWebhook(
  ctx: PartnerContext,
  webhookId: string,
  { status, ...fields }: WebhookChanges,
): Promise<WebhookRow | Failure> {
  const refusal = refuseAddress(ctx.env, fields.url);
  if (refusal) return refusal;
  const registry = registryOf(ctx);
  const own = ownWebhook(ctx, webhookId);
  const changes = { ...presentFields(fields), ...changesOfStatus(status, ctx.nowMs) };
  const isChange = Object.keys(changes).length > 0;
  const [[known], [changed] = []] = await registry.batch([
    selectWebhookOfPartner(registry, own),
    ...(isChange ? [updateOwnWebhook(registry, own, changes)] : []),
  ]);
  const webhook = ofOwnEnvironment(ctx, changed ?? known, 'webhook_not_found');
  if (isFailure(webhook)) return webhook;
  if (status === 'disabled') {
    const home = homeDatabaseOfPartner(ctx);
    await home.batch([endPending(home, own.partnerId, webhookId)]);
  }
  if (isChange) refreshSubscriptions(ctx);
  return webhook;
}

function changesOfStatus(status: WebhookRow['status'] | undefined, nowMs: number) {
  if (status === undefined) return {};
  return status === 'active' ? enabling(nowMs) : DISABLING;
}

/** Replaces a webhook's secret. The one before also signs for 24 hours; an older one ends at once. */
export async function rotateSecret(
  ctx: PartnerContext,
  webhookId: string,
): Promise<{ readonly webhook: WebhookRow; readonly secret: string } | Failure> {
  const registry = registryOf(ctx);
  const secret = newWebhookSecret();
  const own = ownWebhook(ctx, webhookId);
  const [[changed], [known]] = await registry.batch([
    updateOwnWebhook(registry, own, {
      secret: await encryptSecret(ctx.env, webhookId, secret),
      previousSecret: sql`secret`,
      previousSecretUntil: ctx.nowMs + ROTATION_GRACE_MS,
    }),
    selectWebhookOfPartner(registry, own),
  ]);
  const webhook = ofOwnEnvironment(ctx, changed ?? known, 'webhook_not_found');
  return isFailure(webhook) ? webhook : { webhook, secret };
}

/**
 * Sends `webhook.test` to an active webhook now, and returns the attempt. Rejects more than ten a minute. The event is not
 * stored: it reaches no other webhook and not the feed, and it is not tried again.
 */
export async function testWebhook(ctx: PartnerContext, webhookId: string): Promise<Attempt | Failure> {
  const registry = registryOf(ctx);
  const own = ownWebhook(ctx, webhookId);
  const [{ meta }, [found]] = await registry.batch([
    takeTest(registry, own, ctx.nowMs),
    selectWebhookOfPartner(registry, own),
  ]);
  const webhook = ofOwnEnvironment(ctx, found, 'webhook_not_found');
  if (isFailure(webhook)) return webhook;
  if (webhook.status === 'disabled') return fail('webhook_disabled');
  if (meta.changes === 0) return refuseTest(ctx, webhook.testedAt[0] ?? ctx.nowMs);
  const { partnerId, environment } = webhook;
  const event: EventRow = {
    id: newId('evt', ctx.nowMs),
    // The event is in no store.
    sequence: 0,
    ...{ partnerId, environment },
    type: 'webhook.test',
    athleteId: null,
    data: { webhookId },
    createdAt: ctx.nowMs,
  };
  return sendEvent(ctx.env, webhook, event, ctx.nowMs);
}

/** Returns the 429 of a webhook whose tests of the last minute began at `oldestMs`. */
function refuseTest({ nowMs, rateLimits }: PartnerContext, oldestMs: number): Failure {
  const waitMs = oldestMs + MINUTE_MS - nowMs;
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / SECOND_MS));
  const windowSeconds = MINUTE_MS / SECOND_MS;
  rateLimits.set('webhook-tests', {
    budget: TESTS_PER_MIN,
    windowSeconds,
    remaining: 0,
    resetSeconds: retryAfterSeconds,
  });
  const message = `A webhook can be tested ${TESTS_PER_MIN} times a minute.`;
  return fail('rate_limited', { message, retryAfterSeconds });
}

/**
 * Deletes a webhook, so that nothing more is read for it, then its deliveries. An attempt that is under way
 * may still arrive. Returns `webhook_not_found` for a webhook that is already deleted, after it has deleted
 * what an interrupted deletion may have left; deliveries that a concurrent sweep adds end with their
 * retention.
 */
export async function deleteWebhook(ctx: PartnerContext, webhookId: string): Promise<Failure | null> {
  const registry = registryOf(ctx);
  const own = ownWebhook(ctx, webhookId);
  const [[known], { meta }] = await registry.batch([
    selectWebhookOfPartner(registry, own),
    deleteOwnWebhook(registry, own),
  ]);
  const refusal = known && ofOwnEnvironment(ctx, known, 'webhook_not_found');
  if (refusal && isFailure(refusal)) return refusal;
  const home = homeDatabaseOfPartner(ctx);
  await home.batch(deleteOfWebhook(home, own.partnerId, webhookId));
  if (meta.changes === 0) return fail('webhook_not_found');
  refreshSubscriptions(ctx);
  return null;
}
