import * as z from 'zod/mini';
import { ENVIRONMENTS } from '#platform/env.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { instant, isoInstant, isoInstantOrNull } from '#platform/http/wire-fields.ts';
import { exampleIdOf } from '#platform/storage/ids.ts';
import type { WebhookRow } from '#platform/storage/registry-schema.ts';
import { type Health, healthOf } from './health.ts';
import { isPreviousSecretLive } from './send-event.ts';

/** The state of a webhook's receiver. */
export const WebhookHealth = documented(
  z.object({
    state: z.enum(['healthy', 'degraded', 'stopped']),
    as_of: z.nullable(instant),
    since: z.nullable(instant),
    message: z.string(),
    refused_types: z.array(z.object({ type: z.string(), status_code: z.int(), waiting: z.int() })),
    next_attempt_at: z.nullable(instant),
  }),
  { id: 'WebhookHealth' },
);

export const Webhook = documented(
  z.object({
    id: z.string(),
    environment: z.enum(ENVIRONMENTS),
    url: z.string(),
    events: z.array(z.string()),
    description: z.nullable(z.string()),
    status: z.enum(['active', 'disabled']),
    disabled_reason: z.nullable(z.enum(['gone', 'failing', 'requested'])),
    secret_expires_at: z.nullable(instant),
    health: WebhookHealth,
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

export const webhookExample: Webhook = {
  id: exampleIdOf('whk'),
  environment: 'test',
  url: 'https://platform.example/hooks/musette',
  events: ['athlete.*', 'prescription.stale'],
  description: 'Sync',
  status: 'active',
  disabled_reason: null,
  secret_expires_at: null,
  health: {
    state: 'degraded',
    as_of: '2026-11-21T09:30:00.000Z',
    since: '2026-11-21T09:30:00.000Z',
    message: 'Your server refuses athlete.learned with 400. 6 events wait.',
    refused_types: [{ type: 'athlete.learned', status_code: 400, waiting: 6 }],
    next_attempt_at: '2026-11-21T09:30:00.000Z',
  },
  created_at: '2026-11-21T09:30:00.000Z',
};

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
    health: webhook.status === 'disabled' ? DISABLED : healthToWire(healthOf(webhook)),
    created_at: isoInstant(webhook.createdAt),
  };
}

/** The health of a disabled webhook, whose last reports are about events that no longer wait. */
const DISABLED: Webhook['health'] = {
  state: 'stopped',
  as_of: null,
  since: null,
  message: 'The webhook is disabled. We send it nothing.',
  refused_types: [],
  next_attempt_at: null,
};

/** Maps the health of a webhook to its wire form. */
export function healthToWire(health: Health): Webhook['health'] {
  return {
    state: health.state,
    as_of: isoInstantOrNull(health.asOf),
    since: isoInstantOrNull(health.since),
    message: healthMessage(health),
    refused_types: health.refusedTypes.map(({ type, statusCode, waiting }) => ({
      type,
      status_code: statusCode,
      waiting,
    })),
    next_attempt_at: isoInstantOrNull(health.nextAttemptAt),
  };
}

/** Says how a receiver answers, and how many events wait. */
export function healthMessage({ state, asOf, statusCode, waiting, refusedTypes }: Health): string {
  if (state === 'healthy') return asOf === null ? 'No events yet.' : 'Your server accepts our events.';
  const isStopped = state === 'stopped';
  const refused = refusedTypes.map(({ type, statusCode }) => `${type} with ${statusCode}`);
  const total = refusedTypes.reduce((sum, each) => sum + each.waiting, waiting);
  const sentences = [];
  if (isStopped) {
    sentences.push(`Your server ${statusCode === null ? 'does not respond' : `answers ${statusCode}`}.`);
  } else if (statusCode !== null || refused.length === 0) {
    sentences.push(
      `Some attempts failed, the last ${statusCode === null ? 'without a response' : `with ${statusCode}`}.`,
    );
  }
  if (refused.length > 0) sentences.push(`Your server refuses ${new Intl.ListFormat('en').format(refused)}.`);
  // A stopped dispatcher reads no further events, so there may be more.
  const least = isStopped ? 'At least ' : '';
  if (total > 0) sentences.push(`${least}${total} ${total === 1 ? 'event waits' : 'events wait'}.`);
  return sentences.join(' ');
}
