import * as z from 'zod/mini';
import { described, describedCopy, documented } from '../http/openapi-metadata.ts';
import { instant } from '../http/wire-fields.ts';
import { deliveryStatus } from './requests.ts';

export const Webhook = documented(
  z.object({
    id: z.string(),
    environment: z.enum(['test', 'live']),
    url: z.string(),
    events: described(z.array(z.string()), 'The types and groups that are sent.'),
    description: z.nullable(z.string()),
    status: z.enum(['active', 'disabled']),
    disabled_reason: described(
      z.nullable(z.enum(['gone', 'failing', 'requested'])),
      '`gone`: the receiver answered 410. `failing`: no attempt succeeded for five days. `requested`: you disabled it.',
    ),
    secret_expires_at: describedCopy(
      z.nullable(instant),
      'Until then deliveries also carry a signature of the secret before the last rotation; null if there is none.',
    ),
    created_at: instant,
  }),
  { id: 'Webhook' },
);

export type Webhook = z.output<typeof Webhook>;

export const WebhookWithSecret = documented(
  z.extend(Webhook, {
    secret: described(z.string(), 'The signing secret, shown once; it cannot be retrieved later.'),
  }),
  { id: 'WebhookWithSecret' },
);

export type WebhookWithSecret = z.output<typeof WebhookWithSecret>;

export const DeliveryAttempt = documented(
  z.object({
    at: instant,
    status_code: described(
      z.nullable(z.int()),
      'The status of the answer; null if there was none within 15 seconds. Any 2xx is a success.',
    ),
    duration_ms: z.int(),
  }),
  { id: 'DeliveryAttempt', description: 'An attempt to send an event. The answer itself is not kept.' },
);

export type DeliveryAttempt = z.output<typeof DeliveryAttempt>;

export const Delivery = documented(
  z.object({
    id: z.string(),
    event_id: described(z.string(), 'The `webhook-id` of every attempt.'),
    type: z.string(),
    status: described(
      deliveryStatus,
      '`failed`: no attempt of ten succeeded, or the webhook was disabled meanwhile.',
    ),
    attempts: described(z.array(DeliveryAttempt), 'The last 20 attempts, oldest first.'),
    next_attempt_at: describedCopy(
      z.nullable(instant),
      'When the next attempt is due, or when an attempt in progress counts as lost; null unless pending.',
    ),
  }),
  { id: 'WebhookDelivery' },
);

export type Delivery = z.output<typeof Delivery>;

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

export const attemptExample = {
  at: '2026-11-21T09:31:02.114Z',
  status_code: 204,
  duration_ms: 87,
} satisfies DeliveryAttempt;

export const deliveryExample = {
  id: 'dlv_01kajz9d4x6w8e1c3b5n7m9q2r',
  event_id: 'evt_01kajz9c2m4n6b8v0c1x3z5w7y',
  type: 'athlete.updated',
  status: 'delivered',
  attempts: [attemptExample],
  next_attempt_at: null,
} satisfies Delivery;
