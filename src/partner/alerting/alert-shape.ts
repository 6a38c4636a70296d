import * as z from 'zod/mini';
import { described, describedCopy, documented } from '#platform/http/openapi-metadata.ts';
import { instant, isoInstant, isoInstantOrNull } from '#platform/http/wire-fields.ts';
import type { AlertRow } from './repository.ts';

export const Alert = documented(
  z.object({
    name: described(
      z.string(),
      '`shard_full`, `schema_behind`, `job_overdue`, `dispatcher_lag`, `mail_refused`, `mail_flood` or `error_budget`.',
    ),
    standing: described(z.boolean(), 'Whether the condition was active at the last check.'),
    since: described(z.nullable(instant), 'When it last began. Null if it never did.'),
    checked_at: describedCopy(instant, 'When a cron last checked it.'),
    findings: described(
      z.array(z.string()),
      'The problems, one sentence each. Empty unless the condition is active.',
    ),
    noticed_at: described(z.nullable(instant), 'When its last notice was due. Null before the first.'),
    unsent: described(
      z.array(z.enum(['email', 'post'])),
      'Channels through which the notice could not be sent yet. The next cron retries them.',
    ),
  }),
  { id: 'Alert' },
);

export type Alert = z.output<typeof Alert>;

export const alertExample = {
  name: 'shard_full',
  standing: true,
  since: '2026-11-21T08:53:00.000Z',
  checked_at: '2026-11-21T09:53:00.000Z',
  findings: ['live.c000: 8.4 GB of 10.0 GB, growing by 0.4 GB a day: full in 4 days.'],
  noticed_at: '2026-11-21T08:53:00.000Z',
  unsent: ['post'],
} satisfies Alert;

/** Returns the wire form of an alert. */
export function alertToWire(row: AlertRow): Alert {
  return {
    name: row.name,
    standing: row.stands,
    since: isoInstantOrNull(row.beganAt),
    checked_at: isoInstant(row.checkedAt),
    findings: [...row.findings],
    noticed_at: isoInstantOrNull(row.noticedAt),
    unsent: [...(row.emailOwed ? ['email' as const] : []), ...(row.postOwed ? ['post' as const] : [])],
  };
}
