import * as z from 'zod/mini';
import { MINUTE_MS } from '#platform/clock.ts';
import { ENVIRONMENTS } from '#platform/env.ts';
import { described, describedCopy, documented } from '#platform/http/openapi-metadata.ts';
import { instant } from '#platform/http/wire-fields.ts';
import { exampleIdOf } from '#platform/storage/ids.ts';
import { WebhookHealth, webhookExample } from '../webhooks/webhook-shape.ts';

/** The ten-minute cron checks at least one condition, so a service that has checked none for this long alerts nobody. */
export const UNCHECKED_MS = 30 * MINUTE_MS;

export const Alert = documented(
  z.object({
    name: described(
      z.string(),
      '`shard_full`, `schema_behind`, `job_overdue`, `dispatcher_lag`, `mail_refused`, `mail_flood` or `error_budget`.',
    ),
    environment: described(
      z.enum(ENVIRONMENTS),
      'What concerns both environments is `live`. Nobody is notified of alerts of the sandbox.',
    ),
    standing: described(z.boolean(), 'Whether the condition was active at the last check.'),
    since: described(z.nullable(instant), 'When it last began. Null if it never did.'),
    checked_at: describedCopy(instant, 'When a cron last checked it.'),
    findings: described(
      z.array(z.string()),
      'The problems, one sentence each. Empty unless the condition is active.',
    ),
    affected: described(z.string(), 'Who notices what.'),
    next: described(z.array(z.string()), 'The commands to run, in order.'),
    never: described(z.string(), 'What makes it worse.'),
    noticed_at: described(z.nullable(instant), 'When its last notice was due. Null before the first.'),
    unsent: described(
      z.array(z.enum(['email', 'post'])),
      'Channels through which the notice could not be sent yet. The next cron retries them.',
    ),
  }),
  { id: 'Alert' },
);

export type Alert = z.output<typeof Alert>;

export const alertExample: Alert = {
  name: 'shard_full',
  environment: 'live',
  standing: true,
  since: '2026-11-21T08:53:00.000Z',
  checked_at: '2026-11-21T09:53:00.000Z',
  findings: ['live.c000: 8.4 GB of 10.0 GB, growing by 0.4 GB a day: full in 4 days.'],
  affected: 'Partners notice nothing until a database is full.',
  next: ['npm run operator -- plan-shards --region weur --athletes 4000 --years 3'],
  never: 'Never rename or remove a binding.',
  noticed_at: '2026-11-21T08:53:00.000Z',
  unsent: ['post'],
};

/** A webhook whose receiver fails. Its address is not shown, because it may contain a secret. */
export const FailingWebhook = documented(
  z.object({
    id: z.string(),
    environment: z.enum(ENVIRONMENTS),
    partner_id: z.string(),
    partner_name: described(z.string(), 'Its name.'),
    health: WebhookHealth,
  }),
  { id: 'FailingWebhook' },
);

export type FailingWebhook = z.output<typeof FailingWebhook>;

export const failingWebhookExample: FailingWebhook = {
  id: webhookExample.id,
  environment: webhookExample.environment,
  partner_id: exampleIdOf('prt'),
  partner_name: 'Sample Platform',
  health: webhookExample.health,
};
