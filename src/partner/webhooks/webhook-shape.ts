import * as z from 'zod/mini';
import { described, describedCopy, documented } from '#platform/http/openapi-metadata.ts';
import { instant, isoInstant, isoInstantOrNull } from '#platform/http/wire-fields.ts';
import type { WebhookRow } from '#platform/storage/registry-schema.ts';
import { isPreviousSecretLive } from './webhook-secret.ts';

export const Webhook = documented(
  z.object({
    id: z.string(),
    environment: z.enum(['test', 'live']),
    url: z.string(),
    events: described(z.array(z.string()), 'Types and groups of events to send.'),
    description: z.nullable(z.string()),
    status: z.enum(['active', 'disabled']),
    disabled_reason: described(
      z.nullable(z.enum(['gone', 'failing', 'requested'])),
      '`gone`: the receiver answered 410. `failing`: nothing but tests succeeded for five days. `requested`: you disabled it.',
    ),
    secret_expires_at: describedCopy(
      z.nullable(instant),
      'Until then, deliveries also carry a signature of the previous secret. Null if there is none.',
    ),
    created_at: instant,
  }),
  { id: 'Webhook' },
);

export type Webhook = z.output<typeof Webhook>;

export const WebhookWithSecret = documented(
  z.extend(Webhook, {
    secret: described(z.string(), 'Signing secret, shown only once. It cannot be retrieved later.'),
  }),
  { id: 'WebhookWithSecret' },
);

export type WebhookWithSecret = z.output<typeof WebhookWithSecret>;

export const webhookExample = {
  id: 'whk_01kajz8w3t5v9c2b7n4m6q8r0s',
  environment: 'test',
  url: 'https://platform.example/hooks/musette',
  events: ['athlete.*', 'prescription.stale'],
  description: 'Sync',
  status: 'active',
  disabled_reason: null,
  secret_expires_at: null,
  created_at: '2026-11-21T09:30:00.000Z',
} satisfies Webhook;

/** Maps a webhook to its wire form, without its secrets. */
export function webhookToWire(webhook: WebhookRow, nowMs: number): Webhook {
  return {
    id: webhook.id,
    environment: webhook.environment,
    url: webhook.url,
    events: webhook.events,
    description: webhook.description,
    status: webhook.status,
    disabled_reason: webhook.disabledReason,
    secret_expires_at: isPreviousSecretLive(webhook, nowMs)
      ? isoInstantOrNull(webhook.previousSecretUntil)
      : null,
    created_at: isoInstant(webhook.createdAt),
  };
}
