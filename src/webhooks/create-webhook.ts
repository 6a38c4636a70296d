import { type Answer, created } from '../http/answer.ts';
import type { PartnerContext } from '../http/context.ts';
import { createInRegistry } from '../http/create-in-registry.ts';
import type { Failure } from '../http/errors.ts';
import type { Claim, Replayed } from '../http/idempotency.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { newId } from '../storage/ids.ts';
import { type WebhookRow, webhooks } from '../storage/registry-schema.ts';
import { mayTakeWebhook } from './repository.ts';
import { refreshSubscriptions } from './subscriptions.ts';
import { refuseAddress } from './webhook-address.ts';
import { encryptSecret, newWebhookSecret } from './webhook-secret.ts';
import type { WebhookWithSecret } from './webhook-shape.ts';
import { webhookToWire } from './webhook-shape.ts';

/** Fields of a webhook that its partner sets. */
export interface WebhookFields {
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
      write: insertWhere(registry, webhooks, webhook, onlyWhere),
      refusal: 'webhook_limit_reached',
      afterwards: () => refreshSubscriptions(ctx),
    };
  });
}
