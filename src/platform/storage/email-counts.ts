import { sql } from 'drizzle-orm';
import { HOUR_MS } from '../clock.ts';
import type { Database } from './database.ts';
import { emailCounts } from './registry-schema.ts';

/** Builds the statement that counts one email in this hour as sent or refused. */
export function countEmail(registry: Database, nowMs: number, outcome: 'sent' | 'refused') {
  const hour = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const [sent, refused] = outcome === 'sent' ? [1, 0] : [0, 1];
  return registry
    .insert(emailCounts)
    .values({ hour, sent, refused })
    .onConflictDoUpdate({
      target: emailCounts.hour,
      set: {
        sent: sql`${emailCounts.sent} + excluded.sent`,
        refused: sql`${emailCounts.refused} + excluded.refused`,
      },
    });
}
