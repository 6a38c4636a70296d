import { customType, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ENVIRONMENTS } from '../env.ts';
import { REGIONS } from '../regions.ts';
import { type EventType, fromStoredData, type StoredEventData, toStoredData } from './event-types.ts';

/** JSON with short names. */
const eventData = customType<{ data: StoredEventData; driverData: string }>({
  dataType: () => 'text',
  toDriver: (data) => JSON.stringify(toStoredData(data)),
  fromDriver: (stored) => fromStoredData(JSON.parse(stored)),
});

/** Changes in commit order. The registry and every athlete database have this table. */
export const events = sqliteTable('events', {
  sequence: integer('sequence').primaryKey({ autoIncrement: true }),
  partnerId: text('partner_id').notNull(),
  environment: text('environment', { enum: ENVIRONMENTS }).notNull(),
  type: text('type').$type<EventType>().notNull(),
  athleteId: text('athlete_id'),
  data: eventData('data').notNull(),
  createdAt: integer('created_at').notNull(),
});

/** One row: the epoch of the sequences of `events` in the same database. */
export const eventStore = sqliteTable('event_store', {
  id: integer('id').primaryKey(),
  epoch: text('epoch').notNull(),
});

/** An event without its identifier, which is derived from its store and its sequence there (`event-id.ts`). */
export type StoredEvent = typeof events.$inferSelect;

export type EventRow = StoredEvent & { readonly id: string };

/** Webhooks subscribed to the store's events (see the migration). In the registry and every athlete database. */
export const subscribers = sqliteTable(
  'subscribers',
  {
    partnerId: text('partner_id').notNull(),
    environment: text('environment', { enum: ENVIRONMENTS }).notNull(),
    webhookId: text('webhook_id').notNull(),
    store: text('store').notNull(),
    region: text('region', { enum: REGIONS }).notNull(),
    version: integer('version').notNull(),
    status: text('status', { enum: ['active', 'disabled', 'deleted'] }).notNull(),
    url: text('url').notNull(),
    types: text('types', { mode: 'json' }).$type<string[]>().notNull(),
    secret: text('secret').notNull(),
    previousSecret: text('previous_secret'),
    previousSecretUntil: integer('previous_secret_until'),
    activation: integer('activation').notNull(),
    startsAfter: integer('starts_after').notNull(),
    acknowledged: integer('acknowledged').notNull(),
    acceptedAt: text('accepted_at', { mode: 'json' })
      .$type<Readonly<Record<string, number>>>()
      .notNull()
      .default({}),
    resumeAt: integer('resume_at'),
  },
  (table) => [primaryKey({ columns: [table.partnerId, table.environment, table.webhookId] })],
);

export type SubscriberRow = typeof subscribers.$inferSelect;

/** Whether a partner is suspended: null after it was resumed. */
export const suspensions = sqliteTable('suspensions', {
  partnerId: text('partner_id').primaryKey(),
  suspendedAt: integer('suspended_at'),
  version: integer('version').notNull(),
});
