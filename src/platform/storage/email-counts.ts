import { type SQL, sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS, startOf } from '../clock.ts';
import type { Database } from './database.ts';
import { PRECEDING_CHANGED } from './record-events.ts';
import { emailCounts } from './registry-schema.ts';
import { insertWhere } from './statements.ts';

/** Builds the statement that counts one email in this hour as sent or refused. */
export function countEmail(registry: Database, nowMs: number, outcome: 'sent' | 'refused') {
  const [sent, refused] = outcome === 'sent' ? [1, 0] : [0, 1];
  return registry
    .insert(emailCounts)
    .values({ hour: startOf(HOUR_MS, nowMs), sent, refused })
    .onConflictDoUpdate({
      target: emailCounts.hour,
      set: {
        sent: sql`${emailCounts.sent} + excluded.sent`,
        refused: sql`${emailCounts.refused} + excluded.refused`,
      },
    });
}

/**
 * Limits the sign-in codes per hour to addresses that no record names: to a floor, or to this many times the median of the
 * hours of two weeks that had any. Enough for the launch of a platform, too few to flood the mailboxes of strangers.
 */
const OVER_MEDIAN = 20;
const MEDIAN_MS = 14 * DAY_MS;
/** A flood must not raise the limit of the next one: its hours do not count, and a few busy hours make no median. */
const HOURS_MIN = 24;

/** Selects the codes that the hour of a time has sent to strangers, and those that it may send. */
export function selectCodesToStrangers(registry: Database, nowMs: number, floor: number) {
  const sent = sql`SELECT codes_to_strangers FROM ${emailCounts} WHERE hour = ${startOf(HOUR_MS, nowMs)}`;
  return registry
    .select({
      sent: sql<number>`coalesce((${sent}), 0)`.as('sent'),
      max: sql<number>`${maxToStrangers(nowMs, floor)}`.as('max'),
    })
    .from(sql`(SELECT 1)`);
}

/**
 * Builds the statement that counts the code inserted by the preceding statement, if it goes to a stranger and its hour may
 * still send one.
 */
export function countCodeToStranger(registry: Database, nowMs: number, floor: number, isStranger: boolean) {
  const row = { hour: startOf(HOUR_MS, nowMs), sent: 0, refused: 0, codesToStrangers: 1 };
  const max = maxToStrangers(nowMs, floor);
  return insertWhere(
    registry,
    emailCounts,
    row,
    sql`${PRECEDING_CHANGED} AND ${isStranger ? 1 : 0}`,
  ).onConflictDoUpdate({
    target: emailCounts.hour,
    set: {
      codesToStrangers: sql`min(${emailCounts.codesToStrangers} + 1, ${max})`,
      wasFlooded: sql`max(${emailCounts.wasFlooded}, ${emailCounts.codesToStrangers} + 1 >= ${max})`,
    },
  });
}

function maxToStrangers(nowMs: number, floor: number): SQL {
  const hour = startOf(HOUR_MS, nowMs);
  const hours = sql`FROM ${emailCounts} WHERE hour >= ${hour - MEDIAN_MS} AND hour < ${hour}
    AND codes_to_strangers > 0 AND was_flooded = 0`;
  const median = sql`SELECT codes_to_strangers ${hours} ORDER BY codes_to_strangers
    LIMIT (SELECT count(*) >= ${HOURS_MIN} ${hours}) OFFSET (SELECT (count(*) - 1) / 2 ${hours})`;
  return sql`max(${floor}, ${OVER_MEDIAN} * coalesce((${median}), 0))`;
}
