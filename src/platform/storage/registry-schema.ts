import { BASES, CATEGORIES, CONFIDENCES, PURPOSES } from '@musette/basics/products';
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ENVIRONMENTS, type Limits } from '../env.ts';
import { GUARD_REGIONS, REGIONS, type Region } from '../regions.ts';

/** Drizzle's schema of `migrations/registry`. A test compares the two column by column. */

/** A partner's budgets in both environments. Missing ones default to the environment's. */
export type PartnerBudgets = Partial<Limits>;

export const partners = sqliteTable('partners', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  useCase: text('use_case').notNull(),
  contactEmail: text('contact_email').notNull(),
  defaultTier: text('default_tier', { enum: ['teaser', 'full'] }).notNull(),
  status: text('status', { enum: ['active', 'suspended', 'terminated', 'purged'] })
    .notNull()
    .default('active'),
  liveAccessAt: integer('live_access_at'),
  terminatedAt: integer('terminated_at'),
  purgeAfter: integer('purge_after'),
  createdAt: integer('created_at').notNull(),
  purgedAt: integer('purged_at'),
  keysEndedAt: integer('keys_ended_at'),
  accessEndedAt: integer('access_ended_at'),
  homeRegion: text('home_region', { enum: REGIONS }).notNull(),
  regions: text('regions', { mode: 'json' }).$type<Region[]>().notNull(),
  testShards: text('test_shards', { mode: 'json' }).$type<string[]>().notNull(),
  liveShards: text('live_shards', { mode: 'json' }).$type<string[]>().notNull(),
  productsSeen: integer('products_seen'),
  productsCountedAt: integer('products_counted_at'),
  budgets: text('budgets', { mode: 'json' }).$type<PartnerBudgets>().notNull().default({}),
  checklistDone: text('checklist_done', { mode: 'json' }).$type<string[]>().notNull().default([]),
  testOrigins: text('test_origins', { mode: 'json' }).$type<string[]>().notNull().default([]),
  liveOrigins: text('live_origins', { mode: 'json' }).$type<string[]>().notNull().default([]),
  terminationRequestedAt: integer('termination_requested_at'),
  suspendedAt: integer('suspended_at'),
  suspensionVersion: integer('suspension_version').notNull().default(0),
  suspensionFannedOut: integer('suspension_fanned_out').notNull().default(0),
});

export const shards = sqliteTable(
  'shards',
  {
    environment: text('environment', { enum: ENVIRONMENTS }).notNull(),
    shard: text('shard').notNull(),
    sizeBytes: integer('size_bytes'),
    athletes: integer('athletes'),
    isOpen: integer('is_open', { mode: 'boolean' }).notNull().default(true),
    measuredAt: integer('measured_at'),
    fullAt: integer('full_at'),
    schema: text('schema'),
    verifiedRegion: text('verified_region'),
    verifiedAt: integer('verified_at'),
    runsBegun: integer('runs_begun').notNull().default(0),
    runsCounted: integer('runs_counted').notNull().default(0),
    restoredAt: integer('restored_at'),
  },
  (table) => [primaryKey({ columns: [table.environment, table.shard] })],
);

export type ShardRow = typeof shards.$inferSelect;

/** Creator of the rows that the operator created. Others name a member or a key. */
export const OPERATOR = 'operator';

export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    partnerId: text('partner_id').notNull(),
    environment: text('environment', { enum: ENVIRONMENTS }).notNull(),
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
    region: text('region', { enum: GUARD_REGIONS }).notNull(),
    createdBy: text('created_by'),
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
  environment: text('environment', { enum: ENVIRONMENTS }).notNull(),
  shard: text('shard').notNull(),
  erasedAt: integer('erased_at').notNull(),
  searchedTo: text('searched_to'),
});

export const jobStates = sqliteTable(
  'job_states',
  {
    job: text('job').notNull(),
    database: text('database').notNull(),
    startedAt: integer('started_at').notNull(),
    finishedAt: integer('finished_at').notNull(),
    outcome: text('outcome', { enum: ['done', 'more', 'failed'] }).notNull(),
    counts: text('counts', { mode: 'json' }).$type<Readonly<Record<string, number>>>().notNull(),
    lastDoneAt: integer('last_done_at'),
    unfinishedRuns: integer('unfinished_runs').notNull(),
  },
  (table) => [primaryKey({ columns: [table.job, table.database] })],
);

export const awaitedJobs = sqliteTable(
  'awaited_jobs',
  {
    job: text('job').notNull(),
    database: text('database').notNull(),
    since: integer('since').notNull(),
  },
  (table) => [primaryKey({ columns: [table.job, table.database] })],
);

