import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Drizzle's view of the OAuth tables: `oauth_clients` in the registry, the others in each athlete database. */

export const oauthClients = sqliteTable('oauth_clients', {
  clientId: text('client_id').primaryKey(),
  partnerId: text('partner_id').notNull(),
  environment: text('environment', { enum: ['test', 'live'] }).notNull(),
  name: text('name').notNull(),
  redirectUris: text('redirect_uris', { mode: 'json' }).$type<string[]>().notNull(),
  allowedScopes: text('allowed_scopes', { mode: 'json' }).$type<string[]>().notNull(),
  secretHash: text('secret_hash').notNull(),
  status: text('status', { enum: ['active', 'deleted'] })
    .notNull()
    .default('active'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  secretRotatedAt: integer('secret_rotated_at'),
});

export const connections = sqliteTable('connections', {
  id: text('id').primaryKey(),
  athleteId: text('athlete_id').notNull(),
  partnerId: text('partner_id').notNull(),
  clientId: text('client_id').notNull(),
  scopes: text('scopes', { mode: 'json' }).$type<string[]>().notNull(),
  status: text('status', { enum: ['active', 'revoked'] })
    .notNull()
    .default('active'),
  grantId: text('grant_id'),
  createdAt: integer('created_at').notNull(),
  connectedAt: integer('connected_at').notNull(),
  revokedAt: integer('revoked_at'),
});

export const oauthRecords = sqliteTable('oauth_records', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
  metadata: text('metadata'),
  version: integer('version').notNull().default(1),
  athleteId: text('athlete_id'),
  expiresAt: integer('expires_at'),
});

export const loginCodes = sqliteTable('login_codes', {
  id: text('id').primaryKey(),
  email: text('email').notNull(),
  codeHash: text('code_hash').notNull(),
  tries: integer('tries').notNull().default(0),
  authorizationQuery: text('authorization_query'),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  usedAt: integer('used_at'),
});

export const athleteSessions = sqliteTable('athlete_sessions', {
  id: text('id').primaryKey(),
  email: text('email').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
});

export type ClientRow = typeof oauthClients.$inferSelect;
export type ConnectionRow = typeof connections.$inferSelect;
