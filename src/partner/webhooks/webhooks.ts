import { sql } from 'drizzle-orm';
import { presentFields } from '#nutrition/records/columns-of-fields.ts';
import { MINUTE_MS, SECOND_MS, waitSeconds } from '#platform/clock.ts';
import { type Answer, created } from '#platform/http/answer.ts';
import { type PartnerContext, registryOf } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import { type Claim, createInRegistry, type Replayed } from '#platform/http/idempotency.ts';
import type { PageRequest } from '#platform/http/pagination.ts';
import { ofOwnEnvironment } from '#platform/http/request-identifiers.ts';
import { isoInstant } from '#platform/http/wire-fields.ts';
import type { EventType } from '#platform/storage/event-types.ts';
import { newId } from '#platform/storage/ids.ts';
import type { WebhookRow } from '#platform/storage/registry-schema.ts';
import { endSubscribers } from '#platform/storage/subscribers.ts';
import { type Event, exampleOfEvent } from '../events/event-shape.ts';
import { type Attempt, isAccepted } from './delivery-shape.ts';
import { fanOutWebhook, inEachStore, ownerIn, resumeWebhook, wakeAll } from './fan-out.ts';
import {
  DISABLING,
  deleteOwnWebhook,
  ENABLING,
  giveUpCreation,
  insertWebhook,
  mayTakeWebhook,
  ownWebhook,
  resumingAt,
  selectOwnWebhooks,
  selectWebhookOfPartner,
  TESTS_PER_MIN,
  takeOverCreation,
  takeTest,
  updateOwnWebhook,
} from './repository.ts';
import {
  encryptSecret,
  newWebhookSecret,
  ROTATION_GRACE_MS,
  refuseAddress,
  sendOnce,
  signingSecrets,
  targetOf,
} from './send-event.ts';
import { type WebhookWithSecret, webhookToWire } from './webhook-shape.ts';

interface WebhookFields {
  readonly url: string;
  readonly events: string[];
  readonly description?: string | null | undefined;
}

type NewWebhook = Answer<WebhookWithSecret, 201>;

/**
 * Creates a webhook in the caller's environment, which may have 10. Only this answer shows the secret; it is
 * stored encrypted. Every event recorded after the answer goes to the webhook. Throws StorageUnavailable if a
 * store of the partner is unavailable. Repeating the request continues.
 */
export async function createWebhook(
  ctx: PartnerContext,
  fields: WebhookFields,
  claim: Claim | null,
): Promise<NewWebhook | Replayed | Failure> {
  const refusal = refuseAddress(ctx.env, fields.url);
  if (refusal) return refusal;
  const { partnerId, environment } = ctx.principal;
  const registry = registryOf(ctx);
  const wanted = { partnerId, environment, ...fields, description: fields.description ?? null };
  const [[begun]] = await registry.batch([takeOverCreation(registry, wanted, claim, ctx.nowMs)]);
  if (begun) return finishCreation(ctx, begun);
  const made: WebhookRow[] = [];
  const answer = await createInRegistry(ctx, claim, async () => {
    const { webhook, answer } = await newWebhook(ctx, wanted);
    const onlyWhere = mayTakeWebhook(partnerId, environment);
    return {
      creation: { answer, resourceId: webhook.id, athleteId: null, showsSecret: true, onlyWhere },
      write: insertWebhook(registry, webhook, onlyWhere),
      refusal: 'webhook_limit_reached',
      afterwards: () => {
        made.push(webhook);
      },
    };
  });
  for (const webhook of made) await fanOutNew(ctx, webhook);
  return answer;
}

async function newWebhook(
  ctx: PartnerContext,
  fields: Pick<WebhookRow, 'partnerId' | 'environment' | 'url' | 'events' | 'description'>,
): Promise<{ readonly webhook: WebhookRow; readonly answer: NewWebhook }> {
  const id = newId('whk', ctx.nowMs);
  const secret = newWebhookSecret();
  const webhook: WebhookRow = {
    ...fields,
    id,
    status: 'active',
    disabledReason: null,
    secret: await encryptSecret(ctx.env, id, secret),
    previousSecret: null,
    previousSecretUntil: null,
    version: 1,
    fannedOut: 0,
    begunAt: ctx.nowMs,
    activation: 1,
    resumeAt: null,
    health: {},
    testedAt: [],
    createdAt: ctx.nowMs,
    createdBy: ctx.principal.keyId,
  };
  return { webhook, answer: answerOf(ctx, webhook, secret) };
}

function answerOf(ctx: PartnerContext, webhook: WebhookRow, secret: string): NewWebhook {
  const location = `${ctx.env.baseUrl}/v1/webhooks/${webhook.id}`;
  return created(location, { ...webhookToWire(webhook, ctx.nowMs), secret });
}

/** Continues a creation that did not reach all stores. Its secret was never shown. */
async function finishCreation(ctx: PartnerContext, begun: WebhookRow): Promise<NewWebhook> {
  const [secret] = await signingSecrets(ctx.env, targetOf(begun), ctx.nowMs);
  if (secret === undefined) throw new Error('WEBHOOK_KEY must open the secret of a webhook that it sealed');
  await fanOutNew(ctx, begun);
  return answerOf(ctx, begun, secret);
}

/**
 * Writes a new webhook to all stores before answering its creation. If one is unavailable, a repeated request
 * continues.
 */
async function fanOutNew(ctx: PartnerContext, webhook: WebhookRow): Promise<void> {
  try {
    await fanOutWebhook(ctx.env, ctx.log, ownerIn(ctx), webhook);
  } catch (fault) {
    const registry = registryOf(ctx);
    await registry.batch([giveUpCreation(registry, webhook.id)]).catch(() => undefined);
    throw fault;
  }
}

