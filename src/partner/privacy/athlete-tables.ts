import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import {
  activities,
  activityProducts,
  connections,
  feedback,
  learnedStates,
  oauthRecords,
  ownProducts,
  pageSessions,
  prescriptions,
  productAccessLog,
  sweatTests,
  usedSubscribeLinks,
} from '#platform/storage/athlete-schema.ts';
import { idempotencyKeys } from '#platform/storage/common-schema.ts';
import { events } from '#platform/storage/events-schema.ts';

/** A table with rows of athletes. */
export interface AthleteTable {
  readonly table: SQLiteTable;
  /** The column with the identifier of a row's athlete. */
  readonly athleteId: SQLiteColumn;
  /** The columns that identify a row, for deletions in bounded steps. */
  readonly key: readonly SQLiteColumn[];
  /** The condition of rows that outlive their athlete. */
  readonly outlives?: SQL;
  /** The name of these rows in the receipt of an erasure. */
  readonly receiptName: string;
  /**
   * The location of these rows in an export (`list`, or `list.member` of its items), or the reason for leaving
   * them out.
   */
  readonly exported: { readonly as: string } | { readonly leftOut: string };
}

/**
 * Every table with rows of athletes, except `athletes` itself. Dependent tables first. Erasure, its receipt
 * and its recount are derived from this list. A test compares it with the live schema and fails on a missing
 * table.
 */
export const ATHLETE_TABLES = [
  {
    table: productAccessLog,
    athleteId: productAccessLog.athleteId,
    key: [productAccessLog.partnerId, productAccessLog.id],
    receiptName: 'product_access_log',
    exported: { as: 'product_access_log' },
  },
  {
    table: activityProducts,
    athleteId: activityProducts.athleteId,
    key: [activityProducts.activityId, activityProducts.productId],
    receiptName: 'activity_products',
    exported: { as: 'activities.products' },
  },
  {
    table: ownProducts,
    athleteId: ownProducts.athleteId,
    key: [ownProducts.id],
    receiptName: 'own_products',
    exported: { as: 'products' },
  },
  {
    table: prescriptions,
    athleteId: prescriptions.athleteId,
    key: [prescriptions.activityId],
    receiptName: 'prescriptions',
    exported: { as: 'activities.prescription' },
  },
  {
    table: feedback,
    athleteId: feedback.athleteId,
    key: [feedback.id],
    receiptName: 'feedback',
    exported: { as: 'activities.feedback' },
  },
  {
    table: activities,
    athleteId: activities.athleteId,
    key: [activities.id],
    receiptName: 'activities',
    exported: { as: 'activities' },
  },
  {
    table: sweatTests,
    athleteId: sweatTests.athleteId,
    key: [sweatTests.id],
    receiptName: 'sweat_tests',
    exported: { as: 'sweat_tests' },
  },
  {
    table: learnedStates,
    athleteId: learnedStates.athleteId,
    key: [learnedStates.athleteId],
    receiptName: 'learned_states',
    exported: { as: 'learned' },
  },
  {
    table: usedSubscribeLinks,
    athleteId: usedSubscribeLinks.athleteId,
    key: [usedSubscribeLinks.athleteId, usedSubscribeLinks.expiresAtS],
    receiptName: 'used_subscribe_links',
    exported: { as: 'used_subscribe_links' },
  },
  {
    table: pageSessions,
    athleteId: pageSessions.athleteId,
    key: [pageSessions.id],
    receiptName: 'page_sessions',
    exported: { as: 'page_sessions' },
  },
  {
    table: idempotencyKeys,
    athleteId: idempotencyKeys.athleteId,
    key: [idempotencyKeys.partnerId, idempotencyKeys.environment, idempotencyKeys.keyHash],
    receiptName: 'idempotency_records',
    exported: { as: 'kept_answers' },
  },
  {
    table: oauthRecords,
    athleteId: oauthRecords.athleteId,
    key: [oauthRecords.key],
    receiptName: 'oauth_records',
    exported: { leftOut: 'secrets: the grants and tokens of what `connections` shows' },
  },
  {
    table: connections,
    athleteId: connections.athleteId,
    key: [connections.id],
    receiptName: 'connections',
    exported: { as: 'connections' },
  },
  {
    table: events,
    athleteId: events.athleteId,
    key: [events.sequence],
    // Notifies the partner's other systems, which may not have requested the erasure. Purged after 30 days.
    outlives: sql`type = 'athlete.erased'`,
    receiptName: 'events',
    exported: { as: 'events' },
  },
] as const satisfies readonly AthleteTable[];
