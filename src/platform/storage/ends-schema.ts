import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

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
