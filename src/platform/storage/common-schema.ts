import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ENVIRONMENTS } from '../env.ts';

/** First answers of requests with an Idempotency-Key. The registry and every athlete database have this table. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    partnerId: text('partner_id').notNull(),
    environment: text('environment', { enum: ENVIRONMENTS }).notNull(),
    keyHash: text('key_hash').notNull(),
    requestHash: text('request_hash').notNull(),
    resourceId: text('resource_id').notNull(),
    athleteId: text('athlete_id'),
    answer: text('answer'),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.partnerId, table.environment, table.keyHash] })],
);

/** Rows of the registry that have ended (see the migration). Athlete databases have this table too. */
export const ends = sqliteTable('ends', {
  id: text('id').primaryKey(),
  kind: text('kind', { enum: ['client', 'webhook', 'member', 'invitation', 'key', 'partner'] }).notNull(),
  partnerId: text('partner_id').notNull(),
  endedAt: integer('ended_at').notNull(),
  isCopied: integer('is_copied', { mode: 'boolean' }).notNull(),
});

/** A row of the registry that has ended. */
export type EndRow = typeof ends.$inferSelect;
