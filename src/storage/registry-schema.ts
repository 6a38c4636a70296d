import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { BASES, CATEGORIES, CONFIDENCES } from './product-vocabulary.ts';

/** Drizzle's schema of `migrations/registry`; a test compares the two column by column. */

export const partners = sqliteTable('partners', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  useCase: text('use_case').notNull(),
  contactEmail: text('contact_email').notNull(),
  defaultTier: text('default_tier', { enum: ['teaser', 'full'] }).notNull(),
  status: text('status', { enum: ['active', 'terminated', 'purged'] })
    .notNull()
    .default('active'),
  testShard: text('test_shard').notNull(),
  liveShard: text('live_shard').notNull(),
  liveAccessAt: integer('live_access_at'),
  terminatedAt: integer('terminated_at'),
  purgeAfter: integer('purge_after'),
  createdAt: integer('created_at').notNull(),
  purgedAt: integer('purged_at'),
  accessEndedAt: integer('access_ended_at'),
});

export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    partnerId: text('partner_id').notNull(),
    environment: text('environment', { enum: ['test', 'live'] }).notNull(),
    name: text('name').notNull(),
    hash: text('hash').notNull().unique(),
    prefix: text('prefix').notNull(),
    last4: text('last4').notNull(),
    status: text('status', { enum: ['active', 'rotated', 'revoked'] })
      .notNull()
      .default('active'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at'),
    revokedAt: integer('revoked_at'),
    rotatedTo: text('rotated_to'),
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [index('api_keys_by_partner').on(table.partnerId, table.environment, table.id)],
);

export const auditLog = sqliteTable('audit_log', {
  id: text('id').primaryKey(),
  at: integer('at').notNull(),
  actor: text('actor').notNull(),
  action: text('action').notNull(),
  subjectId: text('subject_id').notNull(),
  detail: text('detail').notNull().default('{}'),
});

export const erasureLedger = sqliteTable('erasure_ledger', {
  idHash: text('id_hash').primaryKey(),
  environment: text('environment', { enum: ['test', 'live'] }).notNull(),
  shard: text('shard').notNull(),
  erasedAt: integer('erased_at').notNull(),
  searchedTo: text('searched_to'),
});

export const jobRuns = sqliteTable('job_runs', {
  id: text('id').primaryKey(),
  job: text('job').notNull(),
  cron: text('cron').notNull(),
  startedAt: integer('started_at').notNull(),
  finishedAt: integer('finished_at'),
  outcome: text('outcome', { enum: ['running', 'done', 'more', 'failed'] }).notNull(),
  counts: text('counts').notNull().default('{}'),
});

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

export type ClientRow = typeof oauthClients.$inferSelect;

export const loginCodes = sqliteTable('login_codes', {
  id: text('id').primaryKey(),
  addressHash: text('address_hash').notNull(),
  isKnownBrowser: integer('is_known_browser', { mode: 'boolean' }).notNull(),
  codeHash: text('code_hash').notNull(),
  tries: integer('tries').notNull().default(0),
  sealed: text('sealed').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  usedAt: integer('used_at'),
});

export const products = sqliteTable('products', {
  id: text('id').primaryKey(),
  brand: text('brand').notNull(),
  name: text('name').notNull(),
  category: text('category', { enum: CATEGORIES }).notNull(),
  servingLabel: text('serving_label').notNull(),
  massG: real('mass_g'),
  volumeMl: real('volume_ml'),
  mixWaterMl: real('mix_water_ml'),
  energyKcal: real('energy_kcal'),
  carbG: real('carb_g'),
  sugarG: real('sugar_g'),
  sodiumMg: real('sodium_mg'),
  caffeineMg: real('caffeine_mg'),
  proteinG: real('protein_g'),
  glucoseFructoseRatio: text('glucose_fructose_ratio'),
  vegan: integer('vegan', { mode: 'boolean' }),
  glutenFree: integer('gluten_free', { mode: 'boolean' }),
  basis: text('basis', { enum: BASES }).notNull(),
  confidence: text('confidence', { enum: CONFIDENCES }).notNull(),
  source: text('source'),
  recalledFields: text('recalled_fields', { mode: 'json' }).$type<string[]>().notNull(),
  note: text('note'),
  hiddenAt: integer('hidden_at'),
});

export const catalogueVersion = sqliteTable('catalogue_version', {
  id: integer('id').primaryKey(),
  version: text('version').notNull(),
  loadedAt: integer('loaded_at').notNull(),
  productCount: integer('product_count').notNull(),
});

export type ProductRow = typeof products.$inferSelect;
export type PartnerRow = typeof partners.$inferSelect;
export type KeyRow = typeof apiKeys.$inferSelect;