/** Lists the caller's webhooks, newest first. */
export async function listWebhooks(ctx: PartnerContext, page: PageRequest): Promise<readonly WebhookRow[]> {
  const registry = registryOf(ctx);
  const { partnerId, environment } = ctx.principal;
  const [rows] = await registry.batch([selectOwnWebhooks(registry, partnerId, environment, page)]);
  return rows;
}

/**
 * Returns a webhook of the caller's partner and environment, or `webhook_not_found` for another partner's.
 */
export async function getWebhook(ctx: PartnerContext, webhookId: string): Promise<WebhookRow | Failure> {
  const registry = registryOf(ctx);
  const [[webhook]] = await registry.batch([selectWebhookOfPartner(registry, ownWebhook(ctx, webhookId))]);
  return ofOwnEnvironment(ctx, webhook, 'webhook_not_found');
}

type WebhookChanges = { readonly [Name in keyof WebhookFields]?: WebhookFields[Name] | undefined } & {
  readonly status?: WebhookRow['status'] | undefined;
};

/**
 * Changes the provided fields of a webhook. Disabling it cancels its pending deliveries. After it is enabled
 * again, it receives events from then on. Throws StorageUnavailable if a store is unavailable. Then a
 * repeated request or the cron completes the change.
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
  const isResuming = fields.url !== undefined || status === 'active';
  const changes = {
    ...presentFields(fields),
    ...changesOfStatus(status),
    ...(isResuming ? resumingAt(ctx.nowMs) : {}),
  };
  const isChange = Object.keys(changes).length > 0;
  const [[known], [changed] = []] = await registry.batch([
    selectWebhookOfPartner(registry, own),
    ...(isChange ? [updateOwnWebhook(registry, own, changes)] : []),
  ]);
  const webhook = ofOwnEnvironment(ctx, changed ?? known, 'webhook_not_found');
  if (isFailure(webhook)) return webhook;
  if (isChange) {
    await fanOutWebhook(ctx.env, ctx.log, ownerIn(ctx), webhook);
    if (isResuming || status === 'disabled') await wakeAll(ctx, webhook);
  }
  return webhook;
}

function changesOfStatus(status: WebhookRow['status'] | undefined) {
  if (status === undefined) return {};
  return status === 'active' ? ENABLING : DISABLING;
}

/** Replaces a webhook's secret. The previous one also signs for 24 hours. An older one ends immediately. */
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
  if (isFailure(webhook)) return webhook;
  // Both secrets sign, so a store that is unavailable uses the previous one until the cron has copied the new
  // one.
  await fanOutWebhook(ctx.env, ctx.log, ownerIn(ctx), webhook).catch(() => undefined);
  return { webhook, secret };
}

/**
 * Sends the example of an event type to an active webhook now, and returns the attempt. Rejects more than ten
 * per minute. The event is not stored, so it reaches no other webhook and not the feed, and is not retried.
 */
export async function testWebhook(
  ctx: PartnerContext,
  webhookId: string,
  type: EventType = 'webhook.test',
): Promise<Attempt | Failure> {
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
  const event = testEventFor(webhook, type, ctx.nowMs);
  const attempt = await sendOnce(ctx.env, targetOf(webhook), event, ctx.nowMs);
  if (isAccepted(attempt)) await resumeWebhook(ctx, own);
  return attempt;
}

/** Makes a test event. Receivers drop an `id` that they have seen, so each has its own, which no stored event has. */
function testEventFor({ id, environment }: WebhookRow, type: EventType, nowMs: number): Event {
  const created_at = isoInstant(nowMs);
  const event = exampleOfEvent(type, { id: newId('evt', nowMs), test: true, created_at, environment });
  return event.type === 'webhook.test' ? { ...event, data: { webhook_id: id } } : event;
}

/** Returns the 429 of a webhook whose tests of the last minute began at `oldestMs`. */
function refuseTest({ nowMs, rateLimits }: PartnerContext, oldestMs: number): Failure {
  const retryAfterSeconds = waitSeconds(oldestMs + MINUTE_MS - nowMs);
  const windowSeconds = MINUTE_MS / SECOND_MS;
  rateLimits.set('webhook-tests', {
    budget: TESTS_PER_MIN,
    windowSeconds,
    remaining: 0,
    resetSeconds: retryAfterSeconds,
  });
  const message = `A webhook can be tested ${TESTS_PER_MIN} times per minute.`;
  return fail('rate_limited', { message, retryAfterSeconds });
}

/**
 * Deletes a webhook: first in each store, where its dispatcher then deletes its deliveries, finally in the
 * registry. An attempt in progress may still arrive. Returns `webhook_not_found` if it is already deleted.
 * Throws StorageUnavailable if a store is unavailable. A repeated request continues.
 */
export async function deleteWebhook(ctx: PartnerContext, webhookId: string): Promise<Failure | null> {
  const webhook = await getWebhook(ctx, webhookId);
  if (isFailure(webhook)) return webhook;
  const own = ownWebhook(ctx, webhookId);
  await inEachStore(ctx.env, ctx.log, ownerIn(ctx), (db) => db.batch([endSubscribers(db, [own])]));
  await wakeAll(ctx, webhook);
  const registry = registryOf(ctx);
  const [{ meta }] = await registry.batch([deleteOwnWebhook(registry, own)]);
  return meta.changes === 0 ? fail('webhook_not_found') : null;
}
