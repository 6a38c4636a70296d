import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { EventType, StoredEventData } from './event-types.ts';

/** Changes in the order of their commits. The registry and every athlete database have this table. */
export const events = sqliteTable('events', {
  sequence: integer('sequence').primaryKey({ autoIncrement: true }),
  partnerId: text('partner_id').notNull(),
  environment: text('environment', { enum: ['test', 'live'] }).notNull(),
  type: text('type').$type<EventType>().notNull(),
  athleteId: text('athlete_id'),
  data: text('data', { mode: 'json' }).$type<StoredEventData>().notNull(),
  createdAt: integer('created_at').notNull(),
});

/** One row: the epoch of the sequences of `events` in the same database. */
export const eventStore = sqliteTable('event_store', {
  id: integer('id').primaryKey(),
  epoch: text('epoch').notNull(),
});

/** An event without its identifier, which its store and its place in it make (`event-id.ts`). */
export type StoredEvent = typeof events.$inferSelect;

export type EventRow = StoredEvent & { readonly id: string };