export const sizeSamples = sqliteTable(
  'size_samples',
  {
    day: integer('day').notNull(),
    database: text('database').notNull(),
    at: integer('at').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.database] })],
);

export const answerCounts = sqliteTable(
  'answer_counts',
  {
    slot: integer('slot').notNull(),
    environment: text('environment', { enum: ENVIRONMENTS }).notNull(),
    answers: integer('answers').notNull(),
    faults: integer('faults').notNull(),
    times: text('times', { mode: 'json' }).$type<Readonly<Record<string, number>>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.slot, table.environment] })],
);

export const emailCounts = sqliteTable('email_counts', {
  hour: integer('hour').primaryKey(),
  sent: integer('sent').notNull(),
  refused: integer('refused').notNull(),
  codesToStrangers: integer('codes_to_strangers').notNull().default(0),
  wasFlooded: integer('was_flooded', { mode: 'boolean' }).notNull().default(false),
});

/** The notices about a condition: it started, is still active after a day, or has ended. */
export const NOTICES = ['begun', 'continues', 'ended'] as const;

export const alerts = sqliteTable(
  'alerts',
  {
    name: text('name').notNull(),
    environment: text('environment', { enum: ENVIRONMENTS }).notNull(),
    checkedAt: integer('checked_at').notNull(),
    isActive: integer('is_active', { mode: 'boolean' }).notNull(),
    beganAt: integer('began_at'),
    findings: text('findings', { mode: 'json' }).$type<readonly string[]>().notNull(),
    notice: text('notice', { enum: NOTICES }),
    noticedAt: integer('noticed_at'),
    emailOwed: integer('email_owed', { mode: 'boolean' }).notNull().default(false),
    postOwed: integer('post_owed', { mode: 'boolean' }).notNull().default(false),
    takenUntil: integer('taken_until').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.name, table.environment] })],
);

export const partnerEnds = sqliteTable(
  'partner_ends',
  {
    partnerId: text('partner_id').notNull(),
    part: text('part', { enum: ['connections', 'athletes'] }).notNull(),
    database: text('database').notNull(),
  },
  (table) => [primaryKey({ columns: [table.partnerId, table.part, table.database] })],
);

/** The class of an HTTP status, its hundreds. */
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof STATUS_CLASSES)[number];

export const usage = sqliteTable(
  'usage',
  {
    partnerId: text('partner_id').notNull(),
    environment: text('environment', { enum: ENVIRONMENTS }).notNull(),
    hour: integer('hour').notNull(),
    operationId: text('operation_id').notNull(),
    statusClass: text('status_class', { enum: STATUS_CLASSES }).notNull(),
    requests: integer('requests').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.partnerId, table.environment, table.hour, table.operationId, table.statusClass],
    }),
  ],
);

export const usageFlushes = sqliteTable('usage_flushes', {
  guard: text('guard').primaryKey(),
  flush: text('flush').notNull(),
  at: integer('at').notNull(),
});

export const oauthClients = sqliteTable('oauth_clients', {
  clientId: text('client_id').primaryKey(),
  partnerId: text('partner_id').notNull(),
  environment: text('environment', { enum: ENVIRONMENTS }).notNull(),
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
  isPublic: integer('is_public', { mode: 'boolean' }).notNull().default(false),
  createdBy: text('created_by'),
});

export type ClientRow = typeof oauthClients.$inferSelect;

/** Events of a type that a receiver refuses with this status, and how many of them wait. */
export interface RefusedType {
  readonly type: string;
  readonly statusCode: number;
  readonly waiting: number;
}

/** The last report of a dispatcher about its receiver. */
export interface ReportedHealth {
  /** `degraded`: some events wait after failed attempts. `stopped`: all wait, and only probes are sent. */
  readonly state: 'healthy' | 'degraded' | 'stopped';
  readonly asOf: number;
  /** The first of the failures that still count. Null if healthy. */
  readonly since: number | null;
  /** The status of the last failed attempt. Null if there was no response, or none failed. */
  readonly statusCode: number | null;
  /** Events that wait for another attempt, without those of refused types and those not yet read. */
  readonly waiting: number;
  readonly refusedTypes: readonly RefusedType[];
  readonly nextAttemptAt: number | null;
}

/** Reports by store. A store that never had anything to report is missing. */
type ReportedHealths = Readonly<Record<string, ReportedHealth>>;

