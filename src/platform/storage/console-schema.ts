import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ENVIRONMENTS } from '../env.ts';

/** Drizzle's schema of the tables of the partner's console, which are in the registry. */

export const ROLES = ['admin', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export const members = sqliteTable('members', {
  id: text('id').primaryKey(),
  partnerId: text('partner_id').notNull(),
  email: text('email').notNull(),
  role: text('role', { enum: ROLES }).notNull(),
  createdAt: integer('created_at').notNull(),
  removedAt: integer('removed_at'),
  invitedBy: text('invited_by'),
});

export type MemberRow = typeof members.$inferSelect;

export const invitations = sqliteTable('invitations', {
  id: text('id').primaryKey(),
  partnerId: text('partner_id').notNull(),
  email: text('email').notNull(),
  role: text('role', { enum: ROLES }).notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  endedAt: integer('ended_at'),
  invitedBy: text('invited_by'),
  secretHash: text('secret_hash'),
  secretUsedAt: integer('secret_used_at'),
});

export type InvitationRow = typeof invitations.$inferSelect;

export const consoleSessions = sqliteTable('console_sessions', {
  id: text('id').primaryKey(),
  sealedEmail: text('sealed_email').notNull(),
  memberId: text('member_id'),
  createdAt: integer('created_at').notNull(),
  seenAt: integer('seen_at').notNull(),
  codeEnteredAt: integer('code_entered_at').notNull(),
  addressHash: text('address_hash').notNull(),
});

export const consoleAudit = sqliteTable('console_audit', {
  id: text('id').primaryKey(),
  partnerId: text('partner_id').notNull(),
  at: integer('at').notNull(),
  memberId: text('member_id'),
  action: text('action').notNull(),
  environment: text('environment', { enum: ENVIRONMENTS }),
  subjectId: text('subject_id'),
  outcome: text('outcome', { enum: ['begun', 'done', 'refused'] }).notNull(),
});

export type ConsoleAuditRow = typeof consoleAudit.$inferSelect;

export const liveAccessRequests = sqliteTable('live_access_requests', {
  id: text('id').primaryKey(),
  partnerId: text('partner_id').notNull(),
  status: text('status', { enum: ['pending', 'approved', 'replaced'] }).notNull(),
  tier: text('tier', { enum: ['teaser', 'full'] }).notNull(),
  dataProtectionContact: text('data_protection_contact').notNull(),
  expectedAthletes: integer('expected_athletes').notNull(),
  checklist: text('checklist', { mode: 'json' }).$type<string[]>().notNull(),
  acceptedBy: text('accepted_by').notNull(),
  termsUrl: text('terms_url').notNull(),
  dpaUrl: text('dpa_url').notNull(),
  createdAt: integer('created_at').notNull(),
  decidedAt: integer('decided_at'),
  decidedTier: text('decided_tier', { enum: ['teaser', 'full'] }),
});

export type LiveAccessRow = typeof liveAccessRequests.$inferSelect;
