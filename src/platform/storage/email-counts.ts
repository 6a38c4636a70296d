import { sql } from 'drizzle-orm';
import { HOUR_MS } from '../clock.ts';
import type { Database } from './database.ts';
import { mailCounts } from './registry-schema.ts';

/** Builds the statement that counts one email in this hour as sent or refused. */
export function countMail(registry: Database, nowMs: number, outcome: 'sent' | 'refused') {
  const hour = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const [sent, refused] = outcome === 'sent' ? [1, 0] : [0, 1];
  return registry
    .insert(mailCounts)
    .values({ hour, sent, refused })
    .onConflictDoUpdate({
      target: mailCounts.hour,
      set: {
        sent: sql`${mailCounts.sent} + excluded.sent`,
        refused: sql`${mailCounts.refused} + excluded.refused`,
      },
    });
}