export const webhooks = sqliteTable('webhooks', {
  id: text('id').primaryKey(),
  partnerId: text('partner_id').notNull(),
  environment: text('environment', { enum: ENVIRONMENTS }).notNull(),
  url: text('url').notNull(),
  events: text('events', { mode: 'json' }).$type<string[]>().notNull(),
  description: text('description'),
  status: text('status', { enum: ['active', 'disabled'] }).notNull(),
  disabledReason: text('disabled_reason', { enum: ['gone', 'failing', 'requested'] }),
  secret: text('secret').notNull(),
  previousSecret: text('previous_secret'),
  previousSecretUntil: integer('previous_secret_until'),
  version: integer('version').notNull(),
  fannedOut: integer('fanned_out').notNull(),
  begunAt: integer('begun_at'),
  activation: integer('activation').notNull(),
  resumeAt: integer('resume_at'),
  health: text('health', { mode: 'json' }).$type<ReportedHealths>().notNull().default({}),
  createdAt: integer('created_at').notNull(),
  testedAt: text('tested_at', { mode: 'json' }).$type<readonly number[]>().notNull().default([]),
  createdBy: text('created_by'),
});

export type WebhookRow = typeof webhooks.$inferSelect;

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
  callerHash: text('caller_hash').notNull(),
  networkHash: text('network_hash'),
});

export const consents = sqliteTable(
  'consents',
  {
    connectionId: text('connection_id').notNull(),
    addressHash: text('address_hash').notNull(),
    environment: text('environment', { enum: ENVIRONMENTS }).notNull(),
    shard: text('shard').notNull(),
    clientId: text('client_id').notNull(),
    scopes: text('scopes', { mode: 'json' }).$type<string[]>().notNull(),
    activation: integer('activation').notNull(),
    connectedAt: integer('connected_at').notNull(),
    unconfirmedAt: integer('unconfirmed_at'),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.addressHash] })],
);

export const wrongCodes = sqliteTable('wrong_codes', {
  minute: integer('minute').primaryKey(),
  tries: integer('tries').notNull(),
});

export const accessRequests = sqliteTable('access_requests', {
  id: text('id').primaryKey(),
  platform: text('platform').notNull(),
  useCase: text('use_case').notNull(),
  contactEmail: text('contact_email').notNull(),
  status: text('status', { enum: ['pending', 'approved', 'declined'] })
    .notNull()
    .default('pending'),
  createdAt: integer('created_at').notNull(),
  decidedAt: integer('decided_at'),
  purgeAfter: integer('purge_after').notNull(),
  addressHash: text('address_hash'),
  partnerId: text('partner_id'),
  linkHash: text('link_hash').unique(),
  linkExpiresAt: integer('link_expires_at'),
  linkUsedAt: integer('link_used_at'),
});

export type AccessRequestRow = typeof accessRequests.$inferSelect;

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
  purpose: text('purpose', { enum: PURPOSES }).notNull(),
  fixedStrength: integer('fixed_strength', { mode: 'boolean' }).notNull(),
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

export const announcedEngine = sqliteTable('announced_engine', {
  id: integer('id').primaryKey(),
  version: text('version').notNull(),
});

/** The states of a recalculation. The last three are final. */
export const RECALCULATION_STATUSES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

export const recalculations = sqliteTable('recalculations', {
  id: text('id').primaryKey(),
  partnerId: text('partner_id').notNull(),
  environment: text('environment', { enum: ENVIRONMENTS }).notNull(),
  status: text('status', { enum: RECALCULATION_STATUSES }).notNull(),
  onlyStale: integer('only_stale', { mode: 'boolean' }).notNull(),
  fromAt: integer('from_at').notNull(),
  beforeAt: integer('before_at').notNull(),
  athleteIds: text('athlete_ids', { mode: 'json' }).$type<string[]>(),
  shards: text('shards', { mode: 'json' }).$type<string[]>().notNull(),
  afterAthlete: text('after_athlete').notNull().default(''),
  afterActivity: text('after_activity').notNull().default(''),
  afterAt: integer('after_at').notNull().default(0),
  moves: integer('moves').notNull().default(0),
  calculated: integer('calculated').notNull().default(0),
  unchanged: integer('unchanged').notNull().default(0),
  failed: integer('failed').notNull().default(0),
  dueAt: integer('due_at').notNull(),
  claims: integer('claims').notNull().default(0),
  createdAt: integer('created_at').notNull(),
  startedAt: integer('started_at'),
  finishedAt: integer('finished_at'),
});

export type RecalculationRow = typeof recalculations.$inferSelect;
